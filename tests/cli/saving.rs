//! Where a battle can be kept and where not; its result is told nevertheless.

#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{Ran, folder, ironrank, program};

const BATTLE: [&str; 7] =
    ["battle", "--level", "duel-at-the-wall", "--seed", "5", "--json", "--save"];

/// The same battle with other dice.
const OTHER: [&str; 7] =
    ["battle", "--level", "duel-at-the-wall", "--seed", "6", "--json", "--save"];

fn saved_to(path: &Path) -> Ran {
    ironrank(&[&BATTLE[..], &[path.to_str().unwrap()]].concat())
}

/// A battle that can't be kept there is a problem, and told.
fn refused(path: &Path, part: &str) {
    let ran = saved_to(path);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains(part) && ran.err.contains(path.to_str().unwrap()), "{ran:?}");
    let result: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(result["finished"], true, "{ran:?}");
}

#[test]
fn a_battle_is_kept_in_plain_files_only() {
    let folder = folder("targets");
    let at = |name: &str| folder.join(name);
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    symlink("nowhere", at("dangling")).unwrap();
    symlink("/dev/null", at("null")).unwrap();
    refused(&at("pipe"), "a pipe or a device");
    refused(&at("null"), "a pipe or a device");
    refused(Path::new("/dev/full"), "a pipe or a device");
    refused(&at("dangling"), "isn't there");
    refused(&folder, "a directory");
    fs::write(at("file.ron"), "").unwrap();
    fs::set_permissions(at("file.ron"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file.ron", at("link.ron")).unwrap();
    assert_eq!(saved_to(&at("link.ron")).code, 0);
    let kept = fs::metadata(at("file.ron")).unwrap();
    assert!(kept.len() > 1000 && kept.permissions().mode() & 0o777 == 0o640, "{kept:?}");
    let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["dangling", "file.ron", "link.ron", "null", "pipe"]);
}

/// As on a full disk: what was there before is still there, and nothing else.
#[test]
fn a_file_that_can_not_be_written_whole_is_left_as_it_was() {
    let folder = folder("full");
    let path = folder.join("kept.ron");
    fs::write(&path, "kept").unwrap();
    let mut shell = Command::new("bash");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""]);
    shell.arg(env!("CARGO_BIN_EXE_ironrank")).args(BATTLE).arg(&path);
    let ran = Ran::from(shell.output().unwrap());
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("\"finished\": true") && ran.err.contains("kept.ron: "), "{ran:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// How often the program is killed before its battle is over, and while it writes.
const KILLS: u32 = 8;

/// Whenever that is: the old battle is there, or the whole new one. The moments differ from run to run, the
/// verdict doesn't.
#[test]
fn whoever_is_killed_while_saving_leaves_a_whole_battle() {
    let folder = folder("killed");
    let at = |name: &str| folder.join(name);
    let fight = |battle: [&str; 7], path: &Path| {
        let ran = ironrank(&[&battle[..], &[path.to_str().unwrap()]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        fs::read_to_string(path).unwrap()
    };
    let began = Instant::now();
    let whole = [fight(BATTLE, &at("first.ron")), fight(OTHER, &at("second.ron"))];
    let takes = began.elapsed() / 2;
    let kept = at("kept.ron");
    assert_eq!(fight(BATTLE, &kept), whole[0], "the same battle is the same text");
    for number in 0..2 * KILLS {
        let battle = if number % 2 == 0 { OTHER } else { BATTLE };
        let mut command = program(&battle);
        let running = command.arg(&kept).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut running = running.unwrap();
        if number < KILLS {
            thread::sleep(takes * number / KILLS);
        } else {
            wait_until_it_writes(&mut running, &folder);
        }
        // It may be over already.
        let _ = running.kill();
        running.wait().unwrap();
        let text = fs::read_to_string(&kept).unwrap();
        assert!(whole.contains(&text), "kill {number}: {} bytes", text.len());
    }
    assert_eq!(fight(OTHER, &kept), whole[1], "what was left behind is in nobody's way");
}

/// Waits until a file that isn't whole yet lies in a folder, or the program has ended.
fn wait_until_it_writes(running: &mut Child, folder: &Path) {
    let parts = || {
        let entries = fs::read_dir(folder).unwrap().filter_map(Result::ok);
        let names = entries.map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".part")).count()
    };
    let before = parts();
    while parts() == before && running.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_micros(50));
    }
}
