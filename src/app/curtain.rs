//! What hides the game until its first screen is whole: on a page its curtain, elsewhere nothing.

use std::time::Duration;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(Curtain { up: !cfg!(target_arch = "wasm32") });
}

/// Whether what is drawn can be seen.
#[derive(Resource)]
pub struct Curtain {
    up: bool,
}

/// Behind the curtain nobody waits for a frame, only for all of them.
const BEHIND: Duration = Duration::from_millis(24);

impl Curtain {
    /// Whether it has gone up.
    pub fn is_up(&self) -> bool {
        self.up
    }

    /// Raises it.
    pub fn raise(&mut self) {
        self.up = true;
    }

    /// How long a frame may go on with something that usually has such a share of it.
    pub fn share(&self, usual: Duration) -> Duration {
        if self.up { usual } else { usual.max(BEHIND) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_has_its_usual_share_once_it_can_be_seen() {
        let mut curtain = Curtain { up: false };
        let usual = Duration::from_millis(4);
        assert!(curtain.share(usual) > usual);
        curtain.raise();
        assert!(curtain.is_up());
        assert_eq!(curtain.share(usual), usual);
    }
}
