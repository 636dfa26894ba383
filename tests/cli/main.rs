//! The command line as a player meets it: the program is run, and what it prints is read.

#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

mod checking;
mod links;
mod playing;
mod pricing;
mod printing;
mod saving;
mod series;
mod serve;
mod soaking;
mod usage;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// What the program printed and how it ended.
#[derive(Debug)]
struct Ran {
    /// Its exit status; -1 if a signal ended it.
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap_or(-1);
        Self { code, out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The program with some arguments, to be run.
fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ironrank"));
    command.args(arguments);
    command
}

fn ironrank(arguments: &[&str]) -> Ran {
    program(arguments).output().unwrap().into()
}

/// Runs the program with a text on its standard input.
fn ironrank_with(input: &str, arguments: &[&str]) -> Ran {
    let piped = program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut running = piped.unwrap();
    // Who refuses its arguments reads nothing.
    let _ = running.stdin.take().unwrap().write_all(input.as_bytes());
    running.wait_with_output().unwrap().into()
}

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file in a folder of the tests' own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// A good small level, to be broken.
const LEVEL: &str = r#"(
    name: "Small",
    table: (width: 24, depth: 24),
    terrain: [(kind: "wall", shape: Line(points: [(8, 12), (16, 12)], width: 0.5))],
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "men_at_arms", count: 4, place: At(12, 4, 90)),
        (side: "Blue", profile: "orc_bruiser", count: 4, place: At(12, 20, 270)),
    ],
)"#;

/// A battle at the wall in a file of this name, played to its end.
fn fought(name: &str, seed: &str) -> PathBuf {
    let save = file(name, "");
    let path = save.to_str().unwrap();
    let battle = ["battle", "--level", "duel-at-the-wall", "--seed", seed, "--save", path];
    let ran = ironrank(&battle);
    assert_eq!(ran.code, 0, "{ran:?}");
    save
}
