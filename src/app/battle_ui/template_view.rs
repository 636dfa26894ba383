//! Shows templates before they are laid: outline, where a miss may go, who is under them and with what
//! chance.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Pos2, Rect, vec2};

use super::{draft::Draft, likely, overlays::room::Room, paint::Canvas, targets};
use crate::{
    app::{seat::Game, theme::strength},
    battle::{
        BattleWorld,
        playable::{
            Acting,
            acting::{LaidTemplate, Under, per_cent},
        },
    },
    table::template::Covered,
};

/// Draws the templates of the order in preparation: outline, where a miss may go, who is under.
pub fn draw(world: &World, canvas: &Canvas) {
    let mode = likely::mode(world);
    let Some(intent) = mode.intent() else { return };
    let draft = world.resource::<Draft>();
    // Targets that are marked so far, and points that were chosen besides.
    for (number, &model) in (1..).zip(Game::marked(intent)) {
        let placed = world.placed(model);
        canvas.ring(&placed, 4.0, canvas.selected(), 2.4);
        canvas.tick(placed.pose.at, number, canvas.selected());
    }
    for &at in &draft.sketch.points {
        canvas.dot(at, 4.0, canvas.selected());
    }
    let refused = draft.refused.is_some();
    let colour = if refused { canvas.bad() } else { canvas.warning() };
    let shot = draft.sketch.attacks.iter().any(|attack| attack.chance.is_some());
    if draft.sketch.templates.is_empty() && !shot {
        return;
    }
    let mut room = Room::new(world, canvas);
    for template in &draft.sketch.templates {
        draw_template(world, (canvas, &mut room), template, (colour, refused));
    }
    for attack in &draft.sketch.attacks {
        let Some(chance) = attack.chance else { continue };
        targets::draw_attack(world, canvas, attack, colour);
        let target = world.placed(attack.target).pose.at;
        label(canvas, &mut room, on(canvas.at(target)), &per_cent(chance), colour);
    }
}

/// Between a template and the words about it, or a token and what is said of it, in egui points.
const AWAY: f32 = 14.0;

/// Words at the first of some places where they cover no banner and no other words, if there is one:
/// what is said here is also told beside the template.
fn label(
    canvas: &Canvas,
    room: &mut Room,
    places: impl IntoIterator<Item = Pos2>,
    text: &str,
    colour: Color32,
) {
    if let Some(at) = room.take_beside_banners(places, canvas.size_of_words(text)) {
        canvas.words(at, text, colour);
    }
}

/// On a token, or close to it.
fn on(token: Pos2) -> [Pos2; 3] {
    [token, token + vec2(0.0, AWAY), token - vec2(0.0, AWAY)]
}

/// Around a template: above it, below it, farther off, and at its sides, for words so wide.
fn around(template: Rect, wide: f32) -> [Pos2; 6] {
    let (x, y) = (template.center().x, template.center().y);
    let aside = AWAY + wide / 2.0;
    [
        Pos2::new(x, template.top() - AWAY),
        Pos2::new(x, template.bottom() + AWAY),
        Pos2::new(x, template.top() - 2.5 * AWAY),
        Pos2::new(x, template.bottom() + 2.5 * AWAY),
        Pos2::new(template.left() - aside, y),
        Pos2::new(template.right() + aside, y),
    ]
}

fn draw_template(
    world: &World,
    (canvas, room): (&Canvas, &mut Room),
    template: &LaidTemplate,
    (colour, refused): (Color32, bool),
) {
    canvas.hatch(&template.outline, colour);
    canvas.outline(&template.outline, colour, 2.0);
    if let Some(from) = template.from {
        canvas.line(from, template.at, colour.gamma_multiply(strength::LEADING), 1.5);
    }
    if let Some(most) = template.astray {
        let ring: Vec<Vec2> =
            (0..48).map(|i| template.at + Vec2::from_angle(i as f32 * 0.1309) * most).collect();
        canvas.dotted(&ring, true, colour.gamma_multiply(strength::LEADING), 1.5);
    }
    if !template.runs.is_empty() {
        canvas.dotted(&template.runs, true, colour.gamma_multiply(strength::LEADING), 1.5);
    }
    let mut told: Vec<Vec2> = Vec::new();
    for Under { model, covered, friend, wound } in &template.under {
        let placed = world.placed(*model);
        let ring = match (wound, friend) {
            // Where nothing is harmed it matters little whose they are, nor where nothing may come down.
            (None, _) => colour,
            _ if refused => colour,
            (Some(_), true) => canvas.bad(),
            (Some(_), false) => canvas.good(),
        };
        match covered {
            Covered::Wholly => canvas.ring(&placed, 3.0, ring, 2.2),
            Covered::Partly => canvas.dashed_ring(&placed, 3.0, ring, 1.8),
            // Only a miss could come down on it.
            Covered::Not => continue,
        }
        // From afar the numbers of neighbours would lie over each other.
        let clear = |other: &Vec2| {
            ((*other - placed.pose.at) * canvas.scale()).abs().cmpge(Vec2::new(40.0, 20.0)).any()
        };
        if let Some(wound) = wound
            && told.iter().all(clear)
        {
            told.push(placed.pose.at);
            label(canvas, room, on(canvas.at(placed.pose.at)), &per_cent(*wound), ring);
        }
    }
    // How many are under it.
    let count = &template.count;
    let places = around(outline(canvas, template), canvas.size_of_words(count).x);
    label(canvas, room, places, count, colour);
}

/// What a template covers of the window.
fn outline(canvas: &Canvas, template: &LaidTemplate) -> Rect {
    Rect::from_points(&canvas.all(&template.outline))
}

/// What the templates of an order, all who are under them and the words there cover of the window.
pub fn surroundings(world: &World, canvas: &Canvas, draft: &Draft) -> Option<Rect> {
    let with_its_words = |template: &LaidTemplate| {
        let rect = outline(canvas, template);
        let words = vec2(canvas.size_of_words(&template.count).x, rect.height() + 4.0 * AWAY);
        let models = template.under.iter().filter(|under| under.covered != Covered::Not);
        let tokens = models.map(|under| world.placed(under.model).outline(8));
        let tokens = tokens.map(|edge| Rect::from_points(&canvas.all(&edge)));
        tokens.fold(rect.union(Rect::from_center_size(rect.center(), words)), Rect::union)
    };
    draft.sketch.templates.iter().map(with_its_words).reduce(Rect::union)
}
