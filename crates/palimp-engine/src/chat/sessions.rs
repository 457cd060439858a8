//! Lists an agent's conversations and finds the one to resume.

use std::fs;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use jiff::Zoned;
use palimp_context::RecordEntry;
use palimp_core::home::HomePaths;

use super::chat_record::RecordError;

/// Number of bytes read at the end of a record to see whether the conversation is over.
const RECORD_TAIL_BYTES: u64 = 64 * 1_024;
/// Maximum number of conversations searched for one of this project.
const MAX_SEARCHED_CHATS: usize = 500;
/// Number of conversations listed in the error for an unknown id.
const MAX_SUGGESTED_CHATS: usize = 5;

/// The id of a conversation that begins at `now`: ids are in the order of time, and no two are
/// alike.
pub(super) fn new_id(now: &Zoned) -> String {
    let unlike = (now.subsec_nanosecond().unsigned_abs() / 1_000) ^ (std::process::id() << 12);
    format!("chat-{}-{:05x}", now.strftime("%Y%m%d-%H%M%S"), unlike & 0xf_ffff)
}

/// Path of the record of conversation `id`.
pub(super) fn record_path(home: &HomePaths, agent: &str, id: &str) -> PathBuf {
    home.chats_dir(agent).join(format!("{id}.jsonl"))
}

/// Finds the record of the conversation that the user names.
pub(super) fn find_record(home: &HomePaths, agent: &str, id: &str) -> Result<PathBuf, RecordError> {
    let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let path = record_path(home, agent, id);
    match plain && path.is_file() {
        true => Ok(path),
        false => {
            let known = chat_ids(home, agent).into_iter().take(MAX_SUGGESTED_CHATS).collect();
            Err(RecordError::Missing { id: id.to_owned(), known })
        }
    }
}

/// Returns the newest conversation of an agent in a project that is not over.
pub fn newest_open_chat(home: &HomePaths, agent: &str, project_id: &str) -> Option<String> {
    let of_here =
        |id: &String| is_open_in(home, &record_path(home, agent, id), project_id).unwrap_or(false);
    chat_ids(home, agent).into_iter().take(MAX_SEARCHED_CHATS).find(of_here)
}

/// Returns the ids of all conversations of an agent, newest first.
fn chat_ids(home: &HomePaths, agent: &str) -> Vec<String> {
    let files = fs::read_dir(home.chats_dir(agent)).into_iter().flatten().flatten();
    let id = |path: PathBuf| {
        let record = path.extension().is_some_and(|extension| extension == "jsonl");
        path.file_stem().filter(|_| record)?.to_str().map(str::to_owned)
    };
    let mut ids: Vec<String> = files.filter_map(|file| id(file.path())).collect();
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids
}

fn is_open_in(home: &HomePaths, path: &Path, project_id: &str) -> std::io::Result<bool> {
    let mut file = BufReader::new(palimp_files::open_private(path)?);
    let mut first = Vec::new();
    file.by_ref().take(RECORD_TAIL_BYTES).read_until(b'\n', &mut first)?;
    let Some(RecordEntry::Header { cwd: Some(cwd), .. }) = RecordEntry::parse(first.trim_ascii())
    else {
        return Ok(false);
    };
    if crate::identify_project(home, Path::new(&cwd)).project.id != project_id {
        return Ok(false);
    }
    let mut end = Vec::new();
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(RECORD_TAIL_BYTES)))?;
    file.read_to_end(&mut end)?;
    let last = end.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(!matches!(RecordEntry::parse(last), Some(RecordEntry::End { .. })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_that_is_not_over_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let home = HomePaths::new(dir.path().join("home"));
        let here = dir.path().to_string_lossy().into_owned();
        let project = crate::identify_project(&home, dir.path()).project.id;
        fs::create_dir_all(home.chats_dir("main")).unwrap();
        let record = |id: &str, cwd: &str, over: bool| {
            let mut header = RecordEntry::header(id, 1);
            if let RecordEntry::Header { cwd: place, .. } = &mut header {
                *place = Some(cwd.to_owned());
            }
            let end = RecordEntry::End { at: 2, reason: "new".into() };
            let end = if over { end.to_line() } else { String::new() };
            fs::write(record_path(&home, "main", id), header.to_line() + &end).unwrap();
        };
        record("chat-1", &here, false);
        record("chat-2", &here, true);
        record("chat-3", "/", false);
        assert_eq!(newest_open_chat(&home, "main", &project).as_deref(), Some("chat-1"));
        assert_eq!(newest_open_chat(&home, "other", &project), None);
        let missing = find_record(&home, "main", "../chat-1").unwrap_err().to_string();
        assert_eq!(missing, "no chat '../chat-1'; the newest are chat-3, chat-2, chat-1");
    }
}
