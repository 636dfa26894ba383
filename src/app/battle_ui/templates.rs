//! Attacks that are laid on the table: breath over a teardrop, thrown grenades, support weapons.
//! They follow the pointer.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    aim::{Aim, Hover},
    mode::{Mode, Scope, Selection},
};
use crate::{
    battle::{BattleWorld, ModelId, RuleSystem, UnitId},
    no_quarter::{
        Arms, Breath, Fire, Mark, NoQuarter, Order, Refusal, Throw, WeaponRule, plan as placing,
        support_weapons,
    },
};

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// A breath or spray over a teardrop.
    Breathe,
    /// A grenade.
    Throw,
    /// A support weapon, or a mounted one that bursts.
    Fire,
}

/// An attack that is being aimed: all but where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed {
    /// How.
    pub attack: Attack,
    /// Who makes it.
    pub by: ModelId,
    /// With what: a place in its arms.
    pub weapon: u8,
    /// Grenades: whether all who touch the thrower throw with it.
    pub together: bool,
    /// Support weapons: whether it fires over everything.
    pub indirect: bool,
}

/// What a unit can aim, the selected model alone if orders go to it.
pub fn options(world: &World, unit: UnitId) -> Vec<Aimed> {
    let alone = world.resource::<Selection>().model;
    let alone = alone.filter(|_| *world.resource::<Scope>() == Scope::Model);
    let standing = world.standing(unit);
    let mut options = Vec::new();
    for by in standing.into_iter().filter(|&model| alone.is_none_or(|alone| alone == model)) {
        for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(by).0) {
            let attack = if arm.teardrop().is_some() {
                Attack::Breathe
            } else if arm.has(WeaponRule::Thrown) {
                Attack::Throw
            } else if !arm.bands.is_empty()
                && (support_weapons::is_chassis(world, by) || arm.blast().is_some())
            {
                Attack::Fire
            } else {
                continue;
            };
            options.push(Aimed { attack, by, weapon, together: false, indirect: false });
        }
    }
    options
}

/// The attack that is aimed after the present one, round and round; the first if none is.
pub fn next(world: &World, unit: UnitId, present: Option<Aimed>) -> Option<Aimed> {
    let options = options(world, unit);
    let place =
        options.iter().position(|option| present.is_some_and(|present| is_same(option, &present)));
    let next = place.map_or(0, |place| (place + 1) % options.len().max(1));
    options.get(next).copied()
}

/// The order that an attack and a point make. A model under the pointer is the mark, else the
/// ground.
pub fn order(world: &World, aimed: Aimed, at: Vec2, hover: Hover) -> Option<Order> {
    let Aimed { attack, by, weapon, together, indirect } = aimed;
    let mark = hover.model.filter(|&model| model != by).map_or(Mark::Ground(at), Mark::Model);
    Some(match attack {
        Attack::Breathe => {
            let facing = (at - world.placed(by).pose.at).try_normalize()?;
            Order::Breathe { breath: Breath { model: by, weapon, facing, at: None } }
        }
        Attack::Throw => {
            let arms = &world.of_model::<Arms>(by).0;
            let with = match arms.get(usize::from(weapon)) {
                Some(grenade) if together => placing::companions(world, by, grenade),
                _ => Vec::new(),
            };
            Order::Throw { throw: Throw { thrower: by, weapon, with, at: mark } }
        }
        Attack::Fire => {
            let fire = Fire { shooter: by, weapon, marks: vec![mark], indirect, aim: false };
            Order::Fire { fire }
        }
    })
}

/// More weapons than this get arrows instead of a button each.
const MOST_BUTTONS: usize = 4;

fn is_same(a: &Aimed, b: &Aimed) -> bool {
    a.by == b.by && a.weapon == b.weapon
}

fn name(world: &World, aimed: &Aimed) -> String {
    let weapon = world.of_model::<Arms>(aimed.by).0.get(usize::from(aimed.weapon));
    format!("{}: {}", world.model_name(aimed.by), weapon.map_or("", |weapon| &weapon.name))
}

/// What the button says: what the first of the unit's weapons does.
pub fn verb_name(world: &World, unit: UnitId) -> &'static str {
    match options(world, unit).first().map(|aimed| aimed.attack) {
        Some(Attack::Breathe) => "Breathe",
        Some(Attack::Throw) => "Throw",
        Some(Attack::Fire) => "Fire",
        None => "Template",
    }
}

/// Why none of the unit's weapons can be used wherever it is aimed: used already, no crew, too few
/// actions; nothing if one can, or if only its place is in doubt.
pub fn nothing_to_use(world: &World, unit: UnitId) -> Option<String> {
    let mut first = None;
    for option in options(world, unit) {
        let ahead = world.placed(option.by).pose;
        let order = order(world, option, ahead.at + ahead.facing * 8.0, Hover::default())?;
        let why = NoQuarter::check(world, &order).err()?;
        let anywhere = matches!(
            why.refusal,
            Refusal::NotEnoughActions { .. }
                | Refusal::UsedAlready
                | Refusal::NoCrew
                | Refusal::InCombat
                | Refusal::Fumbled
        );
        if !anywhere {
            return None;
        }
        first.get_or_insert(why);
    }
    first.map(|why| format!("{} ({})", why.text, why.rule))
}

/// The choices of the panel: who attacks with what, and how.
pub fn details(world: &mut World, ui: &mut egui::Ui, unit: UnitId, present: Aimed) {
    let mut wanted = present;
    let options = options(world, unit);
    let place = options.iter().position(|option| is_same(option, &present)).unwrap_or(0);
    if options.len() > MOST_BUTTONS {
        let count = options.len();
        for (text, step) in [("◀", count - 1), ("▶", 1)] {
            if ui.small_button(text).clicked() {
                wanted = options[(place + step) % count];
            }
        }
        ui.label(name(world, &present));
    } else {
        for (index, option) in options.iter().enumerate() {
            let text = name(world, option);
            if ui.selectable_label(index == place, text).clicked() && index != place {
                wanted = *option;
            }
        }
    }
    match present.attack {
        Attack::Breathe => {}
        Attack::Throw => {
            let text = "all who touch it throw together";
            ui.checkbox(&mut wanted.together, text);
        }
        Attack::Fire => {
            ui.checkbox(&mut wanted.indirect, "over everything, at what a friend sees (-1)");
        }
    }
    if wanted != present {
        *world.resource_mut::<Mode>() = Mode::Template(wanted);
    }
    if ui.small_button("best place").on_hover_text("Where it promises most").clicked() {
        aim_best(world, unit, present.attack, present.together);
    }
}

/// Which attack an order is, and where it is aimed.
fn aim_of(world: &World, order: &Order) -> Option<(Aimed, Vec2)> {
    let place = |mark: &Mark| match *mark {
        Mark::Model(model) => world.placed(model).pose.at,
        Mark::Ground(at) => at,
    };
    let (together, indirect) = (false, false);
    Some(match order {
        Order::Breathe { breath: Breath { model, weapon, facing, .. } } => {
            let aimed =
                Aimed { attack: Attack::Breathe, by: *model, weapon: *weapon, together, indirect };
            (aimed, world.placed(*model).pose.at + *facing * 5.0)
        }
        Order::Throw { throw: Throw { thrower, weapon, with, at } } => {
            let together = !with.is_empty();
            let aimed =
                Aimed { attack: Attack::Throw, by: *thrower, weapon: *weapon, together, indirect };
            (aimed, place(at))
        }
        Order::Fire { fire: Fire { shooter, weapon, marks, indirect, .. } } => {
            let indirect = *indirect;
            let aimed =
                Aimed { attack: Attack::Fire, by: *shooter, weapon: *weapon, together, indirect };
            (aimed, place(marks.first()?))
        }
        _ => return None,
    })
}

/// Aims where an attack promises most.
fn aim_best(world: &mut World, unit: UnitId, attack: Attack, together: bool) {
    let order = match attack {
        Attack::Breathe => {
            placing::best_breath(world, unit).map(|breath| Order::Breathe { breath })
        }
        Attack::Throw => {
            placing::best_throw(world, unit, together).map(|throw| Order::Throw { throw })
        }
        Attack::Fire => placing::best_fire(world, unit).map(|fire| Order::Fire { fire }),
    };
    match order.as_ref().and_then(|order| aim_of(world, order)) {
        Some((aimed, at)) => {
            // Aimed there for the player to look at; Enter or a click gives the order.
            let mark = super::aim::model_at(world, at, 0.0);
            *world.resource_mut::<Hover>() =
                mark.map_or(Hover::default(), |model| Hover::on(world, model));
            *world.resource_mut::<Mode>() = Mode::Template(aimed);
            let mut aim = world.resource_mut::<Aim>();
            aim.at = Some(at);
            aim.by_keys = true;
        }
        None => {
            let why = "No place promises more harm to the enemy than to friends.";
            world.resource_mut::<super::toast::Toasts>().refuse(why.to_owned());
        }
    }
}
