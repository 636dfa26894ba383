//! The colours of the window.

use bevy::prelude::*;

use crate::battle::SideId;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Theme>();
    app.insert_resource(ClearColor(Theme::default().room));
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
    /// Text on dark panels.
    pub text: Color,
}

/// All colours of the window.
#[derive(Resource, Clone, Debug)]
pub struct Theme {
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
    /// The accent of panels: titles, rules.
    pub accent: Color,
    /// Text on panels.
    pub text: Color,
    /// Less important text.
    pub faint: Color,
}

impl Default for Theme {
    fn default() -> Self {
        let hex = |rgb: u32| {
            Color::srgb_u8((rgb >> 16) as u8, (rgb >> 8 & 0xff) as u8, (rgb & 0xff) as u8)
        };
        let side = |rim, face, ink, text| SideColours {
            rim: hex(rim),
            face: hex(face),
            ink: hex(ink),
            text: hex(text),
        };
        Self {
            room: hex(0x17_15_13),
            sides: [
                side(0x1f_5f_a8, 0xd3_e2_f2, 0x10_2a_4a, 0x86_bd_f5),
                side(0xb0_35_22, 0xf6_dc_c8, 0x4a_14_0c, 0xf5_96_7d),
            ],
            selected: hex(0xff_d7_5e),
            good: hex(0x8f_d1_6a),
            bad: hex(0xf0_6a_5a),
            warning: hex(0xf2_b8_4b),
            panel: hex(0x22_1f_1b),
            accent: hex(0xd9_a8_4e),
            text: hex(0xee_e6_d6),
            faint: hex(0xa8_9e_8c),
        }
    }
}

impl Theme {
    /// The colours of a side.
    pub fn side(&self, side: SideId) -> SideColours {
        self.sides[side.index() % self.sides.len()]
    }

    /// A colour for egui.
    pub fn egui(colour: Color) -> bevy_egui::egui::Color32 {
        let [r, g, b, a] = colour.to_srgba().to_u8_array();
        bevy_egui::egui::Color32::from_rgba_unmultiplied(r, g, b, a)
    }
}
