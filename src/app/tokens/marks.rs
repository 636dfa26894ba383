//! The marks on tokens: wounds left, whose unit has had its go, waits on hold, is panicked or
//! terrified, and who lies on the ground. Each mark has a shape of its own.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{Appearance, Face, Look, Part, Token, Tokens, Worn, states};
use crate::{
    app::{
        AppSystems,
        animation::Playback,
        battle_ui::draft::Stamp,
        board::Paint,
        drawing::{Drawing, circle},
        in_battle, layer,
        running::{BattleBegan, BattleLeft},
        seat::Game,
        theme::Theme,
    },
    battle::{
        BattleWorld, ModelId, Showing, UnitId,
        playable::showing::{self, Mark, Sign},
    },
    table::Base,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MarkMeshes>().init_resource::<UnitSigns>();
    app.add_systems(
        Update,
        (draw_marks, tint_tokens)
            .chain()
            .after(super::place_tokens)
            .in_set(AppSystems::Redraw)
            .run_if(in_battle),
    );
    app.add_systems(
        Update,
        forget_marks
            .before(draw_marks)
            .in_set(AppSystems::Redraw)
            .run_if(resource_changed::<Theme>),
    );
    app.add_observer(|_: On<BattleBegan>, mut meshes: ResMut<MarkMeshes>| meshes.0.clear());
    app.add_observer(|_: On<BattleLeft>, mut meshes: ResMut<MarkMeshes>| meshes.0.clear());
}

/// What is marked on a token.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Marks {
    /// Half of the base's smaller side, in thousandths of an inch.
    size: u32,
    shown: showing::Marks,
}

impl Marks {
    /// Whether the model lies on the ground.
    pub fn lies(&self) -> bool {
        self.shown.lies
    }
}

/// The signs of each unit's states, by the unit's number.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct UnitSigns(Vec<Vec<Sign>>);

impl UnitSigns {
    /// Those of a unit.
    pub(super) fn of(&self, unit: UnitId) -> &[Sign] {
        self.0.get(unit.index()).map_or(&[], Vec::as_slice)
    }
}

#[derive(Resource, Default)]
struct MarkMeshes(BTreeMap<Marks, Option<Handle<Mesh>>>);

/// The child of a token that shows its marks.
#[derive(Component)]
struct MarksOf;

/// Asks for the marks when something has happened. While events are played they stay as they were,
/// or they would tell too early what comes.
pub(super) fn read_marks(
    world: &mut World,
    tokens: &mut QueryState<(Entity, &Token)>,
    mut last: Local<Option<Stamp>>,
) {
    let stamp = Stamp::of(world);
    if *last == Some(stamp) || world.resource::<Playback>().is_busy() {
        return;
    }
    *last = Some(stamp);
    let signs = world.roster().units().map(|unit| Game::states(world, unit)).collect();
    world.resource_mut::<UnitSigns>().set_if_neq(UnitSigns(signs));
    let all: Vec<(Entity, ModelId)> =
        tokens.iter(world).map(|(entity, token)| (entity, token.model)).collect();
    for (entity, model) in all {
        let size = (world.of_model::<Base>(model).inner_radius().0 * 1000.0) as u32;
        let now = Marks { size, shown: Game::marks(world, model) };
        let mut token = world.entity_mut(entity);
        if token.get() != Some(&now) {
            token.insert(now);
        }
    }
}

/// Has all marks drawn again in the colours of another theme.
fn forget_marks(mut cache: ResMut<MarkMeshes>, mut tokens: Query<&mut Marks>) {
    cache.0.clear();
    tokens.iter_mut().for_each(|mut marks| marks.set_changed());
}

fn draw_marks(
    mut tokens: Query<(Entity, &Marks, &Worn, &Children), Changed<Marks>>,
    drawn: Query<Entity, With<MarksOf>>,
    paint: Res<Paint>,
    theme: Res<Theme>,
    mut cache: ResMut<MarkMeshes>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    for (token, &marks, worn, children) in &mut tokens {
        for old in children.iter().filter(|&child| drawn.contains(child)) {
            commands.entity(old).despawn();
        }
        let drawn_before = cache.0.entry(marks).or_insert_with(|| {
            let picture = picture(marks, &theme);
            (!picture.is_empty()).then(|| meshes.add(picture.mesh()))
        });
        let Some(mesh) = drawn_before.clone() else { continue };
        commands.entity(token).with_child((
            MarksOf,
            Part::Marks,
            Mesh2d(mesh),
            if worn.0 == Look::Far { Visibility::Hidden } else { Visibility::Inherited },
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_xyz(0.0, 0.0, layer::MARKS - layer::TOKENS),
        ));
    }
}

/// Units that have had their go are greyed; the fallen fade.
fn tint_tokens(
    tokens: Query<
        (Entity, &Marks, &Appearance, &Children),
        Or<(Changed<Marks>, Changed<Appearance>)>,
    >,
    mut materials: Query<(&mut MeshMaterial2d<ColorMaterial>, Option<&Part>)>,
    paint: Res<Paint>,
) {
    for (token, marks, shown, children) in &tokens {
        let material = if shown.faded > 0.0 {
            paint.faded(shown.faded)
        } else if marks.shown.done {
            paint.dimmed.clone()
        } else {
            paint.plain.clone()
        };
        for part in std::iter::once(token).chain(children.iter()) {
            let Ok((mut worn, part)) = materials.get_mut(part) else { continue };
            // What lies below keeps its light line.
            let below = part == Some(&Part::Shadow) && shown.faded == 0.0;
            let material = if below { &paint.plain } else { &material };
            if worn.0 != *material {
                worn.0 = material.clone();
            }
        }
    }
}

fn picture(marks: Marks, theme: &Theme) -> Drawing {
    let mut drawing = Drawing::new();
    let size = marks.size as f32 / 1000.0;
    let at = |x: f32, y: f32| Vec2::new(x, y) * size;
    let (most, left) = marks.shown.wounds;
    if most > 1 {
        let step = (1.5 / f32::from(most)).min(0.34);
        for pip in 0..most {
            let x = (f32::from(pip) - f32::from(most - 1) / 2.0) * step;
            let radius = step * 0.46 * size;
            drawing.fill(&circle(at(x, -0.82), radius), theme.room);
            if pip < left {
                drawing.fill(&circle(at(x, -0.82), radius * 0.70), theme.bad);
            } else {
                drawing.fill(&circle(at(x, -0.82), radius * 0.62), theme.faint);
                drawing.fill(&circle(at(x, -0.82), radius * 0.40), theme.room);
            }
        }
    }
    for (sign, place) in signs(&marks.shown) {
        states::draw(&mut drawing, sign, theme, at(place.x, place.y), size * part(sign));
    }
    drawing
}

/// The signs on a token and where they are, from its middle in halves of its smaller side. The upper
/// left corner belongs to the rank.
fn signs(marks: &showing::Marks) -> impl Iterator<Item = (Sign, Vec2)> {
    let unit = (marks.unit, Vec2::new(0.66, 0.66));
    let nerves = (marks.nerves, Vec2::new(-0.66, -0.62));
    let model = (marks.model, Vec2::new(0.66, -0.62));
    [unit, nerves, model].into_iter().filter_map(|(sign, at)| Some((sign?, at)))
}

impl Marks {
    /// The mark at a place, in inches from the token's middle and as the marks stand, and how far it
    /// may be missed by.
    pub(super) fn at(&self, place: Vec2, slack: f32) -> Option<Mark> {
        let size = self.size as f32 / 1000.0;
        let (most, left) = self.shown.wounds;
        let pips = (most > 1).then_some((Mark::Wounds(most, left), Vec2::new(0.0, -0.82), 0.2));
        let signs = signs(&self.shown).map(|(sign, at)| (Mark::State(sign), at, part(sign)));
        let apart = |at: Vec2, mark: Mark| {
            let off = (place - at * size).abs();
            // Pips stand in a row.
            let along = if matches!(mark, Mark::Wounds(..)) { 0.75 * size } else { 0.0 };
            Vec2::new((off.x - along).max(0.0), off.y).length()
        };
        let near = signs.chain(pips).map(|(mark, at, part)| (mark, apart(at, mark) - part * size));
        let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.filter(|&(_, gap)| gap <= slack).map(|(mark, _)| mark)
    }
}

/// The mark that is drawn on a token at a place on the table; one may be missed by so many inches.
pub fn mark_at(world: &World, at: Vec2, slack: f32) -> Option<Mark> {
    let tokens = world.resource::<Tokens>();
    let mut entities = world.roster().models().filter_map(|model| tokens.get(model));
    entities.find_map(|token| mark_on(world, token, at, slack))
}

fn mark_on(world: &World, token: Entity, at: Vec2, slack: f32) -> Option<Mark> {
    let (shown, worn) = (world.get::<Appearance>(token)?, world.get::<Worn>(token)?);
    let (face, marks) = (world.get::<Face>(token)?, world.get::<Marks>(token)?);
    // From afar banners have them.
    if !shown.present || worn.0 == Look::Far {
        return None;
    }
    let place = world.get::<Transform>(token)?;
    let off = at - place.translation.truncate();
    if off.length() > 2.0 * face.size() {
        return None;
    }
    // Those who lie have theirs toppled with them.
    let lies = shown.toppled > 0.0;
    let toppled =
        || (place.rotation.inverse() * off.extend(0.0)).truncate() / place.scale.truncate();
    let off = if lies { toppled() } else { off };
    marks.at(off, slack).or_else(|| face.badge_at(off))
}

/// How large a sign is on a token, as a part of half its size.
fn part(sign: Sign) -> f32 {
    match sign {
        Sign::Tick => 0.24,
        Sign::Hourglass | Sign::Flash | Sign::Exclamation => 0.32,
        Sign::Figure => 0.34,
        Sign::Ball => 0.26,
        Sign::Spark => 0.32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_is_found_where_it_is_drawn() {
        let shown = showing::Marks {
            wounds: (3, 1),
            done: true,
            lies: false,
            unit: Some(Sign::Tick),
            nerves: Some(Sign::Flash),
            model: Some(Sign::Ball),
        };
        let marks = Marks { size: 500, shown };
        let at = |x: f32, y: f32| marks.at(Vec2::new(x, y) * 0.5, 0.02);
        assert_eq!(at(0.66, 0.66), Some(Mark::State(Sign::Tick)));
        assert_eq!(at(-0.66, -0.62), Some(Mark::State(Sign::Flash)));
        assert_eq!(at(0.66, -0.62), Some(Mark::State(Sign::Ball)));
        assert_eq!(at(0.0, -0.82), Some(Mark::Wounds(3, 1)));
        assert_eq!((at(0.0, 0.0), at(-0.66, 0.66)), (None, None));
        let bare = Marks { size: 500, shown: showing::Marks::default() };
        assert_eq!(bare.at(Vec2::new(0.33, 0.33), 0.02), None);
    }
}
