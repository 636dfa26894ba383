//! Which enemies can be the target of a verb. The rules are asked about one after another, since
//! looking for a way to every enemy takes long.

use super::VerbId;
use crate::battle::UnitId;

/// What the rules say about one enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What for.
    pub verb: VerbId,
    /// The enemy.
    pub unit: UnitId,
    /// Why not, if not.
    pub refused: Option<String>,
    /// Whether it comes to blows: a charge may be allowed and yet fall short.
    pub reached: bool,
}

/// The answers so far, and what is still to be asked.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// What is still to be asked, the last first.
    pub open: Vec<(VerbId, UnitId)>,
    /// The answers so far, nearest enemies first.
    pub known: Vec<Target>,
}

impl Targets {
    /// Why a verb that needs a target has none; nothing while that isn't known.
    pub fn why_not(&self, verb: VerbId) -> Option<String> {
        let mut of_verb = self.known.iter().filter(|target| target.verb == verb);
        let open = self.open.iter().any(|(of, _)| *of == verb);
        if open || of_verb.clone().any(|target| target.refused.is_none()) {
            return None;
        }
        let nearest = of_verb.next().and_then(|target| target.refused.clone());
        Some(nearest.unwrap_or_else(|| "there is no enemy on the table".to_owned()))
    }

    /// The enemies that are legal targets: those that are reached before those that aren't, nearest
    /// first.
    pub fn legal(&self, verb: VerbId) -> Vec<UnitId> {
        let legal = |target: &&Target| target.verb == verb && target.refused.is_none();
        let mut legal: Vec<&Target> = self.known.iter().filter(legal).collect();
        legal.sort_by_key(|target| !target.reached);
        legal.into_iter().map(|target| target.unit).collect()
    }
}
