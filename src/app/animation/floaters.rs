//! Short words that rise from the table where something happened, and banners over all of it.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Align2, Color32, FontId},
};

use crate::app::{AppSystems, camera::View, in_battle, settings::Settings, theme::Theme};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Floaters>();
    app.add_systems(Update, age.in_set(AppSystems::PlayEvents).run_if(in_battle));
    app.add_systems(EguiPrimaryContextPass, draw.run_if(in_battle));
}

/// How something is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// By the way.
    Plain,
    /// Good for whom it happened to.
    Good,
    /// Bad for whom it happened to.
    Bad,
    /// Look here.
    Strong,
}

/// A word on its way up.
#[derive(Clone, Debug, PartialEq)]
pub struct Floater {
    /// Where on the table it began; none for a banner over the table.
    pub at: Option<Vec2>,
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
    /// Seconds since it began.
    age: f32,
    /// Lines it hangs lower than others of the same moment.
    lowered: f32,
}

/// All words on their way.
#[derive(Resource, Clone, Debug, Default)]
pub struct Floaters(pub Vec<Floater>);

/// Seconds that a word lives.
const LIFE: f32 = 1.5;

impl Floater {
    /// A word over a place on the table.
    pub fn new(at: Vec2, tone: Tone, text: impl Into<String>) -> Self {
        Self { at: Some(at), text: text.into(), tone, age: 0.0, lowered: 0.0 }
    }

    /// A word over the whole table.
    pub fn banner(text: impl Into<String>) -> Self {
        Self { at: None, text: text.into(), tone: Tone::Strong, age: 0.0, lowered: 0.0 }
    }

    /// Hangs so many lines lower.
    #[must_use]
    pub(super) fn lower(mut self, lines: f32) -> Self {
        self.lowered = lines;
        self
    }
}

fn age(time: Res<Time<Real>>, settings: Res<Settings>, mut floaters: ResMut<Floaters>) {
    if floaters.0.is_empty() {
        return;
    }
    let rate = settings.speed.rate().unwrap_or(3.0).clamp(0.6, 1.6);
    let crowd = (floaters.0.len() as f32 / 12.0).max(1.0);
    let seconds = time.delta_secs().min(0.1) * rate * crowd;
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
) -> Result {
    if floaters.0.is_empty() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("floaters"));
    let painter = context.layer_painter(layer);
    for floater in &floaters.0 {
        let share = floater.age / LIFE;
        let alpha = (1.0 - ((share - 0.55) / 0.45).max(0.0)).clamp(0.0, 1.0);
        let colour = match floater.tone {
            Tone::Plain => theme.text,
            Tone::Good => theme.good,
            Tone::Bad => theme.bad,
            Tone::Strong => theme.selected,
        };
        let colour = Theme::egui(colour).gamma_multiply(alpha);
        let (at, size) = match floater.at {
            Some(at) => {
                let rise = 14.0 + 26.0 * share - floater.lowered * 15.0;
                (view.point_of(at) - egui::vec2(0.0, rise), 13.0)
            }
            None => (context.content_rect().center_top() + egui::vec2(0.0, 150.0), 34.0),
        };
        let galley =
            painter.layout_no_wrap(floater.text.clone(), FontId::proportional(size), colour);
        let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
        let back = Color32::from_black_alpha((165.0 * alpha) as u8);
        painter.rect_filled(rect.expand2(egui::vec2(size * 0.4, size * 0.12)), 4.0, back);
        painter.galley(rect.min, galley, colour);
    }
    Ok(())
}
