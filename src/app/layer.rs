//! What covers what. On the table that is a matter of height. What is painted over it lies in
//! [`Layer`]s: whatever is written lies over every line of the table, so that nothing runs through
//! words.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Context, Id, LayerId, Order, Painter},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, |mut contexts: EguiContexts| -> Result {
        stack(contexts.ctx_mut()?);
        Ok(())
    });
}

/// The ground on the table. As all heights, higher covers lower.
pub const GROUND: f32 = 1.0;
/// Terrain; each piece a little above the one before.
pub const TERRAIN: f32 = 10.0;
/// The room around the table, over terrain that runs off it.
pub const ROOM: f32 = 28.0;
/// The frame around the ground.
pub const FRAME: f32 = 29.0;
/// The shadows of tokens.
pub const SHADOWS: f32 = 39.0;
/// Tokens; each a little above the one before.
pub const TOKENS: f32 = 40.0;
/// The signs on tokens, over all of these.
pub const SIGNS: f32 = 44.0;
/// The marks on tokens, over all signs.
pub const MARKS: f32 = 49.0;
/// Tree tops and roofs, which tokens go under.
pub const CANOPY: f32 = 60.0;

/// What is painted over the table, each over those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// The game's name and the shade behind the title's menu.
    Title,
    /// What the rules measure, as lines.
    Contours,
    /// What the player is about: selection, targets, ways, ghosts, templates, lines of the log.
    Plan,
    /// Arrows, fire and smoke.
    Effects,
    /// The names of units.
    Banners,
    /// The words and numbers of contours and plans.
    Plates,
    /// Short results that rise over models.
    Results,
    /// What is said about the order in preparation or a line of the log.
    Notes,
    /// The bar, orders, cards, log and dice.
    Panels,
    /// Boxes and sheets over panels: decisions, chances, menus.
    Boxes,
    /// What was refused or saved, and what pointing tells.
    Messages,
    /// The ring around what has the keyboard.
    Focus,
}

impl Layer {
    /// All of them, from the bottom up.
    pub const ALL: [Self; 12] = one_of_each!(Layer:
        Title, Contours, Plan, Effects, Banners, Plates, Results, Notes, Panels, Boxes, Messages, Focus
    );

    /// The order that areas in it have for egui.
    pub const fn order(self) -> Order {
        match self {
            Self::Title
            | Self::Contours
            | Self::Plan
            | Self::Effects
            | Self::Banners
            | Self::Plates
            | Self::Results
            | Self::Notes => Order::Background,
            Self::Panels => Order::Middle,
            Self::Boxes => Order::Foreground,
            Self::Messages => Order::Tooltip,
            Self::Focus => Order::Debug,
        }
    }

    /// What egui knows an area in it by.
    pub fn of_area(self, name: &str) -> LayerId {
        LayerId::new(self.order(), Id::new(name))
    }

    /// What egui knows it by where things are painted and nothing can be pressed.
    pub fn id(self) -> LayerId {
        LayerId::new(self.order(), Id::new(("painted", self as u8)))
    }

    /// A painter for all of the window.
    pub fn painter(self, ctx: &Context) -> Painter {
        ctx.layer_painter(self.id())
    }
}

/// Whether something that egui has at a place lies over the table and takes what is done there.
pub fn is_panel(layer: LayerId) -> bool {
    layer.order != Layer::Plan.order()
}

/// Tells egui how the layers under all panels lie, which share an order: those moved to the top keep
/// the order in which they first were.
fn stack(ctx: &Context) {
    for layer in Layer::ALL.into_iter().filter(|layer| !is_panel(layer.id())) {
        ctx.move_to_top(layer.id());
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Align2, Color32, FontId, Pos2, RawInput, Shape};

    use super::*;

    /// What is in a layer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Kind {
        /// Lines and shapes at places of the table.
        Drawn,
        /// What people read.
        Written,
        /// What has its place below or above all of these, whatever it covers.
        Apart,
    }

    fn kind(layer: Layer) -> Kind {
        match layer {
            Layer::Title | Layer::Focus => Kind::Apart,
            Layer::Contours | Layer::Plan | Layer::Effects => Kind::Drawn,
            Layer::Banners
            | Layer::Plates
            | Layer::Results
            | Layer::Notes
            | Layer::Panels
            | Layer::Boxes
            | Layer::Messages => Kind::Written,
        }
    }

    fn all_of(wanted: Kind) -> impl Iterator<Item = Layer> {
        Layer::ALL.into_iter().filter(move |&layer| kind(layer) == wanted)
    }

    #[test]
    fn heights_rise() {
        let heights =
            [GROUND, TERRAIN, ROOM, FRAME, SHADOWS, TOKENS, SIGNS, MARKS, CANOPY].windows(2);
        assert!(heights.into_iter().all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn what_is_written_lies_over_every_line_of_the_table() {
        let ctx = Context::default();
        let mut painted = Vec::new();
        for _ in 0..3 {
            let mut output = ctx.run_ui(RawInput::default(), |ui| {
                stack(ui.ctx());
                // Whoever comes first and whoever last makes no difference.
                for layer in Layer::ALL.into_iter().rev() {
                    let painter = layer.painter(ui.ctx());
                    let (at, font) = (Pos2::new(20.0, 20.0), FontId::proportional(12.0));
                    let name = format!("{layer:?}");
                    painter.text(at, Align2::LEFT_TOP, name, font, Color32::WHITE);
                }
            });
            output.textures_delta.clear();
            let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
                Shape::Text(text) => Some(text.galley.text().to_owned()),
                _ => None,
            });
            painted = texts.collect();
        }
        assert_eq!(painted, Layer::ALL.map(|layer| format!("{layer:?}")));
        let place = |layer: Layer| painted.iter().position(|name| *name == format!("{layer:?}"));
        for written in all_of(Kind::Written) {
            for drawn in all_of(Kind::Drawn) {
                assert!(place(written) > place(drawn), "{drawn:?} runs over {written:?}");
            }
        }
    }
}
