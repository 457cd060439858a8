//! The words by which a sentence is for or against a command that it names, as data.

/// Words for files and code in which a command may stand, and beginnings of Korean ones.
pub(super) const TEXT_WORDS: &[&str] = &[
    "dockerfile", "makefile", "workflow", "readme", "contributing", "claude.md", "agents.md",
    "function", "fixture", "translate", "script",
];
pub(super) const KOREAN_TEXT_WORDS: &[&str] =
    &["스크립트에서", "워크플로", "코드에", "이미지", "함수", "문서", "테스트에서", "번역"];
/// Words that hold for a moment alone.
pub(super) const MOMENT_WORDS: &[&str] =
    &["yet", "today", "아직", "오늘", "오늘은", "지금", "지금은", "이번", "잠깐"];
/// Words without which nothing is taken back.
pub(super) const RETURN_WORDS: &[&str] = &[
    "again", "back to", "back on", "allowed now", "ok now", "fine now", "from now on", "다시",
    "이제", "앞으로",
];
/// Words between a word of forbidding and the command, beside verbs of running.
pub(super) const LINKING_WORDS: &[&str] = &[
    "with", "through", "another", "new", "full", "whole", "global", "globally", "straight", "more",
    "your", "my", "be", "force", "want", "you", "to", "everything", "direct",
];
/// Words behind a command that forbid it, and those that allow it.
pub(super) const FORBIDDING_PHRASES: &[&str] = &[
    "banned", "forbidden", "prohibited", "off limits", "off-limits", "disallowed", "mine", "gone",
    "blocked", "denied", "a no go", "no-go", "not acceptable", "not allowed", "not ok",
    "not permitted", "not for you", "isn't allowed", "isn't acceptable", "isn't for you",
    "aren't allowed", "not be used", "not be run", "not be called", "never be used",
    "never be run", "never be called", "verboten", "job", "my call", "call", "deprecated",
];
pub(super) const ALLOWING_WORDS: &[&str] =
    &["ok", "okay", "fine", "alright", "good", "allowed", "like", "whenever"];
/// Beginnings of Korean words that forbid the command before them, those that allow it, and those by which it is
/// wanted and nothing that does the same.
pub(super) const KOREAN_FORBIDDING_WORDS: &[&str] = &[
    "마라", "마세", "마십", "마시", "마요", "말고", "말것", "말자", "말아", "말라", "말도록",
    "말기", "대신", "금지", "그만하", "그만해", "ㄴㄴ", "맡기", "잊어", "건드리지", "않기", "않는",
    "않아", "않습", "없도록",
];
/// Whole words of the same meaning, with which others begin: `마이그레이션`, `말씀`, `그만큼`.
pub(super) const KOREAN_DENIAL_WORDS: &[&str] = &["마", "말", "그만"];
pub(super) const KOREAN_ALLOWING_WORDS: &[&str] =
    &["까지", "ok", "괜찮", "가능", "됩니다", "돼", "되는데", "되고", "자유", "ㅇㅋ"];
pub(super) const KOREAN_DEMANDING_WORDS: &[&str] = &[
    "써", "쓴다", "쓰자", "쓰세", "쓰기", "씁", "사용", "통해", "통일", "일원화", "붙여", "붙이",
    "돌려", "실행", "부탁", "해줘", "해주", "돌아가", "해라", "해요", "하세", "하자", "이용",
    "호출",
];
/// Beginnings of verbs by which somebody does a thing.
pub(super) const KOREAN_ACT_WORDS: &[&str] = &[
    "합니다", "할", "하십니다", "한다", "해요", "하는", "해야", "찍습니다", "돌립니다", "돌릴",
    "올립니다", "올릴",
];
/// Beginnings of words for the option `-g`.
pub(super) const GLOBAL_WORDS: &[&str] = &["global", "전역", "글로벌"];
/// Words of a query language that change data.
pub(super) const SHOUTED_WORDS: &[&str] = &["DROP", "TRUNCATE", "DELETE", "FLUSHALL", "FLUSHDB"];
/// Branches by the words for them.
pub(super) const BRANCH_NAMES: &[(&str, &str)] = &[
    ("main", "main"),
    ("master", "master"),
    ("메인", "main"),
    ("메인에", "main"),
    ("develop", "develop"),
];
/// Words for an action that many programs have as a subcommand.
pub(super) const ACTION_WORDS: &[(&str, &str)] = &[
    ("deploy", "deploy"),
    ("deploys", "deploy"),
    ("deploying", "deploy"),
    ("배포", "deploy"),
    ("publish", "publish"),
    ("publishing", "publish"),
    ("퍼블리시", "publish"),
    ("migrate", "migrate"),
    ("migrations", "migrate"),
    ("마이그레이션", "migrate"),
    ("tags", "tag"),
    ("태그", "tag"),
];
/// Words that may follow a word for an action and are no object of it.
pub(super) const FOLLOWING_WORDS: &[&str] = &[
    "is", "are", "must", "should", "isn't", "aren't", "myself", "alone", "only", "ever", "this",
    "straight", "directly", "yourself", "again", "please", "or", "and", "ok",
];
/// Korean words with the particle of a subject or a topic that are no object of an action.
pub(super) const SUBJECT_WORDS: &[&str] = &[
    "내가", "제가", "저는", "나는", "너는", "네가", "우리는", "앞으로는", "이제는", "여기서는",
    "사람이", "담당자가", "절대로는", "저장소는", "적용은",
];
/// Subcommands that a sentence may name behind their program.
pub(super) const SUBCOMMAND_NAMES: &[&str] = &[
    "add", "apply", "audit", "build", "checkout", "ci", "clean", "commit", "compose", "create",
    "delete", "deploy", "destroy", "dev", "down", "exec", "fix", "generate", "init", "install",
    "logs", "merge", "migrate", "plan", "prune", "publish", "pull", "push", "rebase", "release",
    "remove", "reset", "restart", "rollback", "run", "start", "stash", "status", "stop", "switch",
    "sync", "system", "tag", "test", "uninstall", "up", "update", "upgrade", "venv", ".",
];
/// Other names of programs.
pub(super) const OTHER_NAMES: &[(&str, &str)] = &[
    ("ripgrep", "rg"),
    ("httpie", "http"),
    ("도커", "docker"),
    ("깃", "git"),
    ("메이븐", "mvn"),
    ("maven", "mvn"),
    ("파이썬", "python"),
];
/// Words for an environment, and what a command that works on it contains.
pub(super) const ENVIRONMENT_NAMES: &[(&str, &str)] =
    &[("prod", "prod"), ("운영", "prod"), ("프로덕션", "prod"), ("upstream", "upstream")];
/// Programs that other lists do not have.
pub(super) const TOOL_NAMES: &[&str] = &[
    "alembic", "ant", "artisan", "asdf", "autopep8", "az", "buf", "cdk", "choco", "composer",
    "dart", "docker-compose", "dotnet", "flake8", "flyway", "fnm", "fvm", "gcloud", "gem",
    "gradlew", "gsutil", "isort", "just", "k9s", "liquibase", "minikube", "mise", "mongosh",
    "mvnw", "mysqldump", "nuget", "pg_dump", "pipx", "pod", "pylint", "pyenv", "rake", "rbenv",
    "redis-cli", "rubocop", "rustup", "rspec", "scoop", "serverless", "skaffold", "tox", "ts-node",
    "tsx", "tilt", "volta", "winget", "xcodebuild",
];
