//! Reads what was written under names that are no longer given. Saves, links and boards outlive the
//! names of orders, so a value whose name is a former one is read in its former shape and renewed.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
        value::EnumAccessDeserializer,
    },
};

use crate::battle::variants::variants_read_by;

/// An enum some of whose variants had other names or shapes before.
pub(super) trait Renewed<'de>: Sized {
    /// Those variants, as they were written.
    type Former: Deserialize<'de> + Into<Self>;

    /// Their names.
    const FORMER: &'static [&'static str];

    /// Reads a variant as it is written today.
    fn read_present<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads a value under a present or a former name.
pub(super) fn read<'de, T: Renewed<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let present = variants_read_by(|asked| T::read_present(asked));
    deserializer.deserialize_enum("", present, Reader(PhantomData))
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Renewed<'de>> Visitor<'de> for Reader<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (Name(name), contents) = data.variant()?;
        let former = T::FORMER.contains(&name.as_str());
        let named = EnumAccessDeserializer::new(Named { name, contents });
        if former { T::Former::deserialize(named).map(Into::into) } else { T::read_present(named) }
    }
}

/// The name of a variant.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Name, E> {
        Ok(Name(name.to_owned()))
    }
}

/// A variant whose name is known already.
struct Named<A> {
    name: String,
    contents: A,
}

impl<'de, A: VariantAccess<'de>> EnumAccess<'de> for Named<A> {
    type Error = A::Error;
    type Variant = A;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, A), A::Error> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self.contents))
    }
}
