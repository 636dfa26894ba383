//! What stands on the table in a battle of No Quarter, described for players.

use crate::{battle::playable::Showing, no_quarter::NoQuarter};

impl Showing for NoQuarter {}
