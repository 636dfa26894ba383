//! Attacks that are laid on the table: breath over a teardrop, thrown grenades, support weapons.
//! They follow the pointer.

use bevy::prelude::*;

use super::Intent;
pub use crate::no_quarter::plan::Attack;
use crate::{
    battle::{
        BattleWorld, ModelId, RuleSystem, UnitId,
        playable::acting::{ChoiceDoes, Focus, Pointing, Pressed},
    },
    no_quarter::{
        Arms, Breath, Fire, Mark, NoQuarter, Order, Refusal, Throw, plan as placing, ranged_combat,
        support_weapons, templates::edge,
    },
};

/// An attack that is being aimed: all but where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aiming {
    /// How.
    pub attack: Attack,
    /// Who makes it.
    pub by: ModelId,
    /// With what: a place in its arms.
    pub weapon: u8,
    /// Grenades: how many of those who touch the thrower throw with it.
    pub with: u8,
    /// Support weapons: whether it fires over everything.
    pub indirect: bool,
    /// Mounted weapons: whether the bearer aims.
    pub aim: bool,
    /// Dice of a burst, each of which may have a target of its own.
    pub dice: u8,
    /// Targets of a burst that were marked so far, one die each.
    pub marks: Vec<ModelId>,
}

impl Aiming {
    fn new(world: &World, attack: Attack, by: ModelId, weapon: u8) -> Self {
        let arm = world.of_model::<Arms>(by).0.get(usize::from(weapon));
        let dice = arm.map_or(1, |arm| support_weapons::dice_of(arm));
        let marks = Vec::new();
        Self { attack, by, weapon, with: 0, indirect: false, aim: false, dice, marks }
    }

    /// Those who could throw with the thrower of a grenade.
    pub fn companions(&self, world: &World) -> Vec<ModelId> {
        let grenade = world.of_model::<Arms>(self.by).0.get(usize::from(self.weapon));
        let grenade = grenade.filter(|_| self.attack == Attack::Throw);
        grenade.map_or(Vec::new(), |grenade| placing::companions(world, self.by, grenade))
    }

    /// Whether the bearer could aim: of a mounted weapon, unless it never does (RNG-04).
    pub fn can_aim(&self, world: &World) -> bool {
        self.attack == Attack::Fire
            && !support_weapons::is_chassis(world, self.by)
            && !ranged_combat::never_aims(world, self.by)
    }

    /// With the target under the pointer marked for one die, if dice are left for others.
    fn marked(&self, target: ModelId) -> Option<Self> {
        let room = self.attack == Attack::Fire && self.marks.len() + 1 < usize::from(self.dice);
        let mut marked = self.clone();
        marked.marks.push(target);
        (room && target != self.by).then_some(marked)
    }
}

/// What a unit can aim, the selected model alone if orders go to it.
pub fn options(world: &World, unit: UnitId, focus: Focus) -> Vec<Aiming> {
    let alone = focus.only();
    let standing = world.standing(unit);
    let models = standing.into_iter().filter(|&model| alone.is_none_or(|alone| alone == model));
    let of_model = |by: ModelId| {
        let attacks = placing::aimed_attacks(world, by).into_iter();
        attacks.map(move |(weapon, attack)| Aiming::new(world, attack, by, weapon))
    };
    models.flat_map(of_model).collect()
}

/// The attack that is aimed after the present one, round and round; the first if none is.
pub fn next(world: &World, unit: UnitId, focus: Focus, present: Option<&Aiming>) -> Option<Aiming> {
    let options = options(world, unit, focus);
    let place =
        options.iter().position(|option| present.is_some_and(|present| is_same(option, present)));
    let next = place.map_or(0, |place| (place + 1) % options.len().max(1));
    options.get(next).cloned()
}

/// The order that an attack and a point make. A model under the pointer is the mark, else the
/// ground. A breath begins where a ray from its breather's middle in the direction that was chosen
/// leaves the base; without it ahead of the point.
pub fn order(world: &World, aimed: &Aiming, pointing: Pointing) -> Option<Order> {
    let Aiming { attack, by, weapon, .. } = *aimed;
    let at = pointing.at?;
    let model = pointing.model.filter(|&model| model != by);
    let mark = model.map_or(Mark::Ground(at), Mark::Model);
    Some(match attack {
        Attack::Breathe => {
            let own = world.placed(by);
            let point = pointing.facing.map(|towards| edge(&own, towards));
            let facing = (at - point.unwrap_or(own.pose.at)).try_normalize()?;
            Order::Breathe { breath: Breath { model: by, weapon, facing, at: point } }
        }
        Attack::Throw => {
            let with = aimed.companions(world).into_iter().take(usize::from(aimed.with));
            Order::Throw { throw: Throw { thrower: by, weapon, with: with.collect(), at: mark } }
        }
        Attack::Fire => {
            let mut marks: Vec<Mark> = aimed.marks.iter().copied().map(Mark::Model).collect();
            let all_dice = marks.len() >= usize::from(aimed.dice);
            if marks.is_empty() || (model.is_some() && !all_dice) {
                marks.push(mark);
            }
            let Aiming { indirect, aim, .. } = *aimed;
            Order::Fire { fire: Fire { shooter: by, weapon, marks, indirect, aim } }
        }
    })
}

/// What a gesture does that marks instead of giving the order: one target of a burst, or the place on
/// a breather's edge where its breath begins. The order is given where there is nothing to mark, as
/// for the last die of a burst.
pub fn mark(world: &World, aimed: &Aiming, pointing: Pointing) -> Pressed<NoQuarter> {
    match aimed.attack {
        Attack::Breathe => {
            let from = world.placed(aimed.by).pose.at;
            let towards = pointing.at.and_then(|at| (at - from).try_normalize());
            towards.map_or(Pressed::Commits, Pressed::Faces)
        }
        Attack::Fire => {
            let target = pointing.model.filter(|&target| target != aimed.by);
            let Some(target) = target else {
                // Who wanted to mark doesn't fire: dice can't be taken back.
                let burst = aimed.dice > 1;
                let told = Pressed::Told("Point at a model to mark it.");
                return if burst { told } else { Pressed::Commits };
            };
            let marked = aimed.marked(target).map(Intent::Template);
            marked.map_or(Pressed::Commits, Pressed::Prepares)
        }
        Attack::Throw => Pressed::Commits,
    }
}

fn is_same(a: &Aiming, b: &Aiming) -> bool {
    a.by == b.by && a.weapon == b.weapon
}

/// Who attacks with what.
pub fn name(world: &World, aimed: &Aiming) -> String {
    let weapon = world.of_model::<Arms>(aimed.by).0.get(usize::from(aimed.weapon));
    format!("{}: {}", world.model_name(aimed.by), weapon.map_or("", |weapon| &weapon.name))
}

/// What an attack is called that is laid.
pub fn attack_name(attack: Attack) -> &'static str {
    match attack {
        Attack::Breathe => "Breathe",
        Attack::Throw => "Throw",
        Attack::Fire => "Fire",
    }
}

/// What all attacks are called that a unit may lay: what the first of its weapons does; none if it has
/// none.
pub fn verb_name(world: &World, unit: UnitId, focus: Focus) -> Option<&'static str> {
    options(world, unit, focus).first().map(|aimed| attack_name(aimed.attack))
}

/// Why none of the unit's weapons can be used wherever it is aimed: used already, no crew, too few
/// actions; nothing if one can, or if only its place is in doubt.
pub fn nothing_to_use(world: &World, unit: UnitId, focus: Focus) -> Option<String> {
    let mut first = None;
    for option in options(world, unit, focus) {
        let ahead = world.placed(option.by).pose;
        let at = Some(ahead.at + ahead.facing * 8.0);
        let order = order(world, &option, Pointing { at, ..Pointing::default() })?;
        let why = NoQuarter::check(world, &order).err()?;
        let anywhere = matches!(
            why.refusal,
            Refusal::NotEnoughActions { .. }
                | Refusal::UsedAlready
                | Refusal::NoCrew
                | Refusal::InCombat
                | Refusal::Fumbled
        );
        if !anywhere {
            return None;
        }
        first.get_or_insert(why);
    }
    first.map(|why| why.text)
}

/// Which attack an order is, and where it is aimed.
fn aim_of(world: &World, order: &Order) -> Option<(Aiming, Vec2)> {
    let place = |mark: &Mark| match *mark {
        Mark::Model(model) => world.placed(model).pose.at,
        Mark::Ground(at) => at,
    };
    Some(match order {
        Order::Breathe { breath: Breath { model, weapon, facing, .. } } => {
            let aimed = Aiming::new(world, Attack::Breathe, *model, *weapon);
            (aimed, world.placed(*model).pose.at + *facing * 5.0)
        }
        Order::Throw { throw: Throw { thrower, weapon, with, at } } => {
            let with = u8::try_from(with.len()).unwrap_or(u8::MAX);
            let aimed = Aiming { with, ..Aiming::new(world, Attack::Throw, *thrower, *weapon) };
            (aimed, place(at))
        }
        Order::Fire { fire: Fire { shooter, weapon, marks, indirect, aim } } => {
            let aimed = Aiming::new(world, Attack::Fire, *shooter, *weapon);
            (Aiming { indirect: *indirect, aim: *aim, ..aimed }, place(marks.first()?))
        }
        _ => return None,
    })
}

/// Aims where an attack of the active unit promises most.
pub fn aim_best(world: &World, _: Focus, intent: &Intent) -> ChoiceDoes<NoQuarter> {
    let none = ChoiceDoes::Refuses("No place promises more harm to enemies than to friends.");
    let (Intent::Template(present), Some(unit)) = (intent, world.frame().active) else {
        return none;
    };
    let order = match present.attack {
        Attack::Breathe => {
            placing::best_breath(world, unit).map(|breath| Order::Breathe { breath })
        }
        Attack::Throw => {
            let throw = placing::best_throw(world, unit, present.with > 0);
            throw.map(|throw| Order::Throw { throw })
        }
        Attack::Fire => placing::best_fire(world, unit).map(|fire| Order::Fire { fire }),
    };
    let aimed = order.as_ref().and_then(|order| aim_of(world, order));
    aimed.map_or(none, |(aimed, at)| ChoiceDoes::Aims { intent: Intent::Template(aimed), at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{
            Weapon, WeaponRule,
            components::Formation,
            profile::{Band, BaseSize, Profile, TeardropSize},
            test_world::{TestWorld, man},
        },
        table::Inches,
    };

    #[test]
    fn a_breath_begins_where_it_is_wanted_and_may_then_be_breathed() {
        let mut test = TestWorld::new();
        let rules = vec![WeaponRule::Teardrop(TeardropSize::Large)];
        let fire = Weapon { id: "fire".to_owned(), use_cost: 3, rules, ..Weapon::improvised() };
        let dragon = Profile { base: BaseSize::Rectangle(75.0, 100.0), ..man() };
        let place = [(20.0, 20.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, dragon, vec![fire]);
        test.activate(ours);
        let by = test.model(ours, 0);
        let aimed = Aiming::new(&test.world, Attack::Breathe, by, 0);
        let at = Vec2::new(21.0, 30.0);
        let of = |facing| {
            let pointing = Pointing { at: Some(at), facing, ..Pointing::default() };
            let order = order(&test.world, &aimed, pointing);
            assert_eq!(NoQuarter::check(&test.world, order.as_ref().unwrap()), Ok(()));
            let Some(Order::Breathe { breath }) = order else { panic!("no breath") };
            breath
        };
        assert_eq!(of(None).at, None);
        let from_the_corner = of(Some(Vec2::new(0.75, 1.0)));
        let begins = from_the_corner.at.unwrap();
        assert!((begins - Vec2::new(21.476, 21.969)).length() < 0.01, "{begins}");
        assert!(from_the_corner.facing.x < 0.0, "from there back to the point");
    }

    #[test]
    fn a_burst_has_as_many_marks_as_dice() {
        let mut test = TestWorld::new();
        let bands = vec![Band(Inches(30.0), 0)];
        let rules = vec![WeaponRule::BurstFire(3)];
        let volley = Weapon { id: "volley".to_owned(), bands, rules, ..Weapon::improvised() };
        let chassis = Profile { chassis: true, ..man() };
        let place = [(20.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, chassis, vec![volley]);
        let foes = [(20.0, 20.0, 270.0), (21.2, 20.0, 270.0), (22.4, 20.0, 270.0)];
        let theirs = test.unit(1, Formation::Skirmish, &foes, man());
        let foes = test.models(theirs);
        let mut aimed = Aiming::new(&test.world, Attack::Fire, test.model(ours, 0), 0);
        assert_eq!(aimed.dice, 3);
        aimed = aimed.marked(foes[0]).and_then(|aimed| aimed.marked(foes[1])).unwrap();
        assert_eq!(aimed.marked(foes[2]), None, "the last die goes with the order");
        let marks = |model: Option<ModelId>| {
            let pointing = Pointing { at: Some(Vec2::ZERO), model, ..Pointing::default() };
            match order(&test.world, &aimed, pointing) {
                Some(Order::Fire { fire }) => fire.marks.len(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(marks(Some(foes[2])), 3);
        assert_eq!(marks(None), 2, "over no model only those that are marked");
    }

    #[test]
    fn who_marks_beside_a_model_does_not_fire() {
        let mut test = TestWorld::new();
        let mut marks = |dice: u8| {
            let bands = vec![Band(Inches(30.0), 0)];
            let rules = vec![WeaponRule::BurstFire(dice)];
            let gun = Weapon { id: "gun".to_owned(), bands, rules, ..Weapon::improvised() };
            let chassis = Profile { chassis: true, ..man() };
            let place = [(20.0, 10.0, 90.0)];
            let ours = test.armed_unit(0, Formation::Skirmish, &place, chassis, vec![gun]);
            let aimed = Aiming::new(&test.world, Attack::Fire, test.model(ours, 0), 0);
            mark(&test.world, &aimed, Pointing::default())
        };
        assert!(matches!(marks(3), Pressed::Told(_)), "the click is taken");
        assert_eq!(marks(1), Pressed::Commits, "one die has nothing to mark");
    }
}
