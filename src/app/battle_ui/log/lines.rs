//! What the log tells: a line for every event that has been shown, one for all those that belong
//! together, and which of them are wanted: by turn, by unit or by rolls.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::heights::Heights;
use crate::{
    app::{animation::Playback, battle_ui::draft::BattleCount, seat::Game},
    battle::{
        Log, Telling, UnitId,
        playable::telling::{Milestone, Passage, Told, Weight},
    },
};

/// One line of the log; it has the place of its event.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// What it tells.
    pub(super) told: Told,
    /// The turn it belongs to; 0 before the first.
    pub(super) turn: u32,
}

/// A row as it is shown, by the place of its event, or of the first of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// One event.
    Line(usize),
    /// All events of a passage.
    Passage(usize),
}

impl Row {
    /// A number that no other row has.
    pub(super) fn number(self) -> usize {
        match self {
            Self::Line(place) => 2 * place,
            Self::Passage(place) => 2 * place + 1,
        }
    }
}

/// Which units' lines are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum About {
    #[default]
    All,
    Selected,
    Unit(UnitId),
}

/// Which lines are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    pub(super) turn: Option<u32>,
    pub(super) about: About,
    pub(super) only_rolls: bool,
    /// Whether each event has its own line.
    pub(super) details: bool,
}

impl Filter {
    fn lets_through(&self, told: &Told, turn: u32, selected: Option<UnitId>) -> bool {
        let unit = match self.about {
            About::All => None,
            About::Selected => selected,
            About::Unit(unit) => Some(unit),
        };
        let header = told.weight == Weight::Header;
        self.turn.is_none_or(|wanted| wanted == turn)
            && (header || !self.only_rolls || told.rolled)
            && (self.details || !told.detail)
            && (header || unit.is_none_or(|unit| told.units.contains(&unit)))
    }
}

/// The lines so far, and what is shown of them.
#[derive(Resource, Clone, Debug, Default)]
pub struct LogLines {
    battle: usize,
    pub(super) lines: Vec<Line>,
    /// Those that are told in one line, by the place of their first event.
    passages: BTreeMap<usize, Passage>,
    /// Passages that show their lines too.
    open: BTreeSet<usize>,
    /// Events with which reasons are told, by their places.
    reasons: BTreeSet<usize>,
    pub(super) filter: Filter,
    /// Earlier lines that are shown beyond the usual.
    pub(super) earlier: usize,
    /// How many lines there were when the panel was last shown.
    pub(super) shown: usize,
    pub(super) heights: Heights,
    /// The row under the pointer.
    pub(super) pointed: Option<Row>,
    /// The line that was clicked.
    pub(super) kept: Option<usize>,
}

impl LogLines {
    /// Shows no line on the table any more; false if none was kept.
    pub fn let_go(&mut self) -> bool {
        self.kept.take().is_some()
    }

    /// Whether nothing but rolls is told.
    #[cfg(test)]
    pub fn tells_rolls_alone(&self) -> bool {
        self.filter.only_rolls
    }

    /// What a row tells.
    pub(super) fn told(&self, row: Row) -> &Told {
        match row {
            Row::Line(place) => &self.lines[place].told,
            Row::Passage(place) => &self.passages[&place].told,
        }
    }

    /// The events that a row is about.
    pub(super) fn events(&self, row: Row) -> std::ops::Range<usize> {
        match row {
            Row::Line(place) => place..place + 1,
            Row::Passage(place) => {
                place..place + self.passages.get(&place).map_or(0, |passage| passage.events)
            }
        }
    }

    /// The units that are named by the row under the pointer and by the line that is kept.
    pub(super) fn pointed_units(&self) -> BTreeSet<UnitId> {
        let told = |row: Row| match row {
            Row::Line(place) => self.lines.get(place).map(|line| &line.told),
            Row::Passage(place) => self.passages.get(&place).map(|passage| &passage.told),
        };
        let rows = self.pointed.into_iter().chain(self.kept.map(Row::Line));
        rows.filter_map(told).flat_map(|told| told.units.iter().copied()).collect()
    }

    /// Whether a row shows its lines too; none for one that has no others.
    pub(super) fn is_open(&self, row: Row) -> Option<bool> {
        match row {
            Row::Line(_) => None,
            Row::Passage(place) => Some(self.open.contains(&place)),
        }
    }

    /// Whether a row is one of an open passage's lines.
    pub(super) fn is_within(&self, row: Row) -> bool {
        match row {
            Row::Line(place) => !self.filter.details && self.passage_around(place).is_some(),
            Row::Passage(_) => false,
        }
    }

    /// Shows the lines of a passage, or hides them again.
    pub(super) fn switch(&mut self, passage: usize) {
        if !self.open.remove(&passage) {
            self.open.insert(passage);
        }
    }

    /// Whether the reason is told why an order was given that began with an event.
    pub(super) fn explains(&self, place: usize) -> bool {
        self.reasons.contains(&place)
    }

    /// Tells the reason, or no more.
    pub(super) fn switch_reason(&mut self, place: usize) {
        if !self.reasons.remove(&place) {
            self.reasons.insert(place);
        }
    }

    /// The rows that the filter lets through.
    pub(super) fn rows(&self, selected: Option<UnitId>) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut place = 0;
        while place < self.lines.len() {
            place += self.add_rows(place, &self.filter, selected, &mut rows);
        }
        rows
    }

    /// The last rows, whatever the filter of the whole log; more if one of them is open.
    pub(super) fn last_rows(&self, count: usize) -> Vec<Row> {
        let all = Filter::default();
        let mut parts: Vec<Vec<Row>> = Vec::new();
        let (mut end, mut found) = (self.lines.len(), 0);
        while end > 0 && found < count {
            end = self.passage_around(end - 1).unwrap_or(end - 1);
            let mut rows = Vec::new();
            self.add_rows(end, &all, None, &mut rows);
            found += rows.len().min(1);
            parts.push(rows);
        }
        parts.into_iter().rev().flatten().collect()
    }

    /// Adds the rows of the passage or the line that begins at a place; how many events it has.
    fn add_rows(
        &self,
        place: usize,
        filter: &Filter,
        selected: Option<UnitId>,
        rows: &mut Vec<Row>,
    ) -> usize {
        let through = |&place: &usize| {
            let line = &self.lines[place];
            filter.lets_through(&line.told, line.turn, selected)
        };
        let Some(passage) = self.passages.get(&place).filter(|_| !filter.details) else {
            rows.extend(Some(place).filter(through).map(Row::Line));
            return 1;
        };
        if filter.lets_through(&passage.told, self.lines[place].turn, selected) {
            rows.push(Row::Passage(place));
            if self.open.contains(&place) {
                rows.extend((place..place + passage.events).filter(through).map(Row::Line));
            }
        }
        passage.events
    }

    /// Where the passage begins that an event belongs to.
    fn passage_around(&self, place: usize) -> Option<usize> {
        let (&first, passage) = self.passages.range(..=place).next_back()?;
        (place < first + passage.events).then_some(first)
    }

    /// Keeps the last line with a text shown on the table, and opens the passage that it is in.
    pub fn keep_last(&mut self, text: &str) {
        self.kept = self.lines.iter().rposition(|line| line.told.text.contains(text));
        self.open.extend(self.kept.and_then(|place| self.passage_around(place)));
    }

    /// Forgets what comes after so many events.
    fn truncate(&mut self, events: usize) {
        self.lines.truncate(events);
        self.passages.retain(|&first, passage| first + passage.events <= events);
        self.open.retain(|&first| first < events);
        self.reasons.retain(|&place| place < events);
        self.kept = None;
    }
}

/// Takes up events that have been shown since; forgets those that were undone.
pub fn update(world: &mut World) {
    let battle = world.resource::<BattleCount>().0;
    let shown = world.resource::<Playback>().cursor;
    let events = world.resource::<Log<Game>>().0.len();
    let upto = shown.min(events);
    let mut log = world.resource_mut::<LogLines>();
    if log.battle != battle {
        // Units and turns are those of another battle; the rest of the wishes stay.
        let filter = Filter { turn: None, about: About::All, ..log.filter };
        *log = LogLines { battle, filter, ..LogLines::default() };
    }
    if log.lines.len() > upto {
        log.truncate(upto);
    } else if log.lines.len() == upto {
        return;
    }
    // What happens now is looked at, not what was.
    log.kept = None;
    let from = log.lines.len();
    let mut turn = log.lines.last().map_or(0, |line| line.turn);
    let fresh: Vec<Line> = world.resource::<Log<Game>>().0[from..upto]
        .iter()
        .map(|event| {
            if let Some(Milestone::Turn(begun)) = Game::milestone(event) {
                turn = begun;
            }
            Line { turn, told: Game::told(world, event) }
        })
        .collect();
    world.resource_mut::<LogLines>().lines.extend(fresh);
    put_together(world, from, upto);
}

/// Finds the passages among the first so many events anew, as far back as one could have grown since
/// there were fewer.
fn put_together(world: &mut World, before: usize, upto: usize) {
    let events = &world.resource::<Log<Game>>().0[..upto];
    let opens = |event: &_| Game::milestone(event).is_some();
    let from = events[..before.min(upto)].iter().rposition(opens).unwrap_or(0);
    let mut found: BTreeMap<usize, Passage> = Game::stretches(world, &events[from..])
        .filter_map(|(places, passage)| Some((from + places.start, passage?)))
        .collect();
    let mut log = world.resource_mut::<LogLines>();
    log.passages.split_off(&from);
    log.passages.append(&mut found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::battle_ui::icons::Icon,
        battle::levels,
        lab::{Bout, Played, play},
    };

    #[test]
    fn lines_are_filtered_by_turn_unit_and_dice() {
        let told = Told {
            text: String::new(),
            by: None,
            units: vec![UnitId(2)],
            icon: "move",
            weight: Weight::Plain,
            detail: false,
            rolled: false,
        };
        let all = Filter::default();
        let goes = |filter: Filter, told: &Told, selected| filter.lets_through(told, 3, selected);
        assert!(goes(all, &told, None));
        assert!(!goes(Filter { turn: Some(2), ..all }, &told, None));
        assert!(goes(Filter { turn: Some(3), ..all }, &told, None));
        assert!(!goes(Filter { only_rolls: true, ..all }, &told, None));
        assert!(!goes(Filter { about: About::Unit(UnitId(1)), ..all }, &told, None));
        let selected = Filter { about: About::Selected, ..all };
        assert!(goes(selected, &told, Some(UnitId(2))));
        assert!(!goes(selected, &told, Some(UnitId(1))));
        assert!(goes(selected, &told, None));
        let detail = Told { detail: true, ..told.clone() };
        assert!(!goes(all, &detail, None));
        assert!(goes(Filter { details: true, ..all }, &detail, None));
        let header = Told { weight: Weight::Header, units: Vec::new(), ..told };
        assert!(goes(selected, &header, Some(UnitId(1))));
    }

    /// A line about a unit.
    fn line(text: &str) -> Line {
        let told = Told {
            text: text.to_owned(),
            by: None,
            units: Vec::new(),
            icon: "shoot",
            weight: Weight::Plain,
            detail: false,
            rolled: true,
        };
        Line { told, turn: 1 }
    }

    #[test]
    fn a_passage_is_one_row_until_it_is_opened() {
        let lines = ["begins", "shot", "saved", "shot", "ends"].map(line).to_vec();
        let mut log = LogLines { lines, ..LogLines::default() };
        let told = line("2 shots, 1 saved").told;
        log.passages.insert(1, Passage { events: 3, told, tally: String::new() });
        let shut = [Row::Line(0), Row::Passage(1), Row::Line(4)];
        assert_eq!(log.rows(None), shut);
        assert_eq!(log.last_rows(2), shut[1..]);
        assert_eq!(log.told(Row::Passage(1)).text, "2 shots, 1 saved");
        assert_eq!(log.events(Row::Passage(1)), 1..4);
        log.switch(1);
        let open = [Row::Line(0), Row::Passage(1), Row::Line(1), Row::Line(2), Row::Line(3)];
        assert_eq!(log.rows(None)[..5], open);
        assert_eq!(log.last_rows(2), log.rows(None)[1..]);
        assert!(log.is_within(Row::Line(3)) && !log.is_within(Row::Line(4)));
        log.filter.details = true;
        let each: Vec<Row> = (0..5).map(Row::Line).collect();
        assert_eq!(log.rows(None), each);
        log.filter.details = false;
        log.truncate(3);
        assert_eq!(log.rows(None), [Row::Line(0), Row::Line(1), Row::Line(2)]);
    }

    #[test]
    fn the_units_of_the_row_that_is_pointed_at_and_of_the_one_that_is_kept_are_shown() {
        let mut lines = ["shot", "saved", "rallies"].map(line).to_vec();
        for (line, unit) in lines.iter_mut().zip([3, 4, 7]) {
            line.told.units = vec![UnitId(unit), UnitId(9)];
        }
        let told = Told { units: vec![UnitId(3), UnitId(4)], ..line("a volley").told };
        let mut log = LogLines { lines, ..LogLines::default() };
        log.passages.insert(0, Passage { events: 2, told, tally: String::new() });
        let shown = |log: &LogLines| log.pointed_units().into_iter().collect::<Vec<_>>();
        assert_eq!(shown(&log), []);
        log.pointed = Some(Row::Passage(0));
        assert_eq!(shown(&log), [UnitId(3), UnitId(4)]);
        log.kept = Some(2);
        assert_eq!(shown(&log), [UnitId(3), UnitId(4), UnitId(7), UnitId(9)]);
        // Until the panel is shown again the pointer is where it was, but the row is gone.
        log.truncate(0);
        assert_eq!(shown(&log), []);
    }

    #[test]
    fn every_line_has_an_icon_that_is_drawn() {
        for name in ["pitched-battle", "artillery-duel", "first-clash"] {
            let level = levels::find(name, None).expect("it comes with the game");
            let played = play(Bout::<Game>::random(&level, 3)).and_then(Played::sound);
            let world = played.expect("random players give legal orders").world;
            for event in &world.resource::<Log<Game>>().0 {
                let Told { text, icon, .. } = Game::told(&world, event);
                assert!(Icon::named(icon).is_some(), "{text}: {icon}");
            }
        }
    }
}
