//! Indexes an agent's conversations.

use std::collections::BTreeMap;

use palimp_core::activity::MessageRole;
use palimp_core::author::AuthorKind;
use palimp_note::chunk;
use palimp_rank::{ChunkKind, ChunkPassage};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, ConversationProgress};
use palimp_store::index::{
    ChunkEntry, ChunkTerms, DocumentSource, DocumentStamp, IndexDb, IndexDocument, IndexWriter,
    KnownDocument, WindowPart, WindowText,
};

use crate::retrieval::indexing::{Changes, Chunker, IndexProgress};
use crate::retrieval::session_card::SessionCard;

/// Updates the index to the current state of an agent's conversations.
pub(crate) fn sync_conversations(
    index: &mut IndexDb,
    db: &ActivityDb,
    agent: &str,
    cutter: &Chunker,
    progress: IndexProgress,
) -> Result<Changes, StoreError> {
    let known = index.documents(DocumentSource::Session)?;
    let mut known: BTreeMap<&str, DocumentStamp> =
        known.iter().map(|KnownDocument { path, stamp }| (path.as_str(), *stamp)).collect();
    let conversations = db.conversations(agent)?;
    let mut changes = Changes::default();
    let mut stale = Vec::new();
    for conversation in &conversations {
        let before = known.remove(conversation.session_id.as_str());
        let stamp = stamp_of(conversation);
        if before != Some(stamp) {
            stale.push((conversation, before));
        }
    }
    if stale.is_empty() && known.is_empty() {
        return Ok(changes);
    }
    let mut writer = index.writer()?;
    if let Some(embedder) = cutter.embedder {
        writer.set_space(embedder.space())?;
    }
    for session in known.keys() {
        changes.removed += usize::from(writer.remove_document(DocumentSource::Session, session)?);
    }
    let total = stale.len() as u64;
    for (at, (conversation, before)) in stale.into_iter().enumerate() {
        index_conversation(&mut writer, db, agent, cutter, (conversation, before))?;
        changes.written += 1;
        progress(at as u64 + 1, total);
    }
    writer.commit()?;
    Ok(changes)
}

/// Indexes a conversation: appends its new messages, or rewrites it if it lost messages.
fn index_conversation(
    writer: &mut IndexWriter,
    db: &ActivityDb,
    agent: &str,
    cutter: &Chunker,
    (conversation, before): (&ConversationProgress, Option<DocumentStamp>),
) -> Result<(), StoreError> {
    let session = &conversation.session_id;
    let newer = |after| db.messages_after(session, agent, after);
    let grown = match &before {
        Some(stamp) => {
            let messages = newer(stamp.size)?;
            let fits = stamp.mtime + messages.len() as i64 == conversation.messages;
            fits.then_some(messages)
        }
        None => None,
    };
    let document = IndexDocument {
        source: DocumentSource::Session,
        path: session.clone(),
        repository: 0,
        stamp: stamp_of(conversation),
        title: String::new(),
        project: conversation.project.clone(),
        kind: ChunkKind::Message,
        created_at: conversation.began_at,
        about: String::new(),
    };
    let whole = grown.is_none();
    let messages = match grown {
        Some(messages) => messages,
        None => newer(i64::MIN)?,
    };
    let said = messages.iter().map(|message| IndexedMessage {
        number: message.id,
        speaker: message.role.name(),
        text: &message.content,
        at: message.created_at,
    });
    let entries = cutter.conversation_entries(said);
    let windows = WindowText::group(entries.iter().map(|entry| &entry.terms));
    if whole {
        writer.put_document(&document, entries)?;
        writer.put_windows(&document, WindowPart::Messages, windows)?;
    } else {
        writer.append_chunks(&document, entries)?;
        writer.extend_windows(&document, windows)?;
    }
    put_overview(writer, db, (&document, agent), cutter)
}

/// Writes the card of a session, and the window of its title and files.
fn put_overview(
    writer: &mut IndexWriter,
    db: &ActivityDb,
    (document, agent): (&IndexDocument, &str),
    cutter: &Chunker,
) -> Result<(), StoreError> {
    let messages = db.messages_after(&document.path, agent, i64::MIN)?;
    let files = db.find_session(&document.path)?.map(|row| row.files_changed).unwrap_or_default();
    let card = SessionCard::new(&messages, &files, &cutter.redactor);
    let text = format!("{}\n{}", card.title, card.files.join(" "));
    let terms = ChunkTerms::from_passage(&ChunkPassage { text, ..ChunkPassage::default() });
    writer.put_windows(document, WindowPart::Overview, WindowText::group([&terms].into_iter()))?;
    writer.put_card(document, &card.to_json())
}

/// Indexes a whole conversation.
pub(crate) fn index_messages(
    index: &mut IndexDb,
    session: &str,
    said: &[IndexedMessage],
    cutter: &Chunker,
) -> Result<(), StoreError> {
    let newest = said.iter().map(|said| said.number).max().unwrap_or(0);
    let document = IndexDocument {
        source: DocumentSource::Session,
        path: session.to_owned(),
        repository: 0,
        stamp: DocumentStamp { size: newest, mtime: said.len() as i64, hash: [0; 16] },
        title: String::new(),
        project: String::new(),
        kind: ChunkKind::Message,
        created_at: said.first().map_or(0, |said| said.at),
        about: String::new(),
    };
    let mut writer = index.writer()?;
    if let Some(embedder) = cutter.embedder {
        writer.set_space(embedder.space())?;
    }
    writer.put_document(&document, cutter.conversation_entries(said.iter().copied()))?;
    writer.commit()
}

/// The changed files count: the card of a session names them, and they may be forgotten alone.
fn stamp_of(conversation: &ConversationProgress) -> DocumentStamp {
    let ConversationProgress { newest, messages, files_changed, .. } = conversation;
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(files_changed.as_bytes()).as_bytes()[..16]);
    DocumentStamp { size: *newest, mtime: *messages, hash }
}

/// A message in a conversation.
#[derive(Clone, Copy, Debug)]
pub struct IndexedMessage<'a> {
    /// Its number.
    pub number: i64,
    /// By whom.
    pub speaker: &'a str,
    /// The text.
    pub text: &'a str,
    /// Time in milliseconds since the Unix epoch.
    pub at: i64,
}

/// Author of a speaker's messages: the user unless it is a model.
fn author_of(speaker: &str) -> AuthorKind {
    let by_model =
        MessageRole::ALL.iter().any(|role| *role != MessageRole::User && role.name() == speaker);
    if by_model { AuthorKind::Agent } else { AuthorKind::User }
}

impl Chunker<'_> {
    /// Returns the index entries of a conversation: one per message, several for a long message.
    pub fn conversation_entries<'s>(
        &self,
        said: impl Iterator<Item = IndexedMessage<'s>>,
    ) -> Vec<ChunkEntry> {
        let mut entries = Vec::new();
        for said in said {
            let text = self.redactor.redact(said.text);
            let entry = |text: &str| {
                let passage = ChunkPassage {
                    speaker: said.speaker.to_owned(),
                    text: text.to_owned(),
                    ..ChunkPassage::default()
                };
                let entry = ChunkEntry::new(passage, (said.number, said.number), said.at);
                ChunkEntry { author: author_of(said.speaker), ..entry }
            };
            if palimp_core::tokens::count_tokens(&text) <= self.limits.max {
                entries.push(entry(&text));
            } else {
                let pieces = chunk::split_into_chunks(&text, &self.limits);
                entries.extend(pieces.into_iter().map(|piece| entry(&text[piece.range])));
            }
        }
        self.embed_entries(&mut entries);
        entries
    }
}
