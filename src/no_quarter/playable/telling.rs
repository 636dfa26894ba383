//! What happens in a battle of No Quarter, told to players.

use crate::{battle::playable::Telling, no_quarter::NoQuarter};

impl Telling for NoQuarter {}
