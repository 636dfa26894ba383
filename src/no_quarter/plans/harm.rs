//! What one force is likely to do to another, by the chances of single blows and shots that the previews
//! show too. Points are those of the armies; what falls twice counts once.

use bevy::{math::ops, prelude::World};

use super::{
    force::Force,
    knowledge::{Blows, Shots},
    study::Study,
};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        arms::use_cost,
        charges::MOMENTUM,
        close_combat, combined,
        components::Arms,
        odds::{self, Meeting},
        order::Blow,
        statistics::{Stat, stat_with},
        uses,
    },
};

/// No shot hits by less or more than this, whatever the circumstances. In tenths.
const HITS: std::ops::RangeInclusive<f32> = 1.0..=9.0;

/// What a gun is likely to do when it fires, in points: by far not every shot hits much.
const GUN: f32 = 14.0;

/// How far it goes that drives through somebody, and how often it comes back to do so again. Inches.
const DRIVE: f32 = 6.0;
const MOST_DRIVES: f32 = 2.0;

/// How much a charge brings of what it would if all who could come to blows did so in time: where a model
/// is alone on one of the two sides, and where there are several on both, most of whom find no free place
/// beside the enemy. In 3651 charges of Recruit and Sergeant it was 0.39 and 0.19, ways that couldn't be
/// gone included.
const CHARGES_ALONE: f32 = 0.5;
const CHARGES_TOGETHER: f32 = 0.25;
/// The same of those who are in combat, until their next activation. In the same battles it was 0.34.
const FIGHTS_ALONE: f32 = 0.5;
const FIGHTS_TOGETHER: f32 = 0.35;

/// How much a drive brings of what it would if it hit everybody in its way as often as it could. In 720
/// battles of Recruit and Sergeant it was 0.3.
const DRIVES: f32 = 0.3;

/// What one unit does to another, if all who could come to blows do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Power {
    /// Wounds by one action of all who come to blows.
    blows: f32,
    /// The same in the turn of a charge.
    charging: f32,
    /// Wounds by a drive through all who are in its way.
    driving: f32,
    /// Wounds by one action of all who shoot, if every shot hit.
    shots: f32,
    /// The number to hit at the shortest range, in tenths.
    skill: f32,
    /// What a shot costs.
    shot_cost: f32,
}

impl Power {
    /// Wounds by the blows of those who have so many actions left after a charge.
    fn after_charge(&self, left: f32) -> f32 {
        self.charging * (left.max(0.0) + f32::from(MOMENTUM))
    }
}

impl Study<'_> {
    /// What one force does to another.
    fn power(&self, of: &Force, to: &Force) -> Power {
        if of.part || to.part {
            return self.work_out(of, to);
        }
        if let Some(known) = self.powers.borrow().get(&(of.unit, to.unit)) {
            return *known;
        }
        let power = self.work_out(of, to);
        self.powers.borrow_mut().insert((of.unit, to.unit), power);
        power
    }

    /// Points that a force takes from another with so many actions each of all who come to blows.
    pub fn harm(&self, of: &Force, to: &Force, actions: f32) -> f32 {
        let share = self.share_that_strikes((of, to), FIGHTS_ALONE, FIGHTS_TOGETHER);
        self.harm_by_so_many((of, to), actions, share)
    }

    /// The same if all do who could come to blows.
    pub fn full_harm(&self, of: &Force, to: &Force, actions: f32) -> f32 {
        self.harm_by_so_many((of, to), actions, 1.0)
    }

    fn harm_by_so_many(&self, (of, to): (&Force, &Force), actions: f32, share: f32) -> f32 {
        capped(to, self.power(of, to).blows * actions.max(0.0) * share)
    }

    /// Points that a force takes from another by a charge over a gap, with the actions that are left then.
    pub fn harm_by_charge(&self, of: &Force, to: &Force, gap: f32) -> f32 {
        self.harm_by_charge_of_so_many((of, to), gap, self.share_that_charges(of, to))
    }

    /// The same if all do who could come to blows.
    pub fn full_harm_by_charge(&self, of: &Force, to: &Force, gap: f32) -> f32 {
        self.harm_by_charge_of_so_many((of, to), gap, 1.0)
    }

    fn harm_by_charge_of_so_many(&self, (of, to): (&Force, &Force), gap: f32, share: f32) -> f32 {
        let left = of.actions - gap / of.rate.max(0.1);
        if left < -of.sounded(self.world) || !of.is_steady() {
            return 0.0;
        }
        let power = self.power(of, to);
        let drives = (left * of.rate / DRIVE).clamp(0.0, MOST_DRIVES);
        let driven = if self.sees_replies() { DRIVES } else { 1.0 };
        capped(to, (power.after_charge(left) * share).max(power.driving * drives * driven))
    }

    /// The same by blows alone, with so many actions left after the charge.
    pub fn harm_after_charge(&self, of: &Force, to: &Force, left: f32) -> f32 {
        capped(to, self.power(of, to).after_charge(left) * self.share_that_charges(of, to))
    }

    fn share_that_charges(&self, of: &Force, to: &Force) -> f32 {
        self.share_that_strikes((of, to), CHARGES_ALONE, CHARGES_TOGETHER)
    }

    /// How much of what a force could do by blows it is likely to do. Whoever sees only the next blow
    /// expects all of it.
    fn share_that_strikes(&self, (of, to): (&Force, &Force), alone: f32, together: f32) -> f32 {
        if !self.sees_replies() {
            1.0
        } else if of.spots.len() == 1 || to.spots.len() == 1 {
            alone
        } else {
            together
        }
    }

    /// Points that a force takes from another by shooting from a distance with so many actions.
    pub fn harm_by_shots(&self, of: &Force, to: &Force, gap: f32, actions: f32) -> f32 {
        if !of.is_steady() || self.is_to_be_captured(to) {
            return 0.0;
        }
        if let Some(gun) = of.gun {
            return if gap <= gun_range(self.world, gun) { capped_points(to, GUN) } else { 0.0 };
        }
        if of.range <= 0.0 || gap > of.range {
            return 0.0;
        }
        let power = self.power(of, to);
        if power.shots <= 0.0 {
            return 0.0;
        }
        let hits = (power.skill - 2.0 * gap / of.range).clamp(*HITS.start(), *HITS.end()) / 10.0;
        let shots = (actions / power.shot_cost.max(1.0)).floor();
        capped(to, power.shots * hits * shots)
    }
}

/// Points of a force for so many wounds.
pub(super) fn capped(to: &Force, wounds: f32) -> f32 {
    let share = wounds / to.wounds.max(1.0);
    to.price() * if share < 0.8 { share } else { 1.0 - 0.2 * ops::exp(-5.0 * (share - 0.8)) }
}

/// A chance by how much speaks for it: a half if nothing does, nearly 1 from 4 on, hardly any below -4.
pub(super) fn logistic(by: f32) -> f32 {
    1.0 / (1.0 + ops::exp(-by))
}

fn capped_points(to: &Force, points: f32) -> f32 {
    points.min(to.price())
}

fn gun_range(world: &World, gun: ModelId) -> f32 {
    let arms = &world.of_model::<Arms>(gun).0;
    arms.iter().map(|arm| arm.longest().0).fold(0.0, f32::max)
}

/// How far a base of a force reaches. Inches.
fn radius(force: &Force) -> f32 {
    force.spots.first().map_or(0.5, |spot| spot.radius).max(0.1)
}

/// How many of a force come to blows with another.
fn fighters(of: &Force, to: &Force) -> f32 {
    let (own, other) = (radius(of), radius(to));
    // Those who find room around one enemy, on the side they come from.
    let around = (std::f32::consts::PI * (own + other) / (2.0 * own)).max(1.0);
    let exposed = if to.ranked { to.frontage as f32 } else { (to.spots.len() as f32).sqrt() * 1.5 };
    let exposed = exposed.clamp(1.0, to.spots.len() as f32);
    let room = if exposed > 1.5 { exposed * around.min(1.7) } else { around };
    (of.frontage as f32).min(room.max(1.0))
}

/// How many of a force somebody of another meets who drives straight through it.
fn in_the_way(of: &Force, to: &Force) -> f32 {
    let abreast = 1.0 + radius(of) / radius(to);
    let all = to.spots.len() as f32;
    let (files, deep) = if to.ranked {
        (to.frontage as f32, (all / to.frontage.max(1) as f32).ceil())
    } else {
        (all.sqrt(), all.sqrt())
    };
    (abreast.min(files) * deep).min(all)
}

impl Study<'_> {
    fn work_out(&self, of: &Force, to: &Force) -> Power {
        let world = self.world;
        let target = (to.typical, self.kind(to));
        let mut rates: Vec<(Blows, f32)> = self
            .kinds(of)
            .iter()
            .map(|same| (self.blows((same.model, same.kind), target, of, to), same.count))
            .collect();
        rates.sort_by(|a, b| b.0.charging.total_cmp(&a.0.charging));
        let mut room = fighters(of, to);
        let mut all = Blows::default();
        for (blows, count) in rates {
            let fight = room.min(count);
            all.plain += blows.plain * fight;
            all.charging += blows.charging * fight;
            all.driving += blows.driving * count;
            room -= fight;
        }
        let shots = (of.range > 0.0).then(|| {
            let pair = (self.kind(of), target.1);
            self.knowledge.shots(pair, || best_shots(world, of.typical, target.0))
        });
        let shooters = of.spots.len().min(of.frontage * 3) as f32;
        Power {
            blows: all.plain,
            charging: all.charging,
            driving: all.driving * in_the_way(of, to),
            shots: shots.map_or(0.0, |shots| shots.wounds * shooters),
            skill: shots.map_or(0.0, |shots| shots.skill),
            shot_cost: shots.map_or(1.0, |shots| shots.cost),
        }
    }

    /// What a model does to another by blows; those who are in combat are looked at where they stand.
    fn blows(
        &self,
        (attacker, own): (ModelId, usize),
        (target, other): (ModelId, usize),
        of: &Force,
        to: &Force,
    ) -> Blows {
        let meeting = if self.engaged_with(of.unit).contains(&to.unit) {
            Meeting::Here
        } else {
            Meeting::Anywhere
        };
        let work_out = || best_blows(self.world, attacker, target, meeting);
        match meeting {
            Meeting::Here => work_out(),
            Meeting::Anywhere => self.knowledge.blows((own, other), work_out),
        }
    }
}

/// What a model does to another with the best weapon of each of its elements, in its best mode: they strike
/// together.
fn best_blows(world: &World, attacker: ModelId, target: ModelId, meeting: Meeting) -> Blows {
    let mut all = Blows { driving: wheels(world, attacker, target), ..Blows::default() };
    for weapons in combined::weapons_by_element(world, attacker) {
        let with = |weapon| blows_with(world, (attacker, weapon), target, meeting);
        let best = weapons.into_iter().map(with).fold(Blows::default(), Blows::better);
        all.plain += best.plain;
        all.charging += best.charging;
    }
    all
}

/// What a model does to another with one of its weapons in its best mode; nothing if it can't.
fn blows_with(
    world: &World,
    (attacker, weapon): (ModelId, u8),
    target: ModelId,
    meeting: Meeting,
) -> Blows {
    let arm = &world.of_model::<Arms>(attacker).0[usize::from(weapon)];
    if arm.is_ranged() || !close_combat::can_hurt(world, attacker, weapon, target) {
        return Blows::default();
    }
    let may = |charged| close_combat::check_weapon_if(world, attacker, arm, charged).is_ok();
    let stands = may(false);
    if !stands && !may(true) {
        return Blows::default();
    }
    let in_mode = |mode| {
        let blow = Blow { mode, ..Blow::plain(attacker, target, weapon) };
        let cost = f32::from(close_combat::cost_of(world, &blow).max(1));
        let (wounds, after_charge) = odds::wounds_of_blow(world, &blow, meeting);
        let plain = if stands { wounds / cost } else { 0.0 };
        Blows { plain, charging: after_charge / cost, driving: 0.0 }
    };
    close_combat::modes_of(world, attacker, weapon)
        .map(in_mode)
        .fold(Blows::default(), Blows::better)
}

/// What a model does to another that it drives over.
fn wheels(world: &World, attacker: ModelId, target: ModelId) -> f32 {
    if !uses::drives_over(world, attacker, target) {
        return 0.0;
    }
    let hit = (uses::strength_of_drive(world, attacker), true);
    odds::of_automatic_hit(world, attacker, target, uses::MEANS_OF_DRIVE, hit).chance
}

/// The shots of a model at another that promise most, were they all to hit.
fn best_shots(world: &World, shooter: ModelId, target: ModelId) -> Shots {
    let mut best = Shots { wounds: 0.0, skill: 0.0, cost: 1.0 };
    for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(shooter).0) {
        if !arm.is_shot() {
            continue;
        }
        let strength = arm.strength(stat_with(world, shooter, weapon, Stat::Strength));
        let wounds = odds::of_automatic_hit(world, shooter, target, "", (strength, true)).chance;
        if wounds > best.wounds {
            let cost = f32::from(use_cost(world, shooter, arm).max(1));
            let first = arm.bands.first().map_or(0, |band| band.1);
            let skill = stat_with(world, shooter, weapon, Stat::RangedAttack) + first;
            best = Shots { wounds, skill: skill as f32, cost };
        }
    }
    best
}
