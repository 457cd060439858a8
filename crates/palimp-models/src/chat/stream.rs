//! An answer as it comes over the network.

use std::io::Read;

use ureq::http::Response;
use ureq::{Body, BodyReader};

use super::error_message::ChatFailure;
use super::events::{StreamFormat, StreamParser};
use crate::http::client::{HttpFailure, classify_error};
use crate::messages;

/// Maximum number of bytes read at once.
const CHUNK_BYTES: usize = 8 * 1_024;

/// An answer that is read piece by piece.
pub(crate) struct ReplyStream {
    reader: BodyReader<'static>,
    pieces: Option<StreamParser>,
    /// Number of bytes that may still come.
    left: u64,
}

impl ReplyStream {
    /// The answer, in `usual` form unless it says another, of at most `limit` bytes.
    pub(crate) fn new(
        answer: Response<Body>,
        usual: StreamFormat,
        limit: u64,
    ) -> Result<ReplyStream, ChatFailure> {
        let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default();
        if kind.starts_with("text/html") {
            return Err(ChatFailure::Unreadable(messages::web_page()));
        }
        let pieces = Some(StreamParser::new(StreamFormat::from_content_type(kind, usual)));
        Ok(ReplyStream { pieces, reader: answer.into_body().into_reader(), left: limit })
    }

    /// The pieces that the next bytes complete, which may be none; nothing after the last.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<String>>, ChatFailure> {
        let Some(pieces) = &mut self.pieces else { return Ok(None) };
        let mut bytes = [0; CHUNK_BYTES];
        let length = self.reader.read(&mut bytes).map_err(|error| classify_error(error.into()))?;
        if length == 0 {
            return Ok(self.pieces.take().map(StreamParser::finish));
        }
        self.left = self.left.checked_sub(length as u64).ok_or(HttpFailure::Endless)?;
        Ok(Some(pieces.push(&bytes[..length])))
    }
}
