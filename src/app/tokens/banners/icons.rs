//! The small pictures on banners as textures, made when first asked for and kept.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui;

use crate::{
    app::{
        drawing::Drawing,
        theme::{Theme, ThemeName},
        tokens::{
            glyphs::{self, Pen},
            states::{self, State},
        },
    },
    battle::SideId,
};

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Icon {
    /// A troop's sign in a side's light enamel.
    Sign(String, SideId),
    /// A state.
    State(State),
}

/// The pictures seen so far.
#[derive(Resource, Default)]
pub(super) struct Icons {
    textures: BTreeMap<Icon, egui::TextureHandle>,
    made_for: Option<(ThemeName, u32)>,
}

impl Icons {
    /// Forgets the pictures when the theme or the window's scale has changed.
    pub(super) fn follow(&mut self, theme: &Theme, pixels_per_point: f32) {
        let now = Some((theme.name, (pixels_per_point * 64.0) as u32));
        if self.made_for != now {
            self.textures.clear();
            self.made_for = now;
        }
    }

    /// A picture, so many egui points large.
    pub(super) fn get(
        &mut self,
        context: &egui::Context,
        theme: &Theme,
        icon: Icon,
        size: f32,
    ) -> egui::TextureId {
        let make = || {
            let pixels = (size * context.pixels_per_point()).round().max(8.0) as usize;
            let image = picture(&icon, theme).pixels(pixels);
            context.load_texture("banner", image, egui::TextureOptions::LINEAR)
        };
        self.textures.entry(icon.clone()).or_insert_with(make).id()
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
