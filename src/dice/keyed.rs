//! Dice to think with: what one shows follows from what it is rolled for and by whom, and from how often
//! that was rolled before, whatever else was rolled between. Two ways of going on from one position
//! share their luck so, as far as they roll for the same things.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

/// A stream for each purpose and each who rolls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Keyed<P> {
    seed: u64,
    streams: Vec<Stream<P>>,
    shown: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Stream<P> {
    purpose: P,
    roller: Option<u32>,
    state: u64,
}

impl<P: Copy + PartialEq + fmt::Debug> Keyed<P> {
    pub fn of(seed: u64) -> Self {
        Self { seed, streams: Vec::new(), shown: 0 }
    }

    /// The next result of a stream, from 1 to `sides`.
    pub fn roll(&mut self, sides: u16, purpose: P, roller: Option<u32>) -> u16 {
        let known = |stream: &&mut Stream<P>| stream.roller == roller && stream.purpose == purpose;
        let number = match self.streams.iter_mut().find(known) {
            Some(stream) => next(&mut stream.state),
            None => {
                let mut state = self.beginning(purpose, roller);
                let number = next(&mut state);
                self.streams.push(Stream { purpose, roller, state });
                number
            }
        };
        // The upper half of a number below 2^64, spread over the sides.
        let share = ((number >> 32) * u64::from(sides.max(1))) >> 32;
        self.shown = mixed(self.shown.wrapping_add(share + 1));
        share as u16 + 1
    }

    /// A number that stands for all that was shown so far, in this order.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// Where a stream begins: far from all others.
    fn beginning(&self, purpose: P, roller: Option<u32>) -> u64 {
        let mut name = Name(self.seed);
        // Nothing can go wrong where only numbers change.
        let _ = write!(name, "{purpose:?}");
        let mut state = name.0 ^ roller.map_or(0, |roller| u64::from(roller) + 1);
        next(&mut state)
    }
}

/// Makes a number of a name, from one to begin with.
struct Name(u64);

impl Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = mixed(self.0 ^ u64::from(byte));
        }
        Ok(())
    }
}

/// SplitMix64: a counter, well mixed.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed(*state)
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
