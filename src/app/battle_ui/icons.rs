//! The icons of verbs, panels and states: paths on a square from -1 to 1, y downwards, in one ink.
//! The same thing has the same icon in orders, menus, the log and the help.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, vec2};

use super::verb::Verb;

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
    /// A tail that sweeps.
    Sweep,
    /// Bow and arrow.
    Shoot,
    /// A flame.
    Fire,
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
    /// A question mark.
    Question,
    /// A funnel.
    Filter,
    /// A table between corners.
    Table,
}

/// A stroke or a shape of an icon.
enum Part {
    /// An open line.
    Line(&'static [(f32, f32)]),
    /// A closed line.
    Loop(&'static [(f32, f32)]),
    /// A filled convex shape.
    Fill(&'static [(f32, f32)]),
    /// A disc: its middle and radius.
    Dot(f32, f32, f32),
    /// A circle: its middle and radius.
    Ring(f32, f32, f32),
    /// Part of a circle: middle, radius, and from which to which degree, clockwise from the right.
    Arc(f32, f32, f32, f32, f32),
}

use Part::{Arc, Dot, Fill, Line, Loop, Ring};

/// How wide lines are, where the square is 2 wide.
const LINE: f32 = 0.18;

impl Icon {
    /// All icons.
    pub const ALL: [Self; 54] = [
        Self::Activate,
        Self::Move,
        Self::Turn,
        Self::Wheel,
        Self::FormUp,
        Self::Charge,
        Self::Drive,
        Self::Fight,
        Self::Sweep,
        Self::Shoot,
        Self::Fire,
        Self::LoadWeapon,
        Self::Membership,
        Self::ChangePlaces,
        Self::StandUp,
        Self::Rally,
        Self::Hold,
        Self::Done,
        Self::Unit,
        Self::Model,
        Self::Measure,
        Self::Undo,
        Self::Card,
        Self::Dice,
        Self::Log,
        Self::Keys,
        Self::Menu,
        Self::Save,
        Self::Load,
        Self::Link,
        Self::Settings,
        Self::Fold,
        Self::Unfold,
        Self::Left,
        Self::Right,
        Self::Close,
        Self::Zones,
        Self::Arcs,
        Self::Ranges,
        Self::Coherency,
        Self::Sight,
        Self::Reach,
        Self::Armour,
        Self::Wound,
        Self::Fallen,
        Self::Panic,
        Self::Prone,
        Self::Concede,
        Self::Leave,
        Self::Victory,
        Self::Aim,
        Self::Question,
        Self::Filter,
        Self::Table,
    ];

    /// The icon of what one press does.
    pub fn of(verb: Verb) -> Self {
        match verb {
            Verb::Activate => Self::Activate,
            Verb::Move => Self::Move,
            Verb::Turn => Self::Turn,
            Verb::Wheel => Self::Wheel,
            Verb::FormUp => Self::FormUp,
            Verb::Charge => Self::Charge,
            Verb::Overrun => Self::Drive,
            Verb::Fight => Self::Fight,
            Verb::Sweep => Self::Sweep,
            Verb::Shoot => Self::Shoot,
            Verb::Template => Self::Fire,
            Verb::LoadWeapon => Self::LoadWeapon,
            Verb::Membership => Self::Membership,
            Verb::ChangePlaces => Self::ChangePlaces,
            Verb::StandUp => Self::StandUp,
            Verb::Rally => Self::Rally,
            Verb::Hold => Self::Hold,
            Verb::EndActivation => Self::Done,
            Verb::Scope => Self::Model,
            Verb::Measure => Self::Measure,
            Verb::Undo => Self::Undo,
            Verb::Save => Self::Save,
            Verb::Load => Self::Load,
        }
    }

    fn parts(self) -> &'static [Part] {
        match self {
            Self::Activate => &[Fill(&[(-0.5, -0.8), (0.8, 0.0), (-0.5, 0.8)])],
            Self::Move => &[
                Line(&[(-0.8, 0.7), (-0.25, 0.7), (-0.25, -0.3), (0.4, -0.3)]),
                Fill(&[(0.25, -0.78), (0.9, -0.3), (0.25, 0.18)]),
            ],
            Self::Turn => &[
                Arc(0.0, 0.08, 0.62, -40.0, 215.0),
                Fill(&[(-0.92, 0.12), (-0.66, -0.6), (-0.18, -0.06)]),
            ],
            Self::Wheel => &[
                Dot(-0.68, 0.68, 0.2),
                Line(&[(-0.68, 0.68), (0.85, 0.68)]),
                Line(&[(-0.68, 0.68), (0.02, -0.58)]),
                Arc(-0.68, 0.68, 1.25, -34.0, -8.0),
                Fill(&[(0.12, -0.36), (0.68, -0.16), (0.3, 0.26)]),
            ],
            Self::FormUp => &[
                Fill(&[(-0.85, -0.55), (-0.4, -0.55), (-0.4, -0.1), (-0.85, -0.1)]),
                Fill(&[(-0.22, -0.55), (0.22, -0.55), (0.22, -0.1), (-0.22, -0.1)]),
                Fill(&[(0.4, -0.55), (0.85, -0.55), (0.85, -0.1), (0.4, -0.1)]),
                Fill(&[(-0.85, 0.15), (-0.4, 0.15), (-0.4, 0.6), (-0.85, 0.6)]),
                Fill(&[(-0.22, 0.15), (0.22, 0.15), (0.22, 0.6), (-0.22, 0.6)]),
                Fill(&[(0.4, 0.15), (0.85, 0.15), (0.85, 0.6), (0.4, 0.6)]),
            ],
            Self::Charge => &[
                Line(&[(-0.88, 0.0), (0.0, 0.0)]),
                Line(&[(-0.75, -0.45), (-0.3, -0.45)]),
                Line(&[(-0.75, 0.45), (-0.3, 0.45)]),
                Fill(&[(-0.08, -0.62), (0.6, 0.0), (-0.08, 0.62)]),
                Line(&[(0.8, -0.75), (0.8, 0.75)]),
            ],
            Self::Drive => &[
                Ring(-0.15, 0.25, 0.55),
                Dot(-0.15, 0.25, 0.15),
                Line(&[(-0.8, -0.7), (0.4, -0.7)]),
                Fill(&[(0.3, -0.98), (0.85, -0.7), (0.3, -0.42)]),
            ],
            Self::Fight => &[
                Line(&[(-0.8, -0.8), (0.42, 0.42)]),
                Line(&[(0.8, -0.8), (-0.42, 0.42)]),
                Line(&[(0.1, 0.72), (0.72, 0.1)]),
                Line(&[(-0.1, 0.72), (-0.72, 0.1)]),
                Line(&[(0.42, 0.42), (0.8, 0.8)]),
                Line(&[(-0.42, 0.42), (-0.8, 0.8)]),
            ],
            Self::Sweep => &[
                Dot(0.0, 0.6, 0.26),
                Arc(0.0, 0.6, 0.95, 192.0, 322.0),
                Fill(&[(0.5, -0.12), (1.0, -0.26), (0.95, 0.4)]),
            ],
            Self::Shoot => &[
                Arc(-0.5, 0.0, 0.85, -62.0, 62.0),
                Line(&[(-0.1, -0.76), (-0.45, 0.0), (-0.1, 0.76)]),
                Line(&[(-0.85, 0.0), (0.6, 0.0)]),
                Fill(&[(0.45, -0.3), (0.95, 0.0), (0.45, 0.3)]),
            ],
            Self::Fire => &[
                Loop(&[
                    (0.05, -0.9),
                    (0.2, -0.45),
                    (0.55, -0.1),
                    (0.68, 0.35),
                    (0.45, 0.75),
                    (0.0, 0.88),
                    (-0.45, 0.75),
                    (-0.68, 0.35),
                    (-0.5, -0.05),
                    (-0.28, 0.1),
                    (-0.2, -0.4),
                ]),
                Fill(&[(0.05, 0.1), (0.28, 0.45), (0.15, 0.7), (-0.15, 0.7), (-0.25, 0.45)]),
            ],
            Self::LoadWeapon => &[
                Dot(0.0, -0.62, 0.26),
                Line(&[(0.0, -0.2), (0.0, 0.2)]),
                Fill(&[(-0.32, 0.08), (0.32, 0.08), (0.0, 0.5)]),
                Line(&[(-0.75, -0.1), (-0.75, 0.78), (0.75, 0.78), (0.75, -0.1)]),
            ],
            Self::Membership => &[
                Dot(-0.62, -0.5, 0.24),
                Dot(-0.62, 0.5, 0.24),
                Dot(-0.2, 0.0, 0.24),
                Line(&[(0.15, -0.75), (0.15, 0.75)]),
                Ring(0.62, 0.0, 0.24),
            ],
            Self::ChangePlaces => &[
                Line(&[(-0.8, -0.4), (0.3, -0.4)]),
                Fill(&[(0.2, -0.78), (0.85, -0.4), (0.2, -0.02)]),
                Line(&[(0.8, 0.4), (-0.3, 0.4)]),
                Fill(&[(-0.2, 0.02), (-0.85, 0.4), (-0.2, 0.78)]),
            ],
            Self::StandUp => &[
                Line(&[(-0.75, 0.78), (0.75, 0.78)]),
                Line(&[(0.0, 0.5), (0.0, -0.2)]),
                Fill(&[(-0.48, -0.2), (0.0, -0.9), (0.48, -0.2)]),
            ],
            Self::Rally => &[
                Line(&[(-0.6, 0.9), (-0.6, -0.9)]),
                Fill(&[(-0.6, -0.88), (0.85, -0.4), (-0.6, 0.1)]),
            ],
            Self::Hold => &[
                Line(&[(-0.7, -0.82), (0.7, -0.82)]),
                Line(&[(-0.7, 0.82), (0.7, 0.82)]),
                Loop(&[(-0.5, -0.8), (0.5, -0.8), (-0.5, 0.8), (0.5, 0.8)]),
                Fill(&[(0.0, 0.25), (0.42, 0.8), (-0.42, 0.8)]),
            ],
            Self::Done => &[Line(&[(-0.75, 0.05), (-0.22, 0.6), (0.8, -0.6)])],
            Self::Unit => &[
                Dot(-0.55, -0.38, 0.24),
                Dot(0.0, -0.38, 0.24),
                Dot(0.55, -0.38, 0.24),
                Dot(-0.55, 0.38, 0.24),
                Dot(0.0, 0.38, 0.24),
                Dot(0.55, 0.38, 0.24),
            ],
            Self::Model => &[Ring(0.0, 0.0, 0.75), Dot(0.0, 0.0, 0.32)],
            Self::Measure => &[
                Loop(&[(-0.88, -0.4), (0.88, -0.4), (0.88, 0.4), (-0.88, 0.4)]),
                Line(&[(-0.45, -0.4), (-0.45, 0.0)]),
                Line(&[(0.0, -0.4), (0.0, 0.12)]),
                Line(&[(0.45, -0.4), (0.45, 0.0)]),
            ],
            Self::Undo => &[
                Arc(0.05, 0.2, 0.58, -90.0, 140.0),
                Line(&[(0.05, -0.38), (-0.25, -0.38)]),
                Fill(&[(-0.15, -0.8), (-0.15, 0.04), (-0.8, -0.38)]),
            ],
            Self::Card => &[
                Loop(&[(-0.62, -0.85), (0.62, -0.85), (0.62, 0.85), (-0.62, 0.85)]),
                Dot(0.0, -0.36, 0.2),
                Line(&[(-0.3, 0.15), (0.3, 0.15)]),
                Line(&[(-0.3, 0.48), (0.3, 0.48)]),
            ],
            Self::Dice => &[
                Loop(&[
                    (0.0, -0.9),
                    (0.85, -0.22),
                    (0.85, 0.22),
                    (0.0, 0.9),
                    (-0.85, 0.22),
                    (-0.85, -0.22),
                ]),
                Loop(&[(0.0, -0.85), (0.48, 0.2), (0.0, 0.46), (-0.48, 0.2)]),
            ],
            Self::Log => &[
                Dot(-0.7, -0.58, 0.13),
                Line(&[(-0.35, -0.58), (0.8, -0.58)]),
                Dot(-0.7, 0.0, 0.13),
                Line(&[(-0.35, 0.0), (0.8, 0.0)]),
                Dot(-0.7, 0.58, 0.13),
                Line(&[(-0.35, 0.58), (0.45, 0.58)]),
            ],
            Self::Keys => &[
                Loop(&[(-0.9, -0.55), (0.9, -0.55), (0.9, 0.55), (-0.9, 0.55)]),
                Dot(-0.5, -0.15, 0.13),
                Dot(0.0, -0.15, 0.13),
                Dot(0.5, -0.15, 0.13),
                Line(&[(-0.4, 0.24), (0.4, 0.24)]),
            ],
            Self::Menu => &[
                Line(&[(-0.8, -0.55), (0.8, -0.55)]),
                Line(&[(-0.8, 0.0), (0.8, 0.0)]),
                Line(&[(-0.8, 0.55), (0.8, 0.55)]),
            ],
            Self::Save => &[
                Loop(&[(-0.78, -0.78), (0.45, -0.78), (0.78, -0.45), (0.78, 0.78), (-0.78, 0.78)]),
                Line(&[(-0.35, -0.75), (-0.35, -0.3), (0.28, -0.3), (0.28, -0.75)]),
                Line(&[(-0.42, 0.75), (-0.42, 0.2), (0.42, 0.2), (0.42, 0.75)]),
            ],
            Self::Load => &[
                Loop(&[
                    (-0.88, -0.65),
                    (-0.3, -0.65),
                    (-0.08, -0.38),
                    (0.88, -0.38),
                    (0.88, 0.68),
                    (-0.88, 0.68),
                ]),
                Line(&[(-0.85, -0.05), (0.85, -0.05)]),
            ],
            Self::Link => &[
                Arc(-0.45, 0.0, 0.4, 40.0, 320.0),
                Arc(0.45, 0.0, 0.4, 220.0, 500.0),
                Line(&[(-0.4, 0.0), (0.4, 0.0)]),
            ],
            Self::Settings => &[
                Line(&[(-0.85, -0.55), (0.85, -0.55)]),
                Dot(0.35, -0.55, 0.24),
                Line(&[(-0.85, 0.0), (0.85, 0.0)]),
                Dot(-0.4, 0.0, 0.24),
                Line(&[(-0.85, 0.55), (0.85, 0.55)]),
                Dot(0.1, 0.55, 0.24),
            ],
            Self::Fold => &[Line(&[(-0.7, 0.35), (0.0, -0.35), (0.7, 0.35)])],
            Self::Unfold => &[Line(&[(-0.7, -0.35), (0.0, 0.35), (0.7, -0.35)])],
            Self::Left => &[Line(&[(0.35, -0.7), (-0.35, 0.0), (0.35, 0.7)])],
            Self::Right => &[Line(&[(-0.35, -0.7), (0.35, 0.0), (-0.35, 0.7)])],
            Self::Close => &[Line(&[(-0.6, -0.6), (0.6, 0.6)]), Line(&[(0.6, -0.6), (-0.6, 0.6)])],
            Self::Zones => &[
                Dot(0.0, 0.0, 0.32),
                Arc(0.0, 0.0, 0.78, 10.0, 80.0),
                Arc(0.0, 0.0, 0.78, 100.0, 170.0),
                Arc(0.0, 0.0, 0.78, 190.0, 260.0),
                Arc(0.0, 0.0, 0.78, 280.0, 350.0),
            ],
            Self::Arcs => &[
                Dot(0.0, 0.4, 0.26),
                Arc(0.0, 0.4, 0.85, 180.0, 360.0),
                Line(&[(-0.9, 0.4), (-0.45, 0.4)]),
                Line(&[(0.45, 0.4), (0.9, 0.4)]),
            ],
            Self::Ranges => &[
                Dot(-0.7, 0.7, 0.2),
                Arc(-0.7, 0.7, 0.65, -90.0, 0.0),
                Arc(-0.7, 0.7, 1.05, -90.0, 0.0),
                Arc(-0.7, 0.7, 1.45, -90.0, 0.0),
            ],
            Self::Coherency => &[
                Dot(-0.65, 0.45, 0.24),
                Dot(0.0, -0.45, 0.24),
                Dot(0.65, 0.45, 0.24),
                Line(&[(-0.65, 0.45), (0.0, -0.45), (0.65, 0.45)]),
            ],
            Self::Sight => &[
                Loop(&[
                    (-0.9, 0.0),
                    (-0.5, -0.42),
                    (0.0, -0.58),
                    (0.5, -0.42),
                    (0.9, 0.0),
                    (0.5, 0.42),
                    (0.0, 0.58),
                    (-0.5, 0.42),
                ]),
                Dot(0.0, 0.0, 0.26),
            ],
            Self::Reach => &[
                Dot(0.0, 0.0, 0.24),
                Loop(&[
                    (-0.2, -0.85),
                    (0.55, -0.7),
                    (0.85, -0.05),
                    (0.45, 0.5),
                    (-0.1, 0.85),
                    (-0.75, 0.5),
                    (-0.8, -0.3),
                ]),
            ],
            Self::Armour => &[
                Loop(&[
                    (-0.7, -0.75),
                    (0.0, -0.88),
                    (0.7, -0.75),
                    (0.65, 0.1),
                    (0.4, 0.55),
                    (0.0, 0.9),
                    (-0.4, 0.55),
                    (-0.65, 0.1),
                ]),
                Line(&[(0.0, -0.8), (0.0, 0.8)]),
            ],
            Self::Wound => &[Fill(&[
                (0.0, -0.9),
                (0.4, -0.15),
                (0.6, 0.3),
                (0.5, 0.68),
                (0.2, 0.88),
                (-0.2, 0.88),
                (-0.5, 0.68),
                (-0.6, 0.3),
                (-0.4, -0.15),
            ])],
            Self::Fallen => &[
                Loop(&[
                    (-0.4, 0.4),
                    (-0.75, 0.1),
                    (-0.75, -0.4),
                    (-0.4, -0.8),
                    (0.4, -0.8),
                    (0.75, -0.4),
                    (0.75, 0.1),
                    (0.4, 0.4),
                    (0.4, 0.8),
                    (-0.4, 0.8),
                ]),
                Dot(-0.32, -0.15, 0.2),
                Dot(0.32, -0.15, 0.2),
                Line(&[(0.0, 0.45), (0.0, 0.75)]),
            ],
            Self::Panic => &[
                Fill(&[(-0.2, -0.85), (0.2, -0.85), (0.1, 0.25), (-0.1, 0.25)]),
                Dot(0.0, 0.65, 0.2),
            ],
            Self::Prone => &[
                Dot(-0.65, 0.05, 0.24),
                Line(&[(-0.3, 0.15), (0.85, 0.15)]),
                Line(&[(-0.85, 0.6), (0.85, 0.6)]),
            ],
            Self::Concede => &[
                Line(&[(-0.6, 0.9), (-0.6, -0.9)]),
                Loop(&[(-0.6, -0.82), (0.75, -0.82), (0.75, 0.05), (-0.6, 0.05)]),
            ],
            Self::Leave => &[
                Line(&[(0.1, -0.8), (-0.75, -0.8), (-0.75, 0.8), (0.1, 0.8)]),
                Line(&[(-0.25, 0.0), (0.45, 0.0)]),
                Fill(&[(0.35, -0.42), (0.9, 0.0), (0.35, 0.42)]),
            ],
            Self::Victory => &[Loop(&[
                (-0.8, -0.5),
                (-0.35, 0.0),
                (0.0, -0.7),
                (0.35, 0.0),
                (0.8, -0.5),
                (0.62, 0.65),
                (-0.62, 0.65),
            ])],
            Self::Aim => &[Loop(&[
                (0.0, -0.9),
                (0.24, -0.3),
                (0.86, -0.28),
                (0.38, 0.12),
                (0.53, 0.73),
                (0.0, 0.38),
                (-0.53, 0.73),
                (-0.38, 0.12),
                (-0.86, -0.28),
                (-0.24, -0.3),
            ])],
            Self::Question => &[
                Arc(0.0, -0.38, 0.45, 180.0, 405.0),
                Line(&[(0.31, -0.07), (0.0, 0.15), (0.0, 0.35)]),
                Dot(0.0, 0.75, 0.16),
            ],
            Self::Filter => &[Loop(&[
                (-0.8, -0.7),
                (0.8, -0.7),
                (0.18, 0.05),
                (0.18, 0.75),
                (-0.18, 0.55),
                (-0.18, 0.05),
            ])],
            Self::Table => &[
                Line(&[(-0.85, -0.35), (-0.85, -0.75), (-0.4, -0.75)]),
                Line(&[(0.4, -0.75), (0.85, -0.75), (0.85, -0.35)]),
                Line(&[(0.85, 0.35), (0.85, 0.75), (0.4, 0.75)]),
                Line(&[(-0.4, 0.75), (-0.85, 0.75), (-0.85, 0.35)]),
                Fill(&[(-0.42, -0.28), (0.42, -0.28), (0.42, 0.28), (-0.42, 0.28)]),
            ],
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
    fn no_two_icons_are_the_same_and_each_is_listed_once() {
        for (place, icon) in Icon::ALL.iter().enumerate() {
            assert_eq!(Icon::ALL.iter().position(|other| other == icon), Some(place));
        }
        let orders: Vec<Icon> = Verb::orders().map(Icon::of).collect();
        for (place, icon) in orders.iter().enumerate() {
            assert_eq!(orders.iter().position(|other| other == icon), Some(place));
        }
    }
}
