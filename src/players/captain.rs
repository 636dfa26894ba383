//! The third level: tries its best plans on a copy of the battle, with the enemy's reply, before it follows
//! one, and chooses who is activated by what comes of it.

use super::search::{CLEARLY, Effort, Efforts, Horizon, Round};

/// How much it tries.
pub(super) const EFFORTS: Efforts = Efforts {
    orders: Effort {
        candidates: 10,
        combined: (0, 0),
        rounds: &[
            Round { trials: 4, kept: 5 },
            Round { trials: 12, kept: 3 },
            Round { trials: 28, kept: 2 },
            Round { trials: 48, kept: 1 },
        ],
        horizon: Horizon::always(1),
        clear: CLEARLY,
        steps: 16_000,
    },
    answers: Effort {
        candidates: 4,
        combined: (0, 0),
        rounds: &[Round { trials: 4, kept: 2 }, Round { trials: 12, kept: 1 }],
        horizon: Horizon::always(1),
        clear: CLEARLY,
        steps: 4000,
    },
};
