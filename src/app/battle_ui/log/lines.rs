//! What the log tells: a line for every event that has been shown, and which of them are wanted: by
//! turn, by unit or by rolls.

use bevy::prelude::*;

use super::heights::Heights;
use crate::{
    app::{
        animation::Playback,
        battle_ui::{draft::BattleCount, icons::Icon},
        seat::Game,
    },
    battle::{
        Log, Telling, UnitId,
        playable::telling::{Milestone, Told, Weight},
    },
};

/// One line of the log; it has the place of its event.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// What it tells.
    pub(super) told: Told,
    pub(super) icon: Icon,
    /// The turn it belongs to; 0 before the first.
    pub(super) turn: u32,
    /// What several lines from this one on tell together.
    pub(super) summary: Option<String>,
    /// Whether it is left to another line to tell it.
    detail: bool,
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
    pub(super) details: bool,
}

impl Filter {
    fn lets_through(&self, line: &Line, selected: Option<UnitId>) -> bool {
        let unit = match self.about {
            About::All => None,
            About::Selected => selected,
            About::Unit(unit) => Some(unit),
        };
        let header = line.told.weight == Weight::Header;
        self.turn.is_none_or(|turn| line.turn == turn)
            && (header || !self.only_rolls || line.told.rolled)
            && (self.details || !line.detail || line.summary.is_some())
            && (header || unit.is_none_or(|unit| line.told.units.contains(&unit)))
    }
}

/// The lines so far, and what is shown of them.
#[derive(Resource, Clone, Debug, Default)]
pub struct LogLines {
    battle: usize,
    pub(super) lines: Vec<Line>,
    pub(super) filter: Filter,
    /// Earlier lines that are shown beyond the usual.
    pub(super) earlier: usize,
    /// How many lines there were when the panel was last shown.
    pub(super) shown: usize,
    pub(super) heights: Heights,
    /// The line under the pointer.
    pub(super) pointed: Option<usize>,
    /// The line that was clicked.
    pub(super) kept: Option<usize>,
}

impl LogLines {
    /// Shows no line on the table any more; false if none was kept.
    pub fn let_go(&mut self) -> bool {
        self.kept.take().is_some()
    }

    /// The places of the lines that the filter lets through.
    pub(super) fn places(&self, selected: Option<UnitId>) -> Vec<usize> {
        let through = |&place: &usize| self.filter.lets_through(&self.lines[place], selected);
        (0..self.lines.len()).filter(through).collect()
    }

    /// The places of the last lines, whatever the filter of the whole log.
    pub(super) fn last_places(&self, count: usize) -> Vec<usize> {
        let all = Filter::default();
        let through = |&place: &usize| all.lets_through(&self.lines[place], None);
        let mut last: Vec<usize> =
            (0..self.lines.len()).rev().filter(through).take(count).collect();
        last.reverse();
        last
    }

    /// Keeps the last line with a text shown on the table.
    pub fn keep_last(&mut self, text: &str) {
        self.kept = self.lines.iter().rposition(|line| line.told.text.contains(text));
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
        log.lines.truncate(upto);
        log.kept = None;
    }
    let from = log.lines.len();
    if from == upto {
        return;
    }
    // What happens now is looked at, not what was.
    log.kept = None;
    let mut turn = log.lines.last().map_or(0, |line| line.turn);
    let mut fresh: Vec<Line> = world.resource::<Log<Game>>().0[from..upto]
        .iter()
        .map(|event| {
            if let Some(Milestone::Turn(begun)) = Game::milestone(event) {
                turn = begun;
            }
            let told = Game::told(world, event);
            Line {
                icon: Icon::named(told.icon).unwrap_or(Icon::Log),
                turn,
                summary: None,
                detail: told.detail,
                told,
            }
        })
        .collect();
    sum_up(world, from, &mut fresh);
    world.resource_mut::<LogLines>().lines.extend(fresh);
}

/// Sums up moves of many models of a unit that are told one after another.
fn sum_up(world: &World, from: usize, lines: &mut [Line]) {
    let events = &world.resource::<Log<Game>>().0[from..from + lines.len()];
    let mut place = 0;
    while place < events.len() {
        let Some((count, text)) = Game::summary(world, &events[place..]) else {
            place += 1;
            continue;
        };
        if !lines[place].detail {
            lines[place..place + count].iter_mut().for_each(|line| line.detail = true);
            lines[place].summary = Some(text);
        }
        place += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
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
        let line =
            Line { icon: Icon::Move, turn: 3, summary: None, detail: false, told: told.clone() };
        let all = Filter::default();
        assert!(all.lets_through(&line, None));
        assert!(!Filter { turn: Some(2), ..all }.lets_through(&line, None));
        assert!(Filter { turn: Some(3), ..all }.lets_through(&line, None));
        assert!(!Filter { only_rolls: true, ..all }.lets_through(&line, None));
        assert!(!Filter { about: About::Unit(UnitId(1)), ..all }.lets_through(&line, None));
        let selected = Filter { about: About::Selected, ..all };
        assert!(selected.lets_through(&line, Some(UnitId(2))));
        assert!(!selected.lets_through(&line, Some(UnitId(1))));
        assert!(selected.lets_through(&line, None));
        let detail = Line { detail: true, ..line.clone() };
        assert!(!all.lets_through(&detail, None));
        assert!(Filter { details: true, ..all }.lets_through(&detail, None));
        let told = Told { weight: Weight::Header, units: Vec::new(), ..told };
        let header = Line { told, ..line };
        assert!(selected.lets_through(&header, Some(UnitId(1))));
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
