//! Links to battles.

use ironrank::{battle::RuleSystem, no_quarter::NoQuarter};

use crate::{LEVEL, file, ironrank};

#[test]
fn a_battle_survives_being_a_link_at_any_point() {
    let save = file("linked.ron", "");
    let save = save.to_str().unwrap();
    let ran = ironrank(&["battle", "--level", "duel-at-the-wall", "--seed", "3", "--save", save]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let hash = ironrank(&["replay", save]).out;
    let link = ironrank(&["link", save, "--base", "https://example.org/"]).out;
    assert!(link.starts_with("https://example.org/#b="), "{link}");
    let again = ironrank(&["replay", "--link", link.trim()]);
    assert_eq!((again.code, &again.out), (0, &hash), "{again:?}");
    let cut = ironrank(&["replay", "--link", &link.trim()[..200]]);
    assert_eq!(cut.code, 1, "{cut:?}");
    assert!(cut.err.contains("damaged"), "{cut:?}");

    // Any point of it can be linked, also its beginning and its end.
    let after = |orders: &str| ironrank(&["link", save, "--orders", orders]);
    let early = ironrank(&["replay", "--link", after("7").out.trim(), "--json"]);
    assert_eq!(early.code, 0, "{early:?}");
    assert!(early.out.contains("\"orders\": 7,"), "{early:?}");
    let whole = ironrank(&["replay", "--link", link.trim(), "--json"]).out;
    let orders = whole.lines().find_map(|line| line.trim().strip_prefix("\"orders\": ")).unwrap();
    let orders: usize = orders.trim_end_matches(',').parse().unwrap();
    assert_eq!(ironrank(&["replay", "--link", after("0").out.trim()]).code, 0);
    assert_eq!(
        format!("https://example.org/{}", after(&orders.to_string()).out),
        link,
        "all {orders} orders"
    );
    let more = after(&(orders + 1).to_string());
    assert!(more.code == 1 && more.err.contains(&format!("has {orders} orders")), "{more:?}");
}

/// A link as somebody may have made it by hand.
fn packed(text: &str) -> String {
    let mut bytes = vec![1];
    bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 9));
    format!("#b={}", data_encoding::BASE64URL_NOPAD.encode(&bytes))
}

/// Runs the program on something hostile: it refuses it in a few plain lines.
fn refused_plainly(arguments: &[&str], part: &str) {
    let ran = ironrank(arguments);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains(part), "{ran:?}");
    for text in [&ran.out, &ran.err] {
        assert!(text.len() < 20_000, "{} bytes", text.len());
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
}

#[test]
fn what_is_hostile_in_a_file_or_link_is_not_repeated_to_the_terminal() {
    let battle = "rules:\"no_quarter\",rules_version:4,seed:1,practice:false,orders:[]";
    let link = packed(&format!(
        "({battle},level:Known(id:\"\\u{{1b}}]0;x\\u{{7}}\\u{{1b}}[2J\",deployment:AsPlaced),hash:\"\")"
    ));
    refused_plainly(&["replay", "--link", &link], "\\u{1b}]0;x\\u{7}");
    let other = packed(
        "(rules:\"\\u{1b}[2J\",seed:1,level:Known(id:\"plain\",deployment:AsPlaced),\
                        practice:false,orders:[],hash:\"\")",
    );
    refused_plainly(&["replay", "--link", &other], "\\u{1b}[2J");
    let profile = file("esc.ron", &LEVEL.replace("men_at_arms", "\\u{1b}[2J\\u{1b}]0;x\\u{7}"));
    refused_plainly(&["check", profile.to_str().unwrap()], "\\u{1b}[2J");
    // A name of a megabyte in fewer than two thousand characters.
    let level = LEVEL.replace("men_at_arms", &"a".repeat(1_000_000)).replace('\n', "");
    let long = packed(&format!("({battle},level:Whole{level},hash:\"\")"));
    assert!(long.len() < 3000, "{} characters", long.len());
    refused_plainly(&["replay", "--link", &long], "a name of 1000000 characters; 60 at most");
    let rules = LEVEL.replace(
        "name: \"Small\",",
        &format!("name: \"Small\", rules: \"{}\",", "b".repeat(900_000)),
    );
    refused_plainly(
        &["check", file("long.ron", &rules).to_str().unwrap()],
        "900000 characters; 60",
    );
}

#[test]
fn an_order_that_is_not_legal_is_the_links_and_has_words() {
    let version = NoQuarter::VERSION;
    let link = packed(&format!(
        "(rules:\"no_quarter\",rules_version:{version},seed:1,practice:false,\
         level:Known(id:\"plain\",deployment:AsPlaced),orders:[Activate(unit:77)],hash:\"\")",
    ));
    let ran = ironrank(&["replay", "--link", &link]);
    let told = "error: link: orders[0]: this order is not legal here (activate unit 77, which isn't \
                there): ";
    assert!(ran.code == 1 && ran.err.starts_with(told), "{ran:?}");
}
