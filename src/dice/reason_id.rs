//! How a rule system's reasons are known again.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, SeqAccess, Visitor},
};

use super::Modifies;

/// The name that a rule system gives to one of its reasons, for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct ReasonId(Cow<'static, str>);

impl ReasonId {
    /// That of a reason.
    pub fn of(reason: impl Modifies) -> Self {
        Self(Cow::Borrowed(reason.id()))
    }

    /// The name. None in files from before reasons had one: they have the place that it had in a list
    /// then, which says nothing by now.
    pub fn name(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(&*self.0)
    }
}

impl<'de> Deserialize<'de> for ReasonId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrPlace)
    }
}

/// Reads a name, or the place in a list that earlier files have, in brackets.
struct NameOrPlace;

impl<'de> Visitor<'de> for NameOrPlace {
    type Value = ReasonId;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the name of a reason")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<ReasonId, E> {
        Ok(ReasonId(Cow::Owned(name.to_owned())))
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<ReasonId, E> {
        Ok(ReasonId(Cow::Borrowed("")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<ReasonId, A::Error> {
        let held = seq.next_element()?;
        held.ok_or_else(|| de::Error::invalid_length(0, &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_written_by_name_and_read_from_earlier_files_too() {
        let id = ReasonId(Cow::Borrowed("Charging"));
        let text = ron::to_string(&id).unwrap();
        assert_eq!(text, "\"Charging\"");
        assert_eq!(ron::from_str::<ReasonId>(&text).unwrap(), id);
        for earlier in ["7", "(7)"] {
            assert_eq!(ron::from_str::<ReasonId>(earlier).unwrap().name(), None, "{earlier}");
        }
        for wrong in ["()", "-1", "true", "(7, 8)"] {
            assert!(ron::from_str::<ReasonId>(wrong).is_err(), "{wrong}");
        }
    }
}
