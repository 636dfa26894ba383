use super::*;
use crate::{
    app::{
        battle_ui::player::{ARCHERS, Player},
        words,
    },
    no_quarter::components::Activation,
};

#[test]
fn a_unit_that_is_pointed_at_is_compared_with_the_one_that_is_selected() {
    let (own, other) = (UnitId(0), UnitId(1));
    let selected = Selection { unit: Some(own), model: None };
    let shown = |selection, active, pointed| {
        let Subjects { unit, compared, .. } = Subjects::new(selection, active, pointed);
        (unit, compared)
    };
    assert_eq!(shown(selected, Some(own), Some(other)), (Some(own), Some(other)));
    assert_eq!(shown(selected, None, Some(own)), (Some(own), None));
    let nothing = Selection::default();
    assert_eq!(shown(nothing, Some(own), Some(other)), (Some(own), Some(other)));
    assert_eq!(shown(nothing, None, Some(other)), (Some(other), None));
}

#[test]
fn the_empty_card_names_the_key_only_where_it_leads_to_a_unit() {
    let mut player = Player::of(ARCHERS);
    let told = |player: &mut Player| {
        let read = words(&mut player.app).into_iter().map(|(text, _)| text);
        read.filter(|text| text.starts_with("Point at a unit")).collect::<String>()
    };
    let before = told(&mut player);
    assert!(before.ends_with("or press Tab."), "{before}");
    let units: Vec<UnitId> = player.world().roster().units().collect();
    for unit in units {
        player.app.world_mut().set_unit(unit, Activation::Activated);
    }
    player.wait(2);
    let after = told(&mut player);
    assert!(after.ends_with("click to select it."), "nobody can be chosen any more: {after}");
}

#[test]
fn a_card_is_known_to_need_as_much_beside_another_as_it_took_alone() {
    let ctx = egui::Context::default();
    let selected = Selection { unit: Some(UnitId(0)), model: None };
    let compared = Subjects::new(selected, None, Some(UnitId(1)));
    assert_eq!(needed(&ctx, compared), 0.0, "nothing is known yet, so all of it is shown");
    let known = Needed { subjects: compared.alone(), high: 420.0 };
    ctx.data_mut(|data| data.insert_temp(Needed::id(), known));
    assert_eq!(needed(&ctx, compared), 420.0);
    let other = Selection { unit: Some(UnitId(2)), model: None };
    assert_eq!(needed(&ctx, Subjects::new(other, None, Some(UnitId(1)))), 0.0);
}
