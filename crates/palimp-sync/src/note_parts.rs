//! Parts of a note that merge in different ways: front matter by its keys, all else by its lines.

/// Text of a note, in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoteParts {
    /// Entries of the front matter, each with the indented lines below it.
    pub(crate) front: Vec<String>,
    /// All other lines.
    pub(crate) body: Vec<String>,
}

/// Line above and below front matter.
const FRONT_MATTER_FENCE: &str = "---";

impl NoteParts {
    /// Splits a note. Front matter is what has one entry of each key; all else is text.
    pub(crate) fn from_note(note: &str) -> NoteParts {
        if note.is_empty() {
            return NoteParts::default();
        }
        let lines: Vec<&str> = note.strip_suffix('\n').unwrap_or(note).split('\n').collect();
        let is_fence = |line: &&str| line.trim_end() == FRONT_MATTER_FENCE;
        let end = lines.iter().skip(1).position(is_fence).map(|at| at + 1);
        let end = end.filter(|_| is_fence(&lines[0]));
        let front = end.and_then(|end| front_matter_entries(&lines[1..end])).unwrap_or_default();
        let body = if front.is_empty() { &lines[..] } else { &lines[end.map_or(0, |at| at + 1)..] };
        NoteParts { front, body: body.iter().map(|line| (*line).to_owned()).collect() }
    }

    /// Joins the parts of a note.
    pub(crate) fn to_note(&self) -> String {
        let fence = [FRONT_MATTER_FENCE.to_owned()];
        let has_front = !self.front.is_empty();
        let fences = if has_front { &fence[..] } else { &[] };
        let lines = fences.iter().chain(&self.front).chain(fences).chain(&self.body);
        lines.flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

/// Returns the entries of front matter, each with the indented lines below it; none if the lines are
/// something else.
fn front_matter_entries(lines: &[&str]) -> Option<Vec<String>> {
    let mut entries: Vec<String> = Vec::new();
    for line in lines {
        match entries.last_mut() {
            Some(entry) if line.starts_with([' ', '\t', '-']) => {
                entry.push('\n');
                entry.push_str(line);
            }
            _ => entries.push((*line).to_owned()),
        }
    }
    let keys: Option<Vec<&str>> = entries.iter().map(|entry| front_matter_key(entry)).collect();
    let mut keys = keys?;
    keys.sort_unstable();
    keys.windows(2).all(|pair| pair[0] != pair[1]).then_some(entries)
}

/// Returns the key of an entry of front matter, such as `project` in `project: shop`.
pub(crate) fn front_matter_key(entry: &str) -> Option<&str> {
    let (key, value) = entry.split_once(':')?;
    let is_key = key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || "_-. ".contains(c));
    (is_key && value.chars().next().is_none_or(char::is_whitespace)).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_note_join_to_the_note() {
        for note in [
            "",
            "\n",
            "a\n",
            "a\n\nb\n",
            "---\na: 1\ntags:\n  - x\n- y\n---\n\ntext\n",
            "---\n",
            "---\n---\n",
            "---\nno end\n",
            "\r\na\r\n",
        ] {
            assert_eq!(NoteParts::from_note(note).to_note(), note, "{note:?}");
        }
        assert_eq!(NoteParts::from_note("no line end").to_note(), "no line end\n");
        assert_eq!(NoteParts::from_note("---\na:\n - x\nb: 1\n---\n").front, ["a:\n - x", "b: 1"]);
    }
}
