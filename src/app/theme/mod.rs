//! The colours of the window: one [`Theme`] of several, which the player chooses. All colours that
//! mean something are here; only terrain has paints of its own, next to its drawing.

#[cfg(test)]
mod contrast;
mod palettes;
#[cfg(test)]
mod readable;
pub mod strength;
#[cfg(test)]
mod terrain_paints;

use bevy::prelude::*;
use bevy_egui::egui::Color32;
use serde::{Deserialize, Serialize};

use super::settings::Settings;
use crate::battle::{SideId, playable::Tone};

pub(super) fn plugin(app: &mut App) {
    // What is painted first has the player's colours already.
    let theme = Theme::of(app.world().resource::<Settings>().theme);
    app.insert_resource(ClearColor(theme.room)).insert_resource(theme);
    app.add_systems(PreUpdate, follow_settings.run_if(resource_exists_and_changed::<Settings>));
}

/// Wears the theme that the settings name.
fn follow_settings(
    settings: Res<Settings>,
    mut theme: ResMut<Theme>,
    mut clear: ResMut<ClearColor>,
) {
    if theme.name != settings.theme {
        *theme = Theme::of(settings.theme);
        clear.0 = theme.room;
    }
}

/// Which theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ThemeName {
    /// A table in evening light.
    #[default]
    Default,
    /// As much contrast as there is; the sides differ in lightness too.
    HighContrast,
    /// For those who see no red: blue against amber, light against dark.
    Protanopia,
    /// For those who see no green: blue against orange, light against dark.
    Deuteranopia,
    /// For those who see no blue: teal against red, light against dark.
    Tritanopia,
}

impl ThemeName {
    /// All themes, for a choice.
    pub const ALL: [Self; 5] =
        one_of_each!(ThemeName: Default, HighContrast, Protanopia, Deuteranopia, Tritanopia);

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "Evening",
            Self::HighContrast => "High contrast",
            Self::Protanopia => "Protanopia",
            Self::Deuteranopia => "Deuteranopia",
            Self::Tritanopia => "Tritanopia",
        }
    }

    /// Whom it is for, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Default => "A table in evening light",
            Self::HighContrast => {
                "Black, white and strong colours; dark counters against light ones"
            }
            Self::Protanopia => "For eyes without red: blue against amber",
            Self::Deuteranopia => "For eyes without green: blue against orange",
            Self::Tritanopia => "For eyes without blue: teal against red",
        }
    }
}

/// The colours of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideColours {
    /// The rim of its tokens and its name in the log.
    pub rim: Color,
    /// The face of its tokens.
    pub face: Color,
    /// What is drawn on the face.
    pub ink: Color,
    /// Text on dark panels, and contours over the table.
    pub text: Color,
}

impl SideColours {
    /// The dark edge around a token, and around light enamel on it.
    pub fn edge(&self) -> Color {
        let rim = self.rim.to_srgba();
        Color::srgb(rim.red * 0.3, rim.green * 0.3, rim.blue * 0.3)
    }

    /// Light on enamel, for patterns on a rim and the line around a token from afar.
    pub fn light(&self) -> Color {
        let (a, b) = (self.face, self.ink);
        let lighter = if a.to_linear().luminance() > b.to_linear().luminance() { a } else { b };
        lighter.mix(&Color::WHITE, 0.35)
    }

    /// What reads on the rim's colour: light enamel on a dark one, dark on a light one.
    pub fn on_rim(&self) -> Color {
        if self.rim.to_linear().luminance() > 0.3 { self.edge() } else { self.light() }
    }
}

/// All colours of the window.
#[derive(Resource, Clone, Debug)]
pub struct Theme {
    /// Which theme it is.
    pub name: ThemeName,
    /// Around the table.
    pub room: Color,
    /// The sides'; there are two.
    pub sides: [SideColours; 2],
    /// Selected things.
    pub selected: Color,
    /// Legal, good.
    pub good: Color,
    /// Refused, bad.
    pub bad: Color,
    /// Warnings.
    pub warning: Color,
    /// Panels.
    pub panel: Color,
    /// What stands out of panels: buttons.
    pub raised: Color,
    /// A button under the pointer.
    pub hovered: Color,
    /// A button that is held down.
    pub pressed: Color,
    /// What is sunk into panels: fields, bars, trays.
    pub sunken: Color,
    /// Edges of panels and buttons.
    pub line: Color,
    /// The ground of what is chosen from a list.
    pub chosen: Color,
    /// The accent of panels: titles, rules.
    pub accent: Color,
    /// Text on panels.
    pub text: Color,
    /// Less important text.
    pub faint: Color,
    /// The plate behind words over the table; nearly opaque.
    pub plate: Color,
    /// The dark edge along lines over the table; translucent.
    pub edge: Color,
    /// What is cut into brass: the signs of those who command.
    pub engraved: Color,
    /// The arrowhead that says which way a model looks.
    pub arrow: Color,
    /// What tokens cast on the ground; drawn translucent.
    pub shadow: Color,
    /// Forged iron where the light falls on it, and where none does.
    pub iron: [Color; 2],
}

impl Default for Theme {
    fn default() -> Self {
        Self::of(ThemeName::Default)
    }
}

impl Theme {
    /// The colours of a theme.
    pub fn of(name: ThemeName) -> Self {
        palettes::theme(name)
    }

    /// The colour of words in a tone.
    pub fn tone(&self, tone: Tone) -> Color {
        match tone {
            Tone::Plain => self.text,
            Tone::Faint => self.faint,
            Tone::Good => self.good,
            Tone::Warning => self.warning,
            Tone::Bad => self.bad,
        }
    }

    /// The colours of a side.
    pub fn side(&self, side: SideId) -> SideColours {
        self.sides[side.index() % self.sides.len()]
    }

    /// The ground of a heading that is about a side, or about nobody in particular.
    pub fn heading(&self, side: Option<SideId>) -> Color {
        side.map_or(self.raised, |side| self.side(side).rim)
    }

    /// The colour of words on a plate of a colour: light or dark, whichever reads better.
    pub fn words_on(&self, plate: Color) -> Color {
        let light = plate.to_linear().luminance();
        // Where white and black have the same contrast.
        if light < 0.18 { Color::WHITE } else { Color::BLACK }
    }

    /// A colour for egui.
    pub fn egui(colour: Color) -> Color32 {
        let [r, g, b, a] = colour.to_srgba().to_u8_array();
        Color32::from_rgba_unmultiplied(r, g, b, a)
    }
}
