//! Battles that were stored once lead to the same state still: here, and in the browser, whose
//! test reads the same files (`web/test/links.mjs`). A change of the rules, or of the form of their
//! state, may change them. Then the version of the rules is raised, so that older saves and links can
//! say why they don't replay; `IRONRANK_RENEW=1 cargo test --test replays` plays the battles anew, and
//! the commit says why.

use std::{env, fs, path::PathBuf};

use ironrank::{
    battle::{RuleSystem, level::Deployment, levels, link, snapshot::state_hash},
    lab::{Bout, play, replay},
    no_quarter::{NoQuarter, level::Level},
};

/// The seed of all of them.
const SEED: u64 = 8003;

/// A battle on each level, one of them deployed by hand.
fn levels_to_play() -> Vec<(String, Level)> {
    let find = |id: &str| levels::find(id, None).expect("levels are checked by a test");
    let mut all: Vec<_> = levels::ids(None).into_iter().map(|id| (id.clone(), find(&id))).collect();
    let by_hand = Level { deployment: Deployment::ByHand, ..find("plain") };
    all.push(("plain-by-hand".to_owned(), by_hand));
    all
}

/// The hash, and under it the link.
fn file_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/replays/{name}.txt"))
}

fn played(level: &Level) -> String {
    let save = play(Bout::<NoQuarter>::random(level, SEED)).expect("random battles end").save;
    format!("{}\n{}\n", save.hash, link::write(&save).expect("it fits into a link"))
}

/// Whether a battle now leads elsewhere than the stored one, though the rules say they are the same.
fn hides_a_change(stored: &str, anew: &str) -> bool {
    let parts = |text: &str| {
        let (hash, link) = text.trim().split_once('\n')?;
        Some((hash.to_owned(), link::read::<NoQuarter>(link).ok()?.rules_version))
    };
    let (Some((before, of_rules)), Some((now, _))) = (parts(stored), parts(anew)) else {
        return false;
    };
    before != now && of_rules == Some(NoQuarter::VERSION)
}

#[test]
fn stored_battles_lead_to_their_hashes() {
    let renew = env::var_os("IRONRANK_RENEW").is_some();
    let mut wrong = Vec::new();
    for (name, level) in levels_to_play() {
        let file = file_of(&name);
        if renew {
            let anew = played(&level);
            let stored = fs::read_to_string(&file).unwrap_or_default();
            assert!(
                !hides_a_change(&stored, &anew),
                "{name}: it leads elsewhere than it did with version {} of the rules: raise \
                 `NoQuarter::VERSION` first",
                NoQuarter::VERSION
            );
            fs::write(&file, anew).expect("the folder of stored battles is there");
        }
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (hash, link) = text.trim().split_once('\n').expect("a hash and a link");
        let save = link::read::<NoQuarter>(link).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(save.hash, hash, "{name}: the link says another hash than the file");
        assert_eq!(
            save.rules_version,
            Some(NoQuarter::VERSION),
            "{name}: it is of other rules; renew it with those of the present version"
        );
        match replay::<NoQuarter>(&save, &|_| ()) {
            Ok(world) => {
                let found = format!("{:016x}", state_hash::<NoQuarter>(&world));
                if found != hash {
                    wrong.push(format!("{name}: {found} instead of {hash}"));
                }
            }
            Err(error) => wrong.push(format!("{name}: {error:?}")),
        }
    }
    assert!(
        wrong.is_empty(),
        "if the rules or the form of their state were meant to change, raise `NoQuarter::VERSION` \
         and renew them:\n{}",
        wrong.join("\n")
    );
}
