//! Prepares a battle, a few milliseconds a frame: plays a saved one again in a world of its own,
//! draws its table and what its models wear. What is on the table stays there until the other battle
//! is ready, and for good if something is wrong with it.

use std::{collections::VecDeque, time::Duration};

use bevy::{platform::time::Instant, prelude::*};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::{
    AppSystems, OverTable,
    battle_ui::panel,
    board::{Drawn, Scenery},
    camera::{Margins, View},
    running::{self, NextBattle},
    screens::{Screen, message_box::MessageBox},
    script::ScriptState,
    seat::{Data, Game},
    theme::Theme,
    tokens::{self, Face, Faces},
};
use crate::battle::{Battlefield, DataError, Opened, Opening, history::Keep, save::Save, wrapper};

pub(super) fn plugin(app: &mut App) {
    // Not in the frame in which it was set up, which is work enough.
    app.add_systems(Update, load_on.in_set(AppSystems::GiveOrders).before(running::begin_next));
    app.add_systems(
        EguiPrimaryContextPass,
        show.run_if(resource_exists::<Loading>).in_set(OverTable::Panels),
    );
    app.add_systems(OnEnter(Screen::Title), |mut commands: Commands| {
        commands.remove_resource::<Loading>();
    });
}

/// A battle on its way to the table.
#[derive(Resource)]
pub struct Loading {
    world: World,
    /// The saved battle that is played again, as long as it is.
    opening: Option<Opening<Game>>,
    /// How it was opened.
    opened: Opened,
    /// How long it has been on its way.
    age: Duration,
    /// How much of its table is drawn, and how much there is to draw.
    drawn: (usize, usize),
    /// What its models look like, as far as their tokens are still to be made; none before it was
    /// played.
    undressed: Option<VecDeque<Face>>,
}

impl Loading {
    /// Takes a battle that was just begun.
    pub fn fresh(world: World) -> Self {
        let (opening, opened) = (None, Opened::AsSaved);
        Self { world, opening, opened, age: Duration::ZERO, drawn: (0, 1), undressed: None }
    }

    /// Begins to play a save again.
    ///
    /// # Errors
    /// What is wrong with its level.
    pub fn begin(save: Box<Save<Game>>, data: &Data) -> Result<Self, Vec<DataError>> {
        let mut world = World::new();
        world.insert_resource(data.clone());
        let opening = Opening::begin(&mut world, save, Keep::Recent)?;
        Ok(Self { opening: Some(opening), ..Self::fresh(world) })
    }

    /// Gives the next orders until the time is up.
    fn go_on(&mut self, share: Duration) -> Result<(), DataError> {
        let begun = Instant::now();
        let Some(opening) = &mut self.opening else { return Ok(()) };
        while opening.next_order().is_some() {
            opening.go_on(&mut self.world);
            if begun.elapsed() >= share {
                return Ok(());
            }
        }
        if let Some(opening) = self.opening.take() {
            self.opened = opening.finish(&mut self.world)?;
        }
        Ok(())
    }

    /// Draws the next parts of the table until the time is up.
    fn draw_on(&mut self, share: Duration, drawn: &mut Drawn, meshes: &mut Assets<Mesh>) {
        let begun = Instant::now();
        drawn.turn_to(Scenery::played(&self.world.resource::<Battlefield>().0));
        let mut more = drawn.draw_next(meshes);
        while more && begun.elapsed() < share {
            more = drawn.draw_next(meshes);
        }
        self.drawn = drawn.progress();
    }

    /// Makes what the next models wear until the time is up.
    fn dress_on(
        &mut self,
        share: Duration,
        faces: &mut Faces,
        zoom: f32,
        theme: &Theme,
        meshes: &mut Assets<Mesh>,
    ) {
        let begun = Instant::now();
        let undressed =
            self.undressed.get_or_insert_with(|| tokens::faces(&self.world).into_iter().collect());
        while let Some(face) = undressed.pop_front() {
            faces.prepare(&face, zoom, theme, meshes);
            if begun.elapsed() >= share {
                break;
            }
        }
    }

    /// Whether it has taken so long that a box tells about it.
    pub fn has_box(&self) -> bool {
        self.age >= SOON
    }

    /// Whether all orders were given.
    fn is_played(&self) -> bool {
        self.opening.is_none()
    }

    /// Whether all of its table is drawn.
    fn is_drawn(&self) -> bool {
        self.drawn.0 == self.drawn.1
    }

    /// Whether everything that its models wear is made.
    fn is_dressed(&self) -> bool {
        self.undressed.as_ref().is_some_and(VecDeque::is_empty)
    }

    /// What should be known about a battle that doesn't lead where it led before.
    fn warning(&self) -> Option<Vec<String>> {
        match &self.opened {
            Opened::AsSaved => None,
            changed @ (Opened::AtPosition(change)
            | Opened::AtLastOrder { change, .. }
            | Opened::Elsewhere(change)) => {
                let refused = change.refused.iter().map(ToString::to_string);
                Some([changed.to_string()].into_iter().chain(refused).collect())
            }
        }
    }
}

/// So long a frame may go on with it.
const A_FRAMES_SHARE: Duration = Duration::from_millis(12);

fn load_on(world: &mut World) {
    // Another one is wished for.
    if world.resource::<NextBattle>().0.is_some() {
        return;
    }
    let Some(mut loading) = world.remove_resource::<Loading>() else { return };
    loading.age += world.resource::<Time<Real>>().delta();
    // One kind of work a frame: whatever is done for the first time takes longest.
    let mut ready = false;
    if !loading.is_played() {
        if let Err(error) = loading.go_on(A_FRAMES_SHARE) {
            refuse(world, &[error]);
            return;
        }
    } else if !loading.is_drawn() {
        world.resource_scope(|world, mut drawn: Mut<Drawn>| {
            let mut meshes = world.resource_mut::<Assets<Mesh>>();
            loading.draw_on(A_FRAMES_SHARE, &mut drawn, &mut meshes);
        });
    } else if !loading.is_dressed() {
        world.resource_scope(|world, mut faces: Mut<Faces>| {
            let theme = world.resource::<Theme>().clone();
            let field = loading.world.resource::<Battlefield>();
            let zoom = world.resource::<View>().fitted_to(field, world.resource::<Margins>()).zoom;
            let mut meshes = world.resource_mut::<Assets<Mesh>>();
            loading.dress_on(A_FRAMES_SHARE, &mut faces, zoom, &theme, &mut meshes);
        });
    } else {
        ready = true;
    }
    if !ready {
        world.insert_resource(loading);
        return;
    }
    let warning = loading.warning();
    if let Err(errors) = running::take_over(world, loading.world) {
        refuse(world, &errors);
    } else if let Some(warning) = warning {
        world.resource_mut::<MessageBox>().errors("This battle has changed", &warning);
    }
}

/// Tells why a battle can't begin, and goes where another can be chosen if there is none.
pub(super) fn refuse(world: &mut World, errors: &[DataError]) {
    #[cfg(target_arch = "wasm32")]
    super::browser::address::refuse_link();
    world.resource_mut::<ScriptState>().failed = true;
    world.resource_mut::<MessageBox>().errors("The battle can't start", errors);
    let screen = *world.resource::<State<Screen>>().get();
    if screen.has_battle() && !world.contains_resource::<wrapper::Beginning<Game>>() {
        world.resource_mut::<NextState<Screen>>().set(Screen::LevelChoice);
    }
}

/// What takes longer than that is worth telling.
const SOON: Duration = Duration::from_millis(250);

fn show(
    mut contexts: EguiContexts,
    loading: Res<Loading>,
    mut next: ResMut<NextBattle>,
    mut commands: Commands,
) -> Result {
    if !loading.has_box() {
        return Ok(());
    }
    let (done, all, text) = match &loading.opening {
        Some(opening) => {
            let (given, all) = (opening.given(), opening.save().orders.len());
            (given, all, format!("{given} of {all} orders"))
        }
        None => (loading.drawn.0, loading.drawn.1, "Setting up the table".to_owned()),
    };
    let modal = panel::modal(contexts.ctx_mut()?, "loading", 320.0, |ui| {
        panel::title(ui, "Loading the battle");
        let share = done as f32 / all.max(1) as f32;
        ui.add(egui::ProgressBar::new(share).text(text));
        ui.button("Stop loading").clicked()
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
        app::tokens::{Look, Piece},
        battle::{
            History, Log, Showing,
            history::{UndoError, UndoRule},
            levels,
            snapshot::state_hash,
        },
        dice::Dice,
        lab::{Bout, Played, play},
    };

    fn played() -> Played<Game> {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        play(Bout::random(&level, 5)).unwrap()
    }

    #[test]
    fn a_battle_that_was_loaded_bit_by_bit_is_the_same_battle() {
        let played = played();
        let (data, _) = Game::load_data(None);
        let mut loading = Loading::begin(Box::new(played.save.clone()), &data).unwrap();
        let mut frames = 0;
        while !loading.is_played() {
            loading.go_on(Duration::from_nanos(1)).unwrap();
            frames += 1;
        }
        assert!(frames > 10, "{frames} frames");
        assert_eq!(loading.warning(), None);
        let mut world = World::new();
        world.insert_resource(data);
        wrapper::move_in::<Game>(&mut world, loading.world).unwrap();
        assert_eq!(wrapper::save::<Game>(&world), played.save);
        assert_eq!(world.resource::<Log<Game>>().0, played.world.resource::<Log<Game>>().0);
        // Undo goes back in the new world as it would have in the old one.
        world.resource_mut::<History<Game>>().undo_rule = UndoRule::Anything;
        History::<Game>::undo_to(&mut world, 3).unwrap();
        let mut short = Box::new(played.save);
        short.orders.truncate(3);
        short.position = None;
        let (data, _) = Game::load_data(None);
        let mut loading = Loading::begin(short, &data).unwrap();
        loading.go_on(Duration::from_secs(60)).unwrap();
        assert_eq!(state_hash::<Game>(&world), state_hash::<Game>(&loading.world));
        assert!(loading.warning().is_some(), "it ends where the hash isn't from");
        let too_far = History::<Game>::undo_to(&mut world, 4);
        assert!(matches!(too_far, Err(UndoError::NotYetGiven { .. })));
    }

    #[test]
    fn a_new_battle_comes_to_the_table_once_its_table_is_drawn() {
        let level = levels::find("first-clash", None).unwrap();
        let (data, _) = Game::load_data(None);
        let mut world = World::new();
        world.insert_resource(data);
        wrapper::begin::<Game>(&mut world, &level, 1, Dice::seeded(1), Keep::Recent).unwrap();
        let mut loading = Loading::fresh(world);
        assert!(loading.is_played() && loading.warning().is_none());
        let (mut drawn, mut meshes) = (Drawn::default(), Assets::<Mesh>::default());
        let a_moment = Duration::from_nanos(1);
        let mut frames = 0;
        while !loading.is_drawn() {
            loading.draw_on(a_moment, &mut drawn, &mut meshes);
            frames += 1;
            assert_eq!(meshes.len(), frames, "one part a frame, however short the time");
        }
        assert_eq!(frames, level.terrain.len() + 5, "the ground's and the frame's five parts");
        let (mut faces, theme) = (Faces::default(), Theme::default());
        let all = tokens::faces(&loading.world).len();
        let mut frames = 0;
        while !loading.is_dressed() {
            loading.dress_on(a_moment, &mut faces, 60.0, &theme, &mut meshes);
            frames += 1;
        }
        assert_eq!(frames, all, "a face a frame");
        // As they are worn at that zoom.
        let made = meshes.len();
        for face in tokens::faces(&loading.world) {
            let look = Look::at(face.size() * 2.0 * 60.0);
            assert_eq!(look, Look::Near, "the largest look is among them");
            for piece in [Piece::Shadow, Piece::Body, Piece::Sign] {
                faces.mesh(piece, &face, look, &theme, &mut meshes);
            }
        }
        assert_eq!(meshes.len(), made, "everything was made");
    }

    #[test]
    fn a_save_with_an_illegal_order_says_which() {
        let mut save = Box::new(played().save);
        let (data, _) = Game::load_data(None);
        save.orders.swap(0, 5);
        // Where it stands is known, so that it can go on; from a link it isn't.
        let mut loading = Loading::begin(save.clone(), &data).unwrap();
        loading.go_on(Duration::from_secs(60)).unwrap();
        let warning = loading.warning().unwrap();
        assert!(warning[0].contains("continues from where it stood"), "{warning:?}");
        assert!(warning[1].contains("orders["), "{warning:?}");
        save.position = None;
        let mut loading = Loading::begin(save, &data).unwrap();
        let error = loading.go_on(Duration::from_secs(60)).unwrap_err();
        assert!(error.to_string().contains("orders["), "{error}");
    }
}
