//! `ironrank serve`: one battle at a time for another program, over lines of JSON (docs/serve.md).

mod foresight;
mod fought;
mod json;
mod lines;
mod order;
mod plain;
mod play;
mod problem;
mod request;
mod session;
mod views;

use std::{
    io::{self, BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use ironrank::no_quarter::Armoury;

use self::{
    problem::{Kind, Problem},
    session::{Reply, Session, greeting, refusal},
};
use super::{
    Outcome, armoury,
    output::{complain, json_line, say, written},
    whole_number,
};

/// So many clients are served at a time; whoever comes then is told so and sent away.
const MOST_CLIENTS: usize = 16;

/// The stack of a client's thread, in bytes: as large as that of the program's own usually is.
const STACK: usize = 8 * 1024 * 1024;

/// How to serve.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Listen on this port of this machine alone instead of standard input, with a session for each
    /// client; 0 for any port that is free
    #[arg(long, value_name = "NUMBER", value_parser = port, allow_negative_numbers = true)]
    port: Option<u16>,
    /// Look for data files in this directory before using the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

fn port(text: &str) -> Result<u16, String> {
    whole_number(text, 0..=u16::MAX)
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let Some(port) = options.port else {
        let mut session = Session::new(armoury, options.data.clone());
        return match serve(&mut session, &mut io::stdin().lock(), &mut io::stdout()) {
            Ok(()) => Ok(()),
            Err(Gone::Reading(error)) => Err(complain(format_args!("standard input: {error}"))),
            Err(Gone::Writing(error)) => written(Err(error)),
        };
    };
    let failed = |error: io::Error| complain(format_args!("--port {port}: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    say(serde_json::json!({ "listening": address.to_string() }))?;
    // One more than there are clients.
    let places = Arc::new(());
    loop {
        let client = match listener.accept() {
            Ok((client, _)) => client,
            // It has gone already.
            Err(error) if is_of_client(&error) => continue,
            Err(error) => return Err(failed(error)),
        };
        if Arc::strong_count(&places) > MOST_CLIENTS {
            send_away(&client, "no more clients can be served at the moment");
            continue;
        }
        let (place, armoury, data) = (places.clone(), armoury.clone(), options.data.clone());
        let spare = client.try_clone();
        let thread = thread::Builder::new().name("client".to_owned()).stack_size(STACK);
        let begun = thread.spawn(move || {
            attend(&client, armoury, data.as_deref());
            drop(place);
        });
        if let (Err(_), Ok(client)) = (begun, spare) {
            send_away(&client, "no thread could be started to serve this client");
        }
    }
}

/// Whether it is a client that is to blame, and others can still come.
fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted)
}

/// Tells a client that it can't be served.
fn send_away(mut client: &TcpStream, told: &str) {
    let _ = put(&mut client, &refusal(None, &Problem::new(Kind::Limit, told)));
}

/// Whether a client has closed its end. One that has said more meanwhile is taken for present.
fn has_gone(client: &TcpStream) -> bool {
    if client.set_nonblocking(true).is_err() {
        return false;
    }
    let peeked = client.peek(&mut [0]);
    let _ = client.set_nonblocking(false);
    match peeked {
        Ok(bytes) => bytes == 0,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    }
}

/// Serves one client until it goes; whether it says goodbye is its own affair.
fn attend(client: &TcpStream, armoury: Armoury, data: Option<&Path>) {
    let session = Session::new(armoury, data.map(Path::to_owned));
    let session = &mut match client.try_clone() {
        Ok(same) => session.unless_gone(move || has_gone(&same)),
        Err(_) => session,
    };
    // Answers are waited for one by one.
    let _ = client.set_nodelay(true);
    let (mut input, mut output) = (BufReader::new(client), client);
    let (Ok(()) | Err(Gone::Reading(_) | Gone::Writing(_))) =
        serve(session, &mut input, &mut output);
}

/// Why nobody is served any more.
#[derive(Debug)]
enum Gone {
    /// The input can't be read.
    Reading(io::Error),
    /// The output can't be written.
    Writing(io::Error),
}

/// Answers lines until there are no more.
fn serve(
    session: &mut Session,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), Gone> {
    put(output, &greeting())?;
    while let Some(line) = lines::next_line(input).map_err(Gone::Reading)? {
        let reply = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => session.answer(&line),
            Err(problem) => Reply { line: refusal(None, &problem), is_last: false },
        };
        put(output, &reply.line)?;
        if reply.is_last {
            break;
        }
    }
    Ok(())
}

fn put(output: &mut impl Write, line: &str) -> Result<(), Gone> {
    let mut line = json_line(line);
    line.push('\n');
    output.write_all(line.as_bytes()).and_then(|()| output.flush()).map_err(Gone::Writing)
}
