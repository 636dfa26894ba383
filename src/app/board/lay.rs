//! Lays the table of a battle: spawns what is drawn of it, and draws what isn't drawn yet. Ground that
//! comes, moves or goes does so once the animation has come so far.

use bevy::prelude::*;

use super::{
    Drawn, Grass, OfBattle, Scenery,
    changing::{Changing, How, middle},
    scenery::{Part, Picture},
    terrain::Crowns,
};
use crate::{
    app::{AppSystems, animation::Playback, running::BattleBegan},
    battle::Battlefield,
    table::Terrain,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drawn>().init_resource::<Lying>();
    app.add_observer(lay_ground);
    let there = resource_exists::<Battlefield>;
    app.add_systems(Update, lay_terrain.in_set(AppSystems::Redraw).run_if(there));
}

/// The picture of a piece of terrain, by the piece's place in the table's list.
#[derive(Component)]
struct Piece(usize);

/// A tree of a piece of terrain.
#[derive(Component)]
struct OfWood;

/// The terrain as it is shown.
#[derive(Resource, Default)]
struct Lying {
    /// The pieces; none before those are laid with which the battle begins.
    pieces: Option<Vec<Terrain>>,
    /// Whether they may be others by now.
    stale: bool,
}

/// Lays all that stays as it is throughout the battle.
fn lay_ground(
    _: On<BattleBegan>,
    field: Res<Battlefield>,
    grass: Res<Grass>,
    mut drawn: ResMut<Drawn>,
    mut lying: ResMut<Lying>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    *lying = Lying { pieces: None, stale: true };
    let scenery = Scenery::played(&field.0);
    drawn.turn_to(scenery.clone());
    for part in scenery.parts().filter(|part| !matches!(part, Part::Piece(_))) {
        let Picture { mesh, .. } = drawn.picture(part, &mut meshes);
        let at = Transform::from_xyz(0.0, 0.0, scenery.height(part));
        commands.spawn((OfBattle, Mesh2d(mesh), part.material(&grass), at));
    }
}

/// Lays all pieces of terrain, at the beginning and whenever some have come, moved or gone, as soon as
/// that has been shown with which they did.
fn lay_terrain(
    field: Res<Battlefield>,
    playback: Res<Playback>,
    pieces: Query<(Entity, &Piece)>,
    woods: Query<Entity, With<OfWood>>,
    grass: Res<Grass>,
    crowns: Res<Crowns>,
    mut drawn: ResMut<Drawn>,
    mut lying: ResMut<Lying>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    lying.stale |= field.is_changed();
    if !lying.stale || lying.pieces.is_some() && !playback.has_shown_ground() {
        return;
    }
    let present = &field.0.terrain;
    let before = lying.pieces.replace(present.clone());
    lying.stale = false;
    let changes = before.as_deref().map_or_else(Changes::default, |old| Changes::of(old, present));
    for tree in &woods {
        commands.entity(tree).despawn();
    }
    for (entity, Piece(place)) in &pieces {
        let gone = changes.gone.contains(place);
        match before.as_ref().and_then(|old| old.get(*place)).filter(|_| gone) {
            Some(piece) => {
                let goes = Changing::new(How::Goes, piece);
                commands.entity(entity).remove::<Piece>().insert(goes);
            }
            None => commands.entity(entity).despawn(),
        }
    }
    let scenery = Scenery::played(&field.0);
    drawn.turn_to(scenery.clone());
    for (place, piece) in present.iter().enumerate() {
        let part = Part::Piece(place);
        let Picture { mesh, trees } = drawn.picture(part, &mut meshes);
        let at = Transform::from_xyz(0.0, 0.0, scenery.height(part));
        let mut laid =
            commands.spawn((OfBattle, Piece(place), Mesh2d(mesh), part.material(&grass), at));
        if let Some(how) = changes.of_place(place) {
            laid.insert(Changing::new(how, piece));
        }
        for (number, tree) in trees.into_iter().enumerate() {
            let above = place as f32 * 0.1 + number as f32 * 0.0005;
            commands.spawn((OfBattle, OfWood, crowns.tree(tree, above)));
        }
    }
}

/// What has become of the pieces of a table, each by its place in the list before or after.
#[derive(Clone, Debug, Default, PartialEq)]
struct Changes {
    /// Those that are gone, by their places before.
    gone: Vec<usize>,
    /// Those that have come.
    come: Vec<usize>,
    /// Those that have moved, and from how far away.
    moved: Vec<(usize, Vec2)>,
}

impl Changes {
    /// From one list to the next. What is the same but for where it lies has moved.
    fn of(before: &[Terrain], after: &[Terrain]) -> Self {
        let mut changes = Self::default();
        let mut old: Vec<usize> = (0..before.len()).collect();
        let mut new: Vec<usize> = (0..after.len()).collect();
        new.retain(|&place| {
            let same = old.iter().position(|&other| before[other] == after[place]);
            same.map(|same| old.remove(same)).is_none()
        });
        for place in new {
            let alike = |other: &Terrain| {
                *other == Terrain { footprint: other.footprint.clone(), ..after[place].clone() }
            };
            match old.iter().position(|&other| alike(&before[other])) {
                Some(found) => {
                    let from = middle(&before[old.remove(found)].footprint);
                    changes.moved.push((place, from - middle(&after[place].footprint)));
                }
                None => changes.come.push(place),
            }
        }
        changes.gone = old;
        changes
    }

    /// What has become of the piece at a place of the list after, if anything.
    fn of_place(&self, place: usize) -> Option<How> {
        let moved = self.moved.iter().find(|(moved, _)| *moved == place);
        let moved = moved.map(|&(_, from)| How::Moves(from));
        moved.or_else(|| self.come.contains(&place).then_some(How::Comes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Footprint, Inches};

    fn piece(kind: &str, x: f32) -> Terrain {
        let at = Vec2::new(x, 8.0);
        Terrain::new(kind, Footprint::Circle { at, radius: Inches(1.5) })
    }

    #[test]
    fn what_comes_moves_and_goes_is_told_apart() {
        let before = [piece("wood", 4.0), piece("smoke", 10.0), piece("fog", 16.0)];
        assert_eq!(Changes::of(&before, &before), Changes::default());
        let after = [piece("wood", 4.0), piece("fog", 16.0), piece("smoke", 12.0)];
        let moved = vec![(2, Vec2::new(-2.0, 0.0))];
        assert_eq!(Changes::of(&before, &after), Changes { moved, ..Changes::default() });
        let after = [piece("wood", 4.0), piece("lava", 16.0), piece("smoke", 10.0)];
        let changes = Changes::of(&before, &after);
        assert_eq!((&changes.gone[..], &changes.come[..]), (&[2][..], &[1][..]));
        assert_eq!(changes.of_place(1), Some(How::Comes));
        assert_eq!((changes.of_place(0), changes.of_place(2)), (None, None));
    }

    #[test]
    fn of_two_equal_clouds_one_goes() {
        let before = [piece("smoke", 10.0), piece("smoke", 14.0)];
        let changes = Changes::of(&before, &before[1..]);
        assert_eq!(changes, Changes { gone: vec![0], ..Changes::default() });
    }
}
