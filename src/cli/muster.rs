//! Armies that fight in the place of a level's own: `--army SIDE=ARMY`.

use std::path::Path;

use ironrank::{
    battle::data::{no_such_name, no_such_name_or_file},
    no_quarter::{
        army_files,
        level::{Army, Level},
    },
};

use super::{
    Failure, Outcome, input,
    output::{complain, complain_all, misused},
};

/// Puts armies into a level, each given as "SIDE=ARMY".
pub(super) fn replace(level: &mut Level, given: &[String], data: Option<&Path>) -> Outcome {
    for one in given {
        let Some((side, name)) = one.split_once('=') else {
            let problem = "SIDE=ARMY was expected, such as \"The Living=river_watch\"";
            return Err(misused(format_args!("--army {one}: {problem}")));
        };
        let known = level.sides.iter().map(|side| side.name.as_str());
        if !known.clone().any(|known| known == side) {
            return Err(misused(format_args!("--army: {}", no_such_name("side", side, known))));
        }
        let army = find(name, data)?;
        level.replace_army(side, &army).map_err(|errors| complain_all(&errors))?;
    }
    Ok(())
}

/// The army of a name, or of a file.
fn find(name: &str, data: Option<&Path>) -> Result<Army, Failure> {
    let path = Path::new(name);
    let is_file = name.ends_with(".ron") || input::is_standard_input(path) || path.is_file();
    let found = match army_files::find(name, data) {
        Some(found) => found,
        None if is_file => {
            let text = input::text(path).map_err(complain)?;
            Army::read(&input::shown(path), &text)
        }
        None => {
            let ids = army_files::ids(data);
            let unknown = no_such_name_or_file("army", name, ids.iter().map(String::as_str));
            return Err(misused(format_args!("--army: {unknown}")));
        }
    };
    found.map_err(|errors| complain_all(&errors))
}
