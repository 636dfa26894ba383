//! The highest level: tries its plans more often than Captain, and farther: to the enemy's reply, its own answer
//! and what comes of that, and while the armies come to each other to the end of the turn and beyond.

use super::search::{CLEARLY, Effort, Efforts, Horizon, Round};

/// How much it tries.
///
/// That it looks farther in the first turns, tries few plans often and goes by what it has seen follows from
/// 592 decisions of battles on six levels whose plans were tried to the end of the battle: half of what there is to
/// gain was lost by waiting until another plan is clearly better, and in the first turn nothing nearer told more than
/// Sergeant's account does.
pub(super) const EFFORTS: Efforts = Efforts {
    orders: Effort {
        candidates: 6,
        combined: (2, 1),
        rounds: &[
            Round { trials: 4, kept: 6 },
            Round { trials: 10, kept: 3 },
            Round { trials: 24, kept: 2 },
            Round { trials: 60, kept: 1 },
        ],
        horizon: Horizon { opening: 7, later: 4 },
        clear: 1.0,
        steps: 100_000,
    },
    // Trials gained nothing for answers in those battles, and lost where less than this was asked for.
    answers: Effort {
        candidates: 6,
        combined: (0, 0),
        rounds: &[
            Round { trials: 4, kept: 3 },
            Round { trials: 16, kept: 2 },
            Round { trials: 32, kept: 1 },
        ],
        horizon: Horizon::always(3),
        clear: CLEARLY,
        steps: 30_000,
    },
};
