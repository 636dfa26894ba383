"""Plays battles with a policy that always takes the plan worth most; nothing is learned.

    python examples/play_a_policy.py --program target/release/ironrank --battles 3
"""

from __future__ import annotations

import argparse

import numpy as np

from ironrank.env import BattleEnv, Observation


def worth_most(observation: Observation, mask: np.ndarray) -> int:
    """The action whose plan is worth most."""
    return int(np.where(mask == 1, observation["plans"], -np.inf).argmax())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", help="the game; ironrank in the path if left out")
    parser.add_argument("--level", default="duel-at-the-wall")
    parser.add_argument("--opponent", default="recruit")
    parser.add_argument("--battles", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", action="store_true", help="tell what happens")
    options = parser.parse_args()
    env = BattleEnv(
        options.level,
        opponent=options.opponent,
        program=options.program,
        render_mode="ansi" if options.log else None,
    )
    for battle in range(options.battles):
        observation, info = env.reset(options={"seed": options.seed + battle})
        total, steps, over = 0.0, 0, False
        while not over:
            action = worth_most(observation, info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            total, steps, over = total + reward, steps + 1, terminated or truncated
            if options.log:
                print(env.render())
        points = " to ".join(str(points) for points in info["points"])
        print(f"seed {options.seed + battle}: {points} points, reward {total:.3f}, {steps} plans")
    env.close()


if __name__ == "__main__":
    main()
