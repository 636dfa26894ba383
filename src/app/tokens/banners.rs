//! A small banner behind each unit with its name and strength, while the table is seen from
//! afar; close up the tokens speak for themselves.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Align2, Color32, FontId},
};

use super::{Shown, Token};
use crate::{
    app::{
        camera::{Margins, View},
        in_battle,
        theme::Theme,
    },
    battle::{Named, Side, TurnFrame, UnitId},
    no_quarter::{Holding, Morale},
    table::{Base, Placed},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Banners>();
    app.add_systems(EguiPrimaryContextPass, hang_banners.run_if(in_battle).in_set(HangBanners));
}

/// Banners are painted in this set; what is said about orders goes over them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HangBanners;

/// Whether banners are shown, and for whom no longer.
#[derive(Resource, Clone, Debug)]
pub struct Banners {
    /// Whether they are shown at all.
    pub shown: bool,
    /// Above so many pixels per inch they are not.
    pub until_zoom: f32,
}

impl Default for Banners {
    fn default() -> Self {
        Self { shown: true, until_zoom: 60.0 }
    }
}

fn hang_banners(
    mut contexts: EguiContexts,
    banners: Res<Banners>,
    view: Res<View>,
    margins: Res<Margins>,
    theme: Res<Theme>,
    frame: Res<TurnFrame>,
    tokens: Query<(&Token, &Shown)>,
    units: Query<(&UnitId, &Named, &Side, &Morale, &Holding)>,
    bases: Query<&Base>,
) -> Result {
    if !banners.shown || view.zoom > banners.until_zoom {
        return Ok(());
    }
    let free = view.free(&margins);
    let painter = contexts.ctx_mut()?.layer_painter(egui::LayerId::background());
    let mut standing: BTreeMap<UnitId, (Entity, Vec<Placed>)> = BTreeMap::new();
    for (token, shown) in tokens.iter().filter(|(_, shown)| shown.present && shown.faded == 0.0) {
        if let (Ok((&id, ..)), Ok(&base)) = (units.get(token.unit), bases.get(token.entity)) {
            let placed = Placed { base, pose: shown.pose };
            standing.entry(id).or_insert((token.unit, Vec::new())).1.push(placed);
        }
    }
    let all: Vec<Placed> = standing.values().flat_map(|(_, models)| models).copied().collect();
    let mut hung: Vec<egui::Rect> = Vec::new();
    for (id, (entity, models)) in standing {
        let Ok((_, named, side, morale, holding)) = units.get(entity) else { continue };
        let colours = theme.side(side.0);
        let state = match morale {
            Morale::Steady if holding.0.is_some() => " · holds",
            Morale::Steady => "",
            Morale::Panicked => " · panicked",
            Morale::Terrified => " · terrified",
        };
        let text = if models.len() == 1 {
            format!("{}{state}", named.0)
        } else {
            format!("{} {}{state}", named.0, models.len())
        };
        let wide = 14.0 + 6.2 * text.chars().count() as f32;
        let mut at = view.point_of(free_place(&models, &all, &view, &hung, wide, free));
        if free.width() > wide {
            at.x = at.x.clamp(free.left() + wide / 2.0, free.right() - wide / 2.0);
        }
        let active = frame.active == Some(id);
        let ink =
            if active { Theme::egui(theme.selected) } else { Color32::from_rgb(0xf6, 0xf0, 0xe2) };
        let galley = painter.layout_no_wrap(text, FontId::proportional(11.5), ink);
        let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size() + egui::vec2(12.0, 4.0));
        hung.push(rect);
        painter.rect_filled(rect, 3.0, Color32::from_black_alpha(170));
        let strip = egui::Rect::from_min_size(rect.min, egui::vec2(4.0, rect.height()));
        painter.rect_filled(strip, 1.0, Theme::egui(colours.rim));
        painter.galley(rect.min + egui::vec2(8.0, 2.0), galley, ink);
    }
    Ok(())
}

/// The place near a unit, first behind and then before it, that covers the fewest tokens and
/// other banners.
fn free_place(
    models: &[Placed],
    all: &[Placed],
    view: &View,
    hung: &[egui::Rect],
    wide: f32,
    free: egui::Rect,
) -> Vec2 {
    let count = models.len().max(1) as f32;
    let middle = models.iter().map(|model| model.pose.at).sum::<Vec2>() / count;
    let facing = models.iter().map(|model| model.pose.facing).sum::<Vec2>().normalize_or(Vec2::Y);
    // Names are wide: they hang above or below, never beside.
    let back = if facing.y > 0.0 { -Vec2::Y } else { Vec2::Y };
    let half_wide = wide / 2.0 / view.points_per_inch();
    let far = |way: Vec2| {
        let edge = |model: &Placed| {
            let outline = model.outline(12);
            let below = outline.iter().filter(|at| (at.x - middle.x).abs() < half_wide);
            below.map(|&at| (at - middle).dot(way)).fold(0.0, f32::max)
        };
        models.iter().map(edge).fold(0.0, f32::max)
    };
    let line = 18.0 / view.points_per_inch();
    let gap = 0.1 + line * 0.6;
    let half = Vec2::new(wide / 2.0 / view.points_per_inch(), line * 0.5);
    let covered = |at: Vec2| {
        let under = |token: &&Placed| {
            let reach = half + Vec2::splat(token.base.outer_radius().0 * 0.8);
            (token.pose.at - at).abs().cmplt(reach).all()
        };
        let tokens = all.iter().filter(under).count();
        let place = egui::Rect::from_center_size(view.point_of(at), egui::vec2(wide, 18.0));
        let outside = if free.contains_rect(place) { 0 } else { 100 };
        outside + tokens + 3 * hung.iter().filter(|rect| rect.intersects(place)).count()
    };
    let behind = middle + back * (far(back) + gap);
    let before = middle - back * (far(-back) + gap);
    let places = [behind, before, behind + back * line * 1.2, before - back * line * 1.2];
    places.into_iter().min_by_key(|&place| covered(place)).unwrap_or(behind)
}
