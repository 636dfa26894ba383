//! What units on hold answer with besides shots: grenades, breath, and guns that are loaded. Book:
//! Response Shooting (HOLD-03), which allows any ranged weapon of at most five actions.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{RESPONSE_ACTIONS, able_to_respond, mark_responded, response_shots, shooting};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId},
    no_quarter::{
        arms::use_cost,
        components::{Arms, Stance},
        doctrine,
        event::Event,
        formations, grenades, movement,
        order::{Breath, Fire, Mark, Throw},
        profile::WeaponRule,
        ranged_combat,
        step::Step,
        support_weapons,
        system::{NoQuarter, emit},
        templates,
    },
    table::{Inches, base::gap, template::Covered},
};

/// One response that isn't a shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// A grenade.
    Throw(Throw),
    /// Breath.
    Breathe(Breath),
    /// A gun that was loaded before.
    Fire(Fire),
}

impl Response {
    /// Who responds.
    pub fn model(&self) -> ModelId {
        match self {
            Self::Throw(throw) => throw.thrower,
            Self::Breathe(breath) => breath.model,
            Self::Fire(fire) => fire.shooter,
        }
    }
}

/// How far a model on hold could respond by other means than a shot, if it has any.
pub(super) fn reach(world: &World, model: ModelId) -> Option<Inches> {
    if support_weapons::is_chassis(world, model) {
        return support_weapons::response_reach(world, model, RESPONSE_ACTIONS);
    }
    let arms = (0_u8..).zip(&world.of_model::<Arms>(model).0);
    let usable = arms.filter(|(_, arm)| use_cost(world, model, arm) <= RESPONSE_ACTIONS);
    let reaches = usable.filter_map(|(weapon, arm)| {
        if arm.has(WeaponRule::Thrown) {
            return Some(grenades::throw_range(world, model, weapon));
        }
        arm.teardrop().map(|size| templates::teardrop_length(world, size))
    });
    reaches.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// The response of one model at another, other than a shot, if it has one: the first of its arms
/// that serves.
fn response_at(world: &World, model: ModelId, target: ModelId) -> Option<Response> {
    let distance = gap(&world.placed(model), &world.placed(target));
    let reach = reach(world, model)?;
    if !distance.at_most(reach) || movement::is_engaged(world, target) {
        return None;
    }
    if support_weapons::is_chassis(world, model) {
        let fire = support_weapons::response_at(world, model, target, RESPONSE_ACTIONS);
        return fire.map(Response::Fire);
    }
    if !ranged_combat::sees_model(world, model, target).visible() {
        return None;
    }
    let own = world.placed(model);
    let at = world.placed(target);
    let formed = formations::is_formed(world, world.unit_of(model));
    let ahead = !formed || own.pose.in_front(at.closest_point(own.pose.at));
    let arms = &world.of_model::<Arms>(model).0;
    (0_u8..).zip(arms).filter(|(_, arm)| use_cost(world, model, arm) <= RESPONSE_ACTIONS).find_map(
        |(weapon, arm)| {
            if arm.has(WeaponRule::Thrown) {
                let near = distance.at_most(grenades::throw_range(world, model, weapon));
                let far_back = ranged_combat::is_too_far_back(world, model);
                let mark = Mark::Model(target);
                let throw = Throw { thrower: model, weapon, with: Vec::new(), at: mark };
                return (near && ahead && !far_back).then_some(Response::Throw(throw));
            }
            arm.teardrop()?;
            let facing = (at.pose.at - own.pose.at).try_normalize()?;
            let breath = Breath { model, weapon, facing, at: None };
            let laid = templates::breath_laid(world, &breath)?;
            (laid.covers(&at) != Covered::Not).then_some(Response::Breathe(breath))
        },
    )
}

/// The responses of a unit on hold at one model of the active unit, other than shots. Guns come
/// first; who serves one does nothing else.
pub fn responses_at(
    world: &World,
    holder: UnitId,
    active: UnitId,
    target: ModelId,
) -> Vec<Response> {
    let mut models = able_to_respond(world, holder, active);
    models.sort_by_key(|&model| (!support_weapons::is_chassis(world, model), model));
    let mut busy: Vec<ModelId> = Vec::new();
    let mut responses = Vec::new();
    for model in models {
        if busy.contains(&model) {
            continue;
        }
        if let Some(response) = response_at(world, model, target) {
            if let Response::Fire(fire) = &response {
                busy.extend(support_weapons::hands(world, fire.shooter, 0));
            }
            responses.push(response);
        }
    }
    responses
}

/// What a unit on hold would use at a model of the active unit besides shots: the names of its
/// weapons, each once.
pub fn weapons_at(world: &World, holder: UnitId, active: UnitId, target: ModelId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for response in responses_at(world, holder, active, target) {
        let weapon = match &response {
            Response::Throw(throw) => throw.weapon,
            Response::Breathe(breath) => breath.weapon,
            Response::Fire(fire) => fire.weapon,
        };
        let arms = &world.of_model::<Arms>(response.model()).0;
        let name = arms.get(usize::from(weapon)).map(|arm| arm.name.clone());
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names
}

fn targets(world: &World, active: UnitId) -> Vec<ModelId> {
    let models = world.standing(active).into_iter();
    models.filter(|&model| !movement::is_engaged(world, model)).collect()
}

/// Whether a unit on hold has any response but a shot at the active unit now.
pub(super) fn could_respond(world: &World, holder: UnitId, active: UnitId) -> bool {
    let mut models = able_to_respond(world, holder, active);
    models.retain(|&model| reach(world, model).is_some());
    if models.is_empty() {
        return false;
    }
    let targets = targets(world, active);
    models
        .into_iter()
        .any(|model| targets.iter().any(|&target| response_at(world, model, target).is_some()))
}

/// The models of the active unit that a unit on hold could answer by other means than shots, those
/// first that promise most, and what that is: points wounded, less those of friends.
pub fn response_targets(world: &World, holder: UnitId, active: UnitId) -> Vec<(ModelId, f32)> {
    let worth = |target: ModelId| {
        let responses = responses_at(world, holder, active, target);
        let each = responses.iter().map(|response| doctrine::worth_of_response(world, response));
        (!responses.is_empty()).then(|| (target, each.sum()))
    };
    let mut worths: Vec<(ModelId, f32)> =
        targets(world, active).into_iter().filter_map(worth).collect();
    worths.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    worths.truncate(doctrine::MOST_TARGETS);
    worths
}

/// All of a unit on hold respond: with grenades, breath and guns at one model of the active unit, and
/// those who have none of them with shots.
pub(super) fn respond_at(world: &mut World, holder: UnitId, active: UnitId, target: ModelId) {
    let responses = responses_at(world, holder, active, target);
    emit(world, Event::Responded { unit: holder, to: active });
    let mut busy: Vec<ModelId> = Vec::new();
    for response in &responses {
        busy.push(response.model());
        if let Response::Fire(fire) = response {
            busy.extend(support_weapons::hands(world, fire.shooter, 0));
        }
    }
    let shots = response_shots(world, holder, active).into_iter();
    let shots: Vec<_> = shots.filter(|shot| !busy.contains(&shot.shooter)).collect();
    for &model in &busy {
        mark_responded(world, model, active);
    }
    let mut steps: Vec<Step> =
        responses.into_iter().map(|response| Step::Respond(response, active)).collect();
    steps.extend(shooting(world, holder, shots));
    world.push_all::<NoQuarter>(steps);
}

/// One response goes off. If its target has fallen by then, it goes at the nearest other model of the
/// active unit that it can.
pub(in crate::no_quarter) fn respond(world: &mut World, response: Response, active: UnitId) {
    let model = response.model();
    if !world.is_standing(model) || *world.of_model::<Stance>(model) == Stance::Prone {
        return;
    }
    let target = match &response {
        Response::Throw(throw) => Some(throw.at),
        Response::Fire(fire) => fire.marks.first().copied(),
        Response::Breathe(_) => None,
    };
    let gone = matches!(target, Some(Mark::Model(target)) if !world.is_standing(target));
    let response = if gone {
        let own = world.placed(model);
        let far = |target: &ModelId| gap(&own, &world.placed(*target)).0;
        let mut others = targets(world, active);
        others.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
        let Some(other) = others.into_iter().find_map(|other| response_at(world, model, other))
        else {
            return;
        };
        other
    } else {
        response
    };
    match response {
        Response::Throw(throw) => grenades::toss(world, &throw, 0),
        Response::Breathe(breath) => templates::breathe_out(world, &breath, 0),
        Response::Fire(fire) => support_weapons::fire_in_response(world, &fire),
    }
}
