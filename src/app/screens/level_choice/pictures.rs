//! Pictures of levels: each table is drawn as for a battle, part by part, and a camera of its own
//! looks at it once. What it saw is kept as a texture.

use std::{collections::BTreeMap, mem, time::Duration};

use bevy::{
    camera::{RenderTarget, visibility::RenderLayers},
    prelude::*,
    render::render_resource::TextureFormat,
};
use bevy_egui::{EguiTextureHandle, EguiUserTextures, egui};

use super::{LevelList, contents};
use crate::app::{
    AppSystems, Screen,
    board::{Easel, Grass, Paint},
    pipelines::Pipelines,
    seat::{Data, Level},
    theme::{Theme, ThemeName},
    tokens::Faces,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictures>();
    app.add_systems(OnEnter(Screen::LevelChoice), forget_old);
    app.add_systems(OnExit(Screen::LevelChoice), put_away);
    let here = in_state(Screen::LevelChoice);
    app.add_systems(Update, work_on.in_set(AppSystems::Redraw).run_if(here.clone()));
    let repainted = here.and_then(resource_changed::<Theme>);
    app.add_systems(Update, forget_old.in_set(AppSystems::ReadInput).run_if(repainted));
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    /// For the details; made before the others.
    Large,
    /// For a card.
    Card,
}

impl Size {
    /// At most so many pixels wide and high: twice as many as points.
    fn pixels(self) -> Vec2 {
        match self {
            Self::Large => Vec2::new(960.0, 720.0),
            Self::Card => Vec2::new(180.0, 120.0),
        }
    }
}

/// A picture by its size and its level's id.
type Wish = (Size, String);

/// The pictures so far, and those that are still to be made.
#[derive(Resource, Default)]
pub struct Pictures {
    made: BTreeMap<Wish, (egui::TextureId, Handle<Image>)>,
    /// Those that were looked for since the last frame.
    wanted: Vec<Wish>,
    work: Option<Work>,
    /// The camera that looks at tables, while there is one to look at.
    camera: Option<Entity>,
    theme: ThemeName,
}

/// A picture in the making.
struct Work {
    wish: Wish,
    easel: Easel,
    shot: Option<Shot>,
}

/// What the camera sees of the drawn table.
struct Shot {
    image: Handle<Image>,
    /// Frames that it has looked at all of it.
    frames: u8,
}

impl Pictures {
    /// Whether there are any that are looked for and not there yet.
    pub fn are_wanted(&self) -> bool {
        self.work.is_some() || self.wanted.iter().any(|wish| !self.made.contains_key(wish))
    }

    /// Shows a level as large as fits.
    pub(super) fn show(&mut self, ui: &mut egui::Ui, id: &str, level: &Level, room: egui::Vec2) {
        let seen = seen(level);
        let scale = (room.x / seen.x).min(room.y / seen.y);
        let size = egui::vec2(seen.x, seen.y) * scale;
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        self.paint(ui, id, level, Size::Large, rect);
    }

    /// Paints a level into the middle of a room, as large as fits; an empty table until it is drawn.
    pub(super) fn paint(
        &mut self,
        ui: &egui::Ui,
        id: &str,
        level: &Level,
        size: Size,
        room: egui::Rect,
    ) {
        let seen = seen(level);
        let scale = (room.width() / seen.x).min(room.height() / seen.y);
        let rect = egui::Rect::from_center_size(room.center(), egui::vec2(seen.x, seen.y) * scale);
        let wish = (size, id.to_owned());
        let Some(&(texture, _)) = self.made.get(&wish) else {
            ui.painter().rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
            self.wanted.push(wish);
            return;
        };
        let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
        ui.painter().image(texture, rect, whole, egui::Color32::WHITE);
    }

    /// Gives up what isn't finished.
    fn stop(&mut self, commands: &mut Commands) {
        self.wanted.clear();
        if let Some(work) = self.work.take() {
            commands.entity(work.easel.below()).despawn();
            self.rest(commands);
        }
    }

    /// Lets the camera look at nothing until the next table is drawn.
    fn rest(&self, commands: &mut Commands) {
        if let Some(camera) = self.camera {
            commands.entity(camera).insert(Camera { is_active: false, ..default() });
        }
    }

    fn forget(&mut self, textures: &mut EguiUserTextures, which: impl Fn(&Wish) -> bool) {
        self.made.retain(|wish, (_, image)| {
            let goes = which(wish);
            if goes {
                textures.remove_image(EguiTextureHandle::Strong(image.clone()));
            }
            !goes
        });
    }
}

/// What of a level is in its picture, in inches: the table and its frame.
fn seen(level: &Level) -> Vec2 {
    Vec2::new(level.table.width.0, level.table.depth.0) + 2.0 * AROUND
}

/// So much around the table is seen, in inches.
const AROUND: f32 = 1.5;

/// Pictures in other colours, or of levels that may have been changed, are of no use.
fn forget_old(
    options: Res<crate::app::AppOptions>,
    theme: Res<Theme>,
    mut pictures: ResMut<Pictures>,
    mut textures: ResMut<EguiUserTextures>,
    mut commands: Commands,
) {
    if pictures.theme != theme.name || options.data.is_some() {
        pictures.theme = theme.name;
        pictures.stop(&mut commands);
        pictures.forget(&mut textures, |_| true);
    }
}

/// Whoever leaves the screen needs no large pictures, and none of what isn't finished.
fn put_away(
    mut pictures: ResMut<Pictures>,
    mut textures: ResMut<EguiUserTextures>,
    mut commands: Commands,
) {
    pictures.stop(&mut commands);
    pictures.forget(&mut textures, |(size, _)| *size == Size::Large);
}

/// The layer of tables that only the pictures' camera sees.
const LAYER: usize = 1;
/// So long a frame may go on with them.
const A_FRAMES_SHARE: Duration = Duration::from_millis(6);
/// After so many frames with all pipelines at hand the camera has seen everything.
const LOOKS: u8 = 2;

/// Goes on with the picture in the making, or begins the next one.
fn work_on(
    choice: Res<LevelList>,
    data: Res<Data>,
    theme: Res<Theme>,
    (grass, paint, pipelines): (Res<Grass>, Res<Paint>, Res<Pipelines>),
    mut faces: ResMut<Faces>,
    mut pictures: ResMut<Pictures>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut textures: ResMut<EguiUserTextures>,
) {
    let mut wanted = mem::take(&mut pictures.wanted);
    let mut work = match pictures.work.take() {
        Some(work) => work,
        None => {
            wanted.retain(|wish| !pictures.made.contains_key(wish));
            let Some(wish) = wanted.into_iter().min() else { return };
            let Some(level) = choice.levels.level(&wish.1) else { return };
            let below = commands.spawn((Transform::default(), Visibility::Inherited)).id();
            let scenery = contents::scenery(level, &data);
            let easel = Easel::new(scenery, below, RenderLayers::layer(LAYER));
            Work { wish, easel, shot: None }
        }
    };
    let Some(shot) = &mut work.shot else {
        let Some(level) = choice.levels.level(&work.wish.1) else {
            commands.entity(work.easel.below()).despawn();
            return;
        };
        if work.easel.go_on(A_FRAMES_SHARE, &grass, &mut meshes, &mut commands) {
            let tokens = contents::tokens(level, &data, &theme, &mut faces, &mut meshes);
            let (below, layers) = (work.easel.below(), work.easel.layers());
            let material = MeshMaterial2d(paint.plain.clone());
            for (mesh, at) in tokens {
                let shown = (Mesh2d(mesh), material.clone(), at, layers.clone());
                commands.spawn((ChildOf(below), shown));
            }
            let seen = seen(level);
            let pixels = work.wish.0.pixels();
            let scale = (seen / pixels).max_element();
            let image = images.add(canvas((seen / scale).round().as_uvec2()));
            let looks = camera(image.clone(), seen / 2.0 - AROUND, scale, theme.room);
            let camera = *pictures.camera.get_or_insert_with(|| commands.spawn_empty().id());
            commands.entity(camera).insert((looks, layers.clone()));
            work.shot = Some(Shot { image, frames: 0 });
        }
        pictures.work = Some(work);
        return;
    };
    shot.frames = if pipelines.are_ready() { shot.frames + 1 } else { 0 };
    if shot.frames < LOOKS {
        pictures.work = Some(work);
        return;
    }
    let texture = textures.add_image(EguiTextureHandle::Strong(shot.image.clone()));
    pictures.made.insert(work.wish, (texture, shot.image.clone()));
    commands.entity(work.easel.below()).despawn();
    pictures.rest(&mut commands);
}

/// An image that a camera can look at something for.
fn canvas(size: UVec2) -> Image {
    Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None)
}

/// A camera above a point of a table for an image whose pixels are so many inches wide.
fn camera(image: Handle<Image>, at: Vec2, scale: f32, room: Color) -> impl Bundle {
    let flat = OrthographicProjection { scale, ..OrthographicProjection::default_2d() };
    (
        Camera2d,
        // Before the window's camera.
        Camera { order: -1, clear_color: ClearColorConfig::Custom(room), ..default() },
        RenderTarget::Image(image.into()),
        Projection::Orthographic(flat),
        Msaa::Sample4,
        Transform::from_translation(at.extend(0.0)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{AppOptions, headless, options::FirstScreen};

    /// Updates until nothing is wanted any more; the pictures that were made then.
    fn settled(app: &mut App) -> BTreeMap<Wish, egui::TextureId> {
        for _ in 0..2000 {
            (0..3).for_each(|_| app.update());
            let world = app.world();
            let pictures = world.resource::<Pictures>();
            if world.resource::<LevelList>().is_read() && !pictures.are_wanted() {
                return pictures.made.iter().map(|(wish, made)| (wish.clone(), made.0)).collect();
            }
        }
        panic!("the pictures are never made");
    }

    fn go_to(app: &mut App, screen: Screen) {
        app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
        (0..3).for_each(|_| app.update());
    }

    #[test]
    fn each_picture_is_made_once() {
        let options = AppOptions { exit: true, show: Some(FirstScreen::Levels), ..default() };
        let mut app = headless(options);
        let made = settled(&mut app);
        let of = |made: &BTreeMap<Wish, egui::TextureId>, size| {
            made.keys().filter(|wish| wish.0 == size).count()
        };
        assert_eq!(of(&made, Size::Large), 1, "of the level that is picked");
        assert!(of(&made, Size::Card) >= 3, "of the cards in sight");
        (0..10).for_each(|_| app.update());
        assert_eq!(settled(&mut app), made);
        go_to(&mut app, Screen::Title);
        go_to(&mut app, Screen::LevelChoice);
        let again = settled(&mut app);
        let cards = |made: BTreeMap<Wish, egui::TextureId>| -> Vec<_> {
            made.into_iter().filter(|(wish, _)| wish.0 == Size::Card).collect()
        };
        assert_eq!(cards(again), cards(made), "cards are kept");
    }
}
