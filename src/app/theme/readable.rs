//! Every theme is measured against every terrain, as five kinds of eyes see it. What falls below a
//! floor is a failure that names the theme, the eyes, what it is about and where.

use std::{collections::BTreeMap, sync::LazyLock};

use bevy::prelude::*;

use super::{
    Theme, ThemeName,
    contrast::{Eyes, contrast, difference, over},
    terrain_paints::paints,
};

/// Lines over the table. WCAG 2.1 asks for 3:1 of graphics one must see (1.4.11). What counts of a
/// line is the better of itself against the ground and itself against its dark edge, because the
/// edge is always there; of the edge only what its own translucence leaves over that ground.
const LINE: f32 = 3.0;
/// Of a contour that is drawn fainter than its colour, such as a step of reach before the last.
const FAINT_LINE: f32 = 2.2;
/// How much of a faint line's colour is left.
const FAINTEST: f32 = 0.75;
/// Tokens on the ground: the best of rim, face and dark edge, as 1.4.11 asks.
const TOKEN: f32 = 3.0;
/// A rim against the face it surrounds.
const RIM: f32 = 3.0;
/// Words on panels and plates, and signs on faces: 1.4.3 asks for 4.5:1; fainter words, which are
/// told elsewhere too, for 3:1.
const WORDS: f32 = 4.5;
const FAINT_WORDS: f32 = 3.0;
/// A theme of high contrast keeps 7:1 for words and signs (1.4.6), 4.5:1 for lines.
const HIGH_WORDS: f32 = 7.0;
const HIGH_LINE: f32 = 4.5;
/// The sides' lines, and the signals among themselves, in Oklab: 0.02 is just visible side by
/// side; thin lines far apart need several times that. Every theme keeps the least for all eyes,
/// grey ones too; it isn't more because sides also differ by barbs and dots, signals by dashes,
/// words and shapes.
const SIDES_APART: f32 = 0.06;
const SIGNALS_APART: f32 = 0.02;
/// With full vision, and in a theme for certain eyes as those see it, colour alone shall do.
const SIDES_APART_OWN: f32 = 0.20;
const SIGNALS_APART_OWN: f32 = 0.14;
/// What the usual theme keeps for all eyes, since most players never open the settings.
const SIGNALS_APART_USUAL: f32 = 0.055;

static PAINTS: LazyLock<BTreeMap<String, Vec<LinearRgba>>> = LazyLock::new(paints);

/// The eyes that a theme is made for.
fn own(name: ThemeName) -> Eyes {
    match name {
        ThemeName::Default | ThemeName::HighContrast => Eyes::Normal,
        ThemeName::Protanopia => Eyes::Protan,
        ThemeName::Deuteranopia => Eyes::Deutan,
        ThemeName::Tritanopia => Eyes::Tritan,
    }
}

fn signals(theme: &Theme) -> [(&'static str, LinearRgba); 4] {
    [
        ("selected", theme.selected.into()),
        ("good", theme.good.into()),
        ("bad", theme.bad.into()),
        ("warning", theme.warning.into()),
    ]
}

/// All colours that lines over the table have.
fn lines(theme: &Theme) -> Vec<(&'static str, LinearRgba)> {
    let mut lines = signals(theme).to_vec();
    lines.extend([
        ("first side", theme.sides[0].text.into()),
        ("second side", theme.sides[1].text.into()),
        ("text", theme.text.into()),
        ("faint", theme.faint.into()),
    ]);
    lines
}

/// What a theme fails, in words; nothing if it is good.
fn failures(theme: &Theme) -> Vec<String> {
    let mut failures = Vec::new();
    for eyes in Eyes::ALL {
        let mut told = |what: String, found: f32, floor: f32| {
            if found < floor {
                let name = theme.name.name();
                failures.push(format!("{name}, {eyes:?}: {what}: {found:.2} under {floor}"));
            }
        };
        over_the_table(theme, eyes, &mut told);
        on_faces_and_panels(theme, eyes, &mut told);
        apart(theme, eyes, &mut told);
    }
    failures
}

fn over_the_table(theme: &Theme, eyes: Eyes, told: &mut impl FnMut(String, f32, f32)) {
    let high = theme.name == ThemeName::HighContrast;
    for (kind, paints) in PAINTS.iter() {
        for &paint in paints {
            let ground = eyes.see(paint);
            let edge = eyes.see(over(theme.edge.into(), paint));
            for (what, line) in lines(theme) {
                let best = |line: LinearRgba| {
                    let line = eyes.see(line);
                    contrast(line, ground).max(contrast(line, edge))
                };
                let floor = match what {
                    "faint" => FAINT_LINE,
                    _ if high => HIGH_LINE,
                    _ => LINE,
                };
                told(format!("{what} line on {kind}"), best(line), floor);
                let faint = best(over(line.with_alpha(FAINTEST), paint));
                told(format!("faint {what} line on {kind}"), faint, FAINT_LINE);
            }
            for (side, colours) in theme.sides.iter().enumerate() {
                let dark = LinearRgba::from(colours.edge());
                let parts = [colours.rim.into(), colours.face.into(), dark];
                let seen = parts.map(|part: LinearRgba| contrast(eyes.see(part), ground));
                let best = seen.into_iter().fold(0.0, f32::max);
                told(format!("token of side {side} on {kind}"), best, TOKEN);
            }
        }
    }
}

fn on_faces_and_panels(theme: &Theme, eyes: Eyes, told: &mut impl FnMut(String, f32, f32)) {
    let high = theme.name == ThemeName::HighContrast;
    let words = if high { HIGH_WORDS } else { WORDS };
    let between = |a: Color, b: Color| contrast(eyes.see(a.into()), eyes.see(b.into()));
    for (side, colours) in theme.sides.iter().enumerate() {
        let on_face = between(colours.rim, colours.face);
        told(format!("rim of side {side} around its face"), on_face, RIM);
        let sign = between(colours.ink, colours.face);
        told(format!("sign of side {side} on its face"), sign, words);
        let name = between(theme.words_on(colours.rim), colours.rim);
        told(format!("words on the rim colour of side {side}"), name, WORDS);
    }
    // A plate over the lightest paint there is.
    let lightest = PAINTS.values().flatten().copied();
    let lightest = lightest.max_by(|a, b| a.luminance().total_cmp(&b.luminance()));
    let plate = over(theme.plate.into(), lightest.unwrap_or(LinearRgba::WHITE));
    for (what, line) in lines(theme) {
        let floor = if what == "faint" { FAINT_WORDS } else { WORDS };
        told(format!("{what} words on panels"), between(line.into(), theme.panel), floor);
        told(format!("{what} words on plates"), between(line.into(), plate.into()), floor);
    }
    told("accent on panels".to_owned(), between(theme.accent, theme.panel), WORDS);
    told("text on panels".to_owned(), between(theme.text, theme.panel), HIGH_WORDS);
    for (what, ground) in
        [("buttons", theme.raised), ("hovered buttons", theme.hovered), ("sunken", theme.sunken)]
    {
        told(format!("text on {what}"), between(theme.text, ground), words);
    }
    for (what, ground) in [("pressed buttons", theme.pressed), ("chosen", theme.chosen)] {
        told(format!("text on {what}"), between(theme.text, ground), WORDS);
    }
}

fn apart(theme: &Theme, eyes: Eyes, told: &mut impl FnMut(String, f32, f32)) {
    let mine = eyes == own(theme.name) || eyes == Eyes::Normal;
    let apart = |a: LinearRgba, b: LinearRgba| difference(eyes.see(a), eyes.see(b));
    let [first, second] = [theme.sides[0].text.into(), theme.sides[1].text.into()];
    let floor = if mine { SIDES_APART_OWN } else { SIDES_APART };
    told("the sides' lines apart".to_owned(), apart(first, second), floor);
    let [first, second] = [theme.sides[0].rim.into(), theme.sides[1].rim.into()];
    if eyes != Eyes::Grey || theme.name == ThemeName::HighContrast {
        told("the sides' rims apart".to_owned(), apart(first, second), floor.min(0.10));
    }
    let usual = theme.name == ThemeName::Default;
    let floor = match (mine, usual) {
        (true, _) => SIGNALS_APART_OWN,
        (false, true) => SIGNALS_APART_USUAL,
        (false, false) => SIGNALS_APART,
    };
    let signals = signals(theme);
    for (place, (a, first)) in signals.iter().enumerate() {
        for (b, second) in &signals[place + 1..] {
            told(format!("{a} and {b} apart"), apart(*first, *second), floor);
        }
    }
}

#[test]
fn every_theme_can_be_read_on_every_terrain_by_all_eyes() {
    assert!(PAINTS.len() > 10, "all kinds of terrain are measured: {:?}", PAINTS.keys());
    let failures: Vec<String> =
        ThemeName::ALL.into_iter().flat_map(|name| failures(&Theme::of(name))).collect();
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn each_name_has_its_own_colours() {
    for name in ThemeName::ALL {
        assert_eq!(Theme::of(name).name, name);
    }
}

/// A theme with one colour spoilt fails, and says where.
fn refuses(spoil: impl Fn(&mut Theme), word: &str) {
    let mut theme = Theme::default();
    spoil(&mut theme);
    let failures = failures(&theme);
    assert!(failures.iter().any(|failure| failure.contains(word)), "{word}: {failures:?}");
}

#[test]
fn bad_themes_are_refused() {
    refuses(|theme| theme.warning = Color::srgb(0.35, 0.40, 0.20), "warning line on ground");
    refuses(|theme| theme.sides[0].ink = theme.sides[0].rim, "sign of side 0");
    refuses(|theme| theme.sides[1].text = theme.sides[0].text, "sides' lines apart");
    refuses(|theme| theme.bad = theme.good, "good and bad apart");
    refuses(|theme| theme.faint = theme.panel, "faint words on panels");
}

#[test]
fn red_against_green_is_refused_for_eyes_that_confuse_them() {
    let mut theme = Theme::of(ThemeName::Deuteranopia);
    theme.good = Color::srgb_u8(0x8f, 0xc0, 0x5a);
    theme.bad = Color::srgb_u8(0xff, 0x8a, 0x5c);
    let failures = failures(&theme);
    assert!(failures.iter().any(|f| f.contains("Deutan: good and bad")), "{failures:?}");
    assert!(!failures.iter().any(|f| f.contains("Normal: good and bad")), "{failures:?}");
}
