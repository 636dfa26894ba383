//! Reads a plain value as an order, with errors for people: where in the value something is wrong, and
//! what was expected there in the words of JSON.

use std::fmt::{self, Display};

use ironrank::battle::{
    data::{no_such_name, quoted},
    playable::count,
};
use serde::{
    Deserialize,
    de::{
        DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess,
        Unexpected, VariantAccess, Visitor,
        value::{SeqDeserializer, StrDeserializer},
    },
};
use serde_json::{Map, Value};

use super::order::LARGEST;

/// A value as what it is meant to be.
///
/// # Errors
/// What is wrong with it, after the fields that lead there.
pub(super) fn read<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Wrong> {
    T::deserialize(Plain(value))
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// The fields that lead there, the innermost first.
    path: Vec<String>,
    told: String,
}

impl Wrong {
    fn new(told: impl Display) -> Self {
        Self { path: Vec::new(), told: told.to_string() }
    }

    /// The same, in a field.
    fn within(mut self, field: &str) -> Self {
        self.path.push(field.to_owned());
        self
    }
}

impl Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for field in self.path.iter().rev() {
            write!(formatter, "{field}: ")?;
        }
        formatter.write_str(&self.told)
    }
}

impl std::error::Error for Wrong {}

impl Error for Wrong {
    fn custom<T: Display>(told: T) -> Self {
        Self::new(told)
    }

    fn invalid_type(_: Unexpected, what: &dyn Expected) -> Self {
        expected(what)
    }

    fn invalid_value(_: Unexpected, what: &dyn Expected) -> Self {
        expected(what)
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        Self::new(format_args!("a list of {} is too short or too long", count(length, "value")))
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(no_such_name("value", name, known.iter().copied()))
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(no_such_name("field", name, known.iter().copied()))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new("it is missing").within(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::new("it is there twice").within(name)
    }
}

/// A value that is being read.
#[derive(Clone, Copy)]
struct Plain<'de>(&'de Value);

impl<'de> IntoDeserializer<'de, Wrong> for Plain<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

fn expected(what: impl Display) -> Wrong {
    Wrong::new(format_args!("{what} was expected"))
}

/// Whole numbers that their type can hold, and orders.
macro_rules! whole_numbers {
    ($($method:ident $number:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            let largest = i64::from(LARGEST);
            let least = i64::try_from($number::MIN).unwrap_or(-largest).max(-largest);
            let most = i64::try_from($number::MAX).unwrap_or(largest).min(largest);
            if !self.0.as_i64().is_some_and(|number| (least..=most).contains(&number)) {
                return Err(expected(format_args!("a whole number from {least} to {most}")));
            }
            self.deserialize_any(visitor)
        }
    )*};
}

/// Values that are of one kind in JSON too.
macro_rules! plain {
    ($($method:ident $is:ident $what:literal),* $(,)?) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            if self.0.$is() { self.deserialize_any(visitor) } else { Err(expected($what)) }
        }
    )*};
}

impl<'de> Deserializer<'de> for Plain<'de> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => {
                if let Some(number) = number.as_u64() {
                    visitor.visit_u64(number)
                } else if let Some(number) = number.as_i64() {
                    visitor.visit_i64(number)
                } else {
                    visitor.visit_f64(number.as_f64().ok_or_else(|| expected("a number"))?)
                }
            }
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => {
                let mut values = SeqDeserializer::new(values.iter().map(Plain));
                let read = visitor.visit_seq(&mut values)?;
                values.end().map(|()| read)
            }
            Value::Object(fields) => visitor.visit_map(Fields::of(fields)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let (name, value) = match self.0 {
            Value::String(name) => (name, None),
            Value::Object(fields) if fields.len() == 1 => {
                let (name, value) = fields.iter().next().expect("it has one field");
                (name, Some(value))
            }
            _ => {
                let known = names.join(", ");
                return Err(Wrong::new(format_args!(
                    "one of these names was expected, or an object whose only field has one of them: \
                     {known}"
                )));
            }
        };
        visitor.visit_enum(Variant { name, value })
    }

    whole_numbers! {
        deserialize_i8 i8, deserialize_i16 i16, deserialize_i32 i32, deserialize_i64 i64,
        deserialize_u8 u8, deserialize_u16 u16, deserialize_u32 u32, deserialize_u64 u64
    }

    plain! {
        deserialize_bool is_boolean "true or false",
        deserialize_f32 is_number "a number",
        deserialize_f64 is_number "a number",
        deserialize_char is_string "a text",
        deserialize_str is_string "a text",
        deserialize_string is_string "a text",
        deserialize_seq is_array "a list",
        deserialize_map is_object "an object",
        deserialize_unit is_null "null",
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Array(values) if values.len() == length => self.deserialize_any(visitor),
            _ => Err(expected(format_args!("a list of {}", count(length, "value")))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        if self.0.is_object() { self.deserialize_any(visitor) } else { Err(object(names)) }
    }

    serde::forward_to_deserialize_any! { i128 u128 bytes byte_buf identifier ignored_any }
}

/// That an object with these fields was expected.
fn object(names: &[&str]) -> Wrong {
    let names: Vec<String> = names.iter().map(|name| quoted(name).to_string()).collect();
    match &names[..] {
        [] => expected("an object"),
        [one] => expected(format_args!("an object with the field {one}")),
        _ => expected(format_args!("an object with the fields {}", names.join(", "))),
    }
}

/// The fields of an object.
struct Fields<'de> {
    left: serde_json::map::Iter<'de>,
    /// The one whose name was read last.
    field: Option<(&'de str, &'de Value)>,
}

impl<'de> Fields<'de> {
    fn of(fields: &'de Map<String, Value>) -> Self {
        Self { left: fields.iter(), field: None }
    }
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Wrong> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        self.field = Some((name, value));
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let (name, value) = self.field.take().expect("names are read before values");
        seed.deserialize(Plain(value)).map_err(|wrong| wrong.within(name))
    }
}

/// One of several forms: its name alone, or with what belongs to it.
struct Variant<'de> {
    name: &'de str,
    value: Option<&'de Value>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Wrong;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Wrong> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, self))
    }
}

impl<'de> Variant<'de> {
    /// What belongs to it.
    fn read<T>(
        self,
        missing: impl FnOnce() -> Wrong,
        read: impl FnOnce(Plain<'de>) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        let read = self.value.map_or_else(|| Err(missing()), |value| read(Plain(value)));
        read.map_err(|wrong| wrong.within(self.name))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        match self.value {
            None | Some(Value::Null) => Ok(()),
            Some(_) => Err(expected(format_args!("{} alone", quoted(self.name)))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Wrong> {
        let name = self.name;
        let missing = || expected(format_args!("{{{}: …}}", quoted(name)));
        self.read(missing, |value| seed.deserialize(value))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Wrong> {
        let missing = || expected(format_args!("a list of {}", count(length, "value")));
        self.read(missing, |value| value.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.read(|| object(names), |value| value.deserialize_struct("", names, visitor))
    }
}
