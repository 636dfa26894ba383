//! What a piece of terrain does: its height, what it costs whom, whom it stops, what it hides.

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{
        BattleWorld, TerrainId,
        playable::{
            capitalised,
            showing::{Label, PieceCard},
        },
    },
    no_quarter::{
        close_combat::{ACROSS_A_BARRIER, DOWNWARDS, UPWARDS},
        playable::lasting,
    },
    table::{
        Ground, Inches, Opacity, Terrain,
        sight::{HIGHER_GROUND, WOODS_DEPTH},
    },
};

/// The pieces at a point of the table, the highest first.
pub(super) fn at(world: &World, place: Vec2) -> Vec<PieceCard> {
    let all = world.table().terrain.iter().enumerate();
    let mut pieces: Vec<(usize, &Terrain)> =
        all.filter(|(_, piece)| piece.contains(place)).collect();
    pieces.sort_by(|(_, a), (_, b)| b.height.0.total_cmp(&a.height.0));
    let told = |(number, piece)| {
        let PieceCard { name, facts } = card(piece);
        let spell = made_by(world, world.terrain_at(number));
        PieceCard { name, facts: spell.into_iter().chain(facts).collect() }
    };
    pieces.into_iter().map(told).collect()
}

/// Of ground that a spell has made: which, by whom, what it does and until when.
fn made_by(world: &World, piece: TerrainId) -> Vec<Label> {
    let Some(one) = lasting::maker(world, piece) else { return Vec::new() };
    let card = one.what.spell.card();
    let side = world.side_within(world.side_of_model(one.caster));
    let caster = world.model_name(one.caster);
    // Some are called by their side: "Madoc of the Ember".
    let whose = if caster.contains(&side) { String::new() } else { format!(" of {side}") };
    let by = format!("Made by the spell {}, cast by {caster}{whose}.", card.name);
    let kept_up = if card.lasts.upkeep().is_some() { "upkeep" } else { "" };
    let mut told = vec![Label::new(by, card.term)];
    told.extend(lasting::in_the_codex(world, one.what.spell).map(|does| Label::new(does, "")));
    told.push(Label::new(lasting::until(world, one), kept_up));
    told
}

fn card(piece: &Terrain) -> PieceCard {
    let facts = [height(piece), cost(piece), barrier(piece), sight(piece), fight(piece)];
    let facts: Vec<Label> = facts.into_iter().flatten().collect();
    PieceCard { name: capitalised(&piece.kind), facts }
}

fn height(piece: &Terrain) -> Option<Label> {
    if piece.elevation.0 > 0.0 {
        return Some(Label::new(format!("Models stand {} higher on it.", piece.elevation), ""));
    }
    (piece.height.0 > 0.0).then(|| Label::new(format!("{} high.", piece.height), ""))
}

/// What walking on it costs (MOVE-05, MOVE-06).
fn cost(piece: &Terrain) -> Option<Label> {
    let (text, term) = match piece.ground {
        Ground::Open if piece.barrier => return None,
        Ground::Open => ("Each inch costs as much as in the open.", ""),
        Ground::Difficult => ("Each inch costs double, except for models that fly.", "difficult"),
        Ground::Water => (
            "Each inch costs double, except for models that fly or have water aptitude.",
            "difficult",
        ),
        Ground::Impassable => {
            ("Only models that fly can cross it, and no model can end a move on it.", "impassable")
        }
    };
    Some(Label::new(text, term))
}

/// Whom it stops, and what crossing it costs the others (MOVE-07).
fn barrier(piece: &Terrain) -> Option<Label> {
    let lowest = if piece.height > Inches::ZERO {
        format!("Models at least {} tall can cross it", piece.height)
    } else {
        "Models can cross it".to_owned()
    };
    let text = format!(
        "{lowest} for 1 extra action, and no model can end a move on it. Flying models pay nothing \
         extra."
    );
    piece.barrier.then(|| Label::new(text, "barriers"))
}

/// What it does to lines of sight (RNG-05).
fn sight(piece: &Terrain) -> Option<Label> {
    if piece.opacity == Opacity::Clear {
        return Some(Label::new("It hides nobody.", "cover"));
    }
    Some(match piece.opacity {
        Opacity::Obscuring => Label::new(
            format!(
                "Gives soft cover. Models can't see through more than {WOODS_DEPTH} of it in total."
            ),
            "cover",
        ),
        Opacity::Blocking | Opacity::Clear => Label::new(
            format!("Hides what is behind it, up to a height of {}.", piece.height),
            "cover",
        ),
    })
}

/// What it means for close combat on it or across it (CC-03).
fn fight(piece: &Terrain) -> Option<Label> {
    if piece.barrier {
        let text = format!("Striking across it is at {:+}.", ACROSS_A_BARRIER.by);
        return Some(Label::new(text, "across a barrier"));
    }
    let text = format!(
        "Striking downwards from it is at {:+}, upwards at {:+}.",
        DOWNWARDS.by, UPWARDS.by
    );
    piece.elevation.at_least(HIGHER_GROUND).then(|| Label::new(text, "higher ground"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{
            Ability, Armoury, Order, Profile,
            components::Formation,
            dice::Purpose,
            magic::Spell,
            test_world::{TestWorld, man},
            uses::{At, Usable},
        },
        table::Footprint,
    };

    fn told(piece: &Terrain) -> String {
        let facts = card(piece).facts;
        facts.into_iter().map(|fact| fact.text).collect::<Vec<_>>().join(" ")
    }

    fn disc(kind: &str) -> Terrain {
        let at = Vec2::new(20.0, 20.0);
        Terrain::new(kind, Footprint::Circle { at, radius: Inches(3.0) })
    }

    #[test]
    fn each_kind_of_terrain_tells_what_it_costs_and_what_it_hides() {
        let armoury = Armoury::embedded().unwrap();
        for kind in armoury.terrain.values() {
            let card = card(&Terrain {
                ground: kind.ground,
                barrier: kind.barrier,
                elevation: kind.elevation,
                height: kind.height,
                opacity: kind.opacity,
                ..disc(&kind.name)
            });
            assert!(card.facts.len() >= 2, "{card:?}");
            for fact in &card.facts {
                let known = fact.term.is_empty() || armoury.codex.contains_key(&fact.term);
                assert!(known && fact.text.ends_with('.'), "{fact:?}");
            }
        }
    }

    #[test]
    fn a_wall_tells_who_crosses_it_and_a_wood_what_it_costs() {
        let wall = Terrain {
            barrier: true,
            height: Inches(0.75),
            opacity: Opacity::Blocking,
            ..disc("dry stone wall")
        };
        assert_eq!(card(&wall).name, "Dry stone wall");
        assert!(
            told(&wall)
                .contains("0.75\" high. Models at least 0.75\" tall can cross it for 1 extra")
        );
        assert!(told(&wall).contains("up to a height of 0.75\""));
        let wood =
            Terrain { ground: Ground::Difficult, opacity: Opacity::Obscuring, ..disc("wood") };
        assert!(told(&wood).contains("costs double"));
        assert!(told(&wood).contains("through more than 2\" of it in total"));
        let hut = Terrain { ground: Ground::Impassable, ..disc("hut") };
        assert!(told(&hut).contains("no model can end a move on it"));
        let hill = Terrain { elevation: Inches(2.0), ..disc("hill") };
        assert!(
            told(&hill).contains("stand 2\" higher")
                && told(&hill).contains("downwards from it is at +1")
        );
        let fence = Terrain { barrier: true, ..disc("fence") };
        assert!(told(&fence).contains("across it is at -1"));
    }

    #[test]
    fn ground_of_a_spell_tells_what_it_does_who_has_made_it_and_until_when() {
        let there = Vec2::new(10.0, 16.0);
        let made = [
            (Spell::Smoke, At::Place(there), there),
            (Spell::LavaPool, At::Place(there), there),
            (Spell::Fog, At::Itself, Vec2::new(10.0, 13.0)),
        ];
        for (spell, at, place) in made {
            let mut test = TestWorld::new();
            test.world.insert_resource(Armoury::embedded().unwrap());
            let abilities = vec![Ability::Wizard(4), Ability::Knows(spell)];
            let mage = Profile { abilities, ..man() };
            let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], mage);
            test.unit(1, Formation::Skirmish, &[(40.0, 40.0, 270.0)], man());
            test.activate(ours).dice(&[(Purpose::Casting, 1)]);
            let model = test.model(ours, 0);
            test.order(Order::Use { model, what: Usable::Spell(spell), at });
            let [card] = &super::at(&test.world, place)[..] else { panic!("{spell:?} lies there") };
            let told = card.facts.iter().map(|fact| &*fact.text).collect::<Vec<_>>().join(" ");
            let by = format!("Made by the spell {}, cast by ", spell.name());
            assert!(told.contains(&by) && told.contains(test.world.model_name(model)), "{told}");
            assert!(told.contains("Ends "), "{told}");
            let does = lasting::in_the_codex(&test.world, spell).expect("it has an entry");
            assert!(told.contains(&does) && !does.contains("Level"), "{told}");
        }
    }

    #[test]
    fn the_highest_piece_at_a_point_comes_first() {
        let mut test = TestWorld::new();
        let wall = Terrain { height: Inches(1.0), ..disc("wall") };
        test.terrain(disc("field")).terrain(wall);
        let names = |x: f32| -> Vec<String> {
            at(&test.world, Vec2::new(x, 20.0)).into_iter().map(|piece| piece.name).collect()
        };
        assert_eq!(names(20.0), ["Wall", "Field"]);
        assert!(names(30.0).is_empty());
    }
}
