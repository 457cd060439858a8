//! Transcripts in an archive.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use palimp_files::{create_record, private_dir};
use tar::Archive;

/// Maximum ratio of an archive's unpacked size to its own size.
const MAX_EXPANSION_RATIO: u64 = 100;

const BOMB_MESSAGE: &str = "it unpacks to more than a hundred times its size, as no transcripts do";

/// Minimum limit of the unpacked size, for small archives, in bytes.
const MIN_UNPACK_LIMIT_BYTES: u64 = 1 << 20;

/// Puts the transcripts that a `.tar.gz` holds at its top into the new directory `into`.
///
/// # Errors
///
/// When it is no such archive, is no regular file, or unpacks to more than a hundred times its size.
pub(super) fn unpack(path: &Path, into: &Path) -> io::Result<()> {
    let file = palimp_files::open(path)?;
    let most =
        file.metadata()?.len().saturating_mul(MAX_EXPANSION_RATIO).max(MIN_UNPACK_LIMIT_BYTES);
    let unpacked = MultiGzDecoder::new(BufReader::new(file)).take(most);
    let mut archive = Archive::new(unpacked);
    private_dir(into)?;
    let taken = extract_entries(&mut archive, into, most);
    let is_bomb = archive.into_inner().limit() == 0;
    if is_bomb { Err(io::Error::other(BOMB_MESSAGE)) } else { taken }
}

/// Extracts at most `left` bytes, because a sparse file can be larger than its entry in the archive.
fn extract_entries(archive: &mut Archive<impl Read>, into: &Path, mut left: u64) -> io::Result<()> {
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = transcript_name(&entry.path()?);
        let Some(name) = name.filter(|_| entry.header().entry_type().is_file()) else { continue };
        let mut to = create_record(&into.join(name))?;
        left -= io::copy(&mut entry.by_ref().take(left), &mut to)?;
        if left == 0 {
            return Err(io::Error::other(BOMB_MESSAGE));
        }
    }
    Ok(())
}

/// The name of a transcript that stands at the top of an archive.
fn transcript_name(path: &Path) -> Option<PathBuf> {
    let path = path.strip_prefix(".").unwrap_or(path);
    let is_at_top = path.components().count() == 1;
    let is_transcript = path.extension().is_some_and(|end| end == "jsonl");
    (is_at_top && is_transcript).then(|| path.to_owned())
}
