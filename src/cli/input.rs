//! What commands read: files by their names, and standard input, whose name is `-`.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use ironrank::battle::{
    DataError,
    files::{read_text, read_text_from},
};

/// The name of standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// Whether a path stands for standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// What errors call a file.
pub(super) fn shown(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// The text of a file, or what standard input brings.
pub(super) fn text(path: &Path) -> Result<String, DataError> {
    if is_standard_input(path) {
        let wrong = |error: io::Error| DataError::new(shown(path), error.to_string());
        read_text_from(io::stdin().lock()).map_err(wrong)
    } else {
        read_text(path)
    }
}

/// Files that somebody named, each once, and what is wrong with the names.
#[derive(Default)]
pub(super) struct Files {
    /// The files, in the order in which they were named, those of a directory sorted.
    pub(super) files: Vec<PathBuf>,
    /// What can't be looked into, or that there are none.
    pub(super) errors: Vec<DataError>,
    /// All files and directories so far, as they are called without any link: a link may lead back.
    seen: BTreeSet<PathBuf>,
}

impl Files {
    /// The files of some paths: a file itself, and all RON files in a directory and those below it.
    pub(super) fn of(paths: &[PathBuf]) -> Self {
        let mut found = Self::default();
        for path in paths {
            found.add(path);
        }
        if found.files.is_empty() && found.errors.is_empty() {
            let named: Vec<String> = paths.iter().map(|path| shown(path)).collect();
            found.errors.push(DataError::new(named.join(", "), "no *.ron files there"));
        }
        found
    }

    fn add(&mut self, path: &Path) {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if !self.seen.insert(real) {
            return;
        }
        if is_standard_input(path) || !path.is_dir() {
            self.files.push(path.to_owned());
            return;
        }
        match fs::read_dir(path).and_then(|entries| entries.collect::<io::Result<Vec<_>>>()) {
            Err(error) => {
                self.errors.push(DataError::new(path.display().to_string(), error.to_string()));
            }
            Ok(entries) => {
                let mut found: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
                found.sort();
                let is_ron = |path: &Path| path.extension().is_some_and(|end| end == "ron");
                for path in found.into_iter().filter(|path| path.is_dir() || is_ron(path)) {
                    self.add(&path);
                }
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn every_file_is_found_once_whatever_links_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("inner/deep")).unwrap();
        for name in ["b.ron", "a.ron", "inner/c.ron", "inner/no.txt"] {
            fs::write(at(name), "").unwrap();
        }
        symlink("..", at("inner/deep/up")).unwrap();
        symlink(folder.path(), at("inner/whole")).unwrap();
        symlink("a.ron", at("again.ron")).unwrap();
        symlink("round.ron", at("round.ron")).unwrap();
        let paths = [at("b.ron"), folder.path().to_owned(), at("a.ron"), at("./b.ron")];
        let found = Files::of(&paths);
        let names = ["b.ron", "a.ron", "inner/c.ron", "round.ron"].map(at);
        assert_eq!(found.files, names);
        assert!(found.errors.is_empty() && text(&at("round.ron")).is_err());
    }
}
