//! What characteristics cost. Book: Profile Creation Summary, Model Characteristics Summary (PTS-01).

use super::{accounts::Account, design::Design};

/// What the values of a characteristic cost. The points of a value stand for all of it: those of lower
/// values aren't paid besides.
struct Table {
    /// What players call the characteristic.
    name: &'static str,
    /// The lowest value of the table.
    first: i32,
    /// The points of that value and of those that follow it.
    points: &'static [i32],
    /// Whether 0 stands for an element that doesn't have the characteristic, and is free.
    may_lack: bool,
}

const ACTIONS: Table =
    Table { name: "actions", first: 6, points: &[-4, -2, 0, 3, 7, 11, 16], may_lack: false };
const RANGED_ATTACK: Table =
    Table { name: "ranged attack", first: 1, points: &[0, 0, 1, 3, 4, 6, 10, 15], may_lack: true };
const CLOSE_COMBAT: Table =
    Table { name: "close combat", first: 1, points: &[0, 0, 1, 2, 4, 6, 10, 15], may_lack: true };
/// Strength and toughness cost the same.
const MIGHT: [i32; 8] = [0, 1, 2, 4, 7, 11, 16, 21];
const STRENGTH: Table = Table { name: "strength", first: 1, points: &MIGHT, may_lack: false };
const TOUGHNESS: Table = Table { name: "toughness", first: 1, points: &MIGHT, may_lack: false };
const WOUNDS: Table = Table {
    name: "wounds",
    first: 1,
    points: &[0, 10, 25, 45, 70, 100, 135, 175],
    may_lack: false,
};
const COMMAND: Table =
    Table { name: "command", first: 2, points: &[1, 2, 3, 4, 6, 9, 13, 18], may_lack: false };

impl Table {
    /// The points of a value, if the table has it.
    fn price(&self, value: i32) -> Option<i32> {
        let place = usize::try_from(value - self.first).ok()?;
        self.points.get(place).copied()
    }

    /// Pays for a value; `of` is the element, if the model has several.
    fn pay(&self, account: &mut Account, of: &str, value: i32) {
        if value == 0 && self.may_lack {
            return;
        }
        let name = self.name;
        match self.price(value) {
            Some(points) => account.pay(format!("{of}{name} {value}"), points),
            None => {
                let (first, last) = (self.first, self.first + self.points.len() as i32 - 1);
                let text = format!(
                    "{of}{name} {value} has no price; the table goes from {first} to {last}"
                );
                account.refuse("PTS-01", text);
            }
        }
    }
}

/// Pays for the characteristics of a model: all of the main element's, and of further elements those
/// that they have of their own. Book: Calculating Combination Models (PTS-12).
pub(super) fn pay(account: &mut Account, design: &Design) {
    for (place, element) in design.elements.iter().enumerate() {
        let of = design.prefix(element);
        let is_main = place == 0;
        if is_main {
            ACTIONS.pay(account, &of, design.actions);
        }
        RANGED_ATTACK.pay(account, &of, element.ranged_attack);
        CLOSE_COMBAT.pay(account, &of, element.close_combat);
        STRENGTH.pay(account, &of, element.strength);
        if is_main {
            TOUGHNESS.pay(account, &of, design.toughness);
            WOUNDS.pay(account, &of, design.wounds);
            COMMAND.pay(account, &of, design.command);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(table: &Table) -> Vec<i32> {
        let values = table.first..table.first + table.points.len() as i32;
        values.map(|value| table.price(value).unwrap()).collect()
    }

    #[test]
    fn pts_01_every_value_of_the_summary() {
        assert_eq!((ACTIONS.first, row(&ACTIONS)), (6, vec![-4, -2, 0, 3, 7, 11, 16]));
        assert_eq!((RANGED_ATTACK.first, row(&RANGED_ATTACK)), (1, vec![0, 0, 1, 3, 4, 6, 10, 15]));
        assert_eq!((CLOSE_COMBAT.first, row(&CLOSE_COMBAT)), (1, vec![0, 0, 1, 2, 4, 6, 10, 15]));
        for table in [&STRENGTH, &TOUGHNESS] {
            assert_eq!((table.first, row(table)), (1, vec![0, 1, 2, 4, 7, 11, 16, 21]));
        }
        assert_eq!((WOUNDS.first, row(&WOUNDS)), (1, vec![0, 10, 25, 45, 70, 100, 135, 175]));
        assert_eq!((COMMAND.first, row(&COMMAND)), (2, vec![1, 2, 3, 4, 6, 9, 13, 18]));
    }

    #[test]
    fn pts_01_what_no_table_has_is_told_with_what_it_has() {
        assert_eq!([ACTIONS.price(5), ACTIONS.price(13), COMMAND.price(1)], [None; 3]);
        let mut account = Account::default();
        ACTIONS.pay(&mut account, "", 13);
        STRENGTH.pay(&mut account, "Wheels: ", 0);
        CLOSE_COMBAT.pay(&mut account, "", 0);
        let told: Vec<&str> = account.errors().map(|finding| finding.text.as_str()).collect();
        let strength = "Wheels: strength 0 has no price; the table goes from 1 to 8";
        assert_eq!(told, ["actions 13 has no price; the table goes from 6 to 12", strength]);
        assert_eq!(account.lines, []);
    }
}
