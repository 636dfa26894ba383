//! Every board for players as a test named after its file: the player on it must do what the board says,
//! and must not do what it says would be silly. `cargo test --test positions general` runs those about
//! generals. Each is played with several seeds, because what follows an order depends on dice.

use std::path::Path;

use ironrank::{
    battle::SideId,
    no_quarter::{
        NoQuarter,
        boards::{BoardStep, board_name, read_boards, run_with},
    },
    players::{Kind, Player},
};
use libtest_mimic::{Arguments, Failed, Trial};

/// The levels of players that pass all boards.
const PLAYERS: [Kind; 3] = [Kind::Sergeant, Kind::Captain, Kind::Marshal];

/// The seeds of the dice that each board is played with.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/positions/no_quarter");
    let boards = read_boards(&folder).unwrap_or_else(|error| {
        eprintln!("{}: {error}", folder.display());
        std::process::exit(1);
    });
    let mut trials = Vec::new();
    for (file, board) in boards {
        for kind in PLAYERS {
            let name = board_name(&file).to_lowercase().replace('-', "_");
            let (file, board) = (file.clone(), board.clone());
            trials.push(Trial::test(format!("{name}_{}", kind.name()), move || {
                let board = board.map_err(|error| Failed::from(error.to_string()))?;
                let plays = |step: &BoardStep| matches!(step, BoardStep::Plays(..));
                if !board.steps.iter().any(plays) {
                    return Err(format!("{file}: nobody plays").into());
                }
                for seed in SEEDS {
                    let mut player: Box<dyn Player<NoQuarter>> = kind.player(seed, SideId(0));
                    let mut why = Vec::new();
                    let mut give = |world: &bevy::prelude::World| {
                        let order = player.order(world).expect("computers always know an order");
                        why.extend(player.reason().map(|reason| reason.sentence()));
                        order
                    };
                    if let Err(problem) = run_with(&board, seed, &mut give) {
                        let why = why.join("\n  ");
                        return Err(format!("{file}, seed {seed}: {problem}\n  {why}").into());
                    }
                }
                Ok(())
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
