//! `soak`, and the battles that it keeps.

use std::{fs, path::Path};

use crate::{file, folder, ironrank};

#[test]
fn soaking_counts_battles() {
    let ran = ironrank(&["soak", "--battles", "2", "--level", "duel-at-the-wall", "--jobs", "1"]);
    assert!(ran.code == 0 && ran.out.contains("2 battles, 0 went wrong"), "{ran:?}");
    assert!(ran.out.contains("kinds of orders; never "), "{ran:?}");
    // Two men on foot at a wall don't do everything.
    let all = ["soak", "--battles", "1", "--level", "duel-at-the-wall", "--all-kinds"];
    let ran = ironrank(&all);
    assert!(ran.code == 1 && ran.err.contains("never "), "{ran:?}");
}

#[test]
fn kept_battles_are_replayed_and_compared_order_by_order() {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept");
    let _ = fs::remove_dir_all(&kept);
    let folder = kept.to_str().unwrap();
    let soak = ["soak", "--battles", "3", "--level", "duel-at-the-wall", "--keep", folder];
    assert_eq!(ironrank(&soak).code, 0);
    let ran = ironrank(&["replay", folder]);
    assert!(ran.code == 0 && ran.out.contains("3 of 3 battles"), "{ran:?}");

    // The state before the fourth order is that after the third, which stands at orders[2].
    let trail = kept.join("duel-at-the-wall-2.trail");
    let mut hashes: Vec<String> =
        fs::read_to_string(&trail).unwrap().lines().map(str::to_owned).collect();
    hashes[3] = "0123456789abcdef".to_owned();
    fs::write(&trail, hashes.join("\n")).unwrap();
    let ran = ironrank(&["replay", folder]);
    assert!(ran.code == 1 && ran.out.contains("2 of 3 battles"), "{ran:?}");
    let parts = ["duel-at-the-wall-2.ron", "first differs after orders[2] ("];
    assert!(parts.iter().all(|part| ran.err.contains(part)), "{ran:?}");
    assert!(!ran.err.contains(['{', '}']), "the order is told in words: {ran:?}");
    let ran = ironrank(&["replay", folder, "--log"]);
    assert_eq!(ran.code, 2, "{ran:?}");
}

#[test]
fn a_trail_that_was_cut_is_no_trail() {
    let kept = folder("cut");
    let at = kept.to_str().unwrap();
    let soak = ["soak", "--battles", "1", "--level", "duel-at-the-wall", "--keep", at];
    assert_eq!(ironrank(&soak).code, 0);
    let trail = kept.join("duel-at-the-wall-1.trail");
    let whole = fs::read_to_string(&trail).unwrap();
    let lines = |count: usize| whole.lines().take(count).collect::<Vec<_>>().join("\n");
    for (text, told) in [
        (String::new(), "0 hashes for "),
        (lines(1), "1 hash for "),
        (lines(7), "7 hashes for "),
        (format!("{whole}{}", lines(1)), " hashes for "),
        (whole[..40].to_owned(), "no hash stands there"),
    ] {
        fs::write(&trail, text).unwrap();
        let ran = ironrank(&["replay", at]);
        assert_eq!(ran.code, 1, "{told}: {ran:?}");
        assert!(ran.err.contains(told) && ran.err.contains(".trail"), "{told}: {ran:?}");
    }
}

/// Leaders whose bases are smaller or larger than those of their men, deployed by hand and not.
#[test]
fn units_with_bases_of_several_sizes_keep_together() {
    for (name, place) in [("mixed-placed.ron", "At(X, 24, D)"), ("mixed-by-hand.ron", "ByHand")] {
        let at = |x: &str, degrees: &str| place.replace('X', x).replace('D', degrees);
        let deployment = if place == "ByHand" { "ByHand" } else { "AsPlaced" };
        let level = format!(
            "(name: \"Mixed\", table: (width: 48, depth: 48), deployment: {deployment},
             sides: [(name: \"Red\", edge: West), (name: \"Blue\", edge: East)],
             units: [
                (side: \"Red\", profile: \"ogre\", count: 2, place: {},
                 command: [(profile: \"elf_captain\", role: General)]),
                (side: \"Blue\", profile: \"craven_ghoul\", count: 5, place: {},
                 command: [(profile: \"ogre\", role: Leader)])])",
            at("8", "0"),
            at("40", "180"),
        );
        let level = file(name, &level);
        let level = level.to_str().unwrap();
        let ran = ironrank(&["soak", "--battles", "40", "--level", level, "--replay-every", "10"]);
        assert!(ran.code == 0 && ran.out.contains("40 battles, 0 went wrong"), "{ran:?}");
    }
}

#[test]
fn random_levels_are_the_same_for_the_same_seed() {
    let soak = ["soak", "--level", "random", "--battles", "4", "--seed", "9"];
    let first = ironrank(&soak);
    assert!(first.code == 0 && first.out.contains("random: 4 battles, 0 went wrong"), "{first:?}");
    assert_eq!(ironrank(&soak).out, first.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_known_so_far() {
    use std::{
        process::{Command, Stdio},
        thread,
        time::Duration,
    };

    let kept = folder("stopped");
    let soak = ["soak", "--level", "duel-at-the-wall", "--battles", "1000000", "--keep"];
    let mut soak = crate::program(&[&soak[..], &[kept.to_str().unwrap()]].concat());
    let running = soak.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while fs::read_dir(&kept).unwrap().next().is_none() {
        thread::sleep(Duration::from_millis(20));
    }
    let id = running.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran = crate::Ran::from(running.wait_with_output().unwrap());
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.out.contains(", 0 went wrong, ") && ran.out.contains("in all: "), "{ran:?}");
    assert!(ran.err.contains("error: stopped after "), "{ran:?}");
}

/// Trolls that were laid low on their unit's way lay where others of it were going.
#[test]
fn nobody_ends_a_move_on_somebody_who_was_felled_on_the_way() {
    // They were passing through friends the second time, so that nothing was free behind them either.
    for seed in ["818", "963"] {
        let soak = ["soak", "--battles", "1", "--level", "brass-and-claw", "--seed", seed];
        let ran = ironrank(&soak);
        assert!(ran.code == 0, "{ran:?}");
    }
}
