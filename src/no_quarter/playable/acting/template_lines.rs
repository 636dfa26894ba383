//! What an attack with a template would do, in lines.

use bevy::prelude::World;

use super::{odds::in_a_line, sketch::line};
use crate::{
    battle::{
        BattleWorld,
        playable::{
            Tone,
            acting::{Line, per_cent},
            count,
        },
    },
    no_quarter::{
        Order,
        odds::{TemplateOdds, UnderOdds},
        preview::Preview,
        templates::PARTLY,
        topic::Topic,
    },
    table::template::Covered,
};

/// What the attacks of an order would do that are aimed at places.
pub fn lines(world: &World, order: &Order, preview: &Preview) -> Vec<Line> {
    let mut lines: Vec<Line> =
        preview.templates.iter().flat_map(|template| of_template(world, template)).collect();
    if matches!(order, Order::Fire { .. })
        && let Some(attack) = preview.attacks.first()
    {
        let hit = in_a_line("ranged attack", &attack.to_hit);
        let text = format!("{}: hits on {} or less, {hit}", attack.weapon, attack.to_hit.value());
        lines.push(line(Topic::HitFromAfar, text, Tone::Plain));
        let all: f32 = preview.attacks.iter().map(|attack| attack.chance).sum();
        lines.push(line(Topic::Damage, format!("{all:.1} wounds expected"), Tone::Good));
    }
    lines
}

fn of_template(world: &World, template: &TemplateOdds) -> Vec<Line> {
    let TemplateOdds { weapon, actions, to_hit, deviation, under, .. } = template;
    let hits = match to_hit {
        Some(needed) => format!("hits on {}", in_a_line("ranged attack", needed)),
        None => "always hits".to_owned(),
    };
    let cost = count(usize::from(*actions), "action");
    let mut lines =
        vec![line(Topic::HitFromAfar, format!("{weapon}, {cost}: {hits}"), Tone::Plain)];
    if let Some((least, most, chance)) = deviation {
        let far = match (least.0.round(), most.0.round()) {
            (_, 1.0) => "1 inch".to_owned(),
            (least, most) if least < most => format!("{least} to {most} inches"),
            (_, most) => format!("{most} inches"),
        };
        let text = format!("{} to scatter {far}", per_cent(*chance));
        lines.push(line(Topic::Astray, text, Tone::Faint));
    }
    let how_many = |wanted| under.iter().filter(|under| under.covered == wanted).count();
    let (wholly, partly) = (how_many(Covered::Wholly), how_many(Covered::Partly));
    let text = format!("{wholly} wholly under it, {partly} partly (hit on {PARTLY} or less)");
    lines.push(line(Topic::Templates, text, Tone::Faint));
    let wounds = |friends: bool| -> f32 {
        let side = world.side_of_model(template.attacker);
        let of_side = |under: &&UnderOdds| (world.side_of_model(under.model) == side) == friends;
        under.iter().filter(of_side).map(|under| under.wound).fold(0.0, |sum, one| sum + one)
    };
    let text = format!("{:.1} wounds expected", wounds(false));
    lines.push(line(Topic::Damage, text, Tone::Good));
    if wounds(true) > 0.005 {
        let text = format!("{:.1} wounds expected on friends", wounds(true));
        lines.push(line(Topic::Templates, text, Tone::Bad));
    }
    lines
}
