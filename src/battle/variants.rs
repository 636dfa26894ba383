//! The names of an enum's variants, asked of the type itself: for counting those that never occurred,
//! and for telling those that can be read.

use std::fmt;

use serde::{
    Deserializer,
    de::{self, DeserializeOwned, Visitor},
    forward_to_deserialize_any,
};

/// The names of all variants of an enum, in its order: those it can be read from. None of a type
/// that is no enum.
pub fn variants_of<T: DeserializeOwned>() -> &'static [&'static str] {
    variants_read_by(|asked| T::deserialize(asked))
}

/// The same of whatever is read by a function.
pub fn variants_read_by<T>(
    read: impl FnOnce(Asked) -> Result<T, Variants>,
) -> &'static [&'static str] {
    match read(Asked) {
        Err(Variants(names)) => names,
        Ok(_) => &[],
    }
}

/// Data that holds nothing: a type that is read from it says what it expects.
pub struct Asked;

/// What an enum said that it expects.
#[derive(Debug)]
pub struct Variants(&'static [&'static str]);

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {:?} was expected", self.0)
    }
}

impl std::error::Error for Variants {}

impl de::Error for Variants {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(&[])
    }
}

impl<'de> Deserializer<'de> for Asked {
    type Error = Variants;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Variants> {
        Err(Variants(&[]))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Variants> {
        Err(Variants(variants))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::level::Edge;

    #[test]
    fn an_enum_names_all_its_variants() {
        assert_eq!(variants_of::<Edge>(), ["South", "North", "West", "East"]);
        assert_eq!(variants_of::<std::ops::Bound<u8>>(), ["Unbounded", "Included", "Excluded"]);
        assert!(variants_of::<String>().is_empty());
    }
}
