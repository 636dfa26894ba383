//! Everything a model can get to with a number of actions, as a region to draw and to query.
