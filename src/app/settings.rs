//! What a player prefers: the speed of animations and the size of panels. Kept between runs.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::storage;
use crate::battle::data::{read_ron, write_ron};

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Settings::load());
    app.add_systems(Last, keep.run_if(resource_changed::<Settings>));
}

/// How fast events are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnimationSpeed {
    /// Not at all: tokens jump.
    Off,
    /// Half as fast.
    Slow,
    /// As meant.
    #[default]
    Normal,
    /// Three times as fast.
    Fast,
}

impl AnimationSpeed {
    /// All speeds, for a choice.
    pub const ALL: [Self; 4] = [Self::Off, Self::Slow, Self::Normal, Self::Fast];

    /// Seconds played in a second; none when nothing is played.
    pub fn rate(self) -> Option<f32> {
        match self {
            Self::Off => None,
            Self::Slow => Some(0.5),
            Self::Normal => Some(1.0),
            Self::Fast => Some(3.0),
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "Off",
            Self::Slow => "Slow",
            Self::Normal => "Normal",
            Self::Fast => "Fast",
        }
    }
}

/// A player's preferences.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How fast events are played.
    pub speed: AnimationSpeed,
    /// How large panels and text are; 1 is as meant.
    pub ui_scale: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { speed: AnimationSpeed::Normal, ui_scale: 1.0 }
    }
}

/// The name that preferences are kept under.
pub const FILE: &str = "settings.ron";

impl Settings {
    fn load() -> Self {
        let text = storage::read(FILE).unwrap_or_default();
        let mut settings: Self = read_ron(FILE, &text).unwrap_or_default();
        settings.ui_scale = settings.ui_scale.clamp(0.7, 2.0);
        if !settings.ui_scale.is_finite() {
            settings.ui_scale = 1.0;
        }
        settings
    }
}

fn keep(settings: Res<Settings>) {
    if settings.is_added() {
        return;
    }
    if let Ok(text) = write_ron(&*settings)
        && let Err(error) = storage::write(FILE, &text)
    {
        warn!("settings were not kept: {error}");
    }
}
