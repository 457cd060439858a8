-- A note, a session whose messages are indexed, a fact that a team approved, or a commit or a decision
-- record of a git repository.
CREATE TABLE documents (
    id         INTEGER PRIMARY KEY,
    source     INTEGER NOT NULL,  -- 0 a note of the vault, 1 a file outside it, 2 a session,
                                  -- 3 a fact of a team, 4 a commit, 5 a decision record
    path       TEXT NOT NULL,     -- of the note; the id of the session; the commit's hash
    repository INTEGER NOT NULL,  -- of a commit and a record; 0 of all others. Clones share commits
    size       INTEGER NOT NULL,  -- bytes; of a session the number of its newest message
    mtime      INTEGER NOT NULL,  -- nanoseconds
    hash       BLOB NOT NULL,     -- of the content
    title      TEXT NOT NULL,
    project    TEXT NOT NULL,
    kind       INTEGER NOT NULL,
    created_at INTEGER NOT NULL,  -- milliseconds
    about      TEXT NOT NULL,     -- kept beside it, never searched
    UNIQUE (source, path, repository)
);

CREATE TABLE chunks (
    slot       INTEGER PRIMARY KEY,
    document   INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    hash       BLOB NOT NULL,     -- of everything that decides its terms and its vector
    speaker    TEXT NOT NULL,
    heading    TEXT NOT NULL,
    text       TEXT NOT NULL,     -- redacted
    labels     TEXT NOT NULL,     -- found by, never shown
    first_line INTEGER NOT NULL,  -- of a message its number
    last_line  INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX chunks_by_document ON chunks (document, position);

-- What ranking knows of every chunk, packed; and two bits a slot, set for those of messages and for those
-- of commits and decision records, in front of it so that they are read alone. Empty where none is.
CREATE TABLE slots (
    block      INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    messages   BLOB NOT NULL,
    history    BLOB NOT NULL,
    columns    BLOB NOT NULL
);

-- A vector a slot, as 8-bit numbers with a factor: the first quarter of the numbers, and the length of
-- the rest.
CREATE TABLE vectors (
    block      INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL,
    factors    BLOB NOT NULL,
    tails      BLOB NOT NULL,
    heads      BLOB NOT NULL
);
-- The other numbers, of few slots a row: they are read for what may be near.
CREATE TABLE rests (block INTEGER PRIMARY KEY, numbers BLOB NOT NULL);

CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE);
CREATE TABLE postings (
    term    INTEGER NOT NULL,
    block   INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (term, block)
) WITHOUT ROWID;
-- The terms by their parts of three characters.
CREATE VIRTUAL TABLE parts USING fts5 (
    term, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram'
);

-- A window of a session, or the message of a commit: what a prompt is compared with as a whole. The ids of its
-- terms are kept, ascending, so that it can be taken out of their lists.
CREATE TABLE windows (
    id       INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    part     INTEGER NOT NULL,  -- 0 what was said, 1 title and files
    project  INTEGER NOT NULL,
    words    INTEGER NOT NULL,
    terms    BLOB NOT NULL
);
CREATE INDEX windows_by_document ON windows (document, part);
-- The windows that hold a term, by project. Under the term 0 stand all windows of the project.
CREATE TABLE window_postings (
    term    INTEGER NOT NULL,
    project INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (term, project)
) WITHOUT ROWID;
-- What is shown of a session or commit whose windows match, as whoever wrote it put it.
CREATE TABLE cards (document INTEGER PRIMARY KEY, card TEXT NOT NULL);

-- Names that slots bear as numbers: projects and speakers.
CREATE TABLE names (list INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (list, id)) WITHOUT ROWID;

-- The git repositories whose commits and decision records are indexed.
CREATE TABLE repositories (
    id         INTEGER PRIMARY KEY,
    project_id TEXT NOT NULL UNIQUE,
    project    TEXT NOT NULL,     -- the name under which its documents are found
    root       TEXT NOT NULL,     -- where its decision records are
    git_dir    TEXT NOT NULL,     -- where its commits are
    heads      TEXT NOT NULL,     -- the commits that were checked out when it was read
    bound      INTEGER NOT NULL   -- as many commits were read at the most
);
-- The files that a commit changed, by which it is found when one of them is opened.
CREATE TABLE commit_files (
    repository INTEGER NOT NULL,
    path       TEXT NOT NULL,     -- from the repository's root
    created_at INTEGER NOT NULL,  -- of the commit
    document   INTEGER NOT NULL,
    PRIMARY KEY (repository, path, created_at, document)
) WITHOUT ROWID;
CREATE INDEX commit_files_by_document ON commit_files (document);

CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
