//! Who did what in a battle, added up from its events.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, Log, ModelId, SideId, UnitId,
        playable::{listed, telling::Deeds},
    },
    no_quarter::{
        Event, NoQuarter,
        event::Cause,
        uses::{MEANS_OF_DRIVE, Usable},
    },
};

/// What catches whoever is under it.
const TEMPLATE: &str = "templates";

/// What splashes those in contact (MUT-CORROSIVE-BLOOD).
const BLOOD: &str = "its blood";

/// What catches whoever a spell finds.
const MAGIC: &str = Usable::Cancelling.about().means;

/// What one unit did and suffered, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Score {
    /// The unit.
    unit: UnitId,
    /// Its side.
    side: SideId,
    /// Enemies it slew.
    slain: u32,
    /// Attacks that hit.
    hits: u32,
    /// Attacks it made.
    attacks: u32,
    /// Enemies that it caught without aiming at each.
    caught: u32,
    /// With what it caught them, in the order in which it first did.
    caught_with: Vec<&'static str>,
    /// Models it lost.
    lost: u32,
    /// Models it began with.
    models: u32,
    /// How often it fled or retreated.
    ran: u32,
}

/// The deeds of all units, those who slew most first.
pub(super) fn deeds(world: &World) -> Vec<Deeds> {
    let told = |score: Score| Deeds { unit: score.unit, side: score.side, text: score.sentence() };
    scores(world).into_iter().map(told).collect()
}

fn scores(world: &World) -> Vec<Score> {
    let mut scores: Vec<Score> = world
        .roster()
        .units()
        .map(|unit| Score {
            unit,
            side: world.side_of(unit),
            slain: 0,
            hits: 0,
            attacks: 0,
            caught: 0,
            caught_with: Vec::new(),
            lost: 0,
            models: world.members(unit).len() as u32,
            ran: 0,
        })
        .collect();
    // Whose template came down last: dice for those partly under it follow.
    let mut template = None;
    for event in &world.resource::<Log<NoQuarter>>().0 {
        let enemy_of = |unit: UnitId| {
            let side = world.side_of(unit);
            move |model: &&ModelId| world.side_of_model(**model) != side
        };
        match event {
            Event::Struck { attacker, result, .. }
            | Event::Shot { shooter: attacker, result, .. }
            | Event::Threw { thrower: attacker, result, .. }
            | Event::Bombarded { shooter: attacker, result, .. } => {
                let score = &mut scores[world.unit_of(*attacker).index()];
                score.attacks += 1;
                score.hits += u32::from(result.is_hit());
            }
            Event::TemplateLaid { attacker, wholly, .. } => {
                let unit = world.unit_of(*attacker);
                template = Some(unit);
                let caught = wholly.iter().filter(enemy_of(unit)).count();
                scores[unit.index()].catch(caught, TEMPLATE);
            }
            Event::PartlyCovered { model, struck, .. } => {
                if let Some(unit) = template {
                    let caught = *struck && enemy_of(unit)(&model);
                    scores[unit.index()].catch(usize::from(caught), TEMPLATE);
                }
            }
            Event::Used { model, what, caught, .. } => {
                let unit = world.unit_of(*model);
                let caught = caught.iter().filter(enemy_of(unit)).count();
                scores[unit.index()].catch(caught, what.about().means);
            }
            Event::Splashed { model, caught } => {
                let unit = world.unit_of(*model);
                let caught = caught.iter().filter(enemy_of(unit)).count();
                scores[unit.index()].catch(caught, BLOOD);
            }
            Event::Cast { model, caught, .. } | Event::SpellRolled { model, caught, .. } => {
                let unit = world.unit_of(*model);
                let caught = caught.iter().filter(enemy_of(unit)).count();
                scores[unit.index()].catch(caught, MAGIC);
            }
            Event::RanOver { model, target, .. } => {
                let unit = world.unit_of(*model);
                scores[unit.index()].catch(usize::from(enemy_of(unit)(&target)), MEANS_OF_DRIVE);
            }
            Event::Fell { model, cause, .. } => {
                let own = world.unit_of(*model);
                scores[own.index()].lost += 1;
                if let Cause::Slain { by } | Cause::Captured { by } = cause {
                    let slayer = world.unit_of(*by);
                    // A shot into a fight may hit a friend: nothing to boast of.
                    let enemy = world.side_of(slayer) != world.side_of(own);
                    scores[slayer.index()].slain += u32::from(enemy);
                }
            }
            Event::Fled { unit, .. } | Event::Retreated { unit } => scores[unit.index()].ran += 1,
            Event::DeploymentRolled { .. }
            | Event::Deployed { .. }
            | Event::TerrainRolled { .. }
            | Event::TerrainLaid { .. }
            | Event::EdgeChosen { .. }
            | Event::LatecomersRolled { .. }
            | Event::KeptBack { .. }
            | Event::Entered { .. }
            | Event::TurnBegan { .. }
            | Event::LengthRolled { .. }
            | Event::InitiativeRolled { .. }
            | Event::Activated { .. }
            | Event::ActivationEnded { .. }
            | Event::TurnEnded { .. }
            | Event::Moved { .. }
            | Event::Manoeuvred { .. }
            | Event::FormedUp { .. }
            | Event::Reorganised { .. }
            | Event::LeftUnit { .. }
            | Event::JoinedUnit { .. }
            | Event::ChargeDeclared { .. }
            | Event::Charged { .. }
            | Event::Daunted { .. }
            | Event::Frightened { .. }
            | Event::InReach { .. }
            | Event::PushedBack { .. }
            | Event::FellShort { .. }
            | Event::StoodUp { .. }
            | Event::WhoWasHit { .. }
            | Event::Breathed { .. }
            | Event::Loaded { .. }
            | Event::FlewOn { .. }
            | Event::ElementHit { .. }
            | Event::FlightEnded { .. }
            | Event::TooLarge { .. }
            | Event::WentOver { .. }
            | Event::Leapt { .. }
            | Event::Deviated { .. }
            | Event::Parried { .. }
            | Event::Evaded { .. }
            | Event::Wounded { .. }
            | Event::Saved { .. }
            | Event::NoSave { .. }
            | Event::DamageRolled { .. }
            | Event::KnockedProne { .. }
            | Event::LaidLow { .. }
            | Event::Endured { .. }
            | Event::Overloaded { .. }
            | Event::WoundIgnored { .. }
            | Event::Regenerated { .. }
            | Event::MishapRolled { .. }
            | Event::BrokeOff { .. }
            | Event::FollowedUp { .. }
            | Event::CommandTested { .. }
            | Event::Unwavering { .. }
            | Event::PanicRolled { .. }
            | Event::MasteryRolled { .. }
            | Event::MasteryUsed { .. }
            | Event::Ignored { .. }
            | Event::StoodFirm { .. }
            | Event::Rallied { .. }
            | Event::Held { .. }
            | Event::Instructed { .. }
            | Event::Responded { .. }
            | Event::HoldEnded { .. }
            | Event::RanksBroken { .. }
            | Event::Resisted { .. }
            | Event::TrodQuicksand { .. }
            | Event::Concentrated { .. }
            | Event::Healed { .. }
            | Event::KeptUp { .. }
            | Event::Cancelled { .. }
            | Event::SpellEnded { .. }
            | Event::ActivationLost { .. }
            | Event::Lured { .. }
            | Event::SawAhead { .. }
            | Event::Rose { .. }
            | Event::Conceded { .. }
            | Event::Ended { .. } => {}
        }
    }
    // A unit that an individual led alone for a while and left again has nothing to tell.
    scores.retain(|score| {
        score.models > 0 || score.attacks > 0 || score.caught > 0 || score.slain > 0
    });
    scores.sort_by(|a, b| b.slain.cmp(&a.slain).then(a.unit.cmp(&b.unit)));
    scores
}

impl Score {
    /// Counts enemies that were caught with something.
    fn catch(&mut self, caught: usize, with: &'static str) {
        self.caught += caught as u32;
        if caught > 0 && !self.caught_with.contains(&with) {
            self.caught_with.push(with);
        }
    }

    /// The deeds as a sentence without the name.
    fn sentence(&self) -> String {
        let mut parts = Vec::new();
        match self.slain {
            0 => parts.push("slew nobody".to_owned()),
            1 => parts.push("slew 1 enemy".to_owned()),
            slain => parts.push(format!("slew {slain} enemies")),
        }
        match (self.hits, self.attacks) {
            (_, 0) => {}
            (0, 1) => parts.push("missed with its only attack".to_owned()),
            (_, 1) => parts.push("hit with its only attack".to_owned()),
            (hits, attacks) => parts.push(format!("hit with {hits} of {attacks} attacks")),
        }
        if self.caught > 0 {
            parts.push(format!("caught {} with {}", self.caught, listed(&self.caught_with)));
        }
        if self.lost == 0 {
            parts.push("lost nobody".to_owned());
        } else if self.lost >= self.models {
            parts.push("was destroyed".to_owned());
        } else {
            parts.push(format!("lost {} of {}", self.lost, self.models));
        }
        match self.ran {
            0 => {}
            1 => parts.push("ran away once".to_owned()),
            2 => parts.push("ran away twice".to_owned()),
            ran => parts.push(format!("ran away {ran} times")),
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        no_quarter::{
            components::Formation,
            dice::{Dice, Needed, Purpose},
            event::HitResult,
            test_world::{TestWorld, man},
        },
        table::{
            Inches,
            template::{Laid, Template},
        },
    };

    #[test]
    fn grenades_templates_and_wheels_count() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &places, man());
        let theirs = test.unit(1, Formation::Skirmish, &places, man());
        let (thrower, friend) = (test.model(ours, 0), test.model(ours, 1));
        let (near, far) = (test.model(theirs, 0), test.model(theirs, 1));
        let roll = Dice::seeded(1).test(Purpose::ToHit, Some(0), Needed::new(5));
        let laid = Laid {
            template: Template::Blast { diameter: Inches(2.0) },
            at: Vec2::ZERO,
            facing: Vec2::Y,
        };
        let events = [
            Event::Threw {
                thrower,
                with: Vec::new(),
                weapon: String::new(),
                target: None,
                at: Vec2::ZERO,
                range: Inches(4.0),
                roll: roll.clone(),
                result: HitResult::Missed,
                actions: 3,
            },
            Event::TemplateLaid {
                attacker: thrower,
                laid,
                wholly: vec![near, friend],
                partly: vec![far],
            },
            Event::PartlyCovered { model: far, roll, struck: true },
            Event::RanOver { model: thrower, target: near, strength: 7 },
        ];
        test.world.resource_mut::<Log<NoQuarter>>().0.extend(events);
        let score = scores(&test.world).into_iter().find(|score| score.unit == ours).unwrap();
        assert_eq!((score.attacks, score.hits, score.caught), (1, 0, 3));
        assert_eq!(listed(&score.caught_with), "templates and its wheels");
    }

    #[test]
    fn deeds_read_well() {
        let score = Score {
            unit: UnitId(0),
            side: SideId(0),
            slain: 2,
            hits: 3,
            attacks: 9,
            caught: 0,
            caught_with: Vec::new(),
            lost: 4,
            models: 8,
            ran: 1,
        };
        let text = "slew 2 enemies, hit with 3 of 9 attacks, lost 4 of 8, ran away once";
        assert_eq!(score.sentence(), text);
        let mut drove = Score { attacks: 0, lost: 0, ran: 0, ..score.clone() };
        drove.catch(3, MEANS_OF_DRIVE);
        let text = "slew 2 enemies, caught 3 with its wheels, lost nobody";
        assert_eq!(drove.sentence(), text);
        let shy = Score { slain: 0, attacks: 0, lost: 0, ran: 2, ..score.clone() };
        assert_eq!(shy.sentence(), "slew nobody, lost nobody, ran away twice");
        let once = |hits| Score { hits, attacks: 1, lost: 0, ran: 0, ..score.clone() }.sentence();
        assert_eq!(once(1), "slew 2 enemies, hit with its only attack, lost nobody");
        assert_eq!(once(0), "slew 2 enemies, missed with its only attack, lost nobody");
        let gone = Score { lost: 8, slain: 0, attacks: 0, ran: 0, ..score };
        assert_eq!(gone.sentence(), "slew nobody, was destroyed");
    }
}
