//! Orders that use something: who uses it, where, and why nobody can. What a unit has to use and where
//! that is used is all that is asked, so whatever can be used next is offered as it is.

use std::cmp::Reverse;

use bevy::{math::Vec2, prelude::World};

use super::Intent;
use crate::{
    battle::{
        BattleWorld, ModelId, RuleSystem, UnitId,
        playable::acting::{Began, Choice, Focus, Pointing, Points, Pressed},
    },
    no_quarter::{
        NoQuarter, Order,
        uses::{self, At, Occasion, Usable, UseOffer, UsedAt},
    },
    table::formation::Flank,
};

/// Something that is about to be used, with what the pointer doesn't say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// What.
    pub what: Usable,
    /// Through which unit, once it was clicked.
    pub through: Option<UnitId>,
}

impl Use {
    /// What is pointed at next.
    pub fn points(self) -> Points {
        match (self.what.about().place, self.through) {
            (UsedAt::Itself | UsedAt::Side | UsedAt::Spell { .. }, _) => Points::Nothing,
            (UsedAt::Unit { .. }, _) | (UsedAt::Through { .. }, None) => Points::Target,
            (UsedAt::Model { .. }, _) => Points::Model,
            (UsedAt::Place { .. } | UsedAt::Towards { .. } | UsedAt::Teardrop { .. }, _)
            | (UsedAt::Through { .. }, Some(_)) => Points::Place,
        }
    }

    /// Whether it is turned besides.
    pub fn turns(self) -> bool {
        matches!(self.what.about().place, UsedAt::Teardrop { .. })
    }

    /// What a player does next, as one sentence.
    pub fn hint(self) -> &'static str {
        match (self.what.about().place, self.through) {
            (UsedAt::Itself | UsedAt::Side, _) => "Click or press {confirm}.",
            (
                UsedAt::Unit { hint }
                | UsedAt::Model { hint }
                | UsedAt::Place { hint }
                | UsedAt::Towards { hint }
                | UsedAt::Teardrop { hint }
                | UsedAt::Spell { hint },
                _,
            )
            | (UsedAt::Through { whom: hint, .. }, None) => hint,
            (UsedAt::Through { to, .. }, Some(_)) => to,
        }
    }

    /// One step back; nothing if that leaves it.
    pub fn back(self) -> Option<Self> {
        self.through.map(|_| Self { through: None, ..self })
    }

    /// What a gesture on the table means.
    pub fn press(self, world: &World, pointing: Pointing) -> Pressed<NoQuarter> {
        match self.points() {
            Points::Target => {}
            Points::Model if pointing.model.is_none() => return Pressed::Nothing,
            Points::Nothing if matches!(self.what.about().place, UsedAt::Spell { .. }) => {
                return Pressed::Told(self.hint());
            }
            _ => return Pressed::Commits,
        }
        match (self.what.about().place, pointing.unit) {
            (_, None) => Pressed::Nothing,
            (UsedAt::Through { .. }, Some(unit)) if is_friend(world, unit) => {
                Pressed::Told(self.hint())
            }
            (UsedAt::Through { .. }, through) => {
                Pressed::Prepares(Intent::Use(Self { through, ..self }))
            }
            (_, Some(_)) => Pressed::Commits,
        }
    }

    /// The order that it makes with what is pointed at.
    pub fn order(self, world: &World, focus: Focus, pointing: Pointing) -> Option<Order> {
        let model = focus.only().or_else(|| user(world, self.what))?;
        let from = world.placed(model).pose.at;
        let at = place(self.what.about().place, self.through, pointing, from)?;
        Some(Order::Use { model, what: self.what, at })
    }
}

/// Whether a unit is of the side whose go it is.
fn is_friend(world: &World, unit: UnitId) -> bool {
    world.side_of(unit) == world.frame().side
}

/// The place of a kind that is meant by whoever stands somewhere; nothing while the pointer doesn't say
/// it.
fn place(kind: UsedAt, through: Option<UnitId>, pointing: Pointing, from: Vec2) -> Option<At> {
    match kind {
        UsedAt::Itself => Some(At::Itself),
        // A press takes the better side by itself, and buttons have both, as they have the spells in play.
        UsedAt::Side | UsedAt::Spell { .. } => None,
        UsedAt::Model { .. } => pointing.model.map(At::Model),
        UsedAt::Place { .. } => pointing.at.map(At::Place),
        UsedAt::Towards { .. } => Some(At::Towards((pointing.at? - from).try_normalize()?)),
        UsedAt::Teardrop { .. } => {
            let at = pointing.at?;
            let facing = pointing.facing.or_else(|| (at - from).try_normalize())?;
            Some(At::Teardrop { from: at, facing })
        }
        UsedAt::Unit { .. } => pointing.unit.map(At::Unit),
        UsedAt::Through { .. } => Some(At::Through { unit: through?, to: pointing.at? }),
    }
}

/// The first of the active unit who can use something now, or who has it at all.
pub(super) fn user(world: &World, what: Usable) -> Option<ModelId> {
    let offers = offers(world, world.frame().active?, what);
    let able = offers.iter().find(|offer| offer.refused.is_none());
    able.or(offers.first()).map(|offer| offer.model)
}

fn offers(world: &World, unit: UnitId, what: Usable) -> Vec<UseOffer> {
    let mut offers = uses::offers(world, unit);
    offers.retain(|offer| offer.what == what);
    offers
}

/// What a press does: it uses what needs no aim, or begins to aim.
pub fn begin(world: &World, focus: Focus, what: Usable) -> Began<NoQuarter> {
    let at_once: &[At] = match what.about().place {
        UsedAt::Itself => &[At::Itself],
        UsedAt::Side => &[At::Side(Flank::Left), At::Side(Flank::Right)],
        UsedAt::Unit { .. }
        | UsedAt::Model { .. }
        | UsedAt::Place { .. }
        | UsedAt::Towards { .. }
        | UsedAt::Teardrop { .. }
        | UsedAt::Spell { .. }
        | UsedAt::Through { .. } => {
            return Began::Prepares(Intent::Use(Use { what, through: None }));
        }
    };
    best(world, focus, what, at_once).map_or(Began::Nothing, Began::Gives)
}

/// The one of the legal uses at some places that hits most enemies; the first of equals.
fn best(world: &World, focus: Focus, what: Usable, places: &[At]) -> Option<Order> {
    let unit = world.frame().active?;
    let side = world.side_of(unit);
    let rules = what.rules();
    let enemies = |model: ModelId, at: At| {
        let caught = rules.foretell(world, model, at).attacks;
        caught.into_iter().filter(|hit| world.side_of_model(hit.target) != side).count()
    };
    let users = focus.only().map_or_else(|| world.standing(unit), |model| vec![model]);
    let uses = users.into_iter().flat_map(|model| places.iter().map(move |&at| (model, at)));
    let legal = |&(model, at): &(ModelId, At)| rules.check(world, model, at).is_ok();
    let (model, at) = uses.filter(legal).min_by_key(|&(model, at)| Reverse(enemies(model, at)))?;
    Some(Order::Use { model, what, at })
}

/// Whether anybody of a unit has something to use.
pub fn is_had(world: &World, unit: UnitId, what: Usable) -> bool {
    world.standing(unit).into_iter().any(|model| what.rules().has(world, model))
}

/// Why nobody of a unit can use something now, or not the model that orders go to alone.
pub fn why_not(world: &World, focus: Focus, unit: UnitId, what: Usable) -> Option<String> {
    let mut offers = offers(world, unit, what);
    offers.retain(|offer| focus.only().is_none_or(|only| only == offer.model));
    if offers.is_empty() {
        return Some(format!("{} {}", world.unit_name(unit), what.about().lacking));
    }
    let mut refusals = Vec::new();
    for offer in offers {
        refusals.push(offer.refused?);
    }
    refusals.into_iter().next().map(|why| why.text)
}

/// What a unit can use in close combat on a side of its choice, with a button for each side: for the
/// model that orders go to alone, or else for the first that can, or that has it at all. Each shows its
/// chances before it is used. While one is shown already, its own sides alone.
pub fn sides(
    world: &World,
    focus: Focus,
    unit: UnitId,
    shown: Option<&Order>,
) -> Vec<Choice<NoQuarter>> {
    let is_shown = |used: Usable| match shown {
        Some(Order::Use { what, .. }) => *what == used,
        Some(_) => false,
        None => true,
    };
    let one_sided = |what: &Usable| {
        let about = what.about();
        about.occasion == Occasion::Combat && about.place == UsedAt::Side && is_shown(*what)
    };
    let choices = |what: Usable| {
        let mut offers = offers(world, unit, what);
        offers.retain(|offer| focus.only().is_none_or(|only| only == offer.model));
        let choice = |flank: Flank| {
            let order = |offer: &UseOffer| {
                let order = Order::Use { model: offer.model, what, at: At::Side(flank) };
                let why_not = NoQuarter::check(world, &order).err();
                (order, why_not)
            };
            let orders = || offers.iter().map(order);
            let able = orders().find(|(_, why_not)| why_not.is_none());
            let (order, why_not) = able.or_else(|| orders().next())?;
            let why_not = why_not.map(|error| error.text);
            let text = format!("{} {}", what.about().verb.name, flank.name());
            let chosen = shown == Some(&order);
            let choice = Choice::of_intent(text, "", chosen, Intent::Roll(order));
            Some(Choice { why_not, ..choice })
        };
        [Flank::Left, Flank::Right].into_iter().filter_map(choice).collect::<Vec<_>>()
    };
    Usable::PLAIN.into_iter().filter(one_sided).flat_map(choices).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::playable::acting::ChoiceDoes,
        no_quarter::{
            Ability, Profile,
            components::Formation,
            test_world::{TestWorld, man},
        },
    };

    const ANY_UNIT: UsedAt = UsedAt::Unit { hint: "" };
    const ANY_WAY: UsedAt = UsedAt::Through { whom: "", to: "" };

    #[test]
    fn each_kind_of_place_is_pointed_at_in_its_way() {
        let unit = UnitId(3);
        let to = Vec2::new(4.0, 5.0);
        let nowhere = Pointing::default();
        let there = Pointing { at: Some(to), unit: Some(unit), ..nowhere };
        let place =
            |kind, through, pointing| super::place(kind, through, pointing, Vec2::new(4.0, 1.0));
        assert_eq!(place(UsedAt::Towards { hint: "" }, None, there), Some(At::Towards(Vec2::Y)));
        assert_eq!(place(UsedAt::Itself, None, nowhere), Some(At::Itself));
        assert_eq!(place(ANY_UNIT, None, there), Some(At::Unit(unit)));
        assert_eq!(place(ANY_UNIT, None, nowhere), None);
        assert_eq!(place(ANY_WAY, None, there), None, "first whom, then where to");
        assert_eq!(place(ANY_WAY, Some(unit), there), Some(At::Through { unit, to }));
        assert_eq!(place(UsedAt::Side, None, there), None);
        let model = Pointing { model: Some(ModelId(7)), ..there };
        assert_eq!(place(UsedAt::Model { hint: "" }, None, model), Some(At::Model(ModelId(7))));
        assert_eq!(place(UsedAt::Place { hint: "" }, None, there), Some(At::Place(to)));
        assert_eq!(place(UsedAt::Towards { hint: "" }, None, there), Some(At::Towards(Vec2::Y)));
        let turned = Pointing { facing: Some(Vec2::X), ..there };
        let teardrop = |facing| Some(At::Teardrop { from: to, facing });
        assert_eq!(place(UsedAt::Teardrop { hint: "" }, None, there), teardrop(Vec2::Y));
        assert_eq!(place(UsedAt::Teardrop { hint: "" }, None, turned), teardrop(Vec2::X));
        assert_eq!(place(UsedAt::Spell { hint: "" }, None, there), None, "buttons name them");
    }

    #[test]
    fn one_press_sweeps_the_side_with_more_enemies() {
        let mut test = TestWorld::new();
        let beast = Profile { abilities: vec![Ability::TailAttack], ..man() };
        let places = [(10.0, 10.0, 90.0), (10.0, 5.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &places, beast);
        let what = Usable::TailAttack;
        test.activate(ours);
        assert!(is_had(&test.world, ours, what));
        assert_eq!(begin(&test.world, Focus::default(), what), Began::Nothing);
        let why = why_not(&test.world, Focus::default(), ours, what).unwrap();
        assert!(why.contains("only in close combat"), "{why}");
        let foes = [(11.0, 10.0, 180.0), (10.7, 10.8, 180.0), (9.0, 10.0, 0.0)];
        let theirs = test.unit(1, Formation::Skirmish, &foes, man());
        let Began::Gives(order) = begin(&test.world, Focus::default(), what) else {
            panic!("two stand to its right");
        };
        let model = test.model(ours, 0);
        assert_eq!(order, Order::Use { model, what, at: At::Side(Flank::Right) });
        assert_eq!(why_not(&test.world, Focus::default(), ours, what), None);
        let friend = Focus { unit: Some(ours), model: Some(test.model(ours, 1)), alone: true };
        assert!(why_not(&test.world, friend, ours, what).is_some());
        assert_eq!(begin(&test.world, friend, what), Began::Nothing);
        let texts: Vec<_> = sides(&test.world, Focus::default(), ours, None)
            .into_iter()
            .map(|side| side.text)
            .collect();
        assert_eq!(texts, ["Sweep tail left", "Sweep tail right"]);
        assert!(sides(&test.world, Focus::default(), ours, Some(&Order::Rally)).is_empty());
        let why = why_not(&test.world, Focus::default(), theirs, what).unwrap();
        assert!(why.ends_with(" has no tail to sweep with"), "{why}");
    }

    #[test]
    fn of_equals_the_first_sweeps_and_buttons_are_for_whoever_can() {
        let mut test = TestWorld::new();
        let beast = Profile { abilities: vec![Ability::TailAttack], ..man() };
        let places = [(10.0, 4.0, 90.0), (10.0, 10.0, 90.0), (20.0, 10.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &places, beast);
        let foes = [(11.0, 10.0, 180.0), (9.0, 10.0, 0.0), (21.0, 10.0, 180.0), (19.0, 10.0, 0.0)];
        test.unit(1, Formation::Skirmish, &foes, man());
        test.activate(ours);
        let [idle, second, third] = [0, 1, 2].map(|n| test.model(ours, n));
        let (what, at) = (Usable::TailAttack, At::Side(Flank::Left));
        let sweep = |model| Order::Use { model, what, at };
        assert_eq!(begin(&test.world, Focus::default(), what), Began::Gives(sweep(second)));
        let left = |focus: Focus| {
            let Choice { does, why_not, .. } = sides(&test.world, focus, ours, None).swap_remove(0);
            let ChoiceDoes::Prepares(Intent::Roll(order)) = does else {
                panic!("a button shows the chances of its order")
            };
            (order, why_not.is_none())
        };
        let alone = |model| Focus { unit: Some(ours), model: Some(model), alone: true };
        assert_eq!(left(Focus::default()), (sweep(second), true));
        assert_eq!(left(alone(third)), (sweep(third), true));
        assert_eq!(left(alone(idle)), (sweep(idle), false));
    }

    #[test]
    fn a_drive_asks_through_whom_and_then_where_to() {
        let mut test = TestWorld::new();
        let chariot = Profile { abilities: vec![Ability::Overrun], ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], chariot);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 14.0, 270.0)], man());
        test.activate(ours);
        let begun = begin(&test.world, Focus::default(), Usable::Overrun);
        let Began::Prepares(Intent::Use(whom)) = begun else { panic!("{begun:?}") };
        assert_eq!((whom.points(), whom.back()), (Points::Target, None));
        assert_eq!(whom.press(&test.world, Pointing::default()), Pressed::Nothing);
        let at = Some(Vec2::new(10.0, 17.0));
        let there = Pointing { at, unit: Some(theirs), ..Pointing::default() };
        let home = Pointing { unit: Some(ours), ..there };
        assert_eq!(whom.press(&test.world, home), Pressed::Told(whom.hint()));
        let pressed = whom.press(&test.world, there);
        let Pressed::Prepares(Intent::Use(to)) = pressed else { panic!("{pressed:?}") };
        assert_eq!((to.points(), to.back()), (Points::Place, Some(whom)));
        assert_ne!(whom.hint(), to.hint());
        let behind = Pointing { at, ..Pointing::default() };
        assert_eq!(to.press(&test.world, behind), Pressed::Commits);
        let order = to.order(&test.world, Focus::default(), behind).unwrap();
        assert_eq!(NoQuarter::check(&test.world, &order), Ok(()));
    }
}
