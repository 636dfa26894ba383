//! The icons of verbs, panels and states. The same thing has the same icon in orders, menus, the
//! log and the help.

mod drawings;

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, vec2};

use self::drawings::Part::{Arc, Dot, Fill, Line, Loop, Ring};
use super::command::Command;
use crate::app::third_party::leafwing::words_of;

/// Something that is drawn as a small sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Begin, go on.
    Activate,
    /// A way with an arrow.
    Move,
    /// Turn on the spot.
    Turn,
    /// Swing around a corner.
    Wheel,
    /// Ranks and files.
    FormUp,
    /// Run into something.
    Charge,
    /// A wheel that drives on.
    Drive,
    /// Crossed swords.
    Fight,
    /// A sweep from side to side.
    Sweep,
    /// Bow and arrow.
    Shoot,
    /// A flame.
    Fire,
    /// A wand with sparks.
    Cast,
    /// Rings that close in on a point.
    Concentrate,
    /// A spark that is struck out.
    Cancel,
    /// A spark.
    Spark,
    /// Into the barrel.
    LoadWeapon,
    /// One beside three.
    Membership,
    /// Two that change places.
    ChangePlaces,
    /// Up from the ground.
    StandUp,
    /// A flag.
    Rally,
    /// An hourglass.
    Hold,
    /// A tick.
    Done,
    /// Several.
    Unit,
    /// One of them.
    Model,
    /// A ruler.
    Measure,
    /// A lamp.
    Hint,
    /// Back.
    Undo,
    /// A card.
    Card,
    /// A ten-sided die.
    Dice,
    /// Lines of writing.
    Log,
    /// A keyboard.
    Keys,
    /// Three lines.
    Menu,
    /// A disk.
    Save,
    /// A folder.
    Load,
    /// Two links of a chain.
    Link,
    /// Sliders.
    Settings,
    /// Upwards: folds away.
    Fold,
    /// Downwards: unfolds.
    Unfold,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// A cross.
    Close,
    /// A base with the ground around it.
    Zones,
    /// The half in front.
    Arcs,
    /// Distances from a place.
    Ranges,
    /// A chain.
    Coherency,
    /// An eye.
    Sight,
    /// Ground from a place on.
    Reach,
    /// A shield.
    Armour,
    /// A drop.
    Wound,
    /// A skull.
    Fallen,
    /// An exclamation mark.
    Panic,
    /// One that lies.
    Prone,
    /// A white flag.
    Concede,
    /// A door.
    Leave,
    /// A crown.
    Victory,
    /// A star: what is fought for.
    Aim,
    /// A table between corners.
    Table,
    /// From corner to corner.
    FullScreen,
}

/// How wide lines are, where the square is 2 wide.
const LINE: f32 = 0.18;

impl Icon {
    /// The icon of a name that a rule system gives, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "activate" => Self::Activate,
            "move" => Self::Move,
            "turn" => Self::Turn,
            "wheel" => Self::Wheel,
            "form up" => Self::FormUp,
            "charge" => Self::Charge,
            "drive" => Self::Drive,
            "fight" => Self::Fight,
            "sweep" => Self::Sweep,
            "shoot" => Self::Shoot,
            "fire" => Self::Fire,
            "cast" => Self::Cast,
            "concentrate" => Self::Concentrate,
            "cancel" => Self::Cancel,
            "spark" => Self::Spark,
            "load weapon" => Self::LoadWeapon,
            "membership" => Self::Membership,
            "change places" => Self::ChangePlaces,
            "stand up" => Self::StandUp,
            "rally" => Self::Rally,
            "hold" => Self::Hold,
            "done" => Self::Done,
            "unit" => Self::Unit,
            "model" => Self::Model,
            "measure" => Self::Measure,
            "hint" => Self::Hint,
            "undo" => Self::Undo,
            "card" => Self::Card,
            "dice" => Self::Dice,
            "log" => Self::Log,
            "keys" => Self::Keys,
            "menu" => Self::Menu,
            "save" => Self::Save,
            "load" => Self::Load,
            "link" => Self::Link,
            "settings" => Self::Settings,
            "fold" => Self::Fold,
            "unfold" => Self::Unfold,
            "left" => Self::Left,
            "right" => Self::Right,
            "close" => Self::Close,
            "zones" => Self::Zones,
            "arcs" => Self::Arcs,
            "ranges" => Self::Ranges,
            "coherency" => Self::Coherency,
            "sight" => Self::Sight,
            "reach" => Self::Reach,
            "armour" => Self::Armour,
            "wound" => Self::Wound,
            "fallen" => Self::Fallen,
            "panic" => Self::Panic,
            "prone" => Self::Prone,
            "concede" => Self::Concede,
            "leave" => Self::Leave,
            "victory" => Self::Victory,
            "aim" => Self::Aim,
            "table" => Self::Table,
            _ => return None,
        })
    }

    /// All icons.
    pub const ALL: [Self; 58] = one_of_each!(Icon:
        Activate,
        Move,
        Turn,
        Wheel,
        FormUp,
        Charge,
        Drive,
        Fight,
        Sweep,
        Shoot,
        Fire,
        Cast,
        Concentrate,
        Cancel,
        Spark,
        LoadWeapon,
        Membership,
        ChangePlaces,
        StandUp,
        Rally,
        Hold,
        Done,
        Unit,
        Model,
        Measure,
        Hint,
        Undo,
        Card,
        Dice,
        Log,
        Keys,
        Menu,
        Save,
        Load,
        Link,
        Settings,
        Fold,
        Unfold,
        Left,
        Right,
        Close,
        Zones,
        Arcs,
        Ranges,
        Coherency,
        Sight,
        Reach,
        Armour,
        Wound,
        Fallen,
        Panic,
        Prone,
        Concede,
        Leave,
        Victory,
        Aim,
        Table,
        FullScreen,
    );

    /// The icon of what one press does.
    pub fn of(command: Command) -> Self {
        match command {
            Command::Verb(verb) => {
                words_of(verb).and_then(|words| Self::named(words.icon)).unwrap_or(Self::Activate)
            }
            Command::Scope => Self::Model,
            Command::Measure => Self::Measure,
            Command::Hint => Self::Hint,
            Command::Undo => Self::Undo,
            Command::Save => Self::Save,
            Command::Load => Self::Load,
        }
    }

    /// Draws it into a square.
    pub fn paint(self, painter: &Painter, square: Rect, ink: Color32) {
        let half = square.width().min(square.height()) / 2.0;
        let at = |&(x, y): &(f32, f32)| square.center() + vec2(x, y) * half;
        let stroke = Stroke::new((LINE * half).max(1.2), ink);
        let places = |points: &[(f32, f32)]| points.iter().map(at).collect::<Vec<Pos2>>();
        for part in self.parts() {
            let shape = match part {
                Line(points) => Shape::line(places(points), stroke),
                Loop(points) => Shape::closed_line(places(points), stroke),
                Fill(points) => Shape::convex_polygon(places(points), ink, Stroke::NONE),
                Dot(x, y, radius) => Shape::circle_filled(at(&(*x, *y)), radius * half, ink),
                Ring(x, y, radius) => Shape::circle_stroke(at(&(*x, *y)), radius * half, stroke),
                Arc(x, y, radius, from, to) => {
                    let steps = 20_u8;
                    let place = |step: u8| {
                        let share = f32::from(step) / f32::from(steps);
                        let angle = (from + (to - from) * share).to_radians();
                        at(&(
                            x + bevy::math::ops::cos(angle) * radius,
                            y + bevy::math::ops::sin(angle) * radius,
                        ))
                    };
                    Shape::line((0..=steps).map(place).collect(), stroke)
                }
            };
            painter.add(shape);
        }
    }

    /// Shows it among other things of a panel, so many points wide.
    pub fn show(self, ui: &mut Ui, width: f32, ink: Color32) -> Response {
        let (square, response) = ui.allocate_exact_size(vec2(width, width), Sense::hover());
        self.paint(ui.painter(), square, ink);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::seat::Game, battle::playable::Acting};

    #[test]
    fn icons_stay_inside_their_square() {
        for icon in Icon::ALL {
            assert!(!icon.parts().is_empty(), "{icon:?}");
            for part in icon.parts() {
                let points: Vec<(f32, f32)> = match part {
                    Line(points) | Loop(points) | Fill(points) => points.to_vec(),
                    Dot(x, y, radius) | Ring(x, y, radius) => {
                        vec![(x - radius, y - radius), (x + radius, y + radius)]
                    }
                    // Only part of the circle is drawn: its ends have to be inside.
                    Arc(x, y, radius, from, to) => [from, to]
                        .map(|angle| {
                            let (sin, cos) = angle.to_radians().sin_cos();
                            (x + cos * radius, y + sin * radius)
                        })
                        .to_vec(),
                };
                let inside = points.iter().all(|(x, y)| x.abs() <= 1.0 && y.abs() <= 1.0);
                assert!(inside, "{icon:?}: {points:?}");
            }
        }
    }

    #[test]
    fn every_verb_has_an_icon() {
        for words in Game::verbs() {
            assert!(Icon::named(words.icon).is_some(), "{}", words.icon);
        }
    }

    #[test]
    fn no_two_icons_are_the_same_and_each_is_listed_once() {
        for (place, icon) in Icon::ALL.iter().enumerate() {
            assert_eq!(Icon::ALL.iter().position(|other| other == icon), Some(place));
        }
        // Which verbs share one, such as spells do, is the rule system's business.
        let all: Vec<Command> = Command::all().collect();
        for one in &all {
            let verbs =
                |other: &Command| [one, other].iter().all(|c| matches!(c, Command::Verb(_)));
            let alike = |other: &&Command| Icon::of(*one) == Icon::of(**other) && !verbs(other);
            assert_eq!(all.iter().filter(|other| *other != one).find(alike), None, "{one:?}");
        }
    }
}
