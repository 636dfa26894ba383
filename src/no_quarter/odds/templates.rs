//! Attacks with templates: where they would lie, who would be under them, and with what chance each
//! would be hit and wounded.

use std::cell::LazyCell;

use bevy::{math::Vec2, prelude::World};

use super::chain::{Between, Chain, faces_to_hit};
use crate::{
    battle::{BattleWorld, ModelId},
    dice::Needed,
    no_quarter::{
        arms::use_cost,
        combined::{self, Armed},
        damage,
        effects::Test,
        grenades, hit_roll,
        order::{Breath, Fire, Mark, Throw},
        support_weapons,
        templates::{self, Astray},
        trial::Rolling,
    },
    table::{
        Inches,
        template::{Covered, Laid, scattered},
    },
};

/// An attack with a template.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateOdds {
    /// Who attacks.
    pub attacker: ModelId,
    /// The weapon's name.
    pub weapon: String,
    /// Where it would lie if it hits.
    pub laid: Laid,
    /// What it costs each of those who pay.
    pub actions: u8,
    /// Who pays.
    pub payers: Vec<ModelId>,
    /// The number to hit; none for a teardrop, which always does.
    pub to_hit: Option<Needed>,
    /// How far a miss may go in any direction, at least and at most, and the chance that it does.
    pub deviation: Option<(Inches, Inches, f32)>,
    /// Who may be hit, by id: those under it as it is aimed, and those it may come down on.
    pub under: Vec<UnderOdds>,
}

/// A model that a template may hit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnderOdds {
    /// Who.
    pub model: ModelId,
    /// How much of it is under the template as it is aimed.
    pub covered: Covered,
    /// The chance that it is hit, from 0 to 1, deviation included.
    pub hit: f32,
    /// The chance that it is wounded, from 0 to 1.
    pub wound: f32,
    /// The number to save against it, if there is a save at all.
    pub save: Option<Needed>,
    /// The number to damage.
    pub damage: Needed,
    /// Whether a hit that it survives knocks it prone (DMG-04).
    pub falls: bool,
}

/// A breath, whether it may be breathed or not.
pub fn of_breath(world: &World, breath: &Breath) -> Option<TemplateOdds> {
    let laid = templates::breath_laid(world, breath)?;
    let armed = combined::armed(world, breath.model, breath.weapon)?;
    let covered = templates::under_breath(world, breath.model, &laid);
    Some(of_laid(world, &armed, laid, covered))
}

/// A template that comes down where it is laid, over those whom it covers.
pub fn of_laid(
    world: &World,
    armed: &Armed,
    laid: Laid,
    covered: Vec<(ModelId, Covered)>,
) -> TemplateOdds {
    let (attacker, weapon) = (armed.model, &armed.weapon);
    let hit = |(model, covered): (ModelId, Covered)| {
        let hit = chance(covered, || chance_if_partly(world, attacker, model));
        under(world, armed, model, covered, hit, 0.0)
    };
    TemplateOdds {
        attacker,
        weapon: weapon.name.clone(),
        laid,
        actions: use_cost(world, attacker, weapon),
        payers: vec![attacker],
        to_hit: None,
        deviation: None,
        under: covered.into_iter().map(hit).collect(),
    }
}

/// A throw, whether it may be made or not.
pub fn of_throw(world: &World, throw: &Throw) -> Option<TemplateOdds> {
    let weapon = grenades::grenade(world, throw)?;
    let payers: Vec<ModelId> = grenades::throwers(throw);
    if payers.iter().any(|&model| world.roster().model(model).is_none()) {
        return None;
    }
    templates::mark_at(world, throw.at)?;
    let aim = AimedBlast {
        armed: combined::armed(world, throw.thrower, throw.weapon)?,
        roller: (throw.thrower, combined::place_of_wielder(world, throw.thrower, throw.weapon)),
        diameter: grenades::diameter(weapon, payers.len()),
        mark: throw.at,
        to_hit: grenades::needed(world, throw),
        unerring: combined::is_unerring(world, throw.thrower, throw.weapon),
        astray: grenades::DEVIATION,
        fumble_at: Some(world.placed(throw.thrower).pose.at),
    };
    of_blast(world, aim, payers)
}

/// A blast of a support weapon or a mounted one, whether it may be fired or not.
pub fn of_fired_blast(world: &World, fire: &Fire) -> Option<TemplateOdds> {
    let (weapon, actions, payers) = support_weapons::bill(world, fire)?;
    let mark = *fire.marks.first()?;
    let laying = support_weapons::lay(world, fire, mark).ok()?;
    let aim = AimedBlast {
        armed: combined::armed(world, fire.shooter, fire.weapon)?,
        roller: support_weapons::roller(world, fire)?,
        diameter: weapon.blast()?,
        mark,
        to_hit: laying.needed?,
        unerring: support_weapons::never_fumbles(world, fire),
        astray: templates::DEVIATION,
        fumble_at: None,
    };
    Some(TemplateOdds { actions, ..of_blast(world, aim, payers)? })
}

/// A blast before it is aimed.
struct AimedBlast {
    /// Who attacks with what.
    pub armed: Armed,
    /// Which of whose elements rolls to hit.
    pub roller: (ModelId, usize),
    /// How wide it bursts.
    pub diameter: Inches,
    /// At what.
    pub mark: Mark,
    /// At what number.
    pub to_hit: Needed,
    /// Whether a natural 10 is but a miss.
    pub unerring: bool,
    /// How far a miss goes.
    pub astray: Astray,
    /// Where a fumble goes off, if it does.
    pub fumble_at: Option<Vec2>,
}

/// Directions that are looked at for where a miss may go.
const DIRECTIONS: u16 = 72;

/// Where a blast would land, and all that could come of it.
fn of_blast(world: &World, aim: AimedBlast, payers: Vec<ModelId>) -> Option<TemplateOdds> {
    let at = templates::mark_at(world, aim.mark)?;
    let faces = faces_to_hit(world, aim.roller, Test::Shoot, &aim.to_hit, aim.unerring);
    let hits = faces.passed();
    let masterful = faces.chance(|face| face == hit_roll::ALWAYS);
    let fumble = faces.chance(|face| hit_roll::is_fumble(face, aim.unerring));
    let miss = (1.0 - hits - fumble).max(0.0);
    // Where it may come down, and how likely.
    let mut landings = vec![(at, hits)];
    let astray = aim.astray.distances();
    let (least, most) = (*astray.start(), *astray.end());
    landings.extend(astray_by(at, aim.astray, miss));
    landings.extend(aim.fumble_at.map(|at| (at, fumble)));
    let laid = templates::blast_laid(aim.diameter, at);
    let masterful_on = |model, on: f32| {
        if aim.mark == Mark::Model(model) { masterful * on } else { 0.0 }
    };
    let reached = reached(world, &aim.armed, laid, (aim.diameter, &landings), masterful_on);
    Some(TemplateOdds {
        attacker: aim.armed.model,
        weapon: aim.armed.weapon.name.clone(),
        laid,
        actions: use_cost(world, aim.armed.model, &aim.armed.weapon),
        payers,
        to_hit: Some(aim.to_hit),
        deviation: Some((Inches(f32::from(least)), Inches(f32::from(most)), miss)),
        under: reached,
    })
}

/// A blast that always goes astray, by a die of so many sides (SP-METEOR).
pub fn of_crater(
    world: &World,
    armed: &Armed,
    diameter: Inches,
    at: Vec2,
    sides: u16,
) -> TemplateOdds {
    let astray = Astray::Rolled(sides);
    let far = astray.distances();
    let (least, most) = (Inches(f32::from(*far.start())), Inches(f32::from(*far.end())));
    let landings = astray_by(at, astray, 1.0);
    let laid = templates::blast_laid(diameter, at);
    TemplateOdds {
        deviation: Some((least, most, 1.0)),
        under: reached(world, armed, laid, (diameter, &landings), |_, _| 0.0),
        ..of_laid(world, armed, laid, Vec::new())
    }
}

/// The places at which a blast may come down that goes astray with a chance, each with its share of that.
fn astray_by(at: Vec2, astray: Astray, chance: f32) -> Vec<(Vec2, f32)> {
    if chance <= 0.0 {
        return Vec::new();
    }
    let far = astray.distances();
    let ways = f32::from(DIRECTIONS) * far.clone().count() as f32;
    let turns = (1..=DIRECTIONS).map(|turn| turn * 360 / DIRECTIONS);
    let places = turns.flat_map(|degrees| {
        far.clone().map(move |inches| scattered(at, degrees, Inches(f32::from(inches))))
    });
    places.map(|lands| (lands, chance / ways)).collect()
}

/// Whom a blast of a diameter reaches that may come down at some places, each with a chance; `masterful`
/// says which part of the hits on a model is so, of the share of it that is covered as it is aimed.
fn reached(
    world: &World,
    armed: &Armed,
    laid: Laid,
    (diameter, landings): (Inches, &[(Vec2, f32)]),
    masterful: impl Fn(ModelId, f32) -> f32,
) -> Vec<UnderOdds> {
    let radius = diameter.0 / 2.0;
    let mut reached = Vec::new();
    for model in world.roster().models().filter(|&model| world.is_standing(model)) {
        let placed = world.placed(model);
        let partly = LazyCell::new(|| chance_if_partly(world, armed.model, model));
        let near = radius + placed.base.outer_radius().0;
        let mut hit = 0.0;
        for &(lands, likely) in landings {
            if placed.pose.at.distance_squared(lands) < near * near {
                let covered = templates::blast_laid(diameter, lands).covers(&placed);
                hit += likely * chance(covered, || *partly);
            }
        }
        if hit > 0.0 {
            let covered = laid.covers(&placed);
            let masterful = masterful(model, chance(covered, || *partly));
            reached.push(under(world, armed, model, covered, hit, masterful));
        }
    }
    reached
}

/// The chance that an attacker hits a model that is partly under its template.
fn chance_if_partly(world: &World, attacker: ModelId, model: ModelId) -> f32 {
    let rolling = Rolling::of_element(world, (attacker, 0), Test::PartlyCovered);
    rolling.chance(&templates::needed_if_partly(world, attacker, model))
}

/// The chance that somebody covered like this is hit once the template is down, if those partly covered
/// are with some chance.
fn chance(covered: Covered, partly: impl FnOnce() -> f32) -> f32 {
    match covered {
        Covered::Not => 0.0,
        Covered::Partly => partly(),
        Covered::Wholly => 1.0,
    }
}

/// What an attack does to one model: hit with a chance, of which a part is masterful.
fn under(
    world: &World,
    armed: &Armed,
    model: ModelId,
    covered: Covered,
    hit: f32,
    masterful: f32,
) -> UnderOdds {
    let Armed { model: attacker, element, strength, .. } = *armed;
    let between = Between { attacker, element, strength, target: model };
    let chain = Chain::new(world, between, &armed.weapon, true);
    let wound = (hit - masterful) * chain.wounds(false) + masterful * chain.wounds(true);
    let felling = armed.weapon.felling(armed.strength);
    let falls = felling.is_some_and(|strength| damage::is_felled(world, model, strength));
    UnderOdds { model, covered, hit, wound, save: chain.save, damage: chain.damage, falls }
}
