//! The marks on tokens: wounds left, whose unit has had its go, waits on hold, is panicked or
//! terrified, and who lies on the ground. Each mark has a shape of its own.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::{
    Look, Part, Shown, Token, Worn, dress,
    states::{self, State},
};
use crate::{
    app::{
        AppSystems,
        animation::Playback,
        board::Paint,
        drawing::{Drawing, circle},
        in_battle, layer,
        running::{BattleBegan, BattleLeft},
        theme::Theme,
    },
    battle::{MemberOf, Members},
    no_quarter::{
        Activation, Gun, Holding, Morale, ProfileOf, Stance, WoundsLeft, phase::Phase,
        system::BattleState,
    },
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
    /// Its unit is on hold.
    holding: bool,
    /// Its unit is panicked.
    panicked: bool,
    /// Its unit is terrified.
    terrified: bool,
    /// It lies on the ground.
    prone: bool,
    /// It is a gun that can fire.
    loaded: bool,
}

#[derive(Resource, Default)]
struct MarkMeshes(BTreeMap<Marks, Option<Handle<Mesh>>>);

/// The child of a token that shows its marks.
#[derive(Component)]
struct MarksOf;

/// While events are played, the marks stay as they were, but for models in the picture's middle
/// they would tell too early what comes.
fn read_marks(
    playback: Res<Playback>,
    state: Res<BattleState>,
    models: Query<(&MemberOf, &Base, &WoundsLeft, &Stance, &ProfileOf, Option<&Gun>)>,
    units: Query<(&Activation, &Morale, &Holding), With<Members>>,
    mut tokens: Query<(Entity, &Token, Option<&mut Marks>)>,
    mut commands: Commands,
) {
    if playback.is_busy() {
        return;
    }
    let fighting = state.phase == Phase::Activations;
    for (entity, token, marks) in &mut tokens {
        let Ok((unit, base, wounds, stance, profile, gun)) = models.get(token.entity) else {
            continue;
        };
        let Ok((activation, morale, holding)) = units.get(unit.0) else { continue };
        let now = Marks {
            size: (base.inner_radius().0 * 1000.0) as u32,
            wounds: (profile.0.wounds, wounds.0),
            activated: fighting && *activation == Activation::Activated,
            holding: holding.0.is_some(),
            panicked: *morale == Morale::Panicked,
            terrified: *morale == Morale::Terrified,
            prone: *stance == Stance::Prone,
            loaded: gun.is_some_and(|gun| gun.loaded_in.is_some()),
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
            Transform::from_xyz(0.0, 0.0, dress::MARKS - layer::TOKENS),
        ));
    }
}

/// Units that have had their go are greyed; the fallen fade.
fn tint_tokens(
    tokens: Query<(Entity, &Marks, &Shown, &Children), Or<(Changed<Marks>, Changed<Shown>)>>,
    mut materials: Query<(&mut MeshMaterial2d<ColorMaterial>, Option<&Part>)>,
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
    let (most, left) = marks.wounds;
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
    // The upper left corner belongs to the rank.
    let upper_right = at(0.66, 0.66);
    let lower_left = at(-0.66, -0.62);
    let lower_right = at(0.66, -0.62);
    let mut mark = |state: State, at: Vec2, part: f32| {
        states::draw(&mut drawing, state, theme, at, size * part);
    };
    if marks.holding {
        mark(State::Holding, upper_right, 0.32);
    } else if marks.activated {
        mark(State::Activated, upper_right, 0.24);
    }
    if marks.panicked {
        mark(State::Panicked, lower_left, 0.32);
    }
    if marks.terrified {
        mark(State::Terrified, lower_left, 0.32);
    }
    if marks.prone {
        mark(State::Prone, lower_right, 0.34);
    } else if marks.loaded {
        mark(State::Loaded, lower_right, 0.26);
    }
    drawing
}
