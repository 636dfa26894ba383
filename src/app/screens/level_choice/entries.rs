//! The levels there are, read one a frame and kept. Those for beginners come first, and of these the small
//! ones: whoever goes down the list learns one thing after another.

use std::{path::Path, sync::Arc};

use crate::{
    app::{
        pictures::Contents,
        seat::{Data, Game, Level},
    },
    battle::{DataError, Showing, level::Skill, levels, playable::showing::Army},
};

/// A level by its id.
pub(super) struct Entry {
    pub(super) id: String,
    found: Found,
}

/// What is known of a level.
enum Found {
    /// Nothing yet.
    NotRead,
    /// Why it can't be played.
    Broken(Vec<DataError>),
    /// All of it.
    Read(Box<Read>),
}

/// A level that was read.
pub(super) struct Read {
    pub(super) level: Level,
    pub(super) armies: Vec<Army>,
    /// The table before the battle.
    pub(super) contents: Arc<Contents>,
}

impl Entry {
    fn new(id: String) -> Self {
        Self { id, found: Found::NotRead }
    }

    /// What it is called: its id until it was read.
    pub(super) fn name(&self) -> &str {
        self.read().map_or(&self.id, |read| &read.level.name)
    }

    /// The level, once it was read and if it can be played.
    pub(super) fn read(&self) -> Option<&Read> {
        match &self.found {
            Found::Read(read) => Some(read),
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

    fn is_open(&self) -> bool {
        matches!(self.found, Found::NotRead)
    }

    /// What decides its place in the list: that of the level; then what isn't read yet, and last what is
    /// broken.
    fn place(&self) -> (u8, Option<(Skill, u64)>, &str) {
        let (rank, place) = match &self.found {
            Found::Read(read) => (0, Some(read.level.place_in_list())),
            Found::NotRead => (1, None),
            Found::Broken(_) => (2, None),
        };
        (rank, place, &self.id)
    }
}

/// All levels, those to begin with first.
#[derive(Default)]
pub(super) struct Entries(Vec<Entry>);

impl Entries {
    /// Looks which levels there are. Those that come with the game stay as they were read; a data
    /// directory's may have been changed since.
    pub(super) fn look(&mut self, data: Option<&Path>) {
        if self.0.is_empty() || data.is_some() {
            self.0 = levels::ids(data).into_iter().map(Entry::new).collect();
        }
    }

    /// Reads one level, that with an id before others; false if all were read.
    pub(super) fn read_next(&mut self, first: &str, directory: Option<&Path>, data: &Data) -> bool {
        let first = self.0.iter().position(|entry| entry.id == first && entry.is_open());
        let open = first.or_else(|| self.0.iter().position(Entry::is_open));
        let Some(entry) = open.and_then(|place| self.0.get_mut(place)) else { return false };
        entry.found = match levels::find(&entry.id, directory) {
            Ok(level) => {
                let armies = Game::armies(data, &level);
                let contents = Arc::new(Contents::of_level(&level, data));
                Found::Read(Box::new(Read { level, armies, contents }))
            }
            Err(errors) => Found::Broken(errors),
        };
        self.0.sort_by(|one, other| one.place().cmp(&other.place()));
        true
    }

    /// Whether all were read.
    pub(super) fn are_read(&self) -> bool {
        !self.0.iter().any(Entry::is_open)
    }

    /// All that is wrong with them.
    pub(super) fn errors(&self) -> Vec<&DataError> {
        self.0.iter().filter_map(Entry::errors).flatten().collect()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The one with an id.
    pub(super) fn get(&self, id: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.id == id)
    }

    /// The one to begin with for whoever plays for the first time: the first in the list that comes
    /// with the game. Nobody knows before all were read.
    pub(super) fn first(&self) -> Option<&Entry> {
        let own = levels::ids(None);
        let mut known = self.0.iter().filter(|entry| entry.read().is_some());
        known.find(|entry| own.contains(&entry.id)).filter(|_| self.are_read())
    }

    /// All of them in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_level_is_read_at_a_time_and_none_twice() {
        let (data, _) = Game::load_data(None);
        let mut entries = Entries::default();
        entries.look(None);
        let all = entries.0.len();
        assert!(all >= 3);
        let read = |entries: &Entries| entries.iter().filter(|e| e.read().is_some()).count();
        assert_eq!(read(&entries), 0, "looking reads none");
        let picked = "pitched-battle";
        assert!(entries.read_next(picked, None, &data));
        assert!(entries.get(picked).is_some_and(|entry| entry.read().is_some()), "before others");
        for done in 1..all {
            assert_eq!(read(&entries), done);
            assert!(!entries.are_read());
            assert!(entries.first().is_none(), "a smaller one may come yet");
            assert!(entries.read_next(picked, None, &data));
        }
        assert!(entries.are_read() && entries.errors().is_empty());
        assert!(!entries.read_next(picked, None, &data));
        entries.look(None);
        assert!(entries.are_read(), "they are kept");
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids[..3], ["duel-at-the-wall", "escort", "first-clash"], "for beginners");
        let place = |id: &str| ids.iter().position(|&one| one == id);
        assert!(place("infiltration") < place("plain"), "from small to large: {ids:?}");
        assert!(place("plain") < place("lamp-and-ember"), "magic after the basics: {ids:?}");
        assert_eq!(entries.first().map(|entry| entry.id.as_str()), Some("duel-at-the-wall"));
    }
}
