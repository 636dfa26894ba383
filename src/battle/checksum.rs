//! A number that stands for a text: the same on every platform and in every version of the game.

use std::io;

/// The FNV-1a hash, fed by a writer; stable by definition, unlike the standard library's.
pub(super) struct Checksum(u64);

impl Checksum {
    /// The number of what was written so far.
    pub(super) fn get(&self) -> u64 {
        self.0
    }

    /// The number of a text.
    pub(super) fn of(text: &str) -> u64 {
        text.bytes().fold(Self::default().0, next)
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl io::Write for Checksum {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = bytes.iter().copied().fold(self.0, next);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn next(sum: u64, byte: u8) -> u64 {
    (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn it_is_the_hash_that_everybody_knows() {
        assert_eq!(Checksum::of("foobar"), 0x8594_4171_f739_67e8);
        let mut fed = Checksum::default();
        for part in ["foo", "bar"] {
            fed.write_all(part.as_bytes()).unwrap();
        }
        assert_eq!(fed.get(), Checksum::of("foobar"));
    }
}
