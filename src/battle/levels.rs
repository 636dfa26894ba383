//! The levels that come with the game, and finding one by its name or as a file. A data
//! directory's own levels go before those with the same name.

use std::{
    fs,
    path::{Path, PathBuf},
};

use include_dir::{Dir, include_dir};

use super::{
    data::{DataError, no_such_name, no_such_name_or_file},
    files::read_text,
    level::Level,
    rules::RuleSystem,
};

static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/levels");

/// The ids of all levels, sorted: file names without ".ron", those of a data directory too.
pub fn ids(data: Option<&Path>) -> Vec<String> {
    let mut ids: Vec<String> = EMBEDDED.files().filter_map(|file| id_of(file.path())).collect();
    if let Some(entries) = data.and_then(|data| fs::read_dir(data.join("levels")).ok()) {
        ids.extend(entries.flatten().filter_map(|entry| id_of(&entry.path())));
    }
    ids.sort();
    ids.dedup();
    ids
}

/// Reads a level by its id ("first-clash"), its full name ("First Clash") or as a file's path.
///
/// # Errors
/// That there is no such level, or all that is wrong with it.
pub fn find<R: RuleSystem>(name: &str, data: Option<&Path>) -> Result<Level<R>, Vec<DataError>> {
    look_for(name, data).unwrap_or_else(|| {
        let ids = ids(data);
        let unknown = no_such_name_or_file("level", name, ids.iter().map(String::as_str));
        Err(vec![DataError::new("--level", unknown)])
    })
}

/// Whether there is a level of this id or full name, or the name is meant to be that of a file;
/// whatever may be wrong with it.
pub fn is_known<R: RuleSystem>(name: &str, data: Option<&Path>) -> bool {
    look_for::<R>(name, data).is_some()
}

fn look_for<R: RuleSystem>(
    name: &str,
    data: Option<&Path>,
) -> Option<Result<Level<R>, Vec<DataError>>> {
    if let Some(level) = find_by_id(name, data) {
        return Some(level);
    }
    if Path::new(name).exists() || name.ends_with(".ron") {
        return Some(read_file(Path::new(name), data));
    }
    let named = |id: String| find_by_id(&id, data).filter(|level| called(level, name));
    find_by_id(&id_for(name), data).or_else(|| ids(data).into_iter().find_map(named))
}

fn called<R: RuleSystem>(level: &Result<Level<R>, Vec<DataError>>, name: &str) -> bool {
    level.as_ref().is_ok_and(|level| level.name == name)
}

/// The id that a level with this name would have.
pub(super) fn id_for(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// Reads a level that comes with the game, by its id.
///
/// # Errors
/// That there is none.
pub(super) fn embedded<R: RuleSystem>(id: &str) -> Result<Level<R>, Vec<DataError>> {
    let problem = || no_such_name("level", id, ids(None).iter().map(String::as_str));
    find_by_id(id, None).unwrap_or_else(|| Err(vec![DataError::new("levels", problem())]))
}

/// Reads a level from a file.
fn read_file<R: RuleSystem>(path: &Path, data: Option<&Path>) -> Result<Level<R>, Vec<DataError>> {
    let shown = path.display().to_string();
    let text = read_text(path).map_err(|error| vec![error])?;
    Level::read_with(&shown, &text, data)
}

fn find_by_id<R: RuleSystem>(
    id: &str,
    data: Option<&Path>,
) -> Option<Result<Level<R>, Vec<DataError>>> {
    let file = PathBuf::from(format!("{id}.ron"));
    // An id is a bare name, so that it can't lead out of the folder.
    if file.components().count() != 1 {
        return None;
    }
    if let Some(path) = data.map(|data| data.join("levels").join(&file))
        && path.is_file()
    {
        return Some(read_file(&path, data));
    }
    let text = EMBEDDED.get_file(&file)?.contents_utf8()?;
    Some(Level::read_with(&format!("levels/{id}.ron"), text, data))
}

fn id_of(path: &Path) -> Option<String> {
    let ron = path.extension().is_some_and(|extension| extension == "ron");
    ron.then(|| Some(path.file_stem()?.to_str()?.to_owned()))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::NoQuarter;

    #[test]
    fn every_level_is_read_by_id_and_by_name() {
        let ids = ids(None);
        assert!(ids.len() >= 3, "{ids:?}");
        for id in ids {
            let level = find::<NoQuarter>(&id, None).unwrap_or_else(|errors| panic!("{errors:?}"));
            assert_eq!(find(&level.name, None).unwrap(), level);
        }
    }

    #[test]
    fn unknown_levels_are_refused_with_those_that_exist() {
        for name in ["nowhere", "../first-clash", "", "missing.ron"] {
            let errors = find::<NoQuarter>(name, None).unwrap_err();
            assert_eq!(errors.len(), 1, "{errors:?}");
        }
        let errors = find::<NoQuarter>("nowhere", None).unwrap_err();
        assert!(errors[0].to_string().contains("first-clash"), "{errors:?}");
    }
}
