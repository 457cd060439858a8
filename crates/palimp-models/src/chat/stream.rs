//! An answer as it comes over the network.

use std::io::Read;

use ureq::http::Response;
use ureq::{Body, BodyReader};

use super::events::{Form, Pieces};
use super::trouble::Trouble;
use crate::http::client::{Failure, broken};

/// How much is read at once.
const CHUNK: usize = 8 * 1_024;

/// An answer that is read piece by piece.
pub(crate) struct Stream {
    reader: BodyReader<'static>,
    pieces: Option<Pieces>,
    /// How many bytes may still come.
    left: u64,
}

impl Stream {
    /// The answer, in `usual` form unless it says another, of at most `limit` bytes.
    pub(crate) fn new(answer: Response<Body>, usual: Form, limit: u64) -> Result<Stream, Trouble> {
        let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default();
        if kind.starts_with("text/html") {
            return Err(Trouble::Unreadable("a web page"));
        }
        let pieces = Some(Pieces::new(Form::of(kind, usual)));
        Ok(Stream { pieces, reader: answer.into_body().into_reader(), left: limit })
    }

    /// The pieces that the next bytes complete, which may be none; nothing after the last.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<String>>, Trouble> {
        let Some(pieces) = &mut self.pieces else { return Ok(None) };
        let mut bytes = [0; CHUNK];
        let length = self.reader.read(&mut bytes).map_err(|error| broken(error.into()))?;
        if length == 0 {
            return Ok(self.pieces.take().map(Pieces::finish));
        }
        self.left = self.left.checked_sub(length as u64).ok_or(Failure::Endless)?;
        Ok(Some(pieces.push(&bytes[..length])))
    }
}
