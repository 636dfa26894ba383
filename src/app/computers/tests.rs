use std::time::Duration;

use bevy::{prelude::*, window::PrimaryWindow};

use super::{
    Errand, Outcome, Purpose, Thinker, Thought, Turn, give, hints, hints::Hints, own_side, turn,
};
use crate::{
    app::{
        battle_ui::{
            command::Command,
            giving,
            open_panels::OpenPanels,
            player::{ARCHERS, DWARFS, Player, SPEARS},
            toast::Toasts,
        },
        seat::{Game, Order},
        settings::{Pace, Settings},
    },
    battle::{
        BattleWorld, Commander, Commanders, History, Log, RuleSystem, SideId, Snapshot,
        history::Followed, levels, snapshot::state_hash, wrapper,
    },
    lab::{Bout, play},
    players::{Kind, whose_order},
};

const NEAR: SideId = SideId(0);
const FAR: SideId = SideId(1);

fn computer(kind: Kind) -> Commander {
    Commander::Computer(kind.name().to_owned())
}

/// A small battle in which computers lead these sides, at a pace.
fn led(sides: &[(SideId, Kind)], pace: Pace) -> Player {
    leading(Player::before(SPEARS, DWARFS, 14.0), sides, pace)
}

/// Has computers lead these sides, at a pace.
fn leading(mut player: Player, sides: &[(SideId, Kind)], pace: Pace) -> Player {
    let world = player.app.world_mut();
    world.resource_mut::<Settings>().pace = pace;
    for &(side, kind) in sides {
        give(world, side, computer(kind));
    }
    player
}

/// Goes on until something is so; it has to come about, however slow the thread is that thinks.
fn until(player: &mut Player, what: &str, is_so: impl Fn(&World) -> bool) {
    for _ in 0..60_000 {
        if is_so(player.world()) {
            return;
        }
        player.wait(1);
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it never came about that {what}");
}

fn is_told(world: &World) -> bool {
    world.resource::<Turn>().told().is_some()
}

/// Whether more orders were given than so many.
fn given(orders: usize) -> impl Fn(&World) -> bool {
    move |world| world.resource::<History<Game>>().len() > orders
}

/// Lets a computer do what it is telling.
fn let_it_be_done(player: &mut Player) {
    let orders = player.orders();
    player.key(KeyCode::Space);
    until(player, "it is done", given(orders));
}

fn awaits(side: SideId) -> impl Fn(&World) -> bool {
    move |world| whose_order::<Game>(world) == side
}

/// Has a person's unit do nothing in its go and a computer of this kind play one go for the other side; that
/// side is returned.
fn pass_and_let_a_computer_go(player: &mut Player, kind: Kind) -> SideId {
    let own = whose_order::<Game>(player.world());
    let other = if own == NEAR { FAR } else { NEAR };
    give(player.app.world_mut(), other, computer(kind));
    let unit = player.units().0;
    for order in [Order::Activate { unit }, Order::EndActivation] {
        player.press(|world| giving::give(world, order));
    }
    let before = state_hash::<Game>(player.world());
    until(player, "the computer has had its go", |world| given(3)(world) && awaits(own)(world));
    assert_ne!(state_hash::<Game>(player.world()), before);
    other
}

#[test]
fn computers_fight_the_battle_in_the_window_that_they_fight_without_one() {
    let kinds = [Kind::Recruit, Kind::Sergeant];
    let mut player = led(&[(NEAR, kinds[0]), (FAR, kinds[1])], Pace::AtOnce);
    until(&mut player, "the battle is over", |world| Game::outcome(world).is_some());
    let wrapper::Beginning { level, seed } =
        player.world().resource::<wrapper::Beginning<Game>>().clone();
    let players = kinds.into_iter().zip([NEAR, FAR]);
    let bout = Bout::<Game> {
        players: players.map(|(kind, side)| kind.player(seed, side)).collect(),
        ..Bout::random(&level, seed)
    };
    let played = play(bout).unwrap();
    assert_eq!(state_hash::<Game>(player.world()), state_hash::<Game>(&played.world));
    let history = player.world().resource::<History<Game>>();
    assert!(history.orders().eq(&played.save.orders));
    let given = history.by_computer();
    assert_eq!(given.len(), history.len(), "computers gave all orders");
    let reasons = given.values().flatten().count();
    assert!(reasons > 10 && reasons < given.len(), "{reasons} plans for {} orders", given.len());
    let events = player.world().resource::<Log<Game>>().0.len();
    let told = (0..events).filter(|&event| history.reason_at(event).is_some()).count();
    // With the first event of its order, if that has any.
    assert!(told > 10 && told <= reasons, "{told} of {reasons}");
}

#[test]
fn what_is_about_to_be_done_is_told_and_done_when_somebody_says_so() {
    let mut player = led(&[(NEAR, Kind::Sergeant), (FAR, Kind::Sergeant)], Pace::Step);
    until(&mut player, "a plan is told", is_told);
    let orders = player.orders();
    player.wait(200);
    assert_eq!(player.orders(), orders, "nobody said so");
    let (_, reason) = player.world().resource::<Turn>().told().unwrap();
    assert!(reason.unwrap().sentence().contains("worth"));
    let_it_be_done(&mut player);
    until(&mut player, "the next one is told", is_told);
    // Another pace goes on by itself.
    player.app.world_mut().resource_mut::<Settings>().pace = Pace::AtOnce;
    until(&mut player, "the battle is over", |world| Game::outcome(world).is_some());
}

#[test]
fn what_comes_after_an_order_that_cannot_be_drawn_is_told_too() {
    let level = levels::find("escort", None).unwrap();
    let sergeants = [(NEAR, Kind::Sergeant), (FAR, Kind::Sergeant)];
    let mut player = leading(Player::at(level, 1), &sergeants, Pace::Step);
    let plan = |player: &Player| {
        let (told, reason) = player.world().resource::<Turn>().told().unwrap();
        (told.sketch.is_empty(), reason.unwrap().plans[0].name.clone())
    };
    let left = (0..200).find(|_| {
        until(&mut player, "a plan is told", is_told);
        let stage = player.world().resource::<Turn>().stage();
        let leaves = |order: &Order| matches!(order, Order::Leave { .. });
        if matches!(stage, turn::Stage::Announcing { order, .. } if leaves(order)) {
            return true;
        }
        let_it_be_done(&mut player);
        false
    });
    left.expect("somebody leaves a company");
    let orders = player.orders();
    let (is_unseen, named) = plan(&player);
    assert!(is_unseen);
    let_it_be_done(&mut player);
    until(&mut player, "where it goes is told", is_told);
    assert_eq!(player.orders(), orders + 1);
    assert_eq!(plan(&player), (false, named), "the same plan, with its way");
    let_it_be_done(&mut player);
    let history = player.world().resource::<History<Game>>();
    let kept = |order: usize| history.by_computer()[&order].is_some();
    assert!(kept(orders) && !kept(orders + 1), "the reason is kept once");
}

#[test]
fn whoever_thinks_long_does_the_best_it_has_found_when_hurried() {
    let mut player = led(&[(NEAR, Kind::Marshal), (FAR, Kind::Marshal)], Pace::AtOnce);
    let world = player.app.world_mut();
    let seed = world.resource::<wrapper::Beginning<Game>>().seed;
    let side = whose_order::<Game>(world);
    let mut thinker = Thinker::of(world, seed).unwrap();
    // There is no time for it from the beginning: nothing is tried.
    thinker.hurry(7);
    let position = Box::new(Snapshot::take(world));
    let purpose = Purpose::Order(side, Kind::Marshal);
    thinker.think(Errand { number: 7, position, purpose, epoch: 0 });
    let thought = (0..60_000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(1));
        thinker.thought()
    });
    let Some(Thought { number: 7, outcome: Outcome::Order(order, Some(_)) }) = thought else {
        panic!("it comes to an order, with a reason");
    };
    let sergeant = Kind::Sergeant.player::<Game>(seed, side).order(world);
    assert_eq!(order, sergeant);
    // The key that goes on hurries it too.
    let orders = player.orders();
    for _ in 0..60_000 {
        player.key(KeyCode::Space);
        if player.orders() > orders + 3 {
            return;
        }
    }
    panic!("the battle goes on");
}

#[test]
fn a_key_that_leads_back_lets_nobody_go_on() {
    let mut player = led(&[(NEAR, Kind::Sergeant), (FAR, Kind::Sergeant)], Pace::Step);
    until(&mut player, "a plan is told", is_told);
    let orders = player.orders();
    // The unit of the plan is selected no longer, and then the menu opens.
    player.key(KeyCode::Escape);
    player.key(KeyCode::Escape);
    player.wait(5);
    assert_eq!(player.orders(), orders);
    assert!(player.world().resource::<OpenPanels>().menu, "it leads to the menu");
    // While the menu is open, no time passes for what is told.
    player.app.world_mut().resource_mut::<Settings>().pace = Pace::Fast;
    player.wait(200);
    assert_eq!(player.orders(), orders);
    player.key(KeyCode::Escape);
    until(&mut player, "it goes on", given(orders));
}

#[test]
fn a_pace_that_is_changed_holds_for_what_is_told_already() {
    let mut player = led(&[(NEAR, Kind::Sergeant), (FAR, Kind::Sergeant)], Pace::Slow);
    until(&mut player, "a plan is told", is_told);
    player.app.world_mut().resource_mut::<Settings>().pace = Pace::Step;
    let orders = player.orders();
    player.wait(300);
    assert_eq!(player.orders(), orders, "it waits now");
    let_it_be_done(&mut player);
}

#[test]
fn what_nobody_saw_is_told_when_it_is_ones_own_turn() {
    let mut player = led(&[], Pace::AtOnce);
    let other = pass_and_let_a_computer_go(&mut player, Kind::Sergeant);
    player.wait(3);
    let world = player.world();
    let plans = world.resource::<History<Game>>().plans_since_own_last();
    let plans: Vec<&str> = plans.map(|plan| plan.reason.plans[0].name.as_str()).collect();
    let told = world.resource::<Toasts>().text().unwrap_or_default();
    assert!(plans.iter().any(|plan| told.contains(plan)), "{told:?} tells of {plans:?}");
    let mut theirs = world.roster().units().filter(|&unit| world.side_of(unit) == other);
    assert!(theirs.any(|unit| told.starts_with(world.unit_name(unit))), "{told:?}");
}

#[test]
fn whoever_watches_two_computers_is_told_what_they_did_while_the_window_was_in_the_background() {
    let sergeants = [(NEAR, Kind::Sergeant), (FAR, Kind::Sergeant)];
    let mut player = led(&sergeants, Pace::AtOnce);
    let focus = |player: &mut Player, focused: bool| {
        let world = player.app.world_mut();
        let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
        windows.single_mut(world).unwrap().focused = focused;
    };
    until(&mut player, "orders are given", given(2));
    let told = |player: &Player| player.world().resource::<Toasts>().text().map(str::to_owned);
    assert_eq!(told(&player), None, "whoever looks sees it");
    focus(&mut player, false);
    player.wait(1);
    let orders = player.orders();
    until(&mut player, "more are given", given(orders + 6));
    assert_eq!(told(&player), None, "nobody looks");
    focus(&mut player, true);
    player.app.world_mut().resource_mut::<Settings>().pace = Pace::Step;
    player.wait(2);
    let world = player.world();
    let plans = world.resource::<History<Game>>().plans_since_own_last();
    let missed: Vec<_> = plans.filter(|plan| plan.place >= orders).collect();
    let text = told(&player).expect("it is told");
    let is_told = |plan: &Followed<Game>| text.contains(&plan.reason.plans[0].name);
    assert!(missed.iter().any(is_told), "{text}");
    // What was told, or seen since, isn't told again: not on looking away once more, nor in a turn of one's own.
    player.app.insert_resource(Toasts::default());
    for focused in [false, true] {
        focus(&mut player, focused);
        player.wait(3);
    }
    assert_eq!(told(&player), None);
    let side = whose_order::<Game>(player.world());
    give(player.app.world_mut(), side, Commander::Person);
    player.wait(3);
    assert_eq!(told(&player), None);
}

#[test]
fn whoever_leads_a_side_from_now_on_gets_no_hints_meant_for_another() {
    let mut player = Player::before(ARCHERS, DWARFS, 14.0);
    player.key(KeyCode::PageUp);
    let hinted = |world: &World| world.resource::<Hints>().given().is_some();
    until(&mut player, "there are hints", hinted);
    let world = player.app.world_mut();
    world.resource_mut::<Settings>().pace = Pace::Step;
    let side = whose_order::<Game>(world);
    give(world, side, computer(Kind::Recruit));
    assert!(!player.world().resource::<Hints>().are_open());
    until(&mut player, "a plan is told", is_told);
    player.key(KeyCode::Digit1);
    player.wait(3);
    assert_eq!(player.orders(), 0);
}

#[test]
fn nobody_orders_for_a_computer_but_whoever_takes_its_side_over() {
    let mut player = led(&[(NEAR, Kind::Recruit), (FAR, Kind::Recruit)], Pace::Step);
    until(&mut player, "a plan is told", is_told);
    assert_eq!(own_side(player.world()), None);
    let side = whose_order::<Game>(player.world());
    let orders = player.orders();
    let unit = player.units().0;
    let order = Order::Activate { unit };
    giving::give(player.app.world_mut(), order.clone());
    assert!(player.world().resource::<Toasts>().refusal().unwrap().contains("computer's turn"));
    player.wait(5);
    assert_eq!(player.orders(), orders);
    give(player.app.world_mut(), side, Commander::Person);
    player.wait(5);
    assert_eq!(own_side(player.world()), Some(side));
    assert!(matches!(player.world().resource::<Turn>().stage(), turn::Stage::Resting));
    giving::give(player.app.world_mut(), order);
    player.wait(5);
    assert_eq!(player.orders(), orders + 1);
    let given = player.world().resource::<History<Game>>().by_computer();
    assert!(!given.contains_key(&orders), "a person gave it");
}

#[test]
fn undo_goes_back_to_ones_own_last_choice() {
    let mut player = led(&[], Pace::AtOnce);
    let world = player.app.world_mut();
    // Nothing may be in the way but the rule about dice, which practice leaves out.
    world.resource_mut::<History<Game>>().undo_rule = crate::battle::history::UndoRule::Anything;
    let unit = player.units().0;
    pass_and_let_a_computer_go(&mut player, Kind::Recruit);
    player.press(|world| giving::act(world, Command::Undo));
    assert_eq!(player.orders(), 1, "its activation is open again");
    assert_eq!(player.world().frame().active, Some(unit));
    player.press(|world| giving::act(world, Command::Undo));
    assert_eq!(player.orders(), 0);
    player.press(|world| giving::act(world, Command::Undo));
    assert!(player.world().resource::<Toasts>().refusal().unwrap().contains("nothing to undo"));
}

#[test]
fn a_save_keeps_who_leads_and_why() {
    let mut player = led(&[(NEAR, Kind::Sergeant), (FAR, Kind::Sergeant)], Pace::AtOnce);
    until(&mut player, "some orders are given", given(6));
    let save = wrapper::save::<Game>(player.world());
    assert_eq!(save.commanders, *player.world().resource::<Commanders>());
    assert!(save.by_computer.values().flatten().any(|reason| !reason.sentence().is_empty()));
    let text = save.write().unwrap();
    let read = crate::battle::save::Save::<Game>::read("a.ron", &text).unwrap();
    assert_eq!(read.by_computer, save.by_computer);
    let mut world = World::new();
    crate::battle::opening::open(&mut world, &read, &mut |_, _| ()).unwrap();
    let again = wrapper::save::<Game>(&world);
    assert_eq!((again.commanders, again.by_computer), (save.commanders, save.by_computer));
    let link = crate::battle::link::write(&read).unwrap();
    let linked = crate::battle::link::read::<Game>(&link).unwrap();
    assert_eq!(linked.commanders, read.commanders);
    assert!(linked.by_computer.keys().eq(read.by_computer.keys()), "and which orders they gave");
}

#[test]
fn a_hint_is_followed_and_hints_may_be_forbidden() {
    let mut player = Player::before(ARCHERS, DWARFS, 14.0);
    player.key(KeyCode::PageUp);
    let hinted = |world: &World| world.resource::<Hints>().given().is_some();
    until(&mut player, "there are hints", hinted);
    let hints = player.world().resource::<Hints>().given().unwrap().to_vec();
    assert!((1..=3).contains(&hints.len()));
    player.key(KeyCode::Digit1);
    assert_eq!(player.orders(), 1, "the first order of the first plan");
    assert!(!player.world().resource::<Hints>().are_open());
    // The same once more, and put away by the same key.
    player.key(KeyCode::PageUp);
    until(&mut player, "there are hints", hinted);
    player.key(KeyCode::PageUp);
    assert!(!player.world().resource::<Hints>().are_open());
    let why = hints::why_not(player.world());
    assert_eq!(why, None);
    player.app.world_mut().resource_mut::<Commanders>().no_hints = true;
    player.key(KeyCode::PageUp);
    assert!(!player.world().resource::<Hints>().are_open());
    assert!(player.world().resource::<Toasts>().refusal().unwrap().contains("without hints"));
}

#[test]
fn a_side_of_an_unknown_computer_is_a_persons() {
    let mut player = led(&[], Pace::AtOnce);
    give(player.app.world_mut(), FAR, Commander::Computer("hannibal".to_owned()));
    player.wait(3);
    assert_eq!(*player.world().resource::<Commanders>().of(FAR), Commander::Person);
    assert!(player.world().resource::<Toasts>().refusal().unwrap().contains("hannibal"));
}
