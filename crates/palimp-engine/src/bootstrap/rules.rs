//! Where agents are told how to work: the files of a project, and those of the user.

/// A file with instructions, or several by a pattern, and the client that reads it.
type RulePath = (&'static str, Option<&'static str>);

/// Below a project.
pub(super) const PROJECT_RULE_PATHS: [RulePath; 14] = [
    ("CLAUDE.md", Some("claude")),
    ("CLAUDE.local.md", Some("claude")),
    (".claude/CLAUDE.md", Some("claude")),
    (".claude/rules", Some("claude")),
    ("AGENTS.md", None),
    ("GEMINI.md", Some("gemini")),
    (".cursorrules", Some("cursor")),
    (".cursor/rules", Some("cursor")),
    (".windsurfrules", None),
    (".windsurf/rules", None),
    (".clinerules", None),
    (".github/copilot-instructions.md", Some("copilot")),
    (".github/instructions", Some("copilot")),
    (".opencode/AGENTS.md", Some("opencode")),
];

/// Below the user's own directory.
pub(super) const USER_RULE_PATHS: [RulePath; 8] = [
    (".claude/CLAUDE.md", Some("claude")),
    (".claude/rules", Some("claude")),
    (".codex/AGENTS.md", Some("codex")),
    (".gemini/GEMINI.md", Some("gemini")),
    (".config/opencode/AGENTS.md", Some("opencode")),
    (".copilot/copilot-instructions.md", Some("copilot")),
    (".cursor/rules", Some("cursor")),
    (".codeium/windsurf/memories/global_rules.md", None),
];

/// The endings of files below a directory of rules.
pub(super) const RULE_EXTENSIONS: [&str; 3] = ["md", "mdc", "markdown"];
