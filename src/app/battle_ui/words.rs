//! Words for rules' values, as panels write them.

use std::collections::BTreeSet;

use bevy::prelude::{Vec2, World};

use crate::{
    battle::{BattleWorld, ModelId, level::Formation},
    dice::Needed,
    no_quarter::{
        Ability, Answer, Arms, Question, Standing, Weapon, WeaponRule, charges::PushBack, fear,
        hold, morale, movement, profile::WeaponStrength, sentence::count, step::Charge,
        support_weapons,
    },
    table::{Inches, formation::Manoeuvre, sight::Cover},
};

/// A formation.
pub fn formation(formation: Formation) -> String {
    match formation {
        Formation::Ranked { frontage } => format!("ranks of {frontage}"),
        Formation::Closed => "closed".to_owned(),
        Formation::Skirmish => "skirmish".to_owned(),
        Formation::Dispersed => "dispersed".to_owned(),
    }
}

/// A manoeuvre.
pub fn manoeuvre(manoeuvre: &Manoeuvre) -> String {
    match manoeuvre {
        Manoeuvre::Ahead(way) => format!("Ahead {way}"),
        Manoeuvre::Back(way) => format!("Back {way}, at double cost"),
        Manoeuvre::Sidestep(side, way) => {
            format!("Sidestep {} {way}, at double cost", side.name())
        }
        Manoeuvre::Wheel { pivot, degrees } => {
            format!("Wheel {} by {degrees:.0}°", pivot.name())
        }
        Manoeuvre::QuarterTurn(side) => format!("Quarter turn {}", side.name()),
        Manoeuvre::AboutTurn => "About turn".to_owned(),
    }
}

/// Cover.
pub fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "in the open",
        Cover::Soft => "soft cover",
        Cover::Hard => "hard cover",
    }
}

/// What a unit on hold waits for.
pub fn standing(standing: Standing) -> String {
    match standing {
        Standing::Ask => "asks every time".to_owned(),
        Standing::Within(distance) => format!("waits for enemies within {distance}"),
        Standing::WhenCharged => "waits for a charge".to_owned(),
        Standing::FirstTarget => "shoots at the first target".to_owned(),
        Standing::Never => "lets everything pass".to_owned(),
    }
}

/// A needed number: its base and each modifier by name.
pub fn needed(base: &str, needed: &Needed) -> String {
    let mut text = format!("{base} {}", needed.base);
    for modifier in &needed.modifiers {
        text.push_str(&format!(", {:+} {}", modifier.value, modifier.name));
    }
    text
}

/// A chance in per cent.
pub fn chance(chance: f32) -> String {
    format!("{:.0}%", chance * 100.0)
}

/// An ability.
pub fn ability(ability: Ability) -> String {
    ability.name()
}

/// A weapon's special rule.
pub fn weapon_rule(rule: WeaponRule) -> String {
    match rule {
        WeaponRule::TwoHanded => "two-handed".to_owned(),
        WeaponRule::ExtendedReach(reach) => format!("reach {reach}"),
        WeaponRule::TwoRanks => "fights in two ranks".to_owned(),
        WeaponRule::ChargeOnly => "only when charging".to_owned(),
        WeaponRule::CavalryOnly => "cavalry only".to_owned(),
        WeaponRule::NotForCavalry => "not for cavalry".to_owned(),
        WeaponRule::KnockProne => "knocks prone".to_owned(),
        WeaponRule::BurstFire(dice) => format!("burst of {dice}"),
        WeaponRule::SaveTwice => "save twice".to_owned(),
        WeaponRule::ExtraWound => "extra wound".to_owned(),
        WeaponRule::SiegeWeapon => "siege weapon".to_owned(),
        WeaponRule::Indirect => "indirect".to_owned(),
        WeaponRule::Blast(across) => format!("blast {across}"),
        WeaponRule::ProjectileTravel(sides) => format!("travels on D{sides}\""),
        WeaponRule::Ammunition => "ammunition".to_owned(),
        WeaponRule::Thrown => "thrown".to_owned(),
        WeaponRule::Teardrop(size) => format!("{size:?} teardrop").to_lowercase(),
    }
}

/// A weapon's strength in the hands of a bearer.
pub fn weapon_strength(weapon: &Weapon, bearer: i32) -> String {
    let strength = weapon.strength(bearer);
    match weapon.strength {
        WeaponStrength::Bonus(0) | WeaponStrength::Fixed(_) => format!("{strength}"),
        WeaponStrength::Bonus(bonus) => format!("{strength} ({bonus:+})"),
    }
}

/// A pushback: how far, which way, for what, and who would fight whom.
pub fn push(world: &World, push: &PushBack) -> String {
    let ways = push.ends.iter().map(|&(model, end)| end.at - world.placed(model).pose.at);
    let way = ways.sum::<Vec2>() / push.ends.len().max(1) as f32;
    let cost = count(usize::from(push.actions), "action");
    let fight = blows(push.contacts.len(), push.met.len());
    format!("Push on {} {}, {cost}: {fight}", Inches(way.length()), compass(way))
}

/// A pushback that is left out: who fights whom then.
pub fn no_push(world: &World, charge: &Charge) -> String {
    let mut met = BTreeSet::new();
    let mut own = 0;
    for model in world.standing(charge.unit) {
        let enemies = movement::engaged_with(world, model);
        let enemies = enemies.into_iter().filter(|&enemy| world.unit_of(enemy) == charge.target);
        let enemies: Vec<ModelId> = enemies.collect();
        own += usize::from(!enemies.is_empty());
        met.extend(enemies);
    }
    format!("Stay here: {}", blows(own, met.len()))
}

/// So many of one's own against so many others.
fn blows(own: usize, others: usize) -> String {
    let fight = if own == 1 { "fights" } else { "fight" };
    let enemies = if others == 1 { "enemy" } else { "enemies" };
    format!("{own} {fight} {others} {enemies}")
}

/// The direction of a way as a word, the top of the table being north.
pub fn compass(way: Vec2) -> &'static str {
    const NAMES: [&str; 8] =
        ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
    let eighths = way.to_angle().to_degrees() / 45.0;
    NAMES[(eighths.round() as i32).rem_euclid(8) as usize]
}

/// A question, as a sentence.
pub fn question(world: &World, question: &Question) -> String {
    let unit = |id| world.unit_name(id);
    match question {
        Question::RespondToAction { holder, active } => format!(
            "{} is on hold and {} has just acted in its sight. Shoot in response?",
            unit(*holder),
            unit(*active)
        ),
        Question::RespondToCharge { holder, charger } => {
            format!("{} charges {}, which is on hold. Flee?", unit(*charger), unit(*holder))
        }
        Question::ReceiveCharge { holder, charger } => format!(
            "{} has run into {}, which is on hold. Strike first?",
            unit(*charger),
            unit(*holder)
        ),
        Question::TargetFled { charge } => {
            format!("{} has fled. What does {} do?", unit(charge.target), unit(charge.unit))
        }
        Question::DriveFled { overrun } => {
            format!(
                "{} has fled. What does {} do?",
                unit(overrun.charge.target),
                world.model_name(overrun.model)
            )
        }
        Question::LastBlow { overrun } => format!(
            "{} drives through {}, which is on hold. Does each whom it meets strike first?",
            world.model_name(overrun.model),
            unit(overrun.charge.target)
        ),
        Question::FollowUp { model, distance } => format!(
            "{} has slain an enemy and may follow up to {distance} for free.",
            world.model_name(*model)
        ),
        Question::ChooseEdge { side } => {
            format!("{} may pick a table edge.", world.side_name(*side))
        }
        Question::StandOrRetreat { unit: panicked } => {
            format!("{} is panicked, but may choose: stand or retreat?", unit(*panicked))
        }
        Question::Parry { hit, die } => format!(
            "{} hits {} with a {die}. Parry? It takes less than {die}; a 10 costs 1 armour.",
            world.model_name(hit.attacker),
            world.model_name(hit.target)
        ),
        Question::PushBack { charge } => format!(
            "{} has run into {} and is three to one. Push them back before they fight?",
            unit(charge.unit),
            unit(charge.target)
        ),
        Question::CrewStrikes { overrun } => format!(
            "{} drives through {}. Does its crew strike on the way?",
            world.model_name(overrun.model),
            unit(overrun.charge.target)
        ),
        Question::SpareHit { hit } => format!(
            "{} has fallen, and {} has a hit left over. Whom does it strike?",
            world.model_name(hit.target),
            world.model_name(hit.attacker)
        ),
        Question::RollAgain { trial, roll } => format!(
            "{} has failed with a {}. Roll again? The second roll counts.",
            unit(trial.unit(world)),
            roll.result
        ),
        Question::FillGap { model, .. } => format!(
            "There is a gap in the ranks. Does {} step into it for free?",
            world.model_name(*model)
        ),
    }
}

/// Shooting in response: where there is a gun, the bows are those of its crew.
fn shoot(world: &World, question: &Question) -> &'static str {
    match question {
        Question::RespondToAction { holder, .. }
            if support_weapons::weapon_of(world, *holder).is_some() =>
        {
            "Shoot with the crew's own weapons"
        }
        _ => "Shoot",
    }
}

/// What a follow up into an enemy brings before, if that causes fear (FEAR-01).
fn fearing(world: &World, question: &Question, target: ModelId) -> &'static str {
    let Question::FollowUp { model, .. } = question else { return "" };
    let (unit, enemies) = (world.unit_of(*model), world.unit_of(target));
    match fear::of_charging(world, unit, enemies) {
        Some(_) if !morale::is_unwavering(world, unit) => ", after a test against fear",
        _ => "",
    }
}

/// An answer, as a button says it.
pub fn answer(world: &World, question: &Question, answer: &Answer) -> String {
    let model = |id: ModelId| world.model_name(id).to_owned();
    match answer {
        Answer::Pass => match question {
            Question::RespondToCharge { .. } => "Stand fast".to_owned(),
            Question::FollowUp { .. } => "Stay".to_owned(),
            Question::PushBack { charge } => no_push(world, charge),
            _ => "Pass".to_owned(),
        },
        Answer::PassForThisOrder => "Pass until the order is done".to_owned(),
        Answer::Shoot => shoot(world, question).to_owned(),
        Answer::Strike => "Strike first".to_owned(),
        Answer::StrikeAt { target } => format!("Strike at {}, then choose on", model(*target)),
        Answer::Flee => "Flee".to_owned(),
        Answer::Halt => "Halt where they stood".to_owned(),
        Answer::Pursue => "Pursue".to_owned(),
        Answer::Redirect { target } => format!("Charge {} instead", world.unit_name(*target)),
        Answer::FollowUpInto { target } => {
            format!("Into {}{}", model(*target), fearing(world, question, *target))
        }
        Answer::FollowUpTo { to } => format!("To {:.1}, {:.1}", to.x, to.y),
        Answer::Stand => "Stand".to_owned(),
        Answer::Retreat => "Retreat".to_owned(),
        Answer::Fill => "Step into the gap".to_owned(),
        Answer::RollAgain => "Roll again".to_owned(),
        Answer::Edge { edge } => format!("The {} edge", edge.name()),
        Answer::Parry => "Parry".to_owned(),
        Answer::PushBack { actions } => {
            format!("Push on for {}", count(usize::from(*actions), "action"))
        }
        Answer::CrewStrikes { blow } => {
            let arms = &world.of_model::<Arms>(blow.attacker).0;
            let weapon = arms.get(usize::from(blow.weapon)).map_or("", |arm| &arm.name);
            format!("{weapon} at {}", model(blow.target))
        }
        Answer::RespondAt { target } => match question {
            Question::RespondToAction { holder, active } => {
                let weapons = hold::weapons_at(world, *holder, *active, *target);
                format!("{} at {}", weapons.join(", "), model(*target))
            }
            _ => format!("At {}", model(*target)),
        },
        Answer::GoesOverTo { target } => format!("Strike {}", model(*target)),
        Answer::FollowUpAlone { target } => {
            let fearing = fearing(world, question, *target);
            format!("Leave the ranks, into {}{fearing}", model(*target))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Profile,
        test_world::{TestWorld, man},
    };

    #[test]
    fn ways_have_the_names_of_the_compass() {
        assert_eq!(compass(Vec2::Y), "north");
        assert_eq!(compass(Vec2::new(1.0, 0.9)), "north-east");
        assert_eq!(compass(Vec2::NEG_X), "west");
        assert_eq!(compass(Vec2::new(0.1, -3.0)), "south");
    }

    #[test]
    fn fear_01_a_follow_up_into_the_feared_tells_of_the_test() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let place = [(10.0, 13.0, 270.0)];
        let plain = test.unit(1, Formation::Skirmish, &place, man());
        let ghoul = Profile { abilities: vec![Ability::Fear(1)], ..man() };
        let feared = test.unit(1, Formation::Skirmish, &[(13.0, 10.0, 180.0)], ghoul);
        let question = Question::FollowUp { model: test.model(ours, 0), distance: Inches(4.0) };
        let tells = |answer: Answer| {
            super::answer(&test.world, &question, &answer).ends_with(", after a test against fear")
        };
        assert!(tells(Answer::FollowUpInto { target: test.model(feared, 0) }));
        assert!(tells(Answer::FollowUpAlone { target: test.model(feared, 0) }));
        assert!(!tells(Answer::FollowUpInto { target: test.model(plain, 0) }));
    }
}
