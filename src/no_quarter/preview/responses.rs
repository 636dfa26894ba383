//! Where on its way a unit could be shot at by enemies on hold, before it goes. Book: Hold Actions
//! (HOLD-02, HOLD-03).

use bevy::{math::Vec2, prelude::World};

use super::PreviewWay;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::Holding,
        formations, hold,
        line_of_sight::{self, hiders, sees_past, standing_at},
        movement,
        order::StandingOrder,
    },
    table::{Inches, Placed, Pose, base::gap},
};

/// A model of the active unit on its way: where, and how high it flies.
type Place = (ModelId, Placed, Inches);

/// A chance of an enemy on hold to respond to a move.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseMark {
    /// The unit on hold.
    pub holder: UnitId,
    /// After how many actions of the move, from 1.
    pub actions: u32,
    /// How many of its models could shoot then.
    pub shooters: u32,
    /// The mover nearest to it that it sees in range.
    pub mover: ModelId,
    /// Where that mover is then.
    pub at: Pose,
    /// How far that mover is from its nearest shooter.
    pub range: Inches,
    /// Whether it would ask its player, or shoot without asking; instructions to wait for
    /// something else leave it out altogether.
    pub asks: bool,
}

/// Where enemies on hold could respond to the ways of an order: one mark for each action after
/// which one could. Movers are taken to be where they are after so many actions each.
pub(super) fn responses(world: &World, ways: &[PreviewWay]) -> Vec<ResponseMark> {
    let Some(active) = world.frame().active else { return Vec::new() };
    let side = world.side_of(active);
    let longest = ways.iter().map(|way| way.ticks.len()).max().unwrap_or(0);
    let mut marks = Vec::new();
    for holder in world.roster().units().filter(|&unit| world.side_of(unit) != side) {
        let standing = match world.of_unit::<Holding>(holder).0 {
            None | Some(StandingOrder::Never | StandingOrder::WhenCharged) => continue,
            Some(standing) => standing,
        };
        let ready = hold::ready_to_respond(world, holder, active);
        if ready.is_empty() {
            continue;
        }
        let into_combat = hold::shoots_into_combat(world, holder);
        let hiders = hiders(world, holder, active);
        for tick in 0..longest {
            let places = places(world, active, ways, tick);
            if let StandingOrder::Within(distance) = standing
                && !unit_gap(world, holder, &places).at_most(distance)
            {
                continue;
            }
            let mut chances = chances(world, holder, &ready, &places, &hiders);
            // The nearest in sight is the target, and may be in close combat by then.
            chances.retain(|&(mover, at, _)| into_combat || !would_fight(world, mover, at));
            let nearest = chances.iter().min_by(|a, b| a.2.0.total_cmp(&b.2.0));
            if let Some(&(mover, at, range)) = nearest {
                marks.push(ResponseMark {
                    holder,
                    actions: tick as u32 + 1,
                    shooters: chances.len() as u32,
                    mover,
                    at,
                    range,
                    asks: standing != StandingOrder::FirstTarget,
                });
            }
        }
    }
    marks
}

/// Where the active unit's models are after so many actions of their ways.
fn places(world: &World, unit: UnitId, ways: &[PreviewWay], tick: usize) -> Vec<Place> {
    let at = |model: ModelId| {
        let placed = world.placed(model);
        let way = ways.iter().find(|way| way.model == model);
        let pose = way.and_then(|way| way.ticks.get(tick).or(way.ticks.last()).copied());
        let aloft = way.map_or(Inches::ZERO, |way| aloft(world, way, tick));
        (model, Placed { pose: pose.unwrap_or(placed.pose), ..placed }, aloft)
    };
    world.standing(unit).into_iter().map(at).collect()
}

/// How high a flyer is after so many actions of its way (MOVE-10).
fn aloft(world: &World, way: &PreviewWay, tick: usize) -> Inches {
    let pose = way.ticks.get(tick).copied().unwrap_or(way.from);
    let flies = movement::flies_at(world, way.model, &Placed { pose, ..world.placed(way.model) });
    if !flies || tick + 1 >= way.ticks.len() {
        return Inches::ZERO;
    }
    let places: Vec<Vec2> = [way.from].iter().chain(&way.ticks).map(|pose| pose.at).collect();
    let length =
        |places: &[Vec2]| Inches(places.windows(2).map(|leg| leg[0].distance(leg[1])).sum());
    movement::altitude(length(&places[..=tick + 1]), length(&places[tick + 1..]))
}

/// Whether a model would be in close combat at a place.
fn would_fight(world: &World, model: ModelId, pose: Pose) -> bool {
    let at = Placed { pose, ..world.placed(model) };
    !movement::engaged_at(world, model, &at).is_empty()
}

fn unit_gap(world: &World, holder: UnitId, places: &[Place]) -> Inches {
    let models = world.standing(holder);
    let gaps = models.iter().flat_map(|&model| {
        let own = world.placed(model);
        places.iter().map(move |(_, placed, _)| gap(&own, placed).0)
    });
    Inches(gaps.fold(f32::MAX, f32::min))
}

/// For each holder who could shoot: at whom, where, how far.
fn chances(
    world: &World,
    holder: UnitId,
    ready: &[(ModelId, Inches)],
    places: &[Place],
    hiders: &[(u32, crate::table::sight::Standing)],
) -> Vec<(ModelId, Pose, Inches)> {
    let loose = !formations::is_formed(world, holder);
    let chance = |&(shooter, reach): &(ModelId, Inches)| {
        let own = world.placed(shooter);
        let eye = line_of_sight::standing(world, shooter);
        let mut targets: Vec<(Inches, Place)> =
            places.iter().map(|&place| (gap(&own, &place.1), place)).collect();
        targets.sort_by(|a, b| a.0.0.total_cmp(&b.0.0).then(a.1.0.cmp(&b.1.0)));
        // The closest one it sees is the target; if that one is out of range, so are all.
        let seen = |&(range, (model, placed, aloft)): &(Inches, Place)| {
            let target = line_of_sight::lifted(standing_at(world, model, placed), aloft);
            range.at_most(reach) && sees_past(world, &eye, &target, hiders)
        };
        let (range, (model, placed, _)) = targets.into_iter().find(seen)?;
        let ahead = own.pose.in_front(placed.closest_point(own.pose.at));
        (loose || ahead).then_some((model, placed.pose, range))
    };
    ready.iter().filter_map(chance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Weapon,
        components::Formation,
        event::Gait,
        profile::Band,
        test_world::{TestWorld, man},
    };

    #[test]
    fn hold_03_who_waits_for_a_first_target_has_none_in_close_combat() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        test.unit(1, Formation::Skirmish, &[(10.0, 13.0, 270.0)], man());
        let bands = vec![Band(Inches(20.0), 0)];
        let bow = Weapon { id: "bow".to_owned(), bands, ..Weapon::improvised() };
        let place = [(20.0, 11.0, 180.0)];
        let archers = test.armed_unit(1, Formation::Skirmish, &place, man(), vec![bow]);
        test.activate(ours);
        let way = PreviewWay {
            model: test.model(ours, 0),
            gait: Gait::Charge,
            from: Pose::degrees((10.0, 10.0).into(), 90.0),
            ticks: vec![
                Pose::degrees((10.0, 11.0).into(), 90.0),
                Pose::degrees((10.0, 12.0).into(), 90.0),
            ],
            length: Inches(2.0),
            account: crate::table::Account::default(),
            actions: 2,
            actions_left: 8,
            contact: true,
        };
        let mut ticks = |standing: StandingOrder| -> Vec<u32> {
            test.world.set_unit(archers, Holding(Some(standing)));
            let marks = responses(&test.world, std::slice::from_ref(&way));
            marks.into_iter().map(|mark| mark.actions).collect()
        };
        assert_eq!(ticks(StandingOrder::Ask), [1, 2]);
        assert_eq!(ticks(StandingOrder::FirstTarget), [1]);
    }
}
