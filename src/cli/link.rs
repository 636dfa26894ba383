//! `ironrank link`: a saved battle as a link.

use std::path::PathBuf;

use ironrank::{
    battle::{levels::read_text, link, save::Save, wrapper},
    lab,
    no_quarter::NoQuarter,
};

use super::{Failure, Outcome, armoury, complain, complain_all, furnish, say};

/// Which battle, and which address it is put behind.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// A saved battle
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The page that the link opens, such as http://127.0.0.1:8080/
    #[arg(long, value_name = "ADDRESS", default_value = "")]
    base: String,
    /// The battle as it was after its first so many orders
    #[arg(long, value_name = "NUMBER")]
    orders: Option<usize>,
    /// Look for data files here before the embedded ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let text = read_text(&options.file).map_err(complain)?;
    let mut save = Save::<NoQuarter>::read(&options.file.display().to_string(), &text)
        .map_err(|errors| complain_all(&errors))?;
    if let Some(orders) = options.orders {
        save = beginning(save, orders, options)?;
    }
    let link = link::write(&save).map_err(complain)?;
    say(format_args!("{}{link}", options.base));
    Ok(())
}

/// A battle after its first so many orders.
fn beginning(
    mut save: Save<NoQuarter>,
    orders: usize,
    options: &Options,
) -> Result<Save<NoQuarter>, Failure> {
    let all = save.orders.len();
    if orders > all {
        let file = options.file.display();
        return Err(complain(format_args!("--orders {orders}: {file} has {all} orders")));
    }
    save.orders.truncate(orders);
    let armoury = armoury(options.data.as_deref())?;
    let world = lab::replay(&save, &furnish(&armoury)).map_err(|errors| complain_all(&errors))?;
    Ok(wrapper::save(&world))
}
