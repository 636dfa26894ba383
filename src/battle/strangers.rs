//! Finds ids that a battle doesn't have, and numbers that can't be lengths or places, in any plain
//! value: a snapshot from a file is looked through before a rule reads it. An id is known by the name
//! of its type.

use std::fmt::{self, Display};

use bevy::prelude::World;
use serde::{
    Serialize, Serializer,
    ser::{
        self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};

use super::{ground, world::BattleWorld};

/// No length or place in a battle is farther from zero than this, in inches or degrees.
const FARTHEST: f64 = 10_000.0;

/// No count in a battle is larger: not of turns, nor of ticks or dice.
const LARGEST: u64 = 1_000_000;

/// How many things of each kind a battle has: their ids lie below these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub units: usize,
    pub models: usize,
    pub terrain: usize,
    pub sides: usize,
}

/// What doesn't belong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stranger {
    /// Where it stands, such as "stack[2].unit".
    pub field: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Known {
    fn of(world: &World) -> Self {
        let roster = world.roster();
        Self {
            units: roster.units().count(),
            models: roster.models().count(),
            terrain: ground::ids(world),
            sides: roster.sides().count(),
        }
    }
}

/// What a value has, such as an order from outside, that the battle in a world doesn't: an id, or a
/// number that can't be a length or a place.
pub fn problem<T: Serialize>(world: &World, value: &T) -> Option<String> {
    find(Known::of(world), "", value).map(|found| found.problem)
}

/// The first stranger in a value that is called `field`.
pub(super) fn find<T: Serialize>(known: Known, field: &str, value: &T) -> Option<Stranger> {
    let found = value.serialize(Search { known, id: None }).err()?;
    Some(found.inside(field))
}

impl Stranger {
    fn new(problem: impl Display) -> Self {
        Self { field: String::new(), problem: problem.to_string() }
    }

    fn inside(mut self, outer: impl Display) -> Self {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{outer}{dot}{}", self.field);
        self
    }
}

impl fmt::Display for Stranger {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

impl std::error::Error for Stranger {}

impl ser::Error for Stranger {
    fn custom<T: Display>(problem: T) -> Self {
        Self::new(problem)
    }
}

/// Looks through a value; inside an id it knows what kind of id.
#[derive(Clone, Copy)]
struct Search {
    known: Known,
    id: Option<(&'static str, usize)>,
}

/// Looks through the elements of a list, tuple or map.
struct Elements {
    search: Search,
    next: usize,
}

impl Search {
    fn of_type(self, name: &str) -> Self {
        let Known { units, models, terrain, sides } = self.known;
        let id = match name {
            "UnitId" => Some(("unit", units)),
            "ModelId" => Some(("model", models)),
            "TerrainId" => Some(("piece of terrain", terrain)),
            "SideId" => Some(("side", sides)),
            _ => None,
        };
        Self { id, ..self }
    }

    fn elements(self) -> Elements {
        Elements { search: Self { id: None, ..self }, next: 0 }
    }

    fn whole(self, number: u64) -> Result<(), Stranger> {
        match self.id {
            Some((kind, count)) if number >= count as u64 => {
                Err(Stranger::new(format_args!("there is no {kind} {number}; there are {count}")))
            }
            None if number > LARGEST => {
                Err(Stranger::new(format_args!("{number} can't be a count in a battle")))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn real(number: f64) -> Result<(), Stranger> {
        // Not a number fails every comparison.
        if number.abs() <= FARTHEST {
            Ok(())
        } else {
            Err(Stranger::new(format_args!("{number} can't be a length, place or angle")))
        }
    }
}

impl Elements {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stranger> {
        let place = self.next;
        self.next += 1;
        value.serialize(self.search).map_err(|found| found.inside(format_args!("[{place}]")))
    }

    fn field<T: Serialize + ?Sized>(&self, key: &str, value: &T) -> Result<(), Stranger> {
        value.serialize(self.search).map_err(|found| found.inside(key))
    }
}

impl Serializer for Search {
    type Ok = ();
    type Error = Stranger;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Elements;
    type SerializeStruct = Elements;
    type SerializeStructVariant = Elements;

    fn serialize_bool(self, _: bool) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_i8(self, _: i8) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_i16(self, _: i16) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_i32(self, number: i32) -> Result<(), Stranger> {
        self.whole(number.unsigned_abs().into())
    }

    fn serialize_i64(self, number: i64) -> Result<(), Stranger> {
        self.whole(number.unsigned_abs())
    }

    fn serialize_u8(self, number: u8) -> Result<(), Stranger> {
        self.whole(number.into())
    }

    fn serialize_u16(self, number: u16) -> Result<(), Stranger> {
        self.whole(number.into())
    }

    fn serialize_u32(self, number: u32) -> Result<(), Stranger> {
        self.whole(number.into())
    }

    fn serialize_u64(self, number: u64) -> Result<(), Stranger> {
        self.whole(number)
    }

    fn serialize_f32(self, number: f32) -> Result<(), Stranger> {
        Self::real(number.into())
    }

    fn serialize_f64(self, number: f64) -> Result<(), Stranger> {
        Self::real(number)
    }

    fn serialize_char(self, _: char) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_str(self, _: &str) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stranger> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<(), Stranger> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Stranger> {
        value.serialize(self.of_type(name))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Stranger> {
        self.elements().field(variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements, Stranger> {
        Ok(self.elements())
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements, Stranger> {
        Ok(self.elements())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements, Stranger> {
        Ok(self.elements())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Elements, Stranger> {
        Ok(self.elements())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Elements, Stranger> {
        Ok(self.elements())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Elements, Stranger> {
        Ok(self.elements())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Elements, Stranger> {
        Ok(self.elements())
    }
}

impl SerializeSeq for Elements {
    type Ok = ();
    type Error = Stranger;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stranger> {
        self.element(value)
    }

    fn end(self) -> Result<(), Stranger> {
        Ok(())
    }
}

impl SerializeTuple for Elements {
    type Ok = ();
    type Error = Stranger;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stranger> {
        self.element(value)
    }

    fn end(self) -> Result<(), Stranger> {
        Ok(())
    }
}

impl SerializeTupleStruct for Elements {
    type Ok = ();
    type Error = Stranger;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stranger> {
        self.element(value)
    }

    fn end(self) -> Result<(), Stranger> {
        Ok(())
    }
}

impl SerializeTupleVariant for Elements {
    type Ok = ();
    type Error = Stranger;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stranger> {
        self.element(value)
    }

    fn end(self) -> Result<(), Stranger> {
        Ok(())
    }
}

impl SerializeMap for Elements {
    type Ok = ();
    type Error = Stranger;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stranger> {
        key.serialize(self.search)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stranger> {
        self.element(value)
    }

    fn end(self) -> Result<(), Stranger> {
        Ok(())
    }
}

impl SerializeStruct for Elements {
    type Ok = ();
    type Error = Stranger;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Stranger> {
        self.field(key, value)
    }

    fn end(self) -> Result<(), Stranger> {
        Ok(())
    }
}

impl SerializeStructVariant for Elements {
    type Ok = ();
    type Error = Stranger;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Stranger> {
        self.field(key, value)
    }

    fn end(self) -> Result<(), Stranger> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::battle::{ModelId, SideId, TerrainId, UnitId};

    const KNOWN: Known = Known { units: 2, models: 5, terrain: 0, sides: 2 };

    fn found<T: Serialize>(value: T) -> Option<String> {
        find(KNOWN, "value", &value).map(|stranger| stranger.to_string())
    }

    #[test]
    fn ids_of_a_battle_and_other_numbers_are_no_strangers() {
        assert_eq!(
            found((UnitId(1), ModelId(4), SideId(1), 9000_u32, Vec2::new(-3.5, 70.0))),
            None
        );
        assert_eq!(found(Option::<UnitId>::None), None);
    }

    #[test]
    fn strangers_are_found_wherever_they_hide() {
        #[derive(Serialize)]
        enum Step {
            Push { who: Option<ModelId> },
            Both(UnitId, SideId),
        }
        let model =
            vec![Step::Push { who: Some(ModelId(4)) }, Step::Push { who: Some(ModelId(5)) }];
        let told = found(model).unwrap();
        assert_eq!(told, "value[1].who: there is no model 5; there are 5");
        let told = found(Step::Both(UnitId(1), SideId(2))).unwrap();
        assert_eq!(told, "value[1]: there is no side 2; there are 2");
        assert!(found(TerrainId(0)).is_some(), "a table without terrain");
        assert!(found(vec![1, -2_000_000]).unwrap().starts_with("value[1]: "));
        for number in [f32::NAN, f32::INFINITY, -1.0e9] {
            assert!(found(Some([Vec2::new(1.0, number)])).unwrap().starts_with("value[0][1]: "));
        }
    }
}
