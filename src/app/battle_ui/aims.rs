//! What the order in preparation may be aimed at, shown before anything is pointed at: how far it reaches,
//! and who is a legal target. Rules are asked about a few of them a frame.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};

use super::{
    aim::{self, Aim, Hover},
    draft::Stamp,
    mode::{Mode, focus},
    overlays::room::Room,
    paint::{Canvas, Manner},
    select::neighbour,
};
use crate::{
    app::{
        focus as keyboard,
        seat::{Game, Intent},
        theme::strength,
        third_party::egui::context,
    },
    battle::{
        BattleWorld, ModelId,
        playable::{
            Acting,
            acting::{Aims, Candidate, Focus},
        },
    },
    table::{Inches, Placed},
};

/// What is known so far, and of which order in preparation.
#[derive(Resource, Clone, Debug, Default)]
pub struct Aimed {
    key: Option<(Stamp, Focus, Intent)>,
    aims: Option<Aims>,
    /// Whether each of the candidates that were asked about may be aimed at.
    may: Vec<bool>,
    /// Whether keys are to begin at one of them, once it is known which.
    begins: bool,
}

impl Aimed {
    /// The candidates so far, each with whether it may be aimed at.
    fn known(&self) -> impl Iterator<Item = (Candidate, bool)> {
        let candidates = self.aims.iter().flat_map(|aims| aims.candidates.iter().copied());
        candidates.zip(self.may.iter().copied())
    }
}

/// So long it may go on asking in one frame.
const A_FRAMES_SHARE: Duration = Duration::from_millis(4);

/// Asks about the next candidates.
pub fn update(world: &mut World) {
    let intent = world.resource::<Mode>().intent().cloned();
    let key = intent.map(|intent| (Stamp::of(world), focus(world), intent));
    if world.resource::<Aimed>().key != key {
        let aims = key.as_ref().and_then(|(_, focus, intent)| Game::aims(world, *focus, intent));
        let by_keys = aims.is_some() && is_put_down_by_keys(world);
        *world.resource_mut::<Aimed>() = Aimed { key, aims, may: Vec::new(), begins: by_keys };
        if by_keys {
            aim::await_keys(world);
        }
    }
    let begun = Instant::now();
    while begun.elapsed() < A_FRAMES_SHARE {
        begin_by_keys(world);
        let Aimed { key: Some((_, focus, intent)), aims: Some(aims), may, .. } =
            world.resource::<Aimed>()
        else {
            return;
        };
        let Some(&next) = aims.candidates.get(may.len()) else { return };
        let answer = Game::may_aim_at(world, *focus, intent, next);
        world.resource_mut::<Aimed>().may.push(answer);
    }
}

/// Whether keys have taken up something to put it down, and have led it nowhere yet.
fn is_put_down_by_keys(world: &mut World) -> bool {
    let by_keys = context(world).is_some_and(|ctx| keyboard::keys_were_used_last(&ctx));
    by_keys && world.resource::<Mode>().places() && !world.resource::<Aim>().by_keys
}

/// Whatever keys have taken up to put it down begins at the nearest of those on whom it may lie, wherever the
/// pointer lies; or else at the nearest of all, where it is said why it may not. The pointer and other keys
/// may lead it somewhere before that is known.
fn begin_by_keys(world: &mut World) {
    let Aim { at, by_keys, .. } = *world.resource::<Aim>();
    let aimed = world.resource::<Aimed>();
    if !aimed.begins {
        return;
    }
    let legal = aimed.known().find(|&(_, may)| may).map(|(at, _)| at);
    let candidates = aimed.aims.as_ref().map_or(&[][..], |aims| aims.candidates.as_slice());
    let all_known = aimed.may.len() == candidates.len();
    let nearest = candidates.first().copied().filter(|_| all_known);
    let first = legal.or(nearest);
    let is_over = first.is_some() || all_known || !by_keys || at.is_some();
    world.resource_mut::<Aimed>().begins = !is_over;
    if by_keys
        && at.is_none()
        && let Some(model) = first.and_then(|at| foremost(world, at))
    {
        aim::put_on(world, model);
    }
}

/// Puts the aim on the next of those who may be aimed at; false where the order in preparation has none.
pub fn next(world: &mut World, step: i32) -> bool {
    if world.resource::<Mode>().intent().is_none() {
        return false;
    }
    let legal: Vec<ModelId> = {
        let known = world.resource::<Aimed>().known();
        known.filter(|&(_, may)| may).filter_map(|(at, _)| foremost(world, at)).collect()
    };
    let hover = *world.resource::<Hover>();
    let same = |model: &&ModelId| {
        Some(**model) == hover.model || Some(world.unit_of(**model)) == hover.unit
    };
    let exact = hover.model.filter(|model| legal.contains(model));
    let present = exact.or_else(|| legal.iter().find(same).copied());
    let Some(model) = neighbour(&legal, present, step) else { return false };
    aim::put_on(world, model);
    true
}

/// The model on which the aim is put for somebody.
fn foremost(world: &World, at: Candidate) -> Option<ModelId> {
    match at {
        Candidate::Unit(unit) => {
            Game::foremost(world, unit).or_else(|| world.standing(unit).first().copied())
        }
        Candidate::Model(model) => Some(model),
    }
}

/// What the order in preparation may be aimed at, while whoever aims stands.
fn present(world: &World) -> Option<&Aims> {
    world.resource::<Mode>().intent()?;
    let aims = world.resource::<Aimed>().aims.as_ref()?;
    world.is_standing(aims.from).then_some(aims)
}

/// How far the order in preparation reaches around whoever aims, as far as the table goes.
pub fn draw_reach(world: &World, canvas: &Canvas) {
    let Some(Aims { from, reach: Some(reach), .. }) = present(world) else { return };
    let from = world.placed(*from);
    canvas.dashed_ring(&from, reach.0 * canvas.scale(), canvas.warning(), 1.5);
}

/// The distance on a plate, at the place of that line which is nearest to the middle of the window.
fn draw_distance(world: &World, canvas: &Canvas, from: &Placed, reach: Inches) {
    const PLACES: u8 = 24;
    let words = reach.to_string();
    let far = reach.0 + from.base.outer_radius().0;
    let at = |place: u8| {
        let angle = f32::from(place) / f32::from(PLACES) * std::f32::consts::TAU;
        from.pose.at + Vec2::from_angle(angle) * far
    };
    let table = world.table();
    let inside = |at: &Vec2| {
        at.x > 1.0 && at.y > 1.0 && at.x < table.width.0 - 1.0 && at.y < table.depth.0 - 1.0
    };
    let middle = canvas.free().center();
    let mut places: Vec<_> =
        (0..PLACES).map(at).filter(inside).map(|place| canvas.at(place)).collect();
    places.sort_by(|a, b| a.distance_sq(middle).total_cmp(&b.distance_sq(middle)));
    let mut room = Room::new(world, canvas);
    if let Some(at) = room.take_beside_banners(places, canvas.size_of_words(&words)) {
        canvas.words(at, &words, canvas.warning());
    }
}

/// Draws rings around whoever aims and around all candidates.
pub fn draw(world: &World, canvas: &Canvas) {
    let Some(aims) = present(world) else { return };
    let from = world.placed(aims.from);
    canvas.ring(&from, 4.0, canvas.selected(), 2.2);
    if let Some(reach) = aims.reach {
        draw_distance(world, canvas, &from, reach);
    }
    let hover = world.resource::<Hover>();
    for (at, may) in world.resource::<Aimed>().known() {
        let (models, pointed) = match at {
            Candidate::Unit(unit) => (world.standing(unit), hover.unit == Some(unit)),
            Candidate::Model(model) => (vec![model], hover.model == Some(model)),
        };
        let placed: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
        let (colour, width, manner) = match (may, pointed) {
            (true, true) => (canvas.warning(), 2.5, Manner::Solid),
            (true, false) => (canvas.good(), 1.75, Manner::Solid),
            (false, _) => (canvas.faint(), 1.25, Manner::Dotted),
        };
        canvas.rings(&placed, 3.0, colour, width, manner);
    }
    draw_line(world, canvas, &from, *hover);
}

/// A line to whoever is pointed at and may be aimed at.
fn draw_line(world: &World, canvas: &Canvas, from: &Placed, hover: Hover) {
    let aimed = world.resource::<Aimed>();
    let meant = |at: Candidate| match at {
        Candidate::Unit(unit) => hover.unit == Some(unit),
        Candidate::Model(model) => hover.model == Some(model),
    };
    let Some(model) = hover.model else { return };
    if aimed.known().any(|(at, may)| may && meant(at)) && world.is_standing(model) {
        let (a, b) = crate::table::base::closest_points(from, &world.placed(model));
        canvas.line(a, b, canvas.warning().gamma_multiply(strength::LEADING), 1.5);
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Key;

    use super::*;
    use crate::app::{
        battle_ui::{
            draft::Draft,
            player::{MAGE, Player},
        },
        third_party::egui as panels,
    };

    /// A mage who has chosen the smoke from its list by keys, which has to be seen where it comes up.
    fn puts_down_smoke(mut player: Player) -> Player {
        [KeyCode::Tab, KeyCode::Enter, KeyCode::F7].into_iter().for_each(|key| player.key(key));
        panels::press(player.app.world_mut(), Key::Num2);
        player.wait(10);
        assert!(player.world().resource::<Mode>().places(), "smoke is put down somewhere");
        player
    }

    #[test]
    fn what_keys_put_down_begins_at_the_nearest_on_whom_it_may_lie() {
        let begins_at = |player: &Player| player.world().resource::<Hover>().unit;
        let refused = |player: &Player| player.world().resource::<Draft>().refused.is_some();
        let player = puts_down_smoke(Player::of(MAGE));
        let (_, nearest) = player.units();
        assert_eq!((begins_at(&player), refused(&player)), (Some(nearest), false));
        let player = puts_down_smoke(Player::behind_a_hut(MAGE, 12.5));
        let farther = begins_at(&player).expect("somebody is seen beside the hut");
        assert_ne!(farther, nearest, "it isn't seen behind the hut");
        assert!(!refused(&player), "{:?}", player.world().resource::<Draft>().refused);
        let player = puts_down_smoke(Player::behind_a_hut(MAGE, 31.0));
        assert_eq!(begins_at(&player), Some(nearest), "nobody is seen");
        assert!(refused(&player), "and it is said why not");
    }
}
