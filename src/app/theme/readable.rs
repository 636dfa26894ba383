//! Every theme is measured against every terrain, as five kinds of eyes see it. What falls below a
//! floor is a failure that names the theme, the eyes, what it is about and where.

use std::{collections::BTreeMap, sync::LazyLock};

use bevy::prelude::*;

use super::{
    SideColours, Theme, ThemeName,
    contrast::{Eyes, contrast, difference, over},
    strength,
    terrain_paints::paints,
};
use crate::app::{
    board::GREYED,
    tokens::{Look, against_ground},
};

/// Lines over the table. WCAG 2.1 asks for 3:1 of graphics one must see (1.4.11). What counts of a
/// line is the better of itself against the ground and itself against its dark edge, because the
/// edge is always there; of the edge only what its own translucence leaves over that ground.
const LINE: f32 = 3.0;
/// For a line that steps back, such as a step of reach before the last: colour and edge are drawn
/// with the shares of [`strength`].
const FAINT_LINE: f32 = 2.2;
/// Tokens on the ground: the best of the colours that part them from it, as 1.4.11 asks.
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
/// The sides' lines and the signals across: a contour of the first side shall not be taken for what
/// is allowed. Where colour can't part them, dots and barbs do.
const ACROSS_OWN: f32 = 0.10;
const ACROSS: f32 = 0.03;
const ACROSS_GREY: f32 = 0.01;
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

/// The lines that are drawn with a share of their colour, and of their edge.
fn stepping_back(theme: &Theme) -> Vec<(String, LinearRgba, f32)> {
    let mut lines = vec![
        ("hovered line".to_owned(), theme.text.into(), strength::HOVERED),
        (
            "selected line beside the active one".to_owned(),
            theme.selected.into(),
            strength::SELECTED,
        ),
    ];
    for (name, colour) in signals(theme) {
        lines.push((format!("{name} line that leads"), colour, strength::LEADING));
        lines.push((format!("{name} line that follows"), colour, strength::FOLLOWING));
    }
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
            let best = |line: LinearRgba, share: f32| {
                let drawn = |colour: LinearRgba| {
                    eyes.see(over(colour.with_alpha(colour.alpha * share), paint))
                };
                let (line, edge) = (drawn(line), drawn(theme.edge.into()));
                contrast(line, ground).max(contrast(line, edge))
            };
            for (what, line) in lines(theme) {
                let floor = match what {
                    "faint" => FAINT_LINE,
                    _ if high => HIGH_LINE,
                    _ => LINE,
                };
                told(format!("{what} line on {kind}"), best(line, 1.0), floor);
            }
            for (what, line, share) in stepping_back(theme) {
                told(format!("{what} on {kind}"), best(line, share), FAINT_LINE);
            }
            for (side, &colours) in theme.sides.iter().enumerate() {
                for look in [Look::Far, Look::Middle] {
                    for greyed in [false, true] {
                        let parts = token(colours, look, greyed);
                        let seen = parts.map(|part| contrast(eyes.see(part), ground));
                        let best = seen.into_iter().fold(0.0, f32::max);
                        let had_its_go = if greyed { "greyed " } else { "" };
                        let what = format!("{had_its_go}token of side {side} {look:?} on {kind}");
                        told(what, best, TOKEN);
                    }
                }
            }
        }
    }
}

/// The colours that part a token from the ground as they are drawn, greyed when it has had its go.
fn token(colours: SideColours, look: Look, greyed: bool) -> [LinearRgba; 3] {
    let [rim, edge, light] = against_ground(colours, look).map(LinearRgba::from);
    let grey = LinearRgba::from(GREYED);
    let tinted = |part: LinearRgba| match greyed {
        true => {
            LinearRgba::rgb(part.red * grey.red, part.green * grey.green, part.blue * grey.blue)
        }
        false => part,
    };
    // The light line from afar isn't greyed.
    let light = if look == Look::Far { light } else { tinted(light) };
    [tinted(rim), tinted(edge), light]
}

fn on_faces_and_panels(theme: &Theme, eyes: Eyes, told: &mut impl FnMut(String, f32, f32)) {
    let high = theme.name == ThemeName::HighContrast;
    let words = if high { HIGH_WORDS } else { WORDS };
    let between = |a: Color, b: Color| contrast(eyes.see(a.into()), eyes.see(b.into()));
    for (side, colours) in theme.sides.iter().enumerate() {
        let on_face = between(colours.rim, colours.face);
        told(format!("rim of side {side} around its face"), on_face, RIM);
        let on_rim = between(colours.on_rim(), colours.rim);
        told(format!("pattern of side {side} on its rim"), on_rim, RIM);
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
    let usual = theme.name == ThemeName::Default;
    let apart = |a: LinearRgba, b: LinearRgba| difference(eyes.see(a), eyes.see(b));
    let sides = [("first side", 0), ("second side", 1)]
        .map(|(name, side)| (name, LinearRgba::from(theme.sides[side].text)));
    let floor = if mine { SIDES_APART_OWN } else { SIDES_APART };
    told("the sides' lines apart".to_owned(), apart(sides[0].1, sides[1].1), floor);
    let [first, second] = [theme.sides[0].rim.into(), theme.sides[1].rim.into()];
    if eyes != Eyes::Grey || theme.name == ThemeName::HighContrast {
        told("the sides' rims apart".to_owned(), apart(first, second), floor.min(0.10));
    }
    let floor = match (mine, usual) {
        (true, _) => SIGNALS_APART_OWN,
        (false, true) => SIGNALS_APART_USUAL,
        (false, false) => SIGNALS_APART,
    };
    let across = match eyes {
        _ if mine => ACROSS_OWN,
        Eyes::Grey => ACROSS_GREY,
        _ => ACROSS,
    };
    let signals = signals(theme);
    for (place, &(a, first)) in signals.iter().enumerate() {
        for &(b, second) in &signals[place + 1..] {
            told(format!("{a} and {b} apart"), apart(first, second), floor);
        }
        for (b, second) in sides {
            told(format!("{a} and {b} apart"), apart(first, second), across);
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
    refuses(|theme| theme.good = theme.sides[0].text, "good and first side apart");
    // From afar no face is drawn.
    let grass = Color::srgb(0.33, 0.45, 0.20);
    let dull = SideColours { rim: grass, face: grass, ink: grass, text: grass };
    refuses(|theme| theme.sides[1] = dull, "token of side 1 Far on ground");
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
