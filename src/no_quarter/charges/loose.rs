//! Charging model by model: each charger looks for a free place in contact, nearest first, and
//! those who find none follow up behind (CHG-01 to CHG-03).

use bevy::math::Vec2;

use super::course::{Course, Lineup};
use crate::{
    battle::ModelId,
    no_quarter::{close_combat::touching_place, movement, step::Walker},
    table::{
        Account, Inches, Placed, Pose, TOLERANCE, Table,
        base::{gap, rotation},
        path::{Route, find_path, find_path_towards, straight_towards},
        travel::{Mover, Surroundings, Travel, stands, travel_straight},
    },
};

/// Targets that a charger considers, the nearest ones.
const TARGETS: usize = 4;

/// How far round a target a charger looks for a free place, in degrees, nearest side first.
const TURNS: [f32; 15] = [
    0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0, 80.0, -80.0, 100.0, -100.0, 130.0,
    -130.0,
];

/// How far to one side those who follow up step, in degrees, the straight way first.
const ASIDE: [f32; 7] = [0.0, 15.0, -15.0, 30.0, -30.0, 50.0, -50.0];

/// How many of a charge look for ways around things if they make no contact.
const FOREMOST: usize = 2;

/// A charger would rather go so much further, in inches, than crowd an enemy that is fought.
const SPREAD: f32 = 2.0;

/// Whoever touches may be so much nearer or farther than the bases say, in inches, and more: this only
/// tells what need not be measured.
const ROOM: f32 = 0.1;

/// What a charger may do.
struct Charger {
    model: ModelId,
    mover: Mover,
    from: Placed,
    actions: u32,
}

impl Charger {
    fn reach(&self) -> f32 {
        self.mover.rate.0 * self.actions as f32
    }

    /// Where its way ends, if that isn't where it stands.
    fn end(&self, way: &Travel) -> Option<Pose> {
        way.ticks.last().copied().filter(|end| end.at.distance(self.from.pose.at) > 1e-3)
    }
}

/// Where they all go.
pub(super) fn course(lineup: &Lineup, table: &Table) -> Course {
    let mut course = Course::default();
    for Way { model, walker, contact } in Chargers::of(lineup, table) {
        if let Some((walker, account)) = walker {
            course.walkers.push(walker);
            course.accounts.push(account);
        }
        if contact {
            course.contacts.push(model);
        }
    }
    course
}

/// Whether any of them goes anywhere.
pub(super) fn gets_nearer(lineup: &Lineup, table: &Table) -> bool {
    let mut chargers = Chargers::of(lineup, table);
    chargers.first_goes_straight() || chargers.any(|way| way.walker.is_some())
}

/// Where one of them goes, if anywhere, and whether it comes into contact.
struct Way {
    model: ModelId,
    walker: Option<(Walker, Account)>,
    contact: bool,
}

/// Those who charge, nearest first, each on its way once all before it are on theirs.
struct Chargers<'a> {
    lineup: &'a Lineup,
    table: &'a Table,
    chargers: Vec<(f32, Charger)>,
    /// Where everybody of the charge is, or will be once its way is known.
    places: Vec<Placed>,
    /// Which of the targets somebody comes into contact with.
    fought: Vec<bool>,
    /// Everybody who may be passed through: friends elsewhere, then comrades in the charge.
    friends: Vec<Placed>,
    /// Who is next.
    next: usize,
}

impl<'a> Chargers<'a> {
    fn of(lineup: &'a Lineup, table: &'a Table) -> Self {
        let targets = &lineup.targets;
        let mut chargers: Vec<(f32, Charger)> = lineup
            .models
            .iter()
            .zip(&lineup.movers)
            .zip(&lineup.actions)
            .map(|((&model, &(mover, pose)), &actions)| {
                let from = mover.placed(pose);
                let nearest = targets.iter().map(|t| gap(&from, t).0).fold(f32::MAX, f32::min);
                (nearest, Charger { model, mover, from, actions })
            })
            .collect();
        chargers.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.model.cmp(&b.1.model)));
        let places = chargers.iter().map(|(_, charger)| charger.from).collect();
        let (fought, friends) = (vec![false; targets.len()], lineup.around.friends.clone());
        Self { lineup, table, chargers, places, fought, friends, next: 0 }
    }

    /// Gathers those whom the charger with this index may pass through.
    fn gather_friends(&mut self, index: usize) {
        self.friends.truncate(self.lineup.around.friends.len());
        let others = self.places.iter().enumerate().filter(|&(place, _)| place != index);
        self.friends.extend(others.map(|(_, &at)| at));
    }

    /// Whether the nearest charger can go straight, or a little to one side. If so it moves, even if it finds
    /// a place in contact, and nobody has to look for one to know that.
    fn first_goes_straight(&mut self) -> bool {
        self.gather_friends(0);
        let Some((nearest, charger)) = self.chargers.first() else { return false };
        let around = Surroundings { friends: &self.friends, ..self.lineup.around.on(self.table) };
        // Nearer than this a base that isn't round could come into contact by turning where it stands.
        let base = charger.mover.base;
        let by_turning = base.outer_radius().0 - base.inner_radius().0 + 2.0 * TOLERANCE;
        *nearest > by_turning
            && Approach::of(charger, &self.lineup.targets)
                .and_then(|approach| approach.straight(&around))
                .is_some_and(|travel| charger.end(&travel).is_some())
    }
}

impl Iterator for Chargers<'_> {
    type Item = Way;

    fn next(&mut self) -> Option<Way> {
        let index = self.next;
        self.next += 1;
        self.gather_friends(index);
        let targets = &self.lineup.targets;
        let (nearest, charger) = self.chargers.get(index)?;
        let around = Surroundings { friends: &self.friends, ..self.lineup.around.on(self.table) };
        let reached = (*nearest <= charger.reach())
            .then(|| contact(charger, targets, &self.fought, &around))
            .flatten();
        let mut contact = reached.is_some();
        let travel = match reached {
            Some((place, travel)) => {
                self.fought[place] = true;
                Some(travel)
            }
            None => Approach::of(charger, targets)
                .and_then(|approach| approach.way(&around, index < FOREMOST)),
        };
        let end = travel.as_ref().and_then(|travel| charger.end(travel));
        let model = charger.model;
        let Some((travel, pose)) = travel.zip(end) else {
            return Some(Way { model, walker: None, contact });
        };
        self.places[index] = Placed { pose, ..charger.from };
        let place = &self.places[index];
        let meets = |target: &Placed| movement::would_fight_on(self.table, place, target);
        if let Some(touched) = targets.iter().position(meets)
            && !contact
        {
            contact = true;
            self.fought[touched] = true;
        }
        let actions = u8::try_from(travel.actions).unwrap_or(u8::MAX);
        let walker = Walker { model, ticks: travel.ticks, actions };
        Some(Way { model, walker: Some((walker, travel.account)), contact })
    }
}

/// The best free place in contact that a charger can get to: which target, and the way.
fn contact(
    charger: &Charger,
    targets: &[Placed],
    fought: &[bool],
    around: &Surroundings,
) -> Option<(usize, Travel)> {
    let mut near: Vec<(f32, usize)> =
        targets.iter().enumerate().map(|(i, t)| (gap(&charger.from, t).0, i)).collect();
    near.retain(|&(gap, _)| gap <= charger.reach());
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.truncate(TARGETS);
    let mut best: Option<(f32, usize, Travel)> = None;
    let mut around_corners: Option<(f32, usize, Pose)> = None;
    for &(_, target) in &near {
        let crowd = if fought[target] { SPREAD } else { 0.0 };
        for side in sides_of(charger, &targets[target]) {
            let is_beyond = |far: f32| {
                far > charger.reach() + crowd || best.as_ref().is_some_and(|b| b.0 <= far)
            };
            if is_beyond(no_nearer_than(charger, &targets[target], side) + crowd) {
                continue;
            }
            let place = touching_place(&charger.mover, &targets[target], side);
            let Some(place) = place else { continue };
            let far = place.at.distance(charger.from.pose.at) + crowd;
            if is_beyond(far) {
                continue;
            }
            if stands(&charger.mover, &place, around, false).is_err() {
                continue;
            }
            match travel_straight(&charger.mover, &charger.from.pose, &place, around) {
                Some(way) if way.actions <= charger.actions => {
                    best = Some((far, target, way));
                    break;
                }
                _ => {
                    if around_corners.as_ref().is_none_or(|known| far < known.0) {
                        around_corners = Some((far, target, place));
                    }
                }
            }
        }
    }
    if let Some((_, target, way)) = best {
        return Some((target, way));
    }
    let (_, target, place) = around_corners?;
    let facing = Some(place.facing);
    let most = Some(charger.actions);
    let route = find_path(&charger.mover, &charger.from.pose, place.at, facing, around, most);
    route.ok().map(|route| (target, route.travel))
}

/// The sides of a target on which a charger looks for a place, as unit vectors: the one towards it first.
fn sides_of(charger: &Charger, target: &Placed) -> impl Iterator<Item = Vec2> + use<> {
    let towards = (charger.from.pose.at - target.pose.at).normalize_or(Vec2::Y);
    TURNS.into_iter().map(move |turn| rotation(turn) * towards)
}

/// A charger has at least so far to a place on one side of a target where it would touch it, in inches: a
/// quick look before the place is looked for.
fn no_nearer_than(charger: &Charger, target: &Placed, side: Vec2) -> f32 {
    let (own, other) = (charger.mover.base, target.base);
    let nearest = own.inner_radius().0 + other.inner_radius().0 - ROOM;
    let farthest = own.outer_radius().0 + other.outer_radius().0 + ROOM;
    let apart = charger.from.pose.at - target.pose.at;
    let along = apart.dot(side).clamp(nearest, farthest);
    apart.distance(side * along) - ROOM
}

/// The way of a charger without a place in contact: as near to the nearest target as it gets.
struct Approach<'a> {
    charger: &'a Charger,
    nearest: &'a Placed,
    /// Where it would touch that.
    to: Vec2,
}

impl<'a> Approach<'a> {
    fn of(charger: &'a Charger, targets: &'a [Placed]) -> Option<Self> {
        let nearest = targets
            .iter()
            .min_by(|a, b| gap(&charger.from, a).0.total_cmp(&gap(&charger.from, b).0))?;
        let towards = (charger.from.pose.at - nearest.pose.at).normalize_or(Vec2::Y);
        let place = touching_place(&charger.mover, nearest, towards);
        Some(Self { charger, nearest, to: place.map_or(nearest.pose.at, |place| place.at) })
    }

    /// Straight, or a little to one side; else only the foremost look for ways around things.
    fn way(&self, around: &Surroundings, foremost: bool) -> Option<Travel> {
        let Charger { mover, from, actions, .. } = self.charger;
        let search = || find_path_towards(mover, &from.pose, self.to, around, *actions);
        self.straight(around).or_else(|| {
            let route = foremost.then(search).filter(|route| self.is_nearer(route));
            route.map(|route| route.travel)
        })
    }

    /// Straight, or a little to one side.
    fn straight(&self, around: &Surroundings) -> Option<Travel> {
        let Charger { mover, from, actions, .. } = self.charger;
        let from = &from.pose;
        let aside = |turn: f32| {
            let to = from.at + rotation(turn) * (self.to - from.at);
            let route = straight_towards(mover, from, to, around, *actions);
            route.filter(|route| self.is_nearer(route))
        };
        ASIDE.into_iter().find_map(aside).map(|route| route.travel)
    }

    fn is_nearer(&self, route: &Route) -> bool {
        let from = self.charger.from;
        let before: Inches = gap(&from, self.nearest);
        let end = route.travel.ticks.last();
        end.is_some_and(|&pose| gap(&Placed { pose, ..from }, self.nearest) < before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Base;

    #[test]
    fn no_place_in_contact_is_nearer_than_the_quick_look_says() {
        let round = |radius| Base::Circle { radius: Inches(radius) };
        let square = |width, depth| Base::Rectangle { width: Inches(width), depth: Inches(depth) };
        let bases = [round(0.4), round(1.5), square(0.8, 0.8), square(1.0, 2.0), square(4.0, 2.0)];
        let mut found = 0;
        for own in bases {
            for other in bases {
                for (x, y, facing) in [(30.0, 24.0, 10.0), (21.0, 29.5, 77.0), (24.0, 20.0, 200.0)]
                {
                    let mover = Mover::on_foot(own, Inches(4.0), Inches(1.25));
                    let from = mover.placed(Pose::degrees(Vec2::new(x, y), 90.0));
                    let charger = Charger { model: ModelId(0), mover, from, actions: 3 };
                    let target = Placed::new(other, Pose::degrees(Vec2::new(24.0, 24.0), facing));
                    for side in sides_of(&charger, &target) {
                        let place = touching_place(&mover, &target, side);
                        let Some(place) = place else { continue };
                        let (far, said) = (
                            place.at.distance(from.pose.at),
                            no_nearer_than(&charger, &target, side),
                        );
                        assert!(said <= far, "{own:?} beside {other:?}: {said} is more than {far}");
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 1000, "only {found} places were found");
    }
}
