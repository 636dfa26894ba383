//! What the rules of No Quarter measure, drawn on the table.

mod coherency;
mod fronts;
mod ranges;
mod reach;
mod sight;
mod zones;

use bevy::prelude::World;

use super::acting::Intent;
use crate::{
    battle::{
        BattleWorld, ModelId, SideId, UnitId,
        playable::{
            Mapping,
            mapping::{Contour, Gaze, Overlay},
        },
    },
    no_quarter::{NoQuarter, formations, plan::Attack},
};

/// What can be measured: the overlays in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Zones,
    Arcs,
    Ranges,
    Coherency,
    Sight,
    Reach,
}

impl Measure {
    const ALL: [Self; 6] = one_of_each!(Measure: Zones, Arcs, Ranges, Coherency, Sight, Reach);

    const fn overlay(self) -> Overlay {
        match self {
            Self::Zones => Overlay {
                id: "zones",
                name: "Zones",
                about: "Shows the ground that enemies may not enter.",
                icon: "zones",
                setting: "ShowZones",
                key: Some("KeyZ"),
                layer: 0,
            },
            Self::Arcs => Overlay {
                id: "arcs",
                name: "Arcs",
                about: "Shows the front half of each model.",
                icon: "arcs",
                setting: "ShowArcs",
                key: Some("KeyX"),
                layer: 4,
            },
            Self::Ranges => Overlay {
                id: "bands",
                name: "Ranges",
                about: "Shows how far the selected unit shoots, and at what modifier.",
                icon: "ranges",
                setting: "ShowBands",
                key: Some("KeyB"),
                layer: 2,
            },
            Self::Coherency => Overlay {
                id: "coherency",
                name: "Coherency",
                about: "Shows what holds units together; dashed rings mark models out of coherency.",
                icon: "coherency",
                setting: "ShowCoherency",
                key: Some("KeyN"),
                layer: 3,
            },
            // Last, for it changes with the pointer: the others shouldn't wait until that rests.
            Self::Sight => Overlay {
                id: "sight",
                name: "Sight",
                about: "Shows what the model under the pointer sees of each enemy.",
                icon: "sight",
                setting: "ShowSight",
                key: Some("KeyV"),
                layer: 5,
            },
            Self::Reach => Overlay {
                id: "reach",
                name: "Reach",
                about: "Shows where the selected model or block can go, action by action.",
                icon: "reach",
                setting: "ShowReach",
                key: Some("KeyK"),
                layer: 1,
            },
        }
    }
}

/// The overlays in the order of [`Measure::ALL`].
const OVERLAYS: [Overlay; Measure::ALL.len()] = {
    let mut overlays = [Measure::Zones.overlay(); Measure::ALL.len()];
    let mut place = 0;
    while place < overlays.len() {
        overlays[place] = Measure::ALL[place].overlay();
        place += 1;
    }
    overlays
};

/// What overlays are measured from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A side's attack zones; while a unit moves only those that stop it.
    Zones(SideId, bool),
    /// The fronts of the selected model or unit, or of all.
    Fronts(Option<UnitId>, Option<ModelId>),
    /// A unit's ranges.
    Ranges(UnitId, Weapons),
    /// What holds all units together.
    Coherency,
    /// What a model sees.
    Sight(ModelId),
    /// Where a model of a unit can get to: its first one, if none is named. Who moves as one block
    /// gets there together.
    Reach(UnitId, Option<ModelId>),
}

/// The weapons whose ranges are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapons {
    /// Whichever reaches farthest.
    All,
    /// Bows in hand, not the engine beside them.
    Bows,
    /// One that is aimed.
    Aimed {
        /// How.
        attack: Attack,
        /// By whom.
        by: ModelId,
        /// Its place in its arms.
        weapon: u8,
    },
}

impl Mapping for NoQuarter {
    type Source = Source;

    fn overlays() -> &'static [Overlay] {
        &OVERLAYS
    }

    fn overlays_of(intent: &Intent) -> &'static [usize] {
        match intent {
            Intent::Move | Intent::Block(_) => &[Measure::Zones as usize],
            Intent::Shoot { .. } | Intent::Template(_) => &[Measure::Ranges as usize],
            Intent::Turn
            | Intent::FormUp { .. }
            | Intent::Charge { .. }
            | Intent::Use(_)
            | Intent::Fight { .. }
            | Intent::Roll(_)
            | Intent::Hold
            | Intent::Deploy { .. }
            | Intent::FollowUp
            | Intent::ChangePlaces { .. }
            | Intent::DrawUp { .. }
            | Intent::LayTerrain { .. } => &[],
        }
    }

    fn sources(world: &World, overlay: usize, gaze: Gaze, intent: Option<&Intent>) -> Vec<Source> {
        let unit = gaze.unit.or(world.frame().active);
        let Some(measure) = Measure::ALL.get(overlay) else { return Vec::new() };
        match measure {
            Measure::Zones => {
                let moves = matches!(intent, Some(Intent::Move | Intent::Block(_)));
                world.roster().sides().map(|side| Source::Zones(side, moves)).collect()
            }
            Measure::Arcs => vec![Source::Fronts(gaze.unit, gaze.model)],
            Measure::Ranges => {
                unit.map(|unit| Source::Ranges(unit, weapons(intent))).into_iter().collect()
            }
            Measure::Coherency => vec![Source::Coherency],
            Measure::Sight => {
                let eye = gaze.pointed.or(gaze.model).filter(|&eye| world.is_standing(eye));
                eye.map(Source::Sight).into_iter().collect()
            }
            Measure::Reach => {
                // A block gets there as one, whichever of its models is selected.
                let alone =
                    |&_: &ModelId| !unit.is_some_and(|unit| formations::is_ranked(world, unit));
                unit.map(|unit| Source::Reach(unit, gaze.model.filter(alone))).into_iter().collect()
            }
        }
    }

    fn contours(world: &World, source: &Source) -> Vec<Contour> {
        match *source {
            Source::Zones(side, moving) => zones::of(world, side, moving),
            Source::Fronts(unit, model) => fronts::of(world, unit, model),
            Source::Ranges(unit, weapons) => ranges::of(world, unit, weapons),
            Source::Coherency => coherency::links(world),
            Source::Sight(eye) => sight::of(world, eye),
            Source::Reach(unit, model) => reach::of(world, unit, model),
        }
    }
}

/// The weapons whose ranges matter to an order in preparation.
fn weapons(intent: Option<&Intent>) -> Weapons {
    match intent {
        Some(Intent::Shoot { .. }) => Weapons::Bows,
        Some(Intent::Template(aimed)) => {
            Weapons::Aimed { attack: aimed.attack, by: aimed.by, weapon: aimed.weapon }
        }
        Some(_) | None => Weapons::All,
    }
}

/// So many places are offered for words along a contour.
const MOST_PLACES: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::Presence,
        no_quarter::{
            components::Formation,
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn each_overlay_lies_in_a_layer_of_its_own() {
        for (place, measure) in Measure::ALL.into_iter().enumerate() {
            assert_eq!(measure as usize, place);
        }
        let mut layers: Vec<u8> = OVERLAYS.iter().map(|overlay| overlay.layer).collect();
        layers.sort_unstable();
        layers.dedup();
        assert_eq!(layers.len(), OVERLAYS.len());
    }

    #[test]
    fn overlays_are_measured_from_whom_the_player_looks_at() {
        let mut test = TestWorld::new();
        let ours = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let model = test.model(ours, 0);
        let gaze = Gaze { unit: Some(ours), ..Gaze::default() };
        let sources = |test: &TestWorld, measure: Measure, gaze, intent: Option<&Intent>| {
            NoQuarter::sources(&test.world, measure as usize, gaze, intent)
        };
        let of = |measure| sources(&test, measure, gaze, None);
        assert_eq!(of(Measure::Zones), [0, 1].map(|side| Source::Zones(SideId(side), false)));
        assert_eq!(of(Measure::Ranges), [Source::Ranges(ours, Weapons::All)]);
        assert_eq!(of(Measure::Reach), [Source::Reach(ours, None)]);
        assert!(of(Measure::Sight).is_empty(), "nobody looks");
        let shoots = Intent::Shoot { aim: false, mode: None, weapon: None };
        let bows = sources(&test, Measure::Ranges, gaze, Some(&shoots));
        assert_eq!(bows, [Source::Ranges(ours, Weapons::Bows)]);
        assert_eq!(NoQuarter::overlays_of(&shoots), [Measure::Ranges as usize]);
        let looks = Gaze { pointed: Some(model), ..gaze };
        assert_eq!(sources(&test, Measure::Sight, looks, None), [Source::Sight(model)]);
        test.world.set_model(model, Presence::Casualty);
        assert!(sources(&test, Measure::Sight, looks, None).is_empty(), "the dead see nothing");
    }
}
