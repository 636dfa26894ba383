//! What there is to do now: laying terrain, deploying, choosing who acts, acting; and what is done
//! for a player who sets something up.

use bevy::prelude::*;

use super::{Intent, verbs::Verb, why_not::left_to_act};
use crate::{
    battle::{
        BattleWorld, Pending, RuleSystem, SideId, TerrainId, UnitId,
        playable::{
            acting::{
                Choice, ChoiceDoes, Control, Enemies, Entry, Focus, SettingUp, Situation,
                WhereToPutDown, Zone,
            },
            capitalised,
        },
    },
    no_quarter::{
        Answer, NoQuarter, Order, Question, deployment,
        phase::{Phase, phase},
        reserves, terrain_placing, turn_sequence,
    },
    table::Placed,
};

/// What there is to do now.
pub fn situation(world: &World) -> Situation<NoQuarter> {
    match (phase(world), world.frame().active) {
        (Phase::Terrain, _) => Situation::SettingUp(terrain(world)),
        (Phase::Deployment, _) => Situation::SettingUp(units(world)),
        (Phase::Activations, Some(unit)) => {
            Situation::Acting { unit, left: left_to_act(world, unit, "") }
        }
        (Phase::Activations, None) => {
            let (units, enemies) = to_choose(world);
            Situation::Choosing { units, enemies: made_to_act(enemies), reserve: reserve(world) }
        }
        (Phase::Over, _) => Situation::Over,
    }
}

fn terrain(world: &World) -> SettingUp<NoQuarter> {
    let entry = |terrain: TerrainId| {
        let kind = world.terrain(terrain).map(|piece| piece.kind.clone());
        Entry {
            unit: None,
            name: format!("{} {}", capitalised(&kind.unwrap_or_default()), terrain.0 + 1),
            intent: Intent::LayTerrain { terrain },
        }
    };
    SettingUp {
        title: format!("{} terrain:", world.side_does(world.frame().side, "lays", "lay")),
        waits: terrain_placing::unlaid(world).into_iter().map(entry).collect(),
        next: "Pick up the next piece",
        ends: None,
        icon: "table",
        hint: "Choose a piece, then point to where it should lie.".to_owned(),
    }
}

/// What is said between the deployment of the last unit and the beginning of the battle.
pub const ALL_DEPLOYED: &str = "All units are deployed.";
/// What can be done until then.
pub const UNTIL_IT_BEGINS: &str = "Until the battle begins, you can still undo the deployment.";
/// What ends it.
pub const BEGIN: &str = "Begin the battle";

fn units(world: &World) -> SettingUp<NoQuarter> {
    let pending = &world.resource::<Pending<NoQuarter>>().0;
    if pending.as_ref().is_some_and(|asked| asked.question == Question::BeginBattle) {
        return SettingUp {
            title: ALL_DEPLOYED.to_owned(),
            waits: Vec::new(),
            next: BEGIN,
            ends: Some(NoQuarter::answer(Answer::Begin)),
            icon: Verb::Activate.words().icon,
            hint: UNTIL_IT_BEGINS.to_owned(),
        };
    }
    let entry = |unit: UnitId| Entry {
        unit: Some(unit),
        name: world.unit_name(unit).to_owned(),
        intent: Intent::deploying(world, unit),
    };
    SettingUp {
        title: format!("{}:", world.side_does(world.frame().side, "deploys", "deploy")),
        waits: undeployed(world).into_iter().map(entry).collect(),
        next: "Pick up the next unit",
        ends: None,
        icon: Verb::FormUp.words().icon,
        hint: if deployment::is_latecomers_turn(world) {
            deployment::hint_for_latecomers()
        } else {
            "Choose a unit, then point to where it should stand.".to_owned()
        },
    }
}

/// The units that the side to place still has.
fn undeployed(world: &World) -> Vec<UnitId> {
    let side = world.frame().side;
    let waits =
        |unit: &UnitId| world.side_of(*unit) == side && deployment::is_undeployed(world, *unit);
    world.roster().units().filter(waits).collect()
}

/// The units that may be activated: the side's own, and the enemy's.
fn to_choose(world: &World) -> (Vec<UnitId>, Vec<UnitId>) {
    let may = |&unit: &UnitId| {
        turn_sequence::can_activate(world, unit) && turn_sequence::may_select(world, unit)
    };
    let side = world.frame().side;
    world.roster().units().filter(may).partition(|&unit| world.side_of(unit) == side)
}

/// The enemy's units that the winner of the initiative may have act first (TURN-02).
fn made_to_act(units: Vec<UnitId>) -> Option<Enemies> {
    let (about, verb) = (ABOUT_ENEMIES, Verb::ActFirst);
    let (title, id) = (verb.words().name, "EnemyActsFirst");
    (!units.is_empty()).then(|| Enemies { units, title, about, id, verb: verb.id() })
}

/// What making an enemy act first means.
pub const ABOUT_ENEMIES: &str =
    "You may make an enemy unit act first; its own player gives the orders.";

/// Why no unit of the enemy can be made to act first now, if none can.
pub fn why_no_enemy(world: &World) -> Option<String> {
    let nobody_acts = phase(world) == Phase::Activations && world.frame().active.is_none();
    if nobody_acts && !to_choose(world).1.is_empty() {
        return None;
    }
    let why =
        "only the side that won the initiative can do so, before any unit has acted in the turn";
    Some(why.to_owned())
}

/// What can be done with the units of the side that wait in reserve and may come on now.
fn reserve(world: &World) -> Vec<Choice<NoQuarter>> {
    let side = world.frame().side;
    let units = world.roster().units().filter(|&unit| world.side_of(unit) == side);
    let units = units.filter(|&unit| reserves::can_enter(world, unit));
    let of_unit = |unit: UnitId| {
        let text = format!("Bring on {}", world.unit_name(unit));
        let brings_on = Choice::new(text, "", ChoiceDoes::Prepares(Intent::deploying(world, unit)));
        let keeps = Order::KeepBack { unit };
        let why_not = NoQuarter::check(world, &keeps).err().map(|error| error.text);
        [
            brings_on,
            Choice { why_not, ..Choice::new("Not this turn", "", ChoiceDoes::Gives(keeps)) },
        ]
    };
    units.flat_map(of_unit).collect()
}

/// The intent of putting down the next one that waits: the selected unit, or the first.
pub fn next(world: &World, focus: Focus) -> Option<Intent> {
    if phase(world) == Phase::Terrain {
        let terrain = *terrain_placing::unlaid(world).first()?;
        return Some(Intent::LayTerrain { terrain });
    }
    let waiting = undeployed(world);
    let selected = focus.unit.filter(|unit| waiting.contains(unit));
    let unit = selected.or_else(|| waiting.first().copied())?;
    Some(Intent::deploying(world, unit))
}

/// What is done for a player who puts down a unit, and what may be done with it instead.
pub fn of_unit(world: &World, unit: UnitId) -> Vec<Control<NoQuarter>> {
    let place = Choice::new(
        "Place it for me",
        "Puts it where there is room.",
        ChoiceDoes::Finds(place_for),
    );
    let mut controls = vec![Control::Choice(place)];
    let keep = Order::KeepBack { unit };
    let deploys = phase(world) == Phase::Deployment;
    if deploys && NoQuarter::check(world, &keep).is_ok() {
        let about = "It arrives later from your table edge.";
        controls.push(Control::Choice(Choice::new(
            "Keep in reserve",
            about,
            ChoiceDoes::Gives(keep),
        )));
    }
    controls
}

/// What is done for a player who lays a piece of terrain, and what may be done with it instead.
pub fn of_terrain(intent: &Intent) -> Vec<Control<NoQuarter>> {
    let Intent::LayTerrain { terrain } = *intent else { return Vec::new() };
    let lay =
        Choice::new("Lay it for me", "Puts it where there is room.", ChoiceDoes::Finds(place_for));
    let leave_out = ChoiceDoes::Gives(Order::LayTerrain { terrain, at: None });
    let leave_out = Choice::new("Leave it out", "It takes no part in the battle.", leave_out);
    vec![Control::Turns, Control::Choice(lay), Control::Choice(leave_out)]
}

/// Looks for a place where there is room.
fn place_for(world: &World, _: Focus, intent: &Intent) -> ChoiceDoes<NoQuarter> {
    let (order, why_not) = match *intent {
        Intent::LayTerrain { terrain } => {
            let at = terrain_placing::find_spot(world, terrain);
            let order = at.map(|at| Order::LayTerrain { terrain, at: Some(at) });
            (order, "There is no room for it.")
        }
        Intent::Deploy { unit, .. } => {
            let order = if phase(world) == Phase::Deployment {
                let place = deployment::find_place(world, unit);
                place.map(|(at, formation)| Order::Deploy { unit, at, formation })
            } else {
                let entry = reserves::find_entry(world, unit);
                entry.map(|(at, formation)| Order::Enter { unit, at, formation })
            };
            (order, "There is no room for it; try another formation.")
        }
        _ => (None, "There is no room for it."),
    };
    order.map_or(ChoiceDoes::Refuses(why_not), ChoiceDoes::Gives)
}

/// What waits to be set up: in which part of setting up, and how many, of both sides.
pub fn waiting(world: &World) -> Option<(u8, usize)> {
    match phase(world) {
        Phase::Terrain => Some((0, terrain_placing::unlaid(world).len())),
        Phase::Deployment => {
            let waits = |unit: &UnitId| deployment::is_undeployed(world, *unit);
            Some((1, world.roster().units().filter(waits).count()))
        }
        Phase::Activations | Phase::Over => None,
    }
}

/// The units that going from one to the next selects.
pub fn selectable(world: &World) -> Vec<UnitId> {
    if phase(world) == Phase::Deployment {
        return undeployed(world);
    }
    if let Some(active) = world.frame().active {
        return vec![active];
    }
    to_choose(world).0
}

/// The ground on which units are set up now; `intent` is what is being put down.
pub fn ground(world: &World, intent: Option<&Intent>) -> Option<WhereToPutDown> {
    let frame = world.frame();
    if phase(world) != Phase::Deployment {
        return None;
    }
    if deployment::is_latecomers_turn(world) {
        let unit = match intent {
            Some(Intent::Deploy { unit, .. }) => *unit,
            _ => deployment::undeployed(world, frame.side)?,
        };
        let side = world.side_of(unit);
        let models = world.roster().models();
        let enemies =
            models.filter(|&model| world.is_standing(model) && world.side_of_model(model) != side);
        let enemies: Vec<Placed> = enemies.map(|model| world.placed(model)).collect();
        return Some(WhereToPutDown::Searched {
            unit,
            enemies,
            distance: deployment::latecomers::DISTANCE,
        });
    }
    let zone = |side: SideId| {
        let (low, high) = deployment::zone(world, side);
        Zone { side, low, high, used: side == frame.side }
    };
    let (low, high) = deployment::zone(world, frame.side);
    // Before the zone's front edge, where none of the side's own stand.
    let half = world.table().depth.0 / 2.0;
    let ahead = if (low.y + high.y) / 2.0 < half { high.y + 1.0 } else { low.y - 1.0 };
    let place = Vec2::new((low.x + high.x) / 2.0, ahead);
    let text = format!("{} here", world.side_does(frame.side, "deploys", "deploy"));
    Some(WhereToPutDown::Zones {
        zones: world.roster().sides().map(zone).collect(),
        words: Some((place, text)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Battle, levels};

    #[test]
    fn the_enemys_units_are_offered_apart_and_only_to_the_winner_of_the_initiative() {
        let level = levels::find("first-clash", None).unwrap();
        let mut battle = Battle::<NoQuarter>::new(&level, 3).unwrap();
        let winner = battle.world.frame().side;
        let offered = |world: &World| match situation(world) {
            Situation::Choosing { units, enemies, .. } => (units, enemies),
            other => panic!("{other:?}"),
        };
        let (own, enemies) = offered(&battle.world);
        let enemies = enemies.expect("nobody is on hold or panicked yet").units;
        assert!(own.iter().all(|&unit| battle.world.side_of(unit) == winner));
        assert!(enemies.iter().all(|&unit| battle.world.side_of(unit) != winner));
        assert_eq!(selectable(&battle.world), own, "keys go through the own ones alone");
        battle.order(Order::Activate { unit: own[0] }).unwrap();
        battle.order(Order::EndActivation).unwrap();
        let (next, enemies) = offered(&battle.world);
        assert!(next.iter().all(|&unit| battle.world.side_of(unit) != winner));
        assert_eq!(enemies, None);
    }
}
