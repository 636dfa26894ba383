//! A unit as the valuation sees it.

use std::{
    cell::{Cell, OnceCell},
    sync::Arc,
};

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{
        BattleWorld, Figure, ModelId, SideId, UnitId,
        kept_query::{KeptQuery, kept},
    },
    no_quarter::{
        armies, charges,
        components::{
            ActionsLeft, Activation, Arms, Formation, Holding, Morale, ProfileOf, Role, WoundsLeft,
        },
        effects::{self, Effects},
        formations,
        order::StandingOrder,
        profile::Profile,
        statistics, support_weapons,
    },
};

/// What a general is worth to the battle, in what it costs: it is counted twice when it falls (TURN-07).
const GENERAL_TIMES: f32 = 2.0;

/// One model of a force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub model: ModelId,
    pub at: Vec2,
    /// How far its base reaches, between its sides and its corners.
    pub radius: f32,
    /// What it is worth, in points.
    pub worth: f32,
}

/// Models of a force that have one profile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alike {
    /// The first of them.
    pub model: ModelId,
    /// Its kind, as the [knowledge](super::knowledge) has it.
    pub kind: usize,
    /// How many they are.
    pub count: f32,
}

/// A unit on the table.
#[derive(Debug)]
pub(super) struct Force {
    pub unit: UnitId,
    pub side: SideId,
    /// Its models on the table, by id.
    pub spots: Vec<Spot>,
    /// The middle of them.
    pub middle: Vec2,
    /// How far its bases, counted as round, reach from there. Inches.
    spread: f32,
    /// Where it looks.
    pub facing: Vec2,
    /// What they are worth, a wounded one in part.
    pub worth: f32,
    /// What besides is lost with them: places that they hold, or would.
    pub stake: Cell<f32>,
    /// The wounds that they can take.
    pub wounds: f32,
    /// A model like most of them.
    pub typical: ModelId,
    /// Inches that it covers with an action.
    pub rate: f32,
    /// The actions of a whole activation.
    pub actions: f32,
    /// The actions it has now, of those who have fewest.
    pub left: f32,
    /// How many fight in its front rank; all of them if it isn't in ranks.
    pub frontage: usize,
    pub ranked: bool,
    /// Whether it is in ranks or closed order.
    pub formed: bool,
    pub morale: Morale,
    pub holding: Option<StandingOrder>,
    pub activation: Activation,
    /// How far it shoots with what most of them carry; 0 if they don't.
    pub range: f32,
    /// Whether it is its go.
    pub active: bool,
    /// Whether it is only a part of its unit, about which nothing is remembered.
    pub part: bool,
    /// Its support weapon.
    pub gun: Option<ModelId>,
    /// Whether the general is among them.
    pub leads: bool,
    /// What its musician adds to its charges, once somebody has asked.
    sounded: OnceCell<f32>,
    /// The chance that it fails a test of its morale, once somebody has asked.
    pub(super) fails: OnceCell<f32>,
    /// Its models by their profiles, once somebody has asked.
    pub(super) kinds: OnceCell<Vec<Alike>>,
    /// The kind of the typical one, once somebody has asked.
    pub(super) kind: OnceCell<usize>,
}

kept! {
    static MODELS: KeptQuery<OfModel>;
}

type OfModel = (
    &'static Role,
    &'static WoundsLeft,
    &'static ProfileOf,
    &'static ActionsLeft,
    &'static Effects,
);

impl Force {
    /// The force of figures of one unit, of which there is at least one; `extra_worth` says what a model is
    /// worth besides its points.
    pub fn of(
        world: &World,
        figures: &[Figure],
        extra_worth: impl Fn(ModelId) -> f32,
    ) -> Option<Self> {
        let first = figures.first()?;
        let unit = first.unit;
        let mut worth = 0.0;
        let mut wounds = 0.0;
        let mut leads = false;
        let mut typical = None;
        let mut left = f32::MAX;
        let mut gun = None;
        let active = world.frame().active == Some(unit);
        // The wounds that the last model would have if it were unhurt, if nothing lasts on it alone: the next
        // one of its profile has as many.
        let mut known_wounds: Option<(&Arc<Profile>, f32)> = None;
        let mut spots = Vec::with_capacity(figures.len());
        for figure in figures {
            let model = figure.id;
            let entity =
                world.roster().model(model).expect("whoever stands on the table has an entity");
            let (&role, own_wounds, ProfileOf(profile), actions, effects) =
                MODELS.with(|models| models.get(world, entity)).expect("models have all of these");
            let own_wounds = f32::from(own_wounds.0);
            let all = match known_wounds {
                Some((of, wounds)) if effects.0.is_empty() && Arc::ptr_eq(of, profile) => wounds,
                _ => f32::from(statistics::wounds(world, model)).max(1.0),
            };
            known_wounds = effects.0.is_empty().then_some((profile, all));
            let price = worth_in_role(profile, role) + extra_worth(model);
            // A wounded model is still worth most of itself: only its fall counts.
            worth += price * (0.6 + 0.4 * (own_wounds / all).min(1.0));
            wounds += own_wounds;
            if role == Role::General {
                leads = true;
            }
            if profile.chassis {
                gun = Some(model);
            } else {
                if active {
                    left = left.min(f32::from(actions.0));
                }
                if typical.is_none() || role == Role::Rank {
                    typical = Some(model);
                }
            }
            let base = figure.placed.base;
            let radius = (base.width().0 + base.depth().0) / 4.0;
            spots.push(Spot { model, at: figure.placed.pose.at, radius, worth: price });
        }
        let typical = typical.unwrap_or(first.id);
        let middle = spots.iter().map(|spot| spot.at).sum::<Vec2>() / spots.len() as f32;
        let reach = |spot: &Spot| spot.at.distance(middle) + spot.radius;
        let spread = spots.iter().map(reach).fold(0.0, f32::max);
        // Whether ranks still hold is worth knowing of whoever is about to move.
        let formation = if active {
            formations::effective(world, unit)
        } else {
            *world.of_unit::<Formation>(unit)
        };
        let enough = spots.len() >= formations::FEWEST;
        let (ranked, frontage) = match formation {
            Formation::Ranked { frontage } if enough => {
                (true, usize::from(frontage).min(spots.len()))
            }
            Formation::Ranked { .. }
            | Formation::Closed
            | Formation::Skirmish
            | Formation::Dispersed => (false, spots.len()),
        };
        let rate = match gun {
            Some(gun) => support_weapons::rate(world, gun).0,
            None => effects::rate(world, typical).0,
        };
        let arms = &world.of_model::<Arms>(typical).0;
        let range = arms.iter().filter(|arm| arm.is_shot()).map(|arm| arm.longest().0);
        Some(Self {
            unit,
            side: first.side,
            middle,
            spread,
            facing: first.placed.pose.facing,
            worth,
            stake: Cell::new(0.0),
            wounds,
            typical,
            rate,
            actions: f32::from(statistics::actions(world, typical)),
            left: if left == f32::MAX { 0.0 } else { left },
            frontage,
            ranked,
            formed: ranked || enough && formation == Formation::Closed,
            sounded: OnceCell::new(),
            fails: OnceCell::new(),
            kinds: OnceCell::new(),
            kind: OnceCell::new(),
            morale: *world.of_unit::<Morale>(unit),
            holding: world.of_unit::<Holding>(unit).0,
            activation: *world.of_unit::<Activation>(unit),
            range: range.fold(0.0, f32::max),
            active,
            part: false,
            gun,
            leads,
            spots,
        })
    }

    /// What its fall would cost its side. Points.
    pub fn price(&self) -> f32 {
        self.worth + self.stake.get()
    }

    /// Whether it still has its go in this turn.
    pub fn may_act(&self) -> bool {
        self.activation != Activation::Activated
    }

    pub fn is_steady(&self) -> bool {
        self.morale == Morale::Steady
    }

    /// How far it charges with all its actions. Inches.
    pub fn reach(&self) -> f32 {
        if self.gun.is_some() { 0.0 } else { self.rate * self.actions }
    }

    /// How far it charges with those and what its musician adds. Inches.
    pub fn charge_reach(&self, world: &World) -> f32 {
        self.reach() + self.sounded(world) * self.rate
    }

    /// The gap to another force if this one stood elsewhere by a vector. Inches, roughly: bases count
    /// as round.
    pub fn gap(&self, shift: Vec2, other: &Self) -> f32 {
        // Of large units the circles around them are looked at first.
        let mut least = f32::MAX;
        for own in &self.spots {
            let at = own.at + shift;
            for one in &other.spots {
                let gap = at.distance_squared(one.at);
                let touch = own.radius + one.radius;
                let far = least + touch;
                if gap < far * far || least == f32::MAX {
                    least = least.min(gap.sqrt() - touch);
                }
            }
        }
        least.max(0.0)
    }

    /// Whether the gap to another force could be less than `gap` inches, by circles around both.
    pub fn is_near(&self, other: &Self, gap: f32) -> bool {
        // A little more than needed, so that rounding never decides.
        self.middle.distance(other.middle) < self.spread + other.spread + gap + 0.1
    }

    /// How it looks at another force from where it stands: 1 straight ahead, -1 behind it.
    pub fn looks_at(&self, shift: Vec2, facing: Vec2, other: &Self) -> f32 {
        (other.middle - self.middle - shift).normalize_or_zero().dot(facing)
    }

    /// What its musician adds to its charges, in actions.
    pub fn sounded(&self, world: &World) -> f32 {
        *self.sounded.get_or_init(|| f32::from(charges::sounded(world, self.unit)))
    }
}

/// What a model is worth: its points, the general's twice.
pub(super) fn worth_of(world: &World, model: ModelId) -> f32 {
    worth_in_role(&world.of_model::<ProfileOf>(model).0, *world.of_model::<Role>(model))
}

fn worth_in_role(profile: &Profile, role: Role) -> f32 {
    let points = armies::points_in_role(profile, role) as f32;
    match role {
        Role::General => points * GENERAL_TIMES,
        Role::ArmyStandard => points + crate::no_quarter::victory::STANDARD_POINTS as f32,
        Role::Rank | Role::Leader | Role::StandardBearer | Role::Musician | Role::Individual => {
            points
        }
    }
}
