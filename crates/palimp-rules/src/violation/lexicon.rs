//! The words by which rules on commands are recognised, as data.

/// Without one of these, a sentence forbids nothing; in English and in Korean.
pub(super) const ENGLISH_CUES: &[&str] = &[
    "never", "not", "n't", "n’t", "dont", "no ", "avoid", "instead", "rather", " over ", "forbid",
    "banned", "prohibit", "disallow", "off-limits", "off limits", "in place of", "verboten",
];
pub(super) const KOREAN_CUES: &[&str] = &[
    "마", "말고", "말 ", "말아", "말자", "금지", "대신", "아니", "안 ", "안돼", "안된", "안되",
    "않",
];

/// Verbs of running something, which name what follows as a program.
pub(super) const RUN_VERBS: &[&str] =
    &["use", "using", "run", "running", "call", "calling", "execute", "invoke", "type"];

/// Verbs behind which another verb or a program may stand, and which name nothing.
pub(super) const EMPTY_VERBS: &[&str] = &["try", "do", "launch", "start", "to"];

/// Verbs by which a sentence says what is used.
pub(super) const CHOICE_VERBS: &[&str] =
    &["use", "uses", "using", "prefer", "prefers", "run", "choose", "stick", "format", "test"];

/// Words that a rule may begin with, besides its addressee: other sentences tell how something
/// works.
pub(super) const RULE_OPENINGS: &[&str] = &[
    "use", "using", "prefer", "run", "stick", "choose", "only", "install", "test", "build",
    "format", "tests", "builds", "dependencies", "packages", "commits", "deploys", "releases",
    "package", "never", "no", "not", "do", "don't", "avoid", "in", "on", "for", "when",
];

/// Labels and beginnings of what was changed or found.
pub(super) const REPORT_WORDS: &[&str] = &[
    "fix", "fixed", "fixes", "bug", "finding", "cause", "problem", "issue", "updated", "added",
    "implemented", "refactored", "removed", "renamed", "determined", "found", "noticed", "learned",
    "discovered", "confirmed", "verified", "new",
];

/// Programs whose names are no English words, besides those that people build with.
pub(super) const PROGRAM_NAMES: &[&str] = &[
    "apt", "apt-get", "awk", "bash", "brew", "chmod", "chown", "crontab", "curl", "dnf", "egrep",
    "gh", "gofmt", "grep", "kubectl", "mkdir", "mvn", "nano", "npx", "bunx", "nvm", "pacman",
    "pip", "pip3", "pkill", "psql", "python3", "rg", "rm", "rsync", "scp", "sed", "sh", "sqlite3",
    "ssh", "sudo", "systemctl", "tmux", "tsc", "uvx", "wget", "xargs", "yum", "zsh",
];

/// Words that change nothing about what is forbidden.
pub(super) const FILLER_WORDS: &[&str] = &[
    "ever", "again", "please", "just", "simply", "directly", "manually", "blindly", "also", "the",
    "a", "an", "any", "our", "plain", "bare", "raw", "anymore", "anywhere", "here", "either",
    "command", "commands", "at", "all", "yourself", "myself", "ourselves",
];

/// Addressees of a rule: before another subject, `do not` tells what somebody else does.
pub(super) const ADDRESSEE_WORDS: &[&str] = &[
    "i", "we", "you", "please", "agents", "claude", "ai", "also", "and", "so", "but", "always",
    "important", "note", "rule", "now", "then", "must", "should", "really", "the", "user", "to",
    "asked", "want", "wants",
];

/// Behind these, a clause says when or whether, and forbids nothing by itself.
pub(super) const CONDITION_WORDS: &[&str] = &["if", "when", "whether", "why", "unless", "whenever"];

/// Behind these, a rule says where or what for it holds.
pub(super) const SCOPE_WORDS: &[&str] = &[
    "for", "to", "in", "on", "onto", "into", "at", "with", "by", "via", "from", "inside", "under",
    "during", "while", "through", "within",
];

/// Behind these, it says of which one it speaks, which no command tells.
pub(super) const QUALIFIER_WORDS: &[&str] = &["of", "that", "which", "as", "than", "like"];

/// Behind these, a rule gives a reason, an exception or another command.
pub(super) const PHRASE_ENDS: &[&str] = &[
    "because", "since", "unless", "except", "without", "when", "if", "until", "before", "after",
    "so", "but", "instead", "rather", "even", "use", "run", "prefer", "anymore", "always", "is",
    "are", "must", "should", "it", "there", "command", "commands", "locally",
];

/// Words of a scope that narrow nothing.
pub(super) const EVERYWHERE_WORDS: &[&str] = &[
    "this", "the", "a", "an", "any", "our", "my", "project", "projects", "repo", "repository",
    "codebase", "monorepo", "workspace", "here", "anything", "everything", "all", "package",
    "packages", "dependency", "dependencies", "deps", "modules", "management", "manager",
    "directly", "branch", "general", "every", "now", "on", "in", "one", "reason", "it", "that",
    "these", "change", "session", "python", "javascript", "typescript", "프로젝트", "저장소",
    "레포", "여기", "우리", "이", "앞으로", "이제", "패키지", "매니저", "의존성", "브랜치",
];

/// Words that tell of what was.
pub(super) const PAST_WORDS: &[&str] =
    &["was", "were", "had", "did", "ran", "tried", "went", "broke", "failed", "used"];

/// Programs whose names are English words: in prose they are programs only behind a verb of running.
pub(super) const WORD_PROGRAMS: &[&str] = &[
    "at", "bat", "cat", "cut", "date", "deploy", "diff", "echo", "ed", "env", "expand", "file",
    "find", "fold", "go", "head", "install", "join", "just", "kill", "less", "link", "look",
    "make", "more", "node", "open", "paste", "patch", "read", "say", "screen", "service", "set",
    "sleep", "sort", "split", "start", "strip", "tail", "task", "test", "time", "timeout", "top",
    "touch", "tree", "true", "type", "watch", "which", "who", "yes",
];

/// Of these programs one is used for a thing: who says `use pnpm` forbids the others.
pub(super) const RIVAL_PROGRAMS: [&[&str]; 4] = [
    &["npm", "yarn", "pnpm", "bun"],
    &["pip", "poetry", "uv", "pipenv", "conda", "pdm"],
    &["jest", "vitest", "mocha"],
    &["docker", "podman"],
];

/// Programs that belong to another one, and other names of programs.
pub(super) const PROGRAM_ALIASES: &[(&str, &str)] = &[
    ("npx", "npm"),
    ("pnpx", "pnpm"),
    ("yarnpkg", "yarn"),
    ("bunx", "bun"),
    ("pip3", "pip"),
    ("uvx", "uv"),
    ("python3", "python"),
    ("nodejs", "node"),
    ("docker-compose", "docker"),
    ("golang", "go"),
];

/// Commands that run another program in the environment of a project.
pub(super) const RUNNER_COMMANDS: &[&[&str]] = &[
    &["uv", "run"],
    &["poetry", "run"],
    &["pipenv", "run"],
    &["hatch", "run"],
    &["pdm", "run"],
    &["rye", "run"],
    &["pnpm", "exec"],
    &["yarn", "exec"],
    &["bundle", "exec"],
    &["npx"],
    &["bunx"],
];

/// Verbs that mean a git command without naming git, in English and Korean.
pub(super) const GIT_VERBS: &[(&str, &str)] = &[
    ("commit", "commit"),
    ("commits", "commit"),
    ("committing", "commit"),
    ("커밋", "commit"),
    ("push", "push"),
    ("pushes", "push"),
    ("pushing", "push"),
    ("푸시", "push"),
    ("푸쉬", "push"),
    ("merge", "merge"),
    ("merges", "merge"),
    ("merging", "merge"),
    ("머지", "merge"),
    ("병합", "merge"),
    ("rebase", "rebase"),
    ("rebasing", "rebase"),
    ("리베이스", "rebase"),
    ("stash", "stash"),
    ("스태시", "stash"),
    ("amend", "amend"),
    ("amending", "amend"),
];

/// Objects that any git command may have.
pub(super) const GIT_OBJECTS: &[&str] =
    &["anything", "changes", "change", "commits", "commit", "code", "work", "변경", "코드"];

/// Names of flags that mean the same, by program and its subcommand.
pub(super) const SAME_FLAGS: &[(&str, &str, &[&str])] = &[
    ("git", "push", &["--force", "-f", "--force-with-lease"]),
    ("git", "add", &["-A", "--all"]),
    ("git", "commit", &["-n", "--no-verify"]),
    ("git", "commit", &["-a", "--all"]),
    ("rm", "", &["-r", "-R", "--recursive"]),
    ("rm", "", &["-f", "--force"]),
];
