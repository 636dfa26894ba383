//! Begins where the command line says and gives the orders of a script first.

use std::path::Path;

use bevy::prelude::*;

use super::{
    AppOptions, AppSystems,
    orders::{OrderQueue, Refused},
    running::{self, BattleBegan, Beginning, NextBattle},
    screens::message_box::MessageBox,
    seat::{Game, Order},
};
use crate::{
    battle::{DataError, History, Showing, files::read_text, levels},
    players::Script,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ScriptState>();
    app.add_systems(Startup, (load_data, begin_as_asked).chain());
    app.add_systems(Update, end_with_script.after(AppSystems::Redraw));
    app.add_observer(give_script);
}

/// How the command line's wishes are getting on.
#[derive(Resource, Clone, Debug, Default)]
pub struct ScriptState {
    /// Orders to be given in the first battle.
    orders: Vec<Order>,
    /// The file and the line of each.
    places: Vec<String>,
    /// Something of what was asked for failed.
    pub failed: bool,
}

/// Profiles, weapons and terrain kinds; what is broken is left out and shown.
fn load_data(
    options: Res<AppOptions>,
    mut commands: Commands,
    mut message: ResMut<MessageBox>,
    mut state: ResMut<ScriptState>,
) {
    let (data, errors) = Game::load_data(options.data.as_deref());
    commands.insert_resource(data);
    if !errors.is_empty() {
        state.failed = true;
        message.errors("Some data files can't be read", &errors);
    }
}

fn begin_as_asked(
    options: Res<AppOptions>,
    mut next: ResMut<NextBattle>,
    mut message: ResMut<MessageBox>,
    mut state: ResMut<ScriptState>,
) {
    if let Some(link) = &options.link {
        match running::linked(link) {
            Ok(beginning) => next.0 = Some(beginning),
            Err(error) => {
                state.failed = true;
                message.errors("The link can't be opened", &[error]);
            }
        }
    }
    let Some(name) = &options.level else { return };
    match levels::find(name, options.data.as_deref()) {
        Ok(level) => {
            let seed = options.seed.unwrap_or(1);
            let practice = options.practice;
            let commanders = options.commanders.clone();
            next.0 = Some(Beginning::New { level: Box::new(level), seed, practice, commanders });
        }
        Err(errors) => {
            state.failed = true;
            message.errors(&format!("The level \"{name}\" can't be read"), &errors);
        }
    }
    let Some(path) = &options.script else { return };
    match read_script(path) {
        Ok(script) => {
            (state.orders, state.places) =
                script.orders().map(|(order, place)| (order.clone(), place.to_owned())).unzip();
        }
        Err(error) => {
            state.failed = true;
            message.errors("The script can't be read", &[error]);
        }
    }
}

fn give_script(_: On<BattleBegan>, mut state: ResMut<ScriptState>, mut queue: ResMut<OrderQueue>) {
    std::mem::take(&mut state.orders).into_iter().for_each(|order| queue.give(order));
}

fn read_script(path: &Path) -> Result<Script<Game>, DataError> {
    Script::read(&path.display().to_string(), &read_text(path)?)
}

/// A script's wrong order is shown; whoever only wanted to look gets a failed exit.
fn end_with_script(
    options: Res<AppOptions>,
    history: Option<Res<History<Game>>>,
    refused: Res<Refused>,
    mut state: ResMut<ScriptState>,
    mut message: ResMut<MessageBox>,
    mut exit: MessageWriter<AppExit>,
) {
    if options.script.is_some()
        && !state.failed
        && let Some(why) = &refused.0
    {
        state.failed = true;
        let given = history.map_or(0, |history| history.len());
        let place = state.places.get(given).cloned().unwrap_or_default();
        error!("{place}: this order is not legal here: {why}");
        message.errors(&format!("{place}: the script's order was refused"), &[why]);
    }
    if state.failed && options.exit && options.screenshot.is_none() {
        exit.write(AppExit::error());
    }
}
