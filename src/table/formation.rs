//! Formation geometry: coherency chains, ranked blocks, and where to put the models of a unit.
