//! Which panels are shown.

use bevy::prelude::*;

/// Which panels are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPanels {
    /// The whole log.
    pub log: bool,
    /// The last lines of the log, where there is room and the whole of it isn't shown.
    pub lines: bool,
    /// The dice tray, once there are dice.
    pub dice: bool,
    /// The unit's card.
    pub card: bool,
    /// What wins and how it stands.
    pub score: bool,
    /// Who leads the sides.
    pub players: bool,
    /// The keys.
    pub help: bool,
    /// The menu of the battle.
    pub menu: bool,
}

impl Default for OpenPanels {
    fn default() -> Self {
        Self {
            log: false,
            lines: true,
            dice: true,
            card: true,
            score: false,
            players: false,
            help: false,
            menu: false,
        }
    }
}

impl OpenPanels {
    /// Whether anything stands along the right edge.
    pub fn right_column(&self) -> bool {
        self.log || self.lines || self.dice
    }

    /// Of card, log and dice the one that wasn't shown before. When the window becomes narrow, only the
    /// whole log stays: nobody has it open by default.
    pub(super) fn one_of(self, before: Option<Self>) -> Self {
        let Some(before) = before else {
            return Self { dice: false, card: false, ..self };
        };
        let log = self.log && !before.log;
        let dice = self.dice && !before.dice;
        let card = self.card && !before.card;
        if log || dice || card {
            let (dice, card) = (dice && !log, card && !log && !dice);
            return Self { log, dice, card, ..self };
        }
        self
    }

    /// Whether help, score, players or menu lie over everything else.
    pub fn covers(&self) -> bool {
        self.help || self.score || self.players || self.menu
    }

    /// Closes help, score, players and menu; false if none was open.
    pub fn close_help(&mut self) -> bool {
        let open = self.covers();
        self.help = false;
        self.players = false;
        self.score = false;
        self.menu = false;
        open
    }
}

/// Which panels were shown before.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// In the frame before, while the window is narrow.
    narrow: Option<OpenPanels>,
    /// Before the window became narrow.
    wide: Option<OpenPanels>,
}

impl Before {
    /// Whether one of the panels lies over the table: in a narrow window they have no other place.
    pub fn has_sheet(&self) -> bool {
        self.narrow.is_some_and(|shown| shown.log || shown.dice || shown.card)
    }

    /// What to show now: in a narrow window only what was opened last, in a wide one again all that
    /// was there before it became narrow.
    pub(super) fn room(&mut self, shown: OpenPanels, narrow: bool) -> OpenPanels {
        if narrow {
            let one = shown.one_of(self.narrow);
            *self = Self { narrow: Some(one), wide: self.wide.or(Some(shown)) };
            return one;
        }
        let wide = std::mem::take(self).wide.unwrap_or(shown);
        OpenPanels { log: wide.log, dice: wide.dice, card: wide.card, ..shown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_window_shows_one_panel_at_a_time() {
        let nothing = OpenPanels::default().one_of(None);
        assert!(!nothing.card && !nothing.log && !nothing.dice);
        let log = OpenPanels { log: true, ..nothing };
        assert_eq!(OpenPanels { log: true, ..OpenPanels::default() }.one_of(None), log);
        assert_eq!(log.one_of(Some(nothing)), log);
        assert_eq!(log.one_of(Some(log)), log);
        let both = OpenPanels { card: true, ..log };
        assert_eq!(both.one_of(Some(log)), OpenPanels { card: true, ..nothing });
        assert_eq!(nothing.one_of(Some(log)), nothing);
    }

    #[test]
    fn panels_come_back_when_the_window_is_wide_again() {
        let mut before = Before::default();
        let whole = OpenPanels { dice: false, ..OpenPanels::default() };
        assert_eq!(before.room(whole, false), whole);
        let narrow = before.room(whole, true);
        let log = before.room(OpenPanels { log: true, ..narrow }, true);
        assert!(log.log && !log.card);
        assert_eq!(before.room(log, false), whole);
        assert_eq!(before, Before::default());
    }
}
