//! `ironrank link`: a saved battle as a link.

use std::path::PathBuf;

use ironrank::{
    battle::{levels::read_text, link, save::Save},
    no_quarter::NoQuarter,
};

use super::{Outcome, complain, complain_all, say};

/// Which battle, and which address it is put behind.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// A saved battle
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The page that the link opens, such as http://127.0.0.1:8080/
    #[arg(long, value_name = "ADDRESS", default_value = "")]
    base: String,
}

pub fn run(options: &Options) -> Outcome {
    let text = read_text(&options.file).map_err(complain)?;
    let save = Save::<NoQuarter>::read(&options.file.display().to_string(), &text)
        .map_err(|errors| complain_all(&errors))?;
    let link = link::write(&save).map_err(complain)?;
    say(format_args!("{}{link}", options.base));
    Ok(())
}
