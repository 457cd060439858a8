//! A table in the binary that needs no start-up: sorted lines, looked up by halving.

/// Returns the text after `key` and its tab. The lines of `table` are sorted by the bytes of their
/// keys.
pub(crate) fn find_row<'t>(table: &'t str, key: &str) -> Option<&'t str> {
    let (mut start, mut end) = (0, table.len());
    while start < end {
        let middle = start + (end - start) / 2;
        let bytes = table.as_bytes();
        let from = bytes[start..middle]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(start, |at| start + at + 1);
        let to = bytes[middle..end].iter().position(|&b| b == b'\n').map_or(end, |at| middle + at);
        let line = &table[from..to];
        let (name, rest) = line.split_once('\t').unwrap_or((line, ""));
        match name.cmp(key) {
            std::cmp::Ordering::Equal => return Some(rest),
            std::cmp::Ordering::Less => start = to + 1,
            std::cmp::Ordering::Greater => end = from,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_and_nothing_else() {
        let table = "a\t1\nab\t2\nb\t\n가\t3 4\n";
        for (key, rest) in [("a", "1"), ("ab", "2"), ("b", ""), ("가", "3 4")] {
            assert_eq!(find_row(table, key), Some(rest), "{key}");
            assert_eq!(find_row(table.trim_end(), key), Some(rest), "{key}");
        }
        for key in ["", "aa", "0", "c", "나"] {
            assert_eq!(find_row(table, key), None, "{key}");
        }
        assert_eq!(find_row("", "a"), None);
    }
}
