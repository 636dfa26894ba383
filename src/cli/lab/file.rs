//! The file in which a series is kept.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
};

use ironrank::{
    battle::files::{read_text_up_to, write_whole},
    lab::series::{Header, Journal, LONGEST_SERIES},
};

use crate::cli::{
    Failure, input,
    output::{complain, misused},
};

/// The file in which a series is kept: it has to be one that can be read again.
pub(super) fn into_file(into: Option<&Path>) -> Result<Option<&Path>, Failure> {
    match into {
        Some(path) if input::is_standard_input(path) => Err(misused(
            "--into: a file was expected; standard output can't be read again to go on",
        )),
        into => Ok(into),
    }
}

/// The series in a file, or a new one in a new or empty file. What the file holds is written anew,
/// without the line that was cut off if somebody pulled the plug.
pub(super) fn resume(path: &Path, header: Header) -> Result<(Journal, Option<File>), Failure> {
    let told =
        |error: &dyn std::fmt::Display| complain(format_args!("{}: {error}", path.display()));
    let journal = match kept(path)? {
        None => Journal::new(header),
        Some(found) => found.go_on(&input::shown(path), header).map_err(complain)?,
    };
    write_whole(path, &journal.write()).map_err(|error| told(&error))?;
    let file = OpenOptions::new().append(true).open(path).map_err(|error| told(&error))?;
    Ok((journal, Some(file)))
}

/// The series that a file holds; none if there is no such file, or nothing in it.
pub(super) fn kept(path: &Path) -> Result<Option<Journal>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let text = read_text_up_to(path, LONGEST_SERIES).map_err(complain)?;
    if text.is_empty() {
        return Ok(None);
    }
    Journal::read(&input::shown(path), &text).map(Some).map_err(complain)
}

/// Keeps other programs from writing to the same file as long as it is there. It locks a hidden file
/// beside it: the file itself is replaced by a new one now and then.
pub(super) struct Guard {
    path: PathBuf,
    _locked: File,
}

impl Guard {
    pub(super) fn of(path: &Path) -> Result<Self, Failure> {
        let told =
            |error: &dyn std::fmt::Display| complain(format_args!("{}: {error}", path.display()));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let beside = path.with_file_name(format!(".{name}.lock"));
        if let Some(folder) = beside.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&beside);
        let file = file.map_err(|error| told(&error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(told(
                &"another program is writing to this file; wait until it has ended, or name \
                  another file",
            )),
            // Where files can't be locked, nobody is kept from working.
            Err(TryLockError::Error(_)) | Ok(()) => Ok(Self { path: beside, _locked: file }),
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
