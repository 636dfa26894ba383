//! Where the order that is being prepared is aimed: at the pointer, or at a point that keys have
//! chosen; and who stands there.

use bevy::prelude::*;

use super::{
    draft::Draft,
    mode::{Mode, focus},
    targets,
};
use crate::{
    app::{camera::View, pointer::Pointer, seat::Game},
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{Acting, acting::Pointing},
    },
    table::Pose,
};

/// The point on the table that orders refer to.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// In inches; none while the pointer is on a panel and no key has chosen a point.
    pub at: Option<Vec2>,
    /// Where models shall look at the end, if the player said so.
    pub facing: Option<Vec2>,
    /// Whether keys or a pose have chosen the point, or are about to; the pointer takes it back as soon as
    /// it moves or presses.
    pub by_keys: bool,
    /// Where the pointer was seen last, in logical window pixels.
    last_pointer: Option<Vec2>,
}

/// Who is under the aim.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hover {
    /// The model.
    pub model: Option<ModelId>,
    /// Its unit.
    pub unit: Option<UnitId>,
}

impl Hover {
    /// On a model.
    pub fn on(world: &World, model: ModelId) -> Self {
        Self { model: Some(model), unit: Some(world.unit_of(model)) }
    }
}

/// A base this close to the pointer is picked when none is under it, in egui points.
const PICK_RADIUS: f32 = 7.0;

/// The standing model at a point, or the nearest within `reach` inches.
pub fn model_at(world: &World, at: Vec2, reach: f32) -> Option<ModelId> {
    let mut nearest: Option<(f32, ModelId)> = None;
    for model in world.roster().models() {
        if !world.is_standing(model) {
            continue;
        }
        let placed = world.placed(model);
        let far = placed.base.outer_radius().0 + reach;
        if placed.pose.at.distance_squared(at) > far * far {
            continue;
        }
        if placed.contains(at) {
            return Some(model);
        }
        let gap = placed.closest_point(at).distance(at);
        if gap <= reach && nearest.is_none_or(|(least, _)| gap < least) {
            nearest = Some((gap, model));
        }
    }
    nearest.map(|(_, model)| model)
}

/// Moves the aim with the pointer and looks who is there.
pub fn follow(world: &mut World) {
    let pointer = *world.resource::<Pointer>();
    let view = *world.resource::<View>();
    let mode = world.resource::<Mode>().clone();
    if mode.aims_at_somebody() && is_read_about(world, &pointer) {
        return;
    }
    let mut aim = *world.resource::<Aim>();
    if let Some(there) = pointer.screen {
        // Where a mouse is seen first it may have been all the time; a finger has come there.
        let moved = aim.last_pointer.map_or(pointer.finger, |before| before != there);
        // A press is meant where it is made.
        aim.by_keys &= !moved && pointer.pressed_at.is_none();
        aim.last_pointer = Some(there);
    }
    if !aim.by_keys {
        aim.at = pointer.on_table();
        if mode.wants().is_some_and(|wants| wants.turns)
            && pointer.dragging
            && let (Some(from), Some(to)) = (pointer.pressed_at, pointer.table)
            && !grabbed(world, from)
        {
            aim.at = Some(from);
            aim.facing = (to - from).try_normalize().or(aim.facing);
        }
    }
    if !mode.places() {
        aim.facing = None;
    }
    let reach = PICK_RADIUS / view.points_per_inch();
    let hover = aim
        .at
        .and_then(|at| model_at(world, at, reach))
        .map_or(Hover::default(), |model| Hover::on(world, model));
    world.resource_mut::<Aim>().set_if_neq(aim);
    world.resource_mut::<Hover>().set_if_neq(hover);
}

/// Whether the target's card of chances is being read, so that it stays the target: the pointer is on
/// the card, or Shift is held on the way there.
fn is_read_about(world: &mut World, pointer: &Pointer) -> bool {
    let there = world.resource::<Hover>().model.is_some_and(|model| world.is_standing(model));
    let told = world.resource::<Draft>().order.is_some();
    let presses = pointer.clicked || pointer.pressed_at.is_some();
    there
        && told
        && !presses
        && (super::keys::shift(world)
            || (pointer.over_panel && targets::is_on_card(world, pointer)))
}

/// Whether a press at a point took hold of a model of the unit that is being moved.
pub fn grabbed(world: &World, at: Vec2) -> bool {
    let unit = world.frame().active;
    model_at(world, at, 0.0).is_some_and(|model| Some(world.unit_of(model)) == unit)
}

/// Moves the aim by keys, from where it is or from the middle of the concerned unit.
pub fn nudge(world: &mut World, by: Vec2) {
    let from = anchor(world).at;
    let table = world.table();
    let far = Vec2::new(table.width.0, table.depth.0);
    let mut aim = world.resource_mut::<Aim>();
    let at = if aim.by_keys { aim.at.unwrap_or(from) } else { from };
    aim.at = Some((at + by).clamp(Vec2::ZERO, far));
    aim.by_keys = true;
}

/// Waits for keys to lead from where the concerned unit stands, wherever the pointer lies: somebody has
/// begun a move by a key.
pub fn await_keys(world: &mut World) {
    let mut aim = world.resource_mut::<Aim>();
    (aim.at, aim.facing, aim.by_keys) = (None, None, true);
    *world.resource_mut::<Hover>() = Hover::default();
}

/// Turns the facing at the end by degrees, counter-clockwise.
pub fn rotate(world: &mut World, degrees: f32) {
    let present = anchor(world).facing;
    let mut aim = world.resource_mut::<Aim>();
    let facing = aim.facing.unwrap_or(present);
    let turned = crate::table::base::rotation(degrees) * facing;
    aim.facing = turned.try_normalize();
}

/// Puts the aim on a model, as if the pointer were there.
pub fn put_on(world: &mut World, model: ModelId) {
    let at = world.placed(model).pose.at;
    let mut aim = world.resource_mut::<Aim>();
    aim.at = Some(at);
    aim.by_keys = true;
    let hover = Hover::on(world, model);
    *world.resource_mut::<Hover>() = hover;
}

/// Forgets what was aimed at.
pub fn clear(world: &mut World) {
    let mut aim = world.resource_mut::<Aim>();
    aim.facing = None;
    aim.by_keys = false;
}

/// Where aiming by keys begins, and where whoever is placed looks unless the player says otherwise.
fn anchor(world: &World) -> Pose {
    let at = world.resource::<Aim>().at;
    Game::anchor(world, focus(world), world.resource::<Mode>().intent(), at)
}

/// What is pointed at.
pub fn pointing(world: &World) -> Pointing {
    let (aim, hover) = (world.resource::<Aim>(), world.resource::<Hover>());
    Pointing { at: aim.at, facing: aim.facing, unit: hover.unit, model: hover.model }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::battle_ui::mode::{Scope, Selection},
        battle::{Battle, levels},
    };

    /// A battle to aim in, with the aim on a model as keys or a pose put it there.
    fn aimed() -> (World, ModelId, Vec2) {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let mut world = Battle::<Game>::new(&level, 1).unwrap().world;
        world.init_resource::<Pointer>();
        world.init_resource::<View>();
        world.init_resource::<Mode>();
        world.init_resource::<Scope>();
        world.init_resource::<Selection>();
        world.init_resource::<Aim>();
        world.init_resource::<Hover>();
        let model = world.roster().models().next().unwrap();
        put_on(&mut world, model);
        let at = world.placed(model).pose.at;
        (world, model, at)
    }

    fn point(world: &mut World, screen: Option<(f32, f32)>, finger: bool) {
        let screen = screen.map(Vec2::from);
        let table = screen.map(|at| world.resource::<View>().table_at(at));
        *world.resource_mut::<Pointer>() = Pointer { screen, table, finger, ..default() };
        follow(world);
    }

    #[test]
    fn the_aim_that_keys_have_chosen_holds_until_the_mouse_moves() {
        let (mut world, model, at) = aimed();
        // The window learns where the mouse is; it leaves the window and comes back there.
        for screen in [None, Some((640.0, 360.0)), None, Some((640.0, 360.0))] {
            point(&mut world, screen, false);
            assert_eq!(world.resource::<Aim>().at, Some(at), "{screen:?}");
            assert_eq!(world.resource::<Hover>().model, Some(model), "{screen:?}");
        }
        point(&mut world, Some((640.0, 361.0)), false);
        let pointed = world.resource::<Pointer>().table;
        assert_eq!(world.resource::<Aim>().at, pointed);
    }

    #[test]
    fn a_move_that_a_key_begins_starts_where_the_unit_stands() {
        let (mut world, model, _) = aimed();
        *world.resource_mut::<Selection>() =
            Selection { unit: Some(world.unit_of(model)), model: Some(model) };
        point(&mut world, Some((640.0, 360.0)), false);
        point(&mut world, Some((641.0, 360.0)), false);
        assert!(world.resource::<Aim>().at.is_some(), "the pointer lies on the table");
        await_keys(&mut world);
        point(&mut world, Some((641.0, 360.0)), false);
        assert_eq!(world.resource::<Aim>().at, None, "it isn't moved to the pointer");
        let from = anchor(&world).at;
        nudge(&mut world, Vec2::X);
        assert_eq!(world.resource::<Aim>().at, Some(from + Vec2::X));
        let mut pointer = *world.resource::<Pointer>();
        pointer.pressed_at = pointer.table;
        world.insert_resource(pointer);
        follow(&mut world);
        assert_eq!(world.resource::<Aim>().at, pointer.table, "a click is meant where it is made");
    }

    #[test]
    fn a_finger_that_comes_down_takes_the_aim() {
        let (mut world, _, _) = aimed();
        point(&mut world, Some((640.0, 360.0)), true);
        let pointed = world.resource::<Pointer>().table;
        assert_eq!(world.resource::<Aim>().at, pointed);
    }
}
