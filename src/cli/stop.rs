//! Ctrl-C: long work ends with what is known so far.

use std::{
    ops::ControlFlow,
    process,
    sync::atomic::{AtomicBool, Ordering},
};

/// The exit status of work that was stopped.
pub(super) const STATUS: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C only asks the work to stop; a second time it ends the program at once.
pub(super) fn listen() {
    let stop = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(STATUS.into());
        }
    };
    // Without it Ctrl-C ends the program at once, as usual.
    let _ = ctrlc::set_handler(stop);
}

/// Whether somebody has asked the work to stop.
pub(super) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Whether a battle goes on, for those who watch it.
pub(super) fn flow() -> ControlFlow<()> {
    if asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
