//! The names of an enum's variants: of one value, for counting, and of all, for finding those that
//! were never counted.

use std::fmt::{self, Debug, Write};

use serde::{
    Deserializer,
    de::{self, DeserializeOwned, Visitor},
    forward_to_deserialize_any,
};

/// The first word of a value's debug form: the variant's name.
pub fn kind<T: Debug>(value: &T) -> String {
    let mut word = FirstWord(String::new());
    // An error only says that the word has ended.
    let _ = write!(word, "{value:?}");
    word.0
}

/// The names of all variants of an enum, in its order: those it can be read from. None of a type
/// that is no enum.
pub fn kinds_of<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(Asked) {
        Err(Variants(names)) => names,
        Ok(_) => &[],
    }
}

struct FirstWord(String);

impl Write for FirstWord {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if !letter.is_alphanumeric() {
                return Err(fmt::Error);
            }
            self.0.push(letter);
        }
        Ok(())
    }
}

/// Data that holds nothing: a type that is read from it says what it expects.
struct Asked;

/// What an enum said that it expects.
#[derive(Debug)]
struct Variants(&'static [&'static str]);

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
    fn kinds_are_the_names_of_variants() {
        assert_eq!(kind(&Some(3)), "Some");
        assert_eq!(kind(&None::<u8>), "None");
        assert_eq!(kind(&std::ops::Bound::Included(3)), "Included");
    }

    #[test]
    fn an_enum_names_all_its_variants() {
        assert_eq!(kinds_of::<Edge>(), ["South", "North", "West", "East"]);
        assert_eq!(kinds_of::<std::ops::Bound<u8>>(), ["Unbounded", "Included", "Excluded"]);
        assert!(kinds_of::<String>().is_empty());
    }
}
