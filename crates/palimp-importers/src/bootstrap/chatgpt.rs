//! ChatGPT's export, as the user was sent it: a zip file, the directory unpacked from it, or one
//! file of it. Of its files, those that hold conversations and memories are read.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use palimp_clients::chatgpt;
use palimp_core::HookEvent;
use palimp_engine::Error;
use palimp_engine::retrieval::index_sync::StageProgress;
use palimp_store::activity::ActivityDb;

use super::adopt::{ImportFolder, ImportItem, display_path};
use super::files::sorted_entries;
use super::sessions::Taking;
use super::{ImportContext, ImportSource, ImportSummary, ToolDirs, adopt};

/// Maximum size of a memory that is read, in bytes.
const MAX_MEMORY_BYTES: u64 = 4 << 20;

/// Maximum ratio of unpacked to packed size. Conversations are packed to a tenth of their size;
/// denser archives are made to fill memory and disks.
const MAX_COMPRESSION_RATIO: u64 = 100;
const MIN_UNPACK_LIMIT_BYTES: u64 = 64 << 20;

/// Imports conversations and memories.
pub(super) fn import_chatgpt(
    source: &ImportSource,
    db: &mut ActivityDb,
    taker: &ImportContext,
    progress: StageProgress,
) -> Result<ImportSummary, Error> {
    let mut taking = Taking::new(db, taker)?;
    let mut found = 0;
    for path in &source.paths {
        let mut done = 0;
        taking.import_record(path, |each| {
            let mut counted = |event: HookEvent| {
                done += 1;
                progress(done, done.max(1), "messages of ChatGPT");
                each(event);
            };
            with_files(path, holds_conversations, &mut |file| {
                chatgpt::read_conversations(BufReader::new(file), &mut counted)
            })
            .map(|files| {
                found += files;
                0
            })
            .map_err(|error| error.to_string())
        })?;
    }
    let mut taken = std::mem::take(&mut taking.taken);
    drop(taking);
    let mut complaints = Vec::new();
    let items = read_memories(source, taker.places, &mut complaints);
    // What could not be opened for its conversations has been told already.
    if taken.complaints.is_empty() {
        taken.complaints = complaints;
    }
    let is_nothing = found == 0 && items.is_empty();
    if is_nothing {
        taken.imported.transcripts = 0;
    }
    if is_nothing && taken.complaints.is_empty() {
        taken.complaints.extend(source.paths.iter().map(|path| {
            let shown = display_path(path, &taker.places.user);
            crate::messages::export_is_empty(&shown)
        }));
    }
    adopt::import_items(items, taker, progress, &mut taken)?;
    Ok(taken)
}

/// Reads what ChatGPT remembered of the user.
pub(super) fn read_memories(
    source: &ImportSource,
    places: &ToolDirs,
    complaints: &mut Vec<String>,
) -> Vec<ImportItem> {
    let mut items = Vec::new();
    for path in &source.paths {
        let mut said = Vec::new();
        let read = with_files(path, holds_memories, &mut |file| {
            let mut text = String::new();
            file.take(MAX_MEMORY_BYTES).read_to_string(&mut text)?;
            said.extend(chatgpt::parse_memories(&text));
            Ok(())
        });
        let origin = format!("{}#memory", display_path(path, &places.user));
        if let Err(error) = read {
            complaints.push(format!("{origin}: {error}"));
        }
        if !said.is_empty() {
            items.push(memory_item(origin, &said));
        }
    }
    items
}

fn memory_item(origin: String, said: &[String]) -> ImportItem {
    let text = match said {
        [one] => one.clone(),
        several => {
            let lines =
                several.iter().map(|said| format!("- {}\n", palimp_core::text::one_line(said)));
            format!("# What ChatGPT remembered\n\n{}", lines.collect::<String>())
        }
    };
    ImportItem {
        origin,
        place: None,
        folder: ImportFolder::Semantic,
        name: "chatgpt memory".to_owned(),
        project: None,
        client: Some("chatgpt"),
        text,
        at: None,
    }
}

/// `conversations.json`, and what large exports are cut into: `conversations-001.json`.
fn holds_conversations(name: &str) -> bool {
    name.starts_with("conversations") && name.ends_with(".json")
}

/// `memories.json`, `memory.md` and their like.
fn holds_memories(name: &str) -> bool {
    name.starts_with("memor") && [".json", ".md", ".txt"].iter().any(|end| name.ends_with(end))
}

/// Hands the files that are `wanted` by their names to `each`; answers how many there are. A file that the user names by itself
/// is conversations where it is JSON of another name, and memories where it is text.
fn with_files(
    path: &Path,
    wanted: fn(&str) -> bool,
    each: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>,
) -> io::Result<usize> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    if path.is_dir() {
        let files: Vec<_> =
            sorted_entries(path).into_iter().filter(|file| wanted(&file_name(file))).collect();
        files.iter().try_for_each(|file| each(&mut palimp_files::open(file)?))?;
        return Ok(files.len());
    }
    if ending == "zip" {
        return in_zip(path, wanted, each);
    }
    let name = match file_name(path) {
        name if holds_memories(&name) || holds_conversations(&name) => name,
        _ if ending == "json" => "conversations.json".to_owned(),
        _ => "memory.txt".to_owned(),
    };
    if !wanted(&name) {
        return Ok(0);
    }
    each(&mut palimp_files::open(path)?)?;
    Ok(1)
}

fn in_zip(
    path: &Path,
    wanted: fn(&str) -> bool,
    each: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>,
) -> io::Result<usize> {
    let file = palimp_files::open(path)?;
    let mut room =
        MIN_UNPACK_LIMIT_BYTES.max(file.metadata()?.len().saturating_mul(MAX_COMPRESSION_RATIO));
    let mut archive = zip::ZipArchive::new(BufReader::new(file))?;
    let names = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned()));
    let mut names: Vec<String> = names.collect();
    names.retain(|inner| wanted(&file_name(Path::new(inner))));
    names.sort();
    for inner in &names {
        each(&mut Unpacked { member: archive.by_name(inner)?, room: &mut room })?;
    }
    Ok(names.len())
}

/// A file of an archive, as far as there is room for what is unpacked.
struct Unpacked<'r, R> {
    member: R,
    room: &'r mut u64,
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.member.read(bytes)?;
        match self.room.checked_sub(length as u64) {
            Some(left) => *self.room = left,
            None => return Err(io::Error::other(crate::messages::zip_unpacks_too_large())),
        }
        Ok(length)
    }
}

fn file_name(path: &Path) -> String {
    PathBuf::from(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn zipped(files: &[(&str, &str)]) -> tempfile::NamedTempFile {
        let file = tempfile::Builder::new().suffix(".zip").tempfile().unwrap();
        let mut archive = zip::ZipWriter::new(file.reopen().unwrap());
        for (name, text) in files {
            archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        archive.finish().unwrap();
        file
    }

    fn read(path: &Path, wanted: fn(&str) -> bool) -> (io::Result<usize>, String) {
        let mut text = String::new();
        let files =
            with_files(path, wanted, &mut |file| file.read_to_string(&mut text).map(|_| ()));
        (files, text)
    }

    #[test]
    fn an_export_is_read_as_it_was_sent() {
        let long = "차".repeat(9_000);
        let zip = zipped(&[
            ("chat.html", "<html>"),
            ("export/conversations-001.json", "[2]"),
            ("export/conversations-000.json", "[1]"),
            ("memories.json", &long),
        ]);
        let (files, text) = read(zip.path(), holds_conversations);
        assert_eq!((files.unwrap(), text.as_str()), (2, "[1][2]"));
        assert_eq!(read(zip.path(), holds_memories).1, long);
        std::fs::write(zip.path(), "PK no zip").unwrap();
        assert!(read(zip.path(), holds_conversations).0.is_err());
    }

    #[test]
    fn an_archive_that_unpacks_without_measure_is_not_read_to_its_end() {
        let blank = " ".repeat(40 << 20);
        let zip = zipped(&[("conversations-0.json", &blank), ("conversations-1.json", &blank)]);
        let mut read = 0;
        let failed = with_files(zip.path(), holds_conversations, &mut |file| {
            let mut piece = [0; 8 << 10];
            loop {
                match file.read(&mut piece)? {
                    0 => return Ok(()),
                    length => read += length as u64,
                }
            }
        });
        assert_eq!(failed.unwrap_err().to_string(), crate::messages::zip_unpacks_too_large());
        assert!(read <= MIN_UNPACK_LIMIT_BYTES, "{read}");
    }

    #[test]
    fn a_file_is_taken_for_what_its_name_says() {
        let dir = tempfile::tempdir().unwrap();
        for (name, is_talk) in
            [("my chats.json", true), ("Memory.TXT", false), ("memories.json", false)]
        {
            let path = dir.path().join(name);
            std::fs::write(&path, "x").unwrap();
            assert_eq!(read(&path, holds_conversations).0.unwrap(), usize::from(is_talk), "{name}");
            assert_eq!(read(&path, holds_memories).0.unwrap(), usize::from(!is_talk), "{name}");
        }
    }
}
