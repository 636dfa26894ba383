"""Ironrank as a Gymnasium environment: one side's player chooses among plans.

A plan is what a person would call one: "charge the Bone Chewers", "shoot at the Orcs". The game
offers the legal plans of the moment, and an action is the place of one of them. Whatever the other
side does, and what is left of a plan after a decision, happens within a step.

See ``BattleEnv`` for actions, observations and rewards.
"""

from __future__ import annotations

import math
import os
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .client import Session
from .values import Model, Now, Plan, Plans, State, Unit

Floats = NDArray[np.float32]
Observation = dict[str, Floats]

#: The columns of ``observation["battle"]``.
BATTLE_COLUMNS = (
    "turn / last turn",
    "1 if a decision is asked",
    "1 if the player is the second side",
    "own points / POINTS",
    "enemy points / POINTS",
    "own models lost / all own models",
    "enemy models lost / all enemy models",
    "1 if the battle is over",
)
#: The columns of each row of ``observation["units"]``.
UNIT_COLUMNS = (
    "1 for a unit, 0 for an empty row",
    "1 if it is the player's, -1 if it is the enemy's",
    "1 if it is using its actions",
    "1 if it has had its go this turn",
    "1 if it is in ranks",
    "1 if it is in closed formation",
    "1 if it is dispersed",
    "1 if it is panicked",
    "1 if it is terrified",
    "1 if it is on hold",
    "models on the table / all models that it ever had",
)
#: The columns of each row of ``observation["models"]``.
MODEL_COLUMNS = (
    "1 for a model on the table, 0 for any other row",
    "1 if it is the player's, -1 if it is the enemy's",
    "the place of its unit among the rows of units / number of these rows",
    "x / width of the table, from -1 to 1",
    "y / depth of the table, from -1 to 1",
    "x of where it looks, a unit vector",
    "y of where it looks",
    "wounds that it can still take / WOUNDS",
    "actions that it has left / ACTIONS",
    "1 if it is prone",
    "width of its base / BASE",
    "depth of its base / BASE",
)
#: So many points are 1 in an observation; more are cut off, as everything is.
POINTS = 2000.0
WOUNDS = 10.0
ACTIONS = 20.0
#: Inches.
BASE = 6.0
#: A plan worth so many points is 1 in an observation.
WORTH = 200.0
#: After so many plans in one activation only the last plan, which is always legal, may be chosen:
#: plans that cost nothing would never end.
PLANS_IN_ACTIVATION = 10
#: What ``gymnasium.make`` calls the environment once this module is imported.
ID = "ironrank/Battle-v0"


class BattleEnv(gymnasium.Env[Observation, np.int64]):
    """A battle of one side against a computer player.

    Actions: ``Discrete(max_plans)``, the place of a plan among those of the moment, which
    ``info["plans"]`` names and ``info["action_mask"]`` marks with 1. An action that isn't marked
    is taken for the last plan, which is always legal. If there are more plans than ``max_plans``, those
    worth least are left out.

    Observation, all of it between -1 and 1 (``BATTLE_COLUMNS`` and so on name the columns):

    - ``battle``: the battle as a whole.
    - ``units``: a row for each unit, by its id; at most ``max_units``.
    - ``models``: a row for each model, by its id; at most ``max_models``.
    - ``plans``: for each plan what it is worth, by the game's own weighing; 0 without a plan.

    Reward: the change of the player's points less that of the enemy's, times ``point_scale``; in
    addition 1 if the battle ends with a victory and -1 if it ends with a defeat.

    The seed of ``reset`` gives the seed of the battle's dice, and ``options={"seed": n}`` is that of
    the dice itself. An episode is truncated after ``max_steps`` steps.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        level: str = "duel-at-the-wall",
        *,
        side: int = 0,
        opponent: str = "recruit",
        program: str | os.PathLike[str] | None = None,
        data: str | os.PathLike[str] | None = None,
        foresight: str = "next_blow",
        deploy: bool = False,
        max_plans: int = 128,
        max_units: int = 40,
        max_models: int = 200,
        max_steps: int = 2000,
        point_scale: float = 0.001,
        render_mode: str | None = None,
    ) -> None:
        if side not in (0, 1):
            raise ValueError("side: 0 or 1 was expected")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode: no mode is called {render_mode!r}")
        if min(max_plans, max_units, max_models, max_steps) < 1:
            raise ValueError("max_plans, max_units, max_models and max_steps are at least 1")
        self.level, self.side, self.opponent = level, side, opponent
        self.foresight, self.deploy = foresight, deploy
        self.max_plans, self.max_units, self.max_models = max_plans, max_units, max_models
        self.max_steps, self.point_scale = max_steps, point_scale
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(max_plans)

        def box(*shape: int) -> spaces.Box:
            return spaces.Box(-1.0, 1.0, shape, np.float32)

        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {
                "battle": box(len(BATTLE_COLUMNS)),
                "units": box(max_units, len(UNIT_COLUMNS)),
                "models": box(max_models, len(MODEL_COLUMNS)),
                "plans": box(max_plans),
            }
        )
        self._program, self._data = program, data
        self._session: Session | None = None
        self._state: State | None = None
        self._plans: list[Plan] = []
        self._steps = 0
        self._activation: tuple[int, int] | None = None
        self._in_activation = 0
        self._told = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a battle."""
        super().reset(seed=seed)
        if self._session is None:
            self._session = Session(self._program, data=self._data)
        dice = (options or {}).get("seed")
        if dice is None:
            dice = int(self.np_random.integers(2**31))
        begun = self._session.begin(self.level, seed=int(dice), deploy=self.deploy)
        self._steps = self._in_activation = self._told = 0
        self._activation = None
        self._go_on(begun.now, rest=False)
        self._look()
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carries out a plan, and whatever happens until the player has to choose again."""
        if self._session is None or self._state is None:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        if not self._plans:
            raise gymnasium.error.ResetNeeded("the battle is over; reset the environment")
        before = self._lead()
        place = int(action)
        legal = 0 <= place < self.max_plans and bool(self.action_masks()[place])
        plan = self._plans[place if legal else -1]
        played = self._session.play(plan.number, quiet=True)
        self._go_on(played.now, played.rest)
        self._steps += 1
        self._look()
        reward = (self._lead() - before) * self.point_scale
        over = self._state.now.over
        if over and self._state.outcome is not None:
            winner = self._state.outcome.winner
            reward += 0.0 if winner is None else 1.0 if winner == self.side else -1.0
        truncated = not over and self._steps >= self.max_steps
        return self._observation(), float(reward), over, truncated, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that has a plan now."""
        mask = np.zeros(self.max_plans, np.int8)
        last = len(self._plans)
        first = max(last - 1, 0) if self._in_activation >= PLANS_IN_ACTIVATION else 0
        mask[first:last] = 1
        return mask

    def render(self) -> str | None:
        """With the mode ``ansi``: what has happened since the last time, in sentences."""
        if self.render_mode != "ansi" or self._session is None:
            return None
        lines: list[str] = []
        while True:
            told = self._session.events(self._told)
            lines += [event.text for event in told.events]
            self._told = told.next
            if told.next >= told.all:
                return "\n".join(lines)

    def close(self) -> None:
        """Ends the game."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _go_on(self, now: Now, rest: bool) -> None:
        """Plays on until the player has to choose, or the battle is over."""
        assert self._session is not None
        while not now.over:
            if now.side != self.side:
                played = self._session.play(player=self.opponent, until="side", quiet=True)
            elif rest and not now.asked:
                played = self._session.play(rest=True, quiet=True)
            else:
                return
            now, rest = played.now, played.rest

    def _look(self) -> None:
        assert self._session is not None
        self._state = self._session.state()
        self._plans = self._chosen(self._session.plans(self.foresight))
        now = self._state.now
        activation = None if now.active is None else (now.turn, now.active)
        same = activation is not None and activation == self._activation
        self._in_activation = self._in_activation + 1 if same else 0
        self._activation = activation

    def _chosen(self, told: Plans) -> list[Plan]:
        """As many plans as there are actions: those worth most, and the last."""
        if len(told.plans) <= self.max_plans:
            return told.plans
        by_worth = sorted(told.plans[:-1], key=lambda plan: -(plan.worth or 0.0))
        kept = {plan.number for plan in by_worth[: self.max_plans - 1]}
        return [plan for plan in told.plans[:-1] if plan.number in kept] + told.plans[-1:]

    def _lead(self) -> int:
        assert self._state is not None
        own, enemy = self._state.sides[self.side], self._state.sides[1 - self.side]
        return own.points - enemy.points

    def _info(self) -> dict[str, Any]:
        assert self._state is not None
        return {
            "action_mask": self.action_masks(),
            "plans": [plan.name for plan in self._plans],
            "points": [side.points for side in self._state.sides],
            "turn": self._state.now.turn,
            "hash": self._state.hash,
        }

    def _observation(self) -> Observation:
        state = self._state
        assert state is not None
        units = np.zeros((self.max_units, len(UNIT_COLUMNS)), np.float32)
        models = np.zeros((self.max_models, len(MODEL_COLUMNS)), np.float32)
        for row, unit in enumerate(state.units[: self.max_units]):
            units[row] = self._unit_row(unit, state.now)
            for model in unit.models:
                if model.id < self.max_models and model.is_standing:
                    models[model.id] = self._model_row(model, unit, row, state)
        plans = np.zeros(self.max_plans, np.float32)
        for place, plan in enumerate(self._plans):
            plans[place] = (plan.worth or 0.0) / WORTH
        observation = {
            "battle": self._battle_row(state),
            "units": units,
            "models": models,
            "plans": plans,
        }
        return {name: np.clip(values, -1.0, 1.0) for name, values in observation.items()}

    def _battle_row(self, state: State) -> Floats:
        own, enemy = state.sides[self.side], state.sides[1 - self.side]
        row = [
            state.now.turn / max(state.last_turn, 1),
            state.now.asked,
            self.side,
            own.points / POINTS,
            enemy.points / POINTS,
            own.lost / max(own.models, 1),
            enemy.lost / max(enemy.models, 1),
            state.now.over,
        ]
        return np.array(row, np.float32)

    def _unit_row(self, unit: Unit, now: Now) -> list[float]:
        ranked = isinstance(unit.formation, dict) and "Ranked" in unit.formation
        return [
            1.0,
            self._owner(unit),
            float(unit.id == now.active),
            float(unit.activation == "Activated"),
            float(ranked),
            float(unit.formation == "Closed"),
            float(unit.formation == "Dispersed"),
            float(unit.morale == "Panicked"),
            float(unit.morale == "Terrified"),
            float(unit.holding is not None),
            len(unit.standing) / max(len(unit.models), 1),
        ]

    def _model_row(self, model: Model, unit: Unit, row: int, state: State) -> list[float]:
        width, depth = model.size
        looks = math.radians(model.facing)
        return [
            1.0,
            self._owner(unit),
            row / self.max_units,
            2.0 * model.at[0] / state.table.width - 1.0,
            2.0 * model.at[1] / state.table.depth - 1.0,
            math.cos(looks),
            math.sin(looks),
            model.wounds / WOUNDS,
            model.actions / ACTIONS,
            float(model.stance == "Prone"),
            width / BASE,
            depth / BASE,
        ]

    def _owner(self, unit: Unit) -> float:
        return 1.0 if unit.side == self.side else -1.0


if ID not in gymnasium.registry:
    gymnasium.register(id=ID, entry_point="ironrank.env:BattleEnv")
