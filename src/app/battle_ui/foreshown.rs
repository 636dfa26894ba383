//! What somebody else would do, drawn on the table before it is done: the order that a computer player
//! is about to give, and the hints, each with its number.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Pos2};

use super::{
    ghosts,
    paint::{Canvas, Manner, NUMBER},
    targets,
};
use crate::{
    app::{
        computers::{self, Turn, hints::Hints},
        seat::Sketch,
        theme::strength,
    },
    battle::{BattleWorld, UnitId},
    table::Placed,
};

/// Draws it.
pub fn draw(world: &World, canvas: &Canvas) {
    if let Some((told, _)) = world.resource::<Turn>().told() {
        let colour = canvas.warning();
        draw_sketch(world, canvas, &told.sketch, colour);
    }
    let hints = world.resource::<Hints>();
    let shown = hints.given().unwrap_or_default();
    for (place, hint) in shown.iter().enumerate().rev() {
        let first = place == hints.pointed().unwrap_or(0);
        let colour = canvas.good();
        let colour = if first { colour } else { colour.gamma_multiply(strength::FOLLOWING) };
        draw_sketch(world, canvas, &hint.sketch, colour);
    }
    let mut numbers = Vec::new();
    for (place, hint) in shown.iter().enumerate() {
        let unit = computers::unit_of(world, &hint.suggestion.order);
        if let Some(at) = end_of(world, &hint.sketch, unit) {
            let at = beside(&numbers, canvas.at(at));
            numbers.push(at);
            canvas.number(at, place + 1, canvas.good());
        }
    }
}

/// Moves a number to the right until it covers none of the others: several plans may end in one place.
fn beside(numbers: &[Pos2], mut at: Pos2) -> Pos2 {
    while let Some(there) = numbers.iter().find(|there| there.distance(at) < NUMBER) {
        at.x = there.x + NUMBER + 1.0;
    }
    at
}

/// Where a sketched order leads: to the end of its way, to where something comes down, to whoever is
/// attacked; where it leads nowhere, it is about its unit.
fn end_of(world: &World, sketch: &Sketch, unit: Option<UnitId>) -> Option<Vec2> {
    let led = sketch.ways.iter().find(|way| sketch.leader == Some(way.model));
    let way = led.or(sketch.ways.first()).and_then(|way| way.ticks.last()).map(|pose| pose.at);
    let template = || sketch.templates.first().map(|template| template.at);
    let attacked = || sketch.attacks.first().map(|attack| world.placed(attack.target).pose.at);
    let place = || sketch.places.first().map(|(_, pose)| pose.at);
    let own =
        || unit.filter(|&unit| !world.standing(unit).is_empty()).map(|unit| world.middle(unit));
    way.or_else(template).or_else(attacked).or_else(place).or_else(own)
}

fn draw_sketch(world: &World, canvas: &Canvas, sketch: &Sketch, colour: Color32) {
    for (model, pose) in &sketch.places {
        ghosts::ghost(world, canvas, *model, *pose, colour);
    }
    for way in &sketch.ways {
        ghosts::draw_way(world, (canvas, &[]), way, false, colour);
    }
    for template in &sketch.templates {
        canvas.hatch(&template.outline, colour);
        canvas.outline(&template.outline, colour, 2.0);
        if let Some(from) = template.from {
            canvas.line(from, template.at, colour, 1.5);
        }
    }
    let mut struck: Vec<Placed> = Vec::new();
    for attack in &sketch.attacks {
        targets::draw_attack(world, canvas, attack, colour.gamma_multiply(strength::LEADING));
        struck.push(world.placed(attack.target));
    }
    canvas.rings(&struck, 3.0, colour, 2.0, Manner::Solid);
    for &at in &sketch.points {
        canvas.dot(at, 4.0, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_the_same_place_stand_side_by_side() {
        let mut numbers: Vec<Pos2> = Vec::new();
        for at in [Pos2::new(50.0, 50.0), Pos2::new(50.0, 50.0), Pos2::new(60.0, 45.0)] {
            let at = beside(&numbers, at);
            assert!(numbers.iter().all(|there| there.distance(at) >= NUMBER), "{at:?}");
            numbers.push(at);
        }
        assert_eq!(numbers[0], Pos2::new(50.0, 50.0));
        assert_eq!(beside(&numbers, Pos2::new(10.0, 50.0)), Pos2::new(10.0, 50.0));
    }
}
