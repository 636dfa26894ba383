//! What CONTRIBUTING.md shows fits the sources: each file that it names is there, and each of its
//! diffs changes lines that stand in the file as shown.

use std::path::{Path, PathBuf};

const GUIDE: &str = include_str!("../CONTRIBUTING.md");

/// Part of a diff: what stands in a file before, between two omissions.
#[derive(Debug)]
struct Hunk<'a> {
    file: &'a str,
    /// What the line that begins with `@@` says it is in.
    within: &'a str,
    /// Lines that are kept or taken out, without their indentation.
    before: Vec<&'a str>,
}

#[test]
fn every_diff_fits_its_file() {
    let hunks = hunks();
    assert!(hunks.len() >= 10, "only {} hunks were found", hunks.len());
    let wrong: Vec<_> = hunks.iter().filter_map(|hunk| why_not(hunk).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_that_is_named_is_there() {
    let named: Vec<_> = tables().flat_map(in_backticks).filter(|word| is_path(word)).collect();
    assert!(named.len() >= 20, "only {} paths were found", named.len());
    let missing: Vec<_> = named.into_iter().filter(|path| !exists(path)).collect();
    assert!(missing.is_empty(), "not there: {}", missing.join(", "));
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Whether a hunk's lines stand in its file one after the other, behind what it says it is in.
fn why_not(hunk: &Hunk) -> Result<(), String> {
    let path = root().join(hunk.file);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", hunk.file))?;
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let start = lines.iter().position(|line| line.contains(hunk.within));
    let start = start.ok_or_else(|| format!("{}: nothing says `{}`", hunk.file, hunk.within))?;
    let there = lines[start..]
        .windows(hunk.before.len().max(1))
        .any(|some| hunk.before.is_empty() || some == hunk.before.as_slice());
    if there {
        Ok(())
    } else {
        Err(format!("{}: these lines don't follow each other: {:#?}", hunk.file, hunk.before))
    }
}

/// The hunks of all diffs, without those of files that they make.
fn hunks() -> Vec<Hunk<'static>> {
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut file, mut in_diff) = (None, false);
    for line in GUIDE.lines() {
        if line.starts_with("```") {
            in_diff = line == "```diff";
            file = None;
            continue;
        }
        if !in_diff {
            continue;
        }
        if let Some(name) = line.strip_prefix("--- ") {
            file = name.strip_prefix("a/");
        } else if let (Some(file), Some(within)) = (file, line.strip_prefix("@@")) {
            hunks.push(Hunk { file, within: within.trim(), before: Vec::new() });
        } else if let (Some(_), Some(kept)) = (file, line.strip_prefix([' ', '-']))
            && let Some(hunk) = hunks.last_mut()
        {
            hunk.before.push(kept.trim());
        }
    }
    hunks
}

fn tables() -> impl Iterator<Item = &'static str> {
    GUIDE.lines().filter(|line| line.starts_with("| "))
}

fn in_backticks(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// `no_quarter/profile.rs`, `levels/NAME.ron`: a path rather than a piece of code.
fn is_path(word: &str) -> bool {
    word.contains('/') && !word.contains([' ', '"', ':']) && !word.contains("NAME")
}

/// Whether a path is there, from the root or from `src`.
fn exists(path: &str) -> bool {
    let at = |start: &Path| start.join(path).exists();
    at(&root()) || at(&root().join("src"))
}
