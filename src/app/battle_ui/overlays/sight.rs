//! What one model sees of each enemy. Every enemy is ringed by how well it is seen; beside the
//! nearest ones stands a picture of what the eye sees: the width of the base from left to right, and
//! what is hidden from the ground up, coloured and hatched by what hides it.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Pos2, Rect, Vec2 as Size, pos2, vec2};

use super::{
    super::paint::{
        Canvas,
        strokes::{DASHES, DOTS, Strokes},
    },
    Words,
    room::Room,
};
use crate::{
    app::theme::Theme,
    battle::{BattleWorld, ModelId, SideId, playable::mapping::SightLines},
    table::{
        Placed,
        base::closest_points,
        sight::{Cover, HiddenBy, Sight},
    },
};

/// The most pictures of what is seen.
const PICTURES: usize = 16;
/// From so many window points per inch on each model may have its own.
const NEAR: f32 = 24.0;

/// What kind of thing hides something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blocker {
    Terrain,
    Friend,
    Enemy,
}

impl Blocker {
    fn of(world: &World, by: HiddenBy, eye: SideId) -> Self {
        match by {
            HiddenBy::Terrain(_) => Self::Terrain,
            HiddenBy::Model(key) if world.side_of_model(ModelId(key)) == eye => Self::Friend,
            HiddenBy::Model(_) => Self::Enemy,
        }
    }

    fn colour(self, canvas: &Canvas, eye: SideId) -> Color32 {
        match self {
            Self::Terrain => canvas.warning(),
            Self::Friend => canvas.side(eye),
            Self::Enemy => canvas.side(eye.other()),
        }
    }
}

/// Draws it, lines apart from what words stand on or beside; where the legend is.
pub fn draw(
    world: &World,
    canvas: &Canvas,
    (strokes, plates): (&mut Strokes, &mut Strokes),
    words: &mut Vec<Words>,
    room: &mut Room,
    view: &SightLines,
) -> Option<Rect> {
    if !world.is_standing(view.eye) {
        return None;
    }
    let eye = world.placed(view.eye);
    let standing = view.seen.iter().filter(|(enemy, _)| world.is_standing(*enemy));
    let mut told = Vec::new();
    for (enemy, sight) in standing.clone() {
        let placed = world.placed(*enemy);
        mark(canvas, strokes, &placed, sight);
        // One line to each unit: to the model that is nearest.
        let unit = world.unit_of(*enemy);
        if !told.contains(&unit) {
            told.push(unit);
            let (from, to) = closest_points(&eye, &placed);
            line(canvas, strokes, &[from, to], sight, 1.5);
        }
    }
    let ring = canvas.all(&canvas.beyond(&eye, 3.0));
    strokes.line(&ring, true, canvas.selected(), 2.5);
    // Room for the legend first.
    let legend = legend(world, canvas, plates, words, room, view.eye);
    let hidden = standing.filter(|(_, sight)| sight.hidden > 0.005 || sight.obscured);
    let mut pictured = Vec::new();
    for (enemy, sight) in hidden {
        // From afar one for each unit.
        let unit = world.unit_of(*enemy);
        if pictured.len() >= PICTURES || (canvas.scale() < NEAR && pictured.contains(&unit)) {
            continue;
        }
        pictured.push(unit);
        let placed = world.placed(*enemy);
        let ahead = eye.pose.in_front(placed.closest_point(eye.pose.at));
        picture(world, canvas, (plates, words, room), &placed, sight, (view.eye, ahead));
    }
    legend
}

/// How a model is seen, as a line around it: solid in the open, dashed in cover, dotted if hidden.
fn mark(canvas: &Canvas, strokes: &mut Strokes, placed: &Placed, sight: &Sight) {
    line(canvas, strokes, &closed(canvas.beyond(placed, 2.0)), sight, 1.5);
}

fn closed(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.extend(points.first().copied());
    points
}

fn line(canvas: &Canvas, strokes: &mut Strokes, points: &[Vec2], sight: &Sight, width: f32) {
    let points = canvas.all(points);
    if !sight.visible() {
        strokes.pattern(&points, false, canvas.bad(), width, DOTS);
    } else if sight.cover() == Cover::None {
        strokes.line(&points, false, canvas.good(), width);
    } else {
        strokes.pattern(&points, false, canvas.warning(), width, DASHES);
    }
}

/// The size of a picture of what is seen.
const PICTURE: Size = vec2(40.0, 15.0);

/// The picture of what the eye sees of a model, with the hidden share in words, where there is room.
fn picture(
    world: &World,
    canvas: &Canvas,
    (strokes, words, room): (&mut Strokes, &mut Vec<Words>, &mut Room),
    placed: &Placed,
    sight: &Sight,
    (eye, ahead): (ModelId, bool),
) {
    let side = world.side_of_model(eye);
    let text = words_about(world, sight, ahead);
    let size = canvas.size_of_words(&text);
    let about = canvas.at(placed.pose.at);
    let off = placed.base.outer_radius().0 * canvas.scale() + 6.0;
    let around = |whole: Size| {
        let (wide, high) = (off + whole.x / 2.0, off + whole.y / 2.0);
        let ways = [(0.0, -high), (0.0, high), (wide, 0.0), (-wide, 0.0)];
        ways.map(|(x, y)| about + vec2(x, y))
    };
    let whole = vec2(PICTURE.x + 4.0 + size.x, PICTURE.y.max(size.y));
    if let Some(middle) = room.take_clear(around(whole), whole) {
        let all = Rect::from_center_size(middle, whole);
        let frame = Rect::from_center_size(pos2(all.left() + PICTURE.x / 2.0, middle.y), PICTURE);
        silhouette(world, canvas, strokes, frame, sight, side);
        let at = pos2(all.right() - size.x / 2.0, middle.y);
        words.push(Words::Plate { at, text, colour: colour_of(canvas, sight) });
    } else if let Some(middle) = room.take_clear(around(PICTURE), PICTURE) {
        let frame = Rect::from_center_size(middle, PICTURE);
        silhouette(world, canvas, strokes, frame, sight, side);
    }
}

fn colour_of(canvas: &Canvas, sight: &Sight) -> Color32 {
    match (sight.visible(), sight.cover()) {
        (false, _) => canvas.bad(),
        (true, Cover::None) => canvas.good(),
        (true, _) => canvas.warning(),
    }
}

/// The target's silhouette from left to right: what is seen of it light, what is hidden filled from
/// below by what hides it.
fn silhouette(
    world: &World,
    canvas: &Canvas,
    strokes: &mut Strokes,
    frame: Rect,
    sight: &Sight,
    side: SideId,
) {
    let corners =
        |rect: Rect| [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
    strokes.wash(&corners(frame.expand(2.0)), Theme::egui(canvas.theme.plate));
    strokes.wash(&corners(frame), canvas.text());
    let (Some(right), Some(left)) = (sight.strips.first(), sight.strips.last()) else {
        if !sight.visible() {
            fill(canvas, strokes, frame, Blocker::Terrain, side);
        }
        return;
    };
    let whole = (left.to_bearing - right.from_bearing).max(1e-6);
    let at = |bearing: f32| {
        let from_right = (bearing - right.from_bearing) / whole;
        frame.right() - frame.width() * from_right.clamp(0.0, 1.0)
    };
    for strip in &sight.strips {
        let Some(by) = strip.by else { continue };
        let top = frame.bottom() - frame.height() * strip.hidden.clamp(0.0, 1.0);
        let column = Rect::from_x_y_ranges(
            at(strip.to_bearing)..=at(strip.from_bearing),
            top..=frame.bottom(),
        );
        fill(canvas, strokes, column, Blocker::of(world, by, side), side);
    }
}

/// A part of the picture that something hides: terrain dark with rising lines, friends with upright
/// ones, enemies with level ones.
fn fill(canvas: &Canvas, strokes: &mut Strokes, rect: Rect, by: Blocker, side: SideId) {
    const STEP: f32 = 4.0;
    strokes.wash(&corners(rect), by.colour(canvas, side));
    let ink = Theme::egui(canvas.theme.plate).to_opaque();
    let steps = |from: f32, to: f32| {
        let first = (from / STEP).ceil() as i32;
        (first..=(to / STEP).floor() as i32).map(|step| step as f32 * STEP)
    };
    match by {
        Blocker::Terrain => {
            for sum in steps(rect.left() + rect.top(), rect.right() + rect.bottom()) {
                let from = (sum - rect.bottom()).max(rect.left());
                let to = (sum - rect.top()).min(rect.right());
                if from < to {
                    strokes.plain([pos2(from, sum - from), pos2(to, sum - to)], ink, 1.0);
                }
            }
        }
        Blocker::Friend => {
            for x in steps(rect.left(), rect.right()) {
                strokes.plain([pos2(x, rect.top()), pos2(x, rect.bottom())], ink, 1.0);
            }
        }
        Blocker::Enemy => {
            for y in steps(rect.top(), rect.bottom()) {
                strokes.plain([pos2(rect.left(), y), pos2(rect.right(), y)], ink, 1.0);
            }
        }
    }
}

/// What the fillings mean.
const LEGEND: [(&str, Option<Blocker>); 4] = [
    ("seen", None),
    ("hidden by terrain", Some(Blocker::Terrain)),
    ("by friends", Some(Blocker::Friend)),
    ("by enemies", Some(Blocker::Enemy)),
];
/// The size of each of the legend's fillings.
const KEY: Size = vec2(22.0, 12.0);
/// Between the legend's parts.
const APART: f32 = 12.0;

/// The legend in one line at the lower edge of the free window, where banners make way for it; none
/// where it has no room.
fn legend(
    world: &World,
    canvas: &Canvas,
    strokes: &mut Strokes,
    words: &mut Vec<Words>,
    room: &mut Room,
    eye: ModelId,
) -> Option<Rect> {
    let side = world.side_of_model(eye);
    let title = format!("{} sees:", world.model_name(eye));
    let parts = LEGEND.map(|(text, _)| canvas.size_of_words(text));
    let first = canvas.size_of_words(&title);
    let width = first.x + parts.iter().map(|part| APART + KEY.x + part.x).sum::<f32>();
    let free = canvas.free();
    let place = pos2(free.center().x, free.bottom() - 20.0);
    let size = vec2(width + APART, first.y + 4.0);
    let centre = room.take([place], size)?;
    let all = Rect::from_center_size(centre, size);
    strokes.wash(&corners(all), Theme::egui(canvas.theme.plate));
    let mut x = all.left();
    let mut bare = |x: f32, text: &str, size: Size| {
        let at = pos2(x + size.x / 2.0, centre.y);
        words.push(Words::Bare { at, text: text.to_owned(), colour: canvas.text() });
    };
    bare(x, &title, first);
    x += first.x;
    for ((text, by), size) in LEGEND.into_iter().zip(parts) {
        x += APART;
        let key = Rect::from_min_size(pos2(x, centre.y - KEY.y / 2.0), KEY);
        strokes.wash(&corners(key), canvas.text());
        if let Some(by) = by {
            fill(canvas, strokes, key, by, side);
        }
        x += KEY.x;
        bare(x, text, size);
        x += size.x;
    }
    Some(all)
}

fn corners(rect: Rect) -> [Pos2; 4] {
    [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
}

/// What is said at an enemy.
fn words_about(world: &World, sight: &Sight, ahead: bool) -> String {
    let by = sight.by.first().map(|hidden| match hidden.by {
        HiddenBy::Terrain(place) => {
            world.table().terrain.get(place).map_or("terrain", |t| t.kind.as_str()).to_owned()
        }
        HiddenBy::Model(key) => world.model_name(ModelId(key)).to_owned(),
    });
    let behind = if ahead { "" } else { ", behind" };
    match (sight.visible(), by) {
        (false, Some(by)) => format!("hidden: {by}"),
        (false, None) => "hidden".to_owned(),
        (true, Some(by)) => format!("{:.0}% hidden: {by}{behind}", sight.hidden * 100.0),
        (true, None) if sight.obscured => format!("through woods{behind}"),
        (true, None) => format!("in the open{behind}"),
    }
}
