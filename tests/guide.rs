//! What CONTRIBUTING.md shows fits the sources: each file that it names is there, and each of its
//! diffs changes lines that stand in the file as shown. Pictures that pages show are there, and all
//! pictures are shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
};

const GUIDE: &str = include_str!("../CONTRIBUTING.md");

/// Part of a diff: lines that follow one another in a file, before or after.
#[derive(Debug)]
struct Hunk<'a> {
    file: &'a str,
    /// Whether the file is made by it.
    new: bool,
    /// What the line that begins with `@@` says it is in.
    within: &'a str,
    /// Its lines, each with the sign before it: kept, taken out or added.
    lines: Vec<(char, &'a str)>,
}

impl Hunk<'_> {
    /// Lines that are kept or taken out, without their indentation.
    fn before(&self) -> Vec<&str> {
        let before = self.lines.iter().filter(|(sign, _)| *sign != '+');
        before.map(|(_, line)| line.trim()).collect()
    }

    /// Puts it into a text. Its lines stand one after the other behind what it says it is in; what it
    /// adds without them follows that line.
    fn apply(&self, text: &str) -> Result<String, String> {
        if self.new {
            return Ok(self.lines.iter().map(|(_, line)| format!("{line}\n")).collect());
        }
        let lines: Vec<&str> = text.lines().collect();
        let start = lines.iter().position(|line| line.contains(self.within));
        let start =
            start.ok_or_else(|| format!("{}: nothing says `{}`", self.file, self.within))?;
        let before = self.before();
        let at = if before.is_empty() {
            start + 1
        } else {
            let mut windows = lines[start..].windows(before.len());
            let same =
                |some: &[&str]| some.iter().map(|line| line.trim()).eq(before.iter().copied());
            let there = windows.position(same);
            start
                + there.ok_or_else(|| {
                    format!("{}: these lines don't follow each other: {before:#?}", self.file)
                })?
        };
        let mut result: Vec<&str> = lines[..at].to_vec();
        let mut old = lines[at..].iter().copied();
        for (sign, line) in &self.lines {
            match sign {
                '+' => result.push(line),
                '-' => {
                    old.next();
                }
                _ => result.extend(old.next()),
            }
        }
        result.extend(old);
        Ok(result.iter().map(|line| format!("{line}\n")).collect())
    }
}

/// All diffs are applied one after the other; where `IRONRANK_GUIDE` says so, to the copy of the project
/// in that folder, for the compiler to look at (`.ci/guide`).
#[test]
fn every_diff_can_be_applied() {
    let hunks = hunks();
    assert!(hunks.len() >= 9, "only {} hunks were found", hunks.len());
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    for hunk in &hunks {
        let known =
            files.remove(hunk.file).or_else(|| fs::read_to_string(root().join(hunk.file)).ok());
        assert!(hunk.new != known.is_some(), "{} is there, or it isn't", hunk.file);
        let changed = hunk.apply(&known.unwrap_or_default());
        files.insert(hunk.file, changed.unwrap_or_else(|why| panic!("{why}")));
    }
    let Some(copy) = env::var_os("IRONRANK_GUIDE").map(PathBuf::from) else { return };
    for (file, text) in files {
        fs::write(copy.join(file), text).expect("a copy of the project is there");
    }
}

#[test]
fn every_file_that_is_named_is_there() {
    let named: Vec<_> = tables().flat_map(in_backticks).filter(|word| is_path(word)).collect();
    assert!(named.len() >= 20, "only {} paths were found", named.len());
    let missing: Vec<_> = named.into_iter().filter(|path| !exists(path)).collect();
    assert!(missing.is_empty(), "not there: {}", missing.join(", "));
}

#[test]
fn every_picture_that_is_shown_is_there() {
    let mut shown = 0;
    for page in ["README.md", "docs/screenshots/README.md", "docs/look.md"] {
        let folder = root().join(page).parent().map(Path::to_path_buf).unwrap_or_default();
        let text = fs::read_to_string(root().join(page)).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.ends_with(".png") {
                assert!(folder.join(link).is_file(), "{page} shows {link}, which isn't there");
                shown += 1;
            }
        }
    }
    assert!(shown > 40, "{shown}");
}

/// Each scene has its picture, each picture comes from a scene or from the test of the page, and each has
/// its place on the page of pictures.
#[test]
fn every_scene_has_a_picture_and_every_picture_a_place() {
    let folder = root().join("docs/screenshots");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let (scenes, page, script) = (read("scenes.txt"), read("README.md"), read("take.sh"));
    let scenes = scenes.lines().filter(|line| !line.starts_with('#'));
    let scenes = scenes.filter_map(|line| line.split('|').next()).map(str::trim);
    let of_page = script
        .lines()
        .find_map(|line| line.trim().strip_prefix("for name in ")?.strip_suffix("; do"));
    let of_page = of_page.expect("take.sh names the pictures of the page").split(' ');
    let wanted: BTreeSet<String> = scenes
        .filter(|name| !name.is_empty())
        .map(|name| format!("{name}.png"))
        .chain(of_page.map(|name| format!("browser-{name}.png")))
        .collect();
    let files = fs::read_dir(&folder).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<String> = files.filter(|name| name.ends_with(".png")).collect();
    let missing: Vec<_> = wanted.difference(&there).collect();
    assert!(missing.is_empty(), "docs/screenshots/take.sh still has to take {missing:?}");
    let left_over: Vec<_> = there.difference(&wanted).collect();
    assert!(left_over.is_empty(), "nothing takes these again: {left_over:?}");
    let unseen: Vec<_> =
        there.iter().filter(|name| !page.contains(&format!("]({name})"))).collect();
    assert!(unseen.is_empty(), "docs/screenshots/README.md doesn't show {unseen:?}");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The hunks of all diffs.
fn hunks() -> Vec<Hunk<'static>> {
    let mut hunks: Vec<Hunk> = Vec::new();
    let (mut new, mut file, mut in_diff) = (false, None, false);
    for line in GUIDE.lines() {
        if line.starts_with("```") {
            in_diff = line == "```diff";
            file = None;
        } else if !in_diff {
        } else if let Some(name) = line.strip_prefix("--- ") {
            new = name == "/dev/null";
        } else if let Some(name) = line.strip_prefix("+++ b/") {
            file = Some(name);
        } else if let (Some(file), Some(within)) = (file, line.strip_prefix("@@")) {
            hunks.push(Hunk { file, new, within: within.trim(), lines: Vec::new() });
        } else if let (Some(hunk), Some(sign)) = (hunks.last_mut(), line.chars().next()) {
            hunk.lines.push((sign, &line[1..]));
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
