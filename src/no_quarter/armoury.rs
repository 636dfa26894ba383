//! The data of No Quarter: profiles, weapons, terrain kinds. Embedded, overridable by a directory.

mod check;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::Arc,
};

use bevy::prelude::Resource;
use include_dir::{Dir, include_dir};
use serde::de::DeserializeOwned;

use super::{
    codex::CodexEntry,
    points::{self, Price},
    profile::{Points, Profile, Weapon},
};
use crate::{
    battle::{
        DataError,
        data::{no_such_name, outline, read_ron},
        files::read_text,
    },
    table::{Ground, Inches, Opacity, Picture, template::Template},
};

/// A template that weapons lay on the table, or scenarios.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemplateKind {
    /// What rules call it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// Its shape.
    pub template: Template,
}

/// A kind of terrain, which levels name.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainKind {
    /// What levels call it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// How it is to walk on.
    #[serde(default)]
    pub ground: Ground,
    /// Whether it is a barrier.
    #[serde(default)]
    pub barrier: bool,
    /// How high models on it stand.
    #[serde(default)]
    pub elevation: Inches,
    /// How high it rises.
    #[serde(default)]
    pub height: Inches,
    /// What it does to sight.
    #[serde(default)]
    pub opacity: Opacity,
    /// As what it is drawn; if nothing is said, by what it does.
    #[serde(default)]
    pub picture: Option<Picture>,
}

/// All profiles, weapons, terrain kinds and what else data files hold, by id.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Armoury {
    /// Profiles by id.
    pub profiles: BTreeMap<String, Arc<Profile>>,
    /// Weapons by id.
    pub weapons: BTreeMap<String, Arc<Weapon>>,
    /// Terrain kinds by id.
    pub terrain: BTreeMap<String, TerrainKind>,
    /// Templates by id.
    pub templates: BTreeMap<String, TemplateKind>,
    /// What terms of the panels mean, by term.
    pub codex: BTreeMap<String, CodexEntry>,
    /// What abilities cost, by the ability as files write it.
    pub prices: BTreeMap<String, Price>,
}

/// The data files that come with the game.
static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/no_quarter");

impl Armoury {
    /// What is embedded in the game.
    ///
    /// # Errors
    /// What is wrong with the embedded files; a test sees to it that nothing is.
    pub fn embedded() -> Result<Self, Vec<DataError>> {
        let mut armoury = Self::default();
        let mut errors = Vec::new();
        let is_ron = |path: &Path| path.extension().is_some_and(|extension| extension == "ron");
        // Armies are in a folder of their own.
        for file in EMBEDDED.files().filter(|file| is_ron(file.path())) {
            let name = file.path().to_string_lossy();
            match file.contents_utf8() {
                Some(text) => errors.extend(armoury.lay_over(&name, text)),
                None => errors.push(DataError::new(name, "isn't text")),
            }
        }
        armoury.work_out_points();
        let dangling = armoury.dangling("the embedded data");
        errors.extend(dangling.into_iter().map(|(error, _)| error));
        if errors.is_empty() { Ok(armoury) } else { Err(errors) }
    }

    /// The embedded data with the files of a directory laid over it: the same ids are replaced.
    /// Broken files are left out; what is wrong with them comes back beside the armoury.
    pub fn load(directory: Option<&Path>) -> (Self, Vec<DataError>) {
        let (mut armoury, mut errors) = match Self::embedded() {
            Ok(armoury) => (armoury, Vec::new()),
            Err(errors) => (Self::default(), errors),
        };
        let Some(directory) = directory else { return (armoury, errors) };
        let shown = directory.display().to_string();
        let mut files = Vec::new();
        match fs::read_dir(directory.join("no_quarter")).or_else(|_| fs::read_dir(directory)) {
            Ok(entries) => files.extend(entries.flatten().map(|entry| entry.path())),
            Err(error) => errors.push(DataError::new(&shown, error.to_string())),
        }
        files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
        files.sort();
        let mut texts = Vec::new();
        for path in files {
            match read_text(&path) {
                Ok(text) => texts.push((path.display().to_string(), text)),
                Err(error) => errors.push(error),
            }
        }
        // Weapons first: profiles name them.
        texts.sort_by_key(|(_, text)| Kind::of(text) != Kind::Weapons);
        for (name, text) in texts {
            let before = armoury.clone();
            let wrong = armoury.lay_over_whole(&name, &text);
            if !wrong.is_empty() {
                armoury = before;
            }
            errors.extend(wrong);
        }
        (armoury, errors)
    }

    /// Reads one file of weapons, terrain kinds, templates, profiles, prices or the codex over what is
    /// there.
    fn lay_over(&mut self, file: &str, text: &str) -> Vec<DataError> {
        match Kind::of(text) {
            Kind::Weapons => {
                let key = |w: &Weapon| (w.id.clone(), check::weapon(w));
                lay(file, text, &mut self.weapons, key, Arc::new)
            }
            Kind::Codex => {
                let key = |entry: &CodexEntry| (entry.term.clone(), check::codex(entry));
                lay(file, text, &mut self.codex, key, |entry| entry)
            }
            Kind::Templates => {
                let key = |t: &TemplateKind| (t.id.clone(), check::template(t));
                lay(file, text, &mut self.templates, key, |template| template)
            }
            Kind::Terrain => {
                let key = |t: &TerrainKind| (t.id.clone(), check::terrain(t));
                lay(file, text, &mut self.terrain, key, |terrain| terrain)
            }
            Kind::Profiles => {
                let key = |p: &Profile| (p.id.clone(), check::profile(p));
                lay(file, text, &mut self.profiles, key, Arc::new)
            }
            Kind::Prices => {
                let key = |p: &Price| (points::written(p.ability), check::price(p));
                let errors = lay(file, text, &mut self.prices, key, |price| price);
                let found = |error: DataError| match error.field.clone() {
                    Some(ability) => error.near(text, &format!("ability: {ability}")),
                    None => error,
                };
                errors.into_iter().map(found).collect()
            }
        }
    }

    /// Checks the text of a data file as if it were laid over this armoury.
    pub fn check_file(&self, file: &str, text: &str) -> Vec<DataError> {
        self.clone().lay_over_whole(file, text)
    }

    /// The profiles of a data file, as they are with the weapons of this armoury.
    ///
    /// # Errors
    /// All that is wrong with the file.
    pub fn profiles_in(&self, file: &str, text: &str) -> Result<Vec<Arc<Profile>>, Vec<DataError>> {
        let mut alone = Self { profiles: BTreeMap::new(), ..self.clone() };
        let errors = alone.lay_over_whole(file, text);
        if errors.is_empty() { Ok(alone.profiles.into_values().collect()) } else { Err(errors) }
    }

    /// Lays a file over what is there; then nothing may be missing.
    fn lay_over_whole(&mut self, file: &str, text: &str) -> Vec<DataError> {
        let mut errors = self.lay_over(file, text);
        self.work_out_points();
        errors.extend(self.dangling(file).into_iter().map(|(error, needle)| {
            let owner = format!("\"{}\"", error.field.as_deref().unwrap_or_default());
            error.near_behind(text, &owner, &format!("\"{needle}\""))
        }));
        errors
    }

    /// Works the points of those profiles out that leave them to the game; a weapon may have become
    /// dearer since.
    fn work_out_points(&mut self) {
        let left_out = |profile: &&Arc<Profile>| matches!(profile.points, Points::WorkedOut(_));
        let worked_out: Vec<Profile> = self
            .profiles
            .values()
            .filter(left_out)
            .map(|profile| {
                let worked_out = points::account_of(profile, self).points();
                let points = Points::WorkedOut(u32::try_from(worked_out).unwrap_or(0));
                Profile { points, ..Profile::clone(profile) }
            })
            .collect();
        for profile in worked_out {
            self.profiles.insert(profile.id.clone(), Arc::new(profile));
        }
    }

    /// What entries lack together: weapons that profiles or other weapons name and that aren't there,
    /// shapes of teardrops; models that would bear too many arms; and sworn enemies whom nobody is. Each with the name to look for.
    fn dangling(&self, file: &str) -> Vec<(DataError, String)> {
        let missing = |owner: &str, id: &String| {
            (!self.weapons.contains_key(id)).then(|| {
                let known = self.weapons.keys().map(String::as_str);
                let problem = no_such_name("weapon", id, known);
                (DataError::new(file, problem).field(owner), id.clone())
            })
        };
        let of_profiles = self.profiles.values().flat_map(|p| {
            let parts = p.parts.iter().flat_map(|part| &part.weapons);
            p.weapons.iter().chain(parts).filter_map(|id| missing(&p.id, id))
        });
        let of_weapons = self.weapons.values().filter_map(|w| missing(&w.id, w.with.as_ref()?));
        let wrong = |owner: &str, problem: Option<String>| {
            problem.map(|problem| (DataError::new(file, problem).field(owner), owner.to_owned()))
        };
        let arms = self.profiles.values().filter_map(|p| wrong(&p.id, check::arms(self, p)));
        let oaths = self.profiles.values().filter_map(|p| wrong(&p.id, check::oath(self, p)));
        let shapes = self.weapons.values().filter_map(|w| wrong(&w.id, check::shape(self, w)));
        of_profiles.chain(of_weapons).chain(arms).chain(oaths).chain(shapes).collect()
    }
}

/// What the entries of a data file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Weapons,
    Codex,
    Templates,
    Terrain,
    Profiles,
    Prices,
}

impl Kind {
    /// Files say what they are by a field that their entries must have, and no others.
    fn of(text: &str) -> Self {
        let kind = |field: &str| match field {
            "use_cost" => Some(Self::Weapons),
            "term" => Some(Self::Codex),
            "template" => Some(Self::Templates),
            "toughness" => Some(Self::Profiles),
            "ability" => Some(Self::Prices),
            _ => None,
        };
        outline::fields(text, 2).find_map(kind).unwrap_or(Self::Terrain)
    }
}

/// Reads a list and enters it by id; an error for each entry that is wrong.
fn lay<T: DeserializeOwned, V>(
    file: &str,
    text: &str,
    into: &mut BTreeMap<String, V>,
    key: impl Fn(&T) -> (String, Option<String>),
    make: impl Fn(T) -> V,
) -> Vec<DataError> {
    let list: Vec<T> = match read_ron(file, text) {
        Ok(list) => list,
        Err(error) => return vec![error],
    };
    let mut errors = Vec::new();
    let mut seen = BTreeSet::new();
    for entry in list {
        let (id, mut problem) = key(&entry);
        if id.is_empty() {
            problem = Some("an entry without an id".to_owned());
        } else if !seen.insert(id.clone()) {
            problem = Some("this id is in the file twice".to_owned());
        }
        match problem {
            Some(problem) => {
                let error = DataError::new(file, problem).field(&id);
                errors.push(error.near(text, &format!("\"{id}\"")));
            }
            None => {
                into.insert(id, make(entry));
            }
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::profile::WeaponStrength;

    #[test]
    fn the_embedded_data_is_whole() {
        let armoury = Armoury::embedded().unwrap_or_else(|errors| panic!("{errors:?}"));
        assert!(armoury.profiles.len() >= 16 && armoury.terrain.len() >= 12);
        let armed = armoury.weapons.values().filter(|weapon| weapon.is_shot()).count();
        assert_eq!(armed, 18, "thirteen ranged weapons, the dearer crossbow, four that are served");
    }

    #[test]
    fn wpn_support_every_line() {
        let armoury = Armoury::embedded().unwrap();
        let of = |id: &str| {
            let weapon = &armoury.weapons[id];
            let WeaponStrength::Fixed(strength) = weapon.strength else { panic!("{id}") };
            let bands: Vec<(f32, i32)> = weapon.bands.iter().map(|b| (b.0.0, b.1)).collect();
            (weapon.use_cost, strength, weapon.penetration, weapon.points.unwrap(), bands)
        };
        let bands = |close: f32, first: i32| {
            vec![(close, first), (close * 2.0, 1 - first), (close * 3.0, -first)]
        };
        assert_eq!(of("bolt_thrower"), (7, 7, 1, 19, bands(15.0, 1)));
        assert_eq!(of("repeating_bolt_thrower"), (6, 6, 1, 17, bands(12.0, 1)));
        assert_eq!(of("catapult"), (7, 7, 0, 27, bands(12.0, 1)));
        assert_eq!(of("trebuchet"), (8, 8, 2, 52, bands(20.0, 0)));
        assert_eq!(of("cannon"), (7, 7, 2, 28, bands(15.0, 1)));
        assert_eq!(of("mortar"), (6, 6, 0, 31, bands(15.0, 1)));
        assert_eq!(of("organ_gun"), (6, 6, 1, 18, bands(8.0, 1)));
        assert_eq!(of("skull_catapult"), (7, 7, 0, 29, bands(12.0, 1)));
        assert_eq!(of("volley_gun"), (7, 7, 1, 29, bands(10.0, 1)));
        for profile in armoury.profiles.values().filter(|profile| profile.chassis) {
            let chassis = (profile.toughness, profile.wounds, profile.armour);
            assert_eq!(chassis, (7, 3, 5), "{}", profile.id);
            let weapons = profile.weapons.iter().map(|id| armoury.weapons[id].points.unwrap());
            assert_eq!(profile.points.value() as i32, weapons.sum::<i32>(), "{}", profile.id);
        }
    }

    #[test]
    fn eq_grenades_points_by_strength_and_blast() {
        let armoury = Armoury::embedded().unwrap();
        let sizes = ["0.5", "1", "1.5", "2", "2.5", "3"];
        let table = [
            (3, [1, 2, 3, 5, 7, 11]),
            (4, [2, 3, 4, 6, 8, 12]),
            (5, [4, 5, 6, 8, 10, 14]),
            (6, [6, 7, 8, 10, 12, 16]),
        ];
        for (strength, row) in table {
            for (size, points) in sizes.iter().zip(row) {
                let plain = &armoury.weapons[&format!("grenade_{strength}_{size}")];
                let felling = &armoury.weapons[&format!("felling_grenade_{strength}_{size}")];
                let stated = (plain.points.unwrap(), felling.points.unwrap());
                assert_eq!(stated, (points, points + 2), "{}", plain.id);
                assert_eq!(i32::from(plain.use_cost), strength);
            }
        }
    }

    #[test]
    fn the_book_s_armour_comes_out() {
        let armoury = Armoury::embedded().unwrap();
        let armour = |id: &str| armoury.profiles[id].full_armour();
        assert_eq!([armour("men_at_arms"), armour("orc_bruiser"), armour("ogre")], [3, 2, 4]);
    }

    #[test]
    fn the_sheet_s_rocks_and_oil_are_there() {
        let armoury = Armoury::embedded().unwrap();
        let three = Inches(3.0);
        for what in ["rocks", "oil"] {
            let shape = |how: &str| armoury.templates[&format!("{what}_{how}")].template;
            assert_eq!(shape("round"), Template::Blast { diameter: three });
            assert_eq!(shape("half"), Template::HalfBlast { diameter: three });
        }
    }

    /// A profile that leaves its points out costs what the tables give; one that states them keeps them.
    #[test]
    fn points_that_are_left_out_are_worked_out() {
        let entry = |points: &str| {
            format!(
                r#"[(id: "imp", name: "Imp", actions: 8, ranged_attack: 3, close_combat: 3, strength: 3,
                toughness: 3, wounds: 1, command: 4, base: Round(25), weapons: ["pike"]{points})]"#
            )
        };
        let pike = |points: i32| {
            format!(
                r#"[(id: "pike", name: "P", use_cost: 4, strength: Bonus(1), points: {points})]"#
            )
        };
        let mut armoury = Armoury::embedded().unwrap();
        assert_eq!(armoury.lay_over_whole("pike.ron", &pike(7)), []);
        assert_eq!(armoury.lay_over_whole("imp.ron", &entry("")), []);
        assert_eq!(armoury.profiles["imp"].points, Points::WorkedOut(9 + 7));
        assert_eq!(armoury.lay_over_whole("pike.ron", &pike(2)), []);
        assert_eq!(armoury.profiles["imp"].points, Points::WorkedOut(9 + 2));
        let own = armoury.profiles_in("imp.ron", &entry(", points: 50")).unwrap();
        assert_eq!((own.len(), own[0].points), (1, Points::Stated(50)));
    }

    /// A file may change what abilities cost; profiles that leave their points out follow it.
    #[test]
    fn prices_are_laid_over_and_what_is_wrong_with_them_is_told() {
        let mut armoury = Armoury::embedded().unwrap();
        let imp = r#"[(id: "imp", name: "Imp", actions: 8, ranged_attack: 3, close_combat: 3, strength: 3,
            toughness: 3, wounds: 1, command: 4, base: Round(25), abilities: [Dodge])]"#;
        assert_eq!(armoury.lay_over_whole("imp.ron", imp), []);
        assert_eq!(armoury.profiles["imp"].points, Points::WorkedOut(9 + 3));
        let dear =
            "[(ability: Dodge, kind: Ability, points: 30, only: [Strength(4), With(Parry)])]";
        assert_eq!(armoury.lay_over_whole("dear.ron", dear), []);
        assert_eq!(armoury.profiles["imp"].points, Points::WorkedOut(9 + 30));
        let row = |row: &str| {
            let text =
                format!("[\n    (ability: Taunt, kind: Ability, points: 3),\n    ({row}),\n]");
            let errors = armoury.check_file("prices.ron", &text);
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        let wrong = [
            ("ability: Doge, kind: Ability, points: 3", "Dodge"),
            ("ability: Dodge, kind: Gift, points: 3", "Mutation"),
            ("ability: Dodge, kind: Ability, points: 2000", "points is 2000; -100 to 1000"),
            ("ability: Dodge, kind: Ability, points: 9999999999", "prices.ron:3"),
            ("ability: Dodge, kind: Ability, points: 3, only: [Tall]", "Large"),
            ("ability: Dodge, kind: Ability", "points"),
            ("ability: ExtraAttack(9), kind: Ability, points: 3", "ExtraAttack is 9; 2 to 4"),
            ("ability: ExtraAttack, kind: Ability, points: 3", "prices.ron:3"),
            ("ability: Wizard(2), kind: Trait, points: 3", "prices of their own"),
            ("ability: Taunt, kind: Ability, points: 3", "twice"),
        ];
        for (text, told) in wrong {
            let found = row(text);
            assert!(found.contains(told) && found.contains("prices.ron:"), "{text}: {found}");
        }
        assert_eq!(row("ability: Dodge, kind: Ability, points: -3"), "");
    }

    #[test]
    fn wrong_entries_are_named() {
        let wrong = r#"[(id: "a", name: "A", actions: 99, ranged_attack: 1, close_combat: 1,
            strength: 1, toughness: 1, wounds: 1, command: 1, base: Round(25), points: 1),
            (id: "b", name: "B", actions: 9, ranged_attack: 1, close_combat: 1, strength: 1,
            toughness: 1, wounds: 1, command: 1, base: Round(25), points: 1, weapons: ["spoon"])]"#;
        let errors = Armoury::embedded().unwrap().check_file("mine.ron", wrong);
        let text: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(text.len(), 2, "{text:?}");
        assert!(
            text[0].starts_with("mine.ron:1:") && text[0].contains("actions is 99"),
            "{text:?}"
        );
        assert!(text[1].starts_with("mine.ron:4:") && text[1].contains("spoon"), "{text:?}");
    }
}
