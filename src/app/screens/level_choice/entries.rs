//! The levels there are, read one a frame and kept.

use std::path::Path;

use crate::{
    app::seat::{Data, Game, Level},
    battle::{DataError, Showing, levels, playable::showing::Army},
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
}

/// All levels by their ids.
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

    /// Reads one level, the one at a place before others; false if all were read.
    pub(super) fn read_next(
        &mut self,
        first: usize,
        directory: Option<&Path>,
        data: &Data,
    ) -> bool {
        let first = self.0.get(first).filter(|entry| entry.is_open()).map(|_| first);
        let open = first.or_else(|| self.0.iter().position(Entry::is_open));
        let Some(entry) = open.and_then(|place| self.0.get_mut(place)) else { return false };
        entry.found = match levels::find(&entry.id, directory) {
            Ok(level) => {
                let armies = Game::armies(data, &level);
                Found::Read(Box::new(Read { level, armies }))
            }
            Err(errors) => Found::Broken(errors),
        };
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
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The one at a place.
    pub(super) fn get(&self, place: usize) -> Option<&Entry> {
        self.0.get(place)
    }

    /// The level with an id, once it was read.
    pub(super) fn level(&self, id: &str) -> Option<&Level> {
        let entry = self.0.iter().find(|entry| entry.id == id)?;
        entry.read().map(|read| &read.level)
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
        let all = entries.len();
        assert!(all >= 3);
        let read = |entries: &Entries| entries.iter().filter(|e| e.read().is_some()).count();
        assert_eq!(read(&entries), 0, "looking reads none");
        assert!(entries.read_next(2, None, &data));
        assert!(entries.get(2).is_some_and(|entry| entry.read().is_some()), "what is picked first");
        for done in 1..all {
            assert_eq!(read(&entries), done);
            assert!(!entries.are_read());
            assert!(entries.read_next(2, None, &data));
        }
        assert!(entries.are_read() && entries.errors().is_empty());
        assert!(!entries.read_next(2, None, &data));
        entries.look(None);
        assert!(entries.are_read(), "they are kept");
    }
}
