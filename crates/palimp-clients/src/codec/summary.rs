//! A summary that is put into a transcript.

use palimp_core::activity::fingerprint;

/// Summary that replaces older messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompactionSummary<'a> {
    pub(crate) text: &'a str,
    /// Number of tokens of all messages.
    pub(crate) tokens: usize,
    /// The message with which what stays begins.
    pub(crate) from: usize,
}

impl<'a> CompactionSummary<'a> {
    pub(crate) const fn new(text: &'a str, tokens: usize, from: usize) -> CompactionSummary<'a> {
        CompactionSummary { text, tokens, from }
    }

    /// Returns the text in a frame that introduces it as a summary.
    pub(crate) fn framed_text(&self) -> String {
        format!(
            "This conversation continues one that became too long. Its older part, in short:\n\n\
             {}\n\nWhat follows this summary are the latest messages, as they were.",
            self.text
        )
    }

    /// Derives an id for a line called `name` beside the line `beside`: equal for equal summaries,
    /// so that a repeated run writes identical lines.
    pub(crate) fn line_uuid(&self, name: &str, beside: &str) -> String {
        let half = |part: &str| fingerprint(&[part, name, beside, self.text]) as u64;
        let (high, low) = (half("high"), half("low"));
        // A random UUID has its version and its variant in six bits.
        let high = (high & !0xf000) | 0x4000;
        let low = (low & !(0b11 << 62)) | (0b10 << 62);
        format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            high >> 32,
            (high >> 16) & 0xffff,
            high & 0xffff,
            low >> 48,
            low & 0xffff_ffff_ffff
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_look_random_and_are_the_same_again() {
        let summary = CompactionSummary::new("text", 1, 0);
        let id = summary.line_uuid("a", "x");
        assert_eq!(id, summary.line_uuid("a", "x"));
        assert_ne!(id, summary.line_uuid("b", "x"));
        let parts: Vec<_> = id.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert!(id.as_bytes()[14] == b'4' && b"89ab".contains(&id.as_bytes()[19]), "{id}");
    }
}
