//! What one press can choose about the order in preparation: a weapon, a way of attacking, a formation,
//! what to wait for. The panel shows the choices with numbers, and the keys with these numbers choose
//! them.

use bevy::prelude::*;

use super::{
    mode::{Mode, Scope, Selection},
    templates::{self, Aimed, Attack},
};
use crate::{
    battle::{BattleWorld, ModelId, RuleSystem, UnitId, level::Formation},
    no_quarter::{
        Ability, Arms, NoQuarter, Order, ProfileOf, Standing, charges, close_combat, deployment,
        plan as placing,
    },
    table::Inches,
};

/// Something to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the button says.
    pub text: String,
    /// What it is for.
    pub about: String,
    /// Whether it is chosen.
    pub chosen: bool,
    /// What it does.
    pub does: Does,
}

/// What a choice does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Changes the order in preparation.
    Prepares(Mode),
    /// Gives an order.
    Gives(Order),
}

impl Choice {
    fn of_mode(text: impl Into<String>, about: &str, chosen: bool, mode: Mode) -> Self {
        Self { text: text.into(), about: about.to_owned(), chosen, does: Does::Prepares(mode) }
    }

    fn of_order(text: impl Into<String>, about: &str, order: Order) -> Self {
        let does = Does::Gives(order);
        Self { text: text.into(), about: about.to_owned(), chosen: false, does }
    }
}

/// More aimed weapons than this are gone through with the key instead of having a choice each.
pub const MOST_WEAPONS: usize = 4;

/// What can be chosen in a mode for a unit.
pub fn of(world: &World, unit: UnitId, mode: &Mode) -> Vec<Choice> {
    match mode {
        Mode::Fight { plain, weapon } => to_fight(world, unit, *plain, weapon.as_deref()),
        Mode::Shoot { aim, weapon } => to_shoot(world, unit, *aim, weapon.as_deref()),
        Mode::Charge { to_reach } => to_charge(world, unit, *to_reach),
        Mode::Template(aimed) => to_aim(world, unit, aimed),
        Mode::FormUp { formation } => {
            formations(world, unit, *formation, |formation| Mode::FormUp { formation })
        }
        Mode::Deploy { unit, formation } => {
            let unit = *unit;
            formations(world, unit, *formation, |formation| Mode::Deploy { unit, formation })
        }
        Mode::Hold => to_hold(world, unit),
        Mode::ChangePlaces { .. } => to_draw_up(world, unit),
        Mode::Select
        | Mode::Move
        | Mode::Turn
        | Mode::Block(_)
        | Mode::Overrun { .. }
        | Mode::Measure { .. }
        | Mode::FollowUp
        | Mode::LayTerrain { .. } => Vec::new(),
    }
}

/// What a unit on hold may wait for.
pub fn standings(world: &World, unit: UnitId) -> Vec<(Standing, &'static str)> {
    let mut all = vec![(Standing::Ask, "Ask")];
    // Who can't shoot waits for charges.
    if placing::answers_from_afar(world, unit) {
        all.extend([
            (Standing::Within(Inches(6.0)), "Within 6\""),
            (Standing::Within(Inches(12.0)), "Within 12\""),
            (Standing::Within(Inches(18.0)), "Within 18\""),
            (Standing::Within(Inches(24.0)), "Within 24\""),
            (Standing::FirstTarget, "First target"),
        ]);
    }
    all.extend([(Standing::WhenCharged, "When charged"), (Standing::Never, "Never")]);
    all
}

fn to_hold(world: &World, unit: UnitId) -> Vec<Choice> {
    let choice =
        |(standing, text)| Choice::of_order(text, "What to respond to", Order::Hold { standing });
    standings(world, unit).into_iter().map(choice).collect()
}

/// Other widths of the front rank.
fn to_draw_up(world: &World, unit: UnitId) -> Vec<Choice> {
    let most = world.standing(unit).len().min(12) as u8;
    let choice = |wide: u8| {
        let order = placing::draw_up(world, unit, wide)?;
        NoQuarter::check(world, &order).ok()?;
        Some(Choice::of_order(format!("{wide} in front"), "Another width of the front rank", order))
    };
    (4..=most).filter_map(choice).collect()
}

/// The formations, and a front rank one wider or narrower.
fn formations(
    world: &World,
    unit: UnitId,
    present: Formation,
    mode: impl Fn(Formation) -> Mode,
) -> Vec<Choice> {
    let count = world.members(unit).len().max(1);
    let wide = match present {
        Formation::Ranked { frontage } => frontage,
        Formation::Closed | Formation::Skirmish | Formation::Dispersed => {
            (count as f32 / 2.0).ceil().clamp(1.0, 10.0) as u8
        }
    };
    let kinds = [
        ("ranks", Formation::Ranked { frontage: wide }),
        ("closed", Formation::Closed),
        ("skirmish", Formation::Skirmish),
        ("dispersed", Formation::Dispersed),
    ];
    let same = |formation: Formation| {
        std::mem::discriminant(&formation) == std::mem::discriminant(&present)
    };
    let kind = |(name, formation): (&str, Formation)| {
        let problem = deployment::formation_problem(world, unit, formation);
        Choice::of_mode(name, &problem.unwrap_or_default(), same(formation), mode(formation))
    };
    let mut choices: Vec<Choice> = kinds.into_iter().map(kind).collect();
    if let Formation::Ranked { frontage } = present {
        let most = count.min(usize::from(MOST_IN_FRONT)) as u8;
        for (text, wide) in [("narrower", frontage.saturating_sub(1)), ("wider", frontage + 1)] {
            if (1..=most).contains(&wide) {
                let mode = mode(Formation::Ranked { frontage: wide });
                choices.push(Choice::of_mode(text, "Another width of the front rank", false, mode));
            }
        }
    }
    choices
}

/// Nobody draws up a wider front than this.
pub const MOST_IN_FRONT: u8 = 20;

/// The models that orders go to: the selected one alone, or all.
fn ordered(world: &World, unit: UnitId) -> Vec<ModelId> {
    let alone = world.resource::<Selection>().model;
    let alone = alone.filter(|_| *world.resource::<Scope>() == Scope::Model);
    alone.map_or_else(|| world.standing(unit), |model| vec![model])
}

/// Weapons by id and name with the mode that each makes, after the one that leaves it to the models;
/// nothing if there is only one.
fn weapons(
    weapons: Vec<(String, String)>,
    present: Option<&str>,
    mode: impl Fn(Option<String>) -> Mode,
) -> Vec<Choice> {
    if weapons.len() < 2 {
        return Vec::new();
    }
    let about = "Everybody takes what promises most";
    let best = Choice::of_mode("best weapon", about, present.is_none(), mode(None));
    let each = weapons.into_iter().map(|(id, name)| {
        let about = "Whoever has it takes this; the others take their best";
        Choice::of_mode(name, about, present == Some(&*id), mode(Some(id)))
    });
    std::iter::once(best).chain(each).collect()
}

fn to_fight(world: &World, unit: UnitId, plain: bool, weapon: Option<&str>) -> Vec<Choice> {
    let models = ordered(world, unit);
    let arms = placing::weapons_to_strike(world, &models);
    let extra = |&model: &ModelId| {
        // By the places of its own arms, bows and lances among them.
        let mut places = (0_u8..).zip(&world.of_model::<Arms>(model).0);
        places.any(|(weapon, _)| close_combat::extra_dice(world, model, weapon) > 1)
    };
    let has_extra = models.iter().any(extra);
    let named = arms.iter().map(|arm| (arm.id.clone(), arm.name.clone())).collect();
    let mut choices = weapons(named, weapon, |weapon| Mode::Fight { plain, weapon });
    if has_extra {
        let mode = Mode::Fight { plain: !plain, weapon: weapon.map(str::to_owned) };
        choices.push(Choice::of_mode("one die each", "Without extra attacks", plain, mode));
    }
    choices
}

const AIM: &str = "2 actions more for +1";

fn to_shoot(world: &World, unit: UnitId, aim: bool, weapon: Option<&str>) -> Vec<Choice> {
    let models = ordered(world, unit);
    let arms = placing::weapons_to_shoot(world, &models);
    let named = arms.iter().map(|arm| (arm.id.clone(), arm.name.clone())).collect();
    let mut choices = weapons(named, weapon, |weapon| Mode::Shoot { aim, weapon });
    let aims = |&model: &ModelId| !world.of_model::<ProfileOf>(model).0.has(Ability::Undead);
    if models.iter().any(aims) {
        let mode = Mode::Shoot { aim: !aim, weapon: weapon.map(str::to_owned) };
        choices.push(Choice::of_mode("aim", AIM, aim, mode));
    }
    choices
}

fn to_charge(world: &World, unit: UnitId, to_reach: bool) -> Vec<Choice> {
    let long = |&model: &ModelId| charges::longest_reach(world, model).0 > 0.0;
    if !world.standing(unit).iter().any(long) {
        return Vec::new();
    }
    let mode = Mode::Charge { to_reach: !to_reach };
    let text = "only to where long weapons reach";
    vec![Choice::of_mode(text, "Stops out of contact", to_reach, mode)]
}

fn to_aim(world: &World, unit: UnitId, present: &Aimed) -> Vec<Choice> {
    let options = templates::options(world, unit);
    let mut choices = Vec::new();
    if options.len() > 1 && options.len() <= MOST_WEAPONS {
        choices.extend(options.into_iter().map(|option| {
            let chosen = (option.by, option.weapon) == (present.by, present.weapon);
            let text = templates::name(world, &option);
            Choice::of_mode(text, "Who attacks, and with what", chosen, Mode::Template(option))
        }));
    }
    let mut switch = |text: &str, about, chosen, changed: Aimed| {
        choices.push(Choice::of_mode(text, about, chosen, Mode::Template(changed)));
    };
    match present.attack {
        Attack::Breathe => {}
        Attack::Throw => {
            let most = u8::try_from(present.companions(world).len()).unwrap_or(u8::MAX);
            if most > 0 {
                let all = present.with >= most;
                let with = if all { 0 } else { most };
                let about = "Each adds half an inch to the blast";
                let changed = Aimed { with, ..present.clone() };
                switch("all who touch it throw together", about, all, changed);
            }
        }
        Attack::Fire => {
            let over = Aimed { indirect: !present.indirect, ..present.clone() };
            let about = "Indirectly, at what a friend sees, for -1";
            switch("over everything", about, present.indirect, over);
            if present.can_aim(world) {
                let aims = Aimed { aim: !present.aim, ..present.clone() };
                switch("aim", AIM, present.aim, aims);
            }
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::{super::choosing::take, *};
    use crate::no_quarter::{
        Profile, Weapon, WeaponRule,
        components::Wielders,
        profile::{Band, Part},
        test_world::{TestWorld, man},
    };

    #[test]
    fn numbers_choose_weapons_and_ways() {
        let mut test = TestWorld::new();
        let sword =
            Weapon { id: "sword".to_owned(), name: "Sword".to_owned(), ..Weapon::improvised() };
        let bands = vec![Band(Inches(20.0), 0)];
        let bow = Weapon { id: "bow".to_owned(), bands, ..Weapon::improvised() };
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, man(), vec![sword, bow]);
        test.activate(ours);
        let world = &mut test.world;
        world.insert_resource(Selection::default());
        world.insert_resource(Scope::Unit);
        world.insert_resource(Mode::Fight { plain: false, weapon: None });
        let texts = |world: &World| -> Vec<String> {
            let choices = of(world, ours, world.resource::<Mode>());
            choices.into_iter().map(|choice| choice.text).collect()
        };
        assert_eq!(texts(world), ["best weapon", "Sword", "Improvised"]);
        assert!(take(world, 2) && !take(world, 4));
        let sword = Some("sword".to_owned());
        assert_eq!(*world.resource::<Mode>(), Mode::Fight { plain: false, weapon: sword });
        *world.resource_mut::<Mode>() = Mode::Shoot { aim: false, weapon: None };
        assert_eq!(texts(world), ["aim"], "one bow is no choice");
        assert!(take(world, 1));
        assert_eq!(*world.resource::<Mode>(), Mode::Shoot { aim: true, weapon: None });
        *world.resource_mut::<Mode>() = Mode::FormUp { formation: Formation::Skirmish };
        assert_eq!(texts(world), ["ranks", "closed", "skirmish", "dispersed"]);
        assert!(take(world, 4));
        let dispersed = Formation::Dispersed;
        assert_eq!(*world.resource::<Mode>(), Mode::FormUp { formation: dispersed });
    }

    #[test]
    fn extra_attacks_of_a_mount_may_be_left_out_wherever_its_claws_are() {
        let beast = Part {
            name: "Beast".to_owned(),
            ranged_attack: 0,
            close_combat: 5,
            strength: 7,
            weapons: Vec::new(),
            abilities: vec![Ability::ExtraAttack(2)],
        };
        let arm = |id: &str, bands: Vec<Band>, rules: Vec<WeaponRule>| Weapon {
            id: id.to_owned(),
            bands,
            rules,
            ..Weapon::improvised()
        };
        let arms = vec![
            arm("bow", vec![Band(Inches(20.0), 0)], Vec::new()),
            arm("lance", Vec::new(), vec![WeaponRule::ChargeOnly]),
            arm("sword", Vec::new(), Vec::new()),
        ];
        let mut test = TestWorld::new();
        let rider = Profile { parts: vec![beast], ..man() };
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, rider, arms);
        // The last place is the mount's.
        let model = test.model(ours, 0);
        test.world.set_model(model, Wielders(vec![0, 0, 0, 1]));
        test.world.insert_resource(Selection::default());
        test.world.insert_resource(Scope::Unit);
        let choices = of(&test.world, ours, &Mode::Fight { plain: false, weapon: None });
        let last = choices.last().map(|choice| choice.text.as_str());
        assert_eq!(last, Some("one die each"));
    }

    #[test]
    fn rng_04_a_mounted_weapon_is_aimed_and_a_support_weapon_is_not() {
        let mut test = TestWorld::new();
        let rules = vec![WeaponRule::Blast(Inches(2.0))];
        let bands = vec![Band(Inches(20.0), 0)];
        let bomb = Weapon { id: "bomb".to_owned(), bands, rules, ..Weapon::improvised() };
        let mut texts = |chassis: bool| -> Vec<String> {
            let profile = Profile { chassis, ..man() };
            let place = [(10.0, 10.0, 90.0)];
            let arms = vec![bomb.clone()];
            let unit = test.armed_unit(0, Formation::Skirmish, &place, profile, arms);
            test.world.insert_resource(Selection::default());
            test.world.insert_resource(Scope::Unit);
            let aimed = templates::next(&test.world, unit, None).unwrap();
            let choices = of(&test.world, unit, &Mode::Template(aimed));
            choices.into_iter().map(|choice| choice.text).collect()
        };
        assert_eq!(texts(false), ["over everything", "aim"]);
        assert_eq!(texts(true), ["over everything"]);
    }

    #[test]
    fn only_who_shoots_waits_for_targets() {
        let mut test = TestWorld::new();
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.unit(0, Formation::Skirmish, &place, man());
        let wanted = [Standing::Ask, Standing::WhenCharged, Standing::Never];
        let kinds: Vec<_> =
            standings(&test.world, ours).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds, wanted);
    }
}
