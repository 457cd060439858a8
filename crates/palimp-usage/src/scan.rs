//! Lines of a transcript that grows: those that are whole, from where it was read last.

use std::io::{self, BufRead, Read};

/// Result of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scanned {
    /// Number of bytes of the whole lines.
    pub(super) bytes: u64,
    /// Number of lines that are too long, and were skipped.
    pub(super) too_long: usize,
}

/// Calls `each` with every whole line of at most `longest` bytes. A last line without an end is
/// being written, and is left for the next time.
pub(super) fn scan_lines(
    file: &mut impl BufRead,
    longest: usize,
    mut each: impl FnMut(&[u8]),
) -> io::Result<Scanned> {
    let (mut line, mut scanned) = (Vec::new(), Scanned::default());
    loop {
        line.clear();
        let mut length =
            file.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut line)? as u64;
        let is_whole = line.last() == Some(&b'\n');
        if !is_whole && line.len() <= longest {
            return Ok(scanned);
        }
        if is_whole {
            each(&line[..line.len() - 1]);
        } else {
            let (rest, has_end) = pass_over(file)?;
            if !has_end {
                return Ok(scanned);
            }
            length += rest;
            scanned.too_long += 1;
        }
        scanned.bytes += length;
    }
}

/// Reads to the end of the line and holds nothing of it; whether it has one.
fn pass_over(file: &mut impl BufRead) -> io::Result<(u64, bool)> {
    let mut length = 0;
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok((length, false));
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(buffer.len(), |at| at + 1);
        file.consume(taken);
        length += taken as u64;
        if end.is_some() {
            return Ok((length, true));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str, longest: usize) -> (Vec<String>, Scanned) {
        let mut found = Vec::new();
        // A small buffer, so that lines do not fit into it.
        let mut file = io::BufReader::with_capacity(4, text.as_bytes());
        let scanned = scan_lines(&mut file, longest, |line| {
            found.push(String::from_utf8(line.to_vec()).unwrap());
        });
        (found, scanned.unwrap())
    }

    #[test]
    fn whole_lines_are_read_and_a_torn_one_is_left() {
        let (found, scanned) = scan("one\n\ntwo\ntor", 9);
        assert_eq!(found, ["one", "", "two"]);
        assert_eq!(scanned, Scanned { bytes: 9, too_long: 0 });
        assert_eq!(scan("", 9), (vec![], Scanned::default()));
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over_when_it_is_whole() {
        let (found, scanned) = scan("abcdefgh\nab\nabcd\n", 3);
        assert_eq!(found, ["ab"]);
        assert_eq!(scanned, Scanned { bytes: 17, too_long: 2 });
        let (found, scanned) = scan("ab\nabcdefgh", 3);
        assert_eq!((found.len(), scanned), (1, Scanned { bytes: 3, too_long: 0 }));
    }
}
