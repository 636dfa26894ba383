//! The making of No Quarter's orders, described for players.

use crate::{battle::playable::Acting, no_quarter::NoQuarter};

impl Acting for NoQuarter {}
