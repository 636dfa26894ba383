//! What stands and lies on the table, told where the pointer rests on it: what signs on banners and
//! tokens, badges and wounds mean, what the stars are that armies fight for, what terrain does, and of a
//! unit what there is no room for beside the table.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    aim::{Aim, Hover},
    card::compared,
    ghosts, goals,
    hints::{beside, clear_of, keys_rest, meanings, pieces, rests},
    overlays::room,
    paint::Canvas,
    score,
};
use crate::{
    app::{
        camera::View,
        pointer::Pointer,
        seat::Game,
        tokens::{banners::Hung, mark_at},
    },
    battle::{
        Showing,
        playable::showing::{Mark, PieceCard},
    },
};

/// A mark on a token may be missed by so many egui points.
const SLACK: f32 = 2.0;

/// Tells about what is under the pointer, or where keys have put the aim.
pub fn show(world: &mut World, ctx: &egui::Context, canvas: &Canvas) {
    let aim = *world.resource::<Aim>();
    if let Some(place) = aim.at.filter(|_| aim.by_keys) {
        let at = canvas.at(place);
        if !keys_rest(ctx, at) {
            return;
        }
        let pieces = pieces_at(world, place);
        if pieces.is_empty() {
            return;
        }
        tell(world, ctx, canvas, ("terrain", at), |ui| self::pieces(world, ui, &pieces));
        return;
    }
    let pointer = *world.resource::<Pointer>();
    let (Some(screen), Some(place)) = (pointer.screen, pointer.on_table()) else { return };
    if pointer.dragging {
        return;
    }
    let view = world.resource::<View>();
    let at = view.point_at(screen);
    // Banners lie over tokens.
    let on_banner = world.resource::<Hung>().sign_at(at).map(Mark::State);
    let mark = on_banner.or_else(|| mark_at(world, place, SLACK / view.points_per_inch()));
    if !rests(ctx) {
        return;
    }
    if let Some(mark) = mark {
        tell(world, ctx, canvas, ("meaning", at), |ui| meanings(world, ui, &[mark]));
    } else if let Some(goal) = goals::at(world, place) {
        tell(world, ctx, canvas, ("goal", at), |ui| score::told(ui, &canvas.theme, goal));
    } else if !compared::show_at_rest(world, ctx, canvas, at) {
        let pieces = pieces_at(world, place);
        if !pieces.is_empty() {
            tell(world, ctx, canvas, ("terrain", at), |ui| self::pieces(world, ui, &pieces));
        }
    }
}

/// Tells something at the pointer or where keys have put the aim: beside whatever an order in preparation
/// takes up, or else beside the names of units and what stands there.
fn tell(
    world: &World,
    ctx: &egui::Context,
    canvas: &Canvas,
    (name, at): (&str, egui::Pos2),
    contents: impl FnOnce(&mut egui::Ui),
) {
    let taken = ghosts::taken(world, canvas);
    if taken.is_empty() {
        beside(ctx, name, at, (canvas.free(), &room::spared(world, canvas)), contents);
    } else {
        clear_of(ctx, name, at, (canvas.free(), &taken), contents);
    }
}

/// The terrain at a place where nobody stands.
fn pieces_at(world: &World, place: Vec2) -> Vec<PieceCard> {
    if world.resource::<Hover>().model.is_some() {
        return Vec::new();
    }
    Game::pieces_at(world, place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            battle_ui::{
                canvas,
                player::{ARCHERS, Player},
            },
            layer::Layer,
            theme::Theme,
            third_party::egui::context,
        },
        battle::BattleWorld,
    };

    /// What a card about pieces of terrain says.
    fn said(world: &World, pieces: &[PieceCard]) -> Vec<String> {
        let ctx = egui::Context::default();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            super::pieces(world, ui, pieces);
        });
        output.textures_delta.clear();
        let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn rules_of_terrain_go_by_their_names_and_not_by_numbers_alone() {
        let wood = r#"(kind: "wood", shape: Polygon([(2, 2), (30, 2), (30, 30), (2, 30)]))"#;
        let player = Player::on(ARCHERS, wood);
        let pieces = Game::pieces_at(player.world(), Vec2::new(4.0, 4.0));
        assert_eq!(pieces.len(), 1);
        let said = said(player.world(), &pieces);
        let mut rules = 0;
        for fact in &pieces[0].facts {
            let Some(entry) = Game::explained(player.world(), &fact.term) else { continue };
            rules += 1;
            assert!(said.iter().any(|text| text == entry.name), "{} isn't in {said:?}", entry.name);
            assert!(!said.iter().any(|text| text == entry.rule), "{} in {said:?}", entry.rule);
        }
        assert!(rules > 1, "{said:?}");
    }

    #[test]
    fn what_a_wood_does_leaves_the_move_into_it_in_sight() {
        let wood = r#"(kind: "wood", shape: Polygon([(2, 2), (30, 2), (30, 30), (2, 30)]))"#;
        let mut player = Player::on(ARCHERS, wood);
        let (own, _) = player.units();
        let (_, at) = player.first(own);
        player.double_click(at);
        player.key(KeyCode::KeyM);
        let ahead = player.world().facing(own);
        player.point(at + ahead * 3.0);
        player.wait(60);
        let world = player.app.world_mut();
        let ctx = context(world).unwrap();
        let canvas = canvas(world, &ctx, Layer::Plan, Theme::default());
        let taken = ghosts::taken(world, &canvas);
        assert!(taken.len() > 5, "it is shown where they go: {taken:?}");
        let id = egui::Id::new(("told beside an order", "terrain"));
        let told = ctx.memory(|memory| memory.area_rect(id)).expect("the wood is told about");
        let covered: Vec<_> = taken.iter().filter(|rect| rect.intersects(told)).collect();
        assert!(covered.is_empty(), "{told} covers {covered:?}");
    }

    /// As in a window of 1280 by 360, where the card of a second unit has no room beside the table.
    #[test]
    fn the_card_at_the_pointer_lies_over_no_order() {
        let mut player = Player::of(ARCHERS);
        let (own, enemy) = player.units();
        let (_, at) = player.first(own);
        player.double_click(at);
        let world = player.app.world_mut();
        let mut windows = world.query_filtered::<&mut Window, With<bevy::window::PrimaryWindow>>();
        windows.single_mut(world).expect("there is one").resolution.set(1280.0, 360.0);
        player.wait(8);
        let (_, at) = player.first(enemy);
        player.point(at);
        player.wait(60);
        let world = player.app.world_mut();
        let ctx = context(world).unwrap();
        let id = egui::Id::new(("told beside a point", "unit"));
        let told = ctx.memory(|memory| memory.area_rect(id)).expect("the enemy is told about");
        let canvas = canvas(world, &ctx, Layer::Plan, Theme::default());
        assert!(canvas.free().expand(0.5).contains_rect(told), "{told} in {}", canvas.free());
    }
}
