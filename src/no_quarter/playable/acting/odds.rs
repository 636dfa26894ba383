//! The chances of attacks in words: attacks that are alike together, each step of the chain with its
//! needed number and every modifier by name.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::{
            acting::{Odds, OddsOfKind, Said, per_cent},
            count,
        },
    },
    dice::{Modifier, Needed},
    no_quarter::{
        ProfileOf, Question, charges, codex, doctrine, hold,
        odds::{AttackOdds, of_blow, of_response_shot},
    },
    table::sight::Cover,
};

/// Attacks that are alike but for who makes them.
struct Alike<'a> {
    /// One of them.
    attack: &'a AttackOdds,
    /// Who makes them, once for each attack.
    attackers: Vec<ModelId>,
    /// Whom they are made at.
    targets: Vec<ModelId>,
}

/// The chances of attacks, with words before what is to be expected of them.
pub fn odds(world: &World, attacks: &[AttackOdds], when: &str) -> Odds {
    let kinds = alike(attacks);
    Odds {
        expected: format!("{when}{}", expected(attacks)),
        at_least_one: at_least_one(attacks),
        aim: "to wound",
        kinds: kinds.iter().map(|kind| of_kind(world, kind)).collect(),
    }
}

/// The chances of the attacks that answers to a question would be.
pub fn of_question(world: &World, question: &Question) -> Odds {
    let attacks: Vec<AttackOdds> = match question {
        Question::RespondToAction { holder, active } => {
            let shots = hold::response_shots(world, *holder, *active);
            shots.iter().filter_map(|shot| of_response_shot(world, shot)).collect()
        }
        Question::ReceiveCharge { holder, charger } => {
            let blows = hold::receiving_blows(world, *holder, *charger);
            blows.iter().map(|blow| of_blow(world, blow)).collect()
        }
        Question::LastBlow { driver, victim } => {
            let blow = doctrine::blow_within(world, *victim, *driver, charges::LAST_BLOW);
            blow.iter().map(|blow| of_blow(world, blow)).collect()
        }
        Question::ChooseEdge { .. }
        | Question::BeginBattle
        | Question::RespondToCharge { .. }
        | Question::TargetFled { .. }
        | Question::DriveFled { .. }
        | Question::FollowUp { .. }
        | Question::PushBack { .. }
        | Question::Parry { .. }
        | Question::FillGap { .. }
        | Question::SpareHit { .. }
        | Question::CrewStrikes { .. }
        | Question::RollAgain { .. }
        | Question::IgnoreFailure { .. }
        | Question::UseMastery { .. }
        | Question::Taunted { .. }
        | Question::KeepUp { .. }
        | Question::StandOrRetreat { .. } => Vec::new(),
    };
    odds(world, &attacks, "")
}

/// Puts attacks with the same weapon and numbers together, in the order of their first.
fn alike(attacks: &[AttackOdds]) -> Vec<Alike<'_>> {
    let mut groups: Vec<Alike> = Vec::new();
    for attack in attacks {
        let same = |group: &&mut Alike| {
            let other = group.attack;
            other.weapon == attack.weapon
                && other.to_hit == attack.to_hit
                && other.save == attack.save
                && other.damage == attack.damage
                && other.cover == attack.cover
                && other.actions == attack.actions
        };
        match groups.iter_mut().find(same) {
            Some(group) => {
                group.attackers.push(attack.attacker);
                if !group.targets.contains(&attack.target) {
                    group.targets.push(attack.target);
                }
            }
            None => groups.push(Alike {
                attack,
                attackers: vec![attack.attacker],
                targets: vec![attack.target],
            }),
        }
    }
    groups
}

/// How many wounds to expect, as words.
fn expected(attacks: &[AttackOdds]) -> String {
    let sum: f32 = attacks.iter().map(|attack| attack.chance).sum();
    let plural = if attacks.len() == 1 { "attack" } else { "attacks" };
    format!("{} {plural} · {sum:.1} wounds expected", attacks.len())
}

/// The chance that at least one of the attacks wounds, from 0 to 1.
fn at_least_one(attacks: &[AttackOdds]) -> f32 {
    1.0 - attacks.iter().map(|attack| 1.0 - attack.chance).product::<f32>()
}

/// One model by its name, several by their kind.
fn several(world: &World, models: &[ModelId], count: usize) -> String {
    let Some(&first) = models.first() else { return String::new() };
    if count == 1 {
        return world.model_name(first).to_owned();
    }
    let kind = &world.of_model::<ProfileOf>(first).0.name;
    format!("{count} × {kind}")
}

fn of_kind(world: &World, group: &Alike) -> OddsOfKind {
    let attack = group.attack;
    let who = several(world, &group.attackers, group.attackers.len());
    let whom = several(world, &group.targets, group.targets.len());
    let (base, skill) =
        if attack.range.is_some() { ("ranged attack", "RA") } else { ("close combat", "CC") };
    let save = match &attack.save {
        Some(save) => number("save", ("armour", "AR"), save),
        None => vec![Said::of("no save", "save")],
    };
    let each = if group.attackers.len() == 1 { "" } else { " each" };
    OddsOfKind {
        who: format!("{who} ▶ {whom}"),
        short: short(&who, attack),
        weapon: weapon(attack),
        numbers: vec![
            number("hit", (base, skill), &attack.to_hit),
            save,
            number("damage", ("base", "damage"), &attack.damage),
        ],
        chance: format!("wounds: {}{each}", per_cent(attack.chance)),
    }
}

/// All of it in a line: who, and the numbers they need.
fn short(who: &str, attack: &AttackOdds) -> Vec<Said> {
    let on = |needed: Option<&Needed>, does: &str, never: &str| match needed.map(Needed::value) {
        None | Some(..=0) => never.to_owned(),
        Some(value) => format!("{does} on {value}"),
    };
    let hits = on(Some(&attack.to_hit), "hits", "never hits");
    let saved = on(attack.save.as_ref(), "saved", "no save");
    let wounds = on(Some(&attack.damage), "wounds", "never wounds");
    vec![
        Said::plain(format!("{who}: ")),
        Said::of(format!("{hits}, "), "hit"),
        Said::of(format!("{saved}, "), "save"),
        Said::of(wounds, "damage"),
        Said::plain(format!(" · {}", per_cent(attack.chance))),
    ]
}

/// With what, and what it costs; of shots how far and into which cover.
fn weapon(attack: &AttackOdds) -> Vec<Said> {
    let cost = count(usize::from(attack.actions), "action");
    let mut words = vec![Said::plain(format!("{}, ", attack.weapon))];
    match attack.range {
        None => words.push(Said::of(cost, "UC")),
        Some(range) => words.extend([
            Said::of(format!("{cost}, "), "UC"),
            Said::of(format!("{:.1}\", ", range.0), "ranges"),
            Said::of(cover(attack.cover), "cover"),
        ]),
    }
    words
}

fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "in the open",
        Cover::Soft => "soft cover",
        Cover::Hard => "hard cover",
    }
}

/// A needed number: what it is for, its base and each modifier by name.
fn number(what: &'static str, (base, term): (&str, &'static str), needed: &Needed) -> Vec<Said> {
    let number = or_less(needed);
    let comma = |place: usize| if place < needed.modifiers.len() { ", " } else { "" };
    let mut words = vec![
        Said::of(format!("{what} {number}:  "), what),
        Said::of(format!("{base} {}{}", needed.base, comma(0)), term),
    ];
    words.extend(needed.modifiers.iter().zip(1..).map(|(modifier, place)| Said {
        text: format!("{:+} {}{}", modifier.value, modifier.name, comma(place)),
        term: codex::of_modifier(modifier),
    }));
    words
}

/// A needed number in a line, with what it comes from if there are modifiers: "6 or less (5, +1
/// charging)".
pub fn in_a_line(needed: &Needed) -> String {
    let number = or_less(needed);
    if needed.modifiers.is_empty() {
        return number;
    }
    let named = |modifier: &Modifier| format!(", {:+} {}", modifier.value, modifier.name);
    let modifiers: String = needed.modifiers.iter().map(named).collect();
    format!("{number} ({}{modifiers})", needed.base)
}

/// A needed number without what it comes from.
fn or_less(needed: &Needed) -> String {
    match needed.value() {
        ..=0 => "none".to_owned(),
        value => format!("{value} or less"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::reason::Reason;

    fn attack(attacker: u32, weapon: &str, needed: i32) -> AttackOdds {
        AttackOdds {
            attacker: ModelId(attacker),
            target: ModelId(9),
            weapon: weapon.to_owned(),
            actions: 3,
            range: None,
            cover: Cover::None,
            to_hit: Needed::new(needed),
            save: None,
            damage: Needed::new(5),
            dice: 1,
            chance: 0.25,
        }
    }

    #[test]
    fn attacks_with_the_same_numbers_are_told_once() {
        let attacks = [
            attack(1, "Sword", 5),
            attack(2, "Sword", 5),
            attack(3, "Axe", 5),
            attack(4, "Sword", 6),
        ];
        let groups = alike(&attacks);
        assert_eq!(groups.len(), 3);
        assert_eq!(groups[0].attackers, [ModelId(1), ModelId(2)]);
        assert_eq!(groups[0].targets, [ModelId(9)]);
        assert_eq!(expected(&attacks), "4 attacks · 1.0 wounds expected");
        let three_quarters = 0.75_f32;
        let none = three_quarters * three_quarters * three_quarters * three_quarters;
        assert!((at_least_one(&attacks) - (1.0 - none)).abs() < 1e-5);
        assert_eq!(at_least_one(&[]), 0.0);
    }

    #[test]
    fn a_line_says_what_each_roll_needs_and_what_it_is_for() {
        let line = |attack: &AttackOdds| -> String {
            let said = short("Knight", attack);
            said.iter().map(|said| said.text.as_str()).collect()
        };
        let mut blow = AttackOdds { save: Some(Needed::new(1)), ..attack(1, "Lance", 6) };
        assert_eq!(line(&blow), "Knight: hits on 6, saved on 1, wounds on 5 · 25%");
        (blow.save, blow.damage) = (None, Needed::new(0));
        assert_eq!(line(&blow), "Knight: hits on 6, no save, never wounds · 25%");
        let charging = Needed::new(5).with(Reason::Charging, 1);
        assert_eq!(in_a_line(&charging), "6 or less (5, +1 charging)");
        assert_eq!(in_a_line(&Needed::new(7)), "7 or less");
    }
}
