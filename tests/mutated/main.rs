//! Whatever stands in a file or a link: it is read, or refused in a few plain lines, and never brings
//! the game down. Each kind of text that comes from outside has a test here, which mutates good ones;
//! what went wrong once is kept in `tests/corpus`. `.ci/fuzz` lets them go on for as long as one likes.

#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

mod corpus;
mod mutation;

use std::{
    env, fs,
    path::Path,
    time::{Duration, Instant},
};

use bevy::prelude::World;
use ironrank::{
    battle::{Battle, DataError, data::outline, history::Keep, levels, link, save::Save, wrapper},
    dice::Dice,
    no_quarter::{
        Armoury, NoQuarter,
        level::{Army, Level},
    },
    players::Script,
};
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

/// So many mutated texts of each kind are read in an ordinary run.
const CASES: u32 = 96;
/// So many before somebody looks at the clock.
const AT_A_TIME: u32 = 500;
/// Of a battle that can be read so many orders are given: one isn't fought to its end.
const ORDERS: usize = 3;

/// Reads the texts of a kind that went wrong once, and then mutated ones: for as many seconds as
/// `IRONRANK_FUZZ_SECONDS` says, always new ones; without it a few, always the same.
fn read_all(kind: &str, good: Vec<String>, read: fn(&str)) {
    assert!(!good.is_empty(), "{kind}: there is nothing to mutate");
    for (name, text) in corpus::kept(kind) {
        println!("{name}");
        read(&text);
    }
    let seconds = env::var("IRONRANK_FUZZ_SECONDS").ok().map(|text| text.parse().unwrap());
    let texts = mutation::of(good);
    let began = Instant::now();
    loop {
        let config = Config {
            cases: seconds.map_or(CASES, |_: u64| AT_A_TIME),
            failure_persistence: None,
            max_shrink_iters: 500,
            ..Config::default()
        };
        let mut runner = match seconds {
            Some(_) => TestRunner::new(config),
            None => {
                let dice = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
                TestRunner::new_with_rng(config, dice)
            }
        };
        let result = runner.run(&texts, |text| {
            read(&text);
            Ok(())
        });
        if let Err(TestError::Fail(why, text)) = result {
            let found = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("found-{kind}.txt"));
            fs::write(&found, text).unwrap();
            panic!("{why}\nThe text is in {}: keep it in tests/corpus/{kind}", found.display());
        }
        if began.elapsed() >= Duration::from_secs(seconds.unwrap_or(0)) {
            return;
        }
    }
}

/// Whether what is told about a text is short and can be shown anywhere.
fn is_plain(told: &str) {
    assert!(told.chars().count() < 2500, "{} characters: {told}", told.chars().count());
    assert!(told.chars().all(|c| c == '\n' || !c.is_control()), "{told:?}");
}

fn are_plain(errors: &[DataError]) {
    assert!(!errors.is_empty());
    errors.iter().for_each(|error| is_plain(&error.to_string()));
}

fn set_up(level: &Level) -> Result<(), Vec<DataError>> {
    let mut world = World::new();
    wrapper::begin::<NoQuarter>(&mut world, level, 1, Dice::seeded(1), Keep::Start)
}

/// Opens a battle where it stood: with its first orders, then at its position.
fn open(mut save: Save<NoQuarter>) {
    save.orders.truncate(ORDERS);
    match Battle::open(&save) {
        Ok((battle, opened)) => {
            is_plain(&opened.to_string());
            battle.save().write_compact().unwrap();
        }
        Err(errors) => are_plain(&errors),
    }
}

#[test]
fn levels() {
    read_all("levels", corpus::levels(), |text| {
        outline::fields(text, 1).for_each(drop);
        match Level::read("mutated.ron", text).and_then(|level| set_up(&level)) {
            Ok(()) => {}
            Err(errors) => are_plain(&errors),
        }
    });
}

/// An army that can be read fights in the place of a level's own, or the level says why it can't.
#[test]
fn armies() {
    read_all("armies", corpus::armies(), |text| match Army::read("mutated.ron", text) {
        Ok(army) => {
            let mut level = levels::find::<NoQuarter>("plain", None).unwrap();
            let fought = level.replace_army("The Living", &army).and_then(|()| set_up(&level));
            if let Err(errors) = fought {
                are_plain(&errors);
            }
        }
        Err(errors) => are_plain(&errors),
    });
}

#[test]
fn saves() {
    read_all("saves", corpus::saves(), |text| match Save::read("mutated.ron", text) {
        Ok(save) => open(save),
        Err(errors) => are_plain(&errors),
    });
}

/// Mutated before they are packed: what is changed on the way is damaged.
#[test]
fn packed_links() {
    read_all("packed", corpus::packed(), |text| match link::read(&corpus::pack(text)) {
        Ok(save) => open(save),
        Err(error) => is_plain(&error.to_string()),
    });
}

#[test]
fn links() {
    read_all("links", corpus::links(), |text| match link::read(text) {
        Ok(save) => open(save),
        Err(error) => is_plain(&error.to_string()),
    });
}

#[test]
fn scripts() {
    read_all("scripts", corpus::scripts(), |text| {
        match Script::<NoQuarter>::read("mutated.ron", text) {
            Ok(script) => {
                let orders = script.orders().count();
                assert_eq!(orders, outline::elements(text).len(), "each order has its line");
            }
            Err(error) => is_plain(&error.to_string()),
        }
    });
}

#[test]
fn data() {
    let armoury = Armoury::embedded().unwrap();
    assert!(!armoury.profiles.is_empty());
    read_all("data", corpus::data(), |text| {
        let errors = Armoury::embedded().unwrap().check_file("mutated.ron", text);
        errors.iter().for_each(|error| is_plain(&error.to_string()));
    });
}

#[cfg(feature = "app")]
#[test]
fn settings() {
    use ironrank::app::settings::{SCALES, Settings, TEXT_SIZES};

    read_all("settings", corpus::settings(), |text| match Settings::read(text) {
        Ok(settings) => {
            assert!(SCALES.contains(&settings.ui_scale), "{settings:?}");
            assert!(TEXT_SIZES.contains(&settings.text_size), "{settings:?}");
            is_plain(&settings.page);
            settings
                .keys
                .iter()
                .flat_map(|(key, value)| [key, value])
                .for_each(|key| is_plain(key));
        }
        Err(error) => is_plain(&error.to_string()),
    });
}

/// Names of files that are kept: whatever they were called elsewhere.
#[cfg(feature = "app")]
#[test]
fn names_of_what_is_kept() {
    use ironrank::app::storage::{LAST_BATTLE, name_for};

    let names = ["My Battle (1).ron", "../../etc/passwd", "settings.ron", LAST_BATTLE, "Größe"];
    read_all("names", names.map(str::to_owned).into(), |name| {
        let kept = name_for(name, &["battle.ron".to_owned()]);
        let plain = |c: char| c.is_alphanumeric() || c == '-';
        let stem = kept.strip_suffix(".ron").unwrap();
        assert!(!stem.is_empty() && stem.chars().all(plain), "{kept}");
        assert!(stem.chars().count() < 200 && kept != LAST_BATTLE, "{kept}");
    });
}
