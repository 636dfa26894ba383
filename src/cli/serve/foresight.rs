//! What an order would do, as clients see it.

use bevy::prelude::World;
use ironrank::{
    battle::{
        Acting, BattleWorld, ModelId, RuleSystem,
        playable::acting::{Focus, Line, Odds, OddsOfKind, Said, SketchedWay},
        strangers,
    },
    no_quarter::{NoQuarter, Order},
    table::Pose,
};
use serde::Serialize;

use super::problem::Problem;

/// What an order would do.
#[derive(Debug, Default, Serialize)]
pub(super) struct Preview {
    /// The order in a few words.
    text: String,
    /// Why it is refused; the rest then shows as much as can be said.
    refused: Option<Problem>,
    cost: Option<String>,
    lines: Vec<String>,
    warnings: Vec<String>,
    odds: Option<OddsView>,
    /// Models on their way.
    ways: Vec<WayView>,
    /// Where models would stand that aren't on the table yet.
    places: Vec<PlaceView>,
}

#[derive(Debug, Serialize)]
struct OddsView {
    expected: String,
    /// The chance that at least one attack succeeds, from 0 to 1.
    at_least_one: f32,
    aim: &'static str,
    kinds: Vec<KindView>,
}

#[derive(Debug, Serialize)]
struct KindView {
    who: String,
    weapon: String,
    numbers: Vec<String>,
    chance: String,
}

#[derive(Debug, Serialize)]
struct WayView {
    model: ModelId,
    points: Vec<[f32; 2]>,
    end: Option<PlaceView>,
    /// Whether it ends in contact with an enemy.
    contact: bool,
}

#[derive(Debug, Serialize)]
struct PlaceView {
    model: ModelId,
    at: [f32; 2],
    facing: f32,
}

/// What an order would do now.
pub(super) fn preview(world: &World, order: &Order) -> Preview {
    let text = NoQuarter::order_in_words(world, order);
    // Nobody can say what somebody would do who isn't there.
    if let Err(refused) = NoQuarter::check(world, order)
        && strangers::problem(world, order).is_some()
    {
        return Preview { text, refused: Some(Problem::refused(&refused)), ..Preview::default() };
    }
    let focus = Focus { unit: world.frame().active, ..Focus::default() };
    let sketch = NoQuarter::sketch(world, focus, order);
    let told = |lines: Vec<Line>| lines.into_iter().map(|line| line.text).collect();
    Preview {
        text,
        refused: sketch.refused.as_ref().map(Problem::refused),
        cost: sketch.cost,
        lines: told(sketch.lines),
        warnings: told(sketch.doubt.into_iter().chain(sketch.warnings).collect()),
        odds: (!sketch.odds.is_empty()).then(|| odds(&sketch.odds)),
        ways: sketch.ways.into_iter().map(way).collect(),
        places: sketch.places.into_iter().map(|(model, pose)| place(model, pose)).collect(),
    }
}

fn odds(odds: &Odds) -> OddsView {
    let said = |parts: &[Said]| parts.iter().map(|part| part.text.as_str()).collect::<String>();
    let kind = |kind: &OddsOfKind| KindView {
        who: kind.who.clone(),
        weapon: said(&kind.weapon),
        numbers: kind.numbers.iter().map(|number| said(number)).collect(),
        chance: kind.chance.clone(),
    };
    OddsView {
        expected: odds.expected.clone(),
        at_least_one: odds.at_least_one,
        aim: odds.aim,
        kinds: odds.kinds.iter().map(kind).collect(),
    }
}

fn way(way: SketchedWay) -> WayView {
    let SketchedWay { model, points, ticks, contact } = way;
    WayView {
        model,
        points: points.into_iter().map(Into::into).collect(),
        end: ticks.last().map(|&end| place(model, end)),
        contact,
    }
}

fn place(model: ModelId, pose: Pose) -> PlaceView {
    PlaceView { model, at: pose.at.into(), facing: pose.facing_degrees() }
}
