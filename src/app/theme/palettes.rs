//! The themes' colours.

use bevy::prelude::*;

use super::{SideColours, Theme, ThemeName};

fn hex(rgb: u32) -> Color {
    Color::srgb_u8((rgb >> 16) as u8, (rgb >> 8 & 0xff) as u8, (rgb & 0xff) as u8)
}

/// Rim, face, ink, text.
fn side([rim, face, ink, text]: [u32; 4]) -> SideColours {
    SideColours { rim: hex(rim), face: hex(face), ink: hex(ink), text: hex(text) }
}

pub(super) fn theme(name: ThemeName) -> Theme {
    match name {
        ThemeName::Default => evening(),
        ThemeName::HighContrast => high_contrast(),
        ThemeName::Protanopia => protanopia(),
        ThemeName::Deuteranopia => deuteranopia(),
        ThemeName::Tritanopia => tritanopia(),
    }
}

fn evening() -> Theme {
    Theme {
        name: ThemeName::Default,
        room: hex(0x17_15_13),
        sides: [
            side([0x1f_5f_a8, 0xd3_e2_f2, 0x10_2a_4a, 0x9c_cb_fa]),
            side([0xb0_35_22, 0xf6_dc_c8, 0x4a_14_0c, 0xf6_98_6b]),
        ],
        selected: hex(0xff_ed_a6),
        good: hex(0x92_e6_90),
        bad: hex(0xff_6f_86),
        warning: hex(0xf0_b4_28),
        panel: hex(0x22_1f_1b),
        raised: hex(0x3a_34_2b),
        hovered: hex(0x4d_44_36),
        pressed: hex(0x63_53_38),
        sunken: hex(0x16_14_12),
        line: hex(0x4a_43_39),
        chosen: hex(0x6b_52_24),
        accent: hex(0xd9_a8_4e),
        text: hex(0xee_e6_d6),
        faint: hex(0xa8_9e_8c),
        plate: hex(0x14_12_0f).with_alpha(0.98),
        edge: hex(0x0c_0a_08).with_alpha(0.94),
        engraved: hex(0x21_17_0d),
        arrow: hex(0xff_f5_d6),
        shadow: hex(0x00_00_00),
        iron: [hex(0xc4_c8_ce), hex(0x16_16_1a)],
    }
}

/// The second side's counters are dark with light signs.
fn high_contrast() -> Theme {
    Theme {
        name: ThemeName::HighContrast,
        room: hex(0x00_00_00),
        sides: [
            side([0x0b_3a_8c, 0xff_ff_ff, 0x00_00_00, 0xb8_dc_ff]),
            side([0xff_dc_a6, 0x24_0e_04, 0xff_f0_dc, 0xff_9a_3c]),
        ],
        selected: hex(0xff_ff_ff),
        good: hex(0x4f_e0_6a),
        bad: hex(0xff_7f_98),
        warning: hex(0xff_e1_4a),
        panel: hex(0x0b_0a_09),
        raised: hex(0x2b_28_24),
        hovered: hex(0x46_41_39),
        pressed: hex(0x6a_5a_38),
        sunken: hex(0x00_00_00),
        line: hex(0x9c_95_88),
        chosen: hex(0x6b_52_24),
        accent: hex(0xff_cf_6b),
        text: hex(0xff_ff_ff),
        faint: hex(0xd6_d0_c4),
        plate: hex(0x00_00_00).with_alpha(0.99),
        edge: hex(0x00_00_00).with_alpha(0.98),
        engraved: hex(0x00_00_00),
        arrow: hex(0xff_ff_ff),
        shadow: hex(0x00_00_00),
        iron: [hex(0xe8_ec_f2), hex(0x0a_0a_0c)],
    }
}

fn protanopia() -> Theme {
    Theme {
        name: ThemeName::Protanopia,
        sides: [
            side([0x15_56_b0, 0xd6_e6_fa, 0x0c_26_47, 0xa4_d2_ff]),
            side([0x9a_5a_00, 0xff_e6_b8, 0x40_24_00, 0xff_9c_28]),
        ],
        selected: hex(0xff_ff_ff),
        good: hex(0x52_df_a3),
        bad: hex(0xff_81_c0),
        warning: hex(0xff_f0_3c),
        ..evening()
    }
}

fn deuteranopia() -> Theme {
    Theme {
        name: ThemeName::Deuteranopia,
        sides: [
            side([0x15_56_b0, 0xd6_e6_fa, 0x0c_26_47, 0x9c_cd_ff]),
            side([0x9c_4a_10, 0xff_e2_c0, 0x42_1c_04, 0xff_9a_3d]),
        ],
        selected: hex(0xff_ff_ff),
        good: hex(0x6f_e7_a5),
        bad: hex(0xe5_7a_c5),
        warning: hex(0xff_e9_4a),
        ..evening()
    }
}

fn tritanopia() -> Theme {
    Theme {
        name: ThemeName::Tritanopia,
        sides: [
            side([0x0b_6e_74, 0xcd_ee_ee, 0x06_34_3a, 0x7f_e8_e8]),
            side([0xb0_2a_30, 0xf8_d9_d4, 0x4a_0c_10, 0xff_a3_a7]),
        ],
        selected: hex(0xff_ff_ff),
        good: hex(0x7b_cb_62),
        bad: hex(0xef_76_7c),
        warning: hex(0xe1_cf_98),
        ..evening()
    }
}
