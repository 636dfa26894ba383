//! How strong lines over the table are where they step back behind others: the share of their colour
//! and of their dark edge. `theme::readable` measures each of them.

/// Around the unit under the pointer.
pub const HOVERED: f32 = 0.6;
/// Around the selected unit, while another one is active.
pub const SELECTED: f32 = 0.8;
/// What leads to something stronger: ways to targets, steps of reach before the last.
pub const LEADING: f32 = 0.9;
/// The ways of those who follow the first of their unit.
pub const FOLLOWING: f32 = 0.85;
/// Hatching, which has no dark edge: a texture beside the line that it belongs to.
pub const HATCHING: f32 = 0.8;
