"""What can go wrong."""

from __future__ import annotations

from typing import Any


class IronrankError(Exception):
    """Anything that goes wrong between this program and the game."""


class SessionClosed(IronrankError):
    """The game has ended, or couldn't be started."""


class ProtocolError(IronrankError):
    """The game speaks another protocol, or what it says makes no sense."""


class RequestError(IronrankError):
    """A request that the game didn't carry out."""

    def __init__(self, kind: str, message: str) -> None:
        # Exceptions are sent between processes by these arguments.
        super().__init__(kind, message)
        #: What is wrong, for code: docs/serve.md lists the kinds.
        self.kind = kind
        #: What is wrong, for people.
        self.message = message

    def __str__(self) -> str:
        return self.message


class Refused(RequestError):
    """An order that the rules forbid."""

    def __init__(self, kind: str, error: dict[str, Any]) -> None:
        super().__init__(kind, error["message"])
        self.args = (kind, error)
        #: The reason for code, such as ``"AlreadyActivated"``.
        self.refusal = error.get("refusal")
        #: The ledger id of the rule, such as ``"MOVE-08"``; empty where no rule of the book speaks.
        self.rule: str = error.get("rule") or ""
        #: The id of the model concerned.
        self.model: int | None = error.get("model")
        #: The place, in inches.
        self.at: tuple[float, float] | None = tuple(error["at"]) if error.get("at") else None


class SeriesError(IronrankError):
    """A series of battles, or a part of one, that couldn't be played."""


def of_answer(error: dict[str, Any]) -> RequestError:
    """The exception for the ``error`` of an answer."""
    kind = error["kind"]
    return Refused(kind, error) if kind == "refused" else RequestError(kind, error["message"])
