//! What a path costs in whole actions, and where the model is after each of them.
//! Lengths are measured along the way of the base's centre. Book: Movement (MOVE-01 to MOVE-10).
//!
#![doc = include_str!("../../docs/drawings/way.svg")]
//!
//! ```
//! use bevy::math::Vec2;
//! use ironrank::table::cost::cost;
//! use ironrank::table::{Base, Footprint, Ground, Inches, Mover, Table, Terrain};
//!
//! let strip = |from: f32, to: f32| {
//!     let corners = [(from, 0.0), (to, 0.0), (to, 20.0), (from, 20.0)];
//!     Footprint::Polygon(corners.map(Vec2::from).to_vec())
//! };
//! let marsh = Terrain { ground: Ground::Difficult, ..Terrain::new("marsh", strip(5.0, 7.0)) };
//! let fence = Terrain { barrier: true, ..Terrain::new("fence", strip(9.4, 9.6)) };
//! let table = Table { width: Inches(20.0), depth: Inches(20.0), terrain: vec![marsh, fence] };
//! let man = Mover::on_foot(Base::round(25.0), Inches(1.0), Inches(1.5));
//! // Three inches, two inches that count twice, five inches, and an action for the fence.
//! let way = cost(&table, &man, Vec2::new(2.0, 10.0), &[Vec2::new(12.0, 10.0)]);
//! assert_eq!(way.actions, 3 + 2 * 2 + 5 + 1);
//! assert_eq!(way.barriers, [1]);
//! ```

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    account::{Account, note},
    base::Pose,
    footprint::merge_spans,
    terrain::{Ground, Table, Terrain},
    travel::Mover,
    units::{Inches, TOLERANCE},
};

/// So much over a whole number of actions is still that number.
pub(super) const ROUNDING: f32 = 1e-3;
/// Nobody is slower than this; guards against rates that are no rates. Inches per action.
const SLOWEST: f32 = 0.05;
/// No move is dearer than this; guards against paths that never end.
const DEAREST: u32 = 10_000;

/// What a path costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Travel {
    /// The whole way.
    pub length: Inches,
    /// The part of it that costs once.
    pub open: Inches,
    /// The part of it that costs double.
    pub difficult: Inches,
    /// The barriers crossed, by their place in the table's terrain, one for each crossing, paid for or
    /// not.
    pub barriers: Vec<usize>,
    /// The whole actions it takes.
    pub actions: u32,
    /// What these go to.
    pub account: Account,
    /// Where the model is after each action spent, the last one its end; at least one.
    pub ticks: Vec<Pose>,
}

/// What a path costs, legal or not: `path` holds the points after the start.
/// Ruling: open inches and twice the difficult ones over the rate, rounded up once for the whole
/// move, then one action for each crossing of a barrier that the mover can't vault, or as many as it climbs
/// inches (MOVE-01, MOVE-05, MOVE-07).
pub fn cost(table: &Table, mover: &Mover, start: Vec2, path: &[Vec2]) -> Travel {
    let ahead = path.iter().map(|&to| to - start).find(|way| way.length_squared() > 1e-9);
    travel_cost(table, mover, &Pose::new(start, ahead.unwrap_or_default()), path)
}

/// As [`cost`], with a facing to keep.
pub(super) fn travel_cost(table: &Table, mover: &Mover, start: &Pose, path: &[Vec2]) -> Travel {
    let reckoning = Reckoning::along(table, mover, start.at, path, Pace::USUAL);
    let account = reckoning.account();
    let actions = account.total();
    let mut ticks = reckoning.places(start.at, path, actions);
    ticks.push(path.last().copied().unwrap_or(start.at));
    Travel {
        length: Inches(reckoning.length),
        open: Inches(reckoning.length - reckoning.difficult),
        difficult: Inches(reckoning.difficult),
        ticks: ticks.into_iter().map(|at| Pose { at, ..*start }).collect(),
        actions,
        account,
        barriers: reckoning.barriers,
    }
}

/// How often the inches of a way count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// How often each is paid for.
    pub factor: f32,
    /// How much of that is because the steps are unusual: 1 if they aren't, 2 if they count double.
    pub unusual: f32,
}

impl Pace {
    /// Each inch once.
    pub const USUAL: Self = Self { factor: 1.0, unusual: 1.0 };
}

impl Terrain {
    /// Whether it costs a mover double.
    pub fn is_hard_for(&self, mover: &Mover) -> bool {
        match self.ground {
            _ if mover.flies || mover.plods => false,
            Ground::Open | Ground::Impassable => false,
            Ground::Difficult => true,
            Ground::Water => !mover.wades,
        }
    }

    /// Whether a mover that can't climb has to stay out of it (MOVE-06, MOVE-07).
    fn stops(&self, mover: &Mover) -> bool {
        self.ground == Ground::Impassable
            || self.barrier && self.height.0 > mover.height.0 + TOLERANCE
    }

    /// Whether a mover climbs over it, as it couldn't cross it otherwise.
    fn is_climbed_by(&self, mover: &Mover) -> bool {
        mover.climbs && self.height.0 > 0.0 && self.stops(mover)
    }

    /// Whether a mover on the ground can't get through or over it.
    pub(super) fn is_solid_for(&self, mover: &Mover) -> bool {
        self.stops(mover) && !self.is_climbed_by(mover)
    }

    /// Whether a mover on the ground gets over it but can't end on it.
    pub(super) fn is_crossed_by(&self, mover: &Mover) -> bool {
        self.barrier || self.is_climbed_by(mover)
    }

    /// The actions that a mover pays for crossing it, besides those for the inches: 1 for a barrier that
    /// it can't vault, or 1 for each inch, or part of one, that it climbs.
    pub(super) fn crossing_price(&self, mover: &Mover) -> u32 {
        let vaulted = mover.vaults.is_some_and(|most| self.height.at_most(most));
        if mover.flies {
            0
        } else if self.is_climbed_by(mover) {
            ((self.height.0 - ROUNDING).ceil() as u32).min(DEAREST)
        } else {
            u32::from(self.barrier && !vaulted)
        }
    }
}

/// Adds up a path leg by leg and remembers how much is spent where.
#[derive(Default)]
pub(super) struct Reckoning {
    /// Actions for one inch of open ground.
    price: f32,
    /// How much of that is because the steps are unusual.
    unusual: f32,
    length: f32,
    difficult: f32,
    /// Pieces of ground that counted double.
    hard: Vec<usize>,
    barriers: Vec<usize>,
    /// What the crossings cost: a piece once for each action.
    paid: Vec<usize>,
    /// Barriers the last leg ended on: walking on is no second crossing.
    on: Vec<usize>,
    /// Actions spent, in parts, after so many inches of the way.
    marks: Vec<(f32, f32)>,
}

impl Reckoning {
    /// Adds up a path at a pace.
    pub(super) fn along(
        table: &Table,
        mover: &Mover,
        start: Vec2,
        path: &[Vec2],
        Pace { factor, unusual }: Pace,
    ) -> Self {
        let price = factor / mover.rate.0.max(SLOWEST);
        let mut sum = Self { price, unusual, marks: vec![(0.0, 0.0)], ..Self::default() };
        let mut here = start;
        for &to in path {
            sum.leg(table, mover, here, to);
            here = to;
        }
        sum
    }

    /// The whole actions it takes, and what they go to. Only the whole is rounded up: what makes a way
    /// dearer is told by as many actions as the way would be cheaper without it.
    pub(super) fn account(&self) -> Account {
        let walked = |inches: f32, price: f32| {
            let actions = (inches * price - ROUNDING).ceil().max(0.0) as u32;
            actions.min(DEAREST)
        };
        let all = walked(self.length + self.difficult, self.price);
        let open = walked(self.length, self.price).min(all);
        let way = walked(self.length, self.price / self.unusual.max(1.0)).min(open);
        let crossing = (self.paid.len() as u32).min(DEAREST - all);
        let mut crossed = Vec::new();
        self.paid.iter().for_each(|&barrier| note(&mut crossed, barrier));
        Account {
            way,
            unusual: open - way,
            ground: all - open,
            crossing,
            hard: self.hard.clone(),
            crossed,
            ..Account::default()
        }
    }

    /// The inches of the way done when so many actions are spent.
    pub(super) fn way_after(&self, actions: f32) -> f32 {
        let mut before = (0.0, 0.0);
        for &mark in &self.marks {
            if mark.0 >= actions {
                let share = (actions - before.0) / (mark.0 - before.0).max(1e-9);
                return before.1 + (mark.1 - before.1) * share.clamp(0.0, 1.0);
            }
            before = mark;
        }
        before.1
    }

    /// The length of the whole way in inches.
    pub(super) fn length(&self) -> f32 {
        self.length
    }

    /// Where the centre is after one action, after two, and so on before the last.
    fn places(&self, start: Vec2, path: &[Vec2], actions: u32) -> Vec<Vec2> {
        let mut legs = path.iter();
        let mut here = start;
        let mut to = legs.next().copied().unwrap_or(start);
        let mut done = 0.0;
        let mut places = Vec::with_capacity(actions as usize + 1);
        for n in 1..actions {
            let way = self.way_after(n as f32);
            loop {
                let length = here.distance(to);
                if done + length >= way {
                    places.push(here.lerp(to, (way - done) / length.max(1e-9)));
                    break;
                }
                let Some(&next) = legs.next() else {
                    places.push(to);
                    break;
                };
                (done, here, to) = (done + length, to, next);
            }
        }
        places
    }

    fn spend(&mut self, actions: f32, inches: f32) {
        let (spent, way) = self.marks.last().copied().unwrap_or_default();
        self.marks.push((spent + actions, way + inches));
    }

    fn leg(&mut self, table: &Table, mover: &Mover, from: Vec2, to: Vec2) {
        let length = from.distance(to);
        self.length += length;
        if mover.flies {
            return self.spend(length * self.price, length);
        }
        let mut hard = Vec::new();
        let mut crossed: Vec<(f32, usize)> = Vec::new();
        let mut on = Vec::new();
        for (i, piece) in table.terrain.iter().enumerate() {
            if piece.is_hard_for(mover) {
                let spans = piece.spans_inside(from, to);
                if spans.iter().any(|&(enters, leaves)| (leaves - enters) * length > ROUNDING) {
                    note(&mut self.hard, i);
                }
                hard.extend(spans);
            }
            if piece.is_crossed_by(mover) {
                for (enters, leaves) in piece.spans_inside(from, to) {
                    if !(enters <= 1e-6 && self.on.contains(&i)) {
                        crossed.push((enters, i));
                    }
                    if leaves >= 1.0 - 1e-6 {
                        on.push(i);
                    }
                }
            }
        }
        self.on = on;
        merge_spans(&mut hard);
        crossed.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Every place where the price changes, then the pieces between them.
        let mut cuts: Vec<f32> = hard.iter().flat_map(|&(a, b)| [a, b]).collect();
        cuts.extend(crossed.iter().map(|cross| cross.0));
        cuts.push(1.0);
        cuts.sort_by(f32::total_cmp);
        let mut done = 0.0;
        let mut next = crossed.into_iter().peekable();
        for cut in cuts {
            let middle = (done + cut) / 2.0;
            let inches = (cut - done) * length;
            if inches > 0.0 {
                let doubled = hard.iter().any(|&(a, b)| a <= middle && middle <= b);
                self.difficult += if doubled { inches } else { 0.0 };
                self.spend(inches * self.price * if doubled { 2.0 } else { 1.0 }, inches);
            }
            while let Some((_, barrier)) = next.next_if(|cross| cross.0 <= cut) {
                self.barriers.push(barrier);
                for _ in 0..table.terrain[barrier].crossing_price(mover) {
                    self.paid.push(barrier);
                    self.spend(1.0, 0.0);
                }
            }
            done = cut;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Base, Footprint};

    fn foot(rate: f32) -> Mover {
        Mover::on_foot(Base::Circle { radius: Inches(0.5) }, Inches(rate), Inches(1.25))
    }

    fn at(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    /// A band from one side of the table to the other.
    fn across(ground: Ground, low: f32, high: f32) -> Terrain {
        let corners = vec![at(0.0, low), at(48.0, low), at(48.0, high), at(0.0, high)];
        Terrain { ground, ..Terrain::new("bog", Footprint::Polygon(corners)) }
    }

    /// What a path from 10, 10 costs.
    fn go(terrain: &[Terrain], mover: &Mover, path: &[Vec2]) -> Travel {
        let table = Table { terrain: terrain.to_vec(), ..Table::new(Inches(48.0), Inches(48.0)) };
        cost(&table, mover, at(10.0, 10.0), path)
    }

    #[test]
    fn move_01_actions_are_whole() {
        for (inches, actions) in [(0.0, 0), (0.3, 1), (1.0, 1), (1.5, 2), (3.5, 4), (4.0, 4)] {
            let travel = go(&[], &foot(1.0), &[at(10.0, 10.0 + inches)]);
            assert_eq!((travel.actions, travel.ticks.len()), (actions, actions.max(1) as usize));
        }
        assert_eq!(go(&[], &foot(1.0), &[]).actions, 0);
    }

    #[test]
    fn move_01_a_path_is_rounded_once_not_leg_by_leg() {
        let bend = [at(10.0, 11.5), at(11.5, 11.5), at(11.5, 12.5)];
        let travel = go(&[], &foot(1.0), &bend);
        assert_eq!(travel.actions, 4);
        let expected = [at(10.0, 11.0), at(10.5, 11.5), at(11.5, 11.5), at(11.5, 12.5)];
        for (pose, expected) in travel.ticks.iter().zip(expected) {
            assert!(pose.at.distance(expected) < 1e-4, "{pose:?}");
        }
    }

    #[test]
    fn move_02_rates() {
        for (rate, inches, actions) in [(1.5, 4.5, 3), (1.5, 4.6, 4), (2.0, 5.0, 3), (2.5, 5.0, 2)]
        {
            assert_eq!(go(&[], &foot(rate), &[at(10.0 + inches, 10.0)]).actions, actions);
        }
    }

    #[test]
    fn move_05_difficult_ground_doubles_its_part() {
        let move_to = |y| go(&[across(Ground::Difficult, 12.0, 14.0)], &foot(1.0), &[at(10.0, y)]);
        let through = move_to(15.0);
        assert!((through.open.0 - 3.0).abs() < 1e-4 && (through.difficult.0 - 2.0).abs() < 1e-4);
        assert_eq!(through.actions, 7);
        assert_eq!(move_to(12.0).actions, 2);
        assert_eq!(move_to(12.5).actions, 3);
        assert_eq!(move_to(12.6).actions, 4);
        let ys: Vec<f32> = through.ticks.iter().map(|pose| pose.at.y).collect();
        for (y, expected) in ys.iter().zip([11.0, 12.0, 12.5, 13.0, 13.5, 14.0, 15.0]) {
            assert!((y - expected).abs() < 1e-3, "{ys:?}");
        }
    }

    #[test]
    fn move_05_two_bogs_on_one_spot_double_once_and_waders_mind_no_water() {
        let (bog, water) =
            (across(Ground::Difficult, 12.0, 14.0), across(Ground::Water, 12.0, 14.0));
        let costs = |terrain: &[Terrain], wades| {
            go(terrain, &Mover { wades, ..foot(1.0) }, &[at(10.0, 14.0)]).actions
        };
        assert_eq!(costs(&[bog.clone(), water.clone()], false), 6);
        assert_eq!(costs(std::slice::from_ref(&water), false), 6);
        assert_eq!(costs(&[water], true), 4);
        assert_eq!(costs(&[bog], true), 6);
    }

    #[test]
    fn move_05_a_bog_within_a_bog_changes_nothing() {
        let pools = [(12.0, 18.0), (13.0, 14.0), (17.0, 19.0)]
            .map(|(low, high)| across(Ground::Difficult, low, high));
        let travel = go(&pools, &foot(1.0), &[at(10.0, 20.0)]);
        assert!((travel.difficult.0 - 7.0).abs() < 1e-4, "{:?}", travel.difficult);
        assert_eq!(travel.actions, 3 + 2 * 7);
    }

    #[test]
    fn move_07_a_bent_wall_is_crossed_as_often_as_it_is_met() {
        let points = vec![at(7.0, 12.0), at(13.0, 12.0), at(13.0, 15.0), at(7.0, 15.0)];
        let wall = Footprint::Line { points, width: Inches(0.5) };
        let wall = Terrain { barrier: true, ..Terrain::new("wall", wall) };
        let through = [at(10.0, 17.0)];
        let travel = go(std::slice::from_ref(&wall), &foot(1.0), &through);
        assert_eq!((travel.actions, travel.barriers), (9, vec![0, 0]));
        // A bend of the way on the wall is no second crossing, but what comes after it is.
        let travel = go(&[wall], &foot(1.0), &[at(10.0, 12.0), through[0]]);
        assert_eq!((travel.actions, travel.barriers), (9, vec![0, 0]));
    }

    #[test]
    fn the_account_of_a_way_adds_up_to_its_cost() {
        let wall = Terrain { barrier: true, ..across(Ground::Open, 16.0, 16.5) };
        let terrain = [across(Ground::Difficult, 12.0, 14.0), wall];
        let travel = go(&terrain, &foot(1.0), &[at(10.0, 17.5)]);
        let Account { way, ground, crossing, .. } = travel.account;
        assert_eq!((way, ground, crossing), (8, 2, 1));
        assert_eq!(
            (travel.account.hard.clone(), travel.account.crossed.clone()),
            (vec![0], vec![1])
        );
        assert_eq!(travel.account.total(), travel.actions);
        // What ground adds to a part of an inch may cost nothing more.
        let short = go(&terrain, &foot(1.0), &[at(10.0, 12.25)]);
        assert_eq!((short.actions, short.account.way, short.account.ground), (3, 3, 0));
        let before = go(&terrain, &foot(1.0), &[at(10.0, 12.0)]);
        assert!(before.account.hard.is_empty() && before.account.total() == 2);
    }

    #[test]
    fn move_07_a_tick_rests_at_the_wall_being_crossed() {
        let wall = Terrain { barrier: true, ..across(Ground::Open, 11.5, 12.0) };
        let travel = go(&[wall], &foot(1.0), &[at(10.0, 13.0)]);
        assert_eq!((travel.actions, travel.barriers), (4, vec![0]));
        let ys: Vec<f32> = travel.ticks.iter().map(|pose| pose.at.y).collect();
        for (y, expected) in ys.iter().zip([11.0, 11.5, 12.0, 13.0]) {
            assert!((y - expected).abs() < 1e-3, "{ys:?}");
        }
    }

    #[test]
    fn paths_without_end_or_rate_are_bounded() {
        for to in [at(1e20, 0.0), at(f32::INFINITY, 0.0), at(f32::NAN, 1.0)] {
            let travel = go(&[across(Ground::Difficult, 0.0, 1.0)], &foot(f32::NAN), &[to]);
            assert_eq!(travel.actions.max(1) as usize, travel.ticks.len());
            assert!(travel.actions <= DEAREST);
        }
    }
}
