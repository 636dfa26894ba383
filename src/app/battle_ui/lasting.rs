//! What somebody has brought about and what lasts until it ends: a line from there to what it lies on, rows
//! on cards, and a list of all of it, from which each is found on the table.

use bevy::prelude::*;
use bevy_egui::egui::{self, CornerRadius, FontId, RichText, Sense, StrokeKind, pos2, vec2};

use super::{
    aim::Hover,
    course::Course,
    hints::{explain, hint},
    icons::Icon,
    key_names::key_name,
    listing::{OpenListing, Subject},
    mode::Selection,
    paint::Canvas,
    shown,
    toast::Toasts,
};
use crate::{
    app::{
        seat::Game,
        theme::{Theme, strength},
        third_party::leafwing::Action,
    },
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            Tone,
            acting::{Choice, ChoiceDoes, Line, Listing, Row, Section},
            showing::{Lasting, LiesOn},
        },
    },
    table::{Placed, base::closest_points},
};

/// What the list is called.
const NAME: &str = "In play";
/// What it is for.
const HELP: &str = "Everything that lasts, who brought it about, and until when.";

/// Whether something lies on a unit or on one of its models.
fn is_on(world: &World, one: &Lasting, unit: UnitId) -> bool {
    match one.on {
        LiesOn::Unit(other) => other == unit,
        LiesOn::Model(model) => world.unit_of(model) == unit,
        LiesOn::Place(_) => false,
    }
}

/// What something lies on, in words; nothing for a place.
fn bearer<'a>(world: &'a World, one: &Lasting) -> &'a str {
    match one.on {
        LiesOn::Unit(unit) => world.unit_name(unit),
        LiesOn::Model(model) => world.model_name(model),
        LiesOn::Place(_) => "",
    }
}

/// Where something lies.
fn place(world: &World, one: &Lasting) -> Vec2 {
    match one.on {
        LiesOn::Unit(unit) => world.middle(unit),
        LiesOn::Model(model) => world.placed(model).pose.at,
        LiesOn::Place(at) => at,
    }
}

/// Draws a line from whoever keeps something up to what it lies on, while one of both is selected or
/// pointed at.
pub fn draw(world: &World, canvas: &Canvas) {
    let (hover, selection) = (world.resource::<Hover>(), world.resource::<Selection>());
    let looked_at: Vec<UnitId> = [hover.unit, selection.unit].into_iter().flatten().collect();
    for one in world.resource::<Course>().lasting() {
        let concerns = |&unit: &UnitId| is_on(world, one, unit) || world.unit_of(one.by) == unit;
        if !one.kept_up || !looked_at.iter().any(concerns) {
            continue;
        }
        let Some(from) = shown(world, one.by) else { continue };
        let (a, b) = line(world, &from, one);
        let colour = canvas.side(world.side_of_model(one.by));
        if a.distance(b) > 0.05 {
            canvas.dashed(&[a, b], false, colour.gamma_multiply(strength::LEADING), 1.8);
            canvas.dot(b, 3.5, colour);
        }
        canvas.dot(a, 3.5, colour);
    }
}

/// From the edge of a base to the nearest edge of what something lies on.
fn line(world: &World, from: &Placed, one: &Lasting) -> (Vec2, Vec2) {
    let to = |model: ModelId| Some(closest_points(from, &shown(world, model)?));
    let nearest = |models: Vec<ModelId>| {
        let ends = models.into_iter().filter_map(to);
        ends.min_by(|a, b| a.0.distance_squared(a.1).total_cmp(&b.0.distance_squared(b.1)))
    };
    let ends = match one.on {
        LiesOn::Unit(unit) => nearest(world.members(unit)),
        LiesOn::Model(model) => to(model),
        LiesOn::Place(at) => Some((from.closest_point(at), at)),
    };
    ends.unwrap_or((from.pose.at, from.pose.at))
}

/// What lasts on a unit and on its models, for its card.
pub fn rows(world: &World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId) {
    let lasting = world.resource::<Course>().lasting().iter();
    for one in lasting.filter(|one| is_on(world, one, unit)) {
        let ink = Theme::egui(theme.selected);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().interact_size.y = 0.0;
            Icon::Spark.show(ui, 12.0, ink);
            let name = match one.on {
                LiesOn::Model(model) => format!("{} on {}", one.name.text, world.model_name(model)),
                LiesOn::Unit(_) | LiesOn::Place(_) => one.name.text.clone(),
            };
            let label = ui.label(RichText::new(name).color(ink).small());
            explain(world, label, &one.name.term);
            let faint = Theme::egui(theme.faint);
            let by = format!("by {}", world.model_name(one.by));
            ui.label(RichText::new(by).color(faint).small());
        });
        ui.label(RichText::new(&one.until).color(Theme::egui(theme.faint)).small());
    }
}

/// The height of the button, in egui points.
const HEIGHT: f32 = 26.0;

/// A button that opens the list, with how much there is in it; nothing where nothing lasts.
pub fn button(world: &mut World, ui: &mut egui::Ui, theme: &Theme, size: f32) {
    let number = world.resource::<Course>().lasting().len();
    if number == 0 {
        return;
    }
    let text = number.to_string();
    let ink = Theme::egui(theme.text);
    let font = FontId::proportional(size);
    let words = ui.painter().layout_no_wrap(text, font, ink);
    let wide = 6.0 + size + 5.0 + words.size().x + 8.0;
    let (rect, response) = ui.allocate_exact_size(vec2(wide, HEIGHT), Sense::click());
    let spoken = format!("{NAME}: {number}");
    let open = world.resource::<OpenListing>().is_of(Subject::Lasting);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Button, ui.is_enabled(), open, &spoken)
    });
    let visuals = ui.style().interact_selectable(&response, open);
    let (fill, edge) = (visuals.weak_bg_fill, visuals.bg_stroke);
    ui.painter().rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
    let spark = pos2(rect.left() + 6.0 + size / 2.0, rect.center().y);
    let spark = egui::Rect::from_center_size(spark, egui::Vec2::splat(size));
    Icon::Spark.paint(ui.painter(), spark, Theme::egui(theme.selected));
    let at = pos2(spark.right() + 5.0, rect.center().y - words.size().y / 2.0);
    ui.painter().galley(at, words, ink);
    let key = key_name(world, Action::ShowLasting);
    if hint(response, NAME, HELP, &key).clicked() {
        world.resource_mut::<OpenListing>().toggle(Subject::Lasting);
    }
}

/// Opens the list, or says that there is nothing in it.
pub fn open(world: &mut World) {
    if world.resource::<Course>().lasting().is_empty() {
        world.resource_mut::<Toasts>().refuse("Nothing that lasts is in play");
        return;
    }
    world.resource_mut::<OpenListing>().toggle(Subject::Lasting);
}

/// The list of all that lasts; nothing if nothing does.
pub fn listing(world: &World) -> Option<Listing<Game>> {
    let lasting = world.resource::<Course>().lasting();
    let row = |one: &Lasting| {
        let side = world.side_of_model(one.by);
        let does = ChoiceDoes::Shows(place(world, one));
        let choice = Choice::new(one.name.text.clone(), "", does);
        let name = bearer(world, one).to_owned();
        Row {
            details: vec![
                if name.is_empty() { "a place".to_owned() } else { name },
                world.model_name(one.by).to_owned(),
                world.side_name(side).to_owned(),
            ],
            notes: Vec::new(),
            remark: Some(Line { text: one.until.clone(), tone: Tone::Faint, terms: Vec::new() }),
            term: one.name.term.clone(),
            choice,
        }
    };
    let rows: Vec<Row<Game>> = lasting.iter().map(row).collect();
    (!rows.is_empty()).then(|| Listing {
        title: NAME.to_owned(),
        what: "What lasts",
        columns: vec!["On", "By", "Side"],
        sections: vec![Section {
            heading: String::new(),
            aside: "Choose one to see it on the table.".to_owned(),
            rows,
        }],
    })
}
