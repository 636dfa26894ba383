//! A banner beside each unit with its sign, name and strength, while the table is seen from afar;
//! close up the tokens speak for themselves. Where they hang is computed when something has moved
//! or the view has changed, and kept otherwise.

mod icons;
mod placing;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2},
};

use self::{
    icons::{Icon, Icons},
    placing::{Cover, NEAR, Spot, Wish, apart, around, distance, place, seems_of},
};
use super::{Appearance, Face, Token, cluster, marks::UnitSigns};
use crate::{
    app::{
        OverTable,
        animation::Playback,
        battle_ui::entrance_has_begun,
        camera::{Margins, View},
        in_battle,
        layer::Layer,
        running::BattleBegan,
        theme::Theme,
    },
    battle::{Named, Side, SideId, TurnFrame, UnitId, playable::showing::Sign},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hung>().init_resource::<Icons>();
    app.add_observer(|_: On<BattleBegan>, mut hung: ResMut<Hung>| *hung = Hung::default());
    let systems = (read_units, hang_banners).chain().run_if(in_battle.and_then(entrance_has_begun));
    app.add_systems(EguiPrimaryContextPass, systems.in_set(OverTable::Banners));
}

/// Above so many pixels an inch tokens speak for themselves.
const UNTIL_ZOOM: f32 = 60.0;

/// What a banner says.
#[derive(Clone, Debug, PartialEq)]
struct Words {
    name: String,
    /// How many stand; one alone isn't counted.
    count: usize,
    glyph: String,
    side: SideId,
    states: Vec<Sign>,
    active: bool,
}

/// What hangs where.
#[derive(Resource, Default)]
pub struct Hung {
    words: BTreeMap<UnitId, Words>,
    /// Where each token of a unit is, and half its extent, in inches.
    tokens: BTreeMap<UnitId, Vec<cluster::Extent>>,
    /// Units' rectangles and spots in the window, for `view` and `margins`.
    spots: BTreeMap<UnitId, (Rect, Spot)>,
    /// Units that have moved since the spots were found.
    moving: BTreeSet<UnitId>,
    /// Where none may hang.
    taken: Option<Rect>,
    /// Other things on the table that names should leave in sight.
    spared: Vec<cluster::Extent>,
    /// Where banners are in this frame.
    rects: Vec<Rect>,
    /// Whose they are.
    units: Vec<UnitId>,
    /// Where signs of states are on them.
    signs: Vec<(Rect, Sign)>,
    view: Option<View>,
    margins: Option<Margins>,
    /// How wide letters are.
    letters: BTreeMap<char, f32>,
    /// Tokens, words or the view have changed since the spots were found.
    stale: bool,
    /// How often they were found.
    count: u64,
    /// Whether some are still without their pictures.
    unfinished: bool,
}

impl Hung {
    /// Where banners are, in egui points.
    pub fn rects(&self) -> &[Rect] {
        &self.rects
    }

    /// Whether all were painted with their pictures.
    pub fn are_painted(&self) -> bool {
        !self.unfinished
    }

    /// Keeps a part of the window free of banners, in egui points.
    pub fn make_way(&mut self, taken: Option<Rect>) {
        self.stale |= self.taken != taken;
        self.taken = taken;
    }

    /// Leaves places on the table in sight if there is room elsewhere: each with half its extent, in
    /// inches.
    pub fn spare(&mut self, places: Vec<(Vec2, Vec2)>) {
        self.stale |= self.spared != places;
        self.spared = places;
    }

    /// The unit whose banner is at a point of the window.
    pub fn unit_at(&self, at: Pos2) -> Option<UnitId> {
        let banners = self.rects.iter().zip(&self.units).rev();
        banners.into_iter().find(|(rect, _)| rect.contains(at)).map(|(_, &unit)| unit)
    }

    /// The sign of a state at a point of the window.
    pub fn sign_at(&self, at: Pos2) -> Option<Sign> {
        self.signs.iter().rev().find(|(rect, _)| rect.contains(at)).map(|&(_, sign)| sign)
    }

    /// How often places were sought: as long as this is the same they hang where they did, or go
    /// with their units.
    pub fn count(&self) -> u64 {
        self.count
    }
}

/// Reads again what banners say, if anything of it has changed.
fn read_units(
    frame: Res<TurnFrame>,
    playback: Res<Playback>,
    moved: Query<(), (With<Token>, Or<(Changed<Appearance>, Changed<Token>)>)>,
    signs: Res<UnitSigns>,
    tokens: Query<(&Token, &Appearance, &Face)>,
    units: Query<(&UnitId, &Named, &Side)>,
    mut hung: ResMut<Hung>,
    mut last: Local<Option<(bool, Option<UnitId>)>>,
) {
    let key = Some((playback.is_busy(), frame.active));
    let same = *last == key && moved.is_empty() && !signs.is_changed();
    if same && !hung.words.is_empty() {
        return;
    }
    *last = key;
    let mut words: BTreeMap<UnitId, Words> = BTreeMap::new();
    let mut places: BTreeMap<UnitId, Vec<cluster::Extent>> = BTreeMap::new();
    let mut ids: BTreeMap<Entity, UnitId> = BTreeMap::new();
    for (token, shown, face) in &tokens {
        if !shown.present || shown.faded > 0.0 {
            continue;
        }
        let Ok((&id, named, side)) = units.get(token.unit) else { continue };
        ids.insert(token.unit, id);
        let entry = words.entry(id).or_insert_with(|| Words {
            name: named.0.clone(),
            count: 0,
            glyph: String::new(),
            side: side.0,
            states: Vec::new(),
            active: false,
        });
        entry.count += 1;
        // The engine or the beast rather than who serves it: the largest of most.
        let facing = shown.pose.facing.abs();
        let half = face.half();
        let extent =
            Vec2::new(facing.y * half.x + facing.x * half.y, facing.x * half.x + facing.y * half.y);
        places.entry(id).or_default().push((shown.pose.at, extent));
    }
    for (entity, &id) in &ids {
        let Some(entry) = words.get_mut(&id) else { continue };
        entry.glyph = sign_of(*entity, &tokens);
        entry.active = frame.active == Some(id);
        if playback.is_busy() {
            // Not before it is shown.
            entry.states = hung.words.get(&id).map(|old| old.states.clone()).unwrap_or_default();
        } else {
            entry.states = signs.of(id).to_vec();
        }
    }
    hung.stale = true;
    hung.words = words;
    hung.tokens = places;
}

/// A unit's sign: that of its largest base, or of most of its models.
fn sign_of(unit: Entity, tokens: &Query<(&Token, &Appearance, &Face)>) -> String {
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for (_, _, face) in
        tokens.iter().filter(|(token, shown, _)| token.unit == unit && shown.present)
    {
        let entry = counts.entry(face.shown.sign.as_str()).or_default();
        entry.0 = entry.0.max((face.size() * 100.0) as u32);
        entry.1 += 1;
    }
    let most = counts.into_iter().max_by_key(|&(_, size_and_count)| size_and_count);
    most.map(|(glyph, _)| glyph.to_owned()).unwrap_or_default()
}

/// How high a banner is, in egui points.
const HIGH: f32 = 18.0;
/// The square with the unit's sign at its left end.
const SHIELD: f32 = 20.0;
/// The space that the swallow's tail takes at the other end.
const TAIL: f32 = 7.0;
/// A state's sign.
const STATE: f32 = 15.0;

/// What a banner says at each of its sizes.
fn lines(words: &Words) -> [String; 3] {
    let count = if words.count > 1 { words.count.to_string() } else { String::new() };
    let with =
        |name: &str| if count.is_empty() { name.to_owned() } else { format!("{name} {count}") };
    let first = words.name.split_whitespace().find(|word| word.chars().count() > 3);
    let short: String = first.unwrap_or(&words.name).chars().take(9).collect();
    [with(&words.name), with(short.trim_end_matches([',', '\''])), count]
}

fn font() -> FontId {
    FontId::proportional(12.0)
}

fn hang_banners(
    mut contexts: EguiContexts,
    playback: Res<Playback>,
    view: Res<View>,
    margins: Res<Margins>,
    theme: Res<Theme>,
    mut hung: ResMut<Hung>,
    mut icons: ResMut<Icons>,
) -> Result {
    let hung = hung.bypass_change_detection();
    let hidden = std::mem::take(&mut hung.rects);
    hung.units.clear();
    hung.signs.clear();
    if view.zoom > UNTIL_ZOOM {
        hung.count += u64::from(!hidden.is_empty());
        hung.unfinished = false;
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let painter = Layer::Banners.painter(context);
    let seen = hung.view == Some(*view) && hung.margins == Some(*margins);
    if hung.stale || !seen {
        let zoomed = hung.view.is_none_or(|old| old.zoom != view.zoom || old.window != view.window);
        // While tokens move, banners go with them.
        if playback.is_busy() && !zoomed && !hung.spots.is_empty() {
            follow(hung, &view);
        } else {
            find_spots(hung, &painter, &view, &margins);
            hung.count += 1;
        }
        (hung.view, hung.margins, hung.stale) = (Some(*view), Some(*margins), false);
    }
    icons.follow(&theme, context.pixels_per_point());
    let free = view.free(&margins);
    let Hung { words, spots, moving, rects, units, signs, letters, .. } = hung;
    let banner = |id: &UnitId| {
        let (words, (unit, spot)) = (words.get(id)?, spots.get(id)?);
        let line = lines(words)[spot.size].clone();
        let rect = Rect::from_center_size(
            unit.center() + spot.off,
            size_of(letters, &painter, &line, words),
        );
        Some((words, line, *unit, rect, *id))
    };
    // Those that stay keep their places.
    let (still, going): (Vec<&UnitId>, Vec<&UnitId>) =
        words.keys().partition(|id| !moving.contains(*id));
    let mut hanging: Vec<_> = still.into_iter().chain(going).filter_map(banner).collect();
    hanging.retain(|(.., rect, _)| free.intersects(*rect));
    rects.extend(hanging.iter().map(|(.., rect, _)| *rect));
    units.extend(hanging.iter().map(|(.., id)| *id));
    if !moving.is_empty() {
        *rects = apart(rects);
    }
    let seen: Vec<Rect> = hanging.iter().map(|(_, _, unit, ..)| *unit).collect();
    // No line runs over the words of another banner.
    for ((words, _, unit, ..), &rect) in hanging.iter().zip(rects.iter()) {
        if distance(rect, *unit) >= NEAR || seems_of(rect, &seen) > 1 {
            lead(&painter, &theme, words.side, rect, *unit);
        }
    }
    for ((words, line, ..), &rect) in hanging.iter().zip(rects.iter()) {
        let painted = paint(&painter, context, &mut icons, &theme, words, line, rect);
        signs.extend(painted);
    }
    hung.unfinished = icons.wait();
    Ok(())
}

/// How large a banner with a line is; without laying the line out, for most are only considered.
fn size_of(
    letters: &mut BTreeMap<char, f32>,
    painter: &Painter,
    line: &str,
    words: &Words,
) -> egui::Vec2 {
    let width = |letter| painter.fonts_mut(|fonts| fonts.glyph_width(&font(), letter));
    let text = if line.is_empty() {
        0.0
    } else {
        let widths = line.chars().map(|c| *letters.entry(c).or_insert_with(|| width(c)));
        widths.sum::<f32>() + 8.0
    };
    let states = words.states.len() as f32 * (STATE + 1.0);
    let tail = if words.side.index() % 2 == 1 { TAIL } else { 0.0 };
    vec2(SHIELD + text + states + tail, HIGH)
}

fn token_rect(&(at, half): &cluster::Extent, view: &View) -> Rect {
    let scale = view.points_per_inch();
    around(view.point_of(at), vec2(half.x * scale, half.y * scale))
}

/// What most of a unit covers: where it is scattered, the largest part that stands together.
fn unit_rect(tokens: &[cluster::Extent], view: &View) -> Rect {
    let together = cluster::largest(tokens);
    together.iter().map(|&i| token_rect(&tokens[i], view)).fold(Rect::NOTHING, Rect::union)
}

/// Moves banners with their units.
fn follow(hung: &mut Hung, view: &View) {
    for (id, (unit, _)) in &mut hung.spots {
        if let Some(tokens) = hung.tokens.get(id) {
            let now = unit_rect(tokens, view);
            if now != *unit {
                *unit = now;
                hung.moving.insert(*id);
            }
        }
    }
}

/// So far around a token its unit's line may run, in egui points.
const RINGED: f32 = 3.0;

fn find_spots(hung: &mut Hung, painter: &Painter, view: &View, margins: &Margins) {
    let area = view.free(margins).shrink(2.0);
    let mut ids = Vec::new();
    let mut wishes = Vec::new();
    let mut tokens: Vec<Rect> = Vec::new();
    for (&id, words) in &hung.words {
        let Some(places) = hung.tokens.get(&id) else { continue };
        let unit = unit_rect(places, view);
        let rects = places.iter().map(|extent| token_rect(extent, view).expand(RINGED));
        tokens.extend(rects.filter(|rect| rect.intersects(area)));
        if !unit.intersects(area) {
            continue;
        }
        let before = hung.spots.get(&id).map(|&(_, spot)| spot);
        let sizes = lines(words).map(|line| size_of(&mut hung.letters, painter, &line, words));
        let looks_up = words.side.index().is_multiple_of(2);
        ids.push(id);
        wishes.push(Wish { unit, sizes, looks_up, before });
    }
    tokens.extend(hung.spared.iter().map(|extent| token_rect(extent, view)));
    let cover = Cover::of(area, &tokens);
    let spots = place(&wishes, area, &cover, hung.taken);
    hung.moving.clear();
    let found = ids.into_iter().zip(wishes).zip(spots);
    hung.spots = found.filter_map(|((id, wish), spot)| Some((id, (wish.unit, spot?)))).collect();
}

/// A line to the unit from a banner that was pushed away from it, or hangs beside another's too.
fn lead(painter: &Painter, theme: &Theme, side: SideId, rect: Rect, unit: Rect) {
    let to = unit.center();
    let from = pos2(to.x.clamp(rect.left(), rect.right()), to.y.clamp(rect.top(), rect.bottom()));
    let end = a_little_inside(unit, from);
    painter.line_segment([from, end], Stroke::new(3.0, Theme::egui(theme.edge)));
    painter.line_segment([from, end], Stroke::new(1.2, Theme::egui(theme.side(side).text)));
}

/// The point of a unit nearest to another, two points from its edge; the middle of a smaller one.
fn a_little_inside(unit: Rect, at: Pos2) -> Pos2 {
    let half = (unit.size() / 2.0 - vec2(2.0, 2.0)).max(egui::Vec2::ZERO);
    let off = at - unit.center();
    unit.center() + off.max(-half).min(half)
}

/// Paints a banner; where its signs of states are.
fn paint(
    painter: &Painter,
    context: &egui::Context,
    icons: &mut Icons,
    theme: &Theme,
    words: &Words,
    line: &str,
    rect: Rect,
) -> Vec<(Rect, Sign)> {
    let colours = theme.side(words.side);
    let swallow = words.side.index() % 2 == 1;
    let plate = Theme::egui(theme.plate);
    let edge = if words.active { theme.selected } else { colours.rim };
    let stroke = Stroke::new(if words.active { 2.0 } else { 1.2 }, Theme::egui(edge));
    let outline = outline(rect, if swallow { TAIL } else { 0.0 });
    // The tail isn't convex: a rectangle and two points.
    let mut body = rect;
    if swallow {
        body.set_right(rect.right() - TAIL);
        for corner in [rect.right_top(), rect.right_bottom()] {
            let inner = pos2(body.right() - 1.0, corner.y);
            let points = vec![inner, corner, pos2(body.right() - 1.0, rect.center().y)];
            painter.add(Shape::convex_polygon(points, plate, Stroke::NONE));
        }
    }
    painter.rect_filled(body, 0.0, plate);
    painter.add(Shape::closed_line(outline.clone(), Stroke::new(3.4, Theme::egui(theme.edge))));
    let shield = Rect::from_min_size(rect.min, vec2(SHIELD, rect.height()));
    painter.rect_filled(shield, 0.0, Theme::egui(colours.rim));
    let sign = Rect::from_center_size(shield.center(), vec2(HIGH - 1.0, HIGH - 1.0));
    let mut picture = |icon, rect: Rect| {
        if let Some(texture) = icons.get(context, theme, icon, rect.width()) {
            let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            painter.image(texture, rect, whole, Color32::WHITE);
        }
    };
    picture(Icon::Sign(words.glyph.clone(), words.side), sign);
    let mut x = shield.right() + 4.0;
    if !line.is_empty() {
        let ink = if words.active { theme.selected } else { theme.text };
        let at = pos2(x, rect.center().y);
        let drawn = painter.text(at, Align2::LEFT_CENTER, line, font(), Theme::egui(ink));
        x = drawn.right() + 4.0;
    }
    let mut signs = Vec::new();
    for &state in &words.states {
        let at = pos2(x + STATE / 2.0, rect.center().y);
        let place = Rect::from_center_size(at, vec2(STATE, STATE));
        picture(Icon::State(state), place);
        signs.push((place, state));
        x += STATE + 1.0;
    }
    painter.add(Shape::closed_line(outline, stroke));
    signs
}

/// A plate's edge, with a swallow's tail so deep at its right end.
fn outline(rect: Rect, tail: f32) -> Vec<Pos2> {
    let mut corners = vec![rect.left_top(), rect.right_top()];
    if tail > 0.0 {
        corners.push(pos2(rect.right() - tail, rect.center().y));
    }
    corners.extend([rect.right_bottom(), rect.left_bottom()]);
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_inside_units_however_small_they_are() {
        let unit = Rect::from_center_size(pos2(50.0, 50.0), vec2(20.0, 1.0));
        assert_eq!(a_little_inside(unit, pos2(0.0, 0.0)), pos2(42.0, 50.0));
        assert_eq!(a_little_inside(unit, pos2(55.0, 90.0)), pos2(55.0, 50.0));
    }
}
