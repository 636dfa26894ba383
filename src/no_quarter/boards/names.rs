//! Names on a board for the ids of its battle.

use std::collections::BTreeMap;

use bevy::{math::Vec2, prelude::World};

use super::{BoardAnswer, BoardAt, BoardMove, BoardOrder, BoardSide};
use crate::{
    battle::{BattleWorld, ModelId, SideId, TerrainId, UnitId, data::no_such_name},
    no_quarter::{
        BattleState,
        components::Arms,
        magic::{Bearer, Risen, Spell, SpellOn},
        order::{AttackMode, Blow, Breath, Fire, Mark, ModelMove, Order, Shot, ShotMode, Throw},
        question::Answer,
        uses::At,
    },
    table::{Pose, base::direction},
};

/// Who is who on a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub units: BTreeMap<String, UnitId>,
    pub models: BTreeMap<String, ModelId>,
}

impl BoardSide {
    /// The side's id: Red is the first.
    pub fn id(self) -> SideId {
        SideId(u32::from(self == Self::Blue))
    }
}

fn pose(&(x, y, degrees): &(f32, f32, f32)) -> Pose {
    Pose::degrees(Vec2::new(x, y), degrees)
}

impl Names {
    pub fn unit(&self, name: &str) -> Result<UnitId, String> {
        self.units
            .get(name)
            .copied()
            .ok_or_else(|| no_such_name("unit", name, self.units.keys().map(String::as_str)))
    }

    pub fn model(&self, name: &str) -> Result<ModelId, String> {
        self.models
            .get(name)
            .copied()
            .ok_or_else(|| no_such_name("model", name, self.models.keys().map(String::as_str)))
    }

    pub fn name_of_unit(&self, id: u64) -> Option<&str> {
        let found = self.units.iter().find(|(_, unit)| u64::from(unit.0) == id);
        found.map(|(name, _)| name.as_str())
    }

    pub fn name_of_model(&self, id: u64) -> Option<&str> {
        let found = self.models.iter().find(|(_, model)| u64::from(model.0) == id);
        found.map(|(name, _)| name.as_str())
    }

    /// Lets steps call those who have come since by their own names, and the units that have formed.
    pub fn learn(&mut self, world: &World) {
        for model in world.roster().arrivals() {
            self.models.entry(world.model_name(model).to_owned()).or_insert(model);
        }
        for unit in world.roster().formed() {
            self.units.entry(world.unit_name(unit).to_owned()).or_insert(unit);
        }
    }

    fn models(&self, names: &[String]) -> Result<Vec<ModelId>, String> {
        names.iter().map(|name| self.model(name)).collect()
    }

    /// The place of a weapon in a model's arms.
    pub fn weapon(&self, world: &World, model: ModelId, id: &str) -> Result<u8, String> {
        let arms = &world.of_model::<Arms>(model).0;
        let place = arms.iter().position(|weapon| weapon.id == id);
        let known = arms.iter().map(|weapon| weapon.id.as_str());
        let missing = || no_such_name("weapon", id, known);
        place.and_then(|place| u8::try_from(place).ok()).ok_or_else(missing)
    }

    fn moves(&self, moves: &[BoardMove]) -> Result<Vec<ModelMove>, String> {
        let one = |(name, path, facing): &BoardMove| {
            let facing = facing.map(direction);
            Ok(ModelMove { model: self.model(name)?, path: path.clone(), facing })
        };
        moves.iter().map(one).collect()
    }

    pub fn blow(&self, world: &World, blow: &(String, String, String)) -> Result<Blow, String> {
        let attacker = self.model(&blow.0)?;
        let weapon = self.weapon(world, attacker, &blow.2)?;
        Ok(Blow::plain(attacker, self.model(&blow.1)?, weapon))
    }

    pub fn shot(
        &self,
        world: &World,
        shot: &(String, String, String),
        aim: bool,
        mode: ShotMode,
    ) -> Result<Shot, String> {
        let shooter = self.model(&shot.0)?;
        let weapon = self.weapon(world, shooter, &shot.2)?;
        // A model in place of a unit is a pick between a support weapon and its crew.
        let (target, pick) = match self.unit(&shot.1) {
            Ok(unit) => (unit, None),
            Err(missing) => {
                let pick = self.model(&shot.1).map_err(|_| missing)?;
                (world.unit_of(pick), Some(pick))
            }
        };
        Ok(Shot { shooter, target, weapon, aim, pick, mode })
    }

    fn breath(
        &self,
        world: &World,
        model: &str,
        weapon: &str,
        degrees: f32,
        at: Option<(f32, f32)>,
    ) -> Result<Breath, String> {
        let model = self.model(model)?;
        let weapon = self.weapon(world, model, weapon)?;
        let at = at.map(|(x, y)| Vec2::new(x, y));
        Ok(Breath { model, weapon, facing: direction(degrees), at })
    }

    fn fire(
        &self,
        world: &World,
        shooter: &str,
        weapon: &str,
        marks: Vec<Mark>,
        indirect: bool,
        aim: bool,
    ) -> Result<Order, String> {
        let shooter = self.model(shooter)?;
        let weapon = self.weapon(world, shooter, weapon)?;
        Ok(Order::Fire { fire: Fire { shooter, weapon, marks, indirect, aim } })
    }

    fn throw(
        &self,
        world: &World,
        thrower: &str,
        weapon: &str,
        with: &[String],
        at: Mark,
    ) -> Result<Throw, String> {
        let thrower = self.model(thrower)?;
        let weapon = self.weapon(world, thrower, weapon)?;
        Ok(Throw { thrower, weapon, with: self.models(with)?, at })
    }

    /// A spell on a unit or, if none is called so, on a model.
    fn spell_on(&self, spell: Spell, on: &str) -> Result<SpellOn, String> {
        let unit = self.unit(on).map(Bearer::Unit);
        let on = unit.or_else(|missing| self.model(on).map(Bearer::Model).map_err(|_| missing))?;
        Ok(SpellOn { spell, on })
    }

    pub fn answer(&self, world: &World, answer: &BoardAnswer) -> Result<Answer, String> {
        Ok(match answer {
            BoardAnswer::Pass => Answer::Pass,
            BoardAnswer::PassForThisOrder => Answer::PassForThisOrder,
            BoardAnswer::Shoot => Answer::Shoot,
            BoardAnswer::Strike => Answer::Strike,
            BoardAnswer::Flee => Answer::Flee,
            BoardAnswer::Halt => Answer::Halt,
            BoardAnswer::Pursue => Answer::Pursue,
            BoardAnswer::Redirect(unit) => Answer::Redirect { target: self.unit(unit)? },
            BoardAnswer::StrikeAt(model) => Answer::StrikeAt { target: self.model(model)? },
            BoardAnswer::FollowUpInto(model) => Answer::FollowUpInto { target: self.model(model)? },
            BoardAnswer::FollowUpTo(x, y) => Answer::FollowUpTo { to: Vec2::new(*x, *y) },
            BoardAnswer::Stand => Answer::Stand,
            BoardAnswer::Retreat => Answer::Retreat,
            BoardAnswer::Fill => Answer::Fill,
            BoardAnswer::Edge(edge) => Answer::Edge { edge: *edge },
            BoardAnswer::Begin => Answer::Begin,
            BoardAnswer::Parry => Answer::Parry,
            BoardAnswer::RollAgain => Answer::RollAgain,
            BoardAnswer::LetStand => Answer::LetStand,
            BoardAnswer::Ignore => Answer::Ignore,
            BoardAnswer::UseMastery => Answer::UseMastery,
            BoardAnswer::PushBack(actions) => Answer::PushBack { actions: *actions },
            BoardAnswer::CrewStrikes(attacker, target, weapon) => {
                let blow = (attacker.clone(), target.clone(), weapon.clone());
                Answer::CrewStrikes { blow: self.blow(world, &blow)? }
            }
            BoardAnswer::RespondAt(model) => Answer::RespondAt { target: self.model(model)? },
            BoardAnswer::KeepUp(spell, on) => Answer::KeepUp { what: self.spell_on(*spell, on)? },
            BoardAnswer::KeepUpOnGround(spell) => {
                Answer::KeepUp { what: spell_on_ground(world, *spell)? }
            }
            BoardAnswer::Raise(fallen) => Answer::Raise { who: Risen::Fallen(*fallen) },
            BoardAnswer::RaiseSlain(model) => {
                Answer::Raise { who: Risen::Slain(self.model(model)?) }
            }
            BoardAnswer::JoinUnit(unit) => Answer::JoinUnit { unit: self.unit(unit)? },
            BoardAnswer::FormUnit => Answer::FormUnit,
            BoardAnswer::GoesOverTo(model) => Answer::GoesOverTo { target: self.model(model)? },
            BoardAnswer::FollowUpAlone(model) => {
                Answer::FollowUpAlone { target: self.model(model)? }
            }
        })
    }

    /// An order with ids for names.
    pub fn order(&self, world: &World, order: &BoardOrder) -> Result<Order, String> {
        Ok(match order {
            BoardOrder::Deploy(unit, at, formation) => {
                Order::Deploy { unit: self.unit(unit)?, at: pose(at), formation: *formation }
            }
            BoardOrder::Activate(unit) => Order::Activate { unit: self.unit(unit)? },
            BoardOrder::Move(moves) => Order::Move { moves: self.moves(moves)? },
            BoardOrder::Manoeuvre(manoeuvre) => Order::Manoeuvre { manoeuvre: *manoeuvre },
            BoardOrder::FormUp(formation, at) => {
                Order::FormUp { formation: *formation, at: at.as_ref().map(pose) }
            }
            BoardOrder::Reorganise(places) => {
                let place = |(name, (x, y)): &(String, (f32, f32))| {
                    Ok((self.model(name)?, Vec2::new(*x, *y)))
                };
                Order::Reorganise {
                    places: places.iter().map(place).collect::<Result<_, String>>()?,
                }
            }
            BoardOrder::Leave(model) => Order::Leave { model: self.model(model)? },
            BoardOrder::Join(unit) => Order::Join { unit: self.unit(unit)? },
            BoardOrder::Charge(target, models) => {
                Order::Charge { models: self.models(models)?, target: self.unit(target)? }
            }
            BoardOrder::ChargeToReach(target, models) => {
                Order::ChargeToReach { models: self.models(models)?, target: self.unit(target)? }
            }
            BoardOrder::Use(model, what, at) => {
                let at = match at {
                    BoardAt::Side(flank) => At::Side(*flank),
                    BoardAt::Itself => At::Itself,
                    BoardAt::Unit(unit) => At::Unit(self.unit(unit)?),
                    BoardAt::Model(model) => At::Model(self.model(model)?),
                    BoardAt::Place((x, y)) => At::Place(Vec2::new(*x, *y)),
                    BoardAt::Towards(degrees) => At::Towards(direction(*degrees)),
                    BoardAt::Teardrop((x, y), degrees) => {
                        At::Teardrop { from: Vec2::new(*x, *y), facing: direction(*degrees) }
                    }
                    BoardAt::Spell(spell, on) => At::Spell(self.spell_on(*spell, on)?),
                    BoardAt::SpellOnGround(spell) => At::Spell(spell_on_ground(world, *spell)?),
                    BoardAt::Through(unit, (x, y)) => {
                        At::Through { unit: self.unit(unit)?, to: Vec2::new(*x, *y) }
                    }
                };
                Order::Use { model: self.model(model)?, what: *what, at }
            }
            BoardOrder::ExtraAttack(blows) => {
                let extra = |blow: &(String, String, String)| {
                    let mode = AttackMode::Extra;
                    Ok(Blow { mode, ..self.blow(world, blow)? })
                };
                Order::Fight { blows: blows.iter().map(extra).collect::<Result<_, String>>()? }
            }
            BoardOrder::FightIn(mode, blows) => {
                let blow = |blow: &(String, String, String)| {
                    Ok(Blow { mode: *mode, ..self.blow(world, blow)? })
                };
                Order::Fight { blows: blows.iter().map(blow).collect::<Result<_, String>>()? }
            }
            BoardOrder::ShootIn(mode, shots) => {
                let shots = shots.iter().map(|shot| self.shot(world, shot, false, *mode));
                Order::Shoot { shots: shots.collect::<Result<_, _>>()? }
            }
            BoardOrder::Fight(blows) => {
                let blows = blows.iter().map(|blow| self.blow(world, blow));
                Order::Fight { blows: blows.collect::<Result<_, _>>()? }
            }
            BoardOrder::Shoot(shots) | BoardOrder::Aim(shots) => {
                let aim = matches!(order, BoardOrder::Aim(_));
                let shots = shots.iter().map(|shot| self.shot(world, shot, aim, ShotMode::Plain));
                Order::Shoot { shots: shots.collect::<Result<_, _>>()? }
            }
            BoardOrder::Breathe(model, weapon, degrees) => {
                Order::Breathe { breath: self.breath(world, model, weapon, *degrees, None)? }
            }
            BoardOrder::BreatheFrom(model, weapon, degrees, at) => {
                Order::Breathe { breath: self.breath(world, model, weapon, *degrees, Some(*at))? }
            }
            BoardOrder::Throw(thrower, weapon, with, target) => Order::Throw {
                throw: self.throw(
                    world,
                    thrower,
                    weapon,
                    with,
                    Mark::Model(self.model(target)?),
                )?,
            },
            BoardOrder::ThrowAt(thrower, weapon, with, (x, y)) => {
                let at = Mark::Ground(Vec2::new(*x, *y));
                Order::Throw { throw: self.throw(world, thrower, weapon, with, at)? }
            }
            BoardOrder::Fire(shooter, weapon, targets)
            | BoardOrder::FireOver(shooter, weapon, targets)
            | BoardOrder::FireAimed(shooter, weapon, targets) => {
                let marks = self.models(targets)?.into_iter().map(Mark::Model).collect();
                let indirect = matches!(order, BoardOrder::FireOver(..));
                let aim = matches!(order, BoardOrder::FireAimed(..));
                self.fire(world, shooter, weapon, marks, indirect, aim)?
            }
            BoardOrder::FireAt(shooter, weapon, (x, y))
            | BoardOrder::FireOverAt(shooter, weapon, (x, y)) => {
                let marks = vec![Mark::Ground(Vec2::new(*x, *y))];
                let indirect = matches!(order, BoardOrder::FireOverAt(..));
                self.fire(world, shooter, weapon, marks, indirect, false)?
            }
            BoardOrder::Load(weapon) => Order::Load { weapon: self.model(weapon)? },
            BoardOrder::StandUp(models) => Order::StandUp { models: self.models(models)? },
            BoardOrder::Rally => Order::Rally,
            BoardOrder::Hold(standing) => Order::Hold { standing: *standing },
            BoardOrder::EndActivation => Order::EndActivation,
            BoardOrder::Concede(side) => Order::Concede { side: side.id() },
            BoardOrder::LayTerrain(piece, at) => {
                Order::LayTerrain { terrain: TerrainId(*piece), at: at.as_ref().map(pose) }
            }
            BoardOrder::Enter(unit, at, formation) => {
                Order::Enter { unit: self.unit(unit)?, at: pose(at), formation: *formation }
            }
            BoardOrder::KeepBack(unit) => Order::KeepBack { unit: self.unit(unit)? },
            BoardOrder::Instruct(unit, standing) => {
                Order::Instruct { unit: self.unit(unit)?, standing: *standing }
            }
            BoardOrder::Answer(answer) => Order::Answer { answer: self.answer(world, answer)? },
        })
    }
}

/// The first spell of a kind that lies on the ground.
fn spell_on_ground(world: &World, spell: Spell) -> Result<SpellOn, String> {
    let spells = world.resource::<BattleState>().spells.iter();
    let on_ground = |what: &SpellOn| what.spell == spell && matches!(what.on, Bearer::Ground(_));
    let missing = || format!("{} isn't in play on the ground", spell.name());
    spells.map(|one| one.what).find(on_ground).ok_or_else(missing)
}
