//! The seal of a save: a number for all that stands in it, names, story and practice too, which the
//! state hash says nothing about. It shows what was changed by hand or by accident; it keeps nobody
//! from sealing a change again.

use super::Save;
use crate::battle::{checksum::Checksum, data::ron_options, rules::RuleSystem};

/// The first format whose saves are sealed.
const FIRST_SEALED: u32 = 3;

impl<R: RuleSystem> Save<R> {
    /// Whether a save that was read is as the game has written it, apart from white space and
    /// comments. None if that can't be said: of earlier formats, of links, which have no seal, and of
    /// other rules, whose words may differ.
    pub fn is_as_written(&self) -> Option<bool> {
        let seal = self.seal.as_ref()?;
        if self.rules_version != Some(R::VERSION) || self.unread.is_some() {
            return None;
        }
        let compact = ron_options().to_string(self).ok()?;
        Some(*seal == of(&compact))
    }

    /// Notes of a save that was read from a file that it should have a seal.
    pub(super) fn expect_seal(&mut self) {
        if self.version >= FIRST_SEALED {
            self.seal.get_or_insert_default();
        }
    }
}

/// The seal of a save, as sixteen hexadecimal digits, by its text without line breaks.
fn of(compact: &str) -> String {
    format!("{:016x}", Checksum::of(compact))
}

/// A save's text with its seal at the end.
pub(super) fn sealed(text: &str, compact: &str) -> String {
    let seal = of(compact);
    match text.strip_suffix("\n)") {
        Some(fields) => format!("{fields}\n    seal: \"{seal}\",\n)"),
        None => format!("{},seal:\"{seal}\")", text.strip_suffix(')').unwrap_or(text)),
    }
}
