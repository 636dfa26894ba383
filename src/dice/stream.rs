//! The generator as saves have it: its seed and how far it has come. The generator's own form counts
//! in 128 bits, which RON doesn't know.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::Error};

/// How far a generator has come.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stream {
    seed: [u8; 32],
    stream: u64,
    word_pos: u64,
}

pub(super) fn serialize<S: Serializer>(
    generator: &ChaCha8Rng,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let word_pos = u64::try_from(generator.get_word_pos()).map_err(S::Error::custom)?;
    let (seed, stream) = (generator.get_seed(), generator.get_stream());
    Stream { seed, stream, word_pos }.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Box<ChaCha8Rng>, D::Error> {
    let Stream { seed, stream, word_pos } = Stream::deserialize(deserializer)?;
    let mut generator = ChaCha8Rng::from_seed(seed);
    generator.set_stream(stream);
    generator.set_word_pos(word_pos.into());
    Ok(Box::new(generator))
}
