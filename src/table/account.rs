//! What the actions of a way go to, so that a player can be told: "2 of 8 for the wood". Whatever
//! reckons what a way costs makes its account, and the cost is the account's total. Book: Movement
//! (MOVE-01, MOVE-05, MOVE-07, MOVE-09).

use serde::{Deserialize, Serialize};

/// The actions of a way by what they go to; what makes a way dearer counts as much as it adds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Its inches, as if all of its ground were open and all of its steps usual.
    pub way: u32,
    /// The inches of the outer corner of a block that wheels, on open ground.
    pub wheel: u32,
    /// Turning on the spot.
    pub turn: u32,
    /// What steps to the side or back add.
    pub unusual: u32,
    /// What ground adds that costs double.
    pub ground: u32,
    /// Crossing barriers.
    pub crossing: u32,
    /// The ground that costs double, each piece once, by its place in the table's terrain.
    pub hard: Vec<usize>,
    /// The barriers crossed, each once, by their places in the table's terrain.
    pub crossed: Vec<usize>,
}

impl Account {
    /// That of turning on the spot for so many actions.
    pub fn turning(actions: u32) -> Self {
        Self { turn: actions, ..Self::default() }
    }

    /// What all of it costs.
    pub fn total(&self) -> u32 {
        let Self { way, wheel, turn, unusual, ground, crossing, .. } = *self;
        way + wheel + turn + unusual + ground + crossing
    }

    /// Takes off what needn't be paid, from the inches of the way first.
    pub fn take_off(&mut self, mut actions: u32) {
        let Self { way, wheel, turn, unusual, ground, crossing, .. } = self;
        for part in [way, wheel, unusual, ground, crossing, turn] {
            let less = actions.min(*part);
            *part -= less;
            actions -= less;
        }
    }

    /// The same where a block wheels on its way instead of going straight.
    #[must_use]
    pub fn of_wheel(self) -> Self {
        Self { wheel: self.way, way: 0, ..self }
    }

    /// This way and then another one.
    #[must_use]
    pub fn then(mut self, next: &Self) -> Self {
        self.way += next.way;
        self.wheel += next.wheel;
        self.turn += next.turn;
        self.unusual += next.unusual;
        self.ground += next.ground;
        self.crossing += next.crossing;
        next.hard.iter().for_each(|&piece| note(&mut self.hard, piece));
        next.crossed.iter().for_each(|&piece| note(&mut self.crossed, piece));
        self
    }
}

/// Notes a piece of terrain once.
pub(super) fn note(pieces: &mut Vec<usize>, piece: usize) {
    if !pieces.contains(&piece) {
        pieces.push(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ways_one_after_another_have_one_account() {
        let wheel = Account { way: 3, ground: 1, hard: vec![2], ..Account::default() }.of_wheel();
        let ahead = Account {
            way: 4,
            ground: 2,
            crossing: 1,
            hard: vec![2, 5],
            crossed: vec![1],
            ..Account::default()
        };
        let both = wheel.clone().then(&ahead);
        assert_eq!(both.total(), wheel.total() + ahead.total());
        assert_eq!((both.wheel, both.way, both.ground), (3, 4, 3));
        assert_eq!((both.hard, both.crossed), (vec![2, 5], vec![1]));
        assert_eq!(Account::turning(3).total(), 3);
    }
}
