//! The program: the command line, or in the browser the page.

#[cfg(not(target_arch = "wasm32"))]
mod cli;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    cli::main()
}

#[cfg(all(target_arch = "wasm32", feature = "app"))]
fn main() {
    ironrank::app::browser::run();
}

/// Without a window there is nothing to show on a page.
#[cfg(all(target_arch = "wasm32", not(feature = "app")))]
fn main() {}
