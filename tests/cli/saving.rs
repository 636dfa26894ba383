//! Where a battle can be kept and where not; its result is told nevertheless.

#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::Command,
};

use crate::{Ran, folder, ironrank};

const BATTLE: [&str; 7] =
    ["battle", "--level", "duel-at-the-wall", "--seed", "5", "--json", "--save"];

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
