//! Saved battles: the level, the seed, the orders, and where they led. Loading replays the orders, so
//! a save is also a replay, and one taken in the middle of a decision continues there. Where changed
//! rules lead elsewhere, the battle goes on from where it stood (see [`opening`](super::opening)).

pub(super) mod lenient;
mod seal;

pub use seal::Seal;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{
    commanders::Commanders,
    data::{DataError, printable, quoted, read_ron, ron_options, write_ron},
    handicap::Handicap,
    history::ByComputer,
    level::Level,
    planning::Reason,
    rules::RuleSystem,
    snapshot::Snapshot,
};

/// The version of the save format. The first, which keeps neither the version of the rules nor where
/// the battle stands, and the second, which has no seal, are still read.
pub const SAVE_VERSION: u32 = 3;
const FIRST_VERSION: u32 = 1;

/// Enough orders for any sensible battle; saves with more are refused.
pub const MOST_ORDERS: usize = 20_000;

/// A hash has sixteen digits; some room is left for hashes of other kinds. Characters.
const LONGEST_HASH: usize = 64;

/// A saved battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Save<R: RuleSystem> {
    /// The format's version.
    pub version: u32,
    /// The rule system's name.
    pub rules: String,
    /// The version of the rules that it was played with; unknown in saves of the first format.
    #[serde(default)]
    pub rules_version: Option<u32>,
    /// The dice's seed.
    pub seed: u64,
    /// The level, whole, so that a save doesn't depend on other files.
    pub level: Level<R>,
    /// Whether any order may be undone.
    pub practice: bool,
    /// Who leads the sides.
    #[serde(default, skip_serializing_if = "Commanders::are_usual")]
    pub commanders: Commanders,
    /// Points that sides have from the beginning.
    #[serde(default, skip_serializing_if = "Handicap::is_none")]
    pub handicap: Handicap,
    /// What was played before the orders, with rules that have changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Earlier<R>>,
    /// The orders, answers among them.
    pub orders: Vec<R::Order>,
    /// Which of them computer players gave, and why.
    #[serde(default, skip_serializing_if = "ByComputer::is_empty")]
    pub by_computer: ByComputer,
    /// The state hash after the last order, as sixteen hexadecimal digits.
    pub hash: String,
    /// Where the battle stands after the last order, for rules that no longer lead there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<Snapshot<R>>>,
    /// What the log tells, for the same case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The seal, as the file has it: a number for all that stands above it.
    #[serde(default, skip_serializing)]
    pub seal: Option<Seal>,
    /// The orders at the end of the file that the present rules can't even read; not part of a save.
    #[serde(skip)]
    pub unread: Option<Unread>,
}

/// What was played with rules that have changed since: it can be read, but not taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Earlier<R: RuleSystem> {
    /// The orders, as the save had them.
    #[serde(default)]
    pub orders: Vec<String>,
    /// What the log told.
    #[serde(default)]
    pub told: Vec<String>,
    /// Where the battle stood then, and where the orders that follow begin.
    pub position: Box<Snapshot<R>>,
}

/// The orders of a save from the first on that the present rules have no words for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The orders, as the save has them.
    pub orders: Vec<String>,
    /// What is wrong with the first.
    pub problem: DataError,
}

#[derive(Deserialize)]
struct Header {
    version: u32,
    rules: String,
    #[serde(default)]
    rules_version: Option<u32>,
}

impl<R: RuleSystem> Save<R> {
    /// Reads a save from its text.
    ///
    /// # Errors
    /// Another version or rule system, or the line where the text breaks off.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        let header = read_ron::<Header>(file, text).ok();
        if let Some(Header { version, rules, .. }) = &header {
            if !(FIRST_VERSION..=SAVE_VERSION).contains(version) {
                let problem = format!(
                    "a save of version {version}; this game reads version {SAVE_VERSION} and \
                     earlier ones"
                );
                return Err(vec![
                    DataError::new(file, problem).field("version").near(text, "version"),
                ]);
            }
            if *rules != R::NAME {
                let problem = format!("a battle of {}, not of \"{}\"", quoted(rules), R::NAME);
                return Err(vec![DataError::new(file, problem).field("rules").near(text, "rules")]);
            }
        }
        let of_other_rules = header.is_some_and(|header| header.rules_version != Some(R::VERSION));
        let mut save: Self = match read_ron(file, text) {
            Ok(save) => save,
            Err(error) if of_other_rules => lenient::read(file, text).ok_or_else(|| vec![error])?,
            Err(error) => return Err(vec![error]),
        };
        let unread = save.unread.as_ref().map_or(0, |unread| unread.orders.len());
        let orders = save.orders.len() + unread;
        if orders > MOST_ORDERS {
            let problem = format!("{orders} orders; {MOST_ORDERS} are the limit");
            return Err(vec![DataError::new(file, problem).field("orders").near(text, "orders")]);
        }
        if save.hash.len() > LONGEST_HASH {
            let problem =
                format!("{} isn't a hash; sixteen digits were expected", quoted(&save.hash));
            return Err(vec![DataError::new(file, problem).field("hash").near(text, "hash:")]);
        }
        save.level = save.level.checked(file, text)?;
        save.make_printable();
        save.look_at_seal(text);
        Ok(save)
    }

    /// What was told is told again, so it must be fit for a log.
    fn make_printable(&mut self) {
        let earlier = self.earlier.iter_mut().flat_map(|earlier| &mut earlier.told);
        self.commanders.make_printable();
        let reasons = self.by_computer.values_mut().flatten();
        let reasons = reasons.flat_map(Reason::texts_mut);
        for line in self.told.iter_mut().chain(earlier).chain(reasons) {
            if let Cow::Owned(shown) = printable(line) {
                *line = shown;
            }
        }
    }

    /// The save as text that people can read.
    ///
    /// # Errors
    /// When it has no RON form.
    pub fn write(&self) -> Result<String, ron::Error> {
        Ok(seal::sealed(&write_ron(self)?))
    }

    /// The save as text without line breaks or spaces, which takes a third of the room.
    ///
    /// # Errors
    /// When it has no RON form.
    pub fn write_compact(&self) -> Result<String, ron::Error> {
        Ok(seal::sealed(&ron_options().to_string(self)?))
    }

    /// Whether another save is of the same battle at the same point, whatever its format.
    pub fn is_at_the_same_point(&self, other: &Self) -> bool {
        (self.seed, &self.orders, &self.earlier, &self.unread)
            == (other.seed, &other.orders, &other.earlier, &other.unread)
            && self.level.digest() == other.level.digest()
    }

    /// How many orders the file has after its beginning, whether they can be read or not.
    pub fn count(&self) -> usize {
        self.orders.len() + self.unread.as_ref().map_or(0, |unread| unread.orders.len())
    }

    /// All of the battle as something that was: its orders, what was told, and where it stands. None
    /// if nobody knows where that is.
    pub(super) fn into_earlier(self) -> Option<Earlier<R>> {
        let mut position = self.position?;
        // The log begins again.
        position.events = 0;
        let (mut orders, mut told) = self.earlier.map_or_else(Default::default, |earlier| {
            let Earlier { orders, told, position: _ } = earlier;
            (orders, told)
        });
        // An order was read from such text, so it has one.
        orders.extend(self.orders.iter().filter_map(|order| ron_options().to_string(order).ok()));
        orders.extend(self.unread.into_iter().flat_map(|unread| unread.orders));
        told.extend(self.told);
        Some(Earlier { orders, told, position })
    }
}
