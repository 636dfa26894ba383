//! The battles that were kept: what each of them is, read one a frame and without playing it again.

use std::{sync::Arc, time::Duration};

use bevy::prelude::World;

use crate::{
    app::{
        pictures::Contents,
        seat::{Data, Game},
        settings, storage,
    },
    battle::{BattleWorld, DataError, RuleSystem, Showing, opening, playable::count, save::Save},
};

/// A battle that was kept.
pub(super) struct Kept {
    /// The name it is kept under.
    pub(super) name: String,
    /// How long ago that was, if it is known.
    age: Option<Duration>,
    found: Found,
}

/// What is known of it.
enum Found {
    /// Nothing yet.
    NotRead,
    /// Why it can't be played.
    Broken(Vec<DataError>),
    /// What it is.
    Read(Summary),
}

/// What a kept battle is.
pub(super) struct Summary {
    /// What its level is called.
    pub(super) level: String,
    /// How far it has come.
    pub(super) stands: String,
    /// Who fights, by side.
    pub(super) sides: Vec<String>,
    /// The table as it was left.
    pub(super) contents: Arc<Contents>,
}

impl Kept {
    /// What it is, once it was read and if it can be played.
    pub(super) fn summary(&self) -> Option<&Summary> {
        match &self.found {
            Found::Read(summary) => Some(summary),
            Found::NotRead | Found::Broken(_) => None,
        }
    }

    /// What is wrong with it.
    pub(super) fn errors(&self) -> Option<&[DataError]> {
        match &self.found {
            Found::Broken(errors) => Some(errors),
            Found::NotRead | Found::Read(_) => None,
        }
    }

    /// When it was kept, in words; nothing where nobody knows.
    pub(super) fn when(&self) -> String {
        self.age.map_or_else(String::new, ago)
    }
}

/// All battles that were kept, the newest first.
#[derive(Default)]
pub(super) struct Shelf(Vec<Kept>);

impl Shelf {
    /// Looks what there is now.
    pub(super) fn look() -> Self {
        let kept = names().into_iter().map(|name| Kept {
            age: storage::age(&name),
            found: Found::NotRead,
            name,
        });
        let mut shelf = Self(kept.collect());
        shelf.sort();
        shelf
    }

    /// The newest first, and last what nobody knows the time of.
    fn sort(&mut self) {
        self.0.sort_by(|one, other| {
            let key = |kept: &Kept| kept.age.unwrap_or(Duration::MAX);
            key(one).cmp(&key(other)).then_with(|| one.name.cmp(&other.name))
        });
    }

    /// Reads the next one; false if all were read.
    pub(super) fn read_next(&mut self, data: &Data) -> bool {
        let mut open = self.0.iter_mut().filter(|kept| matches!(kept.found, Found::NotRead));
        let Some(kept) = open.next() else { return false };
        let text = storage::read(&kept.name)
            .map_err(|error| vec![DataError::new(&kept.name, error.to_string())]);
        kept.found = match text.and_then(|text| summary(&kept.name, &text, data)) {
            Ok(summary) => Found::Read(summary),
            Err(errors) => Found::Broken(errors),
        };
        true
    }

    /// One was thrown away.
    pub(super) fn take_out(&mut self, name: &str) {
        self.0.retain(|kept| kept.name != name);
    }

    /// One has another name now.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        if let Some(kept) = self.0.iter_mut().find(|kept| kept.name == from) {
            to.clone_into(&mut kept.name);
        }
    }

    /// Whether all were read.
    pub(super) fn is_read(&self) -> bool {
        !self.0.iter().any(|kept| matches!(kept.found, Found::NotRead))
    }

    /// All of them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Kept> {
        self.0.iter()
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The names of all battles that were kept.
pub(in crate::app::screens) fn names() -> Vec<String> {
    let mut names = storage::names(".ron");
    let settings = [settings::FILE.to_owned(), storage::name_aside(settings::FILE)];
    names.retain(|name| !settings.contains(name));
    names
}

/// Reads what a kept battle is.
fn summary(name: &str, text: &str, data: &Data) -> Result<Summary, Vec<DataError>> {
    let save = Box::new(Save::<Game>::read(name, text)?);
    let (level, orders) = (save.level.name.clone(), save.count());
    let mut world = World::new();
    world.insert_resource(data.clone());
    let is_there = opening::lay_out(&mut world, save)?;
    let stands = match Game::outcome(&world) {
        _ if !is_there => format!("After {}", count(orders, "order")),
        None => Game::clock(&world).time,
        Some(outcome) => {
            let turns = count(world.frame().turn as usize, "turn");
            match outcome.winner {
                Some(side) => {
                    let winner = world.side_within(side);
                    format!("Won by {winner} after {turns}")
                }
                None => format!("A draw after {turns}"),
            }
        }
    };
    let sides = world.roster().sides().map(|side| world.side_name(side).to_owned());
    let contents = Arc::new(Contents::of_battle(&world));
    Ok(Summary { level, stands, sides: sides.collect(), contents })
}

/// So long ago, in words.
fn ago(age: Duration) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let (number, what) = match age.as_secs() {
        ..MINUTE => return "just now".to_owned(),
        seconds @ MINUTE..HOUR => (seconds / MINUTE, "minute"),
        seconds @ HOUR..DAY => (seconds / HOUR, "hour"),
        seconds if seconds < 60 * DAY => (seconds / DAY, "day"),
        seconds if seconds < 730 * DAY => (seconds / (30 * DAY), "month"),
        seconds => (seconds / (365 * DAY), "year"),
    };
    format!("{} ago", count(number as usize, what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, levels, save::SAVE_VERSION},
        lab::{Bout, play},
    };

    /// A battle after half of its orders, as it is kept; how many these are, and how many models stand
    /// there then.
    fn kept() -> (String, usize, usize) {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let mut save = play(Bout::<Game>::random(&level, 5)).unwrap().save;
        let orders = save.orders.len() / 2;
        save.orders.truncate(orders);
        save.position = None;
        let battle = Battle::load(&save).unwrap();
        let standing = Contents::of_battle(&battle.world).standing();
        (battle.save().write_compact().unwrap(), orders, standing)
    }

    #[test]
    fn a_battle_is_known_without_playing_it_again() {
        let (data, _) = Game::load_data(None);
        let (text, orders, standing) = kept();
        let whole = summary("a.ron", &text, &data).unwrap();
        assert_eq!(whole.level, "Duel at the Wall");
        assert!(whole.stands.starts_with("Turn "), "{}", whole.stands);
        assert_eq!(whole.sides.len(), 2);
        assert_eq!(whole.contents.standing(), standing, "where they stand now, not at the start");
        // Its orders are never looked at: these are no longer legal.
        let mut save = Save::<Game>::read("a.ron", &text).unwrap();
        save.orders.reverse();
        let same = summary("a.ron", &save.write_compact().unwrap(), &data).unwrap();
        assert_eq!((&same.stands, &same.contents), (&whole.stands, &whole.contents));
        // A save of the first format doesn't say where it stands.
        save.position = None;
        let old = summary("a.ron", &save.write_compact().unwrap(), &data).unwrap();
        assert_eq!(old.stands, format!("After {orders} orders"));
        assert_eq!(old.level, whole.level);
    }

    #[test]
    fn a_battle_that_is_over_says_who_won() {
        let (data, _) = Game::load_data(None);
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let save = play(Bout::<Game>::random(&level, 5)).unwrap().save;
        let done = summary("a.ron", &save.write_compact().unwrap(), &data).unwrap();
        assert!(done.stands.contains(" after "), "{}", done.stands);
    }

    #[test]
    fn what_is_broken_says_what_is_wrong() {
        let (data, _) = Game::load_data(None);
        let (text, ..) = kept();
        let half = &text[..text.len() / 2];
        let version = format!("version:{SAVE_VERSION}");
        assert!(text.contains(&version));
        for (broken, said) in [
            (half.to_owned(), "a.ron"),
            ("(broken".to_owned(), "a.ron"),
            (text.replacen(&version, "version:99", 1), "version 99"),
            (text.replace("men_at_arms", "men_at_rest"), "men_at_rest"),
        ] {
            let errors = summary("a.ron", &broken, &data).err().unwrap_or_default();
            let told = errors.iter().map(ToString::to_string).collect::<String>();
            assert!(told.contains(said), "{said}: {told}");
        }
    }

    #[test]
    fn the_newest_comes_first_and_what_has_no_time_last() {
        let aged = |name: &str, age: Option<u64>| Kept {
            name: name.to_owned(),
            age: age.map(Duration::from_secs),
            found: Found::NotRead,
        };
        let mut shelf = Shelf(vec![
            aged("old", Some(9000)),
            aged("nobody knows", None),
            aged("b", Some(3)),
            aged("a", Some(3)),
        ]);
        shelf.sort();
        let order: Vec<&str> = shelf.iter().map(|kept| kept.name.as_str()).collect();
        assert_eq!(order, ["a", "b", "old", "nobody knows"]);
    }

    #[test]
    fn times_are_told_as_people_tell_them() {
        let hour = 3600;
        for (seconds, told) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (hour - 1, "59 minutes ago"),
            (hour, "1 hour ago"),
            (24 * hour, "1 day ago"),
            (59 * 24 * hour, "59 days ago"),
            (70 * 24 * hour, "2 months ago"),
            (800 * 24 * hour, "2 years ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), told);
        }
    }
}
