//! `ironrank link`: a saved battle as a link.

use std::path::PathBuf;

use ironrank::{
    battle::{DataError, link, playable::count, wrapper},
    no_quarter::NoQuarter,
};

use super::{
    Outcome, armoury, input,
    output::{complain, complain_all, say},
    saved::{self, Verdict},
};

/// Which battle, and which address it is put behind.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// A saved battle, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The page that the link opens, such as http://127.0.0.1:8080/
    #[arg(long, value_name = "ADDRESS", default_value = "")]
    base: String,
    /// Link to the battle as it was after this many orders
    #[arg(long, value_name = "NUMBER", value_parser = super::any_number, allow_negative_numbers = true)]
    orders: Option<usize>,
    /// Look for data files in this directory before using the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let file = input::shown(&options.file);
    let failed = |errors: Vec<DataError>| complain_all(&errors);
    let mut save = saved::read(&options.file).map_err(failed)?;
    let armoury = armoury(options.data.as_deref())?;
    let whole = save.orders.len();
    if let Some(orders) = options.orders.filter(|&orders| orders > whole) {
        let all = count(whole, "order");
        return Err(complain(format_args!("--orders {orders}: {file} has {all}")));
    }
    let (world, opened) = saved::open(&file, &save, &armoury, &mut |_, _| ()).map_err(failed)?;
    let mut outcome = Ok(());
    match Verdict::on(&save, &world, &opened) {
        Verdict::AsSaved => {}
        // The link is of the battle as it is opened now, whatever has become of it.
        Verdict::OtherRules(told) if options.orders.is_none() => {
            outcome = Err(complain(format_args!("{file}: {told}")));
        }
        Verdict::OtherRules(_) => {}
        Verdict::Changed(problem) => return Err(complain(format_args!("{file}: {problem}"))),
    }
    let world = match options.orders {
        Some(orders) => {
            save.orders.truncate(orders);
            saved::replay(&file, &save, &armoury).map_err(failed)?
        }
        None => world,
    };
    let link = link::write(&wrapper::save::<NoQuarter>(&world)).map_err(complain)?;
    say(format_args!("{}{link}", options.base)).and(outcome)
}
