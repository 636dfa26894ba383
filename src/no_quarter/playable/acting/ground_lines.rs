//! What the ground would do that an order makes: where it lies on the table, and in lines.

use bevy::{math::Vec2, prelude::World};

use super::{sketch::line, template_lines};
use crate::{
    battle::{
        BattleWorld,
        playable::{
            Tone,
            acting::{LaidTemplate, Line, Under},
        },
    },
    no_quarter::{
        odds::{GroundOdds, MetOdds},
        preview::Preview,
        topic::Topic,
    },
    table::{
        Inches,
        template::{Covered, Laid, Template},
    },
};

/// Ground that comes up with a chance, as the table shows it.
pub(super) fn laid(world: &World, ground: &GroundOdds, likely: f32) -> LaidTemplate {
    let own = world.side_of_model(ground.maker);
    let under = ground.met.iter().map(|&MetOdds { model, covered, wound, .. }| Under {
        model,
        covered,
        friend: world.side_of_model(model) == own,
        wound: ground.harms.then_some(wound * likely),
    });
    LaidTemplate {
        outline: ground.laid.outline(),
        at: ground.laid.at,
        from: None,
        astray: None,
        runs: ground.runs.map(|[_, far]| lane(&ground.laid, far)).unwrap_or_default(),
        under: under.collect(),
        count: on_a_plate(ground),
    }
}

/// The edge of all that a disc covers on its way from where it lies.
fn lane(laid: &Laid, to: Vec2) -> Vec<Vec2> {
    let way = (to - laid.at).normalize_or(Vec2::Y);
    let side = |at: Vec2, ahead: Vec2| {
        let half = Template::HalfBlast { diameter: width(laid) };
        Laid { template: half, at, facing: ahead }.outline()
    };
    [side(to, way), side(laid.at, -way)].concat()
}

fn width(laid: &Laid) -> Inches {
    match laid.template {
        Template::Blast { diameter } | Template::HalfBlast { diameter } => diameter,
        Template::Teardrop { width, .. } => width,
    }
}

/// How many it covers wholly and partly; of ground that runs, how many it surely meets and how many perhaps.
fn met(ground: &GroundOdds) -> (usize, usize) {
    let how_many = |wanted| ground.met.iter().filter(|met| met.covered == wanted).count();
    (how_many(Covered::Wholly), how_many(Covered::Partly))
}

fn on_a_plate(ground: &GroundOdds) -> String {
    match (ground.runs, met(ground)) {
        (None, covered) => template_lines::on_a_plate(covered),
        (Some(_), (0, 0)) => "nobody".to_owned(),
        (Some(_), (0, perhaps)) => format!("{perhaps} perhaps in its way"),
        (Some(_), (surely, 0)) => format!("{surely} in its way"),
        (Some(_), (surely, perhaps)) => format!("{surely} in its way, {perhaps} perhaps"),
    }
}

/// What the ground would do that an order makes.
pub(super) fn lines(world: &World, preview: &Preview) -> Vec<Line> {
    let likely = preview.first.as_ref().map_or(1.0, |first| first.chance);
    preview.grounds.iter().flat_map(|ground| of_ground(world, ground, likely)).collect()
}

fn of_ground(world: &World, ground: &GroundOdds, likely: f32) -> Vec<Line> {
    let wide = width(&ground.laid);
    let mut lines = vec![line(Topic::Templates, format!("{wide} wide"), Tone::Faint)];
    if let Some(ends) = ground.runs {
        let [least, most] = ends.map(|end| ground.laid.at.distance(end).round());
        let text = format!("runs {least} to {most} inches at once");
        lines.push(line(Topic::Templates, text, Tone::Faint));
    }
    let met = match (ground.met.is_empty(), ground.runs) {
        (true, None) => "nobody under it".to_owned(),
        (true, Some(_)) => "nobody in its way".to_owned(),
        (false, _) => on_a_plate(ground),
    };
    lines.push(line(Topic::Templates, met, Tone::Faint));
    if ground.harms {
        let side = world.side_of_model(ground.maker);
        let wounds = |friends: bool| -> f32 {
            let of_side = |met: &&MetOdds| (world.side_of_model(met.model) == side) == friends;
            likely * ground.met.iter().filter(of_side).map(|met| met.wound).sum::<f32>()
        };
        lines.extend(template_lines::expected(wounds));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::playable::acting::Focus,
        no_quarter::{
            Ability, Order, Profile,
            components::Formation,
            magic::Spell,
            playable::acting::sketch::sketch,
            test_world::{TestWorld, man},
            uses::{At, Usable},
        },
    };

    fn extent(points: &[Vec2]) -> Vec2 {
        let corners = points
            .iter()
            .fold((points[0], points[0]), |(low, high), &point| (low.min(point), high.max(point)));
        corners.1 - corners.0
    }

    #[test]
    fn ground_that_a_spell_makes_is_shown_at_its_size() {
        let mut test = TestWorld::new();
        let knows = [Spell::Smoke, Spell::LavaPool, Spell::Pestilence, Spell::Fog];
        let abilities = [Ability::Wizard(4)].into_iter().chain(knows.map(Ability::Knows)).collect();
        let mage = Profile { abilities, ..man() };
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 4.0, 90.0)], mage);
        let foes = [(10.0, 10.0, 270.0), (10.0, 16.0, 270.0)];
        let theirs = test.unit(1, Formation::Skirmish, &foes, man());
        test.activate(ours);
        let (caster, near) = (test.model(ours, 0), test.model(theirs, 0));
        let shown = |spell: Spell, at| {
            let order = Order::Use { model: caster, what: Usable::Spell(spell), at };
            let sketch = sketch(&test.world, Focus::default(), &order);
            let lines: Vec<String> = sketch.lines.into_iter().map(|line| line.text).collect();
            let mut templates = sketch.templates;
            assert_eq!(templates.len(), 1, "{spell:?}");
            (templates.swap_remove(0), lines)
        };
        let there = Vec2::new(10.0, 10.0);
        let (smoke, lines) = shown(Spell::Smoke, At::Place(there));
        assert!(extent(&smoke.outline).distance(Vec2::splat(3.0)) < 0.05, "{smoke:?}");
        assert_eq!((smoke.at, smoke.under.len(), smoke.under[0].wound), (there, 1, None));
        assert!(lines.contains(&"1 under".to_owned()), "{lines:?}");
        let (lava, _) = shown(Spell::LavaPool, At::Place(there));
        assert!(extent(&lava.outline).distance(Vec2::splat(2.5)) < 0.05, "{lava:?}");
        assert_eq!(lava.under[0].model, near);
        assert!(lava.under[0].wound.is_some_and(|wound| wound > 0.0), "{lava:?}");
        let (fog, _) = shown(Spell::Fog, At::Itself);
        let across = extent(&fog.outline).x;
        assert!(across > 10.9 && fog.at == Vec2::new(10.0, 4.0), "{across}");
        let (rats, lines) = shown(Spell::Pestilence, At::Towards(Vec2::Y));
        assert!(extent(&rats.outline).distance(Vec2::splat(3.0)) < 0.05, "{rats:?}");
        // 15 inches farther, and as wide all the way.
        assert!(extent(&rats.runs).distance(Vec2::new(3.0, 18.0)) < 0.05, "{rats:?}");
        assert_eq!(rats.count, "1 in its way, 1 perhaps");
        assert!(lines.contains(&"runs 6 to 15 inches at once".to_owned()), "{lines:?}");
    }
}
