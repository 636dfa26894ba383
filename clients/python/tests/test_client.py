"""The client against the game itself; the environment's IRONRANK names it."""

from __future__ import annotations

import subprocess
import unittest
from unittest import mock

import ironrank
from ironrank import Refused, RequestError, Session, SessionClosed

LEVEL = "duel-at-the-wall"


def play_plans(session: Session) -> str:
    """Plays a battle to its end by the plans worth most; gives its hash."""
    now = session.begin(LEVEL, seed=3).now
    in_activation = 0
    while not now.over:
        told = session.plans("next_blow")
        in_activation = in_activation + 1 if now.active is not None else 0
        plan = told.best if in_activation < 10 else told.plans[-1]
        active = now.active
        now = session.play(plan.number, quiet=True).now
        in_activation = in_activation if now.active == active else 0
    return session.state().hash


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.session = Session()
        self.addCleanup(self.session.close)

    def test_a_battle_is_played_by_its_plans_and_every_time_alike(self) -> None:
        first = play_plans(self.session)
        state = self.session.state()
        self.assertIsNotNone(state.outcome)
        self.assertEqual(state.phase, "Over")
        with Session() as other:
            self.assertEqual(play_plans(other), first)

    def test_the_state_has_sides_units_and_models(self) -> None:
        self.session.begin(LEVEL, seed=1)
        state = self.session.state()
        self.assertEqual(len(state.sides), 2)
        # The place of an individual who could leave its unit is empty until it does.
        self.assertTrue(all(unit.models for unit in state.units[:4]))
        model = state.units[0].models[0]
        self.assertTrue(model.is_standing and model.wounds > 0 and min(model.size) > 0)
        self.assertTrue(0 <= model.at[0] <= state.table.width)
        self.assertTrue(state.table.terrain)

    def test_orders_are_checked_previewed_and_given(self) -> None:
        self.session.begin(LEVEL, seed=1)
        order = self.session.plans().plans[0].order
        self.assertTrue(self.session.check(order).legal)
        self.assertIsNone(self.session.preview(order).refused)
        self.assertEqual(len(self.session.order(order, data=True).orders), 1)
        with self.assertRaises(Refused) as caught:
            self.session.order("Rally" if self.session.state().now.active is None else order)
        self.assertTrue(caught.exception.message)

    def test_a_practice_battle_goes_back(self) -> None:
        self.session.begin(LEVEL, seed=1, practice=True)
        name, before = self.session.snapshot(), self.session.state().hash
        self.session.play(player="recruit", until="side")
        self.assertNotEqual(self.session.state().hash, before)
        self.session.restore(name)
        self.assertEqual(self.session.state().hash, before)
        orders = self.session.play(player="recruit").now.orders
        self.assertEqual(self.session.undo(0).orders, 0)
        self.assertGreater(orders, 0)
        self.assertEqual(self.session.state().hash, before)

    def test_saves_and_links_lead_to_the_same_state(self) -> None:
        self.session.begin(LEVEL, seed=1)
        self.session.play(player="recruit", until="side")
        expected, save, link = self.session.state().hash, self.session.save(), self.session.link()
        for begun in ({"save": save}, {"link": link}):
            self.assertIsNone(self.session.begin(**begun).changed)
            self.assertEqual(self.session.state().hash, expected)

    def test_thoughts_and_events_are_told(self) -> None:
        self.session.begin(LEVEL, seed=1)
        thought = self.session.think("sergeant")
        self.assertTrue(thought.reason and thought.plans and thought.weighed)
        self.assertTrue(self.session.check(thought.order).legal)
        self.session.play(player="recruit", until="end", quiet=True)
        told = self.session.events(0, most=5, data=True)
        self.assertEqual([event.number for event in told.events], list(range(5)))
        self.assertGreater(told.all, told.next)

    def test_what_is_wrong_is_an_exception(self) -> None:
        for do, kind in [("begn", "request"), ("state", "no_battle")]:
            with self.assertRaises(RequestError) as caught:
                self.session.ask(do)
            self.assertEqual(caught.exception.kind, kind)
        with self.assertRaises(RequestError) as caught:
            self.session.begin("duel-at-the-wal")
        self.assertIn('"duel-at-the-wall"', caught.exception.message)
        self.assertIn("begin", [known["do"] for known in self.session.help()["requests"]])

    def test_a_session_that_is_closed_says_so(self) -> None:
        self.session.close()
        with self.assertRaises(SessionClosed):
            self.session.help()
        with self.assertRaises(SessionClosed):
            Session("no-such-program-anywhere")

    def test_whoever_was_interrupted_goes_on(self) -> None:
        self.session.begin(LEVEL, seed=1)
        expected = self.session.state().hash
        read, interrupted = self.session._read, KeyboardInterrupt()
        with mock.patch.object(self.session, "_read", side_effect=interrupted):
            with self.assertRaises(KeyboardInterrupt):
                self.session.plans()
        self.assertEqual(self.session._read, read)
        self.assertEqual(self.session.state().hash, expected)

    def test_answers_come_in_pieces_of_any_size(self) -> None:
        whole = self.session._reader

        class Pieces:
            def read(self, size: int) -> bytes | None:
                return whole.read(min(size, 7))

            def close(self) -> None:
                whole.close()

        self.session._reader = Pieces()
        self.session.begin(LEVEL, seed=1)
        self.assertTrue(self.session.state().units)

    def test_a_game_that_serves_already_is_joined(self) -> None:
        import json
        import os

        program = os.environ.get("IRONRANK", "ironrank")
        game = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE)
        try:
            assert game.stdout is not None
            port = int(json.loads(game.stdout.readline())["listening"].rpartition(":")[2])
            for _ in range(2):
                with Session.connect(port) as session, Session.connect(port) as other:
                    self.assertEqual(session.greeting.protocol, ironrank.client.PROTOCOL)
                    session.begin(LEVEL)
                    self.assertFalse(session.state().now.over)
                    # Each client has a battle of its own.
                    with self.assertRaises(RequestError) as caught:
                        other.state()
                    self.assertEqual(caught.exception.kind, "no_battle")
        finally:
            game.terminate()
            game.wait()
            game.stdout.close()


if __name__ == "__main__":
    unittest.main()
