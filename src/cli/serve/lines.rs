//! Lines from outside, none of which is believed to be short.

use std::io::{self, BufRead};

use ironrank::battle::playable::count;

use super::problem::{Kind, Problem};

/// The longest line that is read, in bytes without its end. The save of every battle has room in it.
pub(super) const LONGEST_LINE: usize = 8 * 1024 * 1024;

/// The next line without its end; none at the end of the input. One that is too long is skipped to its
/// end.
///
/// # Errors
/// That the input can't be read.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, Problem>>> {
    let mut line: Vec<u8> = Vec::new();
    let mut length = 0;
    loop {
        let read = match input.fill_buf() {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if read.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = read.iter().position(|&byte| byte == b'\n');
        let part = &read[..end.unwrap_or(read.len())];
        let is_last = end.is_some() || read.is_empty();
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        length += part.len();
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        // An empty line has an end too.
        if is_last {
            return Ok(Some(whole(line, length)));
        }
    }
}

fn whole(line: Vec<u8>, length: usize) -> Result<String, Problem> {
    if length > LONGEST_LINE {
        let told = format!("a line of {}; the limit is {LONGEST_LINE}", count(length, "byte"));
        return Err(Problem::new(Kind::Line, told));
    }
    String::from_utf8(line)
        .map_err(|_| Problem::new(Kind::Line, "the line isn't text; UTF-8 was expected"))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// The lines of a text that comes in parts of a few bytes; none for those that are refused.
    fn lines(text: &[u8]) -> Vec<Option<String>> {
        let mut input = BufReader::with_capacity(7, text);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lines.push(line.ok());
        }
        lines
    }

    #[test]
    fn lines_end_with_their_line_or_with_the_input() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [some("")]);
        assert_eq!(lines(b"one\n\na second one"), [some("one"), some(""), some("a second one")]);
        assert_eq!(lines(b"\xff\nnext"), [None, some("next")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_to_its_end() {
        let longest = "x".repeat(LONGEST_LINE);
        let text = format!("{longest}\n{longest}y\nnext\n");
        let read = lines(text.as_bytes());
        assert_eq!(read.len(), 3);
        assert_eq!(read[0].as_deref(), Some(longest.as_str()));
        assert_eq!(read[1..], [None, Some("next".to_owned())]);
    }
}
