//! Asks about sight and cover on a table without any battle: an archer looks past a wall and a wood
//! at a man who steps out of their shelter, inch by inch.
//!
//! `cargo run --no-default-features --example sight_and_cover`

use bevy::math::Vec2;
use ironrank::table::{
    Base, Footprint, Inches, Opacity, Placed, Pose, Table, Terrain,
    sight::{Cover, HiddenBy, Standing, sight},
};

fn main() {
    let wall = Terrain {
        height: Inches(1.0),
        opacity: Opacity::Blocking,
        ..Terrain::new(
            "wall",
            Footprint::Line {
                points: vec![Vec2::new(8.0, 10.0), Vec2::new(12.0, 10.0)],
                width: Inches(0.5),
            },
        )
    };
    let wood = Terrain {
        height: Inches(4.0),
        opacity: Opacity::Obscuring,
        ..Terrain::new("wood", Footprint::Circle { at: Vec2::new(15.0, 8.0), radius: Inches(2.0) })
    };
    let table = Table { width: Inches(24.0), depth: Inches(24.0), terrain: vec![wall, wood] };
    let archer = man(10.0, 4.0);
    println!("The archer stands at 10, 4.");
    for x in [10.0, 11.0, 12.0, 13.0, 14.0, 16.0, 18.0] {
        let seen = sight(&table, &archer, &man(x, 12.0), &[]);
        let by: Vec<&str> = seen
            .by
            .iter()
            .map(|hidden| match hidden.by {
                HiddenBy::Terrain(place) => table.terrain[place].kind.as_str(),
                HiddenBy::Model(_) => "other models",
            })
            .collect();
        let behind =
            if by.is_empty() { String::new() } else { format!(" by the {}", by.join(", ")) };
        let cover = match seen.cover() {
            _ if !seen.visible() => "out of sight",
            Cover::None => "no cover",
            Cover::Soft => "soft cover",
            Cover::Hard => "hard cover",
        };
        println!("At {x}, 12, {:.0}% of the man is hidden{behind}: {cover}.", seen.hidden * 100.0);
    }
}

/// A man of an inch and a half on a round base of 25 mm.
fn man(x: f32, y: f32) -> Standing {
    Standing {
        placed: Placed::new(Base::round(25.0), Pose::new(Vec2::new(x, y), Vec2::Y)),
        elevation: Inches::ZERO,
        height: Inches(1.5),
    }
}
