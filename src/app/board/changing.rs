//! Ground that comes, moves or goes: it grows out of its middle, slides to where it goes, and fades away.

use bevy::prelude::*;

use super::Grass;
use crate::{
    app::{AppSystems, settings::Settings},
    table::{Footprint, Terrain},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, change.in_set(AppSystems::Redraw));
}

/// How long it takes at normal speed, in seconds. This is the time of docs/look.md.
const SECONDS: f32 = 0.4;

/// How large what comes is as it begins, as a share of its size.
const SMALL: f32 = 0.3;

/// How much larger what goes is in the end, as a share of its size.
const SPREAD: f32 = 0.12;

/// What happens to the picture of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum How {
    /// It comes.
    Comes,
    /// It moves, from so far away.
    Moves(Vec2),
    /// It goes.
    Goes,
}

/// A picture that changes.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Changing {
    /// How.
    how: How,
    /// Around which point.
    middle: Vec2,
    /// The share of it that is over.
    over: f32,
}

/// How a picture looks at a point of its change.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    scale: f32,
    shift: Vec2,
    faded: f32,
}

impl Changing {
    /// A change that begins.
    pub(super) fn new(how: How, piece: &Terrain) -> Self {
        Self { how, middle: middle(&piece.footprint), over: 0.0 }
    }

    fn look(&self) -> Look {
        let eased = self.over * self.over * (3.0 - 2.0 * self.over);
        let (scale, shift, faded) = match self.how {
            How::Comes => (SMALL + (1.0 - SMALL) * eased, Vec2::ZERO, 1.0 - eased),
            How::Moves(from) => (1.0, from * (1.0 - eased), 0.0),
            How::Goes => (1.0 + SPREAD * eased, Vec2::ZERO, eased),
        };
        Look { scale, shift: shift + self.middle * (1.0 - scale), faded }
    }
}

/// The middle of what a footprint covers.
pub(super) fn middle(footprint: &Footprint) -> Vec2 {
    match footprint {
        Footprint::Circle { at, .. } => *at,
        Footprint::Polygon(points) | Footprint::Line { points, .. } => {
            points.iter().copied().sum::<Vec2>() / points.len().max(1) as f32
        }
    }
}

/// Brings what changes a little further; with animations off at once to its end.
fn change(
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    grass: Res<Grass>,
    mut commands: Commands,
    mut changing: Query<(
        Entity,
        &mut Changing,
        &mut Transform,
        &mut MeshMaterial2d<ColorMaterial>,
    )>,
) {
    let step = settings.speed.rate().map(|rate| time.delta_secs().min(0.1) * rate / SECONDS);
    for (entity, mut changing, mut at, mut material) in &mut changing {
        changing.over = step.map_or(1.0, |step| (changing.over + step).min(1.0));
        let over = changing.over >= 1.0;
        if over && changing.how == How::Goes {
            commands.entity(entity).despawn();
            continue;
        }
        let Look { scale, shift, faded } = changing.look();
        at.scale = Vec3::new(scale, scale, 1.0);
        at.translation = shift.extend(at.translation.z);
        material.0 = if over { grass.grain.clone() } else { grass.faded(faded) };
        if over {
            commands.entity(entity).remove::<Changing>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Inches;

    fn look(how: How, over: f32) -> Look {
        let shape = Footprint::Circle { at: Vec2::new(6.0, 4.0), radius: Inches(1.5) };
        Changing { over, ..Changing::new(how, &Terrain::new("smoke", shape)) }.look()
    }

    /// Where a point of the picture is shown.
    fn shown(look: Look, at: Vec2) -> Vec2 {
        at * look.scale + look.shift
    }

    #[test]
    fn what_comes_grows_out_of_its_middle_and_ends_as_it_is() {
        let middle = Vec2::new(6.0, 4.0);
        for over in [0.0, 0.4, 1.0] {
            assert!(shown(look(How::Comes, over), middle).distance(middle) < 1e-4);
            assert!(shown(look(How::Goes, over), middle).distance(middle) < 1e-4);
        }
        let begins = look(How::Comes, 0.0);
        assert!(begins.scale < 0.5 && begins.faded > 0.99, "{begins:?}");
        let still = Look { scale: 1.0, shift: Vec2::ZERO, faded: 0.0 };
        assert_eq!(look(How::Comes, 1.0), still);
        assert_eq!(look(How::Moves(Vec2::X), 1.0), still);
    }

    #[test]
    fn what_goes_fades_and_what_moves_comes_from_where_it_was() {
        assert_eq!((look(How::Goes, 0.0).faded, look(How::Goes, 1.0).faded), (0.0, 1.0));
        let there = Vec2::new(7.0, 5.0);
        let from = Vec2::new(-3.0, 2.0);
        assert_eq!(shown(look(How::Moves(from), 0.0), there), there + from);
    }
}
