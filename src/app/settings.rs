//! What a player prefers: the speed of animations, the size of panels, how loud it is, the keys.
//! Kept between runs, with the place of the window.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    AppOptions, screens::message_box::MessageBox, storage, theme::ThemeName,
    window_place::WindowPlace,
};
use crate::{
    battle::{
        Commander, Commanders,
        data::{DataError, is_printable, read_ron, write_ron},
    },
    players::Kind,
};

pub(super) fn plugin(app: &mut App) {
    let options = app.world().resource::<AppOptions>();
    let asked = options.scale;
    let given = options.settings.clone();
    let is_given = given.is_some();
    let (settings, problem) = given.map_or_else(Settings::load, |settings| (settings, None));
    app.insert_resource(UiScale::new(asked, settings.ui_scale));
    app.insert_resource(settings);
    app.add_systems(PreUpdate, follow_scale.run_if(resource_changed::<Settings>));
    if let Some(problem) = problem {
        let tell = move |mut message: ResMut<MessageBox>| {
            let title = "Your settings can't be read, so the defaults are used";
            message.errors(title, std::slice::from_ref(&problem));
        };
        app.add_systems(Startup, tell);
    }
    if !is_given {
        app.add_systems(Last, keep.run_if(resource_changed::<Settings>));
    }
}

/// How fast events are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnimationSpeed {
    /// Not at all: tokens jump.
    Off,
    /// Half as fast.
    Slow,
    /// As meant.
    #[default]
    Normal,
    /// Three times as fast.
    Fast,
}

impl AnimationSpeed {
    /// All speeds, for a choice.
    pub const ALL: [Self; 4] = one_of_each!(AnimationSpeed: Off, Slow, Normal, Fast);

    /// Seconds played in a second; none when nothing is played.
    pub fn rate(self) -> Option<f32> {
        match self {
            Self::Off => None,
            Self::Slow => Some(0.5),
            Self::Normal => Some(1.0),
            Self::Fast => Some(3.0),
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "Off",
            Self::Slow => "Slow",
            Self::Normal => "Normal",
            Self::Fast => "Fast",
        }
    }
}

/// How long a computer player tells what it is about to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// Until somebody says so.
    Step,
    /// As long as one needs to look at everything.
    Slow,
    /// As long as one needs to follow.
    #[default]
    Normal,
    /// Hardly.
    Fast,
    /// Not at all.
    AtOnce,
}

impl Pace {
    /// All of them, for a choice.
    pub const ALL: [Self; 5] = one_of_each!(Pace: Step, Slow, Normal, Fast, AtOnce);

    /// How long, in seconds; none if somebody has to say so.
    pub fn seconds(self) -> Option<f64> {
        match self {
            Self::Step => None,
            Self::Slow => Some(3.0),
            Self::Normal => Some(1.3),
            Self::Fast => Some(0.5),
            Self::AtOnce => Some(0.0),
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "Step by step",
            Self::Slow => "Slow",
            Self::Normal => "Normal",
            Self::Fast => "Fast",
            Self::AtOnce => "At once",
        }
    }
}

/// A player's preferences.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How fast events are played.
    pub speed: AnimationSpeed,
    /// How long computer players tell what they are about to do.
    pub pace: Pace,
    /// Who led the sides of the battle that was begun last, and whether hints were allowed.
    pub commanders: Commanders,
    /// How large panels and text are; 1 is as meant.
    ///
    /// What is drawn follows [`UiScale`].
    pub ui_scale: f32,
    /// How large text is within panels; 1 is as meant.
    pub text_size: f32,
    /// Whether the view glides to what is played out of sight.
    pub follow_action: bool,
    /// How loud sounds are, from 0, which is silence, to 1.
    pub volume: f32,
    /// The colours of the window.
    pub theme: ThemeName,
    /// Keys that differ from the usual: the action's name, and the key's.
    pub keys: BTreeMap<String, String>,
    /// The page that links to battles open; in the browser it is the page itself.
    pub page: String,
    /// The id of the level that was played last; empty before the first.
    pub last_level: String,
    /// What was explained already, and isn't again: the ids of the explanations.
    pub explained: BTreeSet<String>,
    /// Where the window was; in the browser that is the page's business.
    pub window: WindowPlace,
}

impl Default for Settings {
    fn default() -> Self {
        // Where web/serve.sh serves it.
        let page = "http://127.0.0.1:8080/".to_owned();
        Self {
            speed: AnimationSpeed::Normal,
            pace: Pace::Normal,
            commanders: Commanders::default(),
            ui_scale: 1.0,
            text_size: 1.0,
            follow_action: true,
            volume: VOLUMES[2].0,
            theme: ThemeName::Default,
            keys: BTreeMap::new(),
            page,
            last_level: String::new(),
            explained: BTreeSet::new(),
            window: WindowPlace::default(),
        }
    }
}

/// How loud sounds can be, and what that is called.
pub const VOLUMES: [(f32, &str); 4] =
    [(0.0, "Off"), (0.25, "Quiet"), (0.55, "Medium"), (1.0, "Loud")];

/// How large panels and text are drawn now. What the command line asks for this time goes before
/// the player's preference, until that is changed.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct UiScale {
    now: f32,
    /// The preference that was last seen.
    preferred: f32,
}

impl UiScale {
    fn new(asked: Option<f32>, preferred: f32) -> Self {
        Self { now: asked.map_or(preferred, |asked| in_bounds(asked, &SCALES)), preferred }
    }

    /// How large; 1 is as meant.
    pub fn now(&self) -> f32 {
        self.now
    }

    /// Draws everything as large as the player has just chosen.
    pub fn choose(&mut self, scale: f32) {
        *self = Self::new(None, scale);
    }
}

/// Draws panels as large as the player prefers, once that has changed.
fn follow_scale(settings: Res<Settings>, mut scale: ResMut<UiScale>) {
    if scale.preferred != settings.ui_scale {
        scale.choose(settings.ui_scale);
    }
}

/// How small and how large panels can be made; the largest is for screens of many points.
pub const SCALES: RangeInclusive<f32> = 0.7..=3.0;
/// How small and how large text can be made within panels.
pub const TEXT_SIZES: RangeInclusive<f32> = 0.85..=1.4;

/// Longer names than any action or key has, in bytes.
const LONGEST_NAME: usize = 60;
/// A longer address than anybody gives a page, in bytes.
const LONGEST_PAGE: usize = 500;

/// The name that preferences are kept under.
pub const FILE: &str = "settings.ron";

impl Settings {
    /// The kept settings, or the usual ones and why; what can't be read is put aside.
    fn load() -> (Self, Option<DataError>) {
        let Ok(text) = storage::read(FILE) else { return (Self::default(), None) };
        Self::read(&text).map_or_else(
            |problem| {
                storage::put_aside(FILE, &text);
                (Self::default(), Some(problem))
            },
            |settings| (settings, None),
        )
    }

    /// Reads settings; what was written by hand comes out as panels can be drawn with it.
    ///
    /// # Errors
    /// The line where the text stops making sense.
    pub fn read(text: &str) -> Result<Self, DataError> {
        let mut settings: Self = read_ron(FILE, text)?;
        settings.keep_in_bounds();
        Ok(settings)
    }

    /// The usual ones, but for what no panel changes.
    pub fn usual(&self) -> Self {
        let (page, last_level) = (self.page.clone(), self.last_level.clone());
        let explained = self.explained.clone();
        Self { page, last_level, explained, window: self.window, ..Self::default() }
    }

    /// Brings what was written by hand into what panels can be drawn with.
    fn keep_in_bounds(&mut self) {
        self.ui_scale = in_bounds(self.ui_scale, &SCALES);
        self.text_size = in_bounds(self.text_size, &TEXT_SIZES);
        self.volume = in_bounds(self.volume, &(0.0..=1.0));
        self.keys.retain(|action, key| is_name(action) && is_name(key));
        self.explained.retain(|id| is_name(id));
        if self.page.len() > LONGEST_PAGE || !self.page.chars().all(is_printable) {
            self.page = Self::default().page;
        }
        if !is_name(&self.last_level) {
            self.last_level.clear();
        }
        // Sides are few; who leads them is somebody who is known.
        self.commanders.sides.truncate(usize::from(u8::MAX));
        for commander in &mut self.commanders.sides {
            if let Commander::Computer(name) = commander
                && Kind::named(name).is_none()
            {
                *commander = Commander::Person;
            }
        }
    }
}

/// Whether it may be the name of an action, of a key, of a level or of an explanation.
fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME && name.chars().all(is_printable)
}

fn in_bounds(size: f32, bounds: &RangeInclusive<f32>) -> f32 {
    if size.is_finite() { size.clamp(*bounds.start(), *bounds.end()) } else { 1.0 }
}

pub(super) fn keep(settings: Res<Settings>) {
    if settings.is_added() {
        return;
    }
    if let Ok(text) = write_ron(&*settings)
        && let Err(error) = storage::write(FILE, &text)
    {
        warn!("settings were not saved: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_written_by_hand_are_kept_in_bounds() {
        let mut settings = Settings { ui_scale: 90.0, text_size: f32::NAN, ..Settings::default() };
        settings.keep_in_bounds();
        assert_eq!((settings.ui_scale, settings.text_size), (*SCALES.end(), 1.0));
        let mut settings =
            Settings { ui_scale: -2.0, text_size: f32::INFINITY, ..Settings::default() };
        settings.keep_in_bounds();
        assert_eq!((settings.ui_scale, settings.text_size), (*SCALES.start(), 1.0));
    }

    #[test]
    fn a_scale_for_this_time_lasts_until_the_player_chooses() {
        let mut world = World::new();
        let preferred = Settings { ui_scale: 1.2, ..Settings::default() };
        world.insert_resource(UiScale::new(Some(2.0), preferred.ui_scale));
        world.insert_resource(Settings { speed: AnimationSpeed::Off, ..preferred });
        let follow = world.register_system(follow_scale);
        world.run_system(follow).unwrap();
        assert_eq!(world.resource::<UiScale>().now(), 2.0, "another preference changed");
        world.resource_mut::<Settings>().ui_scale = 1.5;
        world.run_system(follow).unwrap();
        assert_eq!(world.resource::<UiScale>().now(), 1.5);
        assert_eq!(UiScale::new(Some(90.0), 1.0).now(), *SCALES.end());
    }

    #[test]
    fn however_loud_somebody_writes_it_is_no_louder_than_it_can_be() {
        let loud = |volume| {
            let mut settings = Settings { volume, ..Settings::default() };
            settings.keep_in_bounds();
            settings.volume
        };
        assert_eq!((loud(40.0), loud(-1.0), loud(0.3)), (1.0, 0.0, 0.3));
        assert!(VOLUMES.iter().any(|(volume, _)| *volume == Settings::default().volume));
    }

    #[test]
    fn the_usual_settings_leave_the_window_where_it_is() {
        let window = WindowPlace { full_screen: true, ..WindowPlace::default() };
        let own = Settings { volume: 0.0, page: "here".to_owned(), window, ..Settings::default() };
        let usual = own.usual();
        assert_eq!((usual.window, usual.page.as_str()), (window, "here"));
        assert_eq!(usual.volume, Settings::default().volume);
    }

    #[test]
    fn settings_of_earlier_versions_are_read_with_what_they_lack() {
        let old = "(speed: Fast, ui_scale: 1.2)";
        let settings: Settings = read_ron(FILE, old).unwrap();
        assert_eq!(settings, Settings { speed: AnimationSpeed::Fast, ui_scale: 1.2, ..default() });
    }
}
