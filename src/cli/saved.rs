//! Saved battles, as commands judge them: what their orders lead to now, and whether that and all
//! else in them is as it was saved.

use std::path::Path;

use bevy::prelude::World;
use ironrank::{
    battle::{DataError, Opened, RuleSystem, data::quoted, save::Save, snapshot::state_hash},
    lab,
    no_quarter::{Armoury, NoQuarter, Order},
};

use super::{
    furnish, input,
    progress::{HowFar, Progress},
};

/// What has become of a saved battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is as it was saved.
    AsSaved,
    /// It was played with other rules, which led elsewhere: how the game opens it.
    OtherRules(String),
    /// It isn't what was saved: what was changed since, as far as it can be said.
    Changed(String),
}

impl Verdict {
    /// The verdict on a save that was opened in a world.
    pub(super) fn on(save: &Save<NoQuarter>, world: &World, opened: &Opened) -> Self {
        let hash = || hash_problem(save, &hash_of(world));
        let Some(change) = opened.change() else {
            let problem = hash().or_else(|| seal_problem(save));
            return problem.map_or(Self::AsSaved, Self::Changed);
        };
        let why = match change.refused {
            Some(ref refused) => Some(refused.to_string()),
            None if matches!(opened, Opened::Elsewhere(_)) => hash(),
            None => None,
        };
        let why = why.map(|why| format!("\n  {why}")).unwrap_or_default();
        let text = format!("{opened}{why}");
        if change.of_rules() { Self::OtherRules(text) } else { Self::Changed(text) }
    }
}

/// Why the hash that a save's orders lead to isn't the save's.
pub(super) fn hash_problem(save: &Save<NoQuarter>, hash: &str) -> Option<String> {
    if hash == save.hash {
        return None;
    }
    let played_with = match save.rules_version {
        Some(version) => format!("version {version} of the rules"),
        None => "rules whose version it doesn't say".to_owned(),
    };
    Some(format!(
        "hash: the file says {}, but its orders lead to {hash}; it was changed, or the rules have \
         changed since: it was played with {played_with}, and this is version {}",
        quoted(&save.hash),
        NoQuarter::VERSION
    ))
}

/// Why a save whose orders lead where they led isn't as it was written.
pub(super) fn seal_problem(save: &Save<NoQuarter>) -> Option<String> {
    (save.is_as_written() == Some(false)).then(|| {
        "seal: its orders lead to the same state, but something else was changed after it was \
         saved: a name, what was told, or whether orders can be undone"
            .to_owned()
    })
}

/// Opens a save as a player does; `seen` sees the world before each order. Long work tells how far it is.
pub(super) fn open(
    file: &str,
    save: &Save<NoQuarter>,
    armoury: &Armoury,
    seen: &mut Watch,
) -> Result<(World, Opened), Vec<DataError>> {
    with_progress(file, save, seen, |watch| lab::open(save, &furnish(armoury), watch))
}

/// Gives the orders of a save again. Long work tells how far it is.
pub(super) fn replay(
    file: &str,
    save: &Save<NoQuarter>,
    armoury: &Armoury,
) -> Result<World, Vec<DataError>> {
    with_progress(file, save, &mut |_, _| (), |watch| {
        lab::replay_watched(save, &furnish(armoury), watch)
    })
}

/// What sees the world before each order.
type Watch<'a> = dyn FnMut(&World, &Order) + 'a;

/// Gives orders of a save, and tells how far that is.
fn with_progress<T>(
    file: &str,
    save: &Save<NoQuarter>,
    seen: &mut Watch,
    give: impl FnOnce(&mut Watch) -> T,
) -> T {
    let (progress, orders) = (Progress::new(file), save.count());
    let mut given = 0;
    give(&mut |world: &World, order: &Order| {
        progress.tell(|| HowFar::of(given, orders, "order"));
        seen(world, order);
        given += 1;
    })
}

/// Reads a save.
pub(super) fn read(path: &Path) -> Result<Save<NoQuarter>, Vec<DataError>> {
    let text = input::text(path).map_err(|error| vec![error])?;
    Save::read(&input::shown(path), &text)
}

/// The state hash of a battle, as saves have it.
pub(super) fn hash_of(world: &World) -> String {
    format!("{:016x}", state_hash::<NoQuarter>(world))
}
