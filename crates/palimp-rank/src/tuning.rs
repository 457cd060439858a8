//! Every number of the ranking, in one place.

/// Weights of the ingredients of a score. The defaults were chosen on questions with known answers;
/// see `docs/internals/ranking.md`. Unless stated otherwise, a number is a share of the best text score,
/// which is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// BM25's k1 for messages: how soon another occurrence of a word says nothing new.
    pub chat_k1: f32,
    /// BM25's b for messages: how much longer ones are held back. Messages are short anyway.
    pub chat_b: f32,
    /// k1 for chunks of notes.
    pub prose_k1: f32,
    /// b for chunks of notes.
    pub prose_b: f32,
    /// k1 for whole documents.
    pub document_k1: f32,
    /// b for whole documents.
    pub document_b: f32,
    /// Gain of a message from the score of its session.
    pub chat_document: f32,
    /// Gain of a chunk from the score of its note.
    pub prose_document: f32,
    /// Gain of a message from the one before it.
    pub before: f32,
    /// By how much that falls with each one further before.
    pub before_fall: f32,
    /// Gain of a message from the one behind it.
    pub after: f32,
    /// By how much that falls with each one further behind.
    pub after_fall: f32,
    /// Additional gain of a message from the one before it if that ends with a question.
    pub reply: f32,
    /// Loss of a message that ends with a question.
    pub asks: f32,
    /// Gain of a message whose speaker the question names.
    pub speaker: f32,
    /// Gain of a message that tells a time, for a question that asks for one.
    pub when: f32,
    /// Gain of a chunk that was written at a time that the question names.
    pub date: f32,
    /// The weight of the words of a date in messages, which hardly ever say their own.
    pub date_words: f32,
    /// The weight of a word near one of the question's, times their cosine.
    pub near: f32,
    /// The weight of a word's translation.
    pub translated: f32,
    /// The weight of another form of the same verb.
    pub same_verb: f32,
    /// The weight of a part of a compound.
    pub part: f32,
    /// The gain of a chunk of a note that holds every word of the question, as a share of its own score.
    pub coverage: f32,
    /// The share of the best evidence below which a chunk of a note only pads the answer.
    pub padding: f32,
    /// The smallest cosine of a near word.
    pub near_cosine: f32,
    /// The weight of the vectors of messages, times the embedder's.
    pub chat_vector: f32,
    /// The weight of the vectors of notes, times the embedder's.
    pub prose_vector: f32,
    /// Gain of a chunk of today; half of it is gone after [`Tuning::recent_days`]. This and the
    /// following are shares of the chunk's own score.
    pub recent: f32,
    /// See [`Tuning::recent`].
    pub recent_days: f32,
    /// Gain of a chunk of the present project.
    pub here: f32,
    /// Gain of core memory and lasting notes.
    pub lasting: f32,
    /// Loss of archived notes.
    pub archive: f32,
    /// Minimum score of the user's own note, as a share of the score of another author's note on
    /// the same matter, at which it comes first.
    pub own: f32,
    /// Weight of relevance beside difference in the choice of the next hit (λ of MMR).
    pub relevance: f32,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            chat_k1: 1.0,
            chat_b: 0.4,
            prose_k1: 0.9,
            prose_b: 0.75,
            document_k1: 0.8,
            document_b: 0.75,
            chat_document: 0.5,
            prose_document: 0.35,
            before: 0.45,
            before_fall: 0.6,
            after: 0.15,
            after_fall: 0.7,
            reply: 0.34,
            asks: 0.1,
            speaker: 0.4,
            when: 0.2,
            date: 0.6,
            date_words: 0.3,
            near: 0.3,
            translated: 0.85,
            same_verb: 0.8,
            part: 0.6,
            coverage: 1.0,
            padding: 0.5,
            near_cosine: 0.5,
            chat_vector: 1.0,
            prose_vector: 2.0,
            recent: 0.03,
            recent_days: 30.0,
            here: 0.03,
            lasting: 0.02,
            archive: 0.05,
            own: 0.7,
            relevance: 0.7,
        }
    }
}
