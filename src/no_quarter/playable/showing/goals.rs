//! What is fought for besides the enemy: who has it, and what the others lack.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, SideId,
        playable::{count, showing::Goal},
    },
    no_quarter::objectives::{self, ARRIVED, CONTROL, Outlook, Progress},
};

/// The objectives as things stand.
pub(super) fn goals(world: &World) -> Vec<Goal> {
    let goal = |outlook: Outlook| {
        let standing = standing(world, &outlook);
        let Outlook { side, text, holder, at, model, .. } = outlook;
        Goal { side, text, standing, holder, at, model }
    };
    objectives::outlooks(world).into_iter().map(goal).collect()
}

/// How near an objective is to its fulfilment.
fn standing(world: &World, outlook: &Outlook) -> Vec<String> {
    if let Some(counts) = outlook.near {
        return held(world, counts, outlook.holder);
    }
    match (outlook.progress, outlook.edge, outlook.model) {
        (Progress::Reached, ..) => vec!["It is done.".to_owned()],
        (Progress::Lost, ..) => vec!["It can't be done any more.".to_owned()],
        (Progress::Open, Some(edge), Some(model)) if world.is_standing(model) => {
            let (name, way) =
                (world.model_name(model), objectives::way_to_edge(world, model, edge));
            vec![format!("{name} is {way} from the edge and must come within {ARRIVED}.")]
        }
        (Progress::Open, ..) => Vec::new(),
    }
}

/// Who holds a place, with how many models, and how many more the others need.
fn held(world: &World, counts: [u32; 2], holder: Option<SideId>) -> Vec<String> {
    let of = |side: SideId| counts[side.index().min(1)] as usize;
    let who = match holder {
        Some(side) => {
            let models = count(of(side), "model");
            format!(
                "{} with {models} within {CONTROL}.",
                world.side_does(side, "holds it", "hold it")
            )
        }
        None if counts == [0, 0] => format!("Nobody holds it: no model is within {CONTROL}."),
        None => {
            let models = count(of(SideId(0)), "model");
            format!("Nobody holds it: each side has {models} within {CONTROL}.")
        }
    };
    let lacks = |side: SideId| {
        let more = count(of(side.other()) + 1 - of(side), "more model");
        format!("{} {more} there to hold it.", world.side_does(side, "needs", "need"))
    };
    let others = world.roster().sides().filter(|&side| holder != Some(side)).map(lacks);
    let panicked = "Models of panicked units don't count.".to_owned();
    std::iter::once(who).chain(others).chain([panicked]).collect()
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        battle::{level::Objective, wrapper::Objectives},
        no_quarter::{
            components::Formation,
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn a_place_says_who_holds_it_and_what_the_others_need() {
        let mut test = TestWorld::new();
        let at = Vec2::new(24.0, 24.0);
        let hold = Objective::Hold { side: "ours".to_owned(), at };
        test.world.insert_resource(Objectives(vec![hold]));
        let standing = |test: &TestWorld| goals(&test.world).remove(0).standing;
        let told = standing(&test);
        assert_eq!(told[0], "Nobody holds it: no model is within 3\".");
        assert_eq!(told[1], "ours needs 1 more model there to hold it.");
        let places = [(23.0, 23.0, 90.0), (25.0, 23.0, 90.0), (24.0, 22.0, 90.0)];
        test.unit(1, Formation::Skirmish, &places, man());
        test.unit(0, Formation::Skirmish, &[(24.0, 26.0, 90.0)], man());
        let told = standing(&test);
        assert_eq!(told[0], "theirs holds it with 3 models within 3\".");
        assert_eq!(told[1], "ours needs 3 more models there to hold it.");
        assert_eq!(told.len(), 3, "whoever holds it needs nobody");
    }
}
