//! Where a unit begins: places that every rule system knows, and beside them words of its own.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{
        self, DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess,
        Visitor, value::EnumAccessDeserializer,
    },
};

use crate::battle::{data::no_such_name, variants::variants_of};

/// Where a unit begins. `Other` are the places that only its rule system knows: an enum of plain
/// words, which stand in a level as these do.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub enum Place<Other = NoOther> {
    /// Its player puts it down.
    #[default]
    ByHand,
    /// The middle of its front stands at x, y and looks to an angle in degrees, counter-clockwise
    /// from the table's right.
    At(f32, f32, f32),
    /// Every model by itself: x, y and degrees, in the order of the unit's models.
    Each(Vec<(f32, f32, f32)>),
    /// Off the table, to enter later.
    Reserve,
    /// As a rule has it.
    #[serde(untagged)]
    ByRule(Other),
}

/// No places besides those that every rule system knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoOther {}

/// The places that every rule system knows, as they are read.
#[derive(Deserialize)]
#[serde(rename = "Place")]
enum Common {
    ByHand,
    At(f32, f32, f32),
    Each(Vec<(f32, f32, f32)>),
    Reserve,
}

impl<Other> From<Common> for Place<Other> {
    fn from(common: Common) -> Self {
        match common {
            Common::ByHand => Self::ByHand,
            Common::At(x, y, degrees) => Self::At(x, y, degrees),
            Common::Each(poses) => Self::Each(poses),
            Common::Reserve => Self::Reserve,
        }
    }
}

impl<'de, Other: DeserializeOwned> Deserialize<'de> for Place<Other> {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Self, D::Error> {
        data.deserialize_enum("Place", variants_of::<Common>(), Reader(PhantomData))
    }
}

struct Reader<Other>(PhantomData<Other>);

impl<'de, Other: DeserializeOwned> Visitor<'de> for Reader<Other> {
    type Value = Place<Other>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a place")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Place<Other>, A::Error> {
        let (Word(word), content) = data.variant()?;
        let (common, others) = (variants_of::<Common>(), variants_of::<Other>());
        if common.contains(&word.as_str()) {
            let whole = EnumAccessDeserializer::new(Read { word, content });
            Common::deserialize(whole).map(Place::from)
        } else if others.contains(&word.as_str()) {
            content.unit_variant()?;
            Other::deserialize(word.into_deserializer()).map(Place::ByRule)
        } else {
            let known = common.iter().chain(others).copied();
            Err(de::Error::custom(no_such_name("place", &word, known)))
        }
    }
}

/// The word that a place begins with.
struct Word(String);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Self, D::Error> {
        data.deserialize_identifier(WordReader)
    }
}

struct WordReader;

impl Visitor<'_> for WordReader {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the word for a place")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Word, E> {
        Ok(Word(word.to_owned()))
    }
}

/// A place whose word was read already, with what follows it.
struct Read<Content> {
    word: String,
    content: Content,
}

impl<'de, Content: VariantAccess<'de>> EnumAccess<'de> for Read<Content> {
    type Error = Content::Error;
    type Variant = Content;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Content), Content::Error> {
        Ok((seed.deserialize(self.word.into_deserializer())?, self.content))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::data::{read_ron, ron_options};

    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    enum Deep {
        Burrow,
        Cellar,
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        let places: [(&str, Place<Deep>); 6] = [
            ("ByHand", Place::ByHand),
            ("At(12.0,4.5,90.0)", Place::At(12.0, 4.5, 90.0)),
            ("Each([(1.0,2.0,3.0)])", Place::Each(vec![(1.0, 2.0, 3.0)])),
            ("Reserve", Place::Reserve),
            ("Burrow", Place::ByRule(Deep::Burrow)),
            ("Cellar", Place::ByRule(Deep::Cellar)),
        ];
        for (text, place) in places {
            assert_eq!(ron_options().to_string(&place).unwrap(), text);
            assert_eq!(read_ron::<Place<Deep>>("x.ron", text).unwrap(), place);
            let json = serde_json::to_string(&place).unwrap();
            assert_eq!(serde_json::from_str::<Place<Deep>>(&json).unwrap(), place, "{json}");
        }
    }

    #[test]
    fn a_place_that_nobody_knows_is_told_those_that_are_known() {
        let told = |text| read_ron::<(u8, Place<Deep>)>("x.ron", text).unwrap_err().to_string();
        assert_eq!(
            told("(1,\n Burow)"),
            "x.ron:2:2: no place is called \"Burow\". Did you mean \"Burrow\"? Choose from At, \
             Burrow, ByHand, Cellar, Each and Reserve"
        );
        let few = read_ron::<Place>("x.ron", "Burrow").unwrap_err().to_string();
        assert!(few.ends_with("choose from At, ByHand, Each and Reserve"), "{few}");
        assert!(told("(1, At(1, 2))").starts_with("x.ron:1:"), "{}", told("(1, At(1, 2))"));
        assert!(told("(1, 3)").starts_with("x.ron:1:"), "{}", told("(1, 3)"));
    }
}
