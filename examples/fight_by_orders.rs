//! Fights the beginning of a battle by orders: a unit is activated, moves, is refused an order and
//! ends its activation. Then the battle is saved and played again from its save.
//!
//! `cargo run --no-default-features --example fight_by_orders`

use std::error::Error;

use ironrank::{
    battle::{Battle, BattleWorld, RuleSystem, levels},
    no_quarter::{ModelMove, NoQuarter, Order, OrderError},
};

fn main() -> Result<(), Box<dyn Error>> {
    let level = levels::find("duel-at-the-wall", None).map_err(in_words)?;
    let mut battle = Battle::<NoQuarter>::new(&level, 7).map_err(in_words)?;
    tell(&battle, 0);

    // The dice have said who begins; any unit of that side may.
    let side = battle.world.frame().side;
    let mut own = battle.world.roster().units().filter(|&unit| battle.world.side_of(unit) == side);
    let (Some(unit), Some(other)) = (own.next(), own.next()) else {
        return Err("both sides have two units in this level".into());
    };
    give(&mut battle, Order::Activate { unit })?;

    // An order says for each model where it goes: here all go three inches straight ahead.
    let ahead = |&model: &_| {
        let pose = battle.world.placed(model).pose;
        ModelMove { model, path: vec![pose.local(0.0, 3.0)], facing: None }
    };
    let moves = battle.world.standing(unit).iter().map(ahead).collect();
    give(&mut battle, Order::Move { moves })?;

    // What the rules forbid changes nothing, and the refusal says which rule and why.
    if let Err(refusal) = battle.order(Order::Activate { unit: other }) {
        println!("Refused: {refusal} ({})", refusal.rule);
    }
    give(&mut battle, Order::EndActivation)?;

    // The level, the seed and the orders are all there is to a battle.
    let again = Battle::load(&battle.save()).map_err(in_words)?;
    assert_eq!(again.state_hash(), battle.state_hash());
    println!("Played again from its save, it is the same battle: {:016x}", again.state_hash());
    Ok(())
}

/// Gives an order, tells what happened, and answers all that is asked as a player would who has no
/// opinion.
fn give(battle: &mut Battle<NoQuarter>, order: Order) -> Result<(), OrderError> {
    let told = battle.events().len();
    battle.order(order)?;
    tell(battle, told);
    while let Some(decision) = battle.pending() {
        let answer = decision.options[decision.default].clone();
        println!("Asked {}: {answer:?}", decision.question.about());
        give(battle, NoQuarter::answer(answer))?;
    }
    Ok(())
}

/// Prints what has happened since so many events.
fn tell(battle: &Battle<NoQuarter>, since: usize) {
    for event in &battle.events()[since..] {
        println!("{}", NoQuarter::sentence(&battle.world, event));
    }
}

/// The first of the things that are wrong with a file.
fn in_words(wrong: Vec<impl Error>) -> String {
    wrong.first().map(ToString::to_string).unwrap_or_default()
}
