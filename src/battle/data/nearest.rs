//! Which name was meant by one that nobody has.

use super::printed::{LONGEST_QUOTED, quoted};
use crate::battle::playable::{capitalised, listed};

/// At most so many names are all listed; of more, only the nearest.
const NAMES_LISTED: usize = 20;

/// A known name at least so like the unknown one, in thousandths, was probably meant.
const MEANT: u16 = 850;

/// Says that nothing of a kind has a name, and which name was probably meant: the nearest by
/// letters, and all of them if they are few. Only the beginning of an overlong name counts.
pub fn no_such_name<'a>(
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut known: Vec<&str> = known.into_iter().collect();
    let meant: String = name.chars().take(LONGEST_QUOTED).collect::<String>().to_lowercase();
    // By the whole name or its likest word, then by the whole name, in whole thousandths, so that names
    // alike sort by their letters.
    let likeness = |known: &str| {
        let known = known.to_lowercase();
        let of = |name: &str| (strsim::jaro_winkler(&meant, name) * 1000.0) as u16;
        let whole = of(&known);
        (known.split(['_', '-', ' ']).map(of).fold(whole, u16::max), whole)
    };
    let unknown = format!("no {kind} is called {}", quoted(name));
    if known.len() <= NAMES_LISTED {
        let near = known.iter().max_by_key(|known| (likeness(known), std::cmp::Reverse(**known)));
        let near = near.filter(|known| likeness(known).0 >= MEANT);
        let meant = near.map_or_else(String::new, |near| format!(". Did you mean \"{near}\"?"));
        known.sort_unstable();
        let all = match known[..] {
            [] => return format!("{unknown}, for there are none"),
            [one] => format!("the only one is {one}"),
            _ => format!("choose from {}", listed(&known)),
        };
        return if meant.is_empty() {
            format!("{unknown}; {all}")
        } else {
            format!("{unknown}{meant} {}", capitalised(&all))
        };
    }
    known.sort_unstable_by_key(|known| (std::cmp::Reverse(likeness(known)), *known));
    let (nearest, others) = known.split_at(3);
    let all = nearest.len() + others.len();
    format!("{unknown}; the nearest of {all} are {}", listed(nearest))
}

/// The same of a thing that may have a file of its own instead of a name.
pub fn no_such_name_or_file<'a>(
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    format!("{}. You can also name a file", no_such_name(kind, name, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_told_the_nearest() {
        let few = no_such_name("side", "Reds", ["Red", "Blue"]);
        let meant = "no side is called \"Reds\". Did you mean \"Red\"? Choose from Blue and Red";
        assert_eq!(few, meant);
        let none = no_such_name("side", "Green", ["Red", "Blue"]);
        assert_eq!(none, "no side is called \"Green\"; choose from Blue and Red");
        let one = no_such_name("side", "Green", ["Red"]);
        assert_eq!(one, "no side is called \"Green\"; the only one is Red");
        let file = no_such_name_or_file("level", "plian", ["plain", "escort"]);
        let told = "no level is called \"plian\". Did you mean \"plain\"? Choose from escort and plain. You can \
                    also name a file";
        assert_eq!(file, told);
        let levels = ["plain", "first-clash", "escort", "artillery-duel"];
        for (name, meant) in [("plian", "plain"), ("first_clash", "first-clash")] {
            let told = no_such_name("level", name, levels);
            assert!(told.contains(&format!("Did you mean \"{meant}\"?")), "{told}");
        }
        // The whole name is nearer than a word of another.
        let wall = no_such_name("kind", "wal", ["high_wall", "wall", "wood"]);
        assert!(wall.contains("Did you mean \"wall\"?"), "{wall}");
    }

    #[test]
    fn of_many_names_only_the_nearest_are_told() {
        let foot =
            ["spearman", "swordsman", "archer", "ogre", "goblin", "orc_king"].map(str::to_owned);
        let many: Vec<String> = (1..=15).map(|n| format!("wall_{n}")).chain(foot).collect();
        let told = |name| no_such_name("profile", name, many.iter().map(String::as_str));
        let nearest = "no profile is called \"Swordman\"; the nearest of 21 are swordsman, ";
        assert!(told("Swordman").starts_with(nearest), "{}", told("Swordman"));
        assert!(!told("Swordman").contains("ogre"), "{}", told("Swordman"));
        assert!(told("orx").contains("are orc_king, "), "{}", told("orx"));
        let long = told(&"swordsman".repeat(100_000));
        assert!(
            long.len() < 300 && long.contains("…\"; the nearest of 21 are swordsman"),
            "{long}"
        );
    }
}
