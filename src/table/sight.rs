//! Lines of sight and concealment in two and a half dimensions, by exact angular intervals.
