//! What the rules of No Quarter measure, drawn on the table.

use crate::{battle::playable::Mapping, no_quarter::NoQuarter};

impl Mapping for NoQuarter {}
