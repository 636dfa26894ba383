//! Whether there is a screen to open a window on. Where it can be known before, a player is told what
//! is missing.

use std::{
    env,
    net::{TcpStream, ToSocketAddrs},
    path::Path,
    time::Duration,
};

use clap::CommandFactory;
use ironrank::battle::playable::listed;

use super::Cli;

/// An X server far away that takes longer is taken for none.
const PATIENCE: Duration = Duration::from_secs(3);
/// The port of the first display over a network; the others count on from it.
const FIRST_PORT: u16 = 6000;

/// Why no window can be opened here.
pub(super) fn missing() -> Option<String> {
    let name = env::var("DISPLAY").ok().filter(|name| !name.is_empty());
    let problem = match name {
        None => "DISPLAY is not set".to_owned(),
        Some(name) if !answers(&name) => {
            format!("DISPLAY is \"{name}\", and no X server answers there")
        }
        Some(_) => return None,
    };
    Some(format!(
        "there is no screen to open a window on: {problem}.\nThese commands work without one: {} \
         (see `ironrank --help`).\nA virtual screen works too: xvfb-run ironrank",
        listed(&commands())
    ))
}

/// What the program can do without a window.
fn commands() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Whether a server listens at the display of a name such as ":0", "localhost:10.0" or
/// "/tmp/launch/x:0".
fn answers(name: &str) -> bool {
    let Some((host, number)) = name.rsplit_once(':') else { return false };
    let number = number.split_once('.').map_or(number, |(display, _screen)| display);
    let Ok(display) = number.parse::<u16>() else { return false };
    if host.is_empty() || host == "unix" || host.contains("/unix") {
        return answers_here(display);
    }
    if host.starts_with('/') {
        return Path::new(name).exists();
    }
    let port = FIRST_PORT.saturating_add(display);
    let addresses = (host, port).to_socket_addrs().into_iter().flatten();
    addresses.into_iter().any(|address| TcpStream::connect_timeout(&address, PATIENCE).is_ok())
}

/// Whether a server of this machine listens: at a socket that is a file, or on Linux one that isn't.
fn answers_here(display: u16) -> bool {
    use std::os::unix::net::UnixStream;

    let socket = format!("/tmp/.X11-unix/X{display}");
    if UnixStream::connect(&socket).is_ok() {
        return true;
    }
    #[cfg(target_os = "linux")]
    {
        use std::os::{linux::net::SocketAddrExt, unix::net::SocketAddr};

        if let Ok(address) = SocketAddr::from_abstract_name(&socket) {
            return UnixStream::connect_addr(&address).is_ok();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_commands_are_told_to_who_has_no_display() {
        for command in ["battle", "check", "points", "serve", "lab"] {
            assert!(commands().contains(&command.to_owned()), "{command}: {:?}", commands());
        }
    }

    #[test]
    fn where_nobody_listens_there_is_no_display() {
        for name in ["", "nonsense", ":", ":many", ":65123", "unix:65123.0", "/nowhere/x:0"] {
            assert!(!answers(name), "{name}");
        }
    }
}
