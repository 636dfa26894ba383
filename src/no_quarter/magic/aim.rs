//! At whom or what spells are cast: how far, in whose sight, and who is safe from them. Ruling: a
//! caster sees all round, and a unit is chosen through its closest model in sight. Book: Spell List.

mod check;

pub(super) use check::{check, check_in_play};

use bevy::{math::Vec2, prelude::World};

use super::{Bearer, Dead, Spell};
use crate::{
    battle::{BattleWorld, ModelId, UnitId, figures},
    no_quarter::{
        line_of_sight::{closest_seen, sees_model, sees_point},
        profile::TeardropSize,
        templates::{self, edge},
        uses::{At, UsedAt},
    },
    table::{Inches, base::gap, template::Laid},
};

/// Whose models a spell is for. Ruling: what harms is aimed at enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The caster's side's.
    Friends,
    /// The other side's.
    Enemies,
    /// Anybody's.
    Anybody,
}

/// At whom or what a spell is cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// At nobody: it works on its caster.
    Itself,
    /// At nobody: it finds the nearest enemy so near by itself, seen or not.
    Nearest(Inches),
    /// At a unit in sight and so near.
    Unit(Whom, Inches),
    /// At one model in sight and so near.
    Model(Whom, Inches),
    /// At an enemy in base contact.
    Touch,
    /// At a risen warrior of one's own, in sight and so near. Ruling: a core model that is undead.
    Risen(Inches),
    /// At a place in sight and so near.
    Place(Inches),
    /// At a place so near, in sight or not.
    AnyPlace(Inches),
    /// At nobody: it works all around its caster, up to this far from its base.
    Around(Inches),
    /// In a direction, with a disc of this diameter at the edge of the caster's base.
    Ahead(Inches),
    /// At a place so near, seen or not, where some of the dead rise.
    Grave(Dead, Inches),
    /// In a direction, with a teardrop from the edge of the caster's base.
    FromTheBase(TeardropSize),
    /// At a place in sight and so near, with a teardrop that points anywhere.
    Anywhere(TeardropSize, Inches),
    /// At a spell in play that the caster sees, or whose bearer it sees.
    InPlay,
}

impl Aim {
    /// As whoever points at it sees it.
    pub(super) const fn place(self) -> UsedAt {
        match self {
            Self::Itself | Self::Nearest(_) | Self::Around(_) => UsedAt::Itself,
            Self::Unit(..) => UsedAt::Unit {
                hint: "Point at the unit, then click; or choose it with {next} and {confirm}.",
            },
            Self::Risen(_) => UsedAt::Model {
                hint: "Point at a skeleton or zombie, then click; or choose it with {next} and \
                       {confirm}.",
            },
            Self::Model(..) => UsedAt::Model {
                hint: "Point at the model, then click; or choose it with {next} and {confirm}.",
            },
            Self::Touch => UsedAt::Model {
                hint: "Point at the enemy in contact, then click; or choose it with {next} and \
                       {confirm}.",
            },
            Self::Place(_) | Self::AnyPlace(_) => UsedAt::Place {
                hint: "Point at the place, then click; or go there with keys such as {lead} and press \
                       {confirm}.",
            },
            Self::Grave(..) => UsedAt::Place {
                hint: "Point where the dead should rise, then click; or go there with keys such as \
                       {lead} and press {confirm}.",
            },
            Self::FromTheBase(_) | Self::Ahead(_) => {
                UsedAt::Towards { hint: "Point where it should go, then click." }
            }
            Self::Anywhere(..) => UsedAt::Teardrop {
                hint: "Click where it should begin. Drag to turn it, or use {turn}.",
            },
            Self::InPlay => UsedAt::Spell { hint: "Choose the spell in play." },
        }
    }

    /// At whom or what, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Itself => "the caster",
            Self::Nearest(_) => "nearest enemy, even unseen",
            Self::Unit(Whom::Friends, _) => "friendly unit in sight",
            Self::Unit(Whom::Enemies, _) => "enemy unit in sight",
            Self::Unit(Whom::Anybody, _) => "any unit in sight",
            Self::Model(Whom::Friends, _) => "friendly model in sight",
            Self::Model(Whom::Enemies, _) => "enemy model in sight",
            Self::Model(Whom::Anybody, _) => "any model in sight",
            Self::Touch => "enemy model in contact",
            Self::Risen(_) => "own skeleton or zombie in sight",
            Self::Place(_) => "place in sight",
            Self::AnyPlace(_) => "any place, even unseen",
            Self::Around(_) => "around the caster",
            Self::Ahead(_) => "disc at its base",
            Self::Grave(..) => "any place where the dead lie",
            Self::FromTheBase(_) => "teardrop from its base",
            Self::Anywhere(..) => "teardrop from a place in sight",
            Self::InPlay => "spell in play, in sight",
        }
    }

    /// Whose models it is for.
    pub const fn whom(self) -> Whom {
        match self {
            Self::Unit(whom, _) | Self::Model(whom, _) => whom,
            Self::Itself | Self::Risen(_) | Self::Grave(..) => Whom::Friends,
            Self::Nearest(_) | Self::Touch => Whom::Enemies,
            Self::Place(_)
            | Self::AnyPlace(_)
            | Self::Around(_)
            | Self::Ahead(_)
            | Self::FromTheBase(_)
            | Self::Anywhere(..)
            | Self::InPlay => Whom::Anybody,
        }
    }

    /// How far it reaches; none where nothing is measured.
    pub fn within(self) -> Option<Inches> {
        match self {
            Self::Unit(_, within)
            | Self::Model(_, within)
            | Self::Place(within)
            | Self::AnyPlace(within)
            | Self::Around(within)
            | Self::Grave(_, within)
            | Self::Nearest(within)
            | Self::Risen(within)
            | Self::Anywhere(_, within) => Some(within),
            Self::Itself | Self::Touch | Self::FromTheBase(_) | Self::Ahead(_) | Self::InPlay => {
                None
            }
        }
    }
}

/// The model of a unit through which a caster chooses it, and how far that is; of its own unit the
/// caster itself.
pub(super) fn closest(world: &World, caster: ModelId, unit: UnitId) -> Option<(ModelId, Inches)> {
    if world.unit_of(caster) == unit {
        return Some((caster, Inches::ZERO));
    }
    closest_seen(world, caster, unit, false).map(|(model, range, _)| (model, range))
}

/// The enemy nearest to a caster, and how far it is.
pub(in crate::no_quarter) fn nearest_enemy(
    world: &World,
    caster: ModelId,
) -> Option<(ModelId, Inches)> {
    let side = world.side_of_model(caster);
    let own = world.placed(caster);
    let enemies = figures(world).into_iter().filter(|figure| figure.side != side);
    let gaps = enemies.map(|enemy| (enemy.id, gap(&own, &enemy.placed)));
    gaps.min_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)))
}

/// Whether a caster sees what a spell lies on.
fn sees(world: &World, caster: ModelId, on: Bearer) -> bool {
    match on {
        Bearer::Unit(unit) => closest(world, caster, unit).is_some(),
        Bearer::Model(model) => model == caster || sees_model(world, caster, model).visible(),
        Bearer::Ground(piece) => world.terrain(piece).is_some_and(|terrain| {
            let from = world.placed(caster).pose.at;
            let outline = terrain.footprint.outline(OUTLINE);
            let nearest = outline
                .into_iter()
                .min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
            nearest
                .is_some_and(|point| sees_point(world, caster, point.move_towards(from, OUTSIDE)))
        }),
    }
}

/// Points at which the edge of a cloud is looked at.
const OUTLINE: usize = 24;

/// How far outside the edge of a cloud one looks at it: within, it hides itself. Inches.
const OUTSIDE: f32 = 0.1;

/// How far a bearer is from a caster; nothing if it is gone (MAG-06).
pub(super) fn distance(world: &World, caster: ModelId, on: Bearer) -> Option<Inches> {
    let own = world.placed(caster);
    let to = |model: ModelId| gap(&own, &world.placed(model));
    match on {
        Bearer::Unit(unit) => {
            let gaps = world.standing(unit).into_iter().map(to);
            gaps.min_by(|a, b| a.0.total_cmp(&b.0))
        }
        Bearer::Model(model) => world.is_standing(model).then(|| to(model)),
        Bearer::Ground(piece) => {
            let piece = world.terrain(piece)?;
            if piece.contains(own.pose.at) {
                return Some(Inches::ZERO);
            }
            let outline = piece.footprint.outline(OUTLINE);
            let far = |point: Vec2| own.closest_point(point).distance(point);
            outline.into_iter().map(far).min_by(f32::total_cmp).map(Inches)
        }
    }
}

/// The models that a spell is cast at.
pub(in crate::no_quarter) fn targets(world: &World, caster: ModelId, at: At) -> Vec<ModelId> {
    match at {
        At::Itself => vec![caster],
        At::Unit(unit) if world.roster().unit(unit).is_some() => world.standing(unit),
        At::Model(model) if world.roster().model(model).is_some() => vec![model],
        At::Unit(_)
        | At::Model(_)
        | At::Side(_)
        | At::Through { .. }
        | At::Place(_)
        | At::Towards(_)
        | At::Teardrop { .. }
        | At::Spell(_) => Vec::new(),
    }
}

/// The middle of a disc of a diameter that touches a caster's base in a direction.
pub(super) fn ahead(world: &World, caster: ModelId, way: Vec2, diameter: Inches) -> Vec2 {
    edge(&world.placed(caster), way) + way * (diameter.0 / 2.0)
}

/// Where the template of a spell lies, if it has one.
pub(super) fn laid(world: &World, caster: ModelId, spell: Spell, at: At) -> Option<Laid> {
    match (spell.card().aim, at) {
        (Aim::FromTheBase(size), At::Towards(way)) => {
            let facing = way.try_normalize()?;
            let at = edge(&world.placed(caster), facing);
            Some(Laid { template: templates::teardrop(world, size), at, facing })
        }
        (Aim::Anywhere(size, _), At::Teardrop { from, facing }) => {
            let facing = facing.try_normalize()?;
            Some(Laid { template: templates::teardrop(world, size), at: from, facing })
        }
        _ => None,
    }
}
