//! Short words that rise from the table where something happened, and banners over all of it.
//! The same word said again nearby is counted; no word covers another, or the name of a unit. One that
//! has to stand aside for that has a line to what it is about.

use std::sync::LazyLock;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Align2, FontId, Rect, Stroke, StrokeKind},
};

use super::effects::plate;
use crate::{
    app::{
        AppSystems, OverTable, camera::View, in_battle, layer::Layer, settings::Settings,
        theme::Theme, tokens::banners::Hung,
    },
    battle::playable::telling::Mood,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Floaters>();
    app.add_systems(Update, age.in_set(AppSystems::PlayEvents).run_if(in_battle));
    app.add_systems(EguiPrimaryContextPass, draw.run_if(in_battle).in_set(OverTable::Words));
}

/// A word on its way up.
#[derive(Clone, Debug, PartialEq)]
pub struct Floater {
    /// Where on the table it began; none for a banner over the table.
    pub at: Option<Vec2>,
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub mood: Mood,
    /// How often it was said; a minus takes it as its number.
    pub count: u32,
    /// Seconds since it began.
    age: f32,
}

/// All words on their way.
#[derive(Resource, Clone, Debug, Default)]
pub struct Floaters(pub Vec<Floater>);

/// Seconds that a word lives.
pub(super) const LIFE: f32 = 0.9;
/// A word said again within so many seconds and inches is counted.
const TOGETHER: (f32, f32) = (0.45, 2.6);

impl Floater {
    /// A word over a place on the table.
    pub fn new(at: Vec2, mood: Mood, text: impl Into<String>) -> Self {
        Self { at: Some(at), text: text.into(), mood, count: 1, age: 0.0 }
    }

    /// A word over the whole table.
    pub fn banner(text: impl Into<String>) -> Self {
        Self { at: None, text: text.into(), mood: Mood::Strong, count: 1, age: 0.0 }
    }

    fn words(&self) -> String {
        match (self.text.as_str(), self.count) {
            ("-", count) => format!("-{count}"),
            (text, 1) => text.to_owned(),
            (text, count) => format!("{text} {count}"),
        }
    }
}

impl Floaters {
    /// Sends words up, or counts them with the same ones nearby.
    pub fn say(&mut self, floaters: impl IntoIterator<Item = Floater>) {
        for new in floaters {
            let near = |old: &Floater| match (old.at, new.at) {
                (Some(a), Some(b)) => a.distance(b) < TOGETHER.1,
                (None, None) => true,
                _ => false,
            };
            let same = |old: &&mut Floater| {
                let just = (old.age - new.age).abs() < TOGETHER.0;
                old.text == new.text && old.mood == new.mood && just && near(old)
            };
            match self.0.iter_mut().find(same) {
                Some(old) if new.at.is_some() => old.count += new.count,
                Some(_) => {}
                None => self.0.push(new),
            }
        }
    }
}

fn age(time: Res<Time<Real>>, settings: Res<Settings>, mut floaters: ResMut<Floaters>) {
    if floaters.0.is_empty() {
        return;
    }
    let rate = settings.speed.rate().unwrap_or(3.0).clamp(0.6, 1.6);
    let seconds = time.delta_secs().min(0.1) * rate;
    for floater in &mut floaters.0 {
        floater.age += seconds;
    }
    floaters.0.retain(|floater| floater.age < LIFE);
}

fn draw(
    mut contexts: EguiContexts,
    view: Res<View>,
    theme: Res<Theme>,
    floaters: Res<Floaters>,
    banners: Res<Hung>,
) -> Result {
    if floaters.0.is_empty() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let painter = Layer::Results.painter(context);
    let mut taken: Vec<Rect> = banners.rects().to_vec();
    for floater in floaters.0.iter().filter(|floater| floater.age >= 0.0) {
        let share = floater.age / LIFE;
        let alpha = (1.0 - ((share - 0.6) / 0.4).max(0.0)).clamp(0.0, 1.0);
        let colour = match floater.mood {
            Mood::Plain => theme.text,
            Mood::Good => theme.good,
            Mood::Bad => theme.bad,
            Mood::Strong => theme.selected,
        };
        let colour = Theme::egui(colour).gamma_multiply(alpha);
        // Where it begins, and how far it rises.
        let (at, rise, size) = match floater.at {
            Some(at) => (view.point_of(at) - egui::vec2(0.0, 12.0), 22.0, 14.0),
            None => (context.content_rect().center_top() + egui::vec2(0.0, 150.0), 0.0, 28.0),
        };
        // A banner may say more than fits into one line.
        let wide = context.content_rect().width() - 2.0 * size;
        let galley = painter.layout(floater.words(), FontId::proportional(size), colour, wide);
        let own = galley.size() + egui::vec2(size * 0.8, size * 0.2);
        // All of its way is free, so that it never has to jump.
        let first = Align2::CENTER_CENTER.anchor_size(at, own);
        let mut way = first;
        way.min.y -= rise;
        let free = beside(way, &taken);
        taken.push(free);
        let rect = first.translate(free.min - way.min - egui::vec2(0.0, rise * share));
        if let Some(about) = floater.at.map(|at| view.point_of(at))
            && free.center().distance(way.center()) > ASIDE
        {
            let end = rect.clamp(about);
            let [dark, light] = [(theme.edge, 3.0), (theme.text, 1.2)].map(|(colour, width)| {
                Stroke::new(width, Theme::egui(colour).gamma_multiply(alpha))
            });
            painter.line_segment([end, about], dark);
            painter.line_segment([end, about], light);
        }
        painter.rect_filled(rect, 4.0, plate(&theme, alpha));
        let edge = Stroke::new(1.0, colour.gamma_multiply(0.6));
        painter.rect_stroke(rect, 4.0, edge, StrokeKind::Inside);
        painter.galley(rect.center() - galley.size() / 2.0, galley, colour);
    }
    Ok(())
}

/// So far from its place a word needs a line to it, in egui points.
const ASIDE: f32 = 26.0;
/// No word goes farther from its place, in egui points: rather it covers something.
const FARTHEST: f32 = 90.0;

/// The rectangle where it covers none of the others, as near as it can be; where there is no room nearby,
/// as it is.
fn beside(wanted: Rect, others: &[Rect]) -> Rect {
    let free = |rect: &Rect| others.iter().all(|other| !other.intersects(*rect));
    if free(&wanted) {
        return wanted;
    }
    OFFSETS.iter().map(|&off| wanted.translate(off)).find(free).unwrap_or(wanted)
}

/// Where a word may go from its place, the nearest first.
static OFFSETS: LazyLock<Vec<egui::Vec2>> = LazyLock::new(|| {
    const STEP: f32 = 6.0;
    let steps = (FARTHEST / STEP) as i16;
    let along = || (-steps..=steps).map(|step| f32::from(step) * STEP);
    let offsets = along().flat_map(|x| along().map(move |y| egui::vec2(x, y)));
    let mut near: Vec<egui::Vec2> = offsets.filter(|off| off.length() <= FARTHEST).collect();
    // Of equals the one above.
    near.sort_by(|a, b| a.length_sq().total_cmp(&b.length_sq()).then(a.y.total_cmp(&b.y)));
    near
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_nearby_are_counted() {
        let mut floaters = Floaters::default();
        let saved = |x: f32| Floater::new(Vec2::new(x, 0.0), Mood::Good, "saved");
        floaters.say([saved(0.0), saved(1.0), saved(2.0), saved(20.0)]);
        floaters
            .say([Floater::new(Vec2::ZERO, Mood::Bad, "-"), Floater::new(Vec2::X, Mood::Bad, "-")]);
        let said: Vec<String> = floaters.0.iter().map(Floater::words).collect();
        assert_eq!(said, ["saved 3", "saved", "-2"]);
    }

    #[test]
    fn words_make_way() {
        let place = Rect::from_min_size(egui::pos2(10.0, 100.0), egui::vec2(40.0, 16.0));
        let mut said = vec![place];
        for _ in 0..5 {
            let next = beside(place, &said);
            assert!(said.iter().all(|other| !other.intersects(next)));
            assert!(next.center().distance(place.center()) <= FARTHEST);
            said.push(next);
        }
    }

    #[test]
    fn words_stay_near_those_whom_they_are_about() {
        let place = Rect::from_min_size(egui::pos2(200.0, 300.0), egui::vec2(40.0, 16.0));
        // Banners one above the other: beside them there is room.
        let tower = Rect::from_min_max(egui::pos2(190.0, 100.0), egui::pos2(250.0, 500.0));
        let near = beside(place, &[tower]);
        assert!(!near.intersects(tower) && near.center().distance(place.center()) < 60.0, "{near}");
        let everywhere = place.expand(400.0);
        assert_eq!(beside(place, &[everywhere]), place, "rather than far away");
    }
}
