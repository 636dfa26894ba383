//! Attacks that are laid on the table: breath over a teardrop, thrown grenades, support weapons.
//! They follow the pointer, and show who is under them and with what chance before they are made.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32};

use super::{
    aim::{Aim, Hover},
    mode::{Mode, Scope, Selection},
    paint::Canvas,
    plan::Plan,
    possible::Possible,
    words,
};
use crate::{
    app::theme::Theme,
    battle::{BattleWorld, ModelId, RuleSystem, UnitId},
    no_quarter::{
        Arms, Breath, Fire, Mark, NoQuarter, Order, Refusal, Throw, WeaponRule, plan as placing,
        preview::{PreviewTemplate, PreviewUnder},
        support_weapons,
    },
    table::template::Covered,
};

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// A breath or spray over a teardrop.
    Breathe,
    /// A grenade.
    Throw,
    /// A support weapon, or a mounted one that bursts.
    Fire,
}

/// An attack that is being aimed: all but where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aimed {
    /// How.
    pub attack: Attack,
    /// Who makes it.
    pub by: ModelId,
    /// With what: a place in its arms.
    pub weapon: u8,
    /// Grenades: whether all who touch the thrower throw with it.
    pub together: bool,
    /// Support weapons: whether it fires over everything.
    pub indirect: bool,
}

/// What a unit can aim, the selected model alone if orders go to it.
pub fn options(world: &World, unit: UnitId) -> Vec<Aimed> {
    let alone = world.resource::<Selection>().model;
    let alone = alone.filter(|_| *world.resource::<Scope>() == Scope::Model);
    let standing = world.standing(unit);
    let mut options = Vec::new();
    for by in standing.into_iter().filter(|&model| alone.is_none_or(|alone| alone == model)) {
        for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(by).0) {
            let attack = if arm.teardrop().is_some() {
                Attack::Breathe
            } else if arm.has(WeaponRule::Thrown) {
                Attack::Throw
            } else if !arm.bands.is_empty()
                && (support_weapons::is_chassis(world, by) || arm.blast().is_some())
            {
                Attack::Fire
            } else {
                continue;
            };
            options.push(Aimed { attack, by, weapon, together: false, indirect: false });
        }
    }
    options
}

/// The attack that is aimed after the present one, round and round; the first if none is.
pub fn next(world: &World, unit: UnitId, present: Option<Aimed>) -> Option<Aimed> {
    let options = options(world, unit);
    let place =
        options.iter().position(|option| present.is_some_and(|present| is_same(option, &present)));
    let next = place.map_or(0, |place| (place + 1) % options.len().max(1));
    options.get(next).copied()
}

/// The order that an attack and a point make. A model under the pointer is the mark, else the
/// ground.
pub fn order(world: &World, aimed: Aimed, at: Vec2, hover: Hover) -> Option<Order> {
    let Aimed { attack, by, weapon, together, indirect } = aimed;
    let mark = hover.model.filter(|&model| model != by).map_or(Mark::Ground(at), Mark::Model);
    Some(match attack {
        Attack::Breathe => {
            let facing = (at - world.placed(by).pose.at).try_normalize()?;
            Order::Breathe { breath: Breath { model: by, weapon, facing, at: None } }
        }
        Attack::Throw => {
            let arms = &world.of_model::<Arms>(by).0;
            let with = match arms.get(usize::from(weapon)) {
                Some(grenade) if together => placing::companions(world, by, grenade),
                _ => Vec::new(),
            };
            Order::Throw { throw: Throw { thrower: by, weapon, with, at: mark } }
        }
        Attack::Fire => {
            let fire = Fire { shooter: by, weapon, marks: vec![mark], indirect, aim: false };
            Order::Fire { fire }
        }
    })
}

/// More weapons than this get arrows instead of a button each.
const MOST_BUTTONS: usize = 4;

fn is_same(a: &Aimed, b: &Aimed) -> bool {
    a.by == b.by && a.weapon == b.weapon
}

fn name(world: &World, aimed: &Aimed) -> String {
    let weapon = world.of_model::<Arms>(aimed.by).0.get(usize::from(aimed.weapon));
    format!("{}: {}", world.model_name(aimed.by), weapon.map_or("", |weapon| &weapon.name))
}

/// What the button says: what the first of the unit's weapons does.
pub fn verb_name(world: &World, unit: UnitId) -> &'static str {
    match options(world, unit).first().map(|aimed| aimed.attack) {
        Some(Attack::Breathe) => "Breathe",
        Some(Attack::Throw) => "Throw",
        Some(Attack::Fire) => "Fire",
        None => "Template",
    }
}

/// Why none of the unit's weapons can be used wherever it is aimed: used already, no crew, too few
/// actions; nothing if one can, or if only its place is in doubt.
pub fn nothing_to_use(world: &World, unit: UnitId) -> Option<String> {
    let mut first = None;
    for option in options(world, unit) {
        let ahead = world.placed(option.by).pose;
        let order = order(world, option, ahead.at + ahead.facing * 8.0, Hover::default())?;
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
    first.map(|why| format!("{} ({})", why.text, why.rule))
}

/// The choices of the panel: who attacks with what, and how.
pub fn details(world: &mut World, ui: &mut egui::Ui, unit: UnitId, present: Aimed) {
    let mut wanted = present;
    let options = options(world, unit);
    let place = options.iter().position(|option| is_same(option, &present)).unwrap_or(0);
    if options.len() > MOST_BUTTONS {
        let count = options.len();
        for (text, step) in [("◀", count - 1), ("▶", 1)] {
            if ui.small_button(text).clicked() {
                wanted = options[(place + step) % count];
            }
        }
        ui.label(name(world, &present));
    } else {
        for (index, option) in options.iter().enumerate() {
            let text = name(world, option);
            if ui.selectable_label(index == place, text).clicked() && index != place {
                wanted = *option;
            }
        }
    }
    match present.attack {
        Attack::Breathe => {}
        Attack::Throw => {
            let text = "all who touch it throw together";
            ui.checkbox(&mut wanted.together, text);
        }
        Attack::Fire => {
            ui.checkbox(&mut wanted.indirect, "over everything, at what a friend sees (-1)");
        }
    }
    if wanted != present {
        *world.resource_mut::<Mode>() = Mode::Template(wanted);
    }
    if ui.small_button("best place").on_hover_text("Where it promises most").clicked() {
        aim_best(world, unit, present.attack, present.together);
    }
}

/// Which attack an order is, and where it is aimed.
fn aim_of(world: &World, order: &Order) -> Option<(Aimed, Vec2)> {
    let place = |mark: &Mark| match *mark {
        Mark::Model(model) => world.placed(model).pose.at,
        Mark::Ground(at) => at,
    };
    let (together, indirect) = (false, false);
    Some(match order {
        Order::Breathe { breath: Breath { model, weapon, facing, .. } } => {
            let aimed =
                Aimed { attack: Attack::Breathe, by: *model, weapon: *weapon, together, indirect };
            (aimed, world.placed(*model).pose.at + *facing * 5.0)
        }
        Order::Throw { throw: Throw { thrower, weapon, with, at } } => {
            let together = !with.is_empty();
            let aimed =
                Aimed { attack: Attack::Throw, by: *thrower, weapon: *weapon, together, indirect };
            (aimed, place(at))
        }
        Order::Fire { fire: Fire { shooter, weapon, marks, indirect, .. } } => {
            let indirect = *indirect;
            let aimed =
                Aimed { attack: Attack::Fire, by: *shooter, weapon: *weapon, together, indirect };
            (aimed, place(marks.first()?))
        }
        _ => return None,
    })
}

/// Aims where an attack promises most.
fn aim_best(world: &mut World, unit: UnitId, attack: Attack, together: bool) {
    let order = match attack {
        Attack::Breathe => {
            placing::best_breath(world, unit).map(|breath| Order::Breathe { breath })
        }
        Attack::Throw => {
            placing::best_throw(world, unit, together).map(|throw| Order::Throw { throw })
        }
        Attack::Fire => placing::best_fire(world, unit).map(|fire| Order::Fire { fire }),
    };
    match order.as_ref().and_then(|order| aim_of(world, order)) {
        Some((aimed, at)) => {
            // Aimed there for the player to look at; Enter or a click gives the order.
            let mark = super::aim::model_at(world, at, 0.0);
            *world.resource_mut::<Hover>() =
                mark.map_or(Hover::default(), |model| Hover::on(world, model));
            *world.resource_mut::<Mode>() = Mode::Template(aimed);
            let mut aim = world.resource_mut::<Aim>();
            aim.at = Some(at);
            aim.by_keys = true;
        }
        None => {
            let why = "No place promises more harm to the enemy than to friends.";
            world.resource_mut::<super::toast::Toasts>().refuse(why.to_owned());
        }
    }
}

/// Draws the templates of the order in preparation: outline, where a miss may go, who is under.
pub fn draw(world: &World, canvas: &Canvas) {
    if !matches!(world.resource::<Mode>(), Mode::Template(_)) {
        return;
    }
    let plan = world.resource::<Plan>();
    let colour = if plan.refused.is_some() { canvas.bad() } else { canvas.warning() };
    for template in &plan.preview.templates {
        draw_template(world, canvas, template, colour);
    }
    for attack in &plan.preview.attacks {
        let (from, to) = (world.placed(attack.attacker), world.placed(attack.target));
        let (a, b) = crate::table::base::closest_points(&from, &to);
        canvas.line(a, b, colour, 1.6);
        canvas.label(to.pose.at, &words::chance(attack.chance), colour);
    }
}

fn draw_template(world: &World, canvas: &Canvas, template: &PreviewTemplate, colour: Color32) {
    let outline = template.laid.outline();
    canvas.wash(&outline, colour.gamma_multiply(0.22));
    canvas.outline(&outline, colour, 2.2);
    let from = world.placed(template.attacker).pose.at;
    if template.to_hit.is_some() {
        canvas.line(from, template.laid.at, colour.gamma_multiply(0.6), 1.2);
    }
    if let Some((_, most, _)) = template.deviation {
        let ring: Vec<Vec2> = (0..48)
            .map(|i| template.laid.at + Vec2::from_angle(i as f32 * 0.1309) * most.0)
            .collect();
        canvas.dotted(&ring, true, colour.gamma_multiply(0.8), 1.2);
    }
    let mut told: Vec<Vec2> = Vec::new();
    for PreviewUnder { model, covered, wound, .. } in &template.under {
        let placed = world.placed(*model);
        let friend = world.side_of_model(*model) == world.side_of_model(template.attacker);
        let ring = if friend { canvas.bad() } else { canvas.good() };
        match covered {
            Covered::Wholly => canvas.ring(&placed, 3.0, ring, 2.2),
            Covered::Partly => canvas.dashed_ring(&placed, 3.0, ring, 1.8),
            // Only a miss could come down on it.
            Covered::Not => continue,
        }
        // From afar the numbers of neighbours would lie over each other.
        let clear = |other: &Vec2| {
            ((*other - placed.pose.at) * canvas.scale()).abs().cmpge(Vec2::new(40.0, 20.0)).any()
        };
        if told.iter().all(clear) {
            told.push(placed.pose.at);
            canvas.label(placed.pose.at, &words::chance(*wound), ring);
        }
    }
}

/// A place beside the templates of an order and all who are under them, for words.
pub fn beside(world: &World, plan: &Plan) -> Option<Vec2> {
    let under = |template: &PreviewTemplate| {
        let models = template.under.iter().filter(|under| under.covered != Covered::Not);
        let edge = |under: &PreviewUnder| world.placed(under.model).outline(8);
        models.flat_map(edge).chain(template.laid.outline()).collect::<Vec<_>>()
    };
    let points: Vec<Vec2> = plan.preview.templates.iter().flat_map(under).collect();
    let right = points.iter().map(|point| point.x).max_by(f32::total_cmp)?;
    let middle = points.iter().map(|point| point.y).sum::<f32>() / points.len() as f32;
    Some(Vec2::new(right, middle))
}

/// What the attack would do, as lines beside the pointer.
pub fn lines(world: &World, theme: &Theme, plan: &Plan) -> Vec<(String, Color32)> {
    let (text, faint) = (Theme::egui(theme.text), Theme::egui(theme.faint));
    let mut lines = Vec::new();
    for template in &plan.preview.templates {
        let PreviewTemplate { weapon, actions, to_hit, deviation, under, .. } = template;
        let hits = match to_hit {
            Some(needed) => format!("hits on {}", words::needed("RA", needed)),
            None => "always hits".to_owned(),
        };
        lines.push((format!("{weapon}, {actions} actions: {hits}"), text));
        if let Some((least, most, chance)) = deviation {
            let how = if most.0 - least.0 < 0.5 {
                format!("goes {:.0}\" astray", most.0)
            } else {
                format!("goes {:.0}\" to {:.0}\" astray", least.0, most.0)
            };
            lines.push((format!("{how}: {}", words::chance(*chance)), faint));
        }
        let count = |wanted| under.iter().filter(|under| under.covered == wanted).count();
        let (wholly, partly) = (count(Covered::Wholly), count(Covered::Partly));
        lines
            .push((format!("{wholly} wholly under it, {partly} partly (hit on 5 or less)"), faint));
        let wounds = |friends: bool| -> f32 {
            let side = world.side_of_model(template.attacker);
            let of_side =
                |under: &&PreviewUnder| (world.side_of_model(under.model) == side) == friends;
            under.iter().filter(of_side).map(|under| under.wound).fold(0.0, |sum, one| sum + one)
        };
        lines.push((format!("{:.1} wounds expected", wounds(false)), Theme::egui(theme.good)));
        if wounds(true) > 0.005 {
            let text = format!("{:.1} of friends", wounds(true));
            lines.push((text, Theme::egui(theme.bad)));
        }
    }
    let fired = matches!(plan.order, Some(Order::Fire { .. }));
    for attack in plan.preview.attacks.iter().filter(|_| fired).take(1) {
        let hit = words::needed("RA", &attack.to_hit);
        lines.push((
            format!("{}: hits on {} or less, {hit}", attack.weapon, attack.to_hit.value()),
            text,
        ));
        let all: f32 = plan.preview.attacks.iter().map(|attack| attack.chance).sum();
        lines.push((format!("{all:.1} wounds expected"), Theme::egui(theme.good)));
    }
    lines
}

/// Whether a weapon of the unit can be loaded, and its chassis.
pub fn to_load(world: &World, unit: UnitId) -> Option<Order> {
    support_weapons::weapon_of(world, unit).map(|weapon| Order::Load { weapon })
}

/// What leaving or joining would do now: the selected individual leaves, or the active one joins.
pub fn membership(world: &World) -> Option<Order> {
    let Possible { joinable, leavers, .. } = world.resource::<Possible>();
    if let Some(&unit) = joinable.first() {
        return Some(Order::Join { unit });
    }
    let chosen = world.resource::<Selection>().model.filter(|model| leavers.contains(model));
    chosen.or(leavers.first().copied()).map(|model| Order::Leave { model })
}
