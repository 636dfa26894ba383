//! The light aspect. Book: Light Aspect.

use bevy::prelude::World;

use super::{
    Casting,
    aim::{self, Aim, Whom},
    spell::{Aspect, Card, Lasts, PLAIN, Work},
    work,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        dice::Purpose,
        effects::{Deed, Does, Gift},
        event::Event,
        statistics::Stat,
        system::{BattleState, emit},
    },
    table::{Inches, base::gap},
};

pub(super) const LIGHTNING_BOLT: Card = Card {
    name: "Lightning Bolt",
    rule: "SP-LIGHTNING-BOLT",
    term: "spell LightningBolt",
    aspect: Aspect::Light,
    use_cost: 6,
    level: 3,
    points: 15,
    aim: Aim::Nearest(Inches(30.0)),
    does: Work::Strikes { strength: 6, by: leap },
    ..PLAIN
};

/// The bolt strikes as many of the nearest enemy's unit as a die shows, those nearest to the caster, each
/// once.
fn leap(world: &mut World, casting: &Casting) {
    let (caster, spell) = (casting.caster, casting.spell);
    let Some((nearest, _)) = aim::nearest_enemy(world, caster) else { return };
    let own = world.placed(caster);
    let models = world.standing(world.unit_of(nearest)).into_iter();
    let mut models: Vec<(f32, ModelId)> =
        models.map(|model| (gap(&own, &world.placed(model)).0, model)).collect();
    models.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let roll = world.dice().d10(Purpose::Special, Some(caster.0));
    let hits = usize::from(roll.result);
    let caught: Vec<ModelId> = models.into_iter().map(|(_, model)| model).take(hits).collect();
    emit(world, Event::SpellRolled { model: caster, spell, roll, caught: caught.clone() });
    work::strike(world, caster, spell, &caught, true);
}

pub(super) const SEE_THE_LIGHT: Card = Card {
    name: "See The Light",
    rule: "SP-SEE-THE-LIGHT",
    term: "spell SeeTheLight",
    aspect: Aspect::Light,
    use_cost: 4,
    level: 5,
    points: 15,
    does: Work::Does(foresee),
    ..PLAIN
};

/// What is added to the next die for the initiative of the caster's side: low is good.
const FORESIGHT: i32 = -2;

/// The caster's side has better chances of the initiative. Ruling: however often it is cast, once.
fn foresee(world: &mut World, casting: &Casting) {
    let side = world.side_of_model(casting.caster);
    let initiative = &mut world.resource_mut::<BattleState>().initiative;
    if let Some(own) = initiative.get_mut(side.index()) {
        *own = (*own).min(FORESIGHT);
    }
}

pub(super) const BLIND: Card = Card {
    name: "Blind",
    rule: "SP-BLIND",
    term: "spell Blind",
    aspect: Aspect::Light,
    use_cost: 6,
    level: 4,
    points: 5,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Leaves(&[
        Does::Gives(Gift::Dazed),
        Does::Gives(Gift::Helpless),
        Does::Forbids(Deed::AttackFromAfar),
        Does::Forbids(Deed::Strike),
    ]),
    lasts: Lasts::ThroughNextActivation,
    ..PLAIN
};

pub(super) const SHIELD: Card = Card {
    name: "Shield",
    rule: "SP-SHIELD",
    term: "spell Shield",
    aspect: Aspect::Light,
    use_cost: 4,
    level: 5,
    points: 7,
    does: Work::Leaves(&[Does::Adds(Stat::Armour, 2)]),
    lasts: Lasts::UntilCasterActs { upkeep: Some(2) },
    ..PLAIN
};
