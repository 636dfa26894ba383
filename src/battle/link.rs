//! A battle as a link: level, seed, orders and the version of the rules, packed into the part of an
//! address after its "#". Whoever opens it has the battle at that point, or where its orders still
//! lead (see [`opening`](super::opening)). Links come from anywhere, so nothing in one is
//! believed before it has been measured.

use data_encoding::BASE64URL_NOPAD;
use miniz_oxide::{
    deflate::compress_to_vec_zlib,
    inflate::{DecompressError, TINFLStatus, decompress_to_vec_zlib_with_limit},
};
use ron::value::RawValue;
use serde::{Deserialize, Serialize};

use super::{
    commanders::Commanders,
    data::{DataError, quoted, read_ron, ron_options, write_ron},
    handicap::Handicap,
    level::{Deployment, Level, Source},
    levels,
    rules::RuleSystem,
    save::{Earlier, SAVE_VERSION, Save, Unread, lenient},
    snapshot::Snapshot,
};

/// What stands before the packed battle.
pub const MARK: &str = "#b=";
/// The longest link that is looked at, in characters.
pub const LONGEST_LINK: usize = 256 * 1024;
/// The most orders in a link.
pub const MOST_ORDERS: usize = 5000;
/// The most that may come out of a link when it is unpacked, in bytes.
const LONGEST_TEXT: usize = 2 * 1024 * 1024;
/// The version of the packing. The first, which doesn't say the version of the rules, is still read.
const VERSION: u8 = 2;
const FIRST_VERSION: u8 = 1;
/// What errors call it.
const NAME: &str = "link";

/// Why a link can't be made or opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It has no battle in it.
    #[error("there is no battle in this link: \"{MARK}\" and the battle are missing")]
    NoBattle,
    /// It is too long.
    #[error("the link has {0} characters; {LONGEST_LINK} are the limit")]
    TooLong(usize),
    /// Part of it is missing or was changed on the way.
    #[error("the link is damaged: part of it is missing, or it was changed on its way here")]
    Damaged,
    /// What it holds is too much.
    #[error("the link holds more than {LONGEST_TEXT} bytes")]
    TooMuch,
    /// It was packed in another way.
    #[error("the link is of version {0}; this game opens versions {FIRST_VERSION} to {VERSION}")]
    OtherVersion(u8),
    /// It is of another rule system.
    #[error("a battle of {}, which this game doesn't know", quoted(.0))]
    OtherRules(String),
    /// It has too many orders.
    #[error("a battle of {0} orders; {MOST_ORDERS} are the limit in a link")]
    TooManyOrders(usize),
    /// What it holds is no battle.
    #[error("the link holds no battle: {0}")]
    NotABattle(DataError),
    /// The level in it can't be played.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Level(Vec<DataError>),
    /// The battle has no form as text.
    #[error("the battle can't be written: {0}")]
    Unwritten(String),
}

/// What is packed.
#[derive(Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Packed<R: RuleSystem> {
    rules: String,
    /// Unknown in links of the first version.
    #[serde(default)]
    rules_version: Option<u32>,
    seed: u64,
    level: PackedLevel<R>,
    practice: bool,
    /// Who leads the sides; people in links of the first versions.
    #[serde(default, skip_serializing_if = "Commanders::are_usual")]
    commanders: Commanders,
    /// Points that sides have from the beginning.
    #[serde(default, skip_serializing_if = "Handicap::is_none")]
    handicap: Handicap,
    /// The places of the orders that computers gave; why they did so has no room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    by_computer: Vec<usize>,
    /// Where the orders begin if what came before was played with other rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Box<Snapshot<R>>>,
    orders: Vec<R::Order>,
    hash: String,
}

/// The same, with orders of any rules.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Lenient<R: RuleSystem> {
    rules: String,
    #[serde(default)]
    rules_version: Option<u32>,
    seed: u64,
    level: PackedLevel<R>,
    practice: bool,
    #[serde(default)]
    commanders: Commanders,
    #[serde(default)]
    handicap: Handicap,
    #[serde(default)]
    by_computer: Vec<usize>,
    #[serde(default)]
    from: Option<Box<Snapshot<R>>>,
    orders: Vec<Box<RawValue>>,
    hash: String,
}

/// A level by its name if it comes with the game, whole if not.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
enum PackedLevel<R: RuleSystem> {
    Known { id: String, deployment: Deployment },
    Whole(Box<Level<R>>),
}

/// A battle as the end of an address: [`MARK`] and what follows it.
///
/// # Errors
/// That there is too much of it.
pub fn write<R: RuleSystem>(save: &Save<R>) -> Result<String, LinkError> {
    if save.orders.len() > MOST_ORDERS {
        return Err(LinkError::TooManyOrders(save.orders.len()));
    }
    let packed = Packed::<R> {
        rules: save.rules.clone(),
        rules_version: save.rules_version,
        seed: save.seed,
        level: known(&save.level)
            .unwrap_or_else(|| PackedLevel::Whole(Box::new(save.level.clone()))),
        practice: save.practice,
        commanders: save.commanders.clone(),
        handicap: save.handicap.clone(),
        by_computer: save.by_computer.keys().copied().collect(),
        from: save.earlier.as_ref().map(|earlier| earlier.position.clone()),
        orders: save.orders.clone(),
        hash: save.hash.clone(),
    };
    let text = ron_options().to_string(&packed);
    let text = text.map_err(|error| LinkError::Unwritten(error.to_string()))?;
    if text.len() > LONGEST_TEXT {
        return Err(LinkError::TooMuch);
    }
    let mut bytes = vec![VERSION];
    bytes.extend(compress_to_vec_zlib(text.as_bytes(), 10));
    let link = format!("{MARK}{}", BASE64URL_NOPAD.encode(&bytes));
    if link.len() > LONGEST_LINK { Err(LinkError::TooLong(link.len())) } else { Ok(link) }
}

/// Reads the battle of a link: a whole address or its end.
///
/// # Errors
/// Why it can't be opened.
pub fn read<R: RuleSystem>(link: &str) -> Result<Save<R>, LinkError> {
    let link = link.trim();
    if link.len() > LONGEST_LINK {
        return Err(LinkError::TooLong(link.len()));
    }
    let (_, packed) = link.split_once(MARK).ok_or(LinkError::NoBattle)?;
    let bytes = BASE64URL_NOPAD.decode(packed.as_bytes()).map_err(|_| LinkError::Damaged)?;
    let (&version, bytes) = bytes.split_first().ok_or(LinkError::NoBattle)?;
    if !(FIRST_VERSION..=VERSION).contains(&version) {
        return Err(LinkError::OtherVersion(version));
    }
    let text = decompress_to_vec_zlib_with_limit(bytes, LONGEST_TEXT).map_err(
        |DecompressError { status, .. }| match status {
            TINFLStatus::HasMoreOutput => LinkError::TooMuch,
            _ => LinkError::Damaged,
        },
    )?;
    let text = String::from_utf8(text).map_err(|_| LinkError::Damaged)?;
    let (packed, unread) = unpack::<R>(&text)?;
    if packed.rules != R::NAME {
        return Err(LinkError::OtherRules(packed.rules));
    }
    let mut commanders = packed.commanders;
    commanders.make_printable();
    let unread_orders = unread.as_ref().map_or(0, |unread| unread.orders.len());
    let orders = packed.orders.len() + unread_orders;
    if orders > MOST_ORDERS {
        return Err(LinkError::TooManyOrders(orders));
    }
    let level = match packed.level {
        PackedLevel::Known { id, deployment } => {
            // Links of the first version are from before all versions of the rules.
            let of_version = packed.rules_version.unwrap_or_default();
            let level = levels::embedded(&id, of_version).map_err(LinkError::Level)?;
            // What is wrong with its orders is wrong in the link.
            let source = Source { file: NAME.to_owned(), text: String::new() };
            Level { deployment, source, ..level }
        }
        PackedLevel::Whole(level) => {
            // It gets the same checks as one from a file of its own.
            let text = write_ron(&level).map_err(|e| LinkError::Unwritten(e.to_string()))?;
            Level::read(NAME, &text).map_err(LinkError::Level)?
        }
    };
    Ok(Save {
        version: SAVE_VERSION,
        rules: packed.rules,
        rules_version: packed.rules_version,
        seed: packed.seed,
        level,
        practice: packed.practice,
        commanders,
        handicap: packed.handicap,
        earlier: packed.from.map(|position| Earlier {
            orders: Vec::new(),
            told: Vec::new(),
            position,
        }),
        orders: packed.orders,
        by_computer: packed.by_computer.into_iter().map(|place| (place, None)).collect(),
        hash: packed.hash,
        position: None,
        told: Vec::new(),
        seal: None,
        unread,
    })
}

/// Reads what was packed; of other rules, the orders up to the first that isn't understood.
fn unpack<R: RuleSystem>(text: &str) -> Result<(Packed<R>, Option<Unread>), LinkError> {
    let strict = match read_ron::<Packed<R>>(NAME, text) {
        Ok(packed) => return Ok((packed, None)),
        Err(error) => LinkError::NotABattle(error),
    };
    let Ok(found) = read_ron::<Lenient<R>>(NAME, text) else { return Err(strict) };
    let (orders, unread) = lenient::orders::<R>(NAME, text, &found.orders);
    if found.rules_version == Some(R::VERSION) {
        return Err(strict);
    }
    let packed = Packed {
        rules: found.rules,
        rules_version: found.rules_version,
        seed: found.seed,
        level: found.level,
        practice: found.practice,
        commanders: found.commanders,
        handicap: found.handicap,
        by_computer: found.by_computer,
        from: found.from,
        orders,
        hash: found.hash,
    };
    Ok((packed, unread))
}

/// The name of a level that comes with the game just as it is, apart from who deploys, from its place in
/// the list and from what its [digest](Level::digest) leaves out.
fn known<R: RuleSystem>(level: &Level<R>) -> Option<PackedLevel<R>> {
    let id = levels::id_for(&level.name);
    let embedded = levels::embedded::<R>(&id, R::VERSION).ok()?;
    let Level { deployment, skill, .. } = *level;
    let as_here = Level { deployment, skill, ..embedded };
    (as_here.digest() == level.digest()).then_some(PackedLevel::Known { id, deployment })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, Opened, SideId, level::Harder},
        lab::{Bout, play},
        no_quarter::NoQuarter,
    };

    fn fought(level: &Level<NoQuarter>) -> Save<NoQuarter> {
        play(Bout::random(level, 3)).unwrap().save
    }

    fn duel() -> Level<NoQuarter> {
        levels::find("duel-at-the-wall", None).unwrap()
    }

    fn packed(text: &str) -> String {
        let mut bytes = vec![VERSION];
        bytes.extend(compress_to_vec_zlib(text.as_bytes(), 6));
        format!("{MARK}{}", BASE64URL_NOPAD.encode(&bytes))
    }

    #[test]
    fn a_battle_comes_out_of_its_link_as_it_went_in() {
        let save = fought(&duel());
        let link = write(&save).unwrap();
        let from_address = read::<NoQuarter>(&format!("https://example.org/play/{link}")).unwrap();
        assert_eq!(from_address.orders, save.orders);
        assert_eq!((from_address.seed, &from_address.hash), (save.seed, &save.hash));
        assert_eq!(write_ron(&from_address.level).unwrap(), write_ron(&save.level).unwrap());
        assert!(link.len() < save.write().unwrap().len() / 4, "{} characters", link.len());
    }

    #[test]
    fn a_level_of_ones_own_and_a_deployment_by_hand_travel_too() {
        let mut level = duel();
        level.deployment = Deployment::ByHand;
        let by_hand = Save { level: level.clone(), ..fought(&duel()) };
        assert!(matches!(known(&by_hand.level), Some(PackedLevel::Known { .. })));
        let read_back = read::<NoQuarter>(&write(&by_hand).unwrap()).unwrap();
        assert_eq!(read_back.level.deployment, Deployment::ByHand);
        // Whom it is meant to be harder for makes no other level of it.
        level.harder = match level.harder {
            Some(_) => None,
            None => Some(Harder { side: "Wardens".to_owned(), because: "they are few".to_owned() }),
        };
        assert!(matches!(known(&level), Some(PackedLevel::Known { .. })));
        level.name = "My own".to_owned();
        let mut handicap = Handicap::default();
        handicap.give(SideId(1), 150);
        let commanders = Commanders { no_hints: true, ..Commanders::default() };
        let own = Save { level, handicap, commanders, ..by_hand };
        let read_back = read::<NoQuarter>(&write(&own).unwrap()).unwrap();
        assert_eq!(read_back.level.name, "My own");
        assert_eq!(read_back.level.units, own.level.units);
        assert_eq!(read_back.level.harder, own.level.harder);
        assert_eq!((read_back.handicap, read_back.commanders), (own.handicap, own.commanders));
    }

    #[test]
    fn links_that_are_none_are_refused() {
        let read = |link: &str| read::<NoQuarter>(link).map(drop).unwrap_err();
        assert_eq!(read("https://example.org/"), LinkError::NoBattle);
        assert_eq!(read(MARK), LinkError::NoBattle);
        assert_eq!(read("#b=!!"), LinkError::Damaged);
        assert_eq!(read(&format!("{MARK}{}", "A".repeat(LONGEST_LINK))), {
            LinkError::TooLong(LONGEST_LINK + MARK.len())
        });
        assert_eq!(read("#b=CQ"), LinkError::OtherVersion(9));
        assert!(matches!(read(&packed("nonsense")), LinkError::NotABattle(_)));
        let other = "(rules:\"chess\",seed:1,level:Known(id:\"plain\",deployment:AsPlaced),\
                     practice:false,orders:[],hash:\"\")";
        assert_eq!(read(&packed(other)), LinkError::OtherRules("chess".to_owned()));
        let nowhere = other.replace("chess", "no_quarter").replace("plain", "../plain");
        assert!(matches!(read(&packed(&nowhere)), LinkError::Level(_)));
    }

    #[test]
    fn a_link_of_other_rules_none_of_whose_orders_is_understood_opens_as_it_began() {
        let text = "(rules:\"no_quarter\",rules_version:VERSION,seed:1,level:Known(id:\"plain\",\
                    deployment:AsPlaced),practice:false,orders:[Waft(to:3)],hash:\"\")";
        let of = |version: &str| read::<NoQuarter>(&packed(&text.replace("VERSION", version)));
        let (battle, opened) = Battle::open(&of("Some(1)").unwrap()).unwrap();
        assert!(matches!(opened, Opened::AtLastOrder { held: 0, orders: 1, .. }), "{opened:?}");
        assert!(opened.to_string().contains("version 1 of the rules"), "{opened}");
        assert_eq!(battle.save().orders, []);
        let present = format!("Some({})", NoQuarter::VERSION);
        assert!(matches!(of(&present).map(drop).unwrap_err(), LinkError::NotABattle(_)));
    }

    #[test]
    fn a_damaged_link_is_refused_wherever_it_is_damaged() {
        let link = write(&fought(&duel())).unwrap();
        for cut in [MARK.len() + 5, link.len() / 2, link.len() - 1] {
            assert!(read::<NoQuarter>(&link[..cut]).is_err(), "cut after {cut}");
        }
        let whole = read::<NoQuarter>(&link).unwrap();
        let mut unharmed = 0;
        for at in MARK.len()..link.len() {
            let other = if link.as_bytes()[at] == b'x' { "y" } else { "x" };
            let changed = format!("{}{other}{}", &link[..at], &link[at + 1..]);
            // A few bits before the checksum only fill a byte up.
            if let Ok(save) = read::<NoQuarter>(&changed) {
                assert_eq!(save, whole, "changed at {at}");
                unharmed += 1;
            }
        }
        assert!(unharmed <= 2, "{unharmed}");
    }

    #[test]
    fn a_link_that_swells_beyond_measure_is_refused() {
        let bomb = packed(&" ".repeat(LONGEST_TEXT + 1));
        assert!(bomb.len() < 20_000, "{} characters", bomb.len());
        assert_eq!(read::<NoQuarter>(&bomb).map(drop).unwrap_err(), LinkError::TooMuch);
    }

    #[test]
    fn a_level_in_a_link_is_checked_like_any_other() {
        let mut level = duel();
        level.name = "Mine".to_owned();
        level.units[0].count = 100_000;
        let save = Save { level, ..fought(&duel()) };
        let error = read::<NoQuarter>(&write(&save).unwrap()).map(drop).unwrap_err();
        assert!(matches!(error, LinkError::Level(_)), "{error}");
    }
}
