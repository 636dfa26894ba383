//! The file of a series: what is played in its first line, then a line for each pair of battles that
//! was. Whoever stops a series goes on from its file; parts that were played elsewhere are put
//! together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{PairRecord, Series, Shard, Share};
use crate::battle::playable::count;

/// The version of the file's form.
const FORMAT: u32 = 1;
/// A series has no more pairs: a file can't ask for endless work.
pub const MOST_PAIRS: usize = 1_000_000;

/// A file of a series has no more bytes: more than the largest series needs.
pub const LONGEST_SERIES: usize = 1024 * 1024 * 1024;

/// A series has no more players: there are far fewer kinds.
const MOST_PLAYERS: usize = 64;

/// The first line of a series' file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: u32,
    /// What is played.
    pub series: Series,
    /// The part of it that is played here; none for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

/// A series and what was played of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// What is played.
    pub header: Header,
    /// The pairs that were played, by their numbers.
    pub pairs: BTreeMap<usize, PairRecord>,
}

/// Why a file of a series can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// It can't be read.
    #[error("{file}:{line}: {problem}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// It is of another series.
    #[error("{file}: a file of another series: {difference}")]
    OtherSeries {
        /// The file.
        file: String,
        /// What differs.
        difference: String,
    },
    /// A pair of battles stands in two files.
    #[error("{file}: pair {number} was in an earlier file already")]
    Twice {
        /// The later file.
        file: String,
        /// The pair.
        number: usize,
    },
    /// Pairs would be lost if the series replaced the file.
    #[error(
        "{file}: this file would be replaced, but {} of its series would be lost; name another file",
        count(*.pairs, "pair")
    )]
    Lost {
        /// The file.
        file: String,
        /// How many pairs.
        pairs: usize,
    },
    /// There is nothing to put together.
    #[error("no files were named")]
    Nothing,
}

impl Header {
    /// The first line for a series, or for a part of it.
    pub fn new(series: Series, shard: Option<Shard>) -> Self {
        Self { format: FORMAT, series, shard }
    }

    /// Whether a pair is played here.
    pub fn holds(&self, number: usize) -> bool {
        number < self.series.len() && self.shard.is_none_or(|shard| shard.holds(number))
    }

    /// How another header differs, in words; none if both are of one series. A series may grow: how
    /// many pairs there are doesn't change what the first of them are.
    fn difference(&self, other: &Self) -> Option<String> {
        let (own, its) = (&self.series, &other.series);
        let list = |names: &[String]| names.join(", ");
        let levels = |series: &Series| {
            series.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>().join(", ")
        };
        let told = |what: &str, own: String, its: String| {
            (own != its).then(|| format!("its {what} is {its}, not {own}"))
        };
        told("rule system", own.rules.clone(), its.rules.clone())
            .or_else(|| {
                told("version of the rules", own.version.to_string(), its.version.to_string())
            })
            .or_else(|| {
                let versions = [own, its].map(|series| series.players_version.to_string());
                let [own, its] = versions;
                told("version of the computer players", own, its)
            })
            .or_else(|| told("list of players", list(&own.players), list(&its.players)))
            .or_else(|| told("list of levels", levels(own), levels(its)))
            .or_else(|| told("first seed", own.seed.to_string(), its.seed.to_string()))
            .or_else(|| {
                let mut both = own.levels.iter().zip(&its.levels);
                let (changed, _) = both.find(|(own, its)| own.digest != its.digest)?;
                Some(format!(
                    "its level {} is a different one, or only in one of the two do the players deploy \
                     the armies",
                    changed.name
                ))
            })
    }
}

impl Journal {
    /// A series of which nothing was played yet.
    pub fn new(header: Header) -> Self {
        Self { header, pairs: BTreeMap::new() }
    }

    /// Reads a file. A last line without its end was cut off while it was written, and doesn't count.
    ///
    /// # Errors
    /// The line that makes no sense.
    pub fn read(file: &str, text: &str) -> Result<Self, JournalError> {
        let wrong = |line: usize, problem: String| JournalError::Line {
            file: file.to_owned(),
            line: line + 1,
            problem,
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut lines = whole.lines().enumerate();
        let (_, first) = lines.next().unwrap_or_default();
        let header: Header = serde_json::from_str(first)
            .map_err(|error| wrong(0, format!("no series begins here: {}", in_line(&error))))?;
        if header.format != FORMAT {
            let problem = format!("format {} is unknown; this is {FORMAT}", header.format);
            return Err(wrong(0, problem));
        }
        if header.series.players.len() < 2 || header.series.levels.is_empty() {
            return Err(wrong(0, "a series has at least two players and a level".to_owned()));
        }
        if header.series.players.len() > MOST_PLAYERS {
            return Err(wrong(0, format!("a series has no more than {MOST_PLAYERS} players")));
        }
        if header.series.len() > MOST_PAIRS {
            return Err(wrong(0, format!("a series has no more than {MOST_PAIRS} pairs")));
        }
        let mut journal = Self::new(header);
        for (line, text) in lines {
            let pair: PairRecord = serde_json::from_str(text).map_err(|error| {
                wrong(line, format!("this is no pair of battles: {}", in_line(&error)))
            })?;
            let number = pair.number;
            if !journal.header.holds(number) {
                return Err(wrong(line, format!("pair {number} doesn't belong to this file")));
            }
            if pair.battles.iter().any(|battle| battle.winner.is_some_and(|winner| winner > 1)) {
                return Err(wrong(line, "a pair has two players, 0 and 1".to_owned()));
            }
            let shares = pair.battles.iter().flat_map(|battle| &battle.shares);
            let possible = |share: &Share| share.lost <= share.models && share.seconds >= 0.0;
            if !shares.into_iter().all(possible) {
                let problem =
                    "a player has lost more models than it had, or has a negative thinking time";
                return Err(wrong(line, problem.to_owned()));
            }
            if journal.pairs.insert(number, pair).is_some() {
                return Err(wrong(line, format!("pair {number} is here twice")));
            }
        }
        Ok(journal)
    }

    /// The same series with what was played of it in a file; it may have more pairs than the file
    /// knew of.
    ///
    /// # Errors
    /// What the file differs by.
    pub fn go_on(self, file: &str, header: Header) -> Result<Self, JournalError> {
        let part = |shard: Option<Shard>| shard.map_or("all".to_owned(), |shard| shard.to_string());
        let (own, its) = (header.shard, self.header.shard);
        let other =
            || (own != its).then(|| format!("its part is {}, not {}", part(its), part(own)));
        let shorter = || {
            let (own, its) = (header.series.pairs, self.header.series.pairs);
            (own < its).then(|| format!("it has {} on each level, not {own}", count(its, "pair")))
        };
        match header.difference(&self.header).or_else(other).or_else(shorter) {
            None => Ok(Self { header, ..self }),
            Some(difference) => {
                Err(JournalError::OtherSeries { file: file.to_owned(), difference })
            }
        }
    }

    /// Whether nothing is lost if this series replaces what a file holds.
    ///
    /// # Errors
    /// The file is of another series, or holds pairs of battles that aren't here.
    pub fn may_replace(&self, file: &str, before: &Self) -> Result<(), JournalError> {
        let file = file.to_owned();
        if let Some(difference) = self.header.difference(&before.header) {
            return Err(JournalError::OtherSeries { file, difference });
        }
        let is_here = |(number, pair): &(&usize, &PairRecord)| {
            self.pairs.get(number).is_some_and(|here| here.is_the_same(pair))
        };
        match before.pairs.iter().filter(|pair| !is_here(pair)).count() {
            0 => Ok(()),
            pairs => Err(JournalError::Lost { file, pairs }),
        }
    }

    /// The numbers of the pairs that are still to be played here.
    pub fn left(&self) -> Vec<usize> {
        let all = 0..self.header.series.len();
        all.filter(|number| self.header.holds(*number) && !self.pairs.contains_key(number))
            .collect()
    }

    /// The pairs of two players.
    pub fn of_meeting(&self, players: [usize; 2]) -> Vec<PairRecord> {
        let here = |number: &usize| self.header.series.bill(*number).players == players;
        self.pairs.iter().filter(|(number, _)| here(number)).map(|(_, pair)| pair.clone()).collect()
    }

    /// The file.
    pub fn write(&self) -> String {
        let mut text = line(&self.header);
        self.pairs.values().for_each(|pair| text += &line(pair));
        text
    }
}

/// What is wrong with a line, without the number that the line has for itself.
fn in_line(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    told.strip_suffix(&place).unwrap_or(&told).to_owned()
}

/// A value as a line of a series' file.
pub fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("a record is made of plain values");
    text.push('\n');
    text
}

/// Puts parts of one series together, each named by its file. What is still missing can be played on
/// from the result.
///
/// # Errors
/// A part of another series, or a pair that stands in two parts.
pub fn merge(parts: &[(String, Journal)]) -> Result<Journal, JournalError> {
    let Some((_, first)) = parts.first() else { return Err(JournalError::Nothing) };
    let mut whole = Journal::new(Header { shard: None, ..first.header.clone() });
    // A series may have grown between two of its parts.
    let pairs = parts.iter().map(|(_, part)| part.header.series.pairs).max();
    whole.header.series.pairs = pairs.unwrap_or_default();
    for (file, part) in parts {
        if let Some(difference) = whole.header.difference(&part.header) {
            return Err(JournalError::OtherSeries { file: file.clone(), difference });
        }
        for (&number, pair) in &part.pairs {
            if whole.pairs.insert(number, pair.clone()).is_some() {
                return Err(JournalError::Twice { file: file.clone(), number });
            }
        }
    }
    Ok(whole)
}

/// What is still missing of a series, in words; none if nothing is.
pub fn missing(journal: &Journal) -> Option<String> {
    let left = journal.left().len();
    (left > 0).then(|| format!("{} of battles still to be played", count(left, "pair")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::series::{BattleRecord, LevelMark, Share};

    fn series() -> Series {
        Series {
            rules: "small".to_owned(),
            version: 2,
            players_version: 1,
            players: ["a", "b"].map(str::to_owned).into(),
            levels: vec![LevelMark { name: "hill".to_owned(), digest: "0f".to_owned() }],
            seed: 7,
            pairs: 6,
        }
    }

    fn pair(number: usize) -> PairRecord {
        let share = Share { points: 2, models: 3, lost: 1, decisions: 4, seconds: 0.5 };
        let battle = BattleRecord {
            winner: Some(1),
            reason: "the last turn is over".to_owned(),
            turn: 4,
            orders: 8,
            hash: "0f".to_owned(),
            shares: [share; 2],
        };
        PairRecord { number, battles: [battle.clone(), battle] }
    }

    fn played(shard: Option<&str>, numbers: &[usize]) -> Journal {
        let shard = shard.map(|shard| shard.parse().unwrap());
        let pairs = numbers.iter().map(|&number| (number, pair(number))).collect();
        Journal { header: Header::new(series(), shard), pairs }
    }

    #[test]
    fn a_series_goes_on_where_its_file_ends() {
        let journal = played(None, &[0, 2]);
        let text = journal.write();
        assert_eq!(Journal::read("s", &text), Ok(journal.clone()));
        assert_eq!(journal.left(), [1, 3, 4, 5]);
        // The program was killed while it wrote.
        for cut in 1..60 {
            let cut = Journal::read("s", &text[..text.len() - cut]).unwrap();
            assert_eq!(cut.left(), [1, 2, 3, 4, 5]);
        }
        let header = journal.header.clone();
        assert_eq!(journal.clone().go_on("s", header), Ok(journal.clone()));
        let longer = Header::new(Series { pairs: 8, ..series() }, None);
        assert_eq!(journal.clone().go_on("s", longer).unwrap().left(), [1, 3, 4, 5, 6, 7]);
        let part = Header::new(series(), Some("1/2".parse().unwrap()));
        for (other, difference) in [
            (Header::new(Series { seed: 8, ..series() }, None), "its first seed is 7, not 8"),
            (
                Header::new(Series { pairs: 5, ..series() }, None),
                "it has 6 pairs on each level, not 5",
            ),
            (part, "its part is all, not 1/2"),
        ] {
            let refused = journal.clone().go_on("s", other).unwrap_err().to_string();
            assert_eq!(refused, format!("s: a file of another series: {difference}"));
        }
    }

    #[test]
    fn parts_make_the_whole_in_any_order() {
        let parts = [("1/3", [0, 3]), ("3/3", [2, 5]), ("2/3", [1, 4])];
        let parts = parts.map(|(shard, numbers)| {
            let part = played(Some(shard), &numbers);
            assert_eq!(part.left(), [0; 0], "{shard}");
            (shard.to_owned(), part)
        });
        let whole = merge(&parts).unwrap();
        assert_eq!(whole, played(None, &[0, 1, 2, 3, 4, 5]));
        assert_eq!(missing(&whole), None);
        let half = merge(&parts[..2]).unwrap();
        assert_eq!(missing(&half).as_deref(), Some("2 pairs of battles still to be played"));
    }

    #[test]
    fn a_series_may_have_grown_between_two_of_its_parts() {
        let (short, mut long) = (played(Some("1/2"), &[0, 2, 4]), played(Some("2/2"), &[1, 7]));
        long.header.series.pairs = 8;
        let parts = [("short".to_owned(), short), ("long".to_owned(), long)];
        let turned = [parts[1].clone(), parts[0].clone()];
        for parts in [parts, turned] {
            let whole = merge(&parts).unwrap();
            assert_eq!(whole.left(), [3, 5, 6]);
            assert_eq!(Journal::read("whole", &whole.write()), Ok(whole));
        }
    }

    #[test]
    fn a_file_is_replaced_only_by_what_holds_all_of_it() {
        let (whole, part) = (played(None, &[0, 1, 2]), played(Some("1/2"), &[0, 2]));
        assert_eq!(whole.may_replace("f", &part), Ok(()));
        assert_eq!(whole.may_replace("f", &whole), Ok(()));
        let told = part.may_replace("f", &whole).unwrap_err().to_string();
        assert!(told.contains("but 1 pair of its series would be lost"), "{told}");
        // The same pair, fought on a slower machine, and fought otherwise.
        let mut other = part.clone();
        other.pairs.get_mut(&2).unwrap().battles[0].shares[1].seconds += 1.0;
        assert_eq!(whole.may_replace("f", &other), Ok(()));
        other.pairs.get_mut(&2).unwrap().battles[0].orders += 1;
        let lost = JournalError::Lost { file: "f".to_owned(), pairs: 1 };
        assert_eq!(whole.may_replace("f", &other), Err(lost));
        other.header.series.seed += 1;
        let told = whole.may_replace("f", &other).unwrap_err().to_string();
        assert_eq!(told, "f: a file of another series: its first seed is 8, not 7");
    }

    #[test]
    fn parts_that_overlap_or_are_foreign_are_refused() {
        let part = |file: &str, journal| (file.to_owned(), journal);
        let twice = [part("x", played(Some("1/2"), &[0, 2])), part("y", played(None, &[2]))];
        let refused = merge(&twice).unwrap_err();
        assert_eq!(refused, JournalError::Twice { file: "y".to_owned(), number: 2 });
        let mut other = played(Some("2/2"), &[1]);
        other.header.series.levels[0].digest = "10".to_owned();
        let refused = merge(&[part("x", played(Some("1/2"), &[0])), part("y", other)]).unwrap_err();
        let wanted = "y: a file of another series: its level hill is a different one, or only in one of \
                      the two do the players deploy the armies";
        assert_eq!(refused.to_string(), wanted);
        assert_eq!(merge(&[]), Err(JournalError::Nothing));
    }

    #[test]
    fn broken_files_are_told_with_their_line() {
        let good = played(Some("1/2"), &[0, 2]).write();
        let lines: Vec<&str> = good.lines().collect();
        let (head, first, second) = (lines[0], lines[1], lines[2]);
        let foreign = first.replace("\"number\":0", "\"number\":1");
        let impossible = first.replacen("\"lost\":1", "\"lost\":4", 1);
        let third = first.replace("\"winner\":1", "\"winner\":2");
        let endless = head.replace("\"pairs\":6", "\"pairs\":18446744073709551615");
        let newer = head.replace("\"format\":1", "\"format\":2");
        for (text, line, problem) in [
            (String::new(), 1, "no series begins here"),
            ("{}\n".to_owned(), 1, "no series begins here"),
            (format!("{newer}\n"), 1, "format 2 is unknown"),
            (format!("{endless}\n"), 1, "no more than 1000000 pairs"),
            (format!("{head}\n{first}\nnonsense\n"), 3, "this is no pair of battles"),
            (format!("{head}\n{foreign}\n"), 2, "pair 1 doesn't belong to this file"),
            (format!("{head}\n{impossible}\n"), 2, "lost more models than it had"),
            (format!("{head}\n{third}\n"), 2, "a pair has two players"),
            (format!("{head}\n{first}\n{second}\n{first}\n"), 4, "pair 0 is here twice"),
        ] {
            let told = Journal::read("s", &text).unwrap_err().to_string();
            assert!(told.starts_with(&format!("s:{line}: ")) && told.contains(problem), "{told}");
        }
    }
}
