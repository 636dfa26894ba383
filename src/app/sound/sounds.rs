//! The sounds there are, and what each is mixed of.

use super::recipe::{
    Part, Recipe,
    Voice::{self, Buzz, Hiss, Sine},
};

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// A button that is pressed.
    Click,
    /// Something that can't be done.
    Refused,
    /// Dice that roll.
    Dice,
    /// Feet at ease.
    Steps,
    /// Feet that run faster and faster, and a crash.
    Charge,
    /// Feet that run away.
    Flight,
    /// Steel that meets something.
    Blow,
    /// Steel that meets nothing.
    Swing,
    /// A shield or a mail shirt that holds.
    Clang,
    /// Somebody who is hit.
    Hit,
    /// A bow that is let go.
    Arrow,
    /// A crossbow or a bolt thrower.
    Bolt,
    /// A gun.
    Gun,
    /// Something heavy that is sent through the air.
    Lob,
    /// Something that bursts.
    Burst,
    /// Fire that is breathed.
    Breath,
    /// Somebody who falls.
    Fall,
    /// Something that is put down on the table.
    Place,
    /// A turn that begins, a battle that ends.
    Turn,
    /// A call: a unit charges, or answers.
    Call,
    /// A unit that falters.
    Falter,
    /// A unit that takes heart.
    Rally,
}

impl Sound {
    /// All of them.
    pub const ALL: [Self; 22] = one_of_each!(
        Sound: Click, Refused, Dice, Steps, Charge, Flight, Blow, Swing, Clang, Hit, Arrow, Bolt,
        Gun, Lob, Burst, Breath, Fall, Place, Turn, Call, Falter, Rally,
    );

    /// Whether it comes from the table, where nothing sounds the same twice.
    pub(super) fn is_of_the_table(self) -> bool {
        match self {
            Self::Click | Self::Refused | Self::Turn | Self::Call | Self::Falter | Self::Rally => {
                false
            }
            Self::Dice
            | Self::Steps
            | Self::Charge
            | Self::Flight
            | Self::Blow
            | Self::Swing
            | Self::Clang
            | Self::Hit
            | Self::Arrow
            | Self::Bolt
            | Self::Gun
            | Self::Lob
            | Self::Burst
            | Self::Breath
            | Self::Fall
            | Self::Place => true,
        }
    }

    /// What it is mixed of.
    pub(super) fn recipe(self) -> Recipe {
        let (peak, parts): (f32, &'static [Part]) = match self {
            Self::Click => (0.22, CLICK),
            Self::Refused => (0.30, REFUSED),
            Self::Dice => (0.40, DICE),
            Self::Steps => (0.30, STEPS),
            Self::Charge => (0.65, CHARGE),
            Self::Flight => (0.40, FLIGHT),
            Self::Blow => (0.60, BLOW),
            Self::Swing => (0.35, SWING),
            Self::Clang => (0.40, CLANG),
            Self::Hit => (0.60, HIT),
            Self::Arrow => (0.40, ARROW),
            Self::Bolt => (0.50, BOLT),
            Self::Gun => (0.80, GUN),
            Self::Lob => (0.60, LOB),
            Self::Burst => (0.85, BURST),
            Self::Breath => (0.60, BREATH),
            Self::Fall => (0.55, FALL),
            Self::Place => (0.40, PLACE),
            Self::Turn => (0.45, TURN),
            Self::Call => (0.35, CALL),
            Self::Falter => (0.55, FALTER),
            Self::Rally => (0.35, RALLY),
        };
        Recipe { seed: self as u32, peak, parts }
    }
}

/// A part that is there at once and fades: from when on, how loud, how long until a third is left.
const fn struck(at: f32, loud: f32, fades: f32, voice: Voice) -> Part {
    Part { at, loud, rises: 0.001, fades, voice }
}

/// A part that takes its time to come.
const fn swelling(at: f32, loud: f32, rises: f32, fades: f32, voice: Voice) -> Part {
    Part { at, loud, rises, fades, voice }
}

/// The ground under a foot.
const fn foot(at: f32, loud: f32) -> Part {
    struck(at, loud, 0.018, Hiss { low: 70.0, high: 520.0 })
}

/// A die that strikes wood.
const fn die(at: f32, loud: f32, high: f32) -> Part {
    struck(at, loud, 0.008, Sine { from: high, to: high * 0.96 })
}

/// Its edge.
const fn rattle(at: f32, loud: f32) -> Part {
    struck(at, loud, 0.006, Hiss { low: 1800.0, high: 6500.0 })
}

/// A drum.
const fn drum(at: f32, loud: f32) -> Part {
    struck(at, loud, 0.085, Sine { from: 104.0, to: 62.0 })
}

const CLICK: &[Part] = &[
    struck(0.0, 0.6, 0.004, Hiss { low: 1500.0, high: 6000.0 }),
    struck(0.0, 0.5, 0.008, Sine { from: 1500.0, to: 1100.0 }),
];
const REFUSED: &[Part] = &[
    swelling(0.0, 0.6, 0.006, 0.035, Buzz { from: 150.0, to: 140.0 }),
    swelling(0.10, 0.6, 0.006, 0.045, Buzz { from: 118.0, to: 108.0 }),
];
const DICE: &[Part] = &[
    rattle(0.0, 0.7),
    die(0.0, 0.6, 1900.0),
    rattle(0.045, 0.5),
    die(0.045, 0.5, 2350.0),
    rattle(0.105, 0.6),
    die(0.105, 0.5, 1650.0),
    rattle(0.16, 0.4),
    die(0.16, 0.4, 2100.0),
    rattle(0.235, 0.35),
    die(0.235, 0.35, 1800.0),
    rattle(0.32, 0.2),
    die(0.32, 0.2, 2000.0),
];
const STEPS: &[Part] = &[
    foot(0.0, 0.7),
    foot(0.055, 0.5),
    foot(0.12, 0.8),
    foot(0.17, 0.5),
    foot(0.235, 0.7),
    foot(0.29, 0.4),
];
const CHARGE: &[Part] = &[
    foot(0.0, 0.4),
    foot(0.055, 0.5),
    foot(0.10, 0.6),
    foot(0.14, 0.7),
    foot(0.175, 0.8),
    swelling(0.0, 0.5, 0.18, 0.06, Hiss { low: 40.0, high: 220.0 }),
    struck(0.21, 0.9, 0.05, Hiss { low: 300.0, high: 3200.0 }),
    struck(0.21, 0.8, 0.06, Sine { from: 140.0, to: 60.0 }),
    struck(0.225, 0.25, 0.07, Sine { from: 2150.0, to: 2120.0 }),
];
const FLIGHT: &[Part] = &[
    foot(0.0, 0.8),
    foot(0.04, 0.6),
    foot(0.075, 0.7),
    foot(0.12, 0.6),
    foot(0.15, 0.5),
    foot(0.20, 0.5),
    foot(0.24, 0.4),
    foot(0.29, 0.3),
    foot(0.34, 0.2),
    swelling(0.0, 0.3, 0.05, 0.12, Hiss { low: 250.0, high: 1200.0 }),
];
const BLOW: &[Part] = &[
    struck(0.0, 0.8, 0.012, Hiss { low: 1200.0, high: 7000.0 }),
    struck(0.0, 0.5, 0.05, Sine { from: 1870.0, to: 1850.0 }),
    struck(0.0, 0.4, 0.06, Sine { from: 2790.0, to: 2770.0 }),
    struck(0.0, 0.25, 0.04, Sine { from: 4130.0, to: 4110.0 }),
    struck(0.0, 0.7, 0.03, Sine { from: 150.0, to: 80.0 }),
];
const SWING: &[Part] = &[
    swelling(0.0, 0.8, 0.07, 0.025, Hiss { low: 500.0, high: 2200.0 }),
    swelling(0.02, 0.4, 0.06, 0.02, Hiss { low: 1500.0, high: 5000.0 }),
];
const CLANG: &[Part] = &[
    struck(0.0, 0.5, 0.006, Hiss { low: 2000.0, high: 8000.0 }),
    struck(0.0, 0.6, 0.09, Sine { from: 926.0, to: 920.0 }),
    struck(0.0, 0.5, 0.07, Sine { from: 1534.0, to: 1526.0 }),
    struck(0.0, 0.35, 0.06, Sine { from: 2487.0, to: 2476.0 }),
    struck(0.0, 0.2, 0.04, Sine { from: 3390.0, to: 3375.0 }),
];
const HIT: &[Part] = &[
    struck(0.0, 0.9, 0.04, Sine { from: 175.0, to: 62.0 }),
    struck(0.0, 0.7, 0.022, Hiss { low: 120.0, high: 1100.0 }),
];
const ARROW: &[Part] = &[
    struck(0.0, 0.6, 0.028, Buzz { from: 212.0, to: 186.0 }),
    swelling(0.005, 0.6, 0.03, 0.05, Hiss { low: 1400.0, high: 5200.0 }),
];
const BOLT: &[Part] = &[
    struck(0.0, 0.8, 0.022, Buzz { from: 138.0, to: 112.0 }),
    struck(0.0, 0.6, 0.008, Hiss { low: 900.0, high: 4200.0 }),
    swelling(0.01, 0.4, 0.02, 0.045, Hiss { low: 900.0, high: 3600.0 }),
];
const GUN: &[Part] = &[
    struck(0.0, 1.0, 0.02, Hiss { low: 200.0, high: 9000.0 }),
    struck(0.0, 0.9, 0.07, Sine { from: 130.0, to: 44.0 }),
    struck(0.01, 0.5, 0.12, Hiss { low: 60.0, high: 800.0 }),
];
const LOB: &[Part] = &[
    struck(0.0, 0.9, 0.055, Sine { from: 96.0, to: 48.0 }),
    struck(0.0, 0.5, 0.02, Hiss { low: 200.0, high: 1600.0 }),
    swelling(0.03, 0.35, 0.10, 0.08, Hiss { low: 300.0, high: 1400.0 }),
];
const BURST: &[Part] = &[
    struck(0.0, 1.0, 0.05, Hiss { low: 80.0, high: 5000.0 }),
    struck(0.0, 1.0, 0.15, Sine { from: 86.0, to: 32.0 }),
    struck(0.02, 0.6, 0.17, Hiss { low: 40.0, high: 520.0 }),
    rattle(0.18, 0.10),
    rattle(0.27, 0.07),
];
const BREATH: &[Part] = &[
    swelling(0.0, 0.9, 0.12, 0.14, Hiss { low: 120.0, high: 1100.0 }),
    swelling(0.04, 0.5, 0.15, 0.10, Hiss { low: 1400.0, high: 5200.0 }),
    swelling(0.0, 0.4, 0.10, 0.16, Hiss { low: 35.0, high: 160.0 }),
];
const FALL: &[Part] = &[
    swelling(0.0, 0.2, 0.04, 0.03, Hiss { low: 400.0, high: 2200.0 }),
    struck(0.08, 0.9, 0.05, Sine { from: 118.0, to: 52.0 }),
    struck(0.08, 0.6, 0.03, Hiss { low: 80.0, high: 700.0 }),
    struck(0.15, 0.25, 0.02, Hiss { low: 900.0, high: 3800.0 }),
];
const PLACE: &[Part] = &[
    struck(0.0, 0.7, 0.018, Sine { from: 430.0, to: 385.0 }),
    struck(0.0, 0.4, 0.012, Sine { from: 940.0, to: 900.0 }),
    struck(0.0, 0.5, 0.008, Hiss { low: 300.0, high: 2400.0 }),
];
const TURN: &[Part] = &[
    struck(0.0, 0.7, 0.20, Sine { from: 523.0, to: 522.0 }),
    struck(0.0, 0.4, 0.15, Sine { from: 1047.0, to: 1045.0 }),
    struck(0.0, 0.3, 0.10, Sine { from: 1413.0, to: 1410.0 }),
    struck(0.0, 0.2, 0.06, Sine { from: 2790.0, to: 2785.0 }),
    struck(0.0, 0.2, 0.004, Hiss { low: 1500.0, high: 6000.0 }),
];
const CALL: &[Part] = &[
    swelling(0.0, 0.7, 0.025, 0.06, Buzz { from: 194.0, to: 196.0 }),
    swelling(0.13, 0.9, 0.03, 0.14, Buzz { from: 288.0, to: 294.0 }),
    swelling(0.13, 0.3, 0.03, 0.12, Sine { from: 586.0, to: 588.0 }),
];
const FALTER: &[Part] = &[
    drum(0.0, 0.9),
    struck(0.0, 0.3, 0.02, Hiss { low: 90.0, high: 900.0 }),
    drum(0.16, 0.7),
    drum(0.36, 0.45),
];
const RALLY: &[Part] = &[
    swelling(0.0, 0.7, 0.02, 0.05, Buzz { from: 261.0, to: 262.0 }),
    swelling(0.10, 0.7, 0.02, 0.05, Buzz { from: 329.0, to: 330.0 }),
    swelling(0.20, 0.8, 0.025, 0.11, Buzz { from: 391.0, to: 392.0 }),
    drum(0.20, 0.4),
];
