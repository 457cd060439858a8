//! Parser that splits a service's streamed answer into its pieces of JSON.
//!
//! Services stream in one of two forms: server-sent events, whose data is JSON, and a piece of JSON
//! a line. A server that does not stream sends one piece of JSON. A network cuts all of them
//! anywhere, in the middle of a character too.

/// Format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamFormat {
    /// Server-sent events.
    Events,
    /// A piece of JSON a line.
    Lines,
    /// One piece of JSON.
    Whole,
}

impl StreamFormat {
    /// Returns the format that an answer's content type names; `usual` if the type is not known.
    pub(crate) fn from_content_type(content_type: &str, usual: StreamFormat) -> StreamFormat {
        let name = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match name.as_str() {
            "text/event-stream" => StreamFormat::Events,
            "application/x-ndjson" | "application/jsonl" => StreamFormat::Lines,
            "application/json" if usual == StreamFormat::Events => StreamFormat::Whole,
            _ => usual,
        }
    }
}

/// Takes bytes as they come and gives the pieces that are complete.
#[derive(Debug)]
pub(crate) struct StreamParser {
    form: StreamFormat,
    /// The line that has begun; the whole answer where it is one piece.
    line: Vec<u8>,
    /// The data of the event that has begun.
    data: Option<String>,
    /// True if the last byte was a carriage return, which a line feed may follow.
    returned: bool,
}

impl StreamParser {
    pub(crate) fn new(form: StreamFormat) -> StreamParser {
        StreamParser { form, line: Vec::new(), data: None, returned: false }
    }

    /// The pieces that `bytes` complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        if self.form == StreamFormat::Whole {
            self.line.extend_from_slice(bytes);
            return Vec::new();
        }
        let mut pieces = Vec::new();
        for byte in bytes {
            match byte {
                b'\n' if self.returned => {}
                b'\n' | b'\r' => pieces.extend(self.end_of_line()),
                byte => self.line.push(*byte),
            }
            self.returned = *byte == b'\r';
        }
        pieces
    }

    /// Returns the remaining pieces at the end of the input. Servers forget the empty line that
    /// ends the last event.
    pub(crate) fn finish(mut self) -> Vec<String> {
        let last = self.end_of_line();
        last.into_iter().chain(self.data).filter(|piece| !piece.trim().is_empty()).collect()
    }

    fn end_of_line(&mut self) -> Option<String> {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        let line = line.strip_prefix('\u{feff}').unwrap_or(&line);
        match self.form {
            StreamFormat::Events if line.is_empty() => self.data.take(),
            StreamFormat::Events => {
                self.push_field(line);
                None
            }
            _ => Some(line.to_owned()).filter(|line| !line.trim().is_empty()),
        }
    }

    /// Takes in a line of an event. Only its data counts: what kind of event it is says the data
    /// as well, in every service.
    fn push_field(&mut self, line: &str) {
        let Some(value) = line.strip_prefix("data:") else { return };
        let value = value.strip_prefix(' ').unwrap_or(value);
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(value);
            }
            None => self.data = Some(value.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The pieces of `chunks`, one after the other.
    fn pieces<'c>(form: StreamFormat, chunks: impl IntoIterator<Item = &'c [u8]>) -> Vec<String> {
        let mut pieces = StreamParser::new(form);
        let mut all: Vec<String> = chunks.into_iter().flat_map(|c| pieces.push(c)).collect();
        all.extend(pieces.finish());
        all
    }

    const STREAM: &str = ": hello\n\nevent: x\ndata: {\"a\": \"한국어 🙂\"}\nid: 7\n\ndata:one\ndata:  two\n\n\n\nretry: 5\n\ndata: [DONE]\n\n";
    const DATA: [&str; 3] = ["{\"a\": \"한국어 🙂\"}", "one\n two", "[DONE]"];

    #[test]
    fn events_are_found_wherever_the_network_cuts_them_and_however_lines_end() {
        for ending in ["\n", "\r\n", "\r"] {
            let stream = STREAM.replace('\n', ending);
            for at in 0..=stream.len() {
                let (before, after) = stream.as_bytes().split_at(at);
                assert_eq!(pieces(StreamFormat::Events, [before, after]), DATA, "{ending:?} {at}");
            }
            assert_eq!(
                pieces(StreamFormat::Events, stream.as_bytes().chunks(1)),
                DATA,
                "{ending:?}"
            );
        }
    }

    #[test]
    fn the_last_event_counts_without_its_empty_line() {
        assert_eq!(pieces(StreamFormat::Events, [&b"data: a\n\ndata: b"[..]]), ["a", "b"]);
        assert_eq!(pieces(StreamFormat::Events, [&b"data: a\n\ndata: b\n"[..]]), ["a", "b"]);
        assert_eq!(pieces(StreamFormat::Events, [&b"data: a\n\nevent: b"[..]]), ["a"]);
    }

    #[test]
    fn a_mark_of_order_before_the_first_event_is_passed_over() {
        assert_eq!(pieces(StreamFormat::Events, ["\u{feff}data: a\n\n".as_bytes()]), ["a"]);
    }

    #[test]
    fn lines_are_pieces_and_a_whole_answer_is_one() {
        let lines = "{\"a\": \"가\"}\r\n\n{\"b\": 2}".as_bytes();
        assert_eq!(pieces(StreamFormat::Lines, lines.chunks(1)), ["{\"a\": \"가\"}", "{\"b\": 2}"]);
        let whole = "{\n  \"a\": 1\n}\n".as_bytes();
        assert_eq!(pieces(StreamFormat::Whole, whole.chunks(3)), ["{\n  \"a\": 1\n}\n"]);
        assert!(pieces(StreamFormat::Whole, [&b" \n"[..]]).is_empty());
    }

    #[test]
    fn the_type_of_an_answer_says_its_form() {
        for (kind, usual, form) in [
            ("text/event-stream; charset=utf-8", StreamFormat::Events, StreamFormat::Events),
            ("Application/JSON", StreamFormat::Events, StreamFormat::Whole),
            ("application/json", StreamFormat::Lines, StreamFormat::Lines),
            ("application/x-ndjson", StreamFormat::Lines, StreamFormat::Lines),
            ("", StreamFormat::Events, StreamFormat::Events),
        ] {
            assert_eq!(StreamFormat::from_content_type(kind, usual), form, "{kind}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn how_a_stream_is_cut_changes_nothing(
            bytes in prop::collection::vec(prop::sample::select(&b"data: x\r\n\n\xea\xb0\x80"[..]), 0..80),
            at in 0_usize..80,
        ) {
            let (before, after) = bytes.split_at(at.min(bytes.len()));
            for form in [StreamFormat::Events, StreamFormat::Lines, StreamFormat::Whole] {
                let whole = pieces(form, [&bytes[..]]);
                prop_assert_eq!(&pieces(form, [before, after]), &whole);
                prop_assert_eq!(&pieces(form, bytes.chunks(1)), &whole);
            }
        }
    }
}
