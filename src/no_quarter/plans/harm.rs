//! What one force is likely to do to another, by the chances of single blows and shots that the previews
//! show too. Points are those of the armies; what falls twice counts once.

use bevy::{math::ops, prelude::World};

use super::{force::Force, study::Study};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        arms::use_cost,
        charges::MOMENTUM,
        close_combat,
        components::{Arms, ProfileOf},
        odds,
        order::Blow,
        statistics::{Stat, stat_with},
    },
};

/// No shot hits by less or more than this, whatever the circumstances. In tenths.
const HITS: std::ops::RangeInclusive<f32> = 1.0..=9.0;

/// What a gun is likely to do when it fires, in points: by far not every shot hits much.
const GUN: f32 = 14.0;

/// What one unit does to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Power {
    /// Wounds by one action of all who come to blows.
    blows: f32,
    /// The same in the turn of a charge.
    charging: f32,
    /// Wounds by one action of all who shoot, if every shot hit.
    shots: f32,
    /// The number to hit at the shortest range, in tenths.
    skill: f32,
    /// What a shot costs.
    shot_cost: f32,
}

impl Study<'_> {
    /// What one force does to another.
    fn power(&self, of: &Force, to: &Force) -> Power {
        if let Some(known) = self.powers.borrow().get(&(of.unit, to.unit)) {
            return *known;
        }
        let power = work_out(self.world, of, to);
        self.powers.borrow_mut().insert((of.unit, to.unit), power);
        power
    }

    /// Points that a force takes from another with so many actions each of all who come to blows.
    pub fn harm(&self, of: &Force, to: &Force, actions: f32) -> f32 {
        capped(to, self.power(of, to).blows * actions.max(0.0))
    }

    /// The same after a charge over a gap, with the actions that are left then.
    pub fn harm_by_charge(&self, of: &Force, to: &Force, gap: f32) -> f32 {
        let left = of.actions - gap / of.rate.max(0.1);
        if left < -of.sounded(self.world) || !of.is_steady() {
            return 0.0;
        }
        let actions = left.max(0.0) + f32::from(MOMENTUM);
        capped(to, self.power(of, to).charging * actions)
    }

    /// Points that a force takes from another by shooting from a distance with so many actions.
    pub fn harm_by_shots(&self, of: &Force, to: &Force, gap: f32, actions: f32) -> f32 {
        if !of.is_steady() {
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
    to.worth * if share < 0.8 { share } else { 1.0 - 0.2 * ops::exp(-5.0 * (share - 0.8)) }
}

fn capped_points(to: &Force, points: f32) -> f32 {
    points.min(to.worth)
}

fn gun_range(world: &World, gun: ModelId) -> f32 {
    let arms = &world.of_model::<Arms>(gun).0;
    arms.iter().map(|arm| arm.longest().0).fold(0.0, f32::max)
}

/// How many of a force come to blows with another.
fn fighters(of: &Force, to: &Force) -> f32 {
    let radius = |force: &Force| force.spots.first().map_or(0.5, |spot| spot.radius).max(0.1);
    let (own, other) = (radius(of), radius(to));
    // Those who find room around one enemy, on the side they come from.
    let around = (std::f32::consts::PI * (own + other) / (2.0 * own)).max(1.0);
    let exposed = if to.ranked { to.frontage as f32 } else { (to.spots.len() as f32).sqrt() * 1.5 };
    let exposed = exposed.clamp(1.0, to.spots.len() as f32);
    let room = if exposed > 1.5 { exposed * around.min(1.7) } else { around };
    (of.frontage as f32).min(room.max(1.0))
}

fn work_out(world: &World, of: &Force, to: &Force) -> Power {
    let target = to.typical;
    // Models of one profile do the same; of each one stands for all.
    let mut kinds: Vec<(&str, ModelId, f32)> = Vec::new();
    for spot in &of.spots {
        let id = world.of_model::<ProfileOf>(spot.model).0.id.as_str();
        match kinds.iter_mut().find(|(known, ..)| *known == id) {
            Some((.., count)) => *count += 1.0,
            None => kinds.push((id, spot.model, 1.0)),
        }
    }
    let mut rates: Vec<(f32, f32, f32)> = kinds
        .iter()
        .map(|&(_, model, count)| {
            let (plain, charging) = blow_rates(world, model, target);
            (plain, charging, count)
        })
        .collect();
    rates.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut room = fighters(of, to);
    let (mut blows, mut charging) = (0.0, 0.0);
    for (plain, after_charge, count) in rates {
        let fight = room.min(count);
        blows += plain * fight;
        charging += after_charge * fight;
        room -= fight;
    }
    let (shots, skill, shot_cost) =
        if of.range > 0.0 { shot_rate(world, of, target) } else { (0.0, 0.0, 1.0) };
    Power { blows, charging, shots, skill, shot_cost }
}

/// Wounds by one action of a model's best weapon against another: as it stands, and after a charge.
fn blow_rates(world: &World, attacker: ModelId, target: ModelId) -> (f32, f32) {
    let (mut plain, mut charging) = (0.0_f32, 0.0_f32);
    let pose = world.placed(attacker).pose;
    for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(attacker).0) {
        if arm.is_ranged() || !close_combat::can_hurt(world, attacker, weapon, target) {
            continue;
        }
        let stands = close_combat::check_weapon_if(world, attacker, arm, false).is_ok();
        if !stands && close_combat::check_weapon_if(world, attacker, arm, true).is_err() {
            continue;
        }
        let cost = f32::from(use_cost(world, attacker, arm).max(1));
        let blow = Blow::plain(attacker, target, weapon);
        let (chance, after_charge) = odds::chances_of_blow(world, &blow, pose);
        charging = charging.max(after_charge / cost);
        if stands {
            plain = plain.max(chance / cost);
        }
    }
    (plain, charging)
}

/// Wounds by the shots of a force, were they all to hit, the number to hit, and what one costs.
fn shot_rate(world: &World, of: &Force, target: ModelId) -> (f32, f32, f32) {
    let shooter = of.typical;
    let mut best = (0.0, 0.0, 1.0);
    for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(shooter).0) {
        if !arm.is_shot() {
            continue;
        }
        let strength = arm.strength(stat_with(world, shooter, weapon, Stat::Strength));
        let hit = odds::of_automatic_hit(world, shooter, target, "", (strength, true));
        let cost = f32::from(use_cost(world, shooter, arm).max(1));
        let first = arm.bands.first().map_or(0, |band| band.1);
        let skill = stat_with(world, shooter, weapon, Stat::RangedAttack) + first;
        let shooters = of.spots.len().min(of.frontage * 3) as f32;
        let rate = hit.chance * shooters;
        if rate > best.0 {
            best = (rate, skill as f32, cost);
        }
    }
    best
}
