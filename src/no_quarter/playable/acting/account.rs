//! What the actions of a way go to, in words: "5 for the way, 2 for the wood".

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld,
        playable::{Tone, acting::Line, listed},
    },
    no_quarter::{preview::PreviewWay, topic::Topic},
    table::Account,
};

/// The account of a way's actions in a line, where there is more to tell than its inches.
pub(super) fn told(world: &World, way: &PreviewWay) -> Option<Line> {
    let Account { way: inches, wheel, turn, unusual, ground, crossing, .. } = way.account;
    let total = way.account.total();
    if total == inches {
        return None;
    }
    // Whoever pushes a gun pays for its way as well.
    let pushing = u32::from(way.actions).saturating_sub(total);
    let parts = [
        (inches, Topic::Way, "the way".to_owned()),
        (wheel, Topic::RankedMovement, "wheeling".to_owned()),
        (turn, Topic::Facing, "turning".to_owned()),
        (unusual, Topic::RankedMovement, "steps back or aside".to_owned()),
        (ground, Topic::DifficultGround, kinds(world, &way.account.hard)),
        (crossing, Topic::Barriers, format!("crossing {}", kinds(world, &way.account.crossed))),
        (pushing, Topic::Loading, "pushing".to_owned()),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|(actions, ..)| *actions > 0).collect();
    let words: Vec<String> =
        parts.iter().map(|(actions, _, what)| format!("{actions} for {what}")).collect();
    let mut terms: Vec<&'static str> = Vec::new();
    for term in parts.iter().flat_map(|(_, topic, _)| topic.terms()) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    let tone = if unusual + ground + crossing > 0 { Tone::Warning } else { Tone::Faint };
    Some(Line { text: words.join(", "), tone, terms })
}

/// The kinds of some pieces of terrain, each once: "the wood and the bog".
fn kinds(world: &World, pieces: &[usize]) -> String {
    let mut kinds: Vec<String> = Vec::new();
    for piece in pieces.iter().filter_map(|&piece| world.table().terrain.get(piece)) {
        let kind = format!("the {}", piece.kind);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    listed(&kinds)
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        no_quarter::{
            Order,
            components::Formation,
            order::ModelMove,
            preview::preview,
            test_world::{TestWorld, block, man, ranker},
        },
        table::{
            Footprint, Ground, Inches, Terrain,
            formation::{Flank, Manoeuvre},
        },
    };

    fn wood() -> Terrain {
        let corners = [(0.0, 12.0), (40.0, 12.0), (40.0, 14.0), (0.0, 14.0)];
        let footprint = Footprint::Polygon(corners.map(Vec2::from).to_vec());
        Terrain { ground: Ground::Difficult, ..Terrain::new("wood", footprint) }
    }

    fn wall() -> Terrain {
        let points = vec![Vec2::new(0.0, 15.0), Vec2::new(40.0, 15.0)];
        let footprint = Footprint::Line { points, width: Inches(0.5) };
        Terrain { barrier: true, height: Inches(1.0), ..Terrain::new("wall", footprint) }
    }

    /// What the first way of an order costs, and its account.
    fn account(scene: &TestWorld, order: &Order) -> (u8, Option<String>) {
        let preview = preview(&scene.world, order);
        let way = preview.ways.first().expect("somebody goes");
        (way.actions, told(&scene.world, way).map(|line| line.text))
    }

    #[test]
    fn a_way_tells_what_its_actions_go_to() {
        let mut scene = TestWorld::new();
        scene.terrain(wood());
        scene.terrain(wall());
        let unit = scene.unit(0, Formation::Skirmish, &[(10.0, 11.0, 90.0)], man());
        scene.activate(unit);
        let model = scene.model(unit, 0);
        let to = |y: f32| {
            let one = ModelMove { model, path: vec![Vec2::new(10.0, y)], facing: None };
            Order::Move { moves: vec![one] }
        };
        assert_eq!(account(&scene, &to(12.0)), (1, None));
        let wood = "2 for the way, 1 for the wood".to_owned();
        assert_eq!(account(&scene, &to(13.0)), (3, Some(wood)));
        let both = "5 for the way, 2 for the wood, 1 for crossing the wall".to_owned();
        assert_eq!(account(&scene, &to(16.0)), (8, Some(both)));
    }

    #[test]
    fn a_block_tells_what_wheels_and_steps_aside_take() {
        let mut scene = TestWorld::new();
        let ranked = Formation::Ranked { frontage: 4 };
        let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, 8), ranker());
        scene.activate(unit);
        let told = |manoeuvre| account(&scene, &Order::Manoeuvre { manoeuvre }).1;
        let aside = told(Manoeuvre::Sidestep(Flank::Left, Inches(2.0)));
        assert_eq!(aside.as_deref(), Some("2 for the way, 2 for steps back or aside"));
        let wheel = told(Manoeuvre::Wheel { pivot: Flank::Left, degrees: 30.0 });
        assert!(wheel.is_some_and(|text| text.ends_with(" for wheeling")));
        assert_eq!(told(Manoeuvre::Ahead(Inches(3.0))), None);
    }
}
