//! The light aspect. Book: Light Aspect.

use bevy::prelude::World;

use super::{
    Casting, SpellOn,
    aim::{self, Aim, Whom},
    in_play::{self, Bearer},
    perception,
    spell::{Aspect, Card, Lasts, PLAIN, Work},
    work,
};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        dice::Purpose,
        effects::{self, Deed, Does, Effect, Gift, Source, Until},
        event::Event,
        sentence::count,
        statistics::Stat,
        system::{BattleState, emit},
        uses::At,
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
    means: Some(|die| format!("it can leap to {}", count(usize::from(die), "model"))),
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
    name: "See the Light",
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

pub(super) const SHOCK: Card = Card {
    name: "Shock",
    rule: "SP-SHOCK",
    term: "spell Shock",
    aspect: Aspect::Light,
    use_cost: 4,
    level: 5,
    points: 9,
    aim: Aim::Touch,
    does: Work::Does(stun),
    lasts: Lasts::ThroughNextActivation,
    ..PLAIN
};

/// Whatever is aimed at the target hits from now on, and it does nothing in its next activation.
fn stun(world: &mut World, casting: &Casting) {
    let (spell, At::Model(model)) = (casting.spell, casting.at) else { return };
    let what = SpellOn { spell, on: Bearer::Model(model) };
    let helpless = [Does::Gives(Gift::Helpless), Does::Gives(Gift::Exposed)];
    in_play::leave(world, what, casting.caster, &helpless);
    let (does, source) = (Does::Forbids(Deed::Act), Source::Spell(spell));
    effects::lay_on_model(world, model, Effect { does, source, until: Until::InNextGo });
}

pub(super) const PERCEPTION: Card = Card {
    name: "Perception",
    rule: "SP-PERCEPTION",
    term: "spell Perception",
    aspect: Aspect::Light,
    use_cost: 6,
    level: 3,
    points: 5,
    does: Work::Does(perception::perceive),
    means: Some(perception::means),
    lasts: Lasts::UntilCasterActs { upkeep: None },
    ..PLAIN
};
