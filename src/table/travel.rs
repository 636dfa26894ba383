//! What a path costs in whole actions, and whether a base may be swept along it.
