"""What the game tells, as values with types. Fields that later versions add are passed over."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, TypeVar, Union

#: JSON, as orders, answers and the more intricate states are: ``"Skirmish"``,
#: ``{"Ranked": {"frontage": 5}}``.
Json = Union[None, bool, int, float, str, list[Any], dict[str, Any]]

Point = tuple[float, float]

T = TypeVar("T")


def _of(kind: type[T], data: dict[str, Any], **others: Any) -> T:
    """A value from JSON: the fields that it has, apart from those that are given."""
    names = [it.name for it in dataclasses.fields(kind)]  # type: ignore[arg-type]
    plain = {name: data[name] for name in names if name in data and name not in others}
    return kind(**plain, **others)


def _point(data: list[float]) -> Point:
    return (data[0], data[1])


@dataclass(frozen=True)
class Greeting:
    """What the game says first."""

    #: The version of the protocol.
    protocol: int
    #: The version of the game.
    game: str
    #: The rules' name, such as ``"no_quarter"``.
    rules: str
    #: What people call the rules.
    title: str
    #: The version of the rules.
    rules_version: int

    @classmethod
    def of(cls, data: dict[str, Any]) -> Greeting:
        rules = data["rules"]
        return cls(data["protocol"], data["game"], rules["name"], rules["title"], rules["version"])


@dataclass(frozen=True)
class Now:
    """How far a battle is."""

    #: Whether it has ended.
    over: bool
    #: The game turn, from 1; 0 before the first.
    turn: int
    #: The side whose order or answer it waits for.
    side: int
    #: Whether it waits for an answer to a decision.
    asked: bool
    #: The id of the unit that is using its actions.
    active: int | None
    #: How many orders were given, answers among them.
    orders: int
    #: How many events have happened.
    events: int

    @classmethod
    def of(cls, data: dict[str, Any]) -> Now:
        return _of(cls, data)


@dataclass(frozen=True)
class Begun:
    """A battle that has just begun."""

    level: str
    seed: int
    #: Whether any order can be taken back.
    practice: bool
    #: What has become of a saved battle, if it isn't as it was.
    changed: str | None
    now: Now

    @classmethod
    def of(cls, data: dict[str, Any]) -> Begun:
        return _of(cls, data, now=Now.of(data["now"]))


@dataclass(frozen=True)
class Outcome:
    """How a battle ended."""

    #: The side that won; none in a draw.
    winner: int | None
    reason: str

    @classmethod
    def of(cls, data: dict[str, Any]) -> Outcome:
        return _of(cls, data)


@dataclass(frozen=True)
class Option:
    """One answer to a decision."""

    number: int
    text: str
    answer: Json


@dataclass(frozen=True)
class Decision:
    """A question that the battle waits for an answer to."""

    side: int
    text: str
    about: str
    options: list[Option]
    #: The number of what most players would answer.
    default: int

    @classmethod
    def of(cls, data: dict[str, Any]) -> Decision:
        return _of(cls, data, options=[_of(Option, option) for option in data["options"]])


@dataclass(frozen=True)
class Side:
    """A side with its points."""

    id: int
    name: str
    edge: str
    points: int
    #: Where the points come from: reasons and shares.
    account: list[tuple[str, int]]
    #: Models at the start.
    models: int
    lost: int

    @classmethod
    def of(cls, data: dict[str, Any]) -> Side:
        account = [(reason, points) for reason, points in data["account"]]
        return _of(cls, data, account=account)


@dataclass(frozen=True)
class Model:
    """A model. Lengths are in inches, from the table's lower left corner."""

    id: int
    name: str
    #: The id of its profile.
    profile: str
    #: ``"Rank"``, ``"Leader"``, ``"General"`` …
    role: str
    #: ``"OnTable"``, ``"Undeployed"``, ``"Reserve"``, ``"Casualty"`` or ``"Left"``.
    presence: str
    #: ``{"Circle": {"radius": r}}`` or ``{"Rectangle": {"width": w, "depth": d}}``.
    base: Json
    at: Point
    #: Degrees, counter-clockwise from the table's right.
    facing: float
    #: Wounds that it can still take.
    wounds: int
    #: Actions that it has left.
    actions: int
    #: Extra actions from a charge.
    momentum: int
    #: ``"Standing"`` or ``"Prone"``.
    stance: str

    @classmethod
    def of(cls, data: dict[str, Any]) -> Model:
        return _of(cls, data, at=_point(data["at"]))

    @property
    def is_standing(self) -> bool:
        """Whether it stands on the table."""
        return self.presence == "OnTable"

    @property
    def size(self) -> Point:
        """The width and the depth of its base."""
        (kind, shape), = self.base.items()  # type: ignore[union-attr]
        if kind == "Circle":
            return (2 * shape["radius"], 2 * shape["radius"])
        return (shape["width"], shape["depth"])


@dataclass(frozen=True)
class Unit:
    """A unit with all models that it ever had."""

    id: int
    name: str
    side: int
    #: ``"Skirmish"``, ``"Dispersed"``, ``"Closed"`` or ``{"Ranked": {"frontage": n}}``.
    formation: Json
    #: ``"Unactivated"``, ``"Active"`` or ``"Activated"``.
    activation: str
    #: ``"Steady"``, ``"Panicked"`` or ``"Terrified"``.
    morale: str
    #: What it waits for, if it is on hold.
    holding: Json
    models: list[Model]

    @classmethod
    def of(cls, data: dict[str, Any]) -> Unit:
        return _of(cls, data, models=[Model.of(model) for model in data["models"]])

    @property
    def standing(self) -> list[Model]:
        """Its models that stand on the table."""
        return [model for model in self.models if model.is_standing]


@dataclass(frozen=True)
class Terrain:
    """A piece of terrain."""

    id: int
    kind: str
    #: Inches.
    height: float
    #: ``{"Polygon": [...]}``, ``{"Circle": {...}}`` or ``{"Line": {...}}``.
    footprint: Json


@dataclass(frozen=True)
class Table:
    """The table, in inches."""

    width: float
    depth: float
    terrain: list[Terrain]

    @classmethod
    def of(cls, data: dict[str, Any]) -> Table:
        return _of(cls, data, terrain=[_of(Terrain, piece) for piece in data["terrain"]])


@dataclass(frozen=True)
class State:
    """The whole battle."""

    now: Now
    #: How many turns the battle lasts; 0 while that isn't known.
    last_turn: int
    #: ``"Terrain"``, ``"Deployment"``, ``"Activations"`` or ``"Over"``.
    phase: str
    outcome: Outcome | None
    decision: Decision | None
    sides: list[Side]
    units: list[Unit]
    table: Table
    #: How many dice were rolled.
    dice: int
    #: Sixteen digits: equal battles have equal hashes.
    hash: str

    @classmethod
    def of(cls, data: dict[str, Any]) -> State:
        outcome, decision = data["outcome"], data["decision"]
        return _of(
            cls,
            data,
            now=Now.of(data["now"]),
            outcome=None if outcome is None else Outcome.of(outcome),
            decision=None if decision is None else Decision.of(decision),
            sides=[Side.of(side) for side in data["sides"]],
            units=[Unit.of(unit) for unit in data["units"]],
            table=Table.of(data["table"]),
        )


@dataclass(frozen=True)
class Item:
    """A part of what something is worth."""

    about: str
    worth: float
    note: str | None = None


@dataclass(frozen=True)
class Plan:
    """Something that a side could do now."""

    number: int
    name: str
    #: In points of the armies; none for what is always legal, which nobody weighs.
    worth: float | None
    #: What the worth consists of.
    account: list[Item]
    #: The plan's first order.
    order: Json

    @classmethod
    def of(cls, data: dict[str, Any]) -> Plan:
        return _of(cls, data, account=[_of(Item, item) for item in data["account"]])


@dataclass(frozen=True)
class Plans:
    """What whoever's turn it is could do. The last plan is what is always legal."""

    side: int
    plans: list[Plan]
    #: Whether a plan that a decision has stopped waits to be gone on with.
    rest: bool
    now: Now

    @classmethod
    def of(cls, data: dict[str, Any]) -> Plans:
        plans = [Plan.of(plan) for plan in data["plans"]]
        return _of(cls, data, plans=plans, now=Now.of(data["now"]))

    @property
    def best(self) -> Plan:
        """The plan that is worth most; of equals the first. There is none once the battle is over."""
        return max(self.plans, key=lambda plan: float("-inf") if plan.worth is None else plan.worth)


@dataclass(frozen=True)
class Given:
    """An order that was given."""

    side: int
    text: str
    order: Json


@dataclass(frozen=True)
class Event:
    """Something that has happened."""

    number: int
    text: str
    #: The event itself, if it was asked for.
    data: Json = None


@dataclass(frozen=True)
class Events:
    """Some events."""

    events: list[Event]
    #: The number from which to go on.
    next: int
    #: How many there are in all.
    all: int

    @classmethod
    def of(cls, data: dict[str, Any]) -> Events:
        return _of(cls, data, events=[_of(Event, event) for event in data["events"]])


@dataclass(frozen=True)
class Played:
    """What has come of an order, an answer or a plan."""

    #: Whether all was done that was asked for.
    done: bool
    #: Whether a plan that a decision has stopped waits to be gone on with.
    rest: bool
    now: Now
    orders: list[Given] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Played:
        return _of(
            cls,
            data,
            now=Now.of(data["now"]),
            orders=[_of(Given, order) for order in data.get("orders", [])],
            events=[_of(Event, event) for event in data.get("events", [])],
        )


@dataclass(frozen=True)
class Considered:
    """A plan that a computer player likes."""

    name: str
    worth: float
    account: list[Item]

    @classmethod
    def of(cls, data: dict[str, Any]) -> Considered:
        return _of(cls, data, account=[_of(Item, item) for item in data["account"]])


@dataclass(frozen=True)
class Thought:
    """What a computer player would do, and why."""

    side: int
    order: Json
    text: str
    #: In a sentence; none where a player has no reason.
    reason: str | None
    #: The plans that it likes best, the best first.
    plans: list[Considered]
    #: How many plans it weighed.
    weighed: int

    @classmethod
    def of(cls, data: dict[str, Any]) -> Thought:
        return _of(cls, data, plans=[Considered.of(plan) for plan in data["plans"]])


@dataclass(frozen=True)
class Checked:
    """Whether an order is legal."""

    legal: bool
    text: str
    #: Why not, as an ``error`` of the protocol.
    refused: dict[str, Any] | None

    @classmethod
    def of(cls, data: dict[str, Any]) -> Checked:
        return _of(cls, data)


@dataclass(frozen=True)
class Odds:
    """The chances of an order's attacks."""

    #: How much harm to expect, in words.
    expected: str
    #: The chance that at least one attack succeeds, from 0 to 1.
    at_least_one: float
    aim: str
    #: Attacks that are alike: ``who``, ``weapon``, ``numbers`` and ``chance`` in words.
    kinds: list[dict[str, Any]]


@dataclass(frozen=True)
class Place:
    """Where a model would stand."""

    model: int
    at: Point
    facing: float

    @classmethod
    def of(cls, data: dict[str, Any]) -> Place:
        return _of(cls, data, at=_point(data["at"]))


@dataclass(frozen=True)
class Way:
    """A model's way."""

    model: int
    points: list[Point]
    end: Place | None
    #: Whether it ends in contact with an enemy.
    contact: bool

    @classmethod
    def of(cls, data: dict[str, Any]) -> Way:
        end = None if data["end"] is None else Place.of(data["end"])
        return _of(cls, data, points=[_point(point) for point in data["points"]], end=end)


@dataclass(frozen=True)
class Preview:
    """What an order would do."""

    text: str
    #: Why it is refused, as an ``error`` of the protocol.
    refused: dict[str, Any] | None
    cost: str | None
    lines: list[str]
    warnings: list[str]
    odds: Odds | None
    ways: list[Way]
    #: Where models would stand that aren't on the table yet.
    places: list[Place]

    @classmethod
    def of(cls, data: dict[str, Any]) -> Preview:
        return _of(
            cls,
            data,
            odds=None if data["odds"] is None else _of(Odds, data["odds"]),
            ways=[Way.of(way) for way in data["ways"]],
            places=[Place.of(place) for place in data["places"]],
        )
