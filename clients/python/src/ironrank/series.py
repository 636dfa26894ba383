"""Series of battles on many machines: each part of a series is a run of ``ironrank lab --shard``, and
Dask's scheduler says which machine plays it.

    from distributed import Client
    from ironrank.series import Series, play

    series = Series(["sergeant", "recruit"], levels=["duel-at-the-wall"], pairs=200)
    result = play(series, Client("tcp://scheduler:8786"), parts=64)
    print(result.summary["meetings"][0]["all"]["elo"])

A part whose worker dies is played again elsewhere, and the result is that of one machine, to the last
letter. Every machine needs this package and the same game: ``program``, or what the machine's
environment calls ``IRONRANK``, or ``ironrank`` in its path. Only ``play`` needs the extra ``dask``.
"""

from __future__ import annotations

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from .client import program_named
from .errors import SeriesError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Result", "Series", "SeriesError", "merge", "play", "play_part"]

#: What is run for each part.
_PART = pathlib.Path(__file__).with_name("_part.py")
#: So many characters of what the game complains about are told.
_LONGEST_COMPLAINT = 2000


@dataclass(frozen=True)
class Series:
    """What is played, as ``ironrank lab`` has it: pairs of battles with sides swapped.

    ``levels`` are names of levels, or files that every machine has under the same path.
    """

    #: Two players, or any number with ``ladder``; with ``ladder`` all of them if left out.
    players: Sequence[str] = ()
    #: All that come with the game if left out.
    levels: Sequence[str] = ()
    #: Pairs of battles that each two players fight on each level.
    pairs: int = 10
    #: The seed of the first pair on each level.
    seed: int | None = None
    #: Whether the seeds are those for claims, which nobody tunes players with.
    claim: bool = False
    #: Whether the players deploy the armies.
    deploy: bool = False
    #: Whether all players fight each other and are rated.
    ladder: bool = False
    #: Whether it is measured how long players think. Then no two runs give the same bytes.
    timed: bool = False

    def arguments(self) -> list[str]:
        """The arguments of ``ironrank lab``."""
        arguments = ["--pairs", str(self.pairs)]
        if self.players:
            arguments += ["--players", ",".join(self.players)]
        if self.levels:
            arguments += ["--level", ",".join(self.levels)]
        if self.seed is not None:
            arguments += ["--seed", str(self.seed)]
        switches = {
            "--claim": self.claim,
            "--deploy": self.deploy,
            "--ladder": self.ladder,
            "--untimed": not self.timed,
        }
        return arguments + [switch for switch, is_on in switches.items() if is_on]


@dataclass(frozen=True)
class Result:
    """A series that was played."""

    #: The file of the series, as ``ironrank lab --into`` writes it and ``ironrank lab merge`` reads it.
    text: str
    #: What it comes to, as ``ironrank lab --json`` prints it (docs/command-line.md).
    summary: dict[str, Any]

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """The pairs of battles by their numbers, as they stand in the file."""
        return [json.loads(line) for line in self.text.splitlines()[1:]]


def play_part(
    series: Series,
    part: int,
    parts: int,
    *,
    program: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    timeout: float | None = None,
) -> str:
    """Plays one of so many parts of a series, counted from 1, on this machine, ``jobs`` battles at a
    time, and gives the part's file.

    Raises ``SeriesError`` if the game can't be started or complains, or has not ended after
    ``timeout`` seconds.
    """
    command = [program_named(program), "lab", *series.arguments()]
    command += ["--shard", f"{part}/{parts}", "--jobs", str(jobs), "--json"]
    about = f"part {part} of {parts} on {socket.gethostname()}"
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [sys.executable, "-I", os.fspath(_PART), *command],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=complaints,
            # Ctrl-C is this program's affair.
            start_new_session=True,
        )
        assert process.stdin is not None
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise SeriesError(f"{about} has not ended after {timeout:g} seconds") from None
        finally:
            # The end of its input is the end of it.
            process.stdin.close()
            process.wait()
        if code != 0:
            raise SeriesError(f"{about}: {_complaint(complaints) or f'it ended with {code}'}")
        output.seek(0)
        return output.read().decode()


def _complaint(complaints: BinaryIO) -> str:
    """The end of what the game complains about."""
    complaints.seek(0)
    return complaints.read().decode(errors="replace").strip()[-_LONGEST_COMPLAINT:]


def merge(
    parts: Iterable[str], *, program: str | os.PathLike[str] | None = None, ladder: bool = False
) -> Result:
    """Puts the files of parts of one series together. What is missing is in ``summary["left"]``;
    in ``summary["meetings"]``, ``all`` is None for players who haven't fought each other yet.

    Raises ``SeriesError`` if they don't belong together.
    """
    with tempfile.TemporaryDirectory(prefix="ironrank-") as folder:
        files = []
        for number, text in enumerate(parts, 1):
            files.append(pathlib.Path(folder, f"part-{number}"))
            files[-1].write_bytes(text.encode())
        whole = pathlib.Path(folder, "whole")
        command = [program_named(program), "lab", "merge", *map(os.fspath, files)]
        command += ["--into", os.fspath(whole), "--json", *(["--ladder"] if ladder else [])]
        try:
            ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
        except OSError as error:
            raise SeriesError(f"{command[0]} can't be started: {error}") from error
        if ran.returncode != 0:
            told = ran.stderr.decode(errors="replace").strip()[-_LONGEST_COMPLAINT:]
            raise SeriesError(f"the parts can't be put together: {told}")
        return Result(whole.read_bytes().decode(), json.loads(ran.stdout))


def play(
    series: Series,
    client: Client,
    parts: int,
    *,
    program: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    timeout: float | None = None,
    retries: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """Plays a series in so many parts on the workers of a Dask cluster and puts the parts together
    here.

    Each part is a task that plays ``jobs`` battles at a time, for ``timeout`` seconds at most. A part
    whose worker dies is played again; one that goes wrong is tried ``retries`` times more.
    ``progress`` is told how many parts are done, and of how many.

    Raises ``SeriesError`` if a part can't be played; the others are given up then.
    """
    from distributed import as_completed

    if parts < 1:
        raise ValueError("parts: at least 1 was expected")
    # A series that is played again is not taken from the results of the last time.
    run = uuid.uuid4().hex
    numbers = {}
    for part in range(1, parts + 1):
        future = client.submit(
            play_part,
            series,
            part,
            parts,
            program=program,
            jobs=jobs,
            timeout=timeout,
            retries=retries,
            pure=False,
            key=f"ironrank-part-{part}-{run}",
        )
        numbers[future] = part
    texts: dict[int, str] = {}
    try:
        for future in as_completed(list(numbers)):  # type: ignore[no-untyped-call]
            part = numbers.pop(future)
            try:
                texts[part] = future.result()
            except SeriesError:
                raise
            except Exception as error:
                raise SeriesError(f"part {part} of {parts}: {error}") from error
            # It is here now: the cluster may forget it.
            future.release()
            if progress is not None:
                progress(len(texts), parts)
    finally:
        client.cancel(list(numbers))  # type: ignore[no-untyped-call]
    merged = merge((texts[part] for part in sorted(texts)), program=program, ladder=series.ladder)
    if merged.summary["left"]:
        raise SeriesError(f"pairs of battles are missing: {merged.summary['left']}")
    return merged
