//! The battle's panels and what a player does with units on the table: a mode says what order is
//! being prepared, an aim where, a draft asks the rules what it would do, a click gives it.
//!
//! - *command*: what one press can do; buttons and keys share them. Most are verbs of the rule system.
//! - *aim*: the point on the table that the order refers to, by pointer or by keys.
//! - *intent*: the order in preparation, made by the rule system.
//! - *control*: what one press, number or slider changes about it.
//! - *aims*: what an order in preparation may be aimed at, before anything is pointed at.
//! - *listing*: a box of choices with their details, where a button would say too little.
//! - *draft*: the order that mode and aim make, with its preview.

mod account;
pub mod aim;
mod aims;
mod amounts;
pub mod breaks;
mod card;
mod card_place;
mod chips;
mod choosing;
mod clicks;
mod column;
pub mod command;
mod computers_turn;
mod controls;
pub mod course;
mod decision;
mod dice_tray;
mod die;
pub mod draft;
mod explained;
mod foreshown;
mod ghosts;
pub mod giving;
mod goals;
mod help;
mod hints;
mod hints_panel;
pub mod icons;
mod in_hand;
pub mod key_list;
mod key_names;
mod keys;
mod lasting;
pub mod leaders;
mod likely;
pub mod link;
mod listing;
mod log;
mod look;
mod meanings;
mod menu;
pub mod mode;
mod next_step;
mod next_up;
mod odds;
mod offered;
pub mod open_panels;
mod orders_panel;
mod overlay_switches;
pub mod overlays;
pub mod paging;
mod paint;
pub mod panel;
mod panel_keys;
#[cfg(test)]
pub(in crate::app) mod player;
pub mod press;
mod rest;
mod result;
pub mod score;
mod searched_ground;
pub mod select;
mod setting_up;
mod tableau;
pub mod target_search;
mod targets;
mod template_view;
pub mod toast;
pub mod turn_bar;
mod verb_rows;
mod wishes;

use bevy::prelude::*;
use bevy_egui::{EguiPreUpdateSet, EguiPrimaryContextPass, egui};

pub use self::{
    keys::{box_is_open, is_covered},
    result::Settling,
};

use self::paint::{Canvas, Manner};
use super::{
    AppSystems, OverTable,
    camera::{Margins, RIM, View},
    in_battle,
    layer::Layer,
    running::BattleBegan,
    screens::Screen,
    seat::Game,
    theme::{Theme, strength},
    third_party::egui::context,
    tokens::{self, Tokens, banners::Hung},
};
use crate::{
    battle::{BattleWorld, ModelId, Showing, UnitId},
    table::{Placed, Table},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<mode::Mode>()
        .init_resource::<mode::Scope>()
        .init_resource::<mode::Selection>()
        .init_resource::<mode::LastActive>()
        .init_resource::<mode::LastUse>()
        .init_resource::<next_up::Waited>()
        .init_resource::<in_hand::InHand>()
        .init_resource::<clicks::Drag>()
        .init_resource::<aim::Aim>()
        .init_resource::<aim::Hover>()
        .init_resource::<likely::Likely>()
        .init_resource::<rest::Rest>()
        .init_resource::<draft::Draft>()
        .init_resource::<draft::BattleCount>()
        .init_resource::<target_search::TargetSearch>()
        .init_resource::<offered::Offered>()
        .init_resource::<course::Course>()
        .init_resource::<explained::Explaining>()
        .init_resource::<choosing::EnemyListed>()
        .init_resource::<key_names::KeyNames>()
        .init_resource::<decision::Chosen>()
        .init_resource::<decision::Corner>()
        .init_resource::<amounts::Typed>()
        .init_resource::<wishes::Wishes>()
        .init_resource::<key_list::Awaited>()
        .init_resource::<key_list::KeyLines>()
        .init_resource::<searched_ground::SearchedGround>()
        .init_resource::<card::compared::Pointed>()
        .init_resource::<overlays::Overlays>()
        .init_resource::<overlays::Contours>()
        .init_resource::<overlays::Drawn>()
        .init_resource::<log::LogLines>()
        .init_resource::<dice_tray::DiceTray>()
        .init_resource::<toast::Toasts>()
        .init_resource::<open_panels::OpenPanels>()
        .init_resource::<open_panels::Before>()
        .init_resource::<listing::OpenListing>()
        .init_resource::<aims::Aimed>()
        .init_resource::<panel_keys::InPanels>()
        .init_resource::<Entrance>();
    app.add_plugins((look::plugin, help::plugin, paging::plugin, result::plugin));
    app.add_systems(
        PreUpdate,
        panel_keys::keep_tab_for_table
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass)
            .run_if(in_state(Screen::Battle).and_then(panel_keys::tab_comes)),
    );
    app.add_systems(Update, (key_names::update, key_list::update).in_set(AppSystems::ReadInput));
    app.add_systems(
        Update,
        (look::take, keys::read_input)
            .chain()
            .in_set(AppSystems::ReadInput)
            .run_if(in_state(Screen::Battle)),
    );
    app.add_systems(
        Update,
        (
            target_search::update,
            aims::update,
            card::compared::update,
            course::update,
            searched_ground::update,
            overlays::update,
            log::update,
            dice_tray::update,
        )
            .chain()
            .in_set(AppSystems::Redraw)
            .run_if(in_battle.and_then(entrance_has_begun)),
    );
    app.add_systems(
        EguiPrimaryContextPass,
        (
            show_contours.run_if(in_state(Screen::Battle)).in_set(OverTable::Contours),
            show.run_if(in_battle).in_set(OverTable::Panels),
        ),
    );
    app.add_systems(
        OnExit(Screen::Battle),
        |mut margins: ResMut<Margins>, mut banners: ResMut<Hung>| {
            margins.set_if_neq(Margins::default());
            // Contours and their legend aren't shown any more.
            banners.make_way(None);
        },
    );
    app.add_observer(begin);
}

/// A new battle: nothing is selected, and no earlier battle is mistaken for it.
fn begin(_: On<BattleBegan>, mut commands: Commands) {
    commands.queue(|world: &mut World| {
        world.resource_mut::<draft::BattleCount>().0 += 1;
        *world.resource_mut::<mode::Mode>() = mode::Mode::Select;
        *world.resource_mut::<paging::Paging>() = paging::Paging::default();
        *world.resource_mut::<mode::Scope>() = mode::Scope::Unit;
        *world.resource_mut::<mode::Selection>() = mode::Selection::default();
        *world.resource_mut::<next_up::Waited>() = next_up::Waited::default();
        *world.resource_mut::<in_hand::InHand>() = in_hand::InHand::default();
        *world.resource_mut::<clicks::Drag>() = clicks::Drag::default();
        *world.resource_mut::<draft::Draft>() = draft::Draft::default();
        *world.resource_mut::<likely::Likely>() = likely::Likely::default();
        *world.resource_mut::<aim::Aim>() = aim::Aim::default();
        *world.resource_mut::<aim::Hover>() = aim::Hover::default();
        *world.resource_mut::<card::compared::Pointed>() = card::compared::Pointed::default();
        world.resource_mut::<open_panels::OpenPanels>().close_help();
        *world.resource_mut::<key_list::Awaited>() = key_list::Awaited::default();
        *world.resource_mut::<wishes::Wishes>() = wishes::Wishes::default();
        *world.resource_mut::<overlays::Contours>() = overlays::Contours::default();
        *world.resource_mut::<overlays::Drawn>() = overlays::Drawn::default();
        *world.resource_mut::<target_search::TargetSearch>() =
            target_search::TargetSearch::default();
        *world.resource_mut::<decision::Chosen>() = decision::Chosen::default();
        *world.resource_mut::<decision::Corner>() = decision::Corner::default();
        *world.resource_mut::<offered::Offered>() = offered::Offered::default();
        world.insert_resource(choosing::EnemyListed::default());
        world.resource_mut::<listing::OpenListing>().close();
        *world.resource_mut::<aims::Aimed>() = aims::Aimed::default();
    });
}

/// What lines are drawn on in a layer.
fn canvas(world: &World, ctx: &egui::Context, lines: Layer, theme: Theme) -> Canvas {
    Canvas::new(ctx, lines, *world.resource::<View>(), world.resource::<Margins>(), theme)
}

/// Brings the view to a point of the table.
fn turn_to(world: &mut World, at: Vec2) {
    let margins = *world.resource::<Margins>();
    let mut view = *world.resource::<View>();
    view.turn_to(at, &margins);
    world.resource_mut::<View>().set_if_neq(view);
}

/// What a table and so much around it cover of the window; inches.
fn covered_by(table: &Table, around: f32, view: &View) -> egui::Rect {
    let corner = Vec2::new(table.width.0, table.depth.0) + around;
    egui::Rect::from_two_pos(view.point_of(Vec2::splat(-around)), view.point_of(corner))
}

/// Draws contours, which banners make way for.
fn show_contours(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    if !world.contains_resource::<crate::battle::Roster>() {
        return;
    }
    let theme = world.resource::<Theme>().clone();
    let canvas = canvas(world, &ctx, Layer::Contours, theme);
    // What the rules measure ends with the table and its frame.
    let [framed, bare] = [RIM, 0.0].map(|around| covered_by(world.table(), around, canvas.view()));
    let canvas = canvas.with_lines_in(framed);
    overlays::prepare(world, &canvas);
    overlays::draw(world, &canvas);
    setting_up::draw_ground(world, &canvas);
    goals::draw(world, &canvas);
    // A distance that leaves the table is over at its edge.
    aims::draw_reach(world, &canvas.with_lines_in(bare));
}

/// Draws everything else over the table, then the panels.
fn show(world: &mut World) {
    let Some(ctx) = context(world) else { return };
    if !world.contains_resource::<crate::battle::Roster>() {
        return;
    }
    let theme = world.resource::<Theme>().clone();
    let canvas = canvas(world, &ctx, Layer::Plan, theme.clone());
    let playing = *world.resource::<State<Screen>>().get() == Screen::Battle;
    if playing {
        panel::make_room(world, &ctx);
        panel::tell_margins(world, &ctx);
        draw(world, &canvas);
        panels(world, &ctx, &theme, &canvas);
        meanings::show(world, &ctx, &canvas);
        // Boxes are gone through by keys; what is beside the table is so only if somebody asks for it.
        let boxed = ctx.memory(|memory| memory.top_modal_layer().is_some());
        // A list that has just been opened isn't known to egui yet.
        let lists = world.resource::<listing::OpenListing>().is_open();
        if boxed || lists || keys::box_is_open(world) {
            panel_keys::leave(world);
        } else {
            panel_keys::settle(world, &ctx);
        }
    } else {
        result::show(world, &ctx, &theme);
    }
    toast::show(world, &ctx, &canvas);
}

fn draw(world: &World, canvas: &Canvas) {
    overlays::draw_words(world, canvas);
    setting_up::draw_words(world, canvas);
    setting_up::draw_carried(world, canvas);
    draw_selection(world, canvas);
    targets::draw(world, canvas);
    aims::draw(world, canvas);
    lasting::draw(world, canvas);
    ghosts::draw(world, canvas);
    foreshown::draw(world, canvas);
    template_view::draw(world, canvas);
    decision::draw(world, canvas);
    log::draw(world, canvas);
}

/// How far the first battle's entrance has come, in frames: everything over the table comes one by
/// one, contours, banners, panels. What is laid out for the first time takes long.
#[derive(Resource, Default)]
pub struct Entrance(usize);

/// Before the first panel come contours and banners.
const BEFORE_PANELS: usize = 2;

/// A panel, if it is switched on.
type Panel = fn(&mut World, &egui::Context, &Theme);

/// The panels that are there throughout, in the order in which they come.
const PANELS: [Panel; 5] = [
    turn_bar::show,
    orders_panel::show,
    |world, ctx, theme| {
        if world.resource::<open_panels::OpenPanels>().card {
            card::show(world, ctx, theme);
        }
    },
    |world, ctx, theme| {
        let shown = world.resource::<open_panels::OpenPanels>();
        if shown.log || (shown.lines && panel::has_two_columns(ctx)) {
            log::show(world, ctx, theme);
        }
    },
    |world, ctx, theme| {
        if world.resource::<open_panels::OpenPanels>().dice {
            dice_tray::show(world, ctx, theme);
        }
    },
];

impl Entrance {
    /// Whether everything is there.
    pub fn is_over(&self) -> bool {
        self.0 > BEFORE_PANELS + PANELS.len()
    }

    fn panels(&self) -> usize {
        self.0.saturating_sub(BEFORE_PANELS).min(PANELS.len())
    }
}

/// Whether the first frame of the first battle is over, which has the table and the tokens to show.
pub fn entrance_has_begun(entrance: Res<Entrance>) -> bool {
    entrance.0 > 0
}

fn panels(world: &mut World, ctx: &egui::Context, theme: &Theme, canvas: &Canvas) {
    let come = world.resource::<Entrance>().panels();
    for show in &PANELS[..come] {
        show(world, ctx, theme);
    }
    let entrance = world.resource_mut::<Entrance>().into_inner();
    entrance.0 += usize::from(!entrance.is_over());
    targets::card(world, ctx, canvas);
    decision::show(world, ctx, theme);
    listing::show(world, ctx, theme);
    menu::show(world, ctx);
    score::show(world, ctx, theme);
    leaders::show(world, ctx, theme);
    help::show(world, ctx, theme);
}

/// Lines around the active, the selected and the pointed at unit, and around the selected model.
fn draw_selection(world: &World, canvas: &Canvas) {
    let selection = world.resource::<mode::Selection>();
    let hover = world.resource::<aim::Hover>();
    let active = world.frame().active;
    if let Some(unit) = hover.unit.filter(|&unit| selection.unit != Some(unit)) {
        mark_unit(
            world,
            canvas,
            unit,
            1.5,
            canvas.text().gamma_multiply(strength::HOVERED),
            1.0,
            false,
        );
    }
    if let Some(unit) = selection.unit.filter(|&unit| active != Some(unit)) {
        mark_unit(
            world,
            canvas,
            unit,
            2.0,
            canvas.selected().gamma_multiply(strength::SELECTED),
            1.3,
            false,
        );
    }
    if let Some(unit) = active {
        mark_unit(world, canvas, unit, 3.0, canvas.selected(), 2.0, false);
    }
    if let Some(placed) = selection.model.and_then(|model| shown(world, model)) {
        canvas.ring(&placed, 5.0, canvas.selected(), 2.6);
    }
}

/// A line around a unit: one around all of it where it is in close order, one around each model, or
/// those near each other, where it is spread out.
fn mark_unit(
    world: &World,
    canvas: &Canvas,
    unit: UnitId,
    beyond: f32,
    colour: egui::Color32,
    width: f32,
    dashed: bool,
) {
    let placed: Vec<Placed> =
        world.members(unit).into_iter().filter_map(|model| shown(world, model)).collect();
    if placed.len() > 2 && Game::is_in_close_order(world, unit) {
        canvas.around(&placed, beyond, colour, width, dashed);
        return;
    }
    let manner = if dashed { Manner::Dashed } else { Manner::Solid };
    canvas.rings(&placed, beyond, colour, width, manner);
}

/// A model's base where its token is shown at the moment; none if it isn't there, or not any more.
fn shown(world: &World, model: ModelId) -> Option<Placed> {
    let placed = world.is_standing(model).then(|| world.placed(model));
    let token = world.resource::<Tokens>().get(model);
    let shown = token.and_then(|token| world.get::<tokens::Appearance>(token));
    match shown {
        Some(shown) if !shown.present => None,
        Some(shown) => Some(Placed { pose: shown.pose, ..world.placed(model) }),
        None => placed,
    }
}
