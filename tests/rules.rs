//! Every rule board as a test named after its file: `cargo test --test rules cc_03` runs the boards
//! of CC-03. Boards are read from their folder, so that a new one needs no building.

use std::path::Path;

use ironrank::no_quarter::boards::{board_name, read_boards, run};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/rules/no_quarter");
    let boards = read_boards(&folder).unwrap_or_else(|error| {
        eprintln!("{}: {error}", folder.display());
        std::process::exit(1);
    });
    let trials = boards.into_iter().map(|(file, board)| {
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
