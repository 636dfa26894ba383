//! Pictures of tables in small: each table is drawn as for a battle, part by part, and a camera of
//! its own looks at it once. What it saw is kept as a texture.

mod contents;

use std::{collections::BTreeMap, mem, sync::Arc, time::Duration};

use bevy::{
    camera::{RenderTarget, visibility::RenderLayers},
    prelude::*,
    render::render_resource::TextureFormat,
};
use bevy_egui::{EguiTextureHandle, EguiUserTextures, egui};

use super::{
    AppSystems,
    board::{Easel, Grass, Paint},
    pipelines::Pipelines,
    theme::{Theme, ThemeName},
    tokens::Faces,
};

pub use contents::Contents;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictures>();
    app.add_systems(Update, (forget_old, work_on).chain().in_set(AppSystems::Redraw));
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// To be looked at; made before the others.
    Large,
    /// For a row of a list.
    Small,
}

impl Size {
    /// At most so many pixels wide and high: twice as many as points.
    fn pixels(self) -> Vec2 {
        match self {
            Self::Large => Vec2::new(960.0, 720.0),
            Self::Small => Vec2::new(180.0, 120.0),
        }
    }
}

/// What a picture is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A level, by its id.
    Level(String),
    /// A battle that was kept, by the name it is kept under.
    Save(String),
    /// The battle that has ended on the table.
    Result,
}

/// A picture by its size and what it is of.
type Wish = (Size, Subject);

/// The pictures so far, and those that are still to be made.
#[derive(Resource, Default)]
pub struct Pictures {
    made: BTreeMap<Wish, (egui::TextureId, Handle<Image>)>,
    /// Those that were looked for since the last frame.
    wanted: BTreeMap<Wish, Arc<Contents>>,
    work: Option<Work>,
    /// Those that nobody needs any more.
    forgotten: Vec<Handle<Image>>,
    /// The camera that looks at tables, while there is one to look at.
    camera: Option<Entity>,
    theme: ThemeName,
}

/// A picture in the making.
struct Work {
    wish: Wish,
    contents: Arc<Contents>,
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
        self.work.is_some() || !self.wanted.is_empty()
    }

    /// Shows a table as large as fits into a room.
    pub fn show(
        &mut self,
        ui: &mut egui::Ui,
        subject: &Subject,
        contents: &Arc<Contents>,
        room: egui::Vec2,
    ) {
        let (rect, _) = ui.allocate_exact_size(fitted(contents, room), egui::Sense::hover());
        self.paint(ui, subject, contents, Size::Large, rect);
    }

    /// Paints a table into the middle of a room, as large as fits; an empty one until it is drawn.
    pub fn paint(
        &mut self,
        ui: &egui::Ui,
        subject: &Subject,
        contents: &Arc<Contents>,
        size: Size,
        room: egui::Rect,
    ) {
        let rect = egui::Rect::from_center_size(room.center(), fitted(contents, room.size()));
        let wish = (size, subject.clone());
        let Some(&(texture, _)) = self.made.get(&wish) else {
            ui.painter().rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
            self.wanted.insert(wish, Arc::clone(contents));
            return;
        };
        let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
        ui.painter().image(texture, rect, whole, egui::Color32::WHITE);
    }

    /// Forgets the pictures of a size and a subject that are of no use any more, or no longer true.
    pub fn forget(&mut self, which: impl Fn(Size, &Subject) -> bool) {
        let forgotten = &mut self.forgotten;
        self.made.retain(|(size, subject), (_, image)| {
            let goes = which(*size, subject);
            if goes {
                forgotten.push(image.clone());
            }
            !goes
        });
    }

    /// Gives up what isn't finished.
    fn stop(&mut self, commands: &mut Commands) {
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
}

/// How large a table is shown in a room, in egui points.
fn fitted(contents: &Contents, room: egui::Vec2) -> egui::Vec2 {
    let seen = contents.seen();
    let scale = (room.x / seen.x).min(room.y / seen.y).max(0.0);
    egui::vec2(seen.x, seen.y) * scale
}

/// Pictures in other colours are of no use.
fn forget_old(
    theme: Res<Theme>,
    mut pictures: ResMut<Pictures>,
    mut textures: ResMut<EguiUserTextures>,
    mut commands: Commands,
) {
    if pictures.theme != theme.name {
        pictures.theme = theme.name;
        pictures.stop(&mut commands);
        pictures.forget(|_, _| true);
    }
    for image in mem::take(&mut pictures.forgotten) {
        textures.remove_image(EguiTextureHandle::Strong(image));
    }
}

/// The layer of tables that only the pictures' camera sees.
const LAYER: usize = 1;
/// So long a frame may go on with them.
const A_FRAMES_SHARE: Duration = Duration::from_millis(6);
/// After so many frames with all pipelines at hand the camera has seen everything.
const LOOKS: u8 = 2;

/// Goes on with the picture in the making, or begins the next one. What nobody looks for any more is
/// given up.
fn work_on(
    theme: Res<Theme>,
    (grass, paint, pipelines): (Res<Grass>, Res<Paint>, Res<Pipelines>),
    mut faces: ResMut<Faces>,
    mut pictures: ResMut<Pictures>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut textures: ResMut<EguiUserTextures>,
) {
    if !pictures.are_wanted() {
        return;
    }
    let wanted = mem::take(&mut pictures.wanted);
    if pictures.work.as_ref().is_some_and(|work| !wanted.contains_key(&work.wish)) {
        pictures.stop(&mut commands);
    }
    let mut work = match pictures.work.take() {
        Some(work) => work,
        None => {
            let made = &pictures.made;
            let mut open = wanted.into_iter().filter(|(wish, _)| !made.contains_key(wish));
            let Some((wish, contents)) = open.next() else { return };
            let below = commands.spawn((Transform::default(), Visibility::Inherited)).id();
            let easel = Easel::new(contents.scenery(), below, RenderLayers::layer(LAYER));
            Work { wish, contents, easel, shot: None }
        }
    };
    let Some(shot) = &mut work.shot else {
        if work.easel.go_on(A_FRAMES_SHARE, &grass, &mut meshes, &mut commands) {
            let contents = &work.contents;
            let tokens = contents.tokens(&theme, &mut faces, &mut meshes);
            let (below, layers) = (work.easel.below(), work.easel.layers());
            let material = MeshMaterial2d(paint.plain.clone());
            for (mesh, at) in tokens {
                let shown = (Mesh2d(mesh), material.clone(), at, layers.clone());
                commands.spawn((ChildOf(below), shown));
            }
            let seen = contents.seen();
            let scale = (seen / work.wish.0.pixels()).max_element();
            let image = images.add(canvas((seen / scale).round().as_uvec2()));
            let looks = camera(image.clone(), contents.middle(), scale, theme.room);
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
    use crate::app::{AppOptions, Screen, headless, options::FirstScreen, screens::is_drawn};

    /// Updates until nothing is wanted any more; the pictures that were made then.
    fn settled(app: &mut App) -> BTreeMap<Wish, egui::TextureId> {
        for _ in 0..2000 {
            (0..3).for_each(|_| app.update());
            let drawn = app.world_mut().run_system_cached(is_drawn).unwrap();
            let pictures = app.world().resource::<Pictures>();
            if drawn && !pictures.are_wanted() {
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
        assert!(of(&made, Size::Small) >= 3, "of the cards in sight");
        (0..10).for_each(|_| app.update());
        assert_eq!(settled(&mut app), made);
        go_to(&mut app, Screen::Title);
        go_to(&mut app, Screen::LevelChoice);
        let again = settled(&mut app);
        let cards = |made: BTreeMap<Wish, egui::TextureId>| -> Vec<_> {
            made.into_iter().filter(|(wish, _)| wish.0 == Size::Small).collect()
        };
        assert_eq!(cards(again), cards(made), "cards are kept");
    }
}
