//! What one press with a number can choose about an order in preparation: a weapon, a way of
//! attacking, a formation.

use bevy::prelude::*;

use super::{
    Intent,
    aiming::{self, Aiming, Attack},
    forming_up, on_hold, spells, using,
};
use crate::{
    battle::{
        BattleWorld, ModelId, RuleSystem, UnitId,
        playable::{
            acting::{Choice, Focus},
            capitalised, count,
        },
    },
    no_quarter::{
        Arms, NoQuarter, Order, charges, close_combat,
        components::Formation,
        deployment,
        formations::{REORGANISING, may_form_up},
        grenades::COMBINED,
        order::{AttackMode, ShotMode},
        plan as placing,
        ranged_combat::{self, AIM_ACTIONS, AIMED},
        support_weapons::INDIRECT,
    },
};

/// More aimed weapons than this are gone through one by one instead of having a choice each.
pub const MOST_WEAPONS: usize = 4;

/// What one press with a number can choose.
pub fn choices(
    world: &World,
    unit: UnitId,
    focus: Focus,
    intent: &Intent,
) -> Vec<Choice<NoQuarter>> {
    match intent {
        Intent::Fight { mode, weapon } => to_fight(world, unit, focus, *mode, weapon.as_deref()),
        Intent::Shoot { aim, mode, weapon } => {
            to_shoot(world, unit, focus, (*aim, *mode), weapon.as_deref())
        }
        Intent::Charge { to_reach } => to_charge(world, unit, *to_reach),
        Intent::Template(aimed) => to_aim(world, unit, focus, aimed),
        Intent::FormUp { formation } => {
            let problem = |formation| may_form_up(world, formation).err().map(|why| why.text);
            let intent = |formation| Intent::FormUp { formation };
            formations(world.standing(unit).len(), *formation, problem, intent)
        }
        Intent::Deploy { unit, formation } => {
            let unit = *unit;
            let problem = |formation| deployment::formation_problem(world, unit, formation);
            let intent = |formation| Intent::Deploy { unit, formation };
            formations(world.members(unit).len(), *formation, problem, intent)
        }
        Intent::Hold => on_hold::choices(world, unit),
        Intent::ChangePlaces { .. } => to_draw_up(world, unit, None),
        Intent::DrawUp { frontage } => to_draw_up(world, unit, Some(*frontage)),
        Intent::Use(aimed) => spells::choices(world, unit, focus, *aimed),
        Intent::Move
        | Intent::Turn
        | Intent::Block(_)
        | Intent::FollowUp
        | Intent::LayTerrain { .. } => Vec::new(),
        Intent::Roll(order) => using::sides(world, focus, unit, Some(order)),
    }
}

/// Other widths of the front rank, each shown on the table before the models change places.
fn to_draw_up(world: &World, unit: UnitId, present: Option<u8>) -> Vec<Choice<NoQuarter>> {
    let most = world.standing(unit).len().min(12) as u8;
    let choice = |wide: u8| {
        let order = placing::draw_up(world, unit, wide)?;
        NoQuarter::check(world, &order).ok()?;
        let Order::Reorganise { places } = &order else { return None };
        let models = match places.len() {
            1 => "1 model changes its place".to_owned(),
            several => format!("{several} models change places"),
        };
        let cost = count(usize::from(REORGANISING), "action");
        let about =
            format!("{models} so that {wide} stand in the front rank. It costs the unit {cost}.");
        let (text, chosen) = (format!("Front rank of {wide}"), present == Some(wide));
        Some(Choice::of_intent(text, about, chosen, Intent::DrawUp { frontage: wide }))
    };
    (4..=most).filter_map(choice).collect()
}

/// The formations for so many models, each with what speaks against it, and a front rank one wider or
/// narrower.
fn formations(
    models: usize,
    present: Formation,
    problem: impl Fn(Formation) -> Option<String>,
    intent: impl Fn(Formation) -> Intent,
) -> Vec<Choice<NoQuarter>> {
    let count = models.max(1);
    let wide = forming_up::frontage(present, count);
    let kinds = [
        ("Ranks", Formation::Ranked { frontage: wide }),
        ("Closed", Formation::Closed),
        ("Skirmish", Formation::Skirmish),
        ("Dispersed", Formation::Dispersed),
    ];
    let same = |formation: Formation| {
        std::mem::discriminant(&formation) == std::mem::discriminant(&present)
    };
    let kind = |(name, formation): (&str, Formation)| {
        let choice = Choice::of_intent(name, "", same(formation), intent(formation));
        Choice { why_not: problem(formation).map(|why| capitalised(&why)), ..choice }
    };
    let mut choices: Vec<Choice<NoQuarter>> = kinds.into_iter().map(kind).collect();
    if let Formation::Ranked { frontage } = present {
        let most = count.min(usize::from(MOST_IN_FRONT)) as u8;
        for (text, wide) in [("Narrower", frontage.saturating_sub(1)), ("Wider", frontage + 1)] {
            if (1..=most).contains(&wide) {
                let about = "Changes the width of the front rank.";
                let formation = Formation::Ranked { frontage: wide };
                let choice = Choice::of_intent(text, about, false, intent(formation));
                let why_not = problem(formation).map(|why| capitalised(&why));
                choices.push(Choice { why_not, ..choice });
            }
        }
    }
    choices
}

/// Nobody draws up a wider front than this.
pub const MOST_IN_FRONT: u8 = 20;

/// The models that orders go to: the selected one alone, or all.
fn ordered(world: &World, unit: UnitId, focus: Focus) -> Vec<ModelId> {
    focus.only().map_or_else(|| world.standing(unit), |model| vec![model])
}

/// Weapons by id and name with the intent that each makes, after the one that leaves it to the models;
/// nothing if there is only one.
fn weapons(
    weapons: Vec<(String, String)>,
    present: Option<&str>,
    intent: impl Fn(Option<String>) -> Intent,
) -> Vec<Choice<NoQuarter>> {
    if weapons.len() < 2 {
        return Vec::new();
    }
    let about = "Each model uses its most promising weapon.";
    let best = Choice::of_intent("Best weapon", about, present.is_none(), intent(None));
    let each = weapons.into_iter().map(|(id, name)| {
        let about = "Models that have this weapon use it; the others use their best.";
        Choice::of_intent(name, about, present == Some(&*id), intent(Some(id)))
    });
    std::iter::once(best).chain(each).collect()
}

fn to_fight(
    world: &World,
    unit: UnitId,
    focus: Focus,
    mode: Option<AttackMode>,
    weapon: Option<&str>,
) -> Vec<Choice<NoQuarter>> {
    let models = ordered(world, unit, focus);
    let arms = placing::weapons_to_strike(world, &models);
    let has = |wanted: AttackMode| {
        models.iter().any(|&model| {
            // By the places of its own arms, bows and lances among them.
            let mut places = (0_u8..).zip(&world.of_model::<Arms>(model).0);
            places.any(|(weapon, _)| close_combat::has_mode(world, model, weapon, wanted))
        })
    };
    let mut modes = AttackMode::ALL.to_vec();
    modes.retain(|&wanted| wanted != AttackMode::Plain && has(wanted));
    let named = arms.iter().map(|arm| (arm.id.clone(), arm.name.clone())).collect();
    let mut choices = weapons(named, weapon, |weapon| Intent::Fight { mode, weapon });
    let mut switch = |text: &str, about: &str, wanted: AttackMode| {
        let chosen = mode == Some(wanted);
        let mode = if chosen { None } else { Some(wanted) };
        let intent = Intent::Fight { mode, weapon: weapon.map(str::to_owned) };
        choices.push(Choice::of_intent(text, about, chosen, intent));
    };
    match modes[..] {
        [] => {}
        [AttackMode::Extra] => {
            let about = "Each model rolls one die for its blow.";
            switch("No extra attacks", about, AttackMode::Plain);
        }
        _ => {
            for wanted in modes.iter().copied().chain([AttackMode::Plain]) {
                switch(&capitalised(wanted.name()), wanted.about(), wanted);
            }
        }
    }
    choices
}

/// What aiming costs and brings.
fn about_aiming() -> String {
    let cost = count(usize::from(AIM_ACTIONS), "more action");
    format!("Costs {cost} for {:+} to hit.", AIMED.by)
}

fn to_shoot(
    world: &World,
    unit: UnitId,
    focus: Focus,
    (aim, mode): (bool, Option<ShotMode>),
    weapon: Option<&str>,
) -> Vec<Choice<NoQuarter>> {
    let models = ordered(world, unit, focus);
    let arms = placing::weapons_to_shoot(world, &models);
    let named = arms.iter().map(|arm| (arm.id.clone(), arm.name.clone())).collect();
    let mut choices = weapons(named, weapon, |weapon| Intent::Shoot { aim, mode, weapon });
    let aims = |&model: &ModelId| !ranged_combat::never_aims(world, model);
    if models.iter().any(aims) {
        let intent = Intent::Shoot { aim: !aim, mode, weapon: weapon.map(str::to_owned) };
        choices.push(Choice::of_intent("Aim", about_aiming(), aim, intent));
    }
    let has = |wanted: ShotMode| {
        models.iter().any(|&model| {
            let mut places = (0_u8..).zip(&world.of_model::<Arms>(model).0);
            places.any(|(place, arm)| {
                arm.is_shot() && ranged_combat::has_shot_mode(world, model, place, wanted)
            })
        })
    };
    let special = ShotMode::ALL.into_iter().filter(|&wanted| wanted != ShotMode::Plain);
    let special: Vec<ShotMode> = special.filter(|&wanted| has(wanted)).collect();
    if !special.is_empty() {
        for wanted in special.into_iter().chain([ShotMode::Plain]) {
            let chosen = mode == Some(wanted);
            let mode = if chosen { None } else { Some(wanted) };
            let intent = Intent::Shoot { aim, mode, weapon: weapon.map(str::to_owned) };
            let text = capitalised(wanted.name());
            choices.push(Choice::of_intent(text, wanted.about(), chosen, intent));
        }
    }
    choices
}

fn to_charge(world: &World, unit: UnitId, to_reach: bool) -> Vec<Choice<NoQuarter>> {
    let long = |&model: &ModelId| charges::longest_reach(world, model).0 > 0.0;
    if !world.standing(unit).iter().any(long) {
        return Vec::new();
    }
    let intent = Intent::Charge { to_reach: !to_reach };
    let about = "Stops short of contact, as far off as long weapons reach.";
    vec![Choice::of_intent("Stop at reach", about, to_reach, intent)]
}

fn to_aim(world: &World, unit: UnitId, focus: Focus, present: &Aiming) -> Vec<Choice<NoQuarter>> {
    let options = aiming::options(world, unit, focus);
    let mut choices = Vec::new();
    if options.len() > 1 && options.len() <= MOST_WEAPONS {
        choices.extend(options.into_iter().map(|option| {
            let chosen = (option.by, option.weapon) == (present.by, present.weapon);
            let text = aiming::name(world, &option);
            Choice::of_intent(
                text,
                "Chooses who attacks, and with what.",
                chosen,
                Intent::Template(option),
            )
        }));
    }
    let mut switch = |text: &str, about: String, chosen, changed: Aiming| {
        choices.push(Choice::of_intent(text, about, chosen, Intent::Template(changed)));
    };
    match present.attack {
        Attack::Breathe => {}
        Attack::Throw => {
            let most = u8::try_from(present.companions(world).len()).unwrap_or(u8::MAX);
            if most > 0 {
                let all = present.with >= most;
                let with = if all { 0 } else { most };
                let about = format!("Each thrower adds {COMBINED} to the blast.");
                let changed = Aiming { with, ..present.clone() };
                switch("All throw together", about, all, changed);
            }
        }
        Attack::Fire => {
            let over = Aiming { indirect: !present.indirect, ..present.clone() };
            let about = format!("Fires at what a friend sees, at {:+}.", INDIRECT.by);
            switch("Fire indirectly", about, present.indirect, over);
            if present.can_aim(world) {
                let aims = Aiming { aim: !present.aim, ..present.clone() };
                switch("Aim", about_aiming(), present.aim, aims);
            }
        }
    }
    choices
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::playable::acting::{ChoiceDoes, Gesture, Pointing, Pressed},
        no_quarter::{
            Ability, Profile, Weapon, WeaponRule,
            components::Wielders,
            playable::acting::{order, sketch},
            profile::{Band, Part},
            test_world::{TestWorld, block, man, ranker},
        },
        table::Inches,
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
        let of = |intent: &Intent| choices(&test.world, ours, Focus::default(), intent);
        let texts = |intent: &Intent| -> Vec<String> {
            of(intent).into_iter().map(|choice| choice.text).collect()
        };
        let take = |intent: &Intent, number: usize| match of(intent).remove(number - 1).does {
            ChoiceDoes::Prepares(intent) => intent,
            other => panic!("{other:?}"),
        };
        let fight = Intent::Fight { mode: None, weapon: None };
        assert_eq!(texts(&fight), ["Best weapon", "Sword", "Improvised"]);
        let sword = Intent::Fight { mode: None, weapon: Some("sword".to_owned()) };
        assert_eq!(take(&fight, 2), sword);
        let shoot = |aim| Intent::Shoot { aim, mode: None, weapon: None };
        assert_eq!(texts(&shoot(false)), ["Aim"], "one bow is no choice");
        assert_eq!(take(&shoot(false), 1), shoot(true));
        let form_up = |formation| Intent::FormUp { formation };
        let loose = form_up(Formation::Skirmish);
        assert_eq!(texts(&loose), ["Ranks", "Closed", "Skirmish", "Dispersed"]);
        assert_eq!(take(&loose, 4), form_up(Formation::Dispersed));
    }

    #[test]
    fn whoever_has_a_sure_shot_may_shoot_plainly_all_the_same() {
        let mut test = TestWorld::new();
        let sure = Profile { abilities: vec![Ability::SureShot], ..man() };
        let bow = || vec![crate::no_quarter::test_world::bow()];
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, sure, bow());
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        test.activate(ours);
        let shoot = |mode| Intent::Shoot { aim: false, mode, weapon: None };
        let choices = choices(&test.world, ours, Focus::default(), &shoot(None));
        let texts: Vec<&str> = choices.iter().map(|choice| &*choice.text).collect();
        assert_eq!(texts, ["Aim", "Sure shot", "Plain shot"]);
        let shot_in = |mode| {
            let wish = placing::Wish { mode, ..placing::Wish::default() };
            let shots = placing::volley_with(&test.world, ours, theirs, wish);
            shots.iter().map(|shot| shot.mode).collect::<Vec<ShotMode>>()
        };
        assert_eq!(shot_in(None), [ShotMode::Sure], "what promises most");
        assert_eq!(shot_in(Some(ShotMode::Plain)), [ShotMode::Plain]);
        assert_eq!(shot_in(Some(ShotMode::Poisonous)), [ShotMode::Sure], "it has no poison");
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
            nemesis: None,
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
        let fight = Intent::Fight { mode: None, weapon: None };
        let choices = choices(&test.world, ours, Focus::default(), &fight);
        let last = choices.last().map(|choice| choice.text.as_str());
        assert_eq!(last, Some("No extra attacks"));
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
            let focus = Focus::default();
            let aimed = aiming::next(&test.world, unit, focus, None).unwrap();
            let choices = choices(&test.world, unit, focus, &Intent::Template(aimed));
            choices.into_iter().map(|choice| choice.text).collect()
        };
        assert_eq!(texts(false), ["Fire indirectly", "Aim"]);
        assert_eq!(texts(true), ["Fire indirectly"]);
    }

    #[test]
    fn form_09_another_width_of_the_front_is_looked_at_before_it_is_taken() {
        let mut test = TestWorld::new();
        let ranked = Formation::Ranked { frontage: 4 };
        let unit = test.unit(0, ranked, &block(10.5, 10.5, 4, 10), ranker());
        test.activate(unit);
        let focus = Focus::default();
        let begun = Intent::ChangePlaces { first: None };
        let mut offered = choices(&test.world, unit, focus, &begun).into_iter();
        let first = offered.next().map(|choice| choice.does);
        let Some(ChoiceDoes::Prepares(intent)) = first else { panic!("{first:?}") };
        let Some(Ok(order)) = order::order(&test.world, focus, &intent, Pointing::default()) else {
            panic!("{intent:?} makes an order wherever is pointed")
        };
        assert!(matches!(order, Order::Reorganise { .. }), "{order:?}");
        let sketch = sketch::sketch(&test.world, focus, &order);
        assert!(!sketch.ways.is_empty() && sketch.cost.is_some(), "who goes where is shown");
        let (gesture, pointing) = (Gesture::default(), Pointing::default());
        let pressed = order::press(&test.world, focus, &intent, pointing, gesture);
        assert_eq!(pressed, Pressed::Commits, "a click on the table or a key then does it");
        assert_eq!(intent.back(), Some(begun));
    }
}
