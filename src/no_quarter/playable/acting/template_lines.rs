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
    let mut lines: Vec<Line> = preview
        .templates
        .iter()
        .flat_map(|template| of_template(world, preview, template))
        .collect();
    if matches!(order, Order::Fire { .. })
        && let Some(attack) = preview.attacks.first()
    {
        let text = format!("{}: hits on {}", attack.weapon, in_a_line(&attack.to_hit));
        lines.push(line(Topic::HitFromAfar, text, Tone::Plain));
        let all: f32 = preview.attacks.iter().map(|attack| attack.chance).sum();
        lines.push(line(Topic::Damage, format!("{all:.1} wounds expected"), Tone::Good));
    }
    lines
}

fn of_template(world: &World, preview: &Preview, template: &TemplateOdds) -> Vec<Line> {
    let TemplateOdds { weapon, actions, to_hit, deviation, under, .. } = template;
    let hits = match to_hit {
        Some(needed) => format!("hits on {}", in_a_line(needed)),
        None => "can't go astray".to_owned(),
    };
    let cost = count(usize::from(*actions), "action");
    let mut lines = Vec::new();
    // What a first roll takes is told with that.
    if preview.first.is_none() {
        lines.push(line(Topic::HitFromAfar, format!("{weapon}, {cost}: {hits}"), Tone::Plain));
    }
    if let Some((least, most, chance)) = deviation {
        let far = match (least.0.round(), most.0.round()) {
            (_, 1.0) => "1 inch".to_owned(),
            (least, most) if least < most => format!("{least} to {most} inches"),
            (_, most) => format!("{most} inches"),
        };
        let text = format!("{} to scatter {far}", per_cent(*chance));
        lines.push(line(Topic::Astray, text, Tone::Faint));
    }
    lines.push(line(Topic::Templates, in_a_sentence(covered(template)), Tone::Faint));
    let likely = preview.first.as_ref().map_or(1.0, |first| first.chance);
    let wounds = |friends: bool| -> f32 {
        let side = world.side_of_model(template.attacker);
        let of_side = |under: &&UnderOdds| (world.side_of_model(under.model) == side) == friends;
        let wounds = under.iter().filter(of_side).map(|under| under.wound);
        likely * wounds.fold(0.0, |sum, one| sum + one)
    };
    lines.extend(expected(wounds));
    lines
}

/// How many wounds are to be expected, on enemies and on friends.
pub(super) fn expected(wounds: impl Fn(bool) -> f32) -> Vec<Line> {
    let text = format!("{:.1} wounds expected", wounds(false));
    let mut lines = vec![line(Topic::Damage, text, Tone::Good)];
    if wounds(true) > 0.005 {
        let text = format!("{:.1} wounds expected on friends", wounds(true));
        lines.push(line(Topic::Templates, text, Tone::Bad));
    }
    lines
}

/// How many models a template covers wholly and how many partly.
pub(super) fn covered(template: &TemplateOdds) -> (usize, usize) {
    let how_many = |wanted| template.under.iter().filter(|under| under.covered == wanted).count();
    (how_many(Covered::Wholly), how_many(Covered::Partly))
}

/// How many models are wholly and partly under a template, as its plate on the table says it.
pub(super) fn on_a_plate(covered: (usize, usize)) -> String {
    match covered {
        (0, 0) => "nobody".to_owned(),
        (0, partly) => format!("{partly} partly under"),
        (wholly, 0) => format!("{wholly} under"),
        (wholly, partly) => format!("{wholly} under, {partly} partly"),
    }
}

/// The same in a line, with what those need who are partly under it.
fn in_a_sentence(covered: (usize, usize)) -> String {
    let hit = format!("(hit on {PARTLY} or less)");
    match covered {
        (0, 0) => "nobody under it".to_owned(),
        (0, partly) => format!("{partly} partly under it {hit}"),
        (wholly, 0) => format!("{wholly} wholly under it"),
        (wholly, partly) => format!("{wholly} wholly under it, {partly} partly {hit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_who_is_not_under_a_template_is_counted() {
        let plates = [(0, 0), (0, 5), (2, 0), (1, 7)].map(on_a_plate);
        assert_eq!(plates, ["nobody", "5 partly under", "2 under", "1 under, 7 partly"]);
        let lines = [(0, 0), (0, 5), (2, 0), (1, 7)].map(in_a_sentence);
        assert!(lines.iter().all(|line| !line.contains("0 ")), "{lines:?}");
        assert!(lines[2] == "2 wholly under it", "{lines:?}");
        assert!(lines[3].starts_with("1 wholly under it, 7 partly"), "{lines:?}");
    }
}
