//! Every rule board as a test named after its file: `cargo test cc_03` runs the boards of CC-03.

use ironrank::no_quarter::boards::{Board, board_name, run};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let trials = Board::all().into_iter().map(|(file, board)| {
        let name = board_name(&file).to_lowercase().replace('-', "_");
        Trial::test(name, move || {
            let board = board.map_err(|error| Failed::from(error.to_string()))?;
            if !board_name(&file).starts_with(&board.id) {
                return Err(format!("{file} shows {}; name the file after it", board.id).into());
            }
            run(&board).map_err(|problem| Failed::from(format!("{file}: {problem}")))
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}
