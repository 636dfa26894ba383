//! The shortest legal path to a point, around zones, solid bases and impassable ground.
