//! `ironrank serve`: one battle at a time for another program, over lines of JSON (docs/serve.md).

mod foresight;
mod fought;
mod lines;
mod order;
mod play;
mod problem;
mod request;
mod session;
mod views;

use std::{
    io::{self, BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
};

use self::session::{Reply, Session, greeting, refusal};
use super::{
    Outcome, armoury,
    output::{complain, json_line, say, written},
};

/// How to serve.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Listen on this port of this machine alone instead of standard input, for one client at a time;
    /// 0 for any port that is free
    #[arg(long, value_name = "NUMBER")]
    port: Option<u16>,
    /// Look for data files in this directory before using the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let session = || Session::new(armoury.clone(), options.data.clone());
    let Some(port) = options.port else {
        return match serve(&mut session(), &mut io::stdin().lock(), &mut io::stdout()) {
            Ok(()) => Ok(()),
            Err(Gone::Reading(error)) => Err(complain(format_args!("standard input: {error}"))),
            Err(Gone::Writing(error)) => written(Err(error)),
        };
    };
    let failed = |error: io::Error| complain(format_args!("--port {port}: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    say(serde_json::json!({ "listening": address.to_string() }))?;
    loop {
        match listener.accept() {
            Ok((client, _)) => attend(&client, &mut session()),
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) => return Err(failed(error)),
        }
    }
}

/// Serves one client until it goes; whether it says goodbye is its own affair.
fn attend(client: &TcpStream, session: &mut Session) {
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
