//! The highest level: tries more plans than Captain, more often, and farther: to the enemy's reply, its own
//! answer and what comes of that.

use super::search::{Effort, Efforts, Round};

/// How much it tries.
pub(super) const EFFORTS: Efforts = Efforts {
    orders: Effort {
        candidates: 12,
        combined: (4, 1),
        rounds: &[
            Round { trials: 4, kept: 8 },
            Round { trials: 12, kept: 4 },
            Round { trials: 28, kept: 2 },
            Round { trials: 56, kept: 1 },
        ],
        horizon: 3,
        steps: 80_000,
    },
    answers: Effort {
        candidates: 6,
        combined: (0, 0),
        rounds: &[
            Round { trials: 4, kept: 3 },
            Round { trials: 16, kept: 2 },
            Round { trials: 32, kept: 1 },
        ],
        horizon: 3,
        steps: 30_000,
    },
};
