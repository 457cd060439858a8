//! What each client is told on its command line, and how its answer is read.
//!
//! The flags were tried with the versions named here. A client that no longer knows one ends with
//! a complaint, which is shown; none of them falls back on doing more than it was asked to.

use palimp_core::Client;

/// A piece of a command line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    /// This word.
    Is(&'static str),
    /// This flag and the model, where one is chosen.
    Model(&'static str),
    /// This flag and the instructions. What is longer than an argument may be stands before the
    /// text instead.
    System(&'static str),
    /// The same in one word: the flag ends in `=`.
    SystemIn(&'static str),
    /// For each MCP server of the user's: this flag, and the server's name between two pieces.
    Server(&'static str, &'static str, &'static str),
    /// The id under which the client keeps the session.
    Session,
    /// What the user added.
    Extra,
    /// What is asked, in one word behind this; nothing where it is too long for an argument, and
    /// goes to the standard input then.
    Ask(&'static str),
}

use Word::{Ask, Extra, Is, Model, Server, Session, System, SystemIn};

/// How a client is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Talk {
    /// Text on its standard input, up to its end.
    Pipe,
    /// The Agent Client Protocol.
    Acp,
}

/// What a client prints as its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The answer alone.
    Text,
    /// One object with `result`, `is_error` and `usage`.
    Claude,
    /// A line an event: the last `agent_message` is the answer. Without events, the answer alone.
    Codex,
    /// One object with `response` and `stats`.
    Gemini,
    /// A line an event, of which those of type `text` hold the answer.
    Opencode,
}

/// How a client is asked as a model.
#[derive(Debug)]
pub(super) struct Asking {
    pub(super) client: Client,
    /// The version with which this was tried.
    pub(super) tried: &'static str,
    pub(super) words: &'static [Word],
    pub(super) talk: Talk,
    pub(super) form: Form,
    /// How notices of its own begin that it puts before the answer, as if they were a part of it.
    pub(super) notices: &'static [&'static str],
    /// What makes it forget the session that it would not leave unstored.
    pub(super) forget: &'static [Word],
    /// What lies in its directory for it, by name: this keeps its own prompt and its tools away.
    pub(super) files: &'static [(&'static str, &'static str)],
    /// What its environment says beside its user's.
    pub(super) env: &'static [(&'static str, &'static str)],
}

/// Who it is, in the place of the long description of a coding agent. What it has to do stands
/// with the text, so that a version which does not read this file is told all the same.
const ROLE: &str = "You work on texts. Do what the message asks for, and answer with text alone: \
                    you have no tools.\n";

/// What Gemini CLI is allowed: to name its topic, which does nothing. Its service may refuse a list
/// of tools that is empty.
const NO_TOOLS: &str = r#"[[rule]]
toolName = "*"
decision = "deny"
priority = 998

[[rule]]
toolName = "update_topic"
decision = "allow"
priority = 999
"#;

/// The agent that opencode is given for the one question.
pub(super) const OPENCODE_AGENT: &str = "palimp";

/// Every client as a model.
pub(super) const ASKING: [Asking; 5] = [
    Asking {
        client: Client::Claude,
        tried: "2.1.329",
        words: &[
            Is("-p"),
            Is("--safe-mode"),
            Is("--tools"),
            Is(""),
            Is("--strict-mcp-config"),
            Is("--no-session-persistence"),
            Is("--disable-slash-commands"),
            Is("--output-format"),
            Is("json"),
            Model("--model"),
            System("--system-prompt"),
        ],
        talk: Talk::Pipe,
        form: Form::Claude,
        notices: &[],
        forget: &[],
        files: &[],
        env: &[],
    },
    Asking {
        client: Client::Codex,
        tried: "0.169.0",
        words: &[
            Is("exec"),
            Is("--json"),
            Is("--ephemeral"),
            Is("--skip-git-repo-check"),
            Is("-s"),
            Is("read-only"),
            Is("-c"),
            Is("features.hooks=false"),
            Is("-c"),
            Is("notify=[]"),
            Is("-c"),
            Is("features.plugins=false"),
            Is("-c"),
            Is("features.shell_tool=false"),
            Is("-c"),
            Is("web_search=\"disabled\""),
            Is("-c"),
            Is("project_doc_max_bytes=0"),
            Is("-c"),
            Is("model_instructions_file=\"role.md\""),
            Is("-c"),
            Is("include_permissions_instructions=false"),
            Is("-c"),
            Is("include_environment_context=false"),
            Is("-c"),
            Is("include_apps_instructions=false"),
            Is("-c"),
            Is("include_collaboration_mode_instructions=false"),
            Is("-c"),
            Is("skills.include_instructions=false"),
            Is("-c"),
            Is("agents.enabled=false"),
            Is("-c"),
            Is("features.multi_agent=false"),
            Is("-c"),
            Is("features.goals=false"),
            Is("-c"),
            Is("features.apps=false"),
            Is("-c"),
            Is("features.image_generation=false"),
            Is("-c"),
            Is("features.view_image=false"),
            Is("-c"),
            Is("tools.experimental_request_user_input.enabled=false"),
            Is("-c"),
            Is("model_reasoning_effort=\"low\""),
            Server("-c", "mcp_servers.", ".enabled=false"),
            Model("-m"),
            Is("-"),
        ],
        talk: Talk::Pipe,
        form: Form::Codex,
        notices: &[],
        forget: &[],
        files: &[("role.md", ROLE)],
        env: &[],
    },
    Asking {
        client: Client::Gemini,
        tried: "0.61.0",
        words: &[
            SystemIn("--prompt="),
            // The directory is palimp's own and empty.
            Is("--skip-trust"),
            Is("-o"),
            Is("json"),
            Is("-e"),
            Is("none"),
            Is("--allowed-mcp-server-names"),
            Is("__none__"),
            Is("--policy"),
            Is("policy.toml"),
            Is("--session-id"),
            Session,
            Model("-m"),
        ],
        talk: Talk::Pipe,
        form: Form::Gemini,
        notices: &[],
        forget: &[Is("--delete-session"), Session],
        files: &[("role.md", ROLE), ("policy.toml", NO_TOOLS)],
        env: &[("GEMINI_SYSTEM_MD", "role.md")],
    },
    Asking {
        client: Client::Opencode,
        tried: "1.18.33",
        // Its instructions, and which servers are off, stand in its environment.
        words: &[
            Is("run"),
            Is("--pure"),
            Is("--agent"),
            Is(OPENCODE_AGENT),
            Is("--format"),
            Is("json"),
            Is("--title"),
            Is("palimp"),
            Model("-m"),
        ],
        talk: Talk::Pipe,
        form: Form::Opencode,
        notices: &[],
        forget: &[Is("session"), Is("delete"), Session],
        files: &[],
        env: &[],
    },
    Asking {
        client: Client::Copilot,
        tried: "1.0.102",
        words: &[
            Is("--acp"),
            Is("--no-auto-update"),
            Is("--available-tools"),
            Is("none"),
            Is("--disable-builtin-mcps"),
            Is("--no-custom-instructions"),
            Server("--disable-mcp-server", "", ""),
            Model("--model"),
        ],
        talk: Talk::Acp,
        form: Form::Text,
        // It tells which tools it was not given.
        notices: &["Info: "],
        forget: &[],
        files: &[],
        env: &[],
    },
];

/// The version of a client with which palimp was tried.
pub(super) fn tried(client: Client) -> &'static str {
    ASKING.iter().find(|it| it.client == client).map_or("", |it| it.tried)
}

/// How a client answers a prompt as it does for its user, but without a conversation.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) client: Client,
    pub(super) words: &'static [Word],
    pub(super) talk: Talk,
    /// What stands between the memory and the prompt.
    pub(super) before_prompt: &'static str,
}

/// What tells Codex CLI where the memory ends and the prompt begins.
pub(crate) const USER_MESSAGE: &str = "[User Message]\n";

/// Every client that `palimp run` starts.
pub(super) const RUNNING: [Running; 5] = [
    Running {
        client: Client::Claude,
        words: &[Is("-p"), Model("--model"), System("--append-system-prompt"), Extra],
        talk: Talk::Pipe,
        before_prompt: "",
    },
    Running {
        client: Client::Codex,
        words: &[Is("exec"), Model("-m"), Extra, Is("-")],
        talk: Talk::Pipe,
        before_prompt: USER_MESSAGE,
    },
    Running {
        client: Client::Gemini,
        words: &[Model("-m"), Extra, Ask("--prompt=")],
        talk: Talk::Pipe,
        before_prompt: "",
    },
    Running {
        client: Client::Opencode,
        // Behind `--` a prompt that begins with `-` is a prompt.
        words: &[Is("run"), Model("-m"), Extra, Ask("--")],
        talk: Talk::Pipe,
        before_prompt: "",
    },
    Running {
        client: Client::Copilot,
        words: &[Is("--acp"), Model("--model"), Extra],
        talk: Talk::Acp,
        before_prompt: "",
    },
];

/// The longest text, in bytes, that is handed over as an argument. Linux takes 128 KB.
pub(super) const LONGEST_ARGUMENT: usize = 100_000;

/// What the words of a command line are made with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filling<'a> {
    pub(super) model: Option<&'a str>,
    pub(super) system: Option<&'a str>,
    pub(super) servers: &'a [String],
    pub(super) session: &'a str,
    pub(super) extra: &'a [String],
    pub(super) ask: Option<&'a str>,
}

/// The words with everything in its place.
pub(super) fn fill(words: &[Word], with: &Filling) -> Vec<String> {
    words.iter().flat_map(|word| filled(*word, with)).collect()
}

fn filled(word: Word, with: &Filling) -> Vec<String> {
    let pair = |flag: &str, value: &str| vec![flag.to_owned(), value.to_owned()];
    match word {
        Is(word) => vec![word.to_owned()],
        Model(flag) => with.model.map_or(Vec::new(), |model| pair(flag, model)),
        System(flag) => with.system.map_or(Vec::new(), |system| pair(flag, system)),
        SystemIn(flag) => with.system.map_or(Vec::new(), |system| vec![format!("{flag}{system}")]),
        Server(flag, before, after) => {
            let off = |name: &String| pair(flag, &format!("{before}{name}{after}"));
            with.servers.iter().flat_map(off).collect()
        }
        Session => vec![with.session.to_owned()],
        Extra => with.extra.to_vec(),
        Ask("--") => with.ask.map_or(Vec::new(), |ask| pair("--", ask)),
        Ask(flag) => with.ask.map_or(Vec::new(), |ask| vec![format!("{flag}{ask}")]),
    }
}
