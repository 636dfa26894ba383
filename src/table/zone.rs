//! Attack zones: the ground around a base that an enemy may not enter.
