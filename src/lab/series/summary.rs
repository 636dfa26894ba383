//! What a series came to: as plain values for programs, as lines for people.

use serde::Serialize;

use super::{
    Interval, Journal, PairRecord, Pairs, Rating, Score, Sprt, Verdict, elo, ladder, wilson,
};
use crate::battle::playable::count;

/// The result of a series, as JSON has it. Fields are only ever added.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The version of this format.
    pub format: u32,
    /// The rule system.
    pub rules: String,
    /// The first and the last seed.
    pub seeds: [u64; 2],
    /// The levels.
    pub levels: Vec<String>,
    /// How many pairs of battles are still to be played.
    pub left: usize,
    /// Any two players.
    pub meetings: Vec<Meeting>,
    /// The ratings of all players, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Vec<Rating>>,
}

/// What two players came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Meeting {
    /// Who.
    pub players: [String; 2],
    /// On all levels; null before the first pair was played.
    pub all: Option<Line>,
    /// On each level that was played.
    pub levels: Vec<(String, Line)>,
    /// What a sequential test says, if there was one and something was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Tested>,
}

/// What some battles between two players came to, from the view of the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Battles.
    pub battles: u64,
    /// Those that each of them has won.
    pub won: [u64; 2],
    /// Those that nobody has won.
    pub drawn: u64,
    /// The share of the first player, 0 to 1; draws count half.
    pub share: f64,
    /// The Wilson interval of that share, as if no battle had anything to do with another.
    pub wilson: Interval,
    /// Elo by which the first player is stronger; null if it has won or lost everything.
    pub elo: Option<f64>,
    /// The interval of that, by pairs of battles.
    pub elo_interval: Interval,
    /// Pairs in which the first player got 0, 0.5, 1, 1.5 and 2 of 2 battles.
    pub pairs: [u64; 5],
    /// Victory points in a battle.
    pub points: [f64; 2],
    /// The share of its models that each player has lost.
    pub losses: [f64; 2],
    /// The turn in which battles ended.
    pub turns: f64,
    /// Orders in a battle.
    pub orders: f64,
    /// The share of battles that the level's first side has won; draws count half.
    pub first_side: f64,
    /// The Wilson interval of that share, as if no battle had anything to do with another. What a player
    /// fights against itself counts once there, not twice.
    pub first_side_wilson: Interval,
    /// How much each player decides in a second; null if that was not measured.
    pub decisions_a_second: [Option<f64>; 2],
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tested {
    /// Between which differences in Elo it decides.
    pub between: [f64; 2],
    /// How much better the larger difference explains the results: a logarithm.
    pub ratio: f64,
    /// What it says.
    pub verdict: Verdict,
}

impl Line {
    /// What was counted; none if nothing was played.
    fn of(score: &Score, against_itself: bool) -> Option<Self> {
        if score.played() == 0 {
            return None;
        }
        let exactly = Interval { low: 0.0, high: 0.0 };
        let battles = score.played();
        let each = |sum: u64| sum as f64 / battles as f64;
        let share = score.pairs.share();
        let first_side = each(score.first_side) + each(score.drawn) / 2.0;
        let different = if against_itself { battles / 2 } else { battles };
        Some(Self {
            battles,
            won: score.won,
            drawn: score.drawn,
            share,
            wilson: score.wilson(),
            elo: Some(elo(share)).filter(|elo| elo.is_finite()),
            // Nobody is stronger than itself.
            elo_interval: if against_itself { exactly } else { score.pairs.elo() },
            pairs: score.pairs.counts,
            points: [0, 1].map(|player| score.points_a_battle(player)),
            losses: [0, 1].map(|player| score.losses(player)),
            turns: score.turns_a_battle(),
            orders: each(score.orders),
            first_side,
            first_side_wilson: wilson(first_side * different as f64, different),
            decisions_a_second: [0, 1].map(|player| score.decisions_a_second(player)),
        })
    }
}

impl Summary {
    /// The result of what was played of a series.
    pub fn of(journal: &Journal, test: Option<Sprt>, with_ladder: bool) -> Self {
        let series = &journal.header.series;
        let meetings: Vec<_> =
            series.meetings().into_iter().map(|who| (who, journal.of_meeting(who))).collect();
        let told = meetings.iter().map(|(who, pairs)| {
            let mut all = Score::default();
            let mut levels = vec![Score::default(); series.levels.len()];
            for pair in pairs {
                all.count(pair);
                levels[series.bill(pair.number).level].count(pair);
            }
            let [first, second] = who.map(|player| &series.players[player]);
            let line = |score: &Score| Line::of(score, first == second);
            let names = series.levels.iter().map(|level| level.name.clone());
            let played = names.zip(&levels).filter_map(|(name, score)| Some((name, line(score)?)));
            Meeting {
                players: who.map(|player| series.players[player].clone()),
                levels: played.collect(),
                test: test
                    .filter(|_| !pairs.is_empty())
                    .map(|test| Tested::of(test, &without_gap(pairs))),
                all: line(&all),
            }
        });
        Self {
            format: 1,
            rules: series.rules.clone(),
            seeds: [series.seed, series.seed.saturating_add(series.pairs.max(1) as u64 - 1)],
            levels: series.levels.iter().map(|level| level.name.clone()).collect(),
            left: journal.left().len(),
            meetings: told.collect(),
            ladder: with_ladder.then(|| ladder(&series.players, &meetings)),
        }
    }

    /// Whether a sequential test knows enough.
    fn is_decided(&self) -> bool {
        let test = self.meetings.iter().find_map(|meeting| meeting.test.as_ref());
        test.is_some_and(|test| test.verdict != Verdict::Open)
    }

    /// The result in lines for people.
    pub fn text(&self) -> String {
        let seeds = match self.seeds {
            [first, last] if first == last => format!("seed {first}"),
            [first, last] => format!("seeds {first} to {last}"),
        };
        let mut text = format!("{}, {seeds}, sides swapped\n", count(self.levels.len(), "level"));
        for Meeting { players, all, levels, test } in &self.meetings {
            text.push('\n');
            let [first, second] = players;
            text += &all.as_ref().map_or_else(
                || format!("{first} against {second}: no battles yet\n"),
                |all| all.text(players),
            );
            if let Some(test) = test {
                text += &test.text(players);
            }
            if levels.len() > 1 {
                text += &table(players, levels);
            }
        }
        if let Some(ratings) = &self.ladder {
            text.push('\n');
            text += &ladder_text(ratings);
        }
        if self.left > 0 {
            let left = count(self.left, "pair");
            text += &match self.is_decided() {
                true => format!("\nDecided early: {left} of battles weren't needed\n"),
                false => format!("\n{left} of battles still to be played\n"),
            };
        }
        text
    }
}

/// The results up to the first pair that wasn't played, of all pairs of a series of two players by their
/// numbers: which of those after it were played has to do with how long they took.
fn without_gap(pairs: &[PairRecord]) -> Pairs {
    let mut counted = Pairs::default();
    let in_order = pairs.iter().enumerate().take_while(|(place, pair)| *place == pair.number);
    in_order.for_each(|(_, pair)| counted.count(pair));
    counted
}

impl Tested {
    fn of(test: Sprt, pairs: &Pairs) -> Self {
        let Sprt { little, much } = test;
        let (ratio, verdict) = (test.ratio(pairs), test.verdict(pairs));
        Self { between: [little, much], ratio, verdict }
    }

    fn text(&self, [first, _]: &[String; 2]) -> String {
        let [little, much] = self.between;
        let said = match self.verdict {
            Verdict::Stronger => format!("{first} is stronger by {much} Elo rather than {little}"),
            Verdict::NotStronger => {
                format!("{first} is stronger by {little} Elo at most, not by {much}")
            }
            Verdict::Open => format!("not decided between {little} and {much} Elo yet"),
        };
        format!("  Sequential test: {said} (log-likelihood ratio {:.2}).\n", self.ratio)
    }
}

impl Line {
    fn text(&self, [first, second]: &[String; 2]) -> String {
        let [won, lost] = self.won;
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let Interval { low, high } = self.wilson;
        let mut text = format!(
            "{first} against {second}: {}\n  {first} won {won}, lost {lost}, drew {}: \
             {:.1} % (95 % confidence: {:.1} to {:.1} %)\n",
            count(self.battles as usize, "battle"),
            self.drawn,
            100.0 * self.share,
            100.0 * low,
            100.0 * high,
        );
        let [none, half, one, more, both] = self.pairs;
        text += &format!(
            "  Elo {}, counted by pairs: {none} lost, {half} half lost, {one} even, {more} half won, \
             {both} won\n",
            elo_text(self.elo, self.elo_interval),
        );
        let [own, other] = self.points;
        let [lost, slain] = self.losses;
        text += &format!(
            "  Victory points {own:.1} to {other:.1}; models lost {} to {}; {:.1} turns and \
             {:.0} orders a battle\n",
            percent(lost),
            percent(slain),
            self.turns,
            self.orders,
        );
        text += &format!(
            "  First sides of levels won {}\n",
            share_text(self.first_side, self.first_side_wilson)
        );
        if let [Some(own), Some(other)] = self.decisions_a_second {
            text += &format!("  Decisions a second: {first} {own:.0}, {second} {other:.0}\n");
        }
        text
    }
}

/// "+120 (+80 to +165)".
fn elo_text(elo: Option<f64>, Interval { low, high }: Interval) -> String {
    match elo {
        Some(elo) if low.is_finite() && high.is_finite() => {
            format!("{elo:+.0} ({low:+.0} to {high:+.0})")
        }
        Some(elo) if low.is_finite() => format!("{elo:+.0} (at least {low:+.0})"),
        Some(elo) if high.is_finite() => format!("{elo:+.0} (at most {high:+.0})"),
        Some(elo) => format!("{elo:+.0} (no interval)"),
        None if low.is_finite() => format!("at least {low:+.0} (every battle was won)"),
        None if high.is_finite() => format!("at most {high:+.0} (every battle was lost)"),
        None => "unknown".to_owned(),
    }
}

fn table([first, _]: &[String; 2], levels: &[(String, Line)]) -> String {
    let wide = levels.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(5);
    let title = format!("{first}'s share");
    let column = title.chars().count().max("100 % (100 to 100 %)".len());
    let mut text = format!(
        "  {:wide$}  battles  {title:column$}       points  turns  first side won\n",
        "level"
    );
    for (name, line) in levels {
        let points = format!("{:.1}:{:.1}", line.points[0], line.points[1]);
        text += &format!(
            "  {name:wide$}  {:>7}  {:column$}  {points:>11}  {:>5.1}  {}\n",
            line.battles,
            share_text(line.share, line.wilson),
            line.turns,
            share_text(line.first_side, line.first_side_wilson),
        );
    }
    text
}

/// "58 % (51 to 65 %)".
fn share_text(share: f64, Interval { low, high }: Interval) -> String {
    format!("{:.0} % ({:.0} to {:.0} %)", 100.0 * share, 100.0 * low, 100.0 * high)
}

fn ladder_text(ratings: &[Rating]) -> String {
    let mut ranked: Vec<&Rating> = ratings.iter().collect();
    ranked.sort_by(|one, other| {
        let strength = |rating: &Rating| rating.elo.unwrap_or(f64::NEG_INFINITY);
        strength(other).total_cmp(&strength(one))
    });
    let wide = ratings.iter().map(|rating| rating.player.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("  {:wide$}      Elo  95 % confidence  battles  share\n", "player");
    for Rating { player, elo, interval: Interval { low, high }, battles, share } in ranked {
        let unknown = || "unknown".to_owned();
        let between = elo.map_or_else(unknown, |_| format!("{low:+.0} to {high:+.0}"));
        let elo = elo.map_or_else(unknown, |elo| format!("{elo:+.0}"));
        let share = share.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share));
        let row = format!("  {player:wide$}  {elo:>7}  {between:>15}  {battles:>7}  {share:>5}");
        text += row.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::series::{BattleRecord, Header, LevelMark, PairRecord, Series, Share};

    fn journal(players: &[&str], results: &[[Option<usize>; 2]]) -> Journal {
        let level = |name: &str| LevelMark { name: name.to_owned(), digest: String::new() };
        let series = Series {
            rules: "small".to_owned(),
            version: 1,
            players_version: 1,
            players: players.iter().map(|&player| player.to_owned()).collect(),
            levels: vec![level("hill"), level("ford")],
            seed: 7,
            pairs: 3,
        };
        let battle = |winner: Option<usize>| {
            let share = |player| Share {
                points: if winner == Some(player) { 6 } else { 1 },
                models: 10,
                lost: 4,
                decisions: 30,
                seconds: 0.1,
            };
            BattleRecord {
                winner,
                reason: "the last turn is over".to_owned(),
                turn: 4,
                orders: 60,
                hash: String::new(),
                shares: [0, 1].map(share),
            }
        };
        let pairs = results
            .iter()
            .enumerate()
            .map(|(number, winners)| (number, PairRecord { number, battles: winners.map(battle) }));
        Journal { header: Header::new(series, None), pairs: pairs.collect() }
    }

    const WON: [Option<usize>; 2] = [Some(0), Some(0)];
    const EVEN: [Option<usize>; 2] = [Some(0), Some(1)];

    #[test]
    fn people_read_who_is_stronger_and_how_sure_that_is() {
        let journal = journal(&["fox", "hen"], &[WON, EVEN, WON, WON, [Some(0), None]]);
        let test = Sprt { little: 0.0, much: 100.0 };
        let text = Summary::of(&journal, Some(test), false).text();
        let wanted = "2 levels, seeds 7 to 9, sides swapped\n\n\
            fox against hen: 10 battles\n  \
            fox won 8, lost 1, drew 1: 85.0 % (95 % confidence: 54.1 to 96.5 %)\n";
        assert!(text.starts_with(wanted), "{text}");
        for line in [
            "counted by pairs: 0 lost, 0 half lost, 1 even, 1 half won, 3 won\n",
            "Victory points 5.0 to 1.5; models lost 40 % to 40 %; 4.0 turns and 60 orders a battle",
            "First sides of levels won 65 % (35 to 86 %)",
            "Decisions a second: fox 300, hen 300",
            "  hill         6  92 % (52 to 99 %) ",
            "  5.2:1.0    4.0  58 % (24 to 86 %)\n",
            "  ford         4  75 % (30 to 95 %) ",
            "1 pair of battles still to be played",
        ] {
            assert!(text.contains(line), "no {line:?} in\n{text}");
        }
    }

    #[test]
    fn a_test_counts_the_pairs_before_the_first_gap_and_says_when_it_knows() {
        let test = Some(Sprt { little: 0.0, much: 300.0 });
        let mut played = journal(&["fox", "hen"], &[WON; 5]);
        let text = Summary::of(&played, test, false).text();
        assert!(text.contains("fox is stronger by 300 Elo"), "{text}");
        assert!(text.contains("Decided early: 1 pair of battles weren't needed"), "{text}");
        played.pairs.remove(&1);
        let text = Summary::of(&played, test, false).text();
        assert!(text.contains("not decided between 0 and 300 Elo"), "{text}");
        assert!(text.contains("2 pairs of battles still to be played"), "{text}");
    }

    #[test]
    fn what_somebody_fights_against_itself_counts_once_for_the_sides() {
        let first_side = |players: &[&str]| {
            let summary = Summary::of(&journal(players, &[EVEN, EVEN]), None, false);
            let all = summary.meetings[0].all.clone().unwrap();
            assert_eq!((all.battles, all.first_side), (4, 1.0));
            all.first_side_wilson
        };
        assert_eq!(first_side(&["fox", "hen"]), wilson(4.0, 4));
        assert_eq!(first_side(&["fox", "fox"]), wilson(2.0, 2));
    }

    #[test]
    fn a_ladder_is_sorted_by_strength() {
        // Number 0 is the first two players, 1 the first and the third, 2 the last two.
        let journal = journal(&["hen", "fox", "dog"], &[[Some(1), Some(1)], WON, WON, EVEN]);
        let summary = Summary::of(&journal, None, true);
        let text = summary.text();
        let (_, ladder) = text.split_once("  player ").unwrap();
        let at = |player: &str| ladder.find(&format!("\n  {player} ")).unwrap();
        assert!(at("fox") < at("hen") && at("hen") < at("dog"), "{text}");
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(json["ladder"][0]["player"], "hen");
        assert_eq!(json["ladder"][0]["elo"], 0.0);
        assert_eq!(json["meetings"][0]["all"]["pairs"], serde_json::json!([1, 0, 1, 0, 0]));
    }

    #[test]
    fn nothing_is_said_of_those_who_have_not_fought() {
        let summary = Summary::of(&journal(&["hen", "fox", "dog"], &[WON]), None, true);
        let text = summary.text();
        assert!(
            text.contains("\nhen against dog: no battles yet\n\nfox against dog: no"),
            "{text}"
        );
        let (_, ladder) = text.split_once("  player ").unwrap();
        let of = |player: &str| ladder.lines().find(|line| line.contains(player)).unwrap();
        assert!(of(" dog ").ends_with("  unknown          unknown        0"), "{text}");
        assert!(of(" fox ").ends_with(" 2    0 %") && !of(" fox ").contains("unknown"), "{text}");
        let json = serde_json::to_value(&summary).unwrap();
        let null = serde_json::Value::Null;
        assert!(json["meetings"][0]["all"].is_object());
        assert_eq!(json["meetings"][1]["all"], null);
        let [fox, dog] = [&json["ladder"][1], &json["ladder"][2]];
        assert_eq!([&dog["elo"], &dog["share"]], [&null, &null]);
        assert_eq!(dog["interval"], serde_json::json!([null, null]));
        assert!(fox["interval"][0].is_f64() && fox["interval"][1].is_f64(), "{json}");
    }

    #[test]
    fn a_single_seed_is_told_as_one() {
        let mut journal = journal(&["fox", "fox"], &[]);
        journal.header.series.pairs = 1;
        let text = Summary::of(&journal, None, false).text();
        assert!(
            text.starts_with("2 levels, seed 7, sides swapped\n\nfox against fox: no "),
            "{text}"
        );
    }

    #[test]
    fn infinite_ends_are_null_for_programs() {
        let summary = Summary::of(&journal(&["fox", "hen"], &[WON, WON]), None, false);
        let json = serde_json::to_value(&summary).unwrap();
        let all = &json["meetings"][0]["all"];
        assert_eq!(all["elo"], serde_json::Value::Null);
        assert_eq!(all["elo_interval"][1], serde_json::Value::Null);
        assert!(summary.text().contains(" (every battle was won), counted"), "{}", summary.text());
    }
}
