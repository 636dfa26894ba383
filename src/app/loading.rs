//! Plays a saved battle again, a few orders a frame, in a world of its own. The battle that is on
//! the table stays there until the other one is ready, and for good if something is wrong with it.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::{
    AppSystems,
    running::{self, NextBattle},
    screens::{Screen, message_box::MessageBox},
    script::ScriptState,
};
use crate::{
    battle::{DataError, save::Save, snapshot::state_hash, wrapper},
    dice::Dice,
    no_quarter::{Armoury, NoQuarter},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, load_on.in_set(AppSystems::GiveOrders).after(running::begin_next));
    app.add_systems(EguiPrimaryContextPass, show.run_if(resource_exists::<Loading>));
}

/// A saved battle on its way to the table.
#[derive(Resource)]
pub struct Loading {
    save: Box<Save<NoQuarter>>,
    world: World,
    given: usize,
    frames: u32,
}

impl Loading {
    /// Begins to play a save again.
    ///
    /// # Errors
    /// What is wrong with its level.
    pub fn begin(save: Box<Save<NoQuarter>>, armoury: &Armoury) -> Result<Self, Vec<DataError>> {
        let mut world = World::new();
        world.insert_resource(armoury.clone());
        let dice = Dice::seeded(save.seed);
        wrapper::begin::<NoQuarter>(&mut world, &save.level, save.seed, dice, true)?;
        Ok(Self { save, world, given: 0, frames: 0 })
    }

    /// Gives the next orders until the time is up.
    fn go_on(&mut self, share: Duration) -> Result<(), DataError> {
        let begun = Instant::now();
        while !self.is_done() {
            wrapper::replay_order(&mut self.world, &self.save, self.given)?;
            self.given += 1;
            if begun.elapsed() >= share {
                break;
            }
        }
        Ok(())
    }

    /// A save without orders takes one step too.
    fn is_done(&self) -> bool {
        self.given >= self.save.orders.len().max(1)
    }

    /// What should be known about a battle that doesn't lead where it led before.
    fn warning(&self) -> Option<DataError> {
        let found = format!("{:016x}", state_hash::<NoQuarter>(&self.world));
        let known = &self.save.hash;
        (*known != found).then(|| {
            let problem = format!(
                "its orders lead to another state ({found}) than they once did ({known}): it was \
                 made with another version of the game, or changed by hand"
            );
            DataError::new(&self.save.level.source.file, problem).field("hash")
        })
    }
}

/// So long a frame may go on with it.
const A_FRAMES_SHARE: Duration = Duration::from_millis(12);

fn load_on(world: &mut World) {
    let Some(mut loading) = world.remove_resource::<Loading>() else { return };
    if let Err(error) = loading.go_on(A_FRAMES_SHARE) {
        refuse(world, &[error]);
        return;
    }
    if !loading.is_done() {
        loading.frames += 1;
        world.insert_resource(loading);
        return;
    }
    let warning = loading.warning();
    if let Err(errors) = running::take_over(world, loading.world) {
        refuse(world, &errors);
    } else if let Some(warning) = warning {
        world
            .resource_mut::<MessageBox>()
            .errors("The battle is not the same as before", &[warning]);
    }
}

/// Tells why a battle can't begin, and goes where another can be chosen if there is none.
pub(super) fn refuse(world: &mut World, errors: &[DataError]) {
    world.resource_mut::<ScriptState>().failed = true;
    world.resource_mut::<MessageBox>().errors("The battle can't begin", errors);
    let screen = *world.resource::<State<Screen>>().get();
    if screen.has_battle() && !world.contains_resource::<wrapper::Beginning>() {
        world.resource_mut::<NextState<Screen>>().set(Screen::LevelChoice);
    }
}

/// So many frames of loading, and it is worth telling.
const SOON: u32 = 3;

fn show(
    mut contexts: EguiContexts,
    loading: Res<Loading>,
    mut next: ResMut<NextBattle>,
    mut commands: Commands,
) -> Result {
    if loading.frames < SOON {
        return Ok(());
    }
    let (given, all) = (loading.given, loading.save.orders.len());
    let modal = egui::Modal::new(egui::Id::new("loading")).show(contexts.ctx_mut()?, |ui| {
        ui.set_width(320.0_f32.min(ui.ctx().content_rect().width() - 60.0));
        ui.heading("Loading the battle");
        let share = given as f32 / all.max(1) as f32;
        ui.add(egui::ProgressBar::new(share).text(format!("{given} of {all} orders")));
        ui.button("Cancel").clicked()
    });
    if modal.inner || modal.should_close() {
        commands.remove_resource::<Loading>();
        next.0 = None;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{
            History, Log, SideId,
            history::{UndoError, UndoRule},
            levels,
        },
        lab::{Bout, Played, play},
        players::Kind,
    };

    fn played() -> Played<NoQuarter> {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let players = [0, 1].map(|side| Kind::Random.player(5, SideId(side)));
        let bout = Bout::<NoQuarter> {
            level: &level,
            seed: 5,
            players: players.into(),
            check_invariants: false,
            most_orders: 20_000,
            prepare: &|_| (),
        };
        play(bout).unwrap()
    }

    #[test]
    fn a_battle_that_was_loaded_bit_by_bit_is_the_same_battle() {
        let played = played();
        let (armoury, _) = Armoury::load(None);
        let mut loading = Loading::begin(Box::new(played.save.clone()), &armoury).unwrap();
        let mut frames = 0;
        while !loading.is_done() {
            loading.go_on(Duration::from_nanos(1)).unwrap();
            frames += 1;
        }
        assert!(frames > 10, "{frames} frames");
        assert_eq!(loading.warning(), None);
        let mut world = World::new();
        world.insert_resource(armoury);
        wrapper::move_in::<NoQuarter>(&mut world, loading.world).unwrap();
        assert_eq!(wrapper::save::<NoQuarter>(&world), played.save);
        assert_eq!(
            world.resource::<Log<NoQuarter>>().0,
            played.world.resource::<Log<NoQuarter>>().0
        );
        // Undo goes back in the new world as it would have in the old one.
        world.resource_mut::<History<NoQuarter>>().undo_rule = UndoRule::Anything;
        History::<NoQuarter>::undo_to(&mut world, 3).unwrap();
        let mut short = Box::new(played.save);
        short.orders.truncate(3);
        let (armoury, _) = Armoury::load(None);
        let mut loading = Loading::begin(short, &armoury).unwrap();
        loading.go_on(Duration::from_secs(60)).unwrap();
        assert_eq!(state_hash::<NoQuarter>(&world), state_hash::<NoQuarter>(&loading.world));
        assert!(loading.warning().is_some(), "it ends where the hash isn't from");
        let too_far = History::<NoQuarter>::undo_to(&mut world, 4);
        assert!(matches!(too_far, Err(UndoError::NotYetGiven { .. })));
    }

    #[test]
    fn a_save_with_an_illegal_order_says_which() {
        let mut save = Box::new(played().save);
        let (armoury, _) = Armoury::load(None);
        save.orders.swap(0, 5);
        let mut loading = Loading::begin(save, &armoury).unwrap();
        let error = loading.go_on(Duration::from_secs(60)).unwrap_err();
        assert!(error.to_string().contains("orders["), "{error}");
    }
}
