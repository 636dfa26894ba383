//! What wins a battle, and how it stands: the points that decide it in the end, as they are now.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, SideId,
        level::Objective,
        playable::{count, showing::Score, within_sentence},
    },
    no_quarter::{
        components::Role,
        objectives::{self, Outlook},
        set_up::LONGEST_BATTLE,
        turn_sequence::random_length,
        victory::{self, FEATURE_POINTS, STANDARD_POINTS},
    },
};

/// What wins, and what each side has so far.
pub(super) fn score(world: &World) -> Score {
    let tallies = victory::tallies(world);
    let ahead = victory::ahead(world, &tallies);
    let tallies = tallies.into_iter().map(|tally| victory::worded(world, tally)).collect();
    Score { aim: aim(world), ahead, tallies }
}

/// What wins in the first sentence, and what counts in the others.
fn aim(world: &World) -> Vec<String> {
    let scenario = objectives::scenario(world);
    let of = |side: SideId| -> Vec<&Outlook> {
        scenario.iter().filter(|outlook| outlook.side == Some(side)).collect()
    };
    let sides: Vec<SideId> = world.roster().sides().filter(|&side| !of(side).is_empty()).collect();
    match sides[..] {
        [] => std::iter::once(by_points(world)).chain(what_counts(world)).collect(),
        [side] => {
            let to_do = of(side).into_iter().map(|outlook| outlook.text.clone());
            let otherwise = world.side_does(side.other(), "wins", "win");
            let points = "Battle points don't decide this battle.".to_owned();
            vec![format!("{}.", alternatives(to_do.chain([otherwise]))), points]
        }
        _ => {
            let first = "The only side to reach its objective wins.".to_owned();
            let second = format!("Otherwise: {}", by_points(world));
            [first, second].into_iter().chain(what_counts(world)).collect()
        }
    }
}

/// Sentences of which one comes true, as one.
fn alternatives(sentences: impl Iterator<Item = String>) -> String {
    let or = |(place, text): (usize, String)| {
        if place == 0 { text } else { format!(", or {}", within_sentence(&text)) }
    };
    sentences.enumerate().map(or).collect()
}

/// What wins where points decide.
fn by_points(world: &World) -> String {
    let more = if has_features(world) { "more battle points" } else { "killed more" };
    let when = match world.frame().last_turn {
        0 => format!("after {} to {} turns", random_length(u16::MAX), random_length(0)),
        LONGEST_BATTLE => {
            return format!(
                "The battle lasts until one side has no models left. Whoever has {more} then wins."
            );
        }
        turns => format!("after {}", count(turns as usize, "turn")),
    };
    format!("Whoever has {more} {when} wins.")
}

fn has_features(world: &World) -> bool {
    let mut objectives = objectives::objectives(world).iter();
    objectives.any(|objective| matches!(objective, Objective::Feature { .. }))
}

/// What battle points are given for, as far as the battle has it (TURN-07).
fn what_counts(world: &World) -> Vec<String> {
    let mut counts =
        vec!["Each enemy killed or driven off the table counts its points.".to_owned()];
    let has = |wanted: Role| {
        world.roster().models().any(|model| *world.of_model::<Role>(model) == wanted)
    };
    if has(Role::General) {
        counts.push("A general counts twice.".to_owned());
    }
    if has(Role::ArmyStandard) {
        counts.push(format!("An army standard counts {STANDARD_POINTS} more."));
    }
    if has_features(world) {
        counts.push(format!(
            "A marked feature counts {FEATURE_POINTS} for whoever holds it at the end."
        ));
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, RuleSystem, levels},
        lab::{Bout, play},
        no_quarter::NoQuarter,
    };

    fn begun(level: &str) -> Battle<NoQuarter> {
        Battle::new(&levels::find(level, None).unwrap(), 1).unwrap()
    }

    #[test]
    fn the_first_sentence_says_what_wins() {
        let first = |level| score(&begun(level).world).aim.swap_remove(0);
        assert_eq!(first("duel-at-the-wall"), "Whoever has killed more after 4 turns wins.");
        let escort = first("escort");
        assert!(escort.contains(" must bring ") && escort.contains(", or "), "{escort}");
        assert!(escort.ends_with(", or the Wild Clans win."), "{escort}");
    }

    #[test]
    fn nobody_has_anything_at_first_and_the_end_is_what_the_score_said() {
        for id in ["duel-at-the-wall", "escort", "first-clash"] {
            let level = levels::find(id, None).unwrap();
            let begun = score(&Battle::<NoQuarter>::new(&level, 6).unwrap().world);
            assert!(begun.tallies.iter().all(|tally| tally.lost == 0), "{id}");
            let world = play(Bout::<NoQuarter>::random(&level, 6)).unwrap().world;
            let outcome = NoQuarter::outcome(&world).unwrap();
            assert_eq!(score(&world).tallies, outcome.tallies, "{id}");
        }
    }
}
