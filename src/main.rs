//! The command line.

#[cfg(feature = "app")]
fn main() -> std::process::ExitCode {
    use bevy::app::AppExit;
    use clap::Parser;
    match ironrank::app::run(ironrank::app::AppOptions::parse()) {
        AppExit::Success => std::process::ExitCode::SUCCESS,
        AppExit::Error(code) => std::process::ExitCode::from(code.get()),
    }
}

#[cfg(not(feature = "app"))]
fn main() {}
