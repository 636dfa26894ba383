//! The battles that pictures are taken from: their scripts have to hold under the present rules, or
//! nobody could take the pictures again.

#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use std::{collections::BTreeMap, fs, path::PathBuf};

use ironrank::{
    battle::{Level, level::Deployment, levels},
    lab::{Bout, play},
    no_quarter::NoQuarter,
    players::{Player, Script, Scripted},
};

fn scenes() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/screenshots/scenes")
}

/// The most orders that a picture wants to have been given, by the name of the script.
fn wanted() -> BTreeMap<String, usize> {
    let mut wanted = BTreeMap::new();
    let text = fs::read_to_string(scenes().with_file_name("scenes.txt")).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('|').map(str::trim).skip(3);
        let (Some(battle), Some(orders)) = (columns.next(), columns.next()) else { continue };
        let mut parts = battle.split(':');
        let (Some(level), Some(seed)) = (parts.next(), parts.next()) else { continue };
        let how = parts.next().map(|how| format!("-{how}")).unwrap_or_default();
        let most = wanted.entry(format!("{level}{how}-{seed}.ron")).or_insert(0);
        *most = orders.parse::<usize>().unwrap().max(*most);
    }
    wanted.retain(|_, orders| *orders > 0);
    wanted
}

#[test]
fn scripts_of_scenes_hold_under_the_present_rules() {
    let wanted = wanted();
    assert!(wanted.len() > 5, "{wanted:?}");
    for (file, orders) in wanted {
        let text = fs::read_to_string(scenes().join(&file)).unwrap();
        let script = Script::<NoQuarter>::read(&file, &text).unwrap();
        assert!(script.len() >= orders, "{file} has {} orders, not {orders}", script.len());
        let (battle, seed) = file.trim_end_matches(".ron").rsplit_once('-').unwrap();
        let name = battle.trim_end_matches("-deploy");
        let own = scenes().join(format!("{name}-level.ron"));
        let mut level: Level<NoQuarter> = match fs::read_to_string(&own) {
            Ok(text) => Level::read(name, &text).unwrap(),
            Err(_) => levels::find(name, None).unwrap(),
        };
        if battle != name {
            level.deployment = Deployment::ByHand;
        }
        let given = script.len();
        let players = Scripted::both(script).map(|player| Box::new(player) as Box<dyn Player<_>>);
        let bout = Bout { players: players.into(), ..Bout::random(&level, seed.parse().unwrap()) };
        let played = play(bout).unwrap();
        if let Some(trouble) = played.trouble {
            panic!("{file}: {trouble}");
        }
        assert_eq!(played.report.orders, given, "{file}: the battle ends before its script does");
    }
}
