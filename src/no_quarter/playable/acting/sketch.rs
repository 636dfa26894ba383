//! What an order would do, from its preview, in drawing words.

use bevy::prelude::*;

use super::{
    account,
    block::told,
    ground_lines,
    odds::{after_first_roll, in_a_line, odds, or_less, roll_in_short},
    spell_lines,
    template_lines::{self, covered, on_a_plate},
};
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            Tone,
            acting::{
                AimedAt, Focus, LaidTemplate, Line, ResponseAt, Sketch, SketchedWay, Under,
                per_cent,
            },
            count,
        },
    },
    dice::Needed,
    no_quarter::{
        Breath, Order, OrderError, deployment,
        effects::Test,
        odds::{TemplateOdds, UnderOdds},
        plan as placing,
        preview::{Preview, PreviewTest, PreviewWay, Warning, preview},
        topic::Topic,
        trial::Rolling,
    },
    table::Placed,
};

/// What an order would do.
pub fn sketch(world: &World, focus: Focus, order: &Order) -> Sketch<OrderError> {
    let mut preview = preview(world, order);
    let charge = match order {
        Order::Charge { target, .. } | Order::ChargeToReach { target, .. } => Some(*target),
        _ => None,
    };
    if let Some(target) = charge {
        preview.attacks = placing::blows_on_contact(world, &preview.ways, target);
    }
    let when = if charge.is_some() { "Fight after contact: " } else { "" };
    let leader = leader(focus, &preview.ways);
    let (doubts, warnings): (Vec<_>, Vec<_>) =
        preview.warnings.iter().partition(|(about, _)| *about == Topic::FallingShort);
    Sketch {
        places: match order {
            Order::Deploy { unit, at, formation } | Order::Enter { unit, at, formation } => {
                deployment::places(world, *unit, at, *formation)
            }
            _ => Vec::new(),
        },
        ways: preview.ways.iter().map(|way| sketched(order, way)).collect(),
        leader,
        responses: responses(world, &preview),
        templates: {
            let likely = preview.first.as_ref().map_or(1.0, |first| first.chance);
            let templates = preview.templates.iter().map(|one| laid(world, one, likely));
            let grounds = preview.grounds.iter().map(|one| ground_lines::laid(world, one, likely));
            templates.chain(grounds).collect()
        },
        attacks: attacks(order, &preview),
        points: match order {
            Order::Breathe { breath: Breath { at: Some(at), .. } } => vec![*at],
            _ => Vec::new(),
        },
        odds: match &preview.first {
            Some(first) => after_first_roll(world, &preview.attacks, first),
            None => odds(world, &preview.attacks, when),
        },
        cost: cost(world, &preview),
        lines: lines(world, order, &preview, leader),
        doubt: doubts.into_iter().map(warning).next(),
        warnings: warnings.into_iter().map(warning).collect(),
        refused: preview.refused,
    }
}

/// What it costs in a word or two, and the roll without which nothing comes of it.
fn cost(world: &World, preview: &Preview) -> Option<String> {
    let actions = |number: u8| count(usize::from(number), "action");
    if let Some(most) = preview.ways.iter().map(|way| way.actions).max() {
        return Some(actions(most));
    }
    if let Some(first) = &preview.first {
        return Some(format!("{}, {}", actions(first.actions), roll_in_short(first)));
    }
    let PreviewTest { unit, needed, .. } = preview.tests.first()?;
    Some(format!("Command test on {}: {}", or_less(needed), chance_of(world, *unit, needed)))
}

/// The chance that a unit passes a command test.
fn chance_of(world: &World, unit: UnitId, needed: &Needed) -> String {
    per_cent(Rolling::of_unit(world, unit, Test::Command).chance(needed))
}

/// A line of words about something.
pub(super) fn line(about: Topic, text: impl Into<String>, tone: Tone) -> Line {
    Line { text: text.into(), tone, terms: about.terms() }
}

fn warning((about, text): &Warning) -> Line {
    line(*about, text, Tone::Warning)
}

/// The model whose way is numbered: the selected one, or the one with the dearest way.
fn leader(focus: Focus, ways: &[PreviewWay]) -> Option<ModelId> {
    let has = |model: &ModelId| ways.iter().any(|way| way.model == *model);
    let key = |way: &&PreviewWay| (way.actions, (way.length.0 * 100.0) as u32);
    focus.model.filter(has).or_else(|| ways.iter().max_by_key(key).map(|way| way.model))
}

fn sketched(order: &Order, way: &PreviewWay) -> SketchedWay {
    let path = match order {
        Order::Move { moves } => moves.iter().find(|m| m.model == way.model),
        _ => None,
    };
    let mut points = vec![way.from.at];
    match path {
        Some(order) if !order.path.is_empty() => points.extend(&order.path),
        _ => points.extend(way.ticks.iter().map(|pose| pose.at)),
    }
    SketchedWay { model: way.model, points, ticks: way.ticks.clone(), contact: way.contact }
}

/// Where holders could shoot: at the mover's place then.
fn responses(world: &World, preview: &Preview) -> Vec<ResponseAt> {
    let response = preview.responses.iter().map(|mark| ResponseAt {
        mover: Placed { pose: mark.at, ..world.placed(mark.mover) },
        side: world.side_of(mark.holder),
    });
    response.collect()
}

/// Who would be attacked, where the table shows it: those under a template are shown with it, and
/// those whom a charge meets with its ways.
fn attacks(order: &Order, preview: &Preview) -> Vec<AimedAt> {
    let shown = |with_chances: bool| {
        let aimed = preview.attacks.iter().map(|attack| AimedAt {
            attacker: attack.attacker,
            target: attack.target,
            chance: with_chances.then_some(attack.chance),
        });
        aimed.collect()
    };
    match order {
        Order::Fight { .. } | Order::Shoot { .. } => shown(false),
        Order::Fire { .. } => shown(true),
        _ => Vec::new(),
    }
}

/// A template that comes down with a chance.
fn laid(world: &World, template: &TemplateOdds, likely: f32) -> LaidTemplate {
    let own = world.side_of_model(template.attacker);
    let under = template.under.iter().map(|&UnderOdds { model, covered, wound, .. }| Under {
        model,
        covered,
        friend: world.side_of_model(model) == own,
        wound: Some(wound * likely),
    });
    LaidTemplate {
        outline: template.laid.outline(),
        at: template.laid.at,
        from: template.to_hit.as_ref().map(|_| world.placed(template.attacker).pose.at),
        astray: template.deviation.map(|(_, most, _)| most.0),
        runs: Vec::new(),
        under: under.collect(),
        count: on_a_plate(covered(template)),
    }
}

/// What the order costs, and what else is to be said about it.
fn lines(world: &World, order: &Order, preview: &Preview, leader: Option<ModelId>) -> Vec<Line> {
    let mut lines = spell_lines::lines(world, order, preview);
    lines.extend(template_lines::lines(world, order, preview));
    lines.extend(ground_lines::lines(world, preview));
    if let Order::Manoeuvre { manoeuvre } = order {
        lines.push(line(Topic::RankedMovement, told(manoeuvre), Tone::Plain));
    }
    let ways = &preview.ways;
    if let Some(way) = ways.iter().find(|way| Some(way.model) == leader) {
        lines.extend(of_way(world, way));
        if ways.len() > 1 {
            let reach = ways.iter().filter(|way| way.contact).count();
            let models = match reach {
                0 => count(ways.len(), "model"),
                _ => format!("{}, {reach} in contact", count(ways.len(), "model")),
            };
            lines.push(line(Topic::Way, models, Tone::Faint));
        }
    }
    for PreviewTest { about, what, unit, needed } in &preview.tests {
        let (name, number) = (world.unit_name(*unit), in_a_line(needed));
        let chance = chance_of(world, *unit, needed);
        let test = format!("{name} takes a command test {what}: {number}, {chance}");
        lines.push(line(*about, test, Tone::Warning));
    }
    let mut told: Vec<UnitId> = Vec::new();
    for mark in &preview.responses {
        if told.contains(&mark.holder) {
            continue;
        }
        told.push(mark.holder);
        let how = if mark.asks { "may shoot" } else { "shoots" };
        let text = format!(
            "{} is on hold and {how} from action {} on ({}, {:.1}\")",
            world.unit_name(mark.holder),
            mark.actions,
            count(mark.shooters as usize, "model"),
            mark.range.0
        );
        lines.push(line(Topic::Response, text, Tone::Warning));
    }
    lines
}

/// What the way costs that is told, and what the actions go to.
fn of_way(world: &World, way: &PreviewWay) -> Vec<Line> {
    let cost = format!("{} of {} actions · {:.1}\"", way.actions, way.actions_left, way.length.0);
    let tone = if way.actions > way.actions_left { Tone::Bad } else { Tone::Plain };
    let mut lines = vec![line(Topic::Way, cost, tone)];
    lines.extend(account::told(world, way));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::{Formation, Morale},
        effects::{Again, Does, Effect, Source, Until, lay_on_unit},
        test_world::{TestWorld, man},
    };

    #[test]
    fn cmd_03_an_announced_test_reckons_with_a_second_roll() {
        let told = |again: bool| {
            let mut test = TestWorld::new();
            let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
            test.activate(unit).morale(unit, Morale::Panicked);
            if again {
                let does = Does::RollsAgain { test: Test::Command, again: Again::May };
                let effect = Effect { does, source: Source::Rally, until: Until::Always };
                lay_on_unit(&mut test.world, unit, effect);
            }
            let lines = sketch(&test.world, Focus::default(), &Order::Rally).lines;
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("; ")
        };
        for (again, chance) in [(false, per_cent(0.5)), (true, per_cent(0.75))] {
            let test = format!(" takes a command test to rally: 5 or less, {chance}");
            assert!(told(again).ends_with(&test), "{}", told(again));
        }
    }

    #[test]
    fn chg_02_a_charge_of_which_nothing_comes_is_in_doubt() {
        let sketched = |far: f32| {
            let mut test = TestWorld::new();
            let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
            let there = [(10.0, 11.0 + far, 270.0)];
            let target = test.unit(1, Formation::Skirmish, &there, man());
            test.activate(ours);
            sketch(&test.world, Focus::default(), &Order::Charge { models: Vec::new(), target })
        };
        let short = sketched(9.5);
        assert_eq!(short.refused, None, "it may be declared all the same");
        let doubt = short.doubt.expect("it falls short");
        assert!(doubt.text.contains(" short of ") && doubt.tone == Tone::Warning, "{doubt:?}");
        assert_eq!(sketched(5.0).doubt, None);
    }
}
