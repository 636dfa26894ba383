//! `ironrank link`: a saved battle as a link.

use std::path::PathBuf;

use ironrank::{
    battle::{DataError, Opened, levels::read_text, link, save::Save, wrapper},
    lab,
    no_quarter::NoQuarter,
};

use super::{Outcome, armoury, complain, complain_all, furnish, say};

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
    let file = options.file.display();
    let mut save = Save::<NoQuarter>::read(&file.to_string(), &text)
        .map_err(|errors| complain_all(&errors))?;
    let armoury = armoury(options.data.as_deref())?;
    let failed = |errors: Vec<DataError>| complain_all(&errors);
    let mut outcome = Ok(());
    let world = match options.orders {
        Some(orders) if orders > save.orders.len() => {
            let all = save.orders.len();
            return Err(complain(format_args!("--orders {orders}: {file} has {all} orders")));
        }
        Some(orders) => {
            save.orders.truncate(orders);
            lab::replay(&save, &furnish(&armoury)).map_err(failed)?
        }
        None => {
            let (world, opened) =
                lab::open(&save, &furnish(&armoury), &mut |_, _| ()).map_err(failed)?;
            // The link is of the battle as it is opened now, whatever has become of it.
            if opened != Opened::AsSaved {
                outcome = Err(complain(format_args!("{file}: {opened}")));
            }
            world
        }
    };
    let link = link::write(&wrapper::save::<NoQuarter>(&world)).map_err(complain)?;
    say(format_args!("{}{link}", options.base));
    outcome
}
