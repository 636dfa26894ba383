//! What tokens and banners show: the sign of a troop, the badge of who leads, and small signs of
//! states. How they are drawn is the window's business.

/// What a model's token shows as long as the battle lasts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// The name of its troop's sign.
    pub sign: String,
    /// How it stands out of its unit.
    pub badge: Badge,
    /// The names of the signs of what it carries.
    pub carries: Vec<&'static str>,
}

/// How a model stands out of its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Badge {
    /// Not at all.
    #[default]
    Common,
    /// It leads it.
    Leader,
    /// It leads the army.
    General,
    /// It carries its banner.
    Banner,
    /// It carries the army's banner.
    ArmyBanner,
    /// It plays for it.
    Music,
}

/// A small sign of a state, named for what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// A tick: it has had its go.
    Tick,
    /// An hourglass: it waits.
    Hourglass,
    /// A flash in a triangle: its nerves fail.
    Flash,
    /// An exclamation mark in a square on its point: it is beside itself.
    Exclamation,
    /// A figure on its back: it lies on the ground.
    Figure,
    /// A ball: it can fire.
    Ball,
    /// A spark: something that somebody has brought about lasts on it.
    Spark,
}

/// What is marked on a model's token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Marks {
    /// Wounds it can take at first, and how many it has left; one wound isn't marked.
    pub wounds: (u8, u8),
    /// Whether its unit has had its go: the token is greyed.
    pub done: bool,
    /// Whether it lies on the ground: the token is toppled.
    pub lies: bool,
    /// What its unit does.
    pub unit: Option<Sign>,
    /// How its unit's nerves are.
    pub nerves: Option<Sign>,
    /// How it is itself.
    pub model: Option<Sign>,
}

/// One thing that is marked on tokens, banners or plates of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A state.
    State(Sign),
    /// How a model stands out of its unit.
    Badge(Badge),
    /// Wounds it can take at first, and how many it has left.
    Wounds(u8, u8),
}
