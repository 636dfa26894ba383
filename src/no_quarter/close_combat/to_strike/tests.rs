//! The numbers of blows, from plain values.

use super::*;
use crate::no_quarter::charges::BONUS;

#[test]
fn cc_03_the_book_s_examples() {
    assert_eq!(needed_to_hit(5, [BONUS]).value(), 6);
    assert_eq!(needed_to_hit(4, [BONUS]).value(), 5);
}

#[test]
fn cc_03_each_circumstance_by_itself() {
    let none = Circumstances::default();
    let values = [
        (Circumstances { morale: Morale::Panicked, ..none }, 6),
        (Circumstances { morale: Morale::Terrified, ..none }, 7),
        (Circumstances { prone: true, ..none }, 6),
        (Circumstances { large: true, ..none }, 6),
        (Circumstances { lower: true, ..none }, 4),
        (Circumstances { across_barrier: true, ..none }, 4),
        (Circumstances { higher: true, ..none }, 6),
        (Circumstances { assisted: true, ..none }, 6),
        (Circumstances { panicked: true, ..none }, 4),
    ];
    for (circumstances, value) in values {
        let needed = needed_to_hit(5, circumstances.changes());
        assert_eq!((needed.value(), needed.modifiers.len()), (value, 1), "{needed}");
    }
}

#[test]
fn cc_13_a_siege_weapon_needs_9_whatever_else() {
    let striking = Striking {
        close_combat: 3,
        besieging: true,
        own: vec![BONUS],
        circumstances: Circumstances { prone: true, ..Circumstances::default() },
        kind: vec![EXTRA],
        against: Vec::new(),
    };
    assert_eq!((striking.needed().value(), striking.needed().modifiers.len()), (9, 0));
}

#[test]
fn changes_are_told_in_the_book_s_order() {
    let striking = Striking {
        close_combat: 5,
        besieging: false,
        own: vec![BONUS],
        circumstances: Circumstances { prone: true, ..Circumstances::default() },
        kind: vec![EXTRA],
        against: vec![Change::new(Reason::TargetDodges, -1)],
    };
    let told = "5 (5, +1 charging, +1 target prone, -1 extra attack, -1 target dodges)";
    assert_eq!(striking.needed().to_string(), told);
}
