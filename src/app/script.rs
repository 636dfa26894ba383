//! Begins where the command line says and gives the orders of a script first.

use bevy::prelude::*;

use super::{
    AppOptions, AppSystems,
    orders::{Denied, OrderQueue, Refused},
    running::{self, BattleBegan, Beginning, NextBattle},
    screens::message_box::MessageBox,
    seat::{Game, Order},
};
use crate::battle::{History, RuleSystem, Showing, Telling, playable::capitalised};

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
    /// How many orders the battle had before: that of a link has some.
    first: usize,
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
    if let Some(level) = &options.level {
        let level = Box::new(level.clone());
        let seed = options.seed.unwrap_or(1);
        let (practice, commanders) = (options.practice, options.commanders.clone());
        let handicap = options.handicap.clone();
        next.0 = Some(Beginning::New { level, seed, practice, commanders, handicap });
    }
    if next.0.is_some()
        && let Some(script) = &options.script
    {
        (state.orders, state.places) =
            script.orders().map(|(order, place)| (order.clone(), place.to_owned())).unzip();
    }
}

fn give_script(
    _: On<BattleBegan>,
    history: Option<Res<History<Game>>>,
    mut state: ResMut<ScriptState>,
    mut queue: ResMut<OrderQueue>,
) {
    let orders = std::mem::take(&mut state.orders);
    if orders.is_empty() {
        // This is another battle than that of the script.
        state.places.clear();
    }
    state.first = history.map_or(0, |history| history.len());
    orders.into_iter().for_each(|order| queue.give(order));
}

/// A script's wrong order is shown; whoever only wanted to look gets a failed exit.
fn end_with_script(world: &mut World) {
    if !world.resource::<ScriptState>().failed
        && let Some((place, problem)) = refused(world)
    {
        world.resource_mut::<ScriptState>().failed = true;
        error!("{place}: this order is not legal here: {problem}");
        let title = format!("{place}: this order is not legal here");
        world.resource_mut::<MessageBox>().errors(&title, &[problem]);
    }
    let options = world.resource::<AppOptions>();
    if world.resource::<ScriptState>().failed && options.exit && options.screenshot.is_none() {
        world.write_message(AppExit::error());
    }
}

/// The order of the script that was refused, if one was: where it is written; and what it is, in words,
/// with why it can't be given.
fn refused(world: &World) -> Option<(String, String)> {
    let Some(Denied::Order { order, error }) = &world.resource::<Refused>().0 else { return None };
    let given = world.get_resource::<History<Game>>()?.len();
    let ScriptState { places, first, .. } = world.resource();
    let place = places.get(given.checked_sub(*first)?)?.clone();
    let order = capitalised(&Game::order_in_words(world, order));
    Some((place, format!("{order}: {}", Game::objection(error).text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::headless, battle::levels, players::Script};

    fn begun_with(script: &str) -> App {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let script = Script::read("wrong.ron", script).unwrap();
        let mut app = headless(AppOptions {
            exit: true,
            level: Some(level),
            script: Some(script),
            ..default()
        });
        for _ in 0..2000 {
            app.update();
            if app.world().resource::<ScriptState>().failed {
                break;
            }
        }
        app
    }

    #[test]
    fn an_order_of_a_script_that_is_not_legal_is_told_in_words() {
        let app = begun_with("[\n    Activate(unit: 99),\n]");
        let told = app.world().resource::<MessageBox>().lines().join("\n");
        assert!(app.world().resource::<ScriptState>().failed);
        assert!(told.contains("Activate "), "the order, in words: {told}");
        assert!(
            !app.world().resource::<Messages<AppExit>>().is_empty(),
            "it ends as it was asked to"
        );
    }
}
