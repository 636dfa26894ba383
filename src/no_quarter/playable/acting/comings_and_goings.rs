//! The list of those who may leave the active unit, and of the units that an active individual may join, each
//! with what follows from it: so that nobody leaves or joins unasked.

use bevy::prelude::World;

use super::{sketch::line, verbs::Verb};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            Tone,
            acting::{Choice, ChoiceDoes, Focus, Listing, Row, Section},
            count,
        },
    },
    no_quarter::{ActionsLeft, NoQuarter, Order, formations, plan as placing, topic::Topic},
};

/// Whether anybody may leave the active unit, or it may join another.
pub(super) fn are_possible(world: &World) -> bool {
    !placing::joinable(world).is_empty() || !placing::leavers(world).is_empty()
}

/// The list; none if nobody may leave or join.
pub(super) fn listing(world: &World, focus: Focus, unit: UnitId) -> Option<Listing<NoQuarter>> {
    let joins = placing::joinable(world).into_iter().map(|other| join(world, unit, other));
    let mut leavers = placing::leavers(world);
    // Whoever is selected comes first.
    leavers.sort_by_key(|&model| focus.model != Some(model));
    let leaves = leavers.into_iter().map(|model| leave(world, model, unit));
    let rows: Vec<Row<NoQuarter>> = joins.chain(leaves).collect();
    (!rows.is_empty()).then(|| Listing {
        title: Verb::Membership.words().name.to_owned(),
        what: "Who",
        columns: Vec::new(),
        sections: vec![Section { heading: String::new(), aside: String::new(), rows }],
    })
}

fn join(world: &World, unit: UnitId, other: UnitId) -> Row<NoQuarter> {
    let (name, joined) = (world.unit_name(unit), world.unit_name(other));
    let place = if formations::is_ranked(world, other) {
        format!("It takes a place in the front rank of {joined}, and its activation ends.")
    } else {
        "It stays where it stands, and its activation ends.".to_owned()
    };
    row(format!("{name} joins {joined}"), place, Order::Join { unit: other })
}

fn leave(world: &World, model: ModelId, unit: UnitId) -> Row<NoQuarter> {
    let (name, left) = (world.model_name(model), world.unit_name(unit));
    let actions = count(usize::from(world.of_model::<ActionsLeft>(model).0), "action");
    let mut then = format!("It acts alone with its {actions}, and then {left} continues.");
    let standing = world.standing(unit).len();
    if formations::is_formed(world, unit) && standing <= formations::FEWEST {
        let rest = count(standing.saturating_sub(1), "model");
        then = format!("{then} With {rest}, {left} is too small for ranks and closed order.");
    }
    row(format!("{name} leaves {left}"), then, Order::Leave { model })
}

fn row(text: String, then: String, order: Order) -> Row<NoQuarter> {
    Row {
        choice: Choice::new(text, "", ChoiceDoes::Gives(order)),
        details: Vec::new(),
        notes: Vec::new(),
        remark: Some(line(Topic::Membership, then, Tone::Plain)),
        term: Verb::Membership.words().term.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{
            Battle, History, RuleSystem, levels,
            playable::{Acting, acting::Began},
        },
        no_quarter::Event,
    };

    /// A battle in which a unit with an individual in it is active, as some level has it.
    fn scene() -> (Battle<NoQuarter>, UnitId) {
        for id in levels::ids(None) {
            let level = levels::find::<NoQuarter>(&id, None).unwrap();
            let units = Battle::<NoQuarter>::new(&level, 1).unwrap().world.roster().units().count();
            for unit in (0..units as u32).map(UnitId) {
                let mut battle = Battle::<NoQuarter>::new(&level, 1).unwrap();
                if battle.order(Order::Activate { unit }).is_ok()
                    && !placing::leavers(&battle.world).is_empty()
                {
                    return (battle, unit);
                }
            }
        }
        panic!("no level has an individual in a unit")
    }

    #[test]
    fn form_10_one_press_asks_who_leaves_and_says_what_follows() {
        let (mut battle, unit) = scene();
        let verb = Verb::Membership.id();
        let focus = Focus { unit: Some(unit), ..Focus::default() };
        let before = battle.world.resource::<History<NoQuarter>>().len();
        let began = NoQuarter::begun_by(&battle.world, focus, None, verb);
        assert_eq!(began, Began::Lists, "nobody leaves yet");
        let leavers = placing::leavers(&battle.world);
        let list = NoQuarter::listing(&battle.world, focus, verb).expect("somebody may leave");
        let rows = &list.sections[0].rows;
        assert_eq!(rows.len(), leavers.len());
        let (name, left) = (battle.world.model_name(leavers[0]), battle.world.unit_name(unit));
        assert_eq!(rows[0].choice.text, format!("{name} leaves {left}"));
        let told = rows[0].remark.as_ref().map(|line| line.text.clone()).unwrap_or_default();
        assert!(told.contains("acts alone") && told.contains(left), "{told}");
        let ChoiceDoes::Gives(order) = rows[0].choice.does.clone() else { panic!("{rows:?}") };
        assert_eq!(NoQuarter::check(&battle.world, &order), Ok(()));
        assert_eq!(battle.world.resource::<History<NoQuarter>>().len(), before);
        battle.order(order).unwrap();
        let log = &battle.world.resource::<crate::battle::Log<NoQuarter>>().0;
        assert!(log.iter().any(|event| matches!(event, Event::LeftUnit { .. })));
    }
}
