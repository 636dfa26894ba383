//! A level seen from above, small: the same pictures as on the table, painted by egui.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui;

use crate::{
    app::{
        board,
        drawing::{Drawing, polygon, rectangle},
        theme::Theme,
    },
    battle::{
        Level, SideId,
        level::{Deployment, Place, UnitSetup},
    },
    no_quarter::{Armoury, deployment},
    table::{Base, Inches, Placed, Pose, Terrain},
};

/// A picture of a level.
pub(super) struct Preview {
    drawing: Drawing,
    size: Vec2,
    /// The picture where it was last shown.
    painted: Option<(egui::Rect, Arc<egui::Mesh>)>,
}

impl Preview {
    /// Draws a level.
    pub(super) fn draw(level: &Level, armoury: Option<&Armoury>, theme: &Theme) -> Self {
        let size = Vec2::new(level.table.width.0, level.table.depth.0);
        let mut drawing = Drawing::new();
        drawing.fill(&rectangle(size / 2.0, size + 2.0), Color::srgb(0.30, 0.20, 0.12));
        drawing.fill(&rectangle(size / 2.0, size + 0.3), Color::srgb(0.14, 0.09, 0.05));
        drawing.fill(&rectangle(size / 2.0, size), Color::srgb(0.36, 0.44, 0.24));
        let empty = Armoury::default();
        let armoury = armoury.unwrap_or(&empty);
        for (index, feature) in level.terrain.iter().enumerate() {
            let Some(kind) = armoury.terrain.get(&feature.kind) else { continue };
            let piece = Terrain {
                ground: feature.ground.unwrap_or(kind.ground),
                barrier: kind.barrier,
                elevation: feature.elevation.unwrap_or(kind.elevation),
                height: feature.height.unwrap_or(kind.height),
                ..Terrain::new(&kind.name, feature.shape.clone())
            };
            board::draw_terrain_piece(&mut drawing, &piece, index as u32 + 1);
        }
        if level.deployment == Deployment::AsPlaced {
            for unit in &level.units {
                let side = level.sides.iter().position(|side| side.name == unit.side);
                let colours = theme.side(SideId(side.unwrap_or_default() as u32));
                for placed in places(unit, armoury) {
                    let edge = outline(&placed);
                    drawing.fill(&polygon(edge.iter().copied()), colours.face);
                    drawing.line(&polygon(edge), colours.rim, 0.34);
                }
            }
        }
        Self { drawing, size, painted: None }
    }

    /// Shows the picture as large as fits.
    pub(super) fn show(&mut self, ui: &mut egui::Ui, room: egui::Vec2) {
        let wanted = egui::vec2(self.size.x + 2.0, self.size.y + 2.0) * self.scale(room);
        let (rect, _) = ui.allocate_exact_size(wanted, egui::Sense::hover());
        self.paint(ui, rect);
    }

    /// Inches to points, where all of it fits into the room.
    fn scale(&self, room: egui::Vec2) -> f32 {
        (room.x / (self.size.x + 2.0)).min(room.y / (self.size.y + 2.0))
    }

    /// Paints the picture into the middle of a room, as large as fits.
    pub(super) fn paint(&mut self, ui: &egui::Ui, room: egui::Rect) {
        let scale = self.scale(room.size());
        let size = egui::vec2(self.size.x + 2.0, self.size.y + 2.0) * scale;
        let rect = egui::Rect::from_center_size(room.center(), size);
        let mesh = match &self.painted {
            Some((before, mesh)) if *before == rect => mesh.clone(),
            _ => {
                let place = |at: Vec2| {
                    let (x, y) = ((at.x + 1.0) * scale, (at.y + 1.0) * scale);
                    egui::pos2(rect.left() + x, rect.bottom() - y)
                };
                let mesh = Arc::new(self.drawing.egui_mesh(place));
                self.painted = Some((rect, mesh.clone()));
                mesh
            }
        };
        let clip = rect.intersect(ui.clip_rect());
        ui.painter().with_clip_rect(clip).add(egui::Shape::Mesh(mesh));
    }
}

/// Where a level puts a unit's models; nowhere if it leaves that to the players.
fn places(unit: &UnitSetup, armoury: &Armoury) -> Vec<Placed> {
    let base = |profile: &str| {
        let profile = armoury.profiles.get(profile);
        profile.map_or(Base::Circle { radius: Inches(0.5) }, |profile| profile.base.base())
    };
    let led = unit.command.iter().map(|c| base(c.profile.as_ref().unwrap_or(&unit.profile)));
    let ranks = (0..unit.count.min(300)).map(|_| base(&unit.profile));
    let bases: Vec<Base> = led.chain(ranks).collect();
    let poses = match &unit.place {
        Place::At(x, y, degrees) => {
            let front = Pose::degrees(Vec2::new(*x, *y), *degrees);
            deployment::lay_out(&bases, unit.command.len(), unit.formation, &front)
        }
        Place::Each(poses) => {
            poses.iter().map(|&(x, y, d)| Pose::degrees(Vec2::new(x, y), d)).collect()
        }
        Place::ByHand | Place::Reserve | Place::Infiltrator => Vec::new(),
    };
    bases.into_iter().zip(poses).map(|(base, pose)| Placed { base, pose }).collect()
}

fn outline(placed: &Placed) -> Vec<Vec2> {
    match placed.corners() {
        Some(corners) => corners.to_vec(),
        None => {
            let radius = placed.base.outer_radius().0;
            let angle = |i: u32| i as f32 / 20.0 * std::f32::consts::TAU;
            (0..20).map(|i| placed.pose.at + Vec2::from_angle(angle(i)) * radius).collect()
        }
    }
}
