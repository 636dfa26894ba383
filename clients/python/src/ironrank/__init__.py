"""Plays Ironrank battles: a client of ``ironrank serve`` without dependencies.

    import ironrank

    with ironrank.Session() as session:
        session.begin("duel-at-the-wall", seed=7)
        played = session.play(player="recruit", until="end", quiet=True)
        print(session.state().outcome)

``ironrank.env`` has the Gymnasium environment, which needs the extra ``env``; ``ironrank.series``
plays series on the workers of a Dask cluster, which needs the extra ``dask``.
"""

from .client import Session
from .errors import (
    IronrankError,
    ProtocolError,
    Refused,
    RequestError,
    SeriesError,
    SessionClosed,
)
from .values import (
    Begun,
    Checked,
    Considered,
    Decision,
    Event,
    Events,
    Given,
    Greeting,
    Item,
    Json,
    Model,
    Now,
    Odds,
    Option,
    Outcome,
    Place,
    Plan,
    Plans,
    Played,
    Preview,
    Side,
    State,
    Table,
    Terrain,
    Thought,
    Unit,
    Way,
)

__all__ = [
    "Begun",
    "Checked",
    "Considered",
    "Decision",
    "Event",
    "Events",
    "Given",
    "Greeting",
    "IronrankError",
    "Item",
    "Json",
    "Model",
    "Now",
    "Odds",
    "Option",
    "Outcome",
    "Place",
    "Plan",
    "Plans",
    "Played",
    "Preview",
    "ProtocolError",
    "Refused",
    "RequestError",
    "SeriesError",
    "Session",
    "SessionClosed",
    "Side",
    "State",
    "Table",
    "Terrain",
    "Thought",
    "Unit",
    "Way",
]
