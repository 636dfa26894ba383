//! What is to be seen of events: who goes, strikes, shoots and falls, and the words that say how it
//! came out.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            capitalised,
            telling::{Cue, Missile, Mood, Over, Pace, Pause, Play, Staging, Toward, Word},
        },
    },
    no_quarter::{
        Arms, Event, decided,
        event::{Cause, Gait, HitResult, PanicResult},
        magic::{Bearer, SpellOn},
        mishaps::Mishap,
        playable::lasting,
        rolls::rolls,
        uses::At,
    },
    table::Pose,
};

/// What is to be seen of an event.
pub(super) fn staging(world: &World, event: &Event) -> Staging {
    let (ground, rolls) = (changes_ground(event), !rolls(world, event).is_empty());
    Staging { ground, rolls, ..staged(world, event) }
}

/// Whether ground may come, move or go with an event.
fn changes_ground(event: &Event) -> bool {
    match event {
        Event::Cast { spell, cast: true, .. } | Event::SpellRolled { spell, .. } => {
            spell.card().makes.is_some()
        }
        Event::SpellEnded { what, .. } => matches!(what.on, Bearer::Ground(_)),
        Event::TerrainLaid { .. } => true,
        _ => false,
    }
}

fn staged(world: &World, event: &Event) -> Staging {
    let of = Staging::of;
    match event {
        Event::Moved { model, gait, from, way, .. } => of(walk(*model, *gait, *from, way)),
        Event::Struck { attacker, target, result, .. } => {
            let play = Play::Blow { attacker: *attacker, target: *target };
            Staging { words: vec![attack_word(*target, *result)], ..of(play) }
        }
        Event::Shot { shooter, unit, target, weapon, result, .. } => {
            let play = Play::Shot {
                shooter: *shooter,
                unit: *unit,
                target: *target,
                missile: missile(world, *shooter, weapon),
                hit: result.is_hit(),
            };
            Staging { words: vec![attack_word(*target, *result)], ..of(play) }
        }
        Event::Threw { thrower: shooter, weapon, at, .. }
        | Event::Bombarded { shooter, weapon, at, .. } => {
            let missile = missile(world, *shooter, weapon);
            of(Play::Lob { shooter: *shooter, at: *at, missile })
        }
        Event::Breathed { laid, .. } => of(Play::Breath(*laid)),
        Event::TemplateLaid { laid, .. } => of(Play::Burst(*laid)),
        Event::Fell { model, cause, at } => {
            let words = fallen_word(*cause).map(|text| word(*model, Mood::Bad, text));
            let play = Play::Fall { model: *model, at: *at };
            Staging { words: words.into_iter().collect(), ..of(play) }
        }
        Event::KnockedProne { model } => {
            let words = vec![word(*model, Mood::Bad, "down")];
            Staging { words, ..of(Play::Topple(*model)) }
        }
        Event::WoundIgnored { model, .. } => {
            told(Pause::Glimpse, *model, Mood::Good, "ignored").after_attack()
        }
        Event::Overloaded { model, .. } => told(Pause::Long, *model, Mood::Bad, "scalded"),
        Event::LaidLow { model } => {
            let words = vec![word(*model, Mood::Bad, "laid low")];
            Staging { words, ..of(Play::Topple(*model)) }
        }
        Event::Regenerated { model, regained: true, .. } => {
            told(Pause::Long, *model, Mood::Good, "heals")
        }
        Event::Regenerated { regained: false, .. } => of(Play::Pause(Pause::Glimpse)),
        Event::StoodUp { model, .. } => of(Play::Rise(*model)),
        Event::MishapRolled { model, mishap: Mishap::Confusion, befell: true, .. } => {
            told(Pause::Long, *model, Mood::Bad, "confused")
        }
        Event::MishapRolled { model, mishap: Mishap::Malfunction, befell: true, .. } => {
            told(Pause::Long, *model, Mood::Bad, "jammed")
        }
        // Who vanishes has its word when it goes.
        Event::MishapRolled { .. } => of(Play::Pause(Pause::Glimpse)),
        Event::Deployed { unit } => of(Play::Appear(*unit)),
        Event::TurnBegan { turn } => banner(Pause::Longest, format!("Turn {turn}")),
        Event::Ended { .. } => banner(Pause::Long, capitalised(&decided::reason(world))),
        Event::ChargeDeclared { unit, .. } => said(Pause::Long, *unit, Mood::Strong, "Charge!"),
        Event::FellShort { unit, .. } => said(Pause::Long, *unit, Mood::Bad, "falls short"),
        Event::Fled { unit, .. } => said(Pause::Middling, *unit, Mood::Bad, "flees"),
        Event::CommandTested { unit, passed, .. } => {
            let (mood, text) = if *passed { (Mood::Good, "steady") } else { (Mood::Bad, "shaken") };
            said(Pause::Long, *unit, mood, text)
        }
        Event::Unwavering { unit } => said(Pause::Glance, *unit, Mood::Good, "unwavering"),
        Event::PanicRolled { unit, result, .. } => {
            let text = match result {
                PanicResult::StandFirm => "panics",
                PanicResult::Retreat => "retreats",
                PanicResult::Terrified => "terrified",
                PanicResult::Destroyed => "scatters",
            };
            said(Pause::Longest, *unit, Mood::Bad, text)
        }
        Event::Rallied { unit, .. } => said(Pause::Long, *unit, Mood::Good, "rallies"),
        Event::Held { unit, .. } => said(Pause::Short, *unit, Mood::Plain, "holds"),
        Event::Responded { unit, .. } => said(Pause::Short, *unit, Mood::Strong, "responds"),
        Event::Cast { model, spell, at, cast, .. } => {
            let (mood, text) =
                if *cast { (Mood::Strong, spell.name()) } else { (Mood::Plain, "in vain") };
            let play = Play::Pulse { from: *model, to: toward(world, *at), succeeds: *cast };
            Staging { words: vec![word(*model, mood, text)], ..of(play) }
        }
        Event::Resisted { model, resisted: true, .. } => {
            told(Pause::Glimpse, *model, Mood::Good, "resisted").after_attack()
        }
        Event::Concentrated { model, .. } => {
            told(Pause::Glance, *model, Mood::Plain, "concentrates")
        }
        Event::TrodQuicksand { model, swallowed: false, .. } => {
            told(Pause::Glimpse, *model, Mood::Good, "gets through")
        }
        Event::Cancelled { model, what, cancelled, .. } => {
            let (mood, text) = if *cancelled {
                (Mood::Strong, "spell cancelled")
            } else {
                (Mood::Plain, "in vain")
            };
            let to = toward(world, At::Spell(*what));
            let play = Play::Pulse { from: *model, to, succeeds: *cancelled };
            Staging { words: vec![word(*model, mood, text)], ..of(play) }
        }
        Event::Healed { model, .. } => told(Pause::Glance, *model, Mood::Good, "healed"),
        Event::ActivationLost { unit } => said(Pause::Long, *unit, Mood::Bad, "frozen"),
        Event::Lured { unit, .. } => said(Pause::Long, *unit, Mood::Bad, "lured"),
        Event::SawAhead { model, .. } => told(Pause::Glance, *model, Mood::Good, "foreseen"),
        Event::Rose { by, models, .. } => {
            let (mood, text) = if models.is_empty() {
                (Mood::Plain, "nobody rises")
            } else {
                (Mood::Strong, "the dead rise")
            };
            told(Pause::Long, *by, mood, text)
        }
        Event::RanksBroken { unit } => said(Pause::Short, *unit, Mood::Bad, "ranks broken"),
        Event::Loaded { model, .. } => told(Pause::Glance, *model, Mood::Plain, "loaded"),
        Event::Parried { model, parried: true, .. } => {
            told(Pause::Glance, *model, Mood::Good, "parried")
        }
        Event::Evaded { model, evaded: true, .. } => {
            told(Pause::Glance, *model, Mood::Good, "evaded")
        }
        Event::Wounded { model, .. } => told(Pause::Glimpse, *model, Mood::Bad, "-").after_attack(),
        Event::WhoWasHit { hit, .. } => Staging {
            words: vec![word(*hit, Mood::Strong, "hit instead")],
            cue: Cue::HitInstead(*hit),
            ..Staging::nothing()
        },
        Event::Saved { model, saved: true, .. } => {
            told(Pause::Glimpse, *model, Mood::Good, "saved").after_attack()
        }
        // A save that fails needs no word: the wound has one.
        Event::Saved { saved: false, .. } => of(Play::Pause(Pause::Glimpse)).after_attack(),
        Event::DamageRolled { model, wounded: true, .. }
        | Event::Endured { model, endured: false, .. } => {
            told(Pause::Glimpse, *model, Mood::Bad, "-").after_attack()
        }
        Event::DamageRolled { model, wounded: false, .. }
        | Event::Endured { model, endured: true, .. } => {
            told(Pause::Glimpse, *model, Mood::Good, "unhurt").after_attack()
        }
        Event::NoSave { .. }
        | Event::FlightEnded { .. }
        | Event::TooLarge { .. }
        | Event::Used { .. }
        | Event::Splashed { .. }
        | Event::WentOver { .. } => Staging::nothing().after_attack(),
        Event::Parried { parried: false, .. }
        | Event::Evaded { evaded: false, .. }
        | Event::DeploymentRolled { .. }
        | Event::TerrainRolled { .. }
        | Event::TerrainLaid { .. }
        | Event::EdgeChosen { .. }
        | Event::LatecomersRolled { .. }
        | Event::KeptBack { .. }
        | Event::Entered { .. }
        | Event::LengthRolled { .. }
        | Event::InitiativeRolled { .. }
        | Event::Activated { .. }
        | Event::ActivationEnded { .. }
        | Event::TurnEnded { .. }
        | Event::Manoeuvred { .. }
        | Event::FormedUp { .. }
        | Event::Reorganised { .. }
        | Event::LeftUnit { .. }
        | Event::JoinedUnit { .. }
        | Event::Charged { .. }
        | Event::Daunted { .. }
        | Event::Frightened { .. }
        | Event::InReach { .. }
        | Event::PushedBack { .. }
        | Event::RanOver { .. }
        | Event::Leapt { .. }
        | Event::FlewOn { .. }
        | Event::ElementHit { .. }
        | Event::Deviated { .. }
        | Event::PartlyCovered { .. }
        | Event::BrokeOff { .. }
        | Event::FollowedUp { .. }
        | Event::MasteryRolled { .. }
        | Event::MasteryUsed { .. }
        | Event::Ignored { .. }
        | Event::StoodFirm { .. }
        | Event::Retreated { .. }
        | Event::Instructed { .. }
        | Event::HoldEnded { .. }
        | Event::Resisted { resisted: false, .. }
        | Event::SpellRolled { .. }
        | Event::TrodQuicksand { swallowed: true, .. }
        | Event::KeptUp { .. }
        | Event::SpellEnded { .. }
        | Event::Conceded { .. } => Staging::nothing(),
    }
}

/// Where that goes which is used at something.
fn toward(world: &World, at: At) -> Option<Toward> {
    match at {
        At::Unit(unit) | At::Spell(SpellOn { on: Bearer::Unit(unit), .. }) => {
            Some(Toward::Unit(unit))
        }
        At::Model(model) | At::Spell(SpellOn { on: Bearer::Model(model), .. }) => {
            Some(Toward::Model(model))
        }
        At::Spell(SpellOn { on: Bearer::Ground(piece), .. }) => {
            lasting::middle(world, piece).map(Toward::Place)
        }
        At::Place(at) | At::Teardrop { from: at, .. } => Some(Toward::Place(at)),
        At::Itself | At::Side(_) | At::Towards(_) | At::Through { .. } => None,
    }
}

fn walk(model: ModelId, gait: Gait, from: Pose, way: &[Pose]) -> Play {
    let pace = match gait {
        Gait::Charge => Pace::Charge,
        Gait::Flight | Gait::Retreat => Pace::Flee,
        Gait::Move
        | Gait::InRanks
        | Gait::FollowUp
        | Gait::Regroup
        | Gait::FormUp
        | Gait::CloseUp
        | Gait::PushedBack
        | Gait::Thrown
        | Gait::Lured => Pace::Walk,
    };
    let way = [from].iter().chain(way).copied().collect();
    Play::Walk { model, pace, kind: gait as u8, way }
}

/// What a weapon of a name sends, in the hands of whoever shoots with it.
fn missile(world: &World, shooter: ModelId, weapon: &str) -> Missile {
    let arms = &world.of_model::<Arms>(shooter).0;
    arms.iter().find(|arm| arm.name == weapon).map(|arm| arm.missile).unwrap_or_default()
}

fn attack_word(target: ModelId, result: HitResult) -> Word {
    let (mood, text) = match result {
        HitResult::Missed => (Mood::Plain, "miss"),
        HitResult::Hit | HitResult::Automatic | HitResult::Helpless => (Mood::Strong, "hit"),
        HitResult::MasterfulHit => (Mood::Strong, "masterful"),
        HitResult::Fumbled => (Mood::Bad, "fumble"),
        HitResult::OutOfRange => (Mood::Plain, "out of range"),
    };
    word(target, mood, text)
}

/// The slain have had their word with the wound.
fn fallen_word(cause: Cause) -> Option<&'static str> {
    match cause {
        Cause::Slain { .. } => None,
        Cause::Captured { .. } => Some("captured"),
        Cause::Scattered => Some("scatters"),
        Cause::RanOff => Some("runs off"),
        Cause::Vanished => Some("vanishes"),
        Cause::BlewUp => Some("blows up"),
        Cause::Swallowed { .. } => Some("swallowed"),
        Cause::Sacrificed { .. } => Some("sacrificed"),
    }
}

fn word(model: ModelId, mood: Mood, text: &'static str) -> Word {
    Word { over: Over::Model(model), mood, text: text.into() }
}

fn told(pause: Pause, model: ModelId, mood: Mood, text: &'static str) -> Staging {
    Staging::said(pause, word(model, mood, text))
}

fn said(pause: Pause, unit: UnitId, mood: Mood, text: &'static str) -> Staging {
    Staging::said(pause, Word { over: Over::Unit(unit), mood, text: text.into() })
}

fn banner(pause: Pause, text: String) -> Staging {
    Staging::said(pause, Word { over: Over::Table, mood: Mood::Strong, text: text.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Log, levels},
        lab::{Bout, Played, play},
        no_quarter::NoQuarter,
    };

    #[test]
    fn what_flies_is_what_the_shooter_bears() {
        let mut seen = Vec::new();
        for level in ["artillery-duel", "first-clash", "pitched-battle"] {
            let level = levels::find(level, None).expect("it comes with the game");
            let played = play(Bout::<NoQuarter>::random(&level, 3)).and_then(Played::sound);
            let world = played.expect("random players give legal orders").world;
            for event in &world.resource::<Log<NoQuarter>>().0 {
                if let Event::Shot { shooter: model, weapon, .. }
                | Event::Threw { thrower: model, weapon, .. }
                | Event::Bombarded { shooter: model, weapon, .. } = event
                {
                    let arms = &world.of_model::<Arms>(*model).0;
                    assert!(arms.iter().any(|arm| arm.name == *weapon), "{event:?}");
                    let flies = match weapon.as_str() {
                        "Bow" | "Long bow" | "Mongolian bow" => Missile::Arrow,
                        bolts if bolts.contains("rossbow") || bolts.contains("olt thrower") => {
                            Missile::Bolt
                        }
                        _ => Missile::Ball,
                    };
                    let missile = missile(&world, *model, weapon);
                    assert_eq!(missile, flies, "{weapon}");
                    seen.push(missile);
                }
            }
        }
        assert!(seen.contains(&Missile::Ball) && seen.contains(&Missile::Arrow), "{seen:?}");
    }
}
