"""Series against the game itself; what needs Dask is skipped without the extra ``dask``."""

from __future__ import annotations

import json
import logging
import os
import pickle
import signal
import stat
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from ironrank import Refused, RequestError, SeriesError
from ironrank.series import Result, Series, merge, play, play_part

try:
    import psutil
    from distributed import Client, LocalCluster
except ImportError:
    psutil = None

PROGRAM = os.environ.get("IRONRANK", "ironrank")
#: A part of it takes long enough to be interrupted.
SERIES = Series(["recruit", "random"], levels=["duel-at-the-wall", "plain"], pairs=12)
SHORT = Series(["first-legal", "random"], levels=["duel-at-the-wall"], pairs=3)


def played_here(series: Series, folder: Path) -> tuple[str, str]:
    """The file and the printed result of one run on one machine."""
    into = folder / "whole"
    command = [PROGRAM, "lab", *series.arguments(), "--into", os.fspath(into), "--json"]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return into.read_bytes().decode(), ran.stdout


class PartsTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_parts_make_the_whole_in_any_order_and_to_the_last_letter(self) -> None:
        # Nothing is left for the last of them.
        parts = [play_part(SHORT, part, 4) for part in (3, 1, 4, 2)]
        merged = merge(parts)
        text, _ = played_here(SHORT, self.folder)
        self.assertEqual(merged.text, text)
        self.assertEqual([pair["number"] for pair in merged.pairs], [0, 1, 2])
        self.assertEqual(merged.summary["left"], 0)
        self.assertEqual(merge(parts[:2]).summary["left"], 1)

    def test_parts_that_do_not_belong_together_are_refused(self) -> None:
        other = Series(SHORT.players, levels=SHORT.levels, pairs=3, seed=9)
        with self.assertRaisesRegex(SeriesError, "another series: its first seed"):
            merge([play_part(SHORT, 1, 2), play_part(other, 2, 2)])

    def test_what_the_game_complains_about_is_told(self) -> None:
        with self.assertRaisesRegex(SeriesError, "part 1 of 2 on .*recruit"):
            play_part(Series(["recrut", "random"]), 1, 2)
        with self.assertRaisesRegex(SeriesError, "can't be started"):
            play_part(SHORT, 1, 2, program="no-such-program-anywhere")
        with self.assertRaisesRegex(SeriesError, "can't be started"):
            merge(["", ""], program="no-such-program-anywhere")

    @unittest.skipIf(os.name == "nt", "a script stands for the game")
    def test_a_part_that_takes_too_long_is_ended_with_its_game(self) -> None:
        pid, script = self.folder / "pid", self.folder / "game"
        script.write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 600\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        with self.assertRaisesRegex(SeriesError, "not ended after 2 seconds"):
            play_part(SHORT, 1, 1, program=script, timeout=2)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)

    def test_errors_are_sent_between_processes(self) -> None:
        error = {"message": "no", "refusal": "NotPanicked", "rule": "MOR-07", "at": [1.0, 2.0]}
        for sent in (RequestError("field", "no"), Refused("refused", error), SeriesError("no")):
            came = pickle.loads(pickle.dumps(sent))
            self.assertEqual((type(came), str(came)), (type(sent), "no"))
            self.assertEqual(vars(came), vars(sent))


@unittest.skipIf(psutil is None, "the extra dask isn't installed")
class DaskTest(unittest.TestCase):
    def setUp(self) -> None:
        cluster = LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )
        self.addCleanup(cluster.close)
        self.client = Client(cluster)
        self.addCleanup(self.client.close)

    def games_of(self, worker: int) -> list[psutil.Process]:
        """The games that a worker's process has started."""
        below = psutil.Process(worker).children(recursive=True)
        return [process for process in below if process.name() == Path(PROGRAM).name]

    def test_a_worker_that_is_killed_in_the_middle_changes_nothing(self) -> None:
        parts, done = 8, []
        told: dict[str, object] = {}

        def run() -> None:
            try:
                told["result"] = play(
                    SERIES, self.client, parts, progress=lambda *far: done.append(far)
                )
            except BaseException as error:
                told["error"] = error

        workers = self.client.run(os.getpid)
        self.assertEqual(len(workers), 2)
        (victim, process), _ = workers.items()
        playing = threading.Thread(target=run)
        playing.start()
        # Until it has played a part and plays the next.
        deadline = time.monotonic() + 120
        games: list[psutil.Process] = []
        while not (done and games):
            self.assertTrue(playing.is_alive() and time.monotonic() < deadline, told)
            games = self.games_of(process)
            time.sleep(0.01)
        os.kill(process, signal.SIGKILL)
        self.assertLess(len(done), parts - 1, "it was killed in the middle")
        # Nobody waits for its game, which ends too.
        self.assertEqual(psutil.wait_procs(games, timeout=20)[1], [])
        playing.join(timeout=300)
        self.assertNotIn("error", told)
        self.assertNotIn(process, self.client.run(os.getpid).values())
        self.assertEqual(done, [(number, parts) for number in range(1, parts + 1)])
        result = told["result"]
        assert isinstance(result, Result)
        with tempfile.TemporaryDirectory() as folder:
            text, printed = played_here(SERIES, Path(folder))
        self.assertEqual(result.text, text)
        self.assertEqual(result.summary, json.loads(printed))

    def test_a_part_that_cannot_be_played_is_told(self) -> None:
        wrong = Series(["recrut", "random"], levels=SHORT.levels, pairs=3)
        with self.assertRaisesRegex(SeriesError, "part . of 3 on .*recruit"):
            play(wrong, self.client, 3, retries=0)
        # The cluster is free for the next.
        self.assertEqual(len(play(SHORT, self.client, 2).pairs), 3)


if __name__ == "__main__":
    unittest.main()
