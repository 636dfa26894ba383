//! How many inputs what is done most often takes, counted as a player makes them. Each number is held
//! against the table of docs/look.md.

mod spells;

use std::{fs, path::Path};

use bevy::prelude::*;

use crate::{
    app::{
        battle_ui::{
            command::Command,
            controls, giving, likely,
            mode::{Mode, focus},
            player::{ARCHERS, Player, SPEARS},
        },
        seat::Game,
    },
    battle::{
        BattleWorld, Pending, RuleSystem, UnitId,
        playable::{Acting, acting::VerbId},
    },
    no_quarter::{Holding, Morale, StandingOrder},
    table::base::touching,
};

/// What is done, as the table has it, one row each.
#[derive(Clone, Copy, Debug)]
enum Row {
    Move,
    Shoot,
    Charge,
    Block,
    Wheel,
    Gun,
    Cast,
    Cancel,
    Rally,
    Hold,
    Deploy,
    Answer,
}

/// The columns of the table after what is done.
const MOUSE: usize = 0;
const KEYS: usize = 1;

impl Row {
    const ALL: [Self; 12] = one_of_each!(
        Row: Move, Shoot, Charge, Block, Wheel, Gun, Cast, Cancel, Rally, Hold, Deploy, Answer
    );

    fn name(self) -> &'static str {
        match self {
            Self::Move => "activate, move and end",
            Self::Shoot => "activate, shoot and end",
            Self::Charge => "activate, charge and end",
            Self::Block => "activate, take a block 8 inches ahead and end",
            Self::Wheel => "activate, wheel a block and end",
            Self::Gun => "activate, fire a gun or breathe, and end",
            Self::Cast => "activate, cast a spell and end",
            Self::Cancel => "activate, cancel a spell in play and end",
            Self::Rally => "activate, rally and end",
            Self::Hold => "go on hold",
            Self::Deploy => "deploy a unit",
            Self::Answer => "answer a decision",
        }
    }

    /// What the table says.
    fn told(self, column: usize) -> String {
        let found = table().into_iter().find(|row| row[0] == self.name());
        found.expect("the table has this row")[1 + column].clone()
    }

    /// How many inputs that is by the table: what stands before the colon.
    fn inputs(self, column: usize) -> u32 {
        let told = self.told(column);
        let number = told.split(':').next().and_then(|number| number.parse().ok());
        number.unwrap_or_else(|| panic!("{told}: a number comes first"))
    }
}

/// The rows of the table of inputs in docs/look.md.
fn table() -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/look.md");
    let text = fs::read_to_string(path).expect("docs/look.md can be read");
    let lines = text.lines().skip_while(|line| !line.starts_with("| to do |"));
    let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

/// The verb that settings call so.
fn verb(id: &str) -> VerbId {
    let place = Game::verbs().iter().position(|words| words.id == id).expect("it is a verb");
    VerbId(u8::try_from(place).expect("there are few verbs"))
}

impl Player {
    /// Activates a unit by a double click on it.
    fn activates(&mut self) {
        let (own, _) = self.units();
        let (_, at) = self.first(own);
        self.double_click(at);
        assert_eq!(self.world().frame().active, Some(own), "a double click activates");
    }

    /// Does by a right click what it is most likely meant to do at the enemy before the active unit.
    fn right_clicks(&mut self) {
        let (_, enemy) = self.units();
        let (_, target) = self.first(enemy);
        self.point(target);
        // What is meant is weighed bit by bit.
        self.wait(20);
        assert!(likely::is_meant(self.world()), "what the click does is shown before");
        self.click(target, MouseButton::Right);
    }

    /// Presses the button of a verb.
    fn presses(&mut self, id: &str) {
        let verb = verb(id);
        self.press(|world| giving::act(world, Command::Verb(verb)));
    }
}

const SPEARS_APART: &str = r#"profile: "spearman", count: 3, formation: Skirmish"#;
const GUN: &str = r#"profile: "gunner", count: 3, formation: Skirmish,
    command: [(profile: "cannon", role: Rank)]"#;
const DWARFS: &str = r#"profile: "dwarf", count: 6, formation: Skirmish"#;
/// So near that a charge comes into contact, in inches.
const NEAR: f32 = 5.0;

#[test]
fn the_table_has_a_row_for_each_and_no_other() {
    let told: Vec<String> = table().into_iter().map(|mut row| row.remove(0)).collect();
    assert_eq!(told, Row::ALL.map(Row::name));
}

#[test]
fn a_move_and_its_end_by_mouse() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (model, at) = player.first(own);
    let before = player.orders();
    player.activates();
    let ahead = player.world().facing(own);
    player.drag(at, at + ahead * 3.0);
    let moved = player.world().placed(model).pose.at;
    assert!((moved - at).dot(ahead) > 2.0, "a drag moves: {at} to {moved}");
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Move.inputs(MOUSE), 3));
    assert_ne!(player.world().frame().active, Some(own), "its activation is over");
}

#[test]
fn a_move_and_its_end_by_keys() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (model, at) = player.first(own);
    let before = player.orders();
    let (ahead, arrow) = (player.world().facing(own), player.arrow_ahead(own));
    for key in [KeyCode::Tab, KeyCode::Enter, KeyCode::KeyM] {
        player.key(key);
    }
    player.key_with_shift(arrow);
    player.key(KeyCode::Enter);
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Move.inputs(KEYS), 3));
    let moved = player.world().placed(model).pose.at;
    assert!((moved - at).dot(ahead) > 0.5, "{at} to {moved}");
}

#[test]
fn shots_at_what_is_pointed_at_and_the_end_by_mouse() {
    let mut player = Player::of(ARCHERS);
    let before = player.orders();
    player.activates();
    player.right_clicks();
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Shoot.inputs(MOUSE), 3));
}

/// Activates by keys, gives the order at the nearest enemy that is most likely meant, and ends.
const AT_THE_NEAREST: [KeyCode; 5] =
    [KeyCode::Tab, KeyCode::Enter, KeyCode::Enter, KeyCode::Enter, KeyCode::KeyE];

#[test]
fn shots_at_the_nearest_enemy_by_keys() {
    let mut player = Player::of(ARCHERS);
    let before = player.orders();
    AT_THE_NEAREST.into_iter().for_each(|key| player.key(key));
    assert_eq!((player.inputs, player.orders() - before), (Row::Shoot.inputs(KEYS), 3));
}

#[test]
fn a_charge_and_its_end_by_mouse() {
    let mut player = Player::before(SPEARS_APART, DWARFS, NEAR);
    let (own, enemy) = player.units();
    let before = player.orders();
    player.activates();
    player.right_clicks();
    assert!(in_contact(&player, own, enemy), "it has charged");
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Charge.inputs(MOUSE), 3));
}

#[test]
fn a_charge_and_its_end_by_keys() {
    let mut player = Player::before(SPEARS_APART, DWARFS, NEAR);
    let before = player.orders();
    AT_THE_NEAREST.into_iter().for_each(|key| player.key(key));
    assert_eq!((player.inputs, player.orders() - before), (Row::Charge.inputs(KEYS), 3));
}

#[test]
fn a_round_of_blows_after_a_charge() {
    let more = |column: usize, strikes: &dyn Fn(&mut Player)| {
        let mut player = Player::before(SPEARS_APART, DWARFS, NEAR);
        player.activates();
        player.right_clicks();
        // The second half of a double click would mean nothing.
        player.wait(40);
        let (inputs, orders) = (player.inputs, player.orders());
        strikes(&mut player);
        assert_eq!(player.orders() - orders, 1, "all blows are one order");
        let told = Row::Charge.told(column);
        let wanted = format!("each round of blows {} more", player.inputs - inputs);
        assert!(told.ends_with(&wanted), "{told}: {wanted}");
    };
    more(MOUSE, &Player::right_clicks);
    more(KEYS, &|player| (0..2).for_each(|_| player.key(KeyCode::Enter)));
}

/// Whether somebody of a unit touches somebody of another.
fn in_contact(player: &Player, a: UnitId, b: UnitId) -> bool {
    let world = player.world();
    let placed = |unit| world.standing(unit).into_iter().map(|model| world.placed(model));
    placed(a).any(|a| placed(b).any(|b| touching(&a, &b)))
}

#[test]
fn a_block_that_is_dragged_and_its_end_by_mouse() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let (model, at) = player.first(own);
    let ahead = player.world().facing(own);
    player.activates();
    player.drag(at, at + ahead * 8.0);
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Block.inputs(MOUSE), 3));
    let moved = player.world().placed(model).pose.at;
    assert!((moved - at).dot(ahead) > 4.0, "{at} to {moved}");
}

#[test]
fn a_block_that_goes_eight_inches_by_keys() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let (model, at) = player.first(own);
    let ahead = player.world().facing(own);
    use KeyCode::{Digit8, Enter, KeyE, KeyM, Tab};
    for key in [Tab, Enter, KeyM, Digit8, Enter, KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (Row::Block.inputs(KEYS), 3));
    let moved = player.world().placed(model).pose.at;
    assert!(((moved - at).dot(ahead) - 8.0).abs() < 0.01, "{at} to {moved}");
}

#[test]
fn a_block_that_turns_about_takes_as_many_keys_as_one_that_goes_ahead() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let ahead = player.world().facing(own);
    use KeyCode::{Digit3, Enter, KeyE, KeyY, Tab};
    for key in [Tab, Enter, KeyY, Digit3, Enter, KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (Row::Block.inputs(KEYS), 3));
    assert!(player.world().facing(own).dot(ahead) < -0.9, "it looks back");
}

/// By how many degrees a unit looks further to the left than it did.
fn turned(player: &Player, own: UnitId, before: Vec2) -> f32 {
    before.angle_to(player.world().facing(own)).to_degrees()
}

#[test]
fn a_block_that_wheels_by_mouse() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let ahead = player.world().facing(own);
    player.activates();
    player.presses("Wheel");
    let aside = Vec2::from_angle(0.35).rotate(ahead);
    player.click(player.world().middle(own) + ahead + aside * 6.0, MouseButton::Left);
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Wheel.inputs(MOUSE), 3));
    assert!(turned(&player, own, ahead) > 10.0, "it wheels to the left");
}

#[test]
fn a_block_that_wheels_by_degrees_by_keys() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let ahead = player.world().facing(own);
    use KeyCode::{Digit0, Digit2, Enter, KeyE, KeyP, Tab};
    for key in [Tab, Enter, KeyP, KeyP, Digit2, Digit0, Enter, KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (Row::Wheel.inputs(KEYS), 3));
    assert!((turned(&player, own, ahead) - 20.0).abs() < 0.1, "as many degrees as were typed");
}

#[test]
fn a_shot_of_a_gun_and_the_end_by_mouse() {
    let mut player = Player::of(GUN);
    let before = player.orders();
    player.activates();
    player.right_clicks();
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Gun.inputs(MOUSE), 3));
}

#[test]
fn a_shot_of_a_gun_at_the_nearest_enemy_by_keys() {
    let mut player = Player::of(GUN);
    let before = player.orders();
    AT_THE_NEAREST.into_iter().for_each(|key| player.key(key));
    assert_eq!((player.inputs, player.orders() - before), (Row::Gun.inputs(KEYS), 3));
}

/// Archers who are panicked, whose side may act.
fn panicked() -> Player {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    player.app.world_mut().set_unit(own, Morale::Panicked);
    player
}

#[test]
fn rallying_and_the_end_by_mouse() {
    let mut player = panicked();
    let before = player.orders();
    player.activates();
    player.presses("Rally");
    assert_eq!(player.orders() - before, 1, "its chance is shown first");
    player.presses("Rally");
    assert_eq!(player.orders() - before, 2, "it takes its test");
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (Row::Rally.inputs(MOUSE), 3));
}

#[test]
fn rallying_and_the_end_by_keys() {
    let mut player = panicked();
    let before = player.orders();
    use KeyCode::{Enter, KeyE, KeyR, Tab};
    for key in [Tab, Enter, KeyR, KeyR, KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (Row::Rally.inputs(KEYS), 3));
}

#[test]
fn going_on_hold_by_mouse() {
    let mut player = Player::of(ARCHERS);
    let before = player.orders();
    let (own, _) = player.units();
    player.activates();
    player.presses("Hold");
    player.press(|world| assert!(controls::take(world, 1), "there is a first thing to do"));
    assert_eq!((player.inputs, player.orders() - before), (Row::Hold.inputs(MOUSE), 2));
    assert_eq!(player.world().of_unit::<Holding>(own).0, Some(StandingOrder::Ask));
}

#[test]
fn going_on_hold_by_keys() {
    let mut player = Player::of(ARCHERS);
    let before = player.orders();
    let (own, _) = player.units();
    use KeyCode::{Digit1, Enter, KeyH, Tab};
    for key in [Tab, Enter, KeyH, Digit1] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (Row::Hold.inputs(KEYS), 2));
    assert_ne!(player.world().frame().active, Some(own), "its activation is over");
}

/// The middle of the zone of whoever puts down the unit in hand.
fn middle_of_zone(player: &Player) -> Vec2 {
    let world = player.world();
    let intent = world.resource::<Mode>().intent().expect("a unit is in hand");
    Game::anchor(world, focus(world), Some(intent), None).at
}

#[test]
fn putting_down_one_unit_after_another_by_mouse() {
    let mut player = Player::deploying(ARCHERS);
    player.key(KeyCode::Enter);
    for _ in 0..2 {
        let (inputs, orders) = (player.inputs, player.orders());
        // The next one is in hand at once.
        let at = middle_of_zone(&player);
        player.click(at, MouseButton::Left);
        let taken = (player.inputs - inputs, player.orders() - orders);
        assert_eq!(taken, (Row::Deploy.inputs(MOUSE), 1));
    }
}

#[test]
fn putting_down_one_unit_after_another_by_keys() {
    let mut player = Player::deploying(ARCHERS);
    player.key(KeyCode::Enter);
    for _ in 0..2 {
        let (inputs, orders) = (player.inputs, player.orders());
        player.key_with_shift(KeyCode::ArrowLeft);
        player.key(KeyCode::Enter);
        let taken = (player.inputs - inputs, player.orders() - orders);
        assert_eq!(taken, (Row::Deploy.inputs(KEYS), 1));
    }
}

/// A move that archers on hold may answer.
fn asked() -> Player {
    let mut player = Player::before(ARCHERS, ARCHERS, 14.0);
    let (own, enemy) = player.units();
    player.app.world_mut().set_unit(enemy, Holding(Some(StandingOrder::Ask)));
    let (_, at) = player.first(own);
    player.activates();
    let ahead = player.world().facing(own);
    player.drag(at, at + ahead * 2.0);
    assert!(player.world().resource::<Pending<Game>>().0.is_some(), "a response is asked about");
    player
}

#[test]
fn an_answer_by_mouse_or_by_keys() {
    let answers: [(usize, &dyn Fn(&mut Player)); 3] = [
        (MOUSE, &|player| {
            let pending = player.world().resource::<Pending<Game>>().0.clone();
            let answer = pending.expect("something is asked").options.remove(0);
            player.press(|world| giving::give(world, Game::answer(answer)));
        }),
        (KEYS, &|player| player.key(KeyCode::Enter)),
        (KEYS, &|player| player.key(KeyCode::Digit1)),
    ];
    for (column, answers) in answers {
        let mut player = asked();
        let (inputs, orders) = (player.inputs, player.orders());
        answers(&mut player);
        let taken = (player.inputs - inputs, player.orders() - orders);
        assert_eq!(taken, (Row::Answer.inputs(column), 1));
    }
}
