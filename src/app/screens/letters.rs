//! Letters are laid out before they are needed, some in each of the first frames. A screen that comes
//! up with many new ones would hold its first frame up, and each frame that has new ones hands all
//! letters to the renderer.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{Color32, FontId},
};

use crate::app::{OverTable, curtain::Curtain, third_party::egui::text_size};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Letters>();
    app.add_systems(EguiPrimaryContextPass, lay_out.in_set(OverTable::Panels));
}

/// How many portions of letters were laid out.
#[derive(Resource, Default)]
pub struct Letters(usize);

impl Letters {
    /// Whether all were.
    pub fn are_laid_out(&self) -> bool {
        portion(self.0).is_none()
    }
}

/// The sizes that panels use most, in egui points.
const SIZES: [f32; 8] = [13.5, 11.5, 12.0, 15.0, 14.0, 13.0, 11.0, 17.0];
/// Signs that stand among the letters of panels.
const SIGNS: &str = "·°–…±×≤⟲⟳◀▶✔✖";
/// So many letters are laid out at once.
const AT_ONCE: usize = 12;
/// So long a frame may go on with them.
const A_FRAMES_SHARE: Duration = Duration::from_millis(4);

fn lay_out(mut contexts: EguiContexts, curtain: Res<Curtain>, mut done: ResMut<Letters>) -> Result {
    if done.are_laid_out() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let begun = Instant::now();
    while begun.elapsed() < curtain.share(A_FRAMES_SHARE)
        && let Some((size, letters)) = portion(done.0)
    {
        done.0 += 1;
        let font = FontId::proportional(size * text_size(context));
        context.fonts_mut(|fonts| fonts.layout_no_wrap(letters, font, Color32::WHITE));
    }
    Ok(())
}

/// What is laid out at a step: a size and letters, each of them four times, since they are drawn
/// again for each quarter of a pixel that they begin at.
fn portion(step: usize) -> Option<(f32, String)> {
    let all: Vec<char> = ('!'..='~').chain(SIGNS.chars()).collect();
    let steps = all.len().div_ceil(AT_ONCE);
    let size = *SIZES.get(step / steps)?;
    let letters = all.chunks(AT_ONCE).nth(step % steps)?;
    Some((size, letters.iter().flat_map(|&letter| [letter; 4]).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_turn_in_every_size() {
        let portions: Vec<(f32, String)> = (0..).map_while(portion).collect();
        for size in SIZES {
            let of_size = portions.iter().filter(|portion| portion.0 == size);
            let letters: String = of_size.map(|portion| portion.1.as_str()).collect();
            let all = ('!'..='~').chain(SIGNS.chars());
            assert!(all.into_iter().all(|letter| letters.matches(letter).count() == 4), "{size}");
        }
    }
}
