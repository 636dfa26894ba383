//! Results that can't be written, and readers that go away.

#![cfg(unix)]

use std::{fs::File, process::Stdio};

use crate::{Ran, fought, ironrank, program};

/// What commands print results.
fn commands(save: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["--help"],
        vec!["levels"],
        vec!["check", save],
        vec!["replay", save],
        vec!["replay", save, "--log"],
        vec!["link", save],
        vec!["battle", "--level", "duel-at-the-wall"],
        vec!["battle", "--level", "duel-at-the-wall", "--json"],
        vec!["soak", "--level", "duel-at-the-wall", "--battles", "1"],
        vec![
            "lab",
            "--players",
            "first-legal,random",
            "--level",
            "duel-at-the-wall",
            "--pairs",
            "1",
        ],
        vec!["points", "ogre"],
        vec!["points", "ogre", "--json"],
        vec!["serve"],
    ]
}

/// A new command is to be among them.
#[test]
fn all_commands_print_something() {
    let help = ironrank(&["--help"]).out;
    let (_, listed) = help.split_once("Commands:\n").unwrap();
    let names = listed.lines().take_while(|line| !line.is_empty());
    let names = names.filter_map(|line| line.split_whitespace().next());
    let tried = commands("save.ron");
    for name in names.filter(|&name| name != "help") {
        assert!(tried.iter().any(|arguments| arguments[0] == name), "{name} isn't tried");
    }
}

#[test]
fn a_result_that_can_not_be_written_is_a_problem() {
    let save = fought("unwritten.ron", "5");
    for arguments in commands(save.to_str().unwrap()) {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let ran = Ran::from(program(&arguments).stdout(full).output().unwrap());
        assert_eq!(ran.code, 1, "{arguments:?}: {ran:?}");
        assert!(ran.err.starts_with("error: standard output: "), "{arguments:?}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {ran:?}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_work_quietly() {
    let save = fought("unread.ron", "5");
    for arguments in commands(save.to_str().unwrap()) {
        let mut command = program(&arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().unwrap();
        drop(running.stdout.take());
        let ran = Ran::from(running.wait_with_output().unwrap());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}: {ran:?}");
    }
}
