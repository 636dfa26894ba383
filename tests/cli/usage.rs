//! How the program is asked, and what it says to those who ask wrongly.

use crate::ironrank;

#[test]
fn help_names_every_command_and_gives_examples() {
    let ran = ironrank(&["--help"]);
    assert_eq!(ran.code, 0);
    let words =
        ["battle", "check", "replay", "levels", "points", "soak", "--screenshot", "--script"];
    for word in words.iter().chain(&["--exit", "--seed", "Examples:", "Exit status"]) {
        assert!(ran.out.contains(word), "{word} not in {}", ran.out);
    }
}

#[test]
fn files_that_are_not_there_are_a_problem() {
    for arguments in [
        &["check", "nowhere.ron"][..],
        &["replay", "nowhere.ron"],
        &["battle", "--level", "nowhere.ron"],
        &["battle", "--level", "plain", "--players", "script:nowhere.ron"],
        &["battle", "--level", "plain", "--data", "nowhere"],
        &["levels", "--data", "nowhere"],
        &["check", "src"],
    ] {
        let ran = ironrank(arguments);
        assert_eq!(ran.code, 1, "{arguments:?}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {ran:?}");
    }
}

#[test]
fn wrong_usage_is_told_apart() {
    for arguments in [
        &["battle"][..],
        &["dance"],
        &["battle", "--level", "plain", "--seed", "many"],
        &["battle", "--level", "plain", "--players", "magnus"],
        &["battle", "--level", "plain", "--players", "random,random,random"],
        &["check"],
        &["battle", "--level", "nowhere"],
        &["soak", "--level", "nowhere"],
        &["soak", "--battles", "0"],
        &["soak", "--jobs", "0"],
    ] {
        let ran = ironrank(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(ran.err.contains("error: "), "{arguments:?}: {ran:?}");
    }
}

/// A number below 0 is a wrong number, not an option that nobody knows.
#[test]
fn what_is_wrong_with_a_value_is_said_of_the_value() {
    for (arguments, told) in [
        (&["soak", "--battles", "-3"][..], "a whole number from 1 to 18446744073709551615"),
        (&["soak", "--battles", "99999999999999999999"], "a whole number from 1 to"),
        (&["soak", "--jobs", "-1"], "a whole number from 1 to"),
        (&["soak", "--replay-every", "-1"], "a whole number from 0 to"),
        (&["link", "battle.ron", "--orders", "-1"], "a whole number from 0 to"),
        (&["serve", "--port", "-1"], "a whole number from 0 to 65535"),
        (&["serve", "--port", "many"], "a whole number from 0 to 65535"),
        (&["battle", "--level", "plain", "--handicap", "-5,0"], "a handicap of -5"),
        (&["battle", "--level", "plain", "--handicap", "0,0,0"], "3 handicaps for 2 sides"),
        (&["battle", "--level", "plain", "--save", "-"], "the name of a file was expected"),
        (&["battle", "--level", "plain", "--players", "script:"], "such as script:orders.ron"),
    ] {
        let ran = ironrank(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(told), "{arguments:?}: no {told:?} in {}", ran.err);
    }
}

#[cfg(not(feature = "app"))]
#[test]
fn without_the_window_it_says_how_to_get_one() {
    let ran = ironrank(&[]);
    assert!(ran.code == 2 && ran.err.contains("cargo run --release"), "{ran:?}");
}

#[test]
fn whoever_mistypes_a_name_is_told_the_nearest() {
    for (arguments, meant) in [
        (&["battle", "--level", "plian"][..], "Did you mean \"plain\"?"),
        (&["battle", "--level", "first_clash"], "Did you mean \"first-clash\"?"),
        (&["soak", "--level", "escrot"], "Did you mean \"escort\"?"),
        (&["battle", "--level", "plain", "--players", "randon"], "Did you mean \"random\"?"),
        (&["battle", "--level", "plain", "--sede", "7"], "'--seed'"),
        (&["batle", "--level", "plain"], "'battle'"),
    ] {
        let ran = ironrank(arguments);
        assert!(ran.code == 2 && ran.err.contains(meant), "{arguments:?}: {ran:?}");
    }
}

#[cfg(all(feature = "app", unix, not(target_os = "macos")))]
#[test]
fn without_a_screen_it_says_what_works() {
    for display in ["", ":65123", "nonsense"] {
        let mut window = crate::program(&[]);
        let ran = crate::Ran::from(window.env("DISPLAY", display).output().unwrap());
        assert_eq!(ran.code, 2, "{ran:?}");
        let told = ["error: there is no screen", "DISPLAY", "battle, check", "xvfb-run"];
        assert!(told.iter().all(|part| ran.err.contains(part)), "{ran:?}");
    }
}
