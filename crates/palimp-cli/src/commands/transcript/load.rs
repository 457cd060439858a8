//! A transcript as it is worked with, whoever wrote it.

use palimp_core::message::io_reason;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use palimp_clients::codec::{self, RecordedTranscript};
use palimp_context::compact::as_message;
use palimp_context::{
    ContextSettings, ConversationView, LongConversation, MessageMeter, PruneDecisions, RecordEntry,
};
use palimp_core::chat::ChatMessage;

use super::TranscriptInput;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::note;

/// Window of a model of which nothing is known, in tokens.
const DEFAULT_WINDOW_TOKENS: usize = 200_000;

/// A transcript.
pub(super) struct Loaded {
    pub(super) source: TranscriptOrigin,
    pub(super) settings: ContextSettings,
    pub(super) window: usize,
}

/// Writer of the transcript.
pub(super) enum TranscriptOrigin {
    /// A client.
    Client(RecordedTranscript),
    /// palimp.
    Own(LongConversation),
}

impl Loaded {
    /// Opens the transcript that `input` names.
    pub(super) fn open(cx: &Cx, input: &TranscriptInput) -> Result<Loaded, CliError> {
        let settings = ContextSettings::from(&cx.settings);
        let told = input.window.and_then(|window| usize::try_from(window).ok());
        let failed = |error: io::Error| {
            CliError::user(messages::transcript_unreadable(input.file.display(), io_reason(&error)))
        };
        if is_own(&input.file).map_err(failed)? {
            let window = told.unwrap_or(DEFAULT_WINDOW_TOKENS);
            let own = read_own(&input.file, settings.clone(), window).map_err(failed)?;
            return Ok(Loaded { source: TranscriptOrigin::Own(own), settings, window });
        }
        let recorded = codec::read_transcript(&input.file).map_err(failed)?;
        let window = told.or(recorded.window).unwrap_or(DEFAULT_WINDOW_TOKENS);
        Ok(Loaded { source: TranscriptOrigin::Client(recorded), settings, window })
    }

    /// The name of the format.
    pub(super) const fn format_name(&self) -> &'static str {
        match &self.source {
            TranscriptOrigin::Client(recorded) => recorded.client.name(),
            TranscriptOrigin::Own(_) => "palimp",
        }
    }

    pub(super) fn session(&self) -> Option<&str> {
        match &self.source {
            TranscriptOrigin::Client(recorded) => recorded.session.as_deref(),
            TranscriptOrigin::Own(own) => own.session(),
        }
    }

    pub(super) fn messages(&self) -> &[ChatMessage] {
        match &self.source {
            TranscriptOrigin::Client(recorded) => &recorded.messages,
            TranscriptOrigin::Own(own) => own.messages(),
        }
    }

    pub(super) fn summary(&self) -> Option<&str> {
        match &self.source {
            TranscriptOrigin::Client(recorded) => recorded.summary.as_deref(),
            TranscriptOrigin::Own(own) => own.summary(),
        }
    }

    /// The tokens of the summary, as it is sent.
    pub(super) fn summary_tokens(&self) -> usize {
        let meter = MessageMeter::default();
        match &self.source {
            TranscriptOrigin::Client(_) => {
                self.summary().map_or(0, |summary| meter.text_tokens(summary))
            }
            TranscriptOrigin::Own(_) => {
                self.summary().map_or(0, |it| meter.message_tokens(&as_message(it)))
            }
        }
    }

    pub(super) fn view(&self) -> ConversationView<'_> {
        match &self.source {
            TranscriptOrigin::Client(recorded) => {
                ConversationView::with_starts(&recorded.messages, recorded.starts.clone())
            }
            TranscriptOrigin::Own(own) => ConversationView::from_messages(own.messages()),
        }
    }

    /// The number of the first message in the conversation.
    pub(super) const fn first_message(&self) -> usize {
        match &self.source {
            TranscriptOrigin::Client(_) => 0,
            TranscriptOrigin::Own(own) => own.first_number(),
        }
    }

    /// Returns the earlier decisions about results. A client's file has its results cut already.
    pub(super) fn decisions(&self) -> PruneDecisions {
        match &self.source {
            TranscriptOrigin::Client(_) => PruneDecisions::default(),
            TranscriptOrigin::Own(own) => own.decisions().clone(),
        }
    }

    pub(super) fn last_request(&self) -> Option<i64> {
        match &self.source {
            TranscriptOrigin::Client(recorded) => recorded.last_request,
            TranscriptOrigin::Own(own) => own.last_request(),
        }
    }
}

/// True if the file is a record of palimp's own.
fn is_own(path: &Path) -> io::Result<bool> {
    let mut first = Vec::new();
    BufReader::new(palimp_files::open(path)?).read_until(b'\n', &mut first)?;
    Ok(matches!(RecordEntry::parse(&first), Some(RecordEntry::Header { .. })))
}

fn read_own(path: &Path, settings: ContextSettings, window: usize) -> io::Result<LongConversation> {
    let mut conversation = LongConversation::new(settings, window);
    let mut trouble = None;
    let lines = BufReader::new(palimp_files::open(path)?).split(b'\n');
    let lines = lines.map_while(|line| line.map_err(|error| trouble = Some(error)).ok());
    let passed = palimp_context::replay(lines, &mut conversation);
    if passed > 0 {
        note(messages::transcript_lines_skipped(passed, path.display()));
    }
    trouble.map_or(Ok(conversation), Err)
}
