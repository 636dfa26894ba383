//! How high things lie on the table; higher covers lower.

/// The ground on it.
pub const GROUND: f32 = 1.0;
/// Terrain; each piece a little above the one before.
pub const TERRAIN: f32 = 10.0;
/// The room around the table, over terrain that runs off it.
pub const ROOM: f32 = 28.0;
/// The frame around the ground.
pub const FRAME: f32 = 29.0;
/// Tokens; each a little above the one before.
pub const TOKENS: f32 = 40.0;
/// Tree tops and roofs, which tokens go under.
pub const CANOPY: f32 = 60.0;
