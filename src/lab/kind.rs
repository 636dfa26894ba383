//! The name of a value's variant, for counting.

use std::fmt::{self, Debug, Write};

/// The first word of a value's debug form: the variant's name.
pub fn kind<T: Debug>(value: &T) -> String {
    let mut word = FirstWord(String::new());
    // An error only says that the word has ended.
    let _ = write!(word, "{value:?}");
    word.0
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_the_names_of_variants() {
        assert_eq!(kind(&Some(3)), "Some");
        assert_eq!(kind(&None::<u8>), "None");
        assert_eq!(kind(&std::ops::Bound::Included(3)), "Included");
    }
}
