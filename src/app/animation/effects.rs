//! What flies, bursts and trails while a beat is played: arrows and balls with their shadows,
//! breath, blasts, and the lines behind those who flee.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Color32, Painter, Shape, Stroke},
};

use super::{Playback, beat::Beat, clip::Act};
use crate::{
    app::{
        OverTable,
        camera::View,
        in_battle,
        layer::Layer,
        theme::Theme,
        tokens::{Appearance, Token, Tokens},
    },
    battle::playable::telling::Missile,
    table::template::Laid,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(in_battle).in_set(OverTable::Effects));
}

/// How high a missile rises, as a share of how far it flies.
fn rise(missile: Missile) -> f32 {
    match missile {
        Missile::Arrow => 0.17,
        Missile::Bolt => 0.06,
        Missile::Ball => 0.12,
    }
}

/// Something in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projectile {
    /// From where.
    pub from: Vec2,
    /// At what.
    pub to: Vec2,
    /// Whether it hits; a miss flies on.
    pub hit: bool,
    /// What it is.
    pub missile: Missile,
    /// From which share of the beat on.
    pub start: f32,
}

/// A template that is filled.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Burst {
    /// Which, where.
    pub laid: Laid,
    /// Whether it spreads from its point rather than from its middle.
    pub breath: bool,
}

/// Something that goes out from somebody: a ring that closes around who sends it, a light that goes to whom
/// it is meant for, and a ring that opens there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pulse {
    /// From where.
    pub from: Vec2,
    /// To where, if it leaves.
    pub to: Option<Vec2>,
    /// Whether it comes off; if not, it fades on its way.
    pub succeeds: bool,
}

/// The share of a pulse in which it gathers.
pub(super) const GATHERED: f32 = 0.3;
/// The share of a pulse after which it has arrived.
const ARRIVED: f32 = 0.7;

/// How long a missile is in the air, as a share of the beat.
pub(super) const IN_THE_AIR: f32 = 0.62;

fn draw(
    mut contexts: EguiContexts,
    view: Res<View>,
    theme: Res<Theme>,
    playback: Res<Playback>,
    index: Res<Tokens>,
    tokens: Query<&Appearance, With<Token>>,
) -> Result {
    let Some((beat, progress)) = playback.now() else { return Ok(()) };
    let painter = Layer::Effects.painter(contexts.ctx_mut()?);
    let air = Air { painter: &painter, view: &view, theme: &theme };
    if let Some(pulse) = &beat.pulse {
        air.pulse(pulse, progress);
    }
    if progress <= 0.0 {
        // Its dice are still on the way.
        return Ok(());
    }
    if let Some(burst) = &beat.burst {
        air.burst(burst, progress);
    }
    for projectile in &beat.projectiles {
        air.projectile(projectile, progress);
    }
    haste(&air, beat, progress, &index, &tokens);
    Ok(())
}

struct Air<'a> {
    painter: &'a Painter,
    view: &'a View,
    theme: &'a Theme,
}

impl Air<'_> {
    fn projectile(&self, projectile: &Projectile, progress: f32) {
        let way = projectile.to - projectile.from;
        let end = if projectile.hit {
            projectile.to
        } else {
            projectile.to + way.normalize_or_zero() * 1.2
        };
        let flown = (progress - projectile.start) / IN_THE_AIR;
        if flown < 0.0 {
            return;
        }
        if flown >= 1.0 {
            if projectile.hit {
                let since = ((flown - 1.0) * IN_THE_AIR / (1.0 - IN_THE_AIR).max(0.05)).min(1.0);
                self.spark(projectile.to, since);
            }
            return;
        }
        let high = (projectile.from.distance(end) * rise(projectile.missile)).min(3.5);
        let ground = |t: f32| projectile.from.lerp(end, t.clamp(0.0, 1.0));
        let place = |t: f32| ground(t) + Vec2::Y * (4.0 * high * t * (1.0 - t));
        let scale = self.view.points_per_inch();
        let at = self.view.point_of(place(flown));
        let before = self.view.point_of(place(flown - 0.03));
        let along = (at - before).normalized();
        let shadow = self.view.point_of(ground(flown));
        let dark = Theme::egui(self.theme.edge);
        let pale = Theme::egui(self.theme.text);
        if projectile.missile == Missile::Ball {
            let radius = (scale * 0.16).clamp(2.6, 7.0);
            self.painter.add(Shape::ellipse_filled(shadow, egui::vec2(radius, radius * 0.6), dark));
            self.painter.circle_filled(at, radius + 1.0, pale);
            self.painter.circle_filled(at, radius, Theme::egui(self.theme.room));
            return;
        }
        let long = (scale * if projectile.missile == Missile::Bolt { 0.55 } else { 0.85 })
            .clamp(8.0, 30.0);
        let ground_before = self.view.point_of(ground(flown - 0.03));
        let lies = (shadow - ground_before).normalized();
        self.painter.line_segment([shadow, shadow - lies * long], Stroke::new(2.0, dark));
        let tail = at - along * long;
        self.painter.line_segment([at, tail], Stroke::new(3.6, Theme::egui(self.theme.room)));
        self.painter.line_segment([at, tail], Stroke::new(1.8, pale));
        let side = along.rot90();
        let head =
            vec![at + along * 4.0, at - along * 3.0 + side * 3.0, at - along * 3.0 - side * 3.0];
        self.painter.add(Shape::convex_polygon(
            head,
            pale,
            Stroke::new(1.0, Theme::egui(self.theme.room)),
        ));
        for way in [side, -side] {
            let feather = [tail + along * 3.0, tail - along * 2.0 + way * 3.0];
            self.painter.line_segment(feather, Stroke::new(1.6, pale));
        }
    }

    fn spark(&self, at: Vec2, since: f32) {
        let fade = Theme::egui(self.theme.selected).gamma_multiply(1.0 - since);
        let (inner, outer) = (0.15 + 0.25 * since, 0.3 + 0.45 * since);
        for ray in 0..6 {
            let way = Vec2::from_angle(ray as f32 / 6.0 * std::f32::consts::TAU + 0.4);
            let ray = [at + way * inner, at + way * outer].map(|at| self.view.point_of(at));
            self.painter.line_segment(ray, Stroke::new(2.2, fade));
        }
    }

    /// Fills a template from its point or its middle, with a bright edge in front.
    fn burst(&self, burst: &Burst, progress: f32) {
        let outline = burst.laid.outline();
        let count = outline.len().max(1) as f32;
        let middle = outline.iter().copied().sum::<Vec2>() / count;
        let from = if burst.breath { burst.laid.at } else { middle };
        let fade = 1.0 - ((progress - 0.75) / 0.25).max(0.0);
        for (share, colour, alpha) in [
            (1.0, self.theme.bad, 0.30),
            (0.8, self.theme.warning, 0.40),
            (0.55, self.theme.selected, 0.50),
        ] {
            let grown = (progress / 0.6).min(1.0) * share;
            let edge: Vec<egui::Pos2> =
                outline.iter().map(|&at| self.view.point_of(from.lerp(at, grown))).collect();
            let colour = Theme::egui(colour).gamma_multiply(alpha * fade);
            self.painter.add(Shape::convex_polygon(edge, colour, Stroke::NONE));
        }
        let front: Vec<egui::Pos2> = outline
            .iter()
            .map(|&at| self.view.point_of(from.lerp(at, (progress / 0.6).min(1.0))))
            .collect();
        let line = Theme::egui(self.theme.warning).gamma_multiply(fade);
        self.painter.add(Shape::closed_line(front, Stroke::new(2.0, line)));
    }

    /// Draws a pulse at a point of its beat.
    fn pulse(&self, pulse: &Pulse, progress: f32) {
        let gathers = (progress / GATHERED).min(1.0);
        self.halo(pulse.from, 1.3 - 0.8 * gathers, 1.0 - (progress - GATHERED).max(0.0) * 2.0);
        let opens = ((progress - ARRIVED) / (1.0 - ARRIVED)).max(0.0);
        let Some(to) = pulse.to else {
            if pulse.succeeds && opens > 0.0 {
                self.halo(pulse.from, 0.5 + opens, 1.0 - opens);
            }
            return;
        };
        let gone = ((progress - GATHERED) / (ARRIVED - GATHERED)).clamp(0.0, 1.0);
        // What doesn't come off goes out half-way.
        let (gone, strength) = match pulse.succeeds {
            true => (gone, 1.0 - opens),
            false => (gone * 0.5, 1.0 - gone),
        };
        if progress > GATHERED && strength > 0.0 {
            self.light(pulse.from, to, gone, strength);
        }
        if pulse.succeeds && opens > 0.0 {
            self.halo(to, 0.3 + 1.2 * opens, 1.0 - opens);
        }
    }

    /// A ring of so many inches around a place.
    fn halo(&self, at: Vec2, radius: f32, strength: f32) {
        let (centre, radius) =
            (self.view.point_of(at), radius.max(0.1) * self.view.points_per_inch());
        let strength = strength.clamp(0.0, 1.0);
        let dark = Theme::egui(self.theme.edge).gamma_multiply(strength);
        let bright = Theme::egui(self.theme.selected).gamma_multiply(strength);
        self.painter.circle_stroke(centre, radius, Stroke::new(4.4, dark));
        self.painter.circle_stroke(centre, radius, Stroke::new(2.2, bright));
    }

    /// A light on its way, with what trails behind it.
    fn light(&self, from: Vec2, to: Vec2, gone: f32, strength: f32) {
        let head = self.view.point_of(from.lerp(to, gone));
        let tail = self.view.point_of(from.lerp(to, (gone - 0.25).max(0.0)));
        let dark = Theme::egui(self.theme.edge).gamma_multiply(strength);
        let bright = Theme::egui(self.theme.selected).gamma_multiply(strength);
        self.painter.line_segment([tail, head], Stroke::new(5.0, dark));
        self.painter.line_segment([tail, head], Stroke::new(2.6, bright));
        self.painter.circle_filled(head, 5.4, dark);
        self.painter.circle_filled(head, 4.0, bright);
    }

    /// Three lines behind somebody in haste.
    fn haste(&self, shown: &Appearance, back: Vec2, radius: f32, strength: f32) {
        let side = back.perp();
        let colour = Theme::egui(self.theme.text).gamma_multiply(strength);
        let edge = Theme::egui(self.theme.edge).gamma_multiply(strength);
        for (off, long) in [(-0.6, 0.8), (0.0, 1.3), (0.6, 0.8)] {
            let from = shown.pose.at + back * (radius + 0.15) + side * radius * off;
            let line = [from, from + back * long].map(|at| self.view.point_of(at));
            self.painter.line_segment(line, Stroke::new(3.4, edge));
            self.painter.line_segment(line, Stroke::new(1.6, colour));
        }
    }
}

fn haste(
    air: &Air,
    beat: &Beat,
    progress: f32,
    index: &Tokens,
    tokens: &Query<&Appearance, With<Token>>,
) {
    let strength = bevy::math::ops::sin(progress * std::f32::consts::PI);
    for clip in &beat.clips {
        let Act::Flee(way) = &clip.act else { continue };
        let (Some(first), Some(last)) = (way.first(), way.last()) else { continue };
        let back = (first.at - last.at).normalize_or_zero();
        let shown = index.get(clip.model).and_then(|token| tokens.get(token).ok());
        if let Some(shown) = shown.filter(|shown| shown.present) {
            air.haste(shown, back, 0.5, strength);
        }
    }
}

/// What light words over the table stand on.
pub(super) fn plate(theme: &Theme, alpha: f32) -> Color32 {
    Theme::egui(theme.plate).gamma_multiply(alpha)
}
