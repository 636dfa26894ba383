//! What something is worth, item by item.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Items worth less than this are left out of what people read.
const TRIFLE: f32 = 0.5;

/// One part of what something is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// What is at stake, in a few words that stand within a sentence: "material".
    pub about: Cow<'static, str>,
    /// What it is worth, in the rule system's points.
    pub worth: f32,
    /// What a player should know about it, as a clause that stands by itself: "the Boar Boys can
    /// charge it".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What something is worth, and what that consists of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account(pub Vec<Item>);

impl Account {
    /// The sum of its items.
    pub fn worth(&self) -> f32 {
        self.0.iter().map(|item| item.worth).sum()
    }

    /// Adds to an item, which begins with this if there is none yet. Nothing is added for nothing.
    pub fn add(&mut self, about: &'static str, worth: f32) {
        if worth == 0.0 || !worth.is_finite() {
            return;
        }
        self.put(Item { about: Cow::Borrowed(about), worth, note: None });
    }

    /// The same with a note, unless the item has one already. Nothing needs no note.
    pub fn add_noted(&mut self, about: &'static str, worth: f32, note: impl FnOnce() -> String) {
        if worth == 0.0 || !worth.is_finite() {
            return;
        }
        self.add(about, worth);
        let item = self.0.iter_mut().find(|item| item.about == about);
        if let Some(item) = item.filter(|item| item.note.is_none()) {
            item.note = Some(note());
        }
    }

    /// Adds all items of another account. Of two notes the first is kept.
    pub fn add_all(&mut self, other: Self) {
        other.0.into_iter().for_each(|item| self.put(item));
    }

    fn put(&mut self, item: Item) {
        match self.0.iter_mut().find(|own| own.about == item.about) {
            Some(own) => {
                own.worth += item.worth;
                own.note = own.note.take().or(item.note);
            }
            None => self.0.push(item),
        }
    }

    /// What an item is worth; nothing if there is none.
    pub fn of(&self, about: &str) -> f32 {
        self.0.iter().find(|item| item.about == about).map_or(0.0, |item| item.worth)
    }

    /// The items that matter, the weightiest first; of equals, in the order of the account.
    pub fn weighty(&self) -> Vec<&Item> {
        let mut items: Vec<&Item> =
            self.0.iter().filter(|item| item.worth.abs() >= TRIFLE).collect();
        items.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_add_up_and_trifles_are_not_told() {
        let mut account = Account::default();
        account.add("material", 12.0);
        account.add_noted("threat", -20.0, || "the Boar Boys can charge it".to_owned());
        account.add("cover", 0.2);
        account.add("material", 3.0);
        account.add("nerves", 0.0);
        account.add("nerves", f32::NAN);
        assert!((account.worth() + 4.8).abs() < 1e-5, "{account:?}");
        let told: Vec<&str> = account.weighty().iter().map(|item| &*item.about).collect();
        assert_eq!(told, ["threat", "material"]);
        assert_eq!(account.weighty()[0].note.as_deref(), Some("the Boar Boys can charge it"));
        assert!((account.of("material") - 15.0).abs() < 1e-6);
    }
}
