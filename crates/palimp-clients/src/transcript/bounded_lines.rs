//! Lines of a file, with a bound on their length.

use std::io::{self, BufRead, Read};

/// Calls `each` with every line of at most `longest` bytes, without its end. Skips longer lines
/// without ever holding more than `longest` bytes of them; returns their number.
pub(super) fn for_each(
    mut file: &mut dyn BufRead,
    longest: usize,
    mut each: impl FnMut(&[u8]),
) -> io::Result<usize> {
    let (mut line, mut passed_over) = (Vec::new(), 0);
    loop {
        line.clear();
        let bound = longest as u64 + 1;
        if Read::take(&mut file, bound).read_until(b'\n', &mut line)? == 0 {
            return Ok(passed_over);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() > longest {
            file.skip_until(b'\n')?;
            passed_over += 1;
            continue;
        }
        each(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, longest: usize) -> Vec<String> {
        let mut found = Vec::new();
        for_each(&mut text.as_bytes(), longest, |line| {
            found.push(String::from_utf8(line.to_vec()).expect("the text is UTF-8"));
        })
        .expect("memory can be read");
        found
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(lines("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(lines("a\n", 9), ["a"]);
        assert!(lines("", 9).is_empty());
    }

    #[test]
    fn long_lines_are_passed_over() {
        assert_eq!(lines("abc\nabcd\nab\nabcdefgh", 3), ["abc", "ab"]);
        assert_eq!(lines("abcd\nabc", 3), ["abc"]);
    }
}
