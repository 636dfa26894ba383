//! Armies in files of their own: those that come with the game, and those of a data directory, in its
//! folder `armies`, which go before others of the same name.

use std::{
    fs,
    path::{Path, PathBuf},
};

use include_dir::{Dir, include_dir};

use super::level::Army;
use crate::battle::{DataError, files::read_text};

static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/no_quarter/armies");

/// The folder of a data directory that holds its armies.
const FOLDER: &str = "armies";

/// The names of all armies, sorted: file names without ".ron".
pub fn ids(data: Option<&Path>) -> Vec<String> {
    let mut ids: Vec<String> = EMBEDDED.files().filter_map(|file| id_of(file.path())).collect();
    if let Some(entries) = data.and_then(|data| fs::read_dir(data.join(FOLDER)).ok()) {
        ids.extend(entries.flatten().filter_map(|entry| id_of(&entry.path())));
    }
    ids.sort();
    ids.dedup();
    ids
}

/// The army of a name, or all that is wrong with its file; none if there is no such file.
pub fn find(name: &str, data: Option<&Path>) -> Option<Result<Army, Vec<DataError>>> {
    let file = PathBuf::from(format!("{name}.ron"));
    // A name is a bare name, so that it can't lead out of the folder.
    if file.components().count() != 1 {
        return None;
    }
    if let Some(path) = data.map(|data| data.join(FOLDER).join(&file))
        && path.is_file()
    {
        return Some(read_file(&path));
    }
    let text = EMBEDDED.get_file(&file)?.contents_utf8()?;
    Some(Army::read(&format!("armies/{name}.ron"), text))
}

fn read_file(path: &Path) -> Result<Army, Vec<DataError>> {
    let text = read_text(path).map_err(|error| vec![error])?;
    Army::read(&path.display().to_string(), &text)
}

fn id_of(path: &Path) -> Option<String> {
    let ron = path.extension().is_some_and(|extension| extension == "ron");
    ron.then(|| Some(path.file_stem()?.to_str()?.to_owned()))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::data::write_ron,
        no_quarter::{Armoury, armies, level::Level},
    };

    const LEVEL: &str = r#"(
    name: "Called to arms",
    table: (width: 48, depth: 48),
    sides: [(army: "river_watch", edge: South), (name: "Raiders", army: "hill_raiders", edge: North)],
    deployment: ByHand,
)"#;

    #[test]
    fn every_army_of_the_game_can_be_fielded_and_keeps_to_the_book() {
        let armoury = Armoury::embedded().unwrap();
        let ids = ids(None);
        assert_eq!(ids, ["hill_raiders", "river_watch"]);
        for id in &ids {
            let army = find(id, None).unwrap().unwrap_or_else(|errors| panic!("{errors:?}"));
            for unit in &army.units {
                let command = unit.command.iter().filter_map(|model| model.profile.as_ref());
                for profile in command.chain([&unit.profile]) {
                    assert!(armoury.profiles.contains_key(profile), "{id}: {profile}");
                }
            }
        }
        let level = Level::read("called.ron", LEVEL).unwrap();
        assert_eq!(armies::composition(&armoury, &level), []);
        assert_eq!(armies::advice(&armoury, &level), Vec::<String>::new());
        let points = |side: &str| armies::army_points(&armoury, &level, side);
        let [watch, raiders] = [points("The River Watch"), points("Raiders")];
        assert!(watch.abs_diff(raiders) * 100 <= watch * 7, "{watch} against {raiders} points");
    }

    /// The level is whole then: what is written of it names no army any more.
    #[test]
    fn the_units_of_an_army_become_units_of_the_level() {
        let level = Level::read("called.ron", LEVEL).unwrap();
        let names: Vec<&str> = level.sides.iter().map(|side| side.name.as_str()).collect();
        assert_eq!(names, ["The River Watch", "Raiders"]);
        let army = find("hill_raiders", None).unwrap().unwrap();
        let raiders = level.units.iter().filter(|unit| unit.side == "Raiders");
        assert!(raiders.count() == army.units.len() && level.units.len() > army.units.len());
        let text = write_ron(&level).unwrap();
        assert!(!text.contains("river_watch"), "{text}");
        let again = Level::read("again.ron", &text).unwrap();
        assert_eq!(write_ron(&again).unwrap(), text);
    }

    #[test]
    fn unknown_armies_are_told_with_the_nearest_at_their_line() {
        for name in ["river_wach", "../river_watch", ""] {
            let wrong = LEVEL.replace("\"river_watch\"", &format!("\"{name}\""));
            let errors = Level::read("called.ron", &wrong).unwrap_err();
            assert_eq!(errors.len(), 1, "{errors:?}");
            let told = errors[0].to_string();
            assert!(told.starts_with("called.ron:4:") && told.contains("river_watch"), "{told}");
        }
    }

    #[test]
    fn armies_that_make_no_sense_are_told_with_their_lines() {
        let told = |text: &str| {
            let errors = Army::read("mine.ron", text).unwrap_err();
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        let army = |unit: &str| format!("(army: \"Mine\",\n units: [\n  ({unit}),\n ])");
        let good = army("profile: \"warrior\", count: 5");
        assert!(Army::read("mine.ron", &good).is_ok());
        let none = told(&army("profile: \"warrior\", count: 0"));
        assert!(none.starts_with("mine.ron:3:") && none.contains("without models"), "{none}");
        let many = told(&army("profile: \"warrior\", count: 4000000000"));
        assert!(many.contains("200 is the limit"), "{many}");
        let sided = told(&army("side: \"Red\", profile: \"warrior\", count: 5"));
        assert!(sided.contains("name no side"), "{sided}");
        assert!(told("(army: \"Mine\", units: [])").contains("0 units"));
        assert!(told(&good.replace("Mine", "")).contains("a name is empty"));
        assert!(told(&good.replace("count", "cuont")).contains("cuont"));
    }

    /// Whoever takes the place of a side takes what it fights for too.
    #[test]
    fn an_army_may_take_the_place_of_a_level_s_own() {
        let text = r#"(name: "B", table: (width: 48, depth: 48),
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    objectives: [Hold(side: "Red", at: (24, 24))],
    harder: (side: "Red", because: "the point is nearer to Blue"),
    units: [
        (side: "Red", profile: "warrior", count: 5, place: At(12, 8, 90)),
        (side: "Blue", profile: "warrior", count: 5, place: At(24, 40, 270)),
    ])"#;
        let mut level = Level::read("b.ron", text).unwrap();
        assert!(level.harder.is_some());
        let army = find("river_watch", None).unwrap().unwrap();
        level.replace_army("Red", &army).unwrap();
        assert_eq!(level.sides[0].name, "The River Watch");
        assert_eq!(level.harder, None, "that was about the level's own army");
        assert_eq!(level.objectives[0].side(), Some("The River Watch"));
        assert!(level.units.iter().all(|unit| unit.profile != "warrior" || unit.side == "Blue"));
        assert_eq!(level.deployment, crate::battle::level::Deployment::ByHand);
        // The same army once more can't have the same name.
        level.replace_army("Blue", &army).unwrap();
        assert_eq!(level.sides[1].name, "Blue");
        assert!(level.replace_army("Green", &army).unwrap_err()[0].to_string().contains("Blue"));
    }
}
