//! How far long work is: a bar on a terminal, a line every few seconds elsewhere. Short work says
//! nothing.

use std::{
    io::{self, IsTerminal, Write},
    sync::Mutex,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ironrank::battle::{data::printable, playable::count};

/// Work that takes no longer says nothing.
const SHORT: Duration = Duration::from_secs(1);
/// How often a bar moves at most.
const BETWEEN_MOVES: Duration = Duration::from_millis(100);
/// How often a line is written where there is no bar.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Some work that is going on.
pub(super) struct Progress {
    /// What it is, such as the name of a level.
    what: String,
    began: Instant,
    told: Mutex<Told>,
}

/// How far some work is.
pub(super) struct HowFar {
    /// So much of it is done.
    pub(super) done: usize,
    /// So much there is; 0 if nobody knows.
    pub(super) of: usize,
    /// The same in words.
    pub(super) note: String,
}

impl HowFar {
    /// So many of so many things.
    pub(super) fn of(done: usize, of: usize, what: &str) -> Self {
        Self { done, of, note: format!("{done} of {}", count(of, what)) }
    }
}

struct Told {
    last: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(what: &str) -> Self {
        let began = Instant::now();
        let told = Mutex::new(Told { last: began, bar: None });
        Self { what: printable(what).into_owned(), began, told }
    }

    /// Tells how far it is, if it is time for that.
    pub(super) fn tell(&self, how_far: impl FnOnce() -> HowFar) {
        let Ok(mut told) = self.told.lock() else { return };
        let on_terminal = io::stderr().is_terminal();
        let pause = if on_terminal { BETWEEN_MOVES } else { BETWEEN_LINES };
        if self.began.elapsed() < SHORT || told.last.elapsed() < pause {
            return;
        }
        told.last = Instant::now();
        let what = &self.what;
        let HowFar { done, of, note } = how_far();
        let left = left(self.began.elapsed(), done, of);
        let note = printable(&note);
        if on_terminal {
            let bar = told.bar.get_or_insert_with(bar);
            bar.set_length(of.max(1) as u64);
            bar.set_position(done as u64);
            bar.set_message(format!("{what}: {note}{left}"));
        } else {
            let _ = writeln!(io::stderr(), "{what}: {note}{left}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Ok(told) = self.told.get_mut()
            && let Some(bar) = &told.bar
        {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    // The clock goes on while one thing takes long.
    if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} [{bar:24}] {wide_msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// How long the rest takes if it goes on as it has: ", about 3 minutes left".
fn left(elapsed: Duration, done: usize, of: usize) -> String {
    if done == 0 || done >= of {
        return String::new();
    }
    let seconds = elapsed.as_secs_f64() * (of - done) as f64 / done as f64;
    let time = match seconds.ceil() {
        seconds if seconds < 90.0 => count(seconds as usize, "second"),
        seconds if seconds < 5400.0 => count((seconds / 60.0).round() as usize, "minute"),
        seconds => count((seconds / 3600.0).round() as usize, "hour"),
    };
    format!(", about {time} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_is_done() {
        let after = |seconds, done, of| left(Duration::from_secs(seconds), done, of);
        assert_eq!(after(10, 0, 100), "");
        assert_eq!(after(10, 10, 20), ", about 10 seconds left");
        assert_eq!(after(60, 1, 2), ", about 60 seconds left");
        assert_eq!(after(60, 10, 30), ", about 2 minutes left");
        assert_eq!(after(3600, 1, 4), ", about 3 hours left");
        assert_eq!(after(10, 20, 20), "");
    }
}
