//! Words for rules' values, as panels write them.

use crate::{
    dice::Needed,
    table::{formation::Manoeuvre, sight::Cover},
};

/// A manoeuvre.
pub fn manoeuvre(manoeuvre: &Manoeuvre) -> String {
    match manoeuvre {
        Manoeuvre::Ahead(way) => format!("Ahead {way}"),
        Manoeuvre::Back(way) => format!("Back {way}, at double cost"),
        Manoeuvre::Sidestep(side, way) => {
            format!("Sidestep {} {way}, at double cost", side.name())
        }
        Manoeuvre::Wheel { pivot, degrees } => {
            format!("Wheel {} by {degrees:.0}°", pivot.name())
        }
        Manoeuvre::QuarterTurn(side) => format!("Quarter turn {}", side.name()),
        Manoeuvre::AboutTurn => "About turn".to_owned(),
    }
}

/// Cover.
pub fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "in the open",
        Cover::Soft => "soft cover",
        Cover::Hard => "hard cover",
    }
}

/// A needed number: its base and each modifier by name.
pub fn needed(base: &str, needed: &Needed) -> String {
    let mut text = format!("{base} {}", needed.base);
    for modifier in &needed.modifiers {
        text.push_str(&format!(", {:+} {}", modifier.value, modifier.name));
    }
    text
}

/// A chance in per cent.
pub fn chance(chance: f32) -> String {
    format!("{:.0}%", chance * 100.0)
}
