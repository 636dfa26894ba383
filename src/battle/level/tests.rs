use super::*;
use crate::no_quarter::NoQuarter;

type Level = super::Level<NoQuarter>;

const SMALL: &str = r#"(
    name: "Small",
    table: (width: 24, depth: 24),
    terrain: [(kind: "wall", shape: Line(points: [(8, 12), (16, 12)], width: 0.5))],
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "men_at_arms", count: 4, place: At(12, 4, 90)),
        (side: "Blue", profile: "orc_bruiser", count: 4, place: At(12, 20, 270)),
    ],
)"#;

#[test]
fn a_small_level_is_read() {
    let level = Level::read("small.ron", SMALL).unwrap();
    assert_eq!((level.units.len(), level.turns), (2, Turns::Fixed(6)));
    assert_eq!(level.table.width, Inches(24.0));
}

#[test]
fn a_level_may_be_meant_to_be_harder_for_a_side_that_it_has() {
    let harder = |side: &str, because: &str| {
        let line = format!("    harder: (side: \"{side}\", because: \"{because}\"),\n    units:");
        Level::read("small.ron", &SMALL.replacen("    units:", &line, 1))
    };
    let level = harder("Blue", "the wall is nearer to Red").unwrap();
    let told = level.harder.as_ref().map(ToString::to_string);
    assert_eq!(
        told.as_deref(),
        Some("Meant to be harder for Blue because the wall is nearer to Red.")
    );
    // What series say of a level doesn't make it another one.
    assert_eq!(level.digest(), Level::read("small.ron", SMALL).unwrap().digest());
    for (side, because, problem) in [
        ("Bleu", "it is far", "no side is called \"Bleu\". Did you mean \"Blue\"?"),
        ("", "it is far", "a name is empty"),
        ("Blue", " ", "the reason is empty"),
        ("Blue", "it is\\nfar", "the reason has characters that can't be printed"),
        ("Blue", &*"so ".repeat(70), "a reason of 210 characters; 200 at most"),
    ] {
        let errors = harder(side, because).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        let (error, place) = (errors[0].to_string(), format!("small.ron:6:5: harder: {problem}"));
        assert!(error.starts_with(&place), "{error}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let wrong = SMALL.replace("side: \"Blue\"", "side: \"Green\"").replace("count: 4", "count: 0");
    let errors = Level::read("small.ron", &wrong).unwrap_err();
    let text: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(text.iter().any(|e| e.contains("small.ron:8") && e.contains("Green")), "{text:?}");
    assert!(text.iter().any(|e| e.contains("a unit without models")), "{text:?}");
    assert!(text.iter().any(|e| e.contains("\"Blue\" has no units")), "{text:?}");
}

#[test]
fn unknown_fields_and_broken_text_are_refused() {
    let errors = Level::read("x.ron", &SMALL.replace("count", "cuont")).unwrap_err();
    assert!(errors[0].to_string().contains("cuont"), "{}", errors[0]);
    assert!(errors[0].line.is_some());
    assert!(Level::read("x.ron", &SMALL[..150]).is_err());
    assert!(Level::read("x.ron", "").is_err());
}

fn problem_with(wrong: &str) -> String {
    let errors = Level::read("small.ron", wrong).unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].to_string()
}

#[test]
fn an_error_names_the_line_of_its_own_unit() {
    // Both units have the same profile; the second has too many models.
    let wrong = SMALL
        .replace("orc_bruiser", "men_at_arms")
        .replace("count: 4, place: At(12, 20", "count: 400, place: At(12, 20");
    let problem = problem_with(&wrong);
    assert!(problem.starts_with("small.ron:8:33: units[1]: 400 models in one unit"), "{problem}");
}

/// Comments and descriptions may speak of what is wrong elsewhere.
#[test]
fn an_error_names_the_line_of_the_field_itself() {
    let talk = "// which edge, what table, how many turns, which place\n about: \"edge, table, turns, sides\",\n";
    let level = SMALL.replacen("    name:", &format!("{talk}    name:"), 1);
    let level = level.replacen("    units:", "    turns: Fixed(4),\n    units:", 1);
    assert!(level.contains(talk) && Level::read("small.ron", &level).is_ok());
    let line_of = |what: &str| level.lines().position(|line| line.contains(what)).unwrap() + 1;
    for (right, wrong, line) in [
        ("edge: North", "edge: South", line_of("edge: South")),
        ("width: 24", "width: 200", line_of("table: (")),
        ("At(12, 20, 270)", "At(12, 20, 2700)", line_of("At(12, 20, 270)")),
        ("Fixed(4)", "Fixed(0)", line_of("turns: Fixed")),
    ] {
        let broken = level.replacen(right, wrong, 1);
        assert!(broken != level, "{right}");
        let problem = problem_with(&broken);
        assert!(problem.starts_with(&format!("small.ron:{line}:")), "{problem}, not {line}");
    }
}

#[test]
fn shapes_that_are_none_and_too_much_terrain_are_refused() {
    let wall = "Line(points: [(8, 12), (16, 12)], width: 0.5)";
    let shapes = [
        ("Line(points: [(8, 12), (8, 12)], width: 0.5)", "the same point twice"),
        ("Polygon([(1, 1), (2, 2), (3, 3)])", "with no area"),
        ("Polygon([(1, 1), (6, 1), (2, 4), (5, 5), (5, 0)])", "cross"),
    ];
    for (shape, what) in shapes {
        let problem = problem_with(&SMALL.replace(wall, shape));
        assert!(problem.contains(what), "{problem}");
    }
    let piece = format!("(kind: \"wall\", shape: {wall}),");
    let many = SMALL.replace(
        &format!("[{}]", piece.trim_end_matches(',')),
        &format!("[{}]", piece.repeat(101)),
    );
    assert!(problem_with(&many).contains("100 pieces"), "{}", problem_with(&many));
}

#[test]
fn a_level_beyond_all_bounds_is_refused_at_once() {
    // Every unit is wrong as well, but nobody wants to read that so often.
    let unit = "(side: \"Green\", profile: \"men_at_arms\", count: 0, place: At(12, 4, 90)),";
    let many = |times| SMALL.replace("units: [", &format!("units: [{}", unit.repeat(times)));
    assert!(problem_with(&many(2000)).contains("2002 units; 1000 are the limit"));
    assert_eq!(Level::read("small.ron", &many(900)).unwrap_err().len(), 20);
    let aims = "objectives: [".to_owned() + &"Feature(terrain: 0),".repeat(21) + "], turns";
    let aims = SMALL.replace("sides", &format!("{}, sides", aims.trim_end_matches(", turns")));
    assert!(problem_with(&aims).contains("21 objectives; 20 are the limit"));
    let long = SMALL.to_owned() + &" ".repeat(1024 * 1024);
    assert!(problem_with(&long).contains("bytes is too long"));
}

#[test]
fn names_that_no_label_holds_are_refused() {
    for name in ["", " ", "a\u{202e}b", &"x".repeat(61)] {
        let problem = problem_with(&SMALL.replace("Small", name));
        assert!(problem.contains("name"), "{problem}");
    }
}

#[test]
fn a_level_for_other_rules_is_refused_whatever_its_units_have() {
    let chess = SMALL.replace("table:", "rules: \"chess\", table:");
    for wrong in [chess.clone(), chess.replace("count", "pawns")] {
        let problem = problem_with(&wrong);
        let told = "small.ron:3:5: rules: a level for \"chess\", not for \"no_quarter\"";
        assert_eq!(problem, told);
    }
}
