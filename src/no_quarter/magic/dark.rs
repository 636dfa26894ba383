//! The dark aspect. Book: Dark Aspect.

use bevy::prelude::World;

use super::{
    Casting, SpellOn,
    aim::{Aim, Whom},
    in_play::{self, Bearer},
    raising::{self, Dead},
    spell::{Aspect, Card, Lasts, PLAIN, Work},
    swarm,
    work::Harm,
};
use crate::{
    battle::BattleWorld,
    no_quarter::{
        components::WoundsLeft,
        damage,
        effects::{Does, Gift},
        event::{Cause, Event, TestReason},
        sentence::count,
        statistics::{self, Stat},
        step::Step,
        system::{emit, push},
        uses::At,
    },
    table::Inches,
};

pub(super) const SMITE: Card = Card {
    name: "Smite",
    rule: "SP-SMITE",
    term: "spell Smite",
    aspect: Aspect::Dark,
    use_cost: 6,
    level: 5,
    points: 15,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Harms(Harm::Hit { strength: 4, saved: true }),
    ..PLAIN
};

pub(super) const WEAKNESS: Card = Card {
    name: "Weakness",
    rule: "SP-WEAKNESS",
    term: "spell Weakness",
    aspect: Aspect::Dark,
    use_cost: 5,
    level: 4,
    points: 8,
    aim: Aim::Model(Whom::Enemies, Inches(20.0)),
    does: Work::Leaves(&[Does::Adds(Stat::Toughness, -2)]),
    lasts: Lasts::UntilCasterActs { upkeep: None },
    ..PLAIN
};

/// How far a risen warrior may be from whoever sacrifices it. Ruling: the card names no range, so that of
/// raising them holds.
const RISEN_WITHIN: Inches = Inches(20.0);

pub(super) const SACRIFICE: Card = Card {
    name: "Sacrifice",
    rule: "SP-SACRIFICE",
    term: "spell Sacrifice",
    aspect: Aspect::Dark,
    use_cost: 2,
    level: 5,
    points: 3,
    aim: Aim::Risen(RISEN_WITHIN),
    does: Work::Does(drain),
    lasts: Lasts::NextActivation,
    ..PLAIN
};

/// The target is gone, and its caster has more actions next time.
fn drain(world: &mut World, casting: &Casting) {
    let (At::Model(model), caster) = (casting.at, casting.caster) else { return };
    let what = SpellOn { spell: casting.spell, on: Bearer::Model(caster) };
    in_play::leave(world, what, caster, &[Does::Adds(Stat::Actions, 2)]);
    damage::slay(world, model, Cause::Sacrificed { by: caster });
}

pub(super) const GAIN_LIFE: Card = Card {
    name: "Gain Life",
    rule: "SP-GAIN-LIFE",
    term: "spell GainLife",
    aspect: Aspect::Dark,
    use_cost: 6,
    level: 3,
    points: 15,
    aim: Aim::Risen(RISEN_WITHIN),
    does: Work::Does(feed),
    ..PLAIN
};

/// The target is gone, and its caster has a wound back. Ruling: whoever is unhurt takes nobody.
fn feed(world: &mut World, casting: &Casting) {
    let (At::Model(model), caster) = (casting.at, casting.caster) else { return };
    let left = world.of_model::<WoundsLeft>(caster).0;
    if left >= statistics::wounds(world, caster) {
        return;
    }
    world.set_model(caster, WoundsLeft(left + 1));
    emit(world, Event::Healed { model: caster, wounds_left: left + 1 });
    damage::slay(world, model, Cause::Sacrificed { by: caster });
}

pub(super) const PANIC: Card = Card {
    name: "Panic",
    rule: "SP-PANIC",
    term: "spell Panic",
    aspect: Aspect::Dark,
    use_cost: 6,
    level: 3,
    points: 20,
    aim: Aim::Unit(Whom::Enemies, Inches(10.0)),
    does: Work::Does(terrify),
    ..PLAIN
};

/// The target tests its morale at once, and panics if it fails.
fn terrify(world: &mut World, casting: &Casting) {
    if let At::Unit(unit) = casting.at {
        push(world, Step::CommandTest { unit, reason: TestReason::Magic });
    }
}

pub(super) const PESTILENCE: Card = Card {
    name: "Pestilence",
    rule: "SP-PESTILENCE",
    term: "spell Pestilence",
    aspect: Aspect::Dark,
    use_cost: 5,
    level: 6,
    points: 10,
    aim: Aim::Ahead(swarm::DIAMETER),
    does: Work::Strikes { strength: 4, by: swarm::release },
    makes: Some(swarm::foreseen),
    lasts: Lasts::ByItself,
    ..PLAIN
};

pub(super) const STUMBLE: Card = Card {
    name: "Stumble",
    rule: "SP-STUMBLE",
    term: "spell Stumble",
    aspect: Aspect::Dark,
    use_cost: 5,
    level: 6,
    points: 5,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Leaves(&[Does::Gives(Gift::Hampered)]),
    lasts: Lasts::ThroughNextMove,
    ..PLAIN
};

pub(super) const SUMMON_FALLEN: Card = Card {
    name: "Summon Fallen",
    rule: "SP-SUMMON-FALLEN",
    term: "spell SummonFallen",
    aspect: Aspect::Dark,
    use_cost: 6,
    level: 4,
    points: 70,
    aim: Aim::Grave(Dead::Fallen, Inches(20.0)),
    does: Work::Does(raising::begin),
    means: Some(|die| format!("it calls {}", count(usize::from(die), "model"))),
    ..PLAIN
};

pub(super) const RE_ANIMATE: Card = Card {
    name: "Re-animate",
    rule: "SP-RE-ANIMATE",
    term: "spell ReAnimate",
    aspect: Aspect::Dark,
    use_cost: 5,
    level: 4,
    points: 10,
    aim: Aim::Grave(Dead::Slain, Inches(10.0)),
    does: Work::Does(raising::begin),
    ..PLAIN
};
