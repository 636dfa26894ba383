//! Keeps the battle for "Continue" while it goes on, so that a window or a page that vanishes takes
//! little with it, and never at the cost of another battle that waits to be continued.

use std::io;

use bevy::{
    ecs::{change_detection::Tick, message::MessageCursor},
    prelude::*,
};

use super::{
    AppOptions,
    battle_ui::toast::Toasts,
    seat::Game,
    storage::{self, EARLIER_BATTLE, LAST_BATTLE},
};
use crate::battle::{Commanders, History, RuleSystem, save::Save, wrapper};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Keeper>();
    app.add_systems(Last, (keep_now_and_then, keep_before_exit).chain());
}

/// What is known about the battle kept for "Continue".
#[derive(Resource, Default)]
pub(super) struct Keeper {
    /// How many orders the battle on the table had when it came there.
    came_with: usize,
    /// What is kept of that battle; none as long as nothing is.
    kept: Option<String>,
    /// When its orders changed last, as the frame before knew it.
    noticed: Option<(Tick, Tick)>,
    /// The same, as far as it has been dealt with.
    seen: Option<(Tick, Tick)>,
    /// Seconds since it was kept.
    age: f32,
    /// Whether the player knows that it can't be kept.
    told: bool,
}

/// So many seconds at least lie between two times that a battle is kept.
const A_WHILE: f32 = 0.5;

/// Where texts are kept by name.
trait Shelf {
    fn read(&self, name: &str) -> io::Result<String>;
    fn write(&mut self, name: &str, text: &str) -> io::Result<()>;
    fn remove(&mut self, name: &str) -> io::Result<()>;
}

/// The player's own storage.
struct Storage;

impl Shelf for Storage {
    fn read(&self, name: &str) -> io::Result<String> {
        storage::read(name)
    }

    fn write(&mut self, name: &str, text: &str) -> io::Result<()> {
        storage::write(name, text)
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        storage::remove(name)
    }
}

impl Keeper {
    /// A battle with orders has come to the table; it may be the one that is kept, also as earlier
    /// versions of the game have written it.
    fn come(shelf: &impl Shelf, battle: &Save<Game>) -> Self {
        let is_it = |there: &String| {
            Save::read(LAST_BATTLE, there).is_ok_and(|there| there.is_at_the_same_point(battle))
        };
        let kept = shelf.read(LAST_BATTLE).ok().filter(is_it);
        Self { came_with: battle.orders.len(), kept, ..default() }
    }

    /// Counts so many seconds more and says whether a change is to be kept now; if so, it counts as dealt
    /// with.
    fn is_due(&mut self, change: Option<(Tick, Tick)>, seconds: f32) -> bool {
        self.age += seconds;
        // The frame of the order itself has enough to do.
        let fresh = std::mem::replace(&mut self.noticed, change) != change;
        if change.is_none() || self.seen == change || fresh || self.age < A_WHILE {
            return false;
        }
        (self.seen, self.age) = (change, 0.0);
        true
    }

    /// Whether it is more than a look at a battle that lies elsewhere, or at a fresh table.
    fn is_worth_keeping(&self, orders: usize) -> bool {
        self.kept.is_some() || orders != self.came_with
    }

    /// Keeps the battle. Another one that is kept, of before or of another window, is kept apart if
    /// it has orders; what can't be read is put aside.
    fn keep(&mut self, shelf: &mut impl Shelf, text: String) -> io::Result<()> {
        let there = shelf.read(LAST_BATTLE).ok();
        // It may have been thrown away since, or another window may have kept its own.
        if self.kept.as_ref() == Some(&text) && there.as_ref() == Some(&text) {
            return Ok(());
        }
        if let Some(there) = there
            && self.kept.as_ref() != Some(&there)
        {
            match Save::<Game>::read(LAST_BATTLE, &there) {
                Ok(battle) if battle.count() == 0 && battle.earlier.is_none() => {}
                Ok(_) => shelf.write(EARLIER_BATTLE, &there)?,
                Err(_) => shelf.write(&storage::name_aside(LAST_BATTLE), &there)?,
            }
        }
        shelf.write(LAST_BATTLE, &text)?;
        self.kept = Some(text);
        Ok(())
    }

    /// The battle is over: there is nothing to continue, unless another one has been kept since.
    fn end(&mut self, shelf: &mut impl Shelf) -> io::Result<()> {
        // Should its end be taken back, it is worth keeping again.
        self.came_with = usize::MAX;
        match self.kept.take() {
            Some(kept) if shelf.read(LAST_BATTLE).is_ok_and(|there| there == kept) => {
                shelf.remove(LAST_BATTLE)
            }
            _ => Ok(()),
        }
    }
}

/// Notes what has come to the table.
pub(super) fn come(world: &mut World) {
    #[cfg(target_arch = "wasm32")]
    super::browser::address::battle_came();
    let mut keeper = if world.resource::<History<Game>>().is_empty() {
        Keeper::default()
    } else {
        Keeper::come(&Storage, &wrapper::save(world))
    };
    keeper.seen = change(world);
    world.insert_resource(keeper);
    tell_page(world);
}

/// Keeps the battle that is on the table if there is one, it isn't over, and somebody has played;
/// automatic runs leave no traces.
pub(super) fn keep(world: &mut World) {
    let there = world.contains_resource::<wrapper::Beginning<Game>>();
    if !there || world.resource::<AppOptions>().exit {
        return;
    }
    let orders = world.resource::<History<Game>>().len();
    let over = Game::outcome(world).is_some();
    if !over && !world.resource::<Keeper>().is_worth_keeping(orders) {
        return;
    }
    let text = (!over).then(|| wrapper::save::<Game>(world).write_compact());
    let mut keeper = world.resource_mut::<Keeper>();
    let done = match text {
        None => keeper.end(&mut Storage),
        Some(Ok(text)) => keeper.keep(&mut Storage, text),
        Some(Err(error)) => Err(io::Error::other(error.to_string())),
    };
    if let Err(error) = done {
        warn!("the battle was not saved: {error}");
        if !std::mem::replace(&mut keeper.told, true) {
            world
                .resource_mut::<Toasts>()
                .refuse(format!("This battle can't be saved for \"Continue\": {error}"));
        }
    }
    tell_page(world);
}

/// When the battle's orders changed last, and when who leads its sides.
fn change(world: &World) -> Option<(Tick, Tick)> {
    let orders = world.get_resource_ref::<History<Game>>()?.last_changed();
    let leaders = world.get_resource_ref::<Commanders>()?.last_changed();
    Some((orders, leaders))
}

fn keep_now_and_then(world: &mut World) {
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let change = change(world);
    if world.resource_mut::<Keeper>().is_due(change, seconds) {
        keep(world);
    }
}

fn keep_before_exit(world: &mut World, mut exits: Local<MessageCursor<AppExit>>) {
    if exits.read(world.resource::<Messages<AppExit>>()).next().is_some() {
        keep(world);
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn tell_page(_: &World) {}

/// The page says what becomes of the battle when it has to stop.
#[cfg(target_arch = "wasm32")]
fn tell_page(world: &World) {
    super::browser::tell_kept(world.resource::<Keeper>().kept.is_some());
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::OnceLock};

    use super::*;
    use crate::{
        battle::levels,
        lab::{Bout, play},
    };

    /// A shelf with room for so many texts.
    struct Own {
        texts: BTreeMap<String, String>,
        room: usize,
    }

    impl Default for Own {
        fn default() -> Self {
            Self { texts: BTreeMap::new(), room: 9 }
        }
    }

    impl Shelf for Own {
        fn read(&self, name: &str) -> io::Result<String> {
            self.texts.get(name).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
        }

        fn write(&mut self, name: &str, text: &str) -> io::Result<()> {
            if !self.texts.contains_key(name) && self.texts.len() == self.room {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.texts.insert(name.to_owned(), text.to_owned());
            Ok(())
        }

        fn remove(&mut self, name: &str) -> io::Result<()> {
            self.texts.remove(name).map(drop).ok_or_else(|| io::ErrorKind::NotFound.into())
        }
    }

    impl Own {
        fn has(&self, name: &str) -> Option<&str> {
            self.texts.get(name).map(String::as_str)
        }
    }

    /// A battle with so many orders.
    fn save(seed: u64, orders: usize) -> Save<Game> {
        static PLAYED: OnceLock<Save<Game>> = OnceLock::new();
        let played = PLAYED.get_or_init(|| {
            let level = levels::find("duel-at-the-wall", None).unwrap();
            play(Bout::random(&level, 1)).unwrap().save
        });
        let mut save = played.clone();
        save.seed = seed;
        save.orders.truncate(orders);
        save
    }

    /// The same as it is kept.
    fn battle(seed: u64, orders: usize) -> String {
        save(seed, orders).write_compact().unwrap()
    }

    #[test]
    fn orders_and_new_leaders_are_kept_soon_after_and_once() {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let mut world = play(Bout::<Game>::random(&level, 1)).unwrap().world;
        let mut keeper = Keeper::default();
        let mut frames = |world: &World, seconds: [f32; 4]| {
            seconds.map(|seconds| keeper.is_due(change(world), seconds))
        };
        // In its first frame it waits, then until it is a while since something was kept.
        assert_eq!(frames(&world, [9.0, 0.0, 9.0, 9.0]), [false, true, false, false]);
        world.increment_change_tick();
        world.resource_mut::<Commanders>().set_changed();
        let due = frames(&world, [9.0, 0.0, 9.0, 0.0]);
        assert_eq!(due, [false, true, false, false], "somebody else leads now");
        world.increment_change_tick();
        world.resource_mut::<History<Game>>().set_changed();
        // Nine seconds have passed since.
        assert_eq!(frames(&world, [0.0, 0.0, 0.0, 0.0]), [false, true, false, false]);
        world.increment_change_tick();
        world.resource_mut::<History<Game>>().set_changed();
        let due = frames(&world, [0.0, 0.3, 0.1, 0.2]);
        assert_eq!(due, [false, false, false, true], "not so soon again");
        let nowhere = [9.0, 9.0].map(|seconds| keeper.is_due(change(&World::new()), seconds));
        assert_eq!(nowhere, [false, false], "there is no battle");
    }

    #[test]
    fn a_table_that_was_only_looked_at_leaves_the_battle_that_waits() {
        let mut shelf = Own::default();
        shelf.write(LAST_BATTLE, &battle(1, 4)).unwrap();
        for (keeper, orders) in [(Keeper::default(), 0), (Keeper::come(&shelf, &save(2, 7)), 7)] {
            assert!(!keeper.is_worth_keeping(orders));
            assert!(keeper.is_worth_keeping(orders + 1));
        }
    }

    #[test]
    fn the_battle_that_waits_is_kept_apart_from_a_new_one() {
        let (mut shelf, waits) = (Own::default(), battle(1, 4));
        shelf.write(LAST_BATTLE, &waits).unwrap();
        let mut keeper = Keeper::default();
        keeper.keep(&mut shelf, battle(2, 1)).unwrap();
        assert_eq!(shelf.has(EARLIER_BATTLE), Some(waits.as_str()));
        assert_eq!(shelf.has(LAST_BATTLE), Some(battle(2, 1).as_str()));
        keeper.keep(&mut shelf, battle(2, 2)).unwrap();
        assert_eq!(shelf.has(EARLIER_BATTLE), Some(waits.as_str()), "its own is not another one");
        assert_eq!(shelf.has(LAST_BATTLE), Some(battle(2, 2).as_str()));
    }

    #[test]
    fn two_windows_keep_both_their_battles() {
        let mut shelf = Own::default();
        let mut windows = [Keeper::default(), Keeper::default()];
        for orders in 1..4 {
            for (window, seed) in windows.iter_mut().zip([3, 4]) {
                window.keep(&mut shelf, battle(seed, orders)).unwrap();
            }
        }
        assert_eq!(shelf.has(LAST_BATTLE), Some(battle(4, 3).as_str()));
        assert_eq!(shelf.has(EARLIER_BATTLE), Some(battle(3, 3).as_str()));
        // The first one ends: what waits is the second one's.
        windows[0].end(&mut shelf).unwrap();
        assert_eq!(shelf.has(LAST_BATTLE), Some(battle(4, 3).as_str()));
    }

    #[test]
    fn a_battle_that_was_thrown_away_is_kept_again() {
        let mut shelf = Own::default();
        let mut keeper = Keeper::default();
        keeper.keep(&mut shelf, battle(1, 2)).unwrap();
        shelf.remove(LAST_BATTLE).unwrap();
        keeper.keep(&mut shelf, battle(1, 2)).unwrap();
        assert_eq!(shelf.has(LAST_BATTLE), Some(battle(1, 2).as_str()));
    }

    #[test]
    fn a_battle_whose_end_is_taken_back_is_worth_keeping_again() {
        let mut shelf = Own::default();
        let waits = save(1, 4);
        shelf.write(LAST_BATTLE, &waits.write_compact().unwrap()).unwrap();
        let mut keeper = Keeper::come(&shelf, &waits);
        keeper.end(&mut shelf).unwrap();
        assert!(keeper.is_worth_keeping(4));
    }

    #[test]
    fn a_battle_that_is_continued_and_ends_waits_no_more() {
        let waits = save(1, 4);
        for text in [waits.write_compact(), waits.write()] {
            let mut shelf = Own::default();
            shelf.write(LAST_BATTLE, &text.unwrap()).unwrap();
            let mut keeper = Keeper::come(&shelf, &waits);
            assert!(keeper.is_worth_keeping(4), "an order taken back is noted too");
            keeper.end(&mut shelf).unwrap();
            assert!(shelf.texts.is_empty());
        }
    }

    #[test]
    fn a_battle_whose_orders_were_all_taken_back_is_not_kept_apart() {
        let mut shelf = Own::default();
        shelf.write(EARLIER_BATTLE, &battle(1, 4)).unwrap();
        let mut keeper = Keeper::default();
        keeper.keep(&mut shelf, battle(2, 1)).unwrap();
        keeper.keep(&mut shelf, battle(2, 0)).unwrap();
        Keeper::default().keep(&mut shelf, battle(2, 1)).unwrap();
        assert_eq!(shelf.has(EARLIER_BATTLE), Some(battle(1, 4).as_str()));
        assert_eq!(shelf.has(LAST_BATTLE), Some(battle(2, 1).as_str()));
    }

    #[test]
    fn what_can_not_be_read_is_put_aside_and_what_can_not_be_kept_is_told() {
        let mut shelf = Own::default();
        shelf.write(LAST_BATTLE, "(broken").unwrap();
        let mut keeper = Keeper::default();
        shelf.room = 1;
        assert!(keeper.keep(&mut shelf, battle(2, 1)).is_err());
        assert_eq!(shelf.has(LAST_BATTLE), Some("(broken"), "nothing is lost for want of room");
        shelf.room = 2;
        keeper.keep(&mut shelf, battle(2, 1)).unwrap();
        assert_eq!(shelf.has("last-battle-unreadable.ron"), Some("(broken"));
    }
}
