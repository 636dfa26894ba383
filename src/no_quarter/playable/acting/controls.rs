//! What can be said about an order in preparation besides where it points: choices with numbers, then
//! amounts, turns, and what is done for the player.

use bevy::prelude::*;

use super::{
    Intent,
    aiming::{self, Aiming, Attack, aim_best},
    block::{block_controls, do_it},
    choices::{MOST_IN_FRONT, MOST_WEAPONS, choices},
    setting_up, using,
    verbs::Verb,
    why_not::left_to_act,
};
use crate::{
    battle::{
        BattleWorld, UnitId,
        playable::acting::{Amount, Choice, ChoiceDoes, Control, Focus},
    },
    no_quarter::{NoQuarter, components::Formation},
};

/// What can be said about an intent.
pub fn controls(world: &World, focus: Focus, intent: &Intent) -> Vec<Control<NoQuarter>> {
    let Some(unit) = intent.unit().or(world.frame().active) else {
        return setting_up::of_terrain(intent);
    };
    let mut controls: Vec<Control<NoQuarter>> =
        choices(world, unit, focus, intent).into_iter().map(Control::Numbered).collect();
    match intent {
        Intent::Block(by) => controls.extend(block_controls(world, unit, *by)),
        Intent::FormUp { formation } => {
            controls.extend(frontage(world, unit, *formation));
            controls.push(Control::Turns);
        }
        Intent::Move => controls.push(Control::Turns),
        Intent::Shoot { .. } | Intent::Hold | Intent::ChangePlaces { .. } => {}
        Intent::DrawUp { .. } => controls.push(Control::Choice(do_it())),
        Intent::Template(aimed) => controls.extend(aimed_controls(world, unit, focus, aimed)),
        Intent::Fight { .. } => {
            controls
                .extend(using::sides(world, focus, unit, None).into_iter().map(Control::Choice));
        }
        Intent::Deploy { unit, formation } => {
            controls.extend(frontage(world, *unit, *formation));
            controls.push(Control::Turns);
            controls.extend(setting_up::of_unit(world, *unit));
        }
        Intent::LayTerrain { .. } => controls.extend(setting_up::of_terrain(intent)),
        Intent::Use(aimed) => {
            controls.extend(aimed.turns().then_some(Control::Turns));
            controls.push(Control::Aside(left_to_act(world, unit, "")));
        }
        Intent::Turn | Intent::Charge { .. } | Intent::Roll(_) | Intent::FollowUp => {
            controls.push(Control::Aside(left_to_act(world, unit, "")));
        }
    }
    controls
}

/// A number for the width of a ranked unit's front.
fn frontage(world: &World, unit: UnitId, present: Formation) -> Option<Control<NoQuarter>> {
    let Formation::Ranked { frontage } = present else { return None };
    let most = world.members(unit).len().clamp(1, usize::from(MOST_IN_FRONT)) as u8;
    let (now, most) = (f32::from(frontage), f32::from(most));
    let amount =
        Amount { before: "In front", now, least: 1.0, most, counts: true, ..Amount::new(widen) };
    Some(Control::Amount(amount))
}

/// The same with another width of the front rank.
fn widen(intent: &Intent, frontage: f32) -> Intent {
    let formation = Formation::Ranked { frontage: frontage as u8 };
    match *intent {
        Intent::FormUp { .. } => Intent::FormUp { formation },
        Intent::Deploy { unit, .. } => Intent::Deploy { unit, formation },
        _ => intent.clone(),
    }
}

/// What can be said about an attack that is aimed: the next weapon where there are many, where a breath
/// begins, how many throw, what is marked; and the best place for it.
fn aimed_controls(
    world: &World,
    unit: UnitId,
    focus: Focus,
    aimed: &Aiming,
) -> Vec<Control<NoQuarter>> {
    let mut controls = Vec::new();
    if aiming::options(world, unit, focus).len() > MOST_WEAPONS {
        let next = aiming::next(world, unit, focus, Some(aimed)).map(Intent::Template);
        controls.extend(next.map(|next| {
            let text = format!("{} ▶", aiming::name(world, aimed));
            let choice = Choice::new(text, "Chooses the next weapon.", ChoiceDoes::Prepares(next));
            Control::Choice(Choice { verb: Some(Verb::Template.id()), ..choice })
        }));
    }
    match aimed.attack {
        Attack::Breathe => {
            controls.extend([Control::Words("Where it begins:".to_owned()), Control::Turns]);
        }
        Attack::Throw => {
            let most = u8::try_from(aimed.companions(world).len()).unwrap_or(u8::MAX);
            if most > 1 {
                let (now, most) = (f32::from(aimed.with.min(most)), f32::from(most));
                controls.push(Control::Amount(Amount {
                    after: "with it",
                    now,
                    most,
                    counts: true,
                    ..Amount::new(throw_with)
                }));
            }
        }
        Attack::Fire if aimed.dice > 1 => {
            let names: Vec<&str> =
                aimed.marks.iter().map(|&model| world.model_name(model)).collect();
            controls.push(Control::Words(match names.len() {
                0 => format!("{} dice", aimed.dice),
                _ => format!("{} dice: one each at {}", aimed.dice, names.join(", ")),
            }));
        }
        Attack::Fire => {}
    }
    let best =
        Choice::new("Best place", "Aims where it promises most.", ChoiceDoes::Finds(aim_best));
    controls.push(Control::Choice(best));
    controls
}

/// The same with so many who throw with the thrower.
fn throw_with(intent: &Intent, with: f32) -> Intent {
    match intent {
        Intent::Template(aimed) => Intent::Template(Aiming { with: with as u8, ..aimed.clone() }),
        _ => intent.clone(),
    }
}
