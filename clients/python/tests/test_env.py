"""The environment against the game itself; skipped without the extra ``env``."""

from __future__ import annotations

import unittest
import warnings

try:
    import gymnasium
    import numpy as np
    from gymnasium.utils.env_checker import check_env

    from ironrank.env import ID, PLANS_IN_ACTIVATION, BattleEnv
except ImportError as missing:
    raise unittest.SkipTest(str(missing)) from missing


class EnvTest(unittest.TestCase):
    def env(self, **options: object) -> BattleEnv:
        env = BattleEnv(**options)  # type: ignore[arg-type]
        self.addCleanup(env.close)
        return env

    def play(self, env: BattleEnv, seed: int) -> tuple[float, dict[str, object]]:
        observation, info = env.reset(seed=seed)
        # What an enemy that begins has won by then is nobody's reward.
        own, enemy = info["points"][env.side], info["points"][1 - env.side]
        total, over = (own - enemy) * env.point_scale, False
        while not over:
            self.assertTrue(env.observation_space.contains(observation))
            mask = info["action_mask"]
            self.assertGreaterEqual(int(mask.sum()), 1)
            action = int(np.where(mask == 1, observation["plans"], -np.inf).argmax())
            observation, reward, terminated, truncated, info = env.step(action)
            total, over = total + reward, terminated or truncated
        self.assertTrue(terminated)
        return total, info

    def test_gymnasium_has_nothing_against_it(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            made = gymnasium.make(f"ironrank.env:{ID}", render_mode="ansi")
            self.addCleanup(made.close)
            check_env(made.unwrapped)

    def test_several_battles_are_played_at_once(self) -> None:
        envs = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="async")
        self.addCleanup(envs.close)
        _, info = envs.reset(seed=[5, 6])
        self.assertNotEqual(info["hash"][0], info["hash"][1])
        _, rewards, *_ = envs.step(np.array([0, 0]))
        self.assertEqual(rewards.shape, (2,))

    def test_a_battle_is_played_to_its_end_and_every_time_alike(self) -> None:
        first, second = self.play(self.env(), 5), self.play(self.env(), 5)
        self.assertEqual(first[0], second[0])
        self.assertEqual(first[1]["hash"], second[1]["hash"])
        self.assertNotEqual(self.play(self.env(), 6)[1]["hash"], first[1]["hash"])

    def test_the_rewards_add_up_to_the_lead_and_the_victory(self) -> None:
        env = self.env(side=1)
        total, info = self.play(env, 5)
        own, enemy = info["points"][1], info["points"][0]  # type: ignore[index]
        ended = env._state.outcome  # type: ignore[union-attr]
        victory = 0 if ended.winner is None else 1 if ended.winner == 1 else -1
        self.assertAlmostEqual(total, (own - enemy) * env.point_scale + victory)

    def test_an_action_without_a_plan_stands_for_the_last_plan(self) -> None:
        env, other = self.env(), self.env()
        _, info = env.reset(seed=1)
        other.reset(seed=1)
        last = len(info["plans"]) - 1
        self.assertEqual(info["action_mask"][last + 1], 0)
        self.assertEqual(env.step(last)[4]["hash"], other.step(last + 1)[4]["hash"])

    def test_few_actions_keep_the_best_plans_and_the_last(self) -> None:
        wide, narrow = self.env(), self.env(max_plans=3)
        of_wide, all_plans = wide.reset(seed=1)
        of_narrow, few = narrow.reset(seed=1)
        self.assertEqual(len(few["plans"]), 3)
        self.assertEqual(few["plans"][-1], all_plans["plans"][-1])
        self.assertEqual(of_narrow["plans"].max(), of_wide["plans"].max())

    def test_an_activation_ends_after_so_many_plans(self) -> None:
        env = self.env()
        env.reset(seed=1)
        env._in_activation = PLANS_IN_ACTIVATION
        self.assertEqual(int(env.action_masks().sum()), 1)
        self.assertEqual(env.action_masks()[len(env._plans) - 1], 1)

    def test_what_happens_is_told(self) -> None:
        env = self.env(render_mode="ansi")
        env.reset(seed=1)
        env.render()
        env.step(0)
        self.assertTrue(env.render())
        self.assertEqual(env.render(), "")


if __name__ == "__main__":
    unittest.main()
