//! Code fences, as far as they are closed.

/// Returns for each line whether it is in a closed code fence, including the fence's own two lines.
/// A fence that is never closed fences nothing, otherwise it would hide text that is added behind
/// it.
pub(crate) fn fenced_lines(lines: &[&str]) -> Vec<bool> {
    let longest = longest_closings(lines);
    let mut fenced = Vec::with_capacity(lines.len());
    let mut open: Option<CodeFence> = None;
    for (at, line) in lines.iter().enumerate() {
        let fence = CodeFence::from_line(line);
        let stands = open.is_some();
        open = match (open, fence) {
            (Some(open), Some(fence)) if fence.closes(open) => None,
            (None, Some(fence)) if longest[at + 1][fence.kind()] >= fence.length => Some(fence),
            (open, _) => open,
        };
        fenced.push(stands || open.is_some());
    }
    fenced
}

/// Returns the line that would close the fence that a text leaves open.
pub(crate) fn missing_closing(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let fenced = fenced_lines(&lines);
    let open = lines.iter().zip(fenced).find_map(|(line, fenced)| match fenced {
        true => None,
        false => CodeFence::from_line(line),
    })?;
    Some(char::from(open.mark).to_string().repeat(open.length))
}

/// For each line and the end, the longest line behind it that closes a fence of either kind.
fn longest_closings(lines: &[&str]) -> Vec<[usize; 2]> {
    let mut longest = vec![[0; 2]; lines.len() + 1];
    for (at, line) in lines.iter().enumerate().rev() {
        longest[at] = longest[at + 1];
        if let Some(fence) = CodeFence::from_line(line).filter(|fence| fence.is_bare) {
            let best = &mut longest[at][fence.kind()];
            *best = fence.length.max(*best);
        }
    }
    longest
}

/// A line that opens or closes a fence.
#[derive(Clone, Copy)]
struct CodeFence {
    mark: u8,
    length: usize,
    /// True if the line holds nothing but marks, as a closing fence does.
    is_bare: bool,
}

impl CodeFence {
    fn from_line(line: &str) -> Option<CodeFence> {
        let text = line.trim();
        let mark = *text.as_bytes().first().filter(|mark| matches!(mark, b'`' | b'~'))?;
        let length = text.bytes().take_while(|byte| *byte == mark).count();
        let info = &text[length..];
        let fences = length >= 3 && (mark == b'~' || !info.contains('`'));
        fences.then_some(CodeFence { mark, length, is_bare: info.is_empty() })
    }

    const fn kind(self) -> usize {
        (self.mark == b'~') as usize
    }

    fn closes(self, open: CodeFence) -> bool {
        self.is_bare && self.mark == open.mark && self.length >= open.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let lines: Vec<&str> = text.lines().collect();
        let shown: String =
            fenced_lines(&lines).into_iter().map(|f| if f { 'c' } else { '.' }).collect();
        assert_eq!(shown, expect, "{text}");
    }

    #[test]
    fn a_fence_that_is_never_closed_fences_nothing() {
        check("```\na\n```\nb", "ccc.");
        check("```\na\nb", "...");
        check("```sh\na\n```sh\nb", "....");
        check("````\n```\n````\n```", "ccc.");
        check("  ~~~\n```\n  ~~~\nx", "ccc.");
        check("``` a`b\n```\nx\n```", ".ccc");
        check("```a\n```b\n```\nx", "ccc.");
    }

    #[test]
    fn what_a_text_leaves_open_is_known() {
        assert_eq!(missing_closing("a\n````sh\nb\n```").as_deref(), Some("````"));
        assert_eq!(missing_closing("~~~\nb").as_deref(), Some("~~~"));
        assert_eq!(missing_closing("```\nb\n```\nc"), None);
        assert_eq!(missing_closing("nothing"), None);
    }
}
