//! Who did what in a battle, added up from its events.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, Log, SideId, UnitId},
    no_quarter::{Event, NoQuarter, event::Cause},
};

/// What one unit did and suffered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deeds {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: SideId,
    /// Enemies it slew.
    pub slain: u32,
    /// Attacks that hit.
    pub hits: u32,
    /// Attacks it made.
    pub attacks: u32,
    /// Models it lost.
    pub lost: u32,
    /// Models it began with.
    pub models: u32,
    /// How often it fled or retreated.
    pub ran: u32,
}

/// The deeds of all units, those who slew most first.
pub fn deeds(world: &World) -> Vec<Deeds> {
    let mut deeds: Vec<Deeds> = world
        .roster()
        .units()
        .map(|unit| Deeds {
            unit,
            side: world.side_of(unit),
            slain: 0,
            hits: 0,
            attacks: 0,
            lost: 0,
            models: world.members(unit).len() as u32,
            ran: 0,
        })
        .collect();
    for event in &world.resource::<Log<NoQuarter>>().0 {
        match event {
            Event::Struck { attacker, result, .. }
            | Event::Shot { shooter: attacker, result, .. } => {
                let deed = &mut deeds[world.unit_of(*attacker).index()];
                deed.attacks += 1;
                deed.hits += u32::from(result.is_hit());
            }
            Event::Fell { model, cause, .. } => {
                let own = world.unit_of(*model);
                deeds[own.index()].lost += 1;
                if let Cause::Slain { by } | Cause::Captured { by } = cause {
                    let slayer = world.unit_of(*by);
                    // A shot into a fight may hit a friend: nothing to boast of.
                    let enemy = world.side_of(slayer) != world.side_of(own);
                    deeds[slayer.index()].slain += u32::from(enemy);
                }
            }
            Event::Fled { unit, .. } | Event::Retreated { unit } => deeds[unit.index()].ran += 1,
            _ => {}
        }
    }
    // A unit that an individual led alone for a while and left again has nothing to tell.
    deeds.retain(|deed| deed.models > 0 || deed.attacks > 0 || deed.slain > 0);
    deeds.sort_by(|a, b| b.slain.cmp(&a.slain).then(a.unit.cmp(&b.unit)));
    deeds
}

impl Deeds {
    /// The deeds as a sentence without the name.
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        match self.slain {
            0 => parts.push("slew nobody".to_owned()),
            1 => parts.push("slew 1 enemy".to_owned()),
            slain => parts.push(format!("slew {slain} enemies")),
        }
        if self.attacks > 0 {
            parts.push(format!("hit with {} of {} attacks", self.hits, self.attacks));
        }
        if self.lost == 0 {
            parts.push("lost nobody".to_owned());
        } else if self.lost >= self.models {
            parts.push("was destroyed".to_owned());
        } else {
            parts.push(format!("lost {} of {}", self.lost, self.models));
        }
        match self.ran {
            0 => {}
            1 => parts.push("ran once".to_owned()),
            ran => parts.push(format!("ran {ran} times")),
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_read_well() {
        let deeds = Deeds {
            unit: UnitId(0),
            side: SideId(0),
            slain: 2,
            hits: 3,
            attacks: 9,
            lost: 4,
            models: 8,
            ran: 1,
        };
        let text = "slew 2 enemies, hit with 3 of 9 attacks, lost 4 of 8, ran once";
        assert_eq!(deeds.sentence(), text);
        let gone = Deeds { lost: 8, slain: 0, attacks: 0, ran: 0, ..deeds };
        assert_eq!(gone.sentence(), "slew nobody, was destroyed");
    }
}
