//! How long computer players take for a decision. Each player named fights a battle against itself on
//! every level, or on the levels named; without names Recruit, Sergeant and Captain do so.
//!
//! ```text
//! cargo bench --bench decisions -- captain marshal duel-at-the-wall
//! ```

use std::{
    cell::RefCell,
    env,
    rc::Rc,
    time::{Duration, Instant},
};

use bevy::prelude::World;
use ironrank::{
    battle::{SideId, levels},
    lab::{Bout, Played, play},
    no_quarter::{NoQuarter, level::Level, order::Order},
    players::{Kind, Player},
};

/// The dice of all battles.
const SEED: u64 = 1;

/// The times of the decisions of a battle.
type Times = Rc<RefCell<Vec<Duration>>>;

/// Somebody whose decisions are timed: orders and answers with which a plan begins. Whoever finds no plan
/// that is possible has thought as well, but isn't counted.
struct Timed {
    player: Box<dyn Player<NoQuarter>>,
    times: Times,
}

impl Player<NoQuarter> for Timed {
    fn name(&self) -> String {
        self.player.name()
    }

    fn order(&mut self, world: &World) -> Option<Order> {
        let begun = Instant::now();
        let order = self.player.order(world);
        if self.player.begins_plan() {
            self.times.borrow_mut().push(begun.elapsed());
        }
        order
    }

    fn has_checked(&self) -> bool {
        self.player.has_checked()
    }
}

/// The times of all decisions in a battle of a kind of player against itself.
fn decisions(kind: Kind, level: &Level) -> Vec<Duration> {
    let times = Times::default();
    let seat = |side| -> Box<dyn Player<NoQuarter>> {
        Box::new(Timed { player: kind.player(SEED, SideId(side)), times: times.clone() })
    };
    let bout = Bout { players: [0, 1].map(seat).into(), ..Bout::random(level, SEED) };
    play(bout).and_then(Played::sound).expect("computer players give legal orders");
    times.take()
}

/// A line of the table: how many decisions, their median, their 95th percentile and the longest.
fn tell(kind: Kind, level: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| {
        let last = times.len().saturating_sub(1);
        let place = (share * last as f64).round() as usize;
        times.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{:10} {level:24} {:6} {:9.2} {:9.2} {:9.2}",
        kind.name(),
        times.len(),
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

fn main() {
    // Tests of all targets only build it.
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let names: Vec<String> = env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let player_named = |name: &str| Kind::named(name).filter(|kind| Kind::LEVELS.contains(kind));
    let mut kinds: Vec<Kind> = names.iter().filter_map(|name| player_named(name)).collect();
    if kinds.is_empty() {
        kinds = vec![Kind::Recruit, Kind::Sergeant, Kind::Captain];
    }
    let mut ids = levels::ids(None);
    let known = |name: &&String| player_named(name).is_some() || ids.contains(name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        eprintln!("{unknown} is neither a computer player that people fight nor a level");
        std::process::exit(2);
    }
    if names.iter().any(|name| ids.contains(name)) {
        ids.retain(|id| names.contains(id));
    }
    println!("player     level                    number    median      95 %   longest (ms)");
    for kind in kinds {
        let mut all = Vec::new();
        for id in &ids {
            let level = levels::find(id, None).expect("levels are checked by a test");
            let times = decisions(kind, &level);
            tell(kind, id, times.clone());
            all.extend(times);
        }
        if ids.len() > 1 {
            tell(kind, "all", all);
        }
    }
}
