use super::*;
use crate::battle::data::write_ron;

const SMALL: &str = r#"(
    name: "Small",
    table: (width: 24, depth: 24),
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "men_at_arms", count: 4, place: At(12, 4, 90)),
        (side: "Blue", profile: "men_at_arms", count: 4, place: At(12, 20, 270),
         command: [(role: Leader)]),
    ],
)"#;

fn problem_with(wrong: &str) -> String {
    let errors = Level::read("small.ron", wrong).unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].to_string()
}

#[test]
fn a_frontage_of_nobody_is_refused_at_the_line_of_its_own_unit() {
    // Both units have the same profile; the second has the wrong frontage.
    let wrong = SMALL.replace("command: [", "formation: Ranked(frontage: 0), command: [");
    let problem = problem_with(&wrong);
    assert!(problem.starts_with("small.ron:7:33: units[1]: a frontage of 0"), "{problem}");
}

#[test]
fn names_of_single_models_are_looked_at() {
    let named = |name| SMALL.replace("role: Leader", &format!("role: Leader, name: \"{name}\""));
    assert!(Level::read("small.ron", &named("Ursh")).is_ok());
    let problem = problem_with(&named("a\u{202e}b"));
    assert!(problem.contains("units[1].command[0]"), "{problem}");
    assert!(problem.starts_with("small.ron:8"), "{problem}");
}

#[test]
fn command_models_count_among_the_models_of_a_unit() {
    let level = Level::read("small.ron", SMALL).unwrap();
    assert_eq!((level.units[0].models(), level.units[1].models()), (4, 5));
    let each = SMALL.replace("At(12, 20, 270)", "Each([(1, 20, 270)])");
    assert!(problem_with(&each).contains("1 places for 5 models"), "{}", problem_with(&each));
}

#[test]
fn set_02_who_stands_where_the_level_says_has_terrain_and_edge_from_it_too() {
    for choice in ["terrain: Alternately", "edges: ByDice"] {
        let chosen = SMALL.replace("units:", &format!("set_up: ({choice}), units:"));
        assert!(problem_with(&chosen).contains("set deployment: ByHand"), "{choice}");
        let by_hand = chosen.replace("units:", "deployment: ByHand, units:");
        assert!(Level::read("small.ron", &by_hand).is_ok(), "{choice}");
    }
}

#[test]
fn fields_and_places_that_nobody_knows_are_told_with_those_that_are_known() {
    let problem = problem_with(&SMALL.replace("count: 4, place", "formaton: Closed, place"));
    assert!(problem.starts_with("small.ron:6:") && problem.contains("formaton"), "{problem}");
    assert!(problem.contains("\"formation\"") && problem.contains("battery"), "{problem}");
    let problem = problem_with(&SMALL.replace("At(12, 20, 270)", "Reserves"));
    assert!(problem.starts_with("small.ron:7:"), "{problem}");
    assert!(problem.contains("\"Reserves\"") && problem.contains("Infiltrator"), "{problem}");
}

/// Files stay as they are: the fields in their order, the book's own among those that all have.
#[test]
fn a_level_is_written_as_it_always_was() {
    let level = Level::read("small.ron", SMALL).unwrap();
    let text = write_ron(&level).unwrap();
    let unit = r#"
        (
            side: "Blue",
            name: None,
            profile: "men_at_arms",
            count: 4,
            command: [
                (
                    profile: None,
                    role: Leader,
                    name: None,
                ),
            ],
            formation: Skirmish,
            place: At(12.0, 20.0, 270.0),
            battery: None,
        ),"#;
    assert!(text.contains(unit), "{text}");
    let end = r#"
    turns: Fixed(6),
    deployment: AsPlaced,
    set_up: (
        terrain: AsLaid,
        edges: AsGiven,
        first: ByDice,
    ),
    objectives: [],
)"#;
    assert!(text.ends_with(end), "{text}");
    assert_eq!(write_ron(&Level::read("again.ron", &text).unwrap()).unwrap(), text);
}
