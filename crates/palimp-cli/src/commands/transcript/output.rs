//! The file that is written beside a transcript.

use palimp_core::message::io_reason;
use std::fs;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::TranscriptOutput;
use crate::error::CliError;
use crate::messages;

/// Returns the path for the result of `input`: as `target` says, or beside it with `word` before
/// its ending.
///
/// # Errors
///
/// When it is the transcript itself, or there and not to be written over.
pub(super) fn output_path(
    input: &Path,
    target: &TranscriptOutput,
    word: &str,
) -> Result<PathBuf, CliError> {
    let out = target.out.clone().unwrap_or_else(|| path_beside(input, word));
    let same = |path: &Path| fs::canonicalize(path).ok();
    if same(&out).is_some() && same(&out) == same(input) {
        return Err(CliError::user(messages::output_is_transcript(out.display())));
    }
    let there = fs::symlink_metadata(&out).ok();
    if out.as_os_str() == "-" || there.as_ref().is_some_and(|it| !it.is_file()) {
        return Err(CliError::user(messages::output_not_a_file(out.display())));
    }
    if !target.force && there.is_some() {
        return Err(CliError::user(messages::output_exists(out.display())));
    }
    Ok(out)
}

fn path_beside(input: &Path, word: &str) -> PathBuf {
    match input.extension().and_then(|ending| ending.to_str()) {
        Some(ending) => input.with_extension(format!("{word}.{ending}")),
        None => input.with_extension(word),
    }
}

/// Writes `out` whole or not at all; `target` says whether it may replace what is there.
pub(super) fn write_output(
    out: &Path,
    target: &TranscriptOutput,
    with: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<u64, CliError> {
    let failed = |error: io::Error| {
        CliError::user(messages::output_not_writable(out.display(), io_reason(&error)))
    };
    let dir = out.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    palimp_files::sweep(dir, palimp_files::Depth::Flat);
    let partial = palimp_files::Partial::private_in(dir).map_err(failed)?;
    let mut writer = BufWriter::with_capacity(256 << 10, partial.file());
    with(&mut writer).and_then(|()| writer.flush()).map_err(failed)?;
    drop(writer);
    let length = partial.file().metadata().map_err(failed)?.len();
    let kept = match target.force {
        true => partial.become_file(out),
        false => partial.become_new_file(out),
    };
    kept.map_err(failed)?;
    Ok(length)
}

/// Copies the record at `input` and appends `lines`.
pub(super) fn write_appended(
    input: &Path,
    lines: &[String],
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut file = palimp_files::open(input)?;
    io::copy(&mut file, output)?;
    let mut last = Vec::new();
    if file.seek(SeekFrom::End(-1)).is_ok() {
        file.read_to_end(&mut last)?;
    }
    if !lines.is_empty() {
        output
            .write_all(palimp_context::conversation_record::missing_line_end(&last).as_bytes())?;
    }
    lines.iter().try_for_each(|line| output.write_all(line.as_bytes()))
}
