//! Does many things on several threads: each thing alone on one of them, so that a battle knows
//! nothing of threads.

use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use super::stop;

/// More threads for each processor only wait for each other.
const MOST_PER_CORE: usize = 8;

/// Does `work` for each number below `count`, so many `jobs` at a time; as many as there are
/// processors if left out. Once somebody has asked to stop, nothing more is begun.
pub(super) fn each(count: usize, jobs: Option<usize>, work: &(dyn Fn(usize) + Sync)) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let most = count.min(cores * MOST_PER_CORE).max(1);
    let jobs = jobs.unwrap_or(cores).clamp(1, most);
    let next = AtomicUsize::new(0);
    let work_on = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || stop::asked() {
                return;
            }
            work(number);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work_on);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once() {
        let done: Vec<AtomicUsize> = (0..50).map(|_| AtomicUsize::new(0)).collect();
        each(done.len(), Some(3), &|number| {
            done[number].fetch_add(1, Ordering::Relaxed);
        });
        assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1));
        each(0, None, &|_| unreachable!("there is nothing to do"));
    }
}
