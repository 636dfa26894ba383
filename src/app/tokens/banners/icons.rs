//! The small pictures on banners as textures, made when first asked for, some in each frame, and
//! kept.

use std::{collections::BTreeMap, time::Duration};

use bevy::{platform::time::Instant, prelude::*};
use bevy_egui::egui;

use crate::{
    app::{
        drawing::Drawing,
        theme::{Theme, ThemeName},
        tokens::{
            glyphs::{self, Pen},
            states,
        },
    },
    battle::{SideId, playable::showing::Sign},
};

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Icon {
    /// A troop's sign in a side's light enamel.
    Sign(String, SideId),
    /// A state.
    State(Sign),
}

/// The pictures seen so far.
#[derive(Resource, Default)]
pub(super) struct Icons {
    textures: BTreeMap<Icon, egui::TextureHandle>,
    made_for: Option<(ThemeName, u32)>,
    /// How long this frame has made pictures.
    spent: Duration,
    /// Whether some have to wait for the next frame.
    wait: bool,
}

/// So long a frame may go on making pictures.
const A_FRAMES_SHARE: Duration = Duration::from_millis(4);

impl Icons {
    /// Begins a frame; forgets the pictures when the theme or the window's scale has changed.
    pub(super) fn follow(&mut self, theme: &Theme, pixels_per_point: f32) {
        (self.spent, self.wait) = (Duration::ZERO, false);
        let now = Some((theme.name, (pixels_per_point * 64.0) as u32));
        if self.made_for != now {
            self.textures.clear();
            self.made_for = now;
        }
    }

    /// Whether some pictures that this frame has asked for come in a later one.
    pub(super) fn wait(&self) -> bool {
        self.wait
    }

    /// A picture, so many egui points large; none if its turn comes in a later frame.
    pub(super) fn get(
        &mut self,
        context: &egui::Context,
        theme: &Theme,
        icon: Icon,
        size: f32,
    ) -> Option<egui::TextureId> {
        if let Some(made) = self.textures.get(&icon) {
            return Some(made.id());
        }
        if self.spent >= A_FRAMES_SHARE {
            self.wait = true;
            return None;
        }
        let begun = Instant::now();
        let pixels = (size * context.pixels_per_point()).round().max(8.0) as usize;
        let image = picture(&icon, theme).pixels(pixels);
        let made = context.load_texture("banner", image, egui::TextureOptions::LINEAR);
        self.spent += begun.elapsed();
        let id = made.id();
        self.textures.insert(icon, made);
        Some(id)
    }
}

fn picture(icon: &Icon, theme: &Theme) -> Drawing {
    let mut drawing = Drawing::new();
    match icon {
        Icon::Sign(sign, side) => {
            let colours = theme.side(*side);
            let (ink, paper) = (colours.on_rim(), colours.edge());
            let paper = colours.rim.mix(&paper, 0.35);
            let mut pen = Pen { drawing: &mut drawing, at: Vec2::ZERO, scale: 0.86, ink, paper };
            glyphs::draw(&mut pen, sign);
        }
        Icon::State(state) => states::draw(&mut drawing, *state, theme, Vec2::ZERO, 0.82),
    }
    drawing
}
