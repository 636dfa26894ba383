//! What one press can do in a battle: the rule system's verbs, and what any battle has.

use bevy::prelude::World;

use super::{
    mode::{Scope, Selection},
    target_search::TargetSearch,
};
use crate::{
    app::{
        computers,
        seat::Game,
        third_party::leafwing::{Action, words_of},
    },
    battle::{
        BattleWorld, History, ModelId,
        playable::{
            Acting,
            acting::{VerbId, VerbKey, VerbWords},
        },
    },
};

/// Something a player can do with one press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A verb of the rule system.
    Verb(VerbId),
    /// Gives orders to the unit or to one model.
    Scope,
    /// Measures.
    Measure,
    /// Asks for the best plans, or puts them away.
    Hint,
    /// Takes back the last order.
    Undo,
    /// Keeps the battle.
    Save,
    /// Loads the kept battle.
    Load,
}

impl Command {
    /// What every battle has besides its rule system's verbs.
    pub const OF_EVERY_BATTLE: [Self; 6] =
        [Self::Scope, Self::Measure, Self::Hint, Self::Undo, Self::Save, Self::Load];

    /// All of them that have a key of their own, or may be given one: verbs first.
    pub fn all() -> impl Iterator<Item = Self> {
        let own = |(_, words): &(VerbId, &VerbWords)| words.key != VerbKey::Confirming;
        let verbs = (0..).map(VerbId).zip(Game::verbs()).filter(own);
        verbs.map(|(verb, _)| Self::Verb(verb)).chain(Self::OF_EVERY_BATTLE)
    }

    /// What the button says.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verb(verb) => words_of(verb).map_or("", |words| words.name),
            Self::Scope => "Unit or model",
            Self::Measure => "Measure",
            Self::Hint => "Hint",
            Self::Undo => "Undo",
            Self::Save => "Save",
            Self::Load => "Load",
        }
    }

    /// The key's meaning that does it.
    pub fn action(self) -> Action {
        match self {
            Self::Verb(verb) => match words_of(verb).map(|words| words.key) {
                Some(VerbKey::Usually(_) | VerbKey::Unset) => Action::Verb(verb.0),
                Some(VerbKey::Confirming) | None => Action::Confirm,
            },
            Self::Scope => Action::Scope,
            Self::Measure => Action::Measure,
            Self::Hint => Action::Hint,
            Self::Undo => Action::Undo,
            Self::Save => Action::Save,
            Self::Load => Action::Load,
        }
    }

    /// What a key's meaning does, if it is one of these.
    pub fn of(action: Action) -> Option<Self> {
        match action {
            Action::Verb(verb) => Some(Self::Verb(VerbId(verb))),
            _ => Self::OF_EVERY_BATTLE.into_iter().find(|command| command.action() == action),
        }
    }

    /// What it is for, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Verb(verb) => words_of(verb).map_or("", |words| words.help),
            Self::Scope => "Gives orders to the whole unit or only to the selected model.",
            Self::Measure => "Measures distances. You may measure at any time.",
            Self::Hint => "Asks the computer for the best plans: what each is worth, and why.",
            Self::Undo => "Takes back your last order, unless dice have been rolled since.",
            Self::Save => "Saves this battle.",
            Self::Load => "Loads the saved battle.",
        }
    }
}

/// Why a command can't be done now, if it can't.
pub fn why_not(world: &World, command: Command) -> Option<String> {
    match command {
        Command::Verb(_) if computers::awaited(world).is_some() => {
            Some("it is the computer's turn".to_owned())
        }
        Command::Verb(verb) => {
            Game::why_not(world, super::mode::focus(world), verb).or_else(|| no_target(world, verb))
        }
        Command::Scope => {
            let unit = world.frame().active;
            let of_unit = |model: &ModelId| Some(world.unit_of(*model)) == unit;
            let model = world.resource::<Selection>().model.filter(of_unit);
            let why = "select a model of the active unit first: click the unit, then the model";
            model.is_none().then(|| why.to_owned())
        }
        Command::Undo => History::<Game>::why_no_undo(world).map(|error| error.to_string()),
        Command::Hint => computers::hints::why_not(world).map(str::to_owned),
        Command::Measure | Command::Save | Command::Load => None,
    }
}

/// Why a verb that needs a target has none.
pub fn no_target(world: &World, verb: VerbId) -> Option<String> {
    let needs_one = words_of(verb).is_some_and(|words| words.targets);
    if needs_one { world.resource::<TargetSearch>().targets.why_not(verb) } else { None }
}

/// Gives orders to the unit instead of the model, or the other way round.
pub fn change_scope(world: &mut World) {
    let mut scope = world.resource_mut::<Scope>();
    *scope = match *scope {
        Scope::Unit => Scope::Model,
        Scope::Model => Scope::Unit,
    };
}
