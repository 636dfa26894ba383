//! No Quarter as a rule system: hands orders and steps to the chapters they belong to.

use std::path::Path;

use bevy::{
    ecs::world::EntityRef,
    prelude::{Component, Entity, Resource, World},
};
use serde::{Deserialize, Serialize};

use super::{
    answers, armour, army_files,
    arrival::{self, Arrival},
    charges::{self, Manner},
    close_combat, command_test,
    components::{ModelBundle, UnitBundle},
    corrosive_blood, damage, decided, deployment,
    dice::Purpose,
    error::{OrderError, Refusal},
    evade,
    event::Event,
    fear, formations, grenades, hold, invariants,
    level::{self, Army, Level, SetUp, UnitSetup},
    magic::{self, InPlay},
    mastery, mishaps,
    moment::{self, Moment},
    morale, movement,
    order::{self, Order},
    phase::{Phase, phase},
    propose,
    question::{Answer, Question},
    ranged_combat, regeneration, reserves, retreat, sentence, set_up,
    step::Step,
    support_weapons, templates, terrain_placing, trial, turn_sequence, uses, victory,
};
use crate::battle::{
    BattleWorld, DataError, Decision, Outcome, Pending, Resolving, RuleSystem, SideId, Snapshot,
    Tally, UnitId,
};
use crate::{battle::ModelId, table::Pose};

/// The rule system No Quarter, version 2.5a of its book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoQuarter;

/// What changes in a battle besides units, models, turn and dice.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BattleState {
    /// The part that the battle is in.
    #[serde(default)]
    pub phase: Phase,
    /// Units on hold whose player doesn't want to be asked again during the present order.
    pub silent_holders: Vec<UnitId>,
    /// Which pieces of terrain are laid, where the players lay them (SET-02).
    pub laid: terrain_placing::Laid,
    /// Whether all but those who come later are deployed (SET-06).
    pub infiltrating: bool,
    /// What is added to the next die for the initiative of each side: bonuses are below zero,
    /// penalties above. Nothing gives any but magic (TURN-01).
    #[serde(default)]
    pub initiative: [i32; 2],
    /// Characters taken alive (TURN-09).
    pub captured: Vec<crate::battle::ModelId>,
    /// The side that gave up.
    pub conceded: Option<SideId>,
    /// How the battle ended.
    pub outcome: Option<Outcome>,
    /// Units whose activation waits until an individual that has left them is done (FORM-10).
    #[serde(default)]
    pub waiting: Vec<UnitId>,
    /// Spells in play, in the order in which they were cast (MAG-06).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spells: Vec<InPlay>,
    /// Gaps in ranks that individuals have left: of which unit, who, where (FORM-10).
    #[serde(default)]
    pub gaps: Vec<(UnitId, ModelId, Pose)>,
}

impl RuleSystem for NoQuarter {
    const NAME: &'static str = "no_quarter";
    const VERSION: u32 = 11;

    type Purpose = Purpose;
    type Order = Order;
    type OrderError = OrderError;
    type Event = Event;
    type Question = Question;
    type Answer = Answer;
    type Step = Step;
    type UnitState = UnitBundle;
    type ModelState = ModelBundle;
    type FrameState = BattleState;
    type Arrival = Arrival;
    type UnitSetup = UnitSetup;
    type SetUp = SetUp;

    fn level_problems(level: &Level) -> Vec<DataError> {
        level::problems(level)
    }

    fn armies(data: Option<&Path>) -> Vec<String> {
        army_files::ids(data)
    }

    fn army(name: &str, data: Option<&Path>) -> Option<Result<Army, Vec<DataError>>> {
        army_files::find(name, data)
    }

    fn set_up(world: &mut World, level: &Level) -> Result<(), Vec<DataError>> {
        set_up::set_up(world, level)
    }

    fn tear_down(world: &mut World) {
        set_up::tear_down(world);
    }

    fn spawn_arrival(world: &mut World, arrival: &Arrival) -> Entity {
        arrival::spawn(world, arrival)
    }

    fn arrival_problem(world: &World, arrival: &Arrival) -> Option<String> {
        arrival::problem(world, arrival)
    }

    fn check(world: &World, order: &Order) -> Result<(), OrderError> {
        let over = phase(world) == Phase::Over;
        if over {
            let text = "the battle is over";
            return Err(OrderError::new(Refusal::BattleIsOver, "TURN-06", text));
        }
        let anytime =
            matches!(order, Order::Answer { .. } | Order::Concede { .. } | Order::Instruct { .. });
        if let Some(Decision { side, question, .. }) = &world.resource::<Pending<Self>>().0
            && !anytime
        {
            let side = world.side_does(*side, "has", "have");
            let text = format!("{side} to decide first {}", question.about());
            return Err(OrderError::new(Refusal::DecisionPending, question.rule(), text));
        }
        formations::check_commitment(world, order)?;
        match order {
            Order::Deploy { unit, at, formation } => {
                deployment::check(world, *unit, at, *formation)
            }
            Order::Activate { unit } => turn_sequence::check_activate(world, *unit),
            Order::Move { moves } => movement::check_move(world, moves),
            Order::Manoeuvre { manoeuvre } => movement::check_manoeuvre(world, manoeuvre),
            Order::FormUp { formation, at } => formations::check_form_up(world, *formation, *at),
            Order::Reorganise { places } => formations::plan_reorganise(world, places).map(|_| ()),
            Order::Leave { model } => formations::check_leave(world, *model),
            Order::Join { unit } => formations::check_join(world, *unit),
            Order::Charge { models, target } => charges::check(world, models, *target),
            Order::ChargeToReach { models, target } => {
                charges::check_to_reach(world, models, *target)
            }
            Order::Fight { blows } => close_combat::check(world, blows),
            Order::Use { model, what, at } => uses::check(world, *model, *what, *at),
            Order::Shoot { shots } => ranged_combat::check(world, shots),
            Order::Breathe { breath } => templates::check_breath(world, breath),
            Order::Throw { throw } => grenades::check_throw(world, throw),
            Order::Fire { fire } => support_weapons::check_fire(world, fire),
            Order::Load { weapon } => support_weapons::check_load(world, *weapon),
            Order::StandUp { models } => movement::check_stand_up(world, models),
            Order::Rally => morale::check_rally(world),
            Order::Hold { standing } => hold::check(world, *standing),
            Order::EndActivation => turn_sequence::check_end_activation(world),
            Order::Answer { answer } => answers::check(world, answer),
            Order::Concede { side } => victory::check_concede(world, *side),
            Order::LayTerrain { terrain, at } => {
                terrain_placing::check(world, *terrain, at.as_ref())
            }
            Order::Enter { unit, at, formation } => {
                reserves::check_enter(world, *unit, at, *formation)
            }
            Order::KeepBack { unit } => reserves::check_keep_back(world, *unit),
            Order::Instruct { unit, standing } => hold::check_instruct(world, *unit, *standing),
        }
    }

    fn begin(world: &mut World, order: Order) {
        if !matches!(order, Order::Answer { .. } | Order::Instruct { .. }) {
            world.resource_mut::<BattleState>().silent_holders.clear();
        }
        match order {
            Order::Deploy { unit, at, formation } => {
                deployment::deploy(world, unit, &at, formation);
            }
            Order::Activate { unit } => turn_sequence::activate(world, unit),
            Order::Move { moves } => movement::begin_move(world, moves),
            Order::Manoeuvre { manoeuvre } => movement::begin_manoeuvre(world, &manoeuvre),
            Order::FormUp { formation, at } => formations::form_up(world, formation, at),
            Order::Reorganise { places } => formations::reorganise(world, &places),
            Order::Leave { model } => formations::leave(world, model),
            Order::Join { unit } => formations::join(world, unit),
            Order::Charge { models, target } => {
                charges::declare(world, models, target, Manner::Home)
            }
            Order::ChargeToReach { models, target } => {
                charges::declare(world, models, target, Manner::ToReach);
            }
            Order::Fight { blows } => close_combat::begin(world, blows),
            Order::Use { model, what, at } => what.rules().begin(world, model, at),
            Order::Shoot { shots } => ranged_combat::begin(world, shots),
            Order::Breathe { breath } => push(world, Step::Breathe(breath)),
            Order::Throw { throw } => grenades::begin(world, throw),
            Order::Fire { fire } => support_weapons::begin(world, fire),
            Order::Load { weapon } => support_weapons::load(world, weapon),
            Order::StandUp { models } => movement::stand_up(world, models),
            Order::Rally => morale::rally(world),
            Order::Hold { standing } => hold::hold(world, standing),
            Order::EndActivation => turn_sequence::end_activation(world),
            Order::Answer { answer } => answers::begin(world, answer),
            Order::Concede { side } => victory::concede(world, side),
            Order::LayTerrain { terrain, at } => terrain_placing::lay(world, terrain, at),
            Order::Enter { unit, at, formation } => reserves::enter(world, unit, &at, formation),
            Order::KeepBack { unit } => reserves::keep_back(world, unit),
            Order::Instruct { unit, standing } => hold::instruct(world, unit, standing),
        }
    }

    fn step(world: &mut World, step: Step) {
        match step {
            Step::BeginTerrain => terrain_placing::begin(world),
            Step::BeginDeployment => deployment::begin(world),
            Step::BeginTurn => turn_sequence::begin_turn(world),
            Step::RollInitiative => turn_sequence::roll_initiative(world),
            Step::NextActivation => turn_sequence::next_activation(world),
            Step::EndTurn => turn_sequence::end_turn(world),
            Step::FinishActivation { unit } => turn_sequence::finish_activation(world, unit),
            Step::Splash { model, at } => corrosive_blood::splash(world, model, &at),
            Step::Regenerate { model, wounds, by } => {
                regeneration::regenerate(world, model, wounds, by);
            }
            Step::RiskMishap { model, mishap } => mishaps::risk(world, model, mishap),
            Step::Regroup { unit } => formations::regroup(world, unit),
            Step::SettleHolders { active } => hold::settle(world, active),
            Step::TestMorale => morale::test_all(world),
            Step::Walk(walk) => movement::walk(world, walk),
            Step::OfferResponses { holders } => hold::offer_responses(world, holders),
            Step::BeginCharge { unit } => charges::begin(world, unit),
            Step::AskAfterFlight { unit } => charges::ask_after_flight(world, unit),
            Step::RunCharge { unit } => charges::run(world, unit),
            Step::EndCharge { unit } => charges::end(world, unit),
            Step::MeetCharge { unit } => charges::meet(world, unit),
            Step::Drive { unit, stage } => charges::drive(world, unit, stage),
            Step::ReceiveCharge { charger, holders } => {
                hold::receive_charge(world, charger, holders);
            }
            Step::Receive { model, charger, at } => hold::receive(world, model, charger, at),
            Step::Strike { blow, paid } => close_combat::strike(world, blow, paid),
            Step::StrikeOpening { blow } => close_combat::strike_opening(world, blow),
            Step::LeaveOpening { model, target } => {
                close_combat::leave_opening(world, model, target);
            }
            Step::AttackOver { model, near } => {
                moment::comes(world, Moment::AttackOver { model, near: &near });
            }
            Step::StrikeTogether { blows, paid } => {
                close_combat::strike_together(world, blows, paid);
            }
            Step::FreeHit(hit) => close_combat::free_hit(world, hit),
            Step::Shoot { shot, paid } => ranged_combat::shoot(world, shot, paid),
            Step::Respond(response, active) => hold::respond(world, response, active),
            Step::Breathe(breath) => templates::breathe(world, breath),
            Step::OfferMastery { unit } => mastery::offer(world, unit),
            Step::ObeyTaunt { unit } => uses::obey(world, unit),
            Step::Land { model, at } => uses::land(world, model, at),
            Step::RainDown { attacker, weapon, at } => uses::rain_down(world, attacker, weapon, at),
            Step::Throw(throw) => grenades::throw(world, &throw),
            Step::Fire(fire) => support_weapons::fire(world, &fire),
            Step::OfferParry { hit, die } => close_combat::offer_parry(world, hit, die),
            Step::Evade(hit) => evade::evade(world, hit),
            Step::Save(hit) => armour::save(world, hit),
            Step::Damage(hit) => damage::damage(world, hit),
            Step::FlyOn { hit, through } => support_weapons::fly_on(world, &hit, &through),
            Step::OfferFollowUp { model } => close_combat::offer_follow_up(world, model),
            Step::FollowUp { model, answer } => close_combat::follow_up(world, model, &answer),
            Step::StrikeOnTheWay { blow } => close_combat::strike_on_the_way(world, blow),
            Step::FearTest { unit, level, charged, charger } => {
                fear::test(world, unit, level, charged, charger);
            }
            Step::CommandTest { unit, reason } => command_test::test(world, unit, reason),
            Step::SecondChance { unit, test, roll } => {
                command_test::offer_second_chance(world, unit, test, roll);
            }
            Step::RollPanic { unit, bonus } => morale::roll_panic(world, unit, bonus),
            Step::Retreat { unit } => retreat::retreat(world, unit),
            Step::Flee { unit, charger } => hold::flee(world, unit, charger),
            Step::OfferGap { unit } => formations::offer_gap(world, unit),
            Step::Roll(trial) => trial::roll(world, trial),
            Step::Rolled(trial, roll) => trial::rolled(world, trial, roll),
            Step::Initiative(dice) => turn_sequence::settle_initiative(world, dice, false),
            Step::Magic(later) => magic::later(world, later),
            Step::LookForTheEnd => victory::look_for_the_end(world),
        }
    }

    fn order_in_words(world: &World, order: &Order) -> String {
        order::words(world, order)
    }

    fn order_kind(order: &Order) -> Option<String> {
        order::finer_kind(order)
    }

    fn order_kinds() -> Vec<String> {
        order::kinds()
    }

    fn answer(answer: Answer) -> Order {
        Order::Answer { answer }
    }

    fn given_answer(order: &Order) -> Option<&Answer> {
        if let Order::Answer { answer } = order { Some(answer) } else { None }
    }

    fn asked_since(question: &Question) -> u32 {
        question.asked_since()
    }

    fn unasked_since(answer: &Answer) -> u32 {
        answer.unasked_since()
    }

    fn propose(world: &World, pick: &mut dyn FnMut(usize) -> usize) -> Order {
        propose::propose(world, pick)
    }

    fn fallback(world: &World) -> Order {
        propose::fallback(world)
    }

    fn tally(world: &World, side: SideId) -> Tally {
        victory::worded(world, victory::tally(world, side))
    }

    fn outcome(world: &World) -> Option<Outcome> {
        let outcome = world.resource::<BattleState>().outcome.clone()?;
        let tallies = outcome.tallies.into_iter().map(|tally| victory::worded(world, tally));
        Some(Outcome { reason: decided::reason(world), tallies: tallies.collect(), ..outcome })
    }

    fn broken_invariants(world: &World) -> Vec<String> {
        invariants::broken(world)
    }

    fn state_problem(world: &World, snapshot: &Snapshot<Self>) -> Option<(String, String)> {
        let laid = terrain_placing::laid_problem(world, &snapshot.rules.laid);
        if let Some(problem) = laid {
            return Some(("rules.laid".to_owned(), problem));
        }
        let question = &snapshot.pending.as_ref()?.question;
        let problem = "what follows the answer isn't the next step of the stack";
        (!question.is_awaited(snapshot.stack.last()))
            .then(|| ("pending.question".to_owned(), problem.to_owned()))
    }

    fn sentence(world: &World, event: &Event) -> String {
        sentence::sentence(world, event)
    }

    fn unit_state(unit: EntityRef) -> UnitBundle {
        UnitBundle {
            formation: held(&unit),
            activation: held(&unit),
            morale: held(&unit),
            holding: held(&unit),
            strength: held(&unit),
            morale_record: held(&unit),
            record: held(&unit),
            battery: held(&unit),
            charging: held(&unit),
            effects: held(&unit),
        }
    }

    fn model_state(model: EntityRef) -> ModelBundle {
        ModelBundle {
            wounds: held(&model),
            actions: held(&model),
            momentum: held(&model),
            stance: held(&model),
            record: held(&model),
            gun: held(&model),
            effects: held(&model),
        }
    }
}

fn held<T: Component + Clone>(entity: &EntityRef) -> T {
    entity.get::<T>().expect("every unit and model is spawned with its whole bundle").clone()
}

/// Emits an event of No Quarter. That a model has left its place is a moment, whatever moved it.
pub(super) fn emit(world: &mut World, event: Event) {
    let moved = match &event {
        Event::Moved { model, gait, from, way, .. } if way.iter().any(|at| at.at != from.at) => {
            Some(Moment::Moved { model: *model, gait: *gait })
        }
        _ => None,
    };
    world.emit::<NoQuarter>(event);
    if let Some(moved) = moved {
        moment::comes(world, moved);
    }
}

/// Short for pushing a step of No Quarter.
pub(super) fn push(world: &mut World, step: Step) {
    world.push::<NoQuarter>(step);
}
