//! The marks on tokens: wounds left, whose unit has had its go, is active, waits on hold, is
//! panicked or terrified, and who lies on the ground. Each mark has a shape of its own.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{Shown, Token, face::shade};
use crate::{
    app::{
        AppSystems,
        animation::Playback,
        board::Paint,
        drawing::{Drawing, circle, open, polygon, rectangle},
        in_battle,
        running::{BattleBegan, BattleLeft},
        theme::Theme,
    },
    battle::{MemberOf, Members, Phase, TurnFrame},
    no_quarter::{Activation, Holding, Morale, ProfileOf, Stance, WoundsLeft},
    table::Base,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MarkMeshes>();
    app.add_systems(
        Update,
        (read_marks, draw_marks, tint_tokens)
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
    /// Wounds it can take at first, and how many it has left; one wound isn't marked.
    wounds: (u8, u8),
    /// Its unit has had its go.
    activated: bool,
    /// Its unit is using its actions.
    /// Its unit is on hold.
    holding: bool,
    /// Its unit is panicked.
    panicked: bool,
    /// Its unit is terrified.
    terrified: bool,
    /// It lies on the ground.
    prone: bool,
}

#[derive(Resource, Default)]
struct MarkMeshes(BTreeMap<Marks, Handle<Mesh>>);

/// The child of a token that shows its marks.
#[derive(Component)]
struct MarksOf;

/// While events are played, the marks stay as they were, but for models in the picture's middle
/// they would tell too early what comes.
fn read_marks(
    playback: Res<Playback>,
    frame: Res<TurnFrame>,
    models: Query<(&MemberOf, &Base, &WoundsLeft, &Stance, &ProfileOf)>,
    units: Query<(&Activation, &Morale, &Holding), With<Members>>,
    mut tokens: Query<(Entity, &Token, Option<&mut Marks>)>,
    mut commands: Commands,
) {
    if playback.is_busy() {
        return;
    }
    let fighting = frame.phase == Phase::Activations;
    for (entity, token, marks) in &mut tokens {
        let Ok((unit, base, wounds, stance, profile)) = models.get(token.entity) else { continue };
        let Ok((activation, morale, holding)) = units.get(unit.0) else { continue };
        let now = Marks {
            size: (base.inner_radius().0 * 1000.0) as u32,
            wounds: (profile.0.wounds, wounds.0),
            activated: fighting && *activation == Activation::Activated,
            holding: holding.0.is_some(),
            panicked: *morale == Morale::Panicked,
            terrified: *morale == Morale::Terrified,
            prone: *stance == Stance::Prone,
        };
        match marks {
            Some(mut marks) => {
                marks.set_if_neq(now);
            }
            None => {
                commands.entity(entity).insert(now);
            }
        }
    }
}

/// Has all marks drawn anew in the colours of another theme.
fn forget_marks(mut cache: ResMut<MarkMeshes>, mut tokens: Query<&mut Marks>) {
    cache.0.clear();
    tokens.iter_mut().for_each(|mut marks| marks.set_changed());
}

fn draw_marks(
    mut tokens: Query<(Entity, &Marks, &Children), Changed<Marks>>,
    drawn: Query<Entity, With<MarksOf>>,
    paint: Res<Paint>,
    theme: Res<Theme>,
    mut cache: ResMut<MarkMeshes>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut commands: Commands,
) {
    for (token, &marks, children) in &mut tokens {
        for old in children.iter().filter(|&child| drawn.contains(child)) {
            commands.entity(old).despawn();
        }
        let picture = picture(marks, &theme);
        if picture.is_empty() {
            continue;
        }
        let mesh = cache.0.entry(marks).or_insert_with(|| meshes.add(picture.mesh())).clone();
        commands.entity(token).with_child((
            MarksOf,
            super::Upright,
            Mesh2d(mesh),
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_xyz(0.0, 0.0, 0.004),
        ));
    }
}

/// Units that have had their go are greyed; the fallen fade.
fn tint_tokens(
    tokens: Query<(Entity, &Marks, &Shown, &Children), Or<(Changed<Marks>, Changed<Shown>)>>,
    mut materials: Query<&mut MeshMaterial2d<ColorMaterial>>,
    paint: Res<Paint>,
) {
    for (token, marks, shown, children) in &tokens {
        let material = if shown.faded > 0.0 {
            paint.faded(shown.faded)
        } else if marks.activated {
            paint.dimmed.clone()
        } else {
            paint.plain.clone()
        };
        for part in std::iter::once(token).chain(children.iter()) {
            if let Ok(mut worn) = materials.get_mut(part)
                && worn.0 != material
            {
                worn.0 = material.clone();
            }
        }
    }
}

fn picture(marks: Marks, theme: &Theme) -> Drawing {
    let mut drawing = Drawing::new();
    let size = marks.size as f32 / 1000.0;
    let at = |x: f32, y: f32| Vec2::new(x, y) * size;
    let (most, left) = marks.wounds;
    if most > 1 {
        let wide = 0.34;
        for pip in 0..most {
            let x = (f32::from(pip) - f32::from(most - 1) / 2.0) * wide;
            let full = pip < left;
            drawing.fill(&circle(at(x, -0.78), size * 0.16), Color::srgb(0.08, 0.06, 0.05));
            let colour =
                if full { Color::srgb(0.94, 0.22, 0.20) } else { Color::srgb(0.35, 0.33, 0.31) };
            drawing.fill(&circle(at(x, -0.78), size * 0.11), colour);
        }
    }
    if marks.holding {
        badge(&mut drawing, at(0.72, 0.72), size, Color::srgb(0.20, 0.42, 0.62));
        let glass = |points: [(f32, f32); 4]| {
            polygon(points.map(|(x, y)| at(0.72 + x * 0.22, 0.72 + y * 0.26)))
        };
        let shape = glass([(-1.0, 1.0), (1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]);
        drawing.fill(&shape, Color::WHITE);
    }
    if marks.panicked {
        badge(&mut drawing, at(-0.72, 0.72), size, theme.warning);
        let wave = [(-0.9, -0.3), (-0.45, 0.5), (0.0, -0.3), (0.45, 0.5), (0.9, -0.3)];
        let path = open(wave.map(|(x, y)| at(-0.72 + x * 0.26, 0.72 + y * 0.28)));
        drawing.line(&path, Color::srgb(0.15, 0.07, 0.0), size * 0.10);
    }
    if marks.terrified {
        badge(&mut drawing, at(-0.72, 0.72), size, theme.bad);
        drawing.fill(&rectangle(at(-0.72, 0.81), at(0.13, 0.30)), Color::WHITE);
        drawing.fill(&circle(at(-0.72, 0.53), size * 0.075), Color::WHITE);
    }
    if marks.activated && !marks.holding {
        let tick = open([at(0.50, 0.66), at(0.68, 0.48), at(0.98, 0.94)]);
        drawing.line(&tick, Color::srgb(0.10, 0.10, 0.08), size * 0.24);
        drawing.line(&tick, Color::srgb(0.86, 0.95, 0.76), size * 0.12);
    }
    if marks.prone {
        let fallen = open([at(-0.85, -0.85), at(0.85, 0.85)]);
        drawing.line(&fallen, Color::srgba(0.05, 0.04, 0.03, 0.85), size * 0.22);
        drawing.line(&fallen, shade(theme.warning, 1.1), size * 0.10);
    }
    drawing
}

fn badge(drawing: &mut Drawing, at: Vec2, size: f32, colour: Color) {
    drawing.fill(&circle(at, size * 0.40), Color::srgb(0.07, 0.06, 0.05));
    drawing.fill(&circle(at, size * 0.34), colour);
}
