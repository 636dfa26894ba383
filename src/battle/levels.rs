//! The levels that come with the game, and finding one by its name or as a file. A data
//! directory's own levels go before those with the same name.
//!
//! Links name a level that comes with the game rather than hold it. So when one is changed, it stays in
//! `levels/earlier/VERSION` as it was, for the links of that version of the rules and of earlier ones.

use std::{
    fs,
    path::{Path, PathBuf},
};

use include_dir::{Dir, File, include_dir};

use super::{
    data::{DataError, no_such_name, no_such_name_or_file},
    files::read_text,
    level::Level,
    rules::RuleSystem,
};

static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/levels");
/// Where levels are that have been changed since, in a folder for each version of the rules that was the
/// last to know them so.
const EARLIER: &str = "earlier";

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

/// Reads a level that comes with the game, by its id, as it was with a version of the rules.
///
/// # Errors
/// That there is none.
pub(super) fn embedded<R: RuleSystem>(
    id: &str,
    rules_version: u32,
) -> Result<Level<R>, Vec<DataError>> {
    let problem = || no_such_name("level", id, ids(None).iter().map(String::as_str));
    let file = bare_file(id);
    let editions = file.as_ref().into_iter().flat_map(|file| editions(file, rules_version));
    let earlier = editions.min_by_key(|(last, _)| *last).map(|(_, file)| read_embedded(file, None));
    let level = earlier.flatten().or_else(|| find_by_id(id, None));
    level.unwrap_or_else(|| Err(vec![DataError::new("levels", problem())]))
}

/// The editions of a level that were in use with a version of the rules or later, but are no more; each
/// with the last version that knew it.
fn editions(
    file: &Path,
    rules_version: u32,
) -> impl Iterator<Item = (u32, &'static File<'static>)> {
    let versions = EMBEDDED.get_dir(EARLIER).into_iter().flat_map(Dir::dirs);
    versions.filter_map(move |folder| {
        let last = folder.path().file_name()?.to_str()?.parse().ok()?;
        let file = folder.get_file(folder.path().join(file))?;
        (last >= rules_version).then_some((last, file))
    })
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
    let file = bare_file(id)?;
    if let Some(path) = data.map(|data| data.join("levels").join(&file))
        && path.is_file()
    {
        return Some(read_file(&path, data));
    }
    read_embedded(EMBEDDED.get_file(&file)?, data)
}

/// The file of an id, which is a bare name, so that it can't lead out of the folder.
fn bare_file(id: &str) -> Option<PathBuf> {
    let file = PathBuf::from(format!("{id}.ron"));
    (file.components().count() == 1).then_some(file)
}

fn read_embedded<R: RuleSystem>(
    file: &File,
    data: Option<&Path>,
) -> Option<Result<Level<R>, Vec<DataError>>> {
    let shown = format!("levels/{}", file.path().display());
    Some(Level::read_with(&shown, file.contents_utf8()?, data))
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
    fn a_link_has_the_level_of_its_time() {
        let level = |version| embedded::<NoQuarter>("plain", version).unwrap();
        let present = find::<NoQuarter>("plain", None).unwrap();
        assert_eq!(level(NoQuarter::VERSION), present);
        assert_eq!(level(6), level(1));
        assert_ne!(level(6).units, present.units);
        assert_eq!(level(6).name, present.name);
        for nowhere in ["earlier/6/plain", "nowhere", ".."] {
            assert!(embedded::<NoQuarter>(nowhere, 6).is_err(), "{nowhere}");
        }
    }

    /// All that are there can be read, are of versions that have been, and of levels that there are.
    #[test]
    fn earlier_editions_are_of_levels_and_versions_that_exist() {
        let versions: Vec<&Dir> = EMBEDDED.get_dir(EARLIER).unwrap().dirs().collect();
        assert!(!versions.is_empty());
        for folder in versions {
            let version = folder.path().file_name().unwrap().to_str().unwrap().parse().unwrap();
            assert!(version < NoQuarter::VERSION, "{folder:?}");
            for file in folder.files() {
                let id = id_of(file.path()).unwrap();
                let present = find::<NoQuarter>(&id, None).unwrap();
                let earlier = embedded::<NoQuarter>(&id, version)
                    .unwrap_or_else(|errors| panic!("{errors:?}"));
                assert_eq!(earlier.name, present.name);
                assert_ne!(earlier.digest(), present.digest(), "{id} wasn't changed");
            }
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
