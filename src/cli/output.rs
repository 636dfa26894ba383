//! What commands print: results to standard output, problems to standard error, and nothing that a
//! terminal would take for a command, wherever it came from.

use std::{
    fmt::Display,
    io::{self, Write},
};

use ironrank::battle::{
    DataError,
    data::{is_printable, printable_lines},
};
use serde::Serialize;

use super::{Failure, Outcome};

/// Prints lines of a result.
pub(super) fn say(text: impl Display) -> Outcome {
    written(writeln!(io::stdout(), "{}", printable_lines(&text.to_string())))
}

/// Prints a text that has its own line ends.
pub(super) fn say_plain(text: impl Display) -> Outcome {
    written(write!(io::stdout(), "{}", printable_lines(&text.to_string())))
}

/// Prints a result as JSON.
pub(super) fn say_json(value: &impl Serialize) -> Outcome {
    let text = serde_json::to_string_pretty(value).map_err(complain)?;
    written(writeln!(io::stdout(), "{}", escaped(&text, |letter| letter == '\n')))
}

/// JSON in one line as it may be printed.
pub(super) fn json_line(json: &str) -> String {
    escaped(json, |_| false)
}

/// JSON with escapes of its own for what a terminal would take for a command.
fn escaped(json: &str, kept: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(json.len());
    for letter in json.chars() {
        if kept(letter) || is_printable(letter) {
            shown.push(letter);
        } else {
            shown.push_str(&format!("\\u{:04x}", u32::from(letter)));
        }
    }
    shown
}

/// Tells a problem on standard error.
pub(super) fn complain(text: impl Display) -> Failure {
    // Nobody could be told that this can't be written.
    let _ = writeln!(io::stderr(), "error: {}", printable_lines(&text.to_string()));
    Failure::Problem
}

pub(super) fn complain_all(errors: &[DataError]) -> Failure {
    for error in errors {
        complain(error);
    }
    Failure::Problem
}

/// Tells what is wrong with the command itself.
pub(super) fn misused(text: impl Display) -> Failure {
    complain(text);
    Failure::Usage
}

/// Whether a result was written. If its reader went away (`| head`), nobody needs the rest.
pub(super) fn written(result: io::Result<()>) -> Outcome {
    result.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => complain(format_args!("standard output: {error}")),
    })
}
