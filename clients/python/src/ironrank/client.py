"""A session with the game: one request after another, each with its answer."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Protocol

from . import errors, values
from .values import Json

#: The version of the protocol that this client speaks.
PROTOCOL = 1
#: Whoever doesn't greet within so many seconds on a port isn't the game.
GREETING = 10.0


def program_named(program: str | os.PathLike[str] | None) -> str:
    """The game: as named, or the environment's ``IRONRANK``, or ``ironrank`` in the path."""
    return os.fspath(program or os.environ.get("IRONRANK") or "ironrank")


class _Reader(Protocol):
    def read(self, size: int, /) -> bytes | None: ...
    def close(self) -> None: ...


class _Writer(Protocol):
    @property
    def closed(self) -> bool: ...
    def write(self, data: memoryview, /) -> int | None: ...
    def close(self) -> None: ...


class Session:
    """A session with ``ironrank serve``, which it starts: one battle at a time.

    ``program`` is the game; if left out, the environment's ``IRONRANK``, or ``ironrank`` in the path.
    ``data`` is a directory with data files that go before the built-in ones.
    """

    _reader: _Reader
    _writer: _Writer
    _process: subprocess.Popen[bytes] | None
    _connection: socket.socket | None

    def __init__(
        self,
        program: str | os.PathLike[str] | None = None,
        *,
        data: str | os.PathLike[str] | None = None,
        arguments: Sequence[str] = (),
    ) -> None:
        command = [program_named(program), "serve", *arguments]
        if data is not None:
            command += ["--data", os.fspath(data)]
        try:
            process = subprocess.Popen(
                command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise errors.SessionClosed(f"{command[0]} can't be started: {error}") from error
        assert process.stdin is not None and process.stdout is not None
        self._begin(process.stdout, process.stdin)
        self._process = process
        self._greet()

    @classmethod
    def connect(cls, port: int) -> Session:
        """A session with ``ironrank serve --port``, which runs on this machine already."""
        session = cls.__new__(cls)
        try:
            connection = socket.create_connection(("127.0.0.1", port), GREETING)
        except OSError as error:
            raise errors.SessionClosed(f"no program serves on port {port}: {error}") from error
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        session._begin(
            connection.makefile("rb", buffering=0), connection.makefile("wb", buffering=0)
        )
        session._connection = connection
        session._greet()
        # Whoever thinks may take its time.
        connection.settimeout(None)
        return session

    def _begin(self, reader: _Reader, writer: _Writer) -> None:
        # Both without a buffer: whoever is interrupted loses nothing that was read already.
        self._reader, self._writer = reader, writer
        self._process = self._connection = None
        self._asked = 0
        #: What the game has said beyond the last answer.
        self._ahead = bytearray()

    def _greet(self) -> None:
        try:
            said = self._read()
            if "error" in said:
                raise errors.of_answer(said["error"])
            greeting = values.Greeting.of(said["ironrank"])
        except (KeyError, TypeError) as error:
            self.close()
            raise errors.ProtocolError("what answers there isn't the game") from error
        except errors.IronrankError:
            self.close()
            raise
        if greeting.protocol != PROTOCOL:
            self.close()
            told = f"the game speaks version {greeting.protocol} of the protocol, not {PROTOCOL}"
            raise errors.ProtocolError(told)
        #: The versions of the game and its rules.
        self.greeting = greeting

    def _read(self) -> dict[str, Any]:
        looked = 0
        while (end := self._ahead.find(b"\n", looked)) < 0:
            looked = len(self._ahead)
            try:
                more = self._reader.read(1 << 16)
            except (OSError, ValueError) as error:
                raise errors.SessionClosed(f"the game can't be read: {error}") from error
            if not more:
                raise errors.SessionClosed("the game has ended")
            self._ahead += more
        line = bytes(self._ahead[:end])
        del self._ahead[: end + 1]
        try:
            said = json.loads(line)
        except ValueError as error:
            raise errors.ProtocolError(f"not JSON: {error}") from error
        if not isinstance(said, dict):
            raise errors.ProtocolError("not an object")
        return said

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        while left:
            left = left[self._writer.write(left) or 0 :]

    def ask(self, do: str, **fields: Json) -> Any:
        """Makes any request and gives the ``ok`` of its answer. Fields that are ``None`` are left out.

        Raises ``RequestError`` if it isn't carried out, and ``Refused`` if the rules forbid it.
        """
        self._asked += 1
        given = {name: value for name, value in fields.items() if value is not None}
        request = {"id": self._asked, "do": do, **given}
        try:
            line = json.dumps(request, allow_nan=False) + "\n"
            self._write(line.encode())
        except OSError as error:
            raise errors.SessionClosed(f"the game has ended: {error}") from error
        except ValueError as error:
            if self._writer.closed:
                raise errors.SessionClosed("the session is closed") from error
            raise
        answer = self._read()
        # Somebody was interrupted who waited for an earlier answer.
        while isinstance(of := answer.get("id"), int) and of < self._asked:
            answer = self._read()
        if "error" in answer and of in (None, self._asked):
            raise errors.of_answer(answer["error"])
        if of != self._asked or "ok" not in answer:
            raise errors.ProtocolError(f"an answer to another request than {self._asked}")
        return answer["ok"]

    def begin(
        self,
        level: str | None = None,
        *,
        seed: int | None = None,
        deploy: bool = False,
        practice: bool = False,
        save: str | None = None,
        link: str | None = None,
    ) -> values.Begun:
        """Begins a battle of a level, or opens the text of a save, or a link."""
        answer = self.ask(
            "begin",
            level=level,
            seed=seed,
            deploy=deploy or None,
            practice=practice or None,
            save=save,
            link=link,
        )
        return values.Begun.of(answer)

    def state(self) -> values.State:
        """The whole battle."""
        return values.State.of(self.ask("state"))

    def plans(self, foresight: str | None = None) -> values.Plans:
        """The legal plans of whoever's turn it is; ``foresight`` is next_blow or next_reply."""
        return values.Plans.of(self.ask("plans", foresight=foresight))

    def check(self, order: Json) -> values.Checked:
        """Whether an order is legal now."""
        return values.Checked.of(self.ask("check", order=order))

    def order(self, order: Json, *, data: bool = False, quiet: bool = False) -> values.Played:
        """Gives an order."""
        return values.Played.of(self.ask("order", order=order, data=data, quiet=quiet))

    def answer(self, number: int, *, data: bool = False, quiet: bool = False) -> values.Played:
        """Answers the pending decision with one of its options."""
        return values.Played.of(self.ask("answer", number=number, data=data, quiet=quiet))

    def preview(self, order: Json) -> values.Preview:
        """What an order would do."""
        return values.Preview.of(self.ask("preview", order=order))

    def snapshot(self) -> str:
        """Keeps the battle as it stands, in a practice battle; gives the snapshot's name."""
        return str(self.ask("snapshot")["name"])

    def restore(self, name: str) -> values.Now:
        """Puts the battle back to a snapshot."""
        return values.Now.of(self.ask("restore", name=name)["now"])

    def undo(self, orders: int | None = None) -> values.Now:
        """Takes orders back until so many are left; the last one, if that is left out."""
        return values.Now.of(self.ask("undo", orders=orders)["now"])

    def events(
        self, since: int = 0, *, most: int | None = None, data: bool = False
    ) -> values.Events:
        """What has happened."""
        return values.Events.of(self.ask("events", since=since, most=most, data=data))

    def think(self, player: str) -> values.Thought:
        """What a computer player would do now."""
        return values.Thought.of(self.ask("think", player=player))

    def play(
        self,
        plan: int | None = None,
        *,
        rest: bool = False,
        player: str | None = None,
        until: str | None = None,
        data: bool = False,
        quiet: bool = False,
    ) -> values.Played:
        """Carries out a plan by its number, or goes on with the rest of one, or lets a computer
        player play ``until`` its plan is done ("plan"), the other side is to order ("side"), or the
        battle is over ("end")."""
        answer = self.ask(
            "play",
            plan=plan,
            rest=rest or None,
            player=player,
            until=until,
            data=data,
            quiet=quiet,
        )
        return values.Played.of(answer)

    def save(self) -> str:
        """The battle as the text of a save."""
        return str(self.ask("save")["save"])

    def link(self) -> str:
        """The battle as a link."""
        return str(self.ask("link")["link"])

    def help(self) -> dict[str, Any]:
        """All requests, players, levels and limits."""
        return dict(self.ask("help"))

    def close(self) -> None:
        """Ends the session; the game ends with it if this session has started it."""
        for end in (self._writer, self._reader):
            try:
                end.close()
            except OSError:
                pass
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
