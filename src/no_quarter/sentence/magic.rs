//! Sentences about magic.

use bevy::prelude::World;

use super::{count, list, paid, rolled, shown};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        dice::Roll,
        magic::{Bearer, Ended, Spell, SpellOn},
        uses::{At, Usable},
    },
};

/// A spell that was cast, or wasn't.
pub(super) struct Cast<'a> {
    pub model: ModelId,
    pub with: &'a [ModelId],
    pub spell: Spell,
    pub at: At,
    pub caught: &'a [ModelId],
}

pub(super) fn cast(world: &World, casting: &Cast, roll: &Roll, cast: bool, actions: u8) -> String {
    let name = world.model_name(casting.model);
    let told = Usable::Spell(casting.spell).rules().told(world, casting.at);
    let with = match casting.with {
        [] => String::new(),
        others => format!(" with {}", names(world, others)),
    };
    let each = if casting.with.is_empty() { "" } else { " each" };
    let cost = paid(actions);
    let outcome = match (cast, casting.caught) {
        (false, _) => "in vain".to_owned(),
        (true, []) => "cast".to_owned(),
        (true, caught) => format!("cast, {} hit", names(world, caught)),
    };
    format!("{name} {told}{with}{cost}{each}: {}: {outcome}.", rolled(roll))
}

pub(super) fn spell_rolled(world: &World, spell: Spell, roll: &Roll, caught: &[ModelId]) -> String {
    let (name, shown) = (spell.name(), shown(roll));
    let means = spell.card().means.map(|means| format!(", so {}", means(roll.result)));
    let hit = match caught {
        [] => String::new(),
        caught => format!(": {} hit", names(world, caught)),
    };
    format!("{name}: the die shows {shown}{}{hit}.", means.unwrap_or_default())
}

pub(super) fn ended(world: &World, what: SpellOn, why: Ended) -> String {
    let why = match why {
        Ended::RanOut => "its time is over",
        Ended::NotKeptUp => "nobody keeps it up",
        Ended::Cancelled => "it is cancelled",
        Ended::CasterLost => "its caster is gone",
        Ended::Renewed => "it is cast anew",
        Ended::ShakenOff => "its hold is broken",
    };
    format!("{} ends: {why}.", spell_on(world, what))
}

/// The dead that rise, and the unit that they join or, if so, form.
pub(super) fn rose(
    world: &World,
    by: ModelId,
    home: Option<(UnitId, bool)>,
    models: &[ModelId],
) -> String {
    let name = world.model_name(by);
    let Some((unit, formed)) = home.filter(|_| !models.is_empty()) else {
        return format!("{name} raises nobody: the dead find no unit to join, or no room.");
    };
    let (unit, one) = (world.unit_name(unit), models.len() == 1);
    let who = if one { names(world, models) } else { count(models.len(), "model") };
    let pronoun = if one { "which" } else { "who" };
    let what = match (formed, one) {
        (true, true) => "is now a unit of its own".to_owned(),
        (true, false) => format!("form a new unit, {unit}"),
        (false, true) => format!("joins {unit}"),
        (false, false) => format!("join {unit}"),
    };
    format!("{name} raises {who}, {pronoun} {what}.")
}

/// How often foresight still helps.
pub fn foresight_left(left: u8) -> String {
    match left {
        0 => "It won't help any more.".to_owned(),
        1 => "It can help once more.".to_owned(),
        2 => "It can help twice more.".to_owned(),
        _ => format!("It can help {left} times more."),
    }
}

/// A spell in play, with what it lies on: "Shield on Grim", "Smoke".
pub fn spell_on(world: &World, what: SpellOn) -> String {
    let name = what.spell.name();
    match what.on {
        Bearer::Unit(unit) => format!("{name} on {}", world.unit_name(unit)),
        Bearer::Model(model) => format!("{name} on {}", world.model_name(model)),
        Bearer::Ground(_) => name.to_owned(),
    }
}

fn names(world: &World, models: &[ModelId]) -> String {
    list(models.iter().map(|&model| world.model_name(model).to_owned()))
}
