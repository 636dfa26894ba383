//! Rebuilds the game when data that is embedded in it changes, new files among it.

fn main() {
    for folder in ["assets", "levels"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
