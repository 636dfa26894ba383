//! The chances of attacks in words: attacks that are alike together, each step of the chain with its
//! needed number and every modifier by name.

use std::collections::BTreeSet;

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::{
            acting::{Odds, OddsOfKind, Said, per_cent},
            count, listed,
        },
    },
    dice::{Modifier, Needed},
    no_quarter::{
        ProfileOf, Question, charges, codex, doctrine, effects, hold,
        magic::Spell,
        odds::{AttackOdds, of_blow, of_response_shot},
        playable::stat_letters,
        statistics::Stat,
        uses::FirstRoll,
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
        aim: match attacks {
            [_, _, ..] => "for at least one wound",
            _ => "to wound",
        },
        kinds: kinds.iter().map(|kind| of_kind(world, kind)).collect(),
    }
}

/// The same where nothing comes of it unless a first roll succeeds, nor to those who resist after that.
pub fn after_first_roll(world: &World, attacks: &[AttackOdds], first: &FirstRoll) -> Odds {
    let fails = |model: ModelId| {
        let resists = first.resists.iter().find(|(who, ..)| *who == model);
        resists.map_or(1.0, |(.., chance)| 1.0 - chance)
    };
    let scaled = |by: f32| {
        let scaled = attacks.iter().map(move |attack| AttackOdds {
            chance: attack.chance * by * fails(attack.target),
            ..attack.clone()
        });
        scaled.collect::<Vec<AttackOdds>>()
    };
    let somebody = 1.0 - first.resists.iter().map(|(.., chance)| chance).product::<f32>();
    let (then, aim) = match (attacks, &first.resists[..]) {
        ([], []) => (1.0, "to be cast"),
        ([], _) => (somebody, "to work on somebody"),
        ([_, _, ..], _) => (at_least_one(&scaled(1.0)), "for at least one wound"),
        _ => (at_least_one(&scaled(1.0)), "to wound"),
    };
    let later = odds(world, &scaled(first.chance), "");
    let resisted = resisted(world, first);
    Odds {
        expected: if attacks.is_empty() { costs_in_short(first) } else { later.expected },
        at_least_one: first.chance * then,
        aim,
        kinds: [of_first_roll(world, first)]
            .into_iter()
            .chain(resisted)
            .chain(later.kinds)
            .collect(),
    }
}

/// A first roll in a few words: "Cast on 6 or less: 60%".
pub fn roll_in_short(first: &FirstRoll) -> String {
    let FirstRoll { name, needed, chance, .. } = first;
    format!("{name} on {}: {}", or_less(needed), per_cent(*chance))
}

/// What it is, and what it costs: "Fireball for 6 actions".
fn costs_in_short(first: &FirstRoll) -> String {
    format!("{} for {}", first.name, count(usize::from(first.actions), "action"))
}

fn of_first_roll(world: &World, first: &FirstRoll) -> OddsOfKind {
    let FirstRoll { model, name, term, actions, does, needed, chance, .. } = first;
    let who = world.model_name(*model).to_owned();
    let cost = count(usize::from(*actions), "action");
    OddsOfKind {
        short: vec![
            Said::plain(format!("{who}: ")),
            Said::of(format!("needs {}", needed.value()), term),
            Said::plain(format!(" · {}", per_cent(*chance))),
        ],
        who,
        weapon: vec![Said::of(format!("{name}, "), term), Said::of(cost, "UC")],
        numbers: vec![number(("roll", term), ("level", term), needed)],
        chance: format!("to {does}: {}", per_cent(*chance)),
    }
}

/// Those who may resist, together where they need the same number.
fn resisted(world: &World, first: &FirstRoll) -> Vec<OddsOfKind> {
    let mut groups: Vec<(Vec<ModelId>, &Needed, f32)> = Vec::new();
    for (model, needed, chance) in &first.resists {
        match groups.iter_mut().find(|(_, of, _)| *of == needed) {
            Some((models, ..)) => models.push(*model),
            None => groups.push((vec![*model], needed, *chance)),
        }
    }
    let by = characteristic(first.resisted_by.unwrap_or(Stat::Strength));
    let told = |(models, needed, chance): (Vec<ModelId>, &Needed, f32)| {
        let who = several(world, &models);
        let each = if models.len() == 1 { "" } else { " each" };
        OddsOfKind {
            short: vec![
                Said::plain(format!("{who}: ")),
                Said::of(format!("resists on {}", needed.value()), first.term),
                Said::plain(format!(" · {}", per_cent(chance))),
            ],
            weapon: Vec::new(),
            numbers: vec![number(("resists", first.term), by, needed)],
            chance: format!("to resist: {}{each}", per_cent(chance)),
            who,
        }
    };
    groups.into_iter().map(told).collect()
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
        | Question::SeeAhead { .. }
        | Question::WhoRises { .. }
        | Question::WhoTakesThem { .. }
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

/// What explains a parry.
const PARRY: &str = "ability Parry";

/// Who attacks, and how often if that isn't once each.
fn attackers(world: &World, attackers: &[ModelId]) -> String {
    let (who, many) = (several(world, attackers), attackers.len());
    let each_once = attackers.iter().collect::<BTreeSet<_>>().len() == many;
    if each_once { who } else { format!("{who}, {}", count(many, "attack")) }
}

/// Each kind of model once: one model by its name, several by their kind.
fn several(world: &World, models: &[ModelId]) -> String {
    let mut kinds: Vec<(&str, ModelId, usize)> = Vec::new();
    let mut counted = BTreeSet::new();
    for &model in models.iter().filter(|&model| counted.insert(model)) {
        let kind = world.of_model::<ProfileOf>(model).0.name.as_str();
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, _, many)) => *many += 1,
            None => kinds.push((kind, model, 1)),
        }
    }
    let told = |&(kind, first, many): &(&str, ModelId, usize)| match many {
        1 => world.model_name(first).to_owned(),
        _ => format!("{many} × {kind}"),
    };
    listed(&kinds.iter().map(told).collect::<Vec<String>>())
}

fn of_kind(world: &World, group: &Alike) -> OddsOfKind {
    let attack = group.attack;
    let who = attackers(world, &group.attackers);
    let whom = several(world, &group.targets);
    let stat = if attack.range.is_some() { Stat::RangedAttack } else { Stat::CloseCombat };
    let of_attacker = |stat| by_spells(world, attack.attacker, stat);
    let of_target = |stat| by_spells(world, attack.target, stat);
    let save = match &attack.save {
        Some(save) => {
            [number(("save", "save"), ("armour", "AR"), save), of_target(Stat::Armour)].concat()
        }
        None => vec![Said::of("no save", "save")],
    };
    let each = if group.attackers.len() == 1 { "" } else { " each" };
    OddsOfKind {
        who: format!("{who} ▶ {whom}"),
        short: short(&who, attack),
        weapon: weapon(attack),
        numbers: [
            Some(
                [number(("hit", "hit"), characteristic(stat), &attack.to_hit), of_attacker(stat)]
                    .concat(),
            ),
            attack.parried.then(|| vec![Said::of("may be parried", PARRY)]),
            Some(save),
            Some(
                [
                    number(("damage", "damage"), ("base", "damage"), &attack.damage),
                    of_attacker(Stat::Strength),
                    of_target(Stat::Toughness),
                ]
                .concat(),
            ),
        ]
        .into_iter()
        .flatten()
        .collect(),
        chance: format!("wounds: {}{each}", per_cent(attack.chance)),
    }
}

/// All of it in a line: who, and the numbers they need.
fn short(who: &str, attack: &AttackOdds) -> Vec<Said> {
    let on = |needed: Option<&Needed>, does: &str, never: &str| match needed.map(Needed::value) {
        None | Some(..=0) => never.to_owned(),
        Some(value) => format!("{does} on ≤{value}"),
    };
    let hits = on(Some(&attack.to_hit), "hits", "never hits");
    let saved = on(attack.save.as_ref(), "saved", "no save");
    let wounds = on(Some(&attack.damage), "wounds", "never wounds");
    let parried = attack.parried.then(|| Said::of("may be parried, ", PARRY));
    [Said::plain(format!("{who}: ")), Said::of(format!("{hits}, "), "hit")]
        .into_iter()
        .chain(parried)
        .chain([
            Said::of(format!("{saved}, "), "save"),
            Said::of(wounds, "damage"),
            Said::plain(format!(" · {}", per_cent(attack.chance))),
        ])
        .collect()
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

/// The name of a characteristic and its term.
fn characteristic(stat: Stat) -> (&'static str, &'static str) {
    let name = match stat {
        Stat::Actions => "actions",
        Stat::RangedAttack => "ranged attack",
        Stat::CloseCombat => "close combat",
        Stat::Strength | Stat::Wheels => "strength",
        Stat::Toughness => "toughness",
        Stat::Wounds => "wounds",
        Stat::Command => "command",
        Stat::Armour => "armour",
        Stat::Resilience => "resilience",
    };
    (name, stat_letters(stat))
}

/// A needed number: what it is for, its base and each modifier by name.
fn number(
    (what, its_term): (&str, &'static str),
    (base, term): (&str, &'static str),
    needed: &Needed,
) -> Vec<Said> {
    let number = or_less(needed);
    let comma = |place: usize| if place < needed.modifiers.len() { ", " } else { "" };
    let mut words = vec![
        Said::of(format!("{what} {number}:  "), its_term),
        Said::of(format!("{base} {}{}", needed.base, comma(0)), term),
    ];
    words.extend(needed.modifiers.iter().zip(1..).map(|(modifier, place)| Said {
        text: format!("{:+} {}{}", modifier.value, modifier.name, comma(place)),
        term: codex::of_modifier(modifier),
    }));
    words
}

/// The spells that are part of a characteristic already, by name: "with Rain Storm (-1 RA)".
fn by_spells(world: &World, model: ModelId, stat: Stat) -> Vec<Said> {
    let spells = effects::added_by_spells(world, model, stat).into_iter();
    let said = |(spell, by): (Spell, i32)| {
        let text = format!(" · with {} ({by:+} {})", spell.name(), stat_letters(stat));
        Said::of(text, spell.card().term)
    };
    spells.map(said).collect()
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
pub(super) fn or_less(needed: &Needed) -> String {
    match needed.value() {
        ..=0 => "none".to_owned(),
        value => format!("{value} or less"),
    }
}

#[cfg(test)]
mod tests;
