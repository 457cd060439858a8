//! What this program says, in Korean: its help as a table, what it tells where it is told ([`said`]).

use std::io;
use std::sync::OnceLock;

use clap::{Arg, Command};
use palimp_hub::Error;

/// Whether the user wants it: the first of these that says anything decides.
pub(crate) fn is_wanted() -> bool {
    static WANTED: OnceLock<bool> = OnceLock::new();
    *WANTED.get_or_init(|| wanted(|name| std::env::var(name).ok()))
}

fn wanted(variable: impl Fn(&str) -> Option<String>) -> bool {
    let named = ["PALIMP_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];
    let named = named.into_iter().find_map(|name| variable(name).filter(|it| !it.is_empty()));
    named.unwrap_or_default().split(['_', '.', '-', '@']).next() == Some("ko")
}

/// A text in the user's language: the English one, and the same with the same blanks in Korean.
macro_rules! said {
    ($english:literal, $korean:literal $(, $value:expr)* $(,)?) => {
        match $crate::korean::is_wanted() {
            true => format!($korean $(, $value)*),
            false => format!($english $(, $value)*),
        }
    };
}
pub(crate) use said;

/// The command line, whose help is in Korean.
pub(crate) fn dressed(command: Command) -> Command {
    let about = command.get_about().and_then(|it| of(&it.to_string()));
    let after = command.get_after_help().and_then(|it| of(&it.to_string()));
    let command = about.into_iter().fold(command, Command::about);
    let command = after.into_iter().fold(command, Command::after_help);
    command.mut_args(arg).mut_subcommands(dressed)
}

fn arg(arg: Arg) -> Arg {
    let help = arg.get_help().and_then(|it| of(&it.to_string()));
    help.into_iter().fold(arg, Arg::help)
}

fn of(english: &str) -> Option<&'static str> {
    HELP.iter().find(|(en, _)| *en == english).map(|(_, ko)| *ko)
}

/// What clap says, help or what was wrong with a call.
pub(crate) fn in_words(error: &clap::Error) -> String {
    let text = error.render().to_string();
    FRAME.iter().fold(text, |text, (en, ko)| text.replace(en, ko))
}

/// Why the hub did not do something.
pub(crate) fn failure(error: &Error) -> String {
    match error {
        Error::Address(why) => {
            format!("{why}. 데이터베이스의 주소는 postgres://user@host/database처럼 씁니다")
        }
        Error::Database(_) => {
            format!("데이터베이스가 하지 못했습니다. 주소와 상태를 확인하세요: {error}")
        }
        Error::Busy => "데이터베이스 연결을 모두 쓰고 있습니다. 다시 해 보세요".to_owned(),
        Error::Provider(why) => format!("로그인 제공자: {why}"),
        Error::NotFound(what) => format!("{what}: 없거나 볼 수 없습니다"),
        Error::Sealed => {
            "데이터베이스에 든 것을 이 마스터 키로 열 수 없습니다. `serve`가 전에 쓰던 것인지 확인하세요"
                .to_owned()
        }
        Error::File { path, source } => of_file(path, source),
        other => other.to_string(),
    }
}

/// The same of a file.
pub(crate) fn of_file(path: &str, error: &io::Error) -> String {
    match error.kind() {
        // What the system did not say itself says more than its kind.
        _ if error.raw_os_error().is_none() => format!("{path}: {error}"),
        io::ErrorKind::NotFound => format!("{path}: 그런 파일이나 디렉터리가 없습니다"),
        io::ErrorKind::AlreadyExists => format!("{path}: 이미 있습니다"),
        io::ErrorKind::PermissionDenied => format!("{path}: 권한이 없습니다"),
        _ => format!("{path}: {error}"),
    }
}

/// What clap says around help and of wrong calls.
const FRAME: &[(&str, &str)] = &[
    (
        "Print this message or the help of the given subcommand(s)",
        "이 말이나 그 명령의 도움말 출력",
    ),
    ("Print help (see more with '--help')", "도움말 출력(자세한 것은 '--help')"),
    ("Print help", "도움말 출력"),
    ("Print version", "판 출력"),
    ("For more information, try '--help'.", "자세한 것은 '--help'를 보세요."),
    ("the following required arguments were not provided:", "빠진 것이 있습니다:"),
    ("a value is required for ", "값이 필요합니다: "),
    (" but none was supplied", ""),
    ("unrecognized subcommand ", "없는 명령: "),
    ("unexpected argument ", "여기에 쓸 수 없는 것: "),
    ("' found\n", "'\n"),
    ("invalid value ", "쓸 수 없는 값: "),
    ("invalid socket address syntax", "주소가 아닙니다. 127.0.0.1:7078처럼 쓰세요"),
    ("invalid digit found in string", "수가 아닙니다"),
    ("tip: a similar subcommand exists: ", "비슷한 명령: "),
    ("tip: some similar subcommands exist: ", "비슷한 명령들: "),
    ("tip: a similar argument exists: ", "비슷한 것: "),
    ("error: ", "오류: "),
    ("Examples:", "보기:"),
    ("Example:", "보기:"),
    ("Usage:", "쓰는 법:"),
    ("Commands:", "명령:"),
    ("Arguments:", "인자:"),
    ("Options:", "선택:"),
    ("[default: ", "[기본값: "),
];

/// Help, in English and in Korean.
const HELP: &[(&str, &str)] = &[
    (
        "The organisation's memory: one server that every agent reaches",
        "조직의 기억. 모든 에이전트가 닿는 서버 하나",
    ),
    (
        "Try it: palimp-hub demo\nThe whole way: docs/hub.md",
        "해 보기: palimp-hub demo\n처음부터 끝까지: docs/hub.ko.md",
    ),
    ("Serve an organisation's members, agents and homes", "조직의 구성원, 에이전트, 홈을 섬김"),
    (
        "Make the tables, or add what is new in this version",
        "표를 만들거나 이 판에서 새로 생긴 것을 더함",
    ),
    ("Organisations, first owners, policies, the master key", "조직, 첫 소유자, 정책, 마스터 키"),
    ("The chain of what happened", "일어난 일의 사슬"),
    (
        "Look whether a backup of the database can be restored and read",
        "데이터베이스의 백업을 되살려 읽을 수 있는지 봄",
    ),
    ("Look whether everything is as it should be", "모두 제대로인지 봄"),
    (
        "Erase, expire, look again and sign what is due, now and once",
        "때가 된 것을 지우고 끝내고 다시 보고 서명함. 지금 한 번",
    ),
    (
        "Try everything on a throw-away PostgreSQL: an organisation, a member, a reviewer",
        "쓰고 버릴 PostgreSQL에서 모두 해 봄: 조직, 구성원, 검토자",
    ),
    (
        "Fetch PostgreSQL's programs into a directory, if this machine has none, and print where they are",
        "이 컴퓨터에 없으면 PostgreSQL의 프로그램을 디렉터리에 받아 오고 어디 있는지 출력",
    ),
    ("The directory", "디렉터리"),
    (
        "The address that members use, so that the link is one for a browser",
        "구성원이 쓰는 주소. 링크를 브라우저에서 열 수 있게 함",
    ),
    (
        "The database: postgres://user:password@host/name, or host=… dbname=…",
        "데이터베이스: postgres://user:password@host/name 또는 host=… dbname=…",
    ),
    (
        "The file with the master key, readable for its owner alone: `palimp-hub admin key` makes one",
        "마스터 키의 파일. 소유자만 읽을 수 있어야 하며 `palimp-hub admin key`가 만듦",
    ),
    (
        "A command that prints the master key, as one of a key management service does; run once, by the shell",
        "키 관리 서비스의 명령처럼 마스터 키를 출력하는 명령. 셸이 한 번 실행",
    ),
    (
        "Where to listen; other machines' addresses need --url",
        "어디서 들을지. 다른 컴퓨터에서 닿는 주소에는 --url이 필요",
    ),
    (
        "The address that members use; what stands in front speaks TLS, or the hub with --tls-certificate",
        "구성원이 쓰는 주소. TLS는 앞에 선 것이 맡거나 --tls-certificate로 허브가 맡음",
    ),
    (
        "Speak TLS, with this chain of certificates (PEM); read again every hour",
        "이 인증서 사슬(PEM)로 TLS를 씀. 한 시간마다 다시 읽음",
    ),
    ("The key of that certificate (PEM)", "그 인증서의 키(PEM)"),
    ("Connections to the database at the most", "데이터베이스 연결은 많아야 몇 개"),
    (
        "The OpenID provider by which people and agents sign in, as its tokens name it",
        "사람과 에이전트가 로그인하는 OpenID 제공자. 그 토큰에 적힌 대로",
    ),
    (
        "For whom its tokens have to be; the hub's own address unless said",
        "그 토큰이 누구를 위한 것이어야 하는지. 적지 않으면 허브의 주소",
    ),
    (
        "The provider's keys (a JWKS); fetched by its discovery document unless said",
        "제공자의 키(JWKS). 적지 않으면 제공자의 안내 문서에서 받음",
    ),
    ("The claim of its tokens that names a person's groups", "토큰에서 사람의 그룹을 적은 항목"),
    (
        "The name by which the provider knows palimp, for homes that sign in; they register themselves unless said",
        "로그인하는 홈을 위해 제공자가 palimp를 아는 이름. 적지 않으면 스스로 등록",
    ),
    (
        "What to ask the provider for when signing in, where its tokens are to be for this hub by that: api://hub/.default",
        "토큰이 이 허브를 위한 것이 되도록 로그인할 때 제공자에게 청할 것: api://hub/.default",
    ),
    (
        "Write a new master key to a file that is not there yet",
        "아직 없는 파일에 새 마스터 키를 씀",
    ),
    ("The file", "파일"),
    (
        "Make an organisation and print the link with which its first owner comes in",
        "조직을 만들고 첫 소유자가 들어올 링크를 출력",
    ),
    ("Its name", "이름"),
    ("Its first owner", "첫 소유자"),
    (
        "Print a link with which a member comes in: good once, for three days",
        "구성원이 들어올 링크를 출력. 사흘 동안 한 번 쓸 수 있음",
    ),
    ("The organisation", "조직"),
    ("The member", "구성원"),
    (
        "Say under which name (`sub`) the provider knows a member, so that she may sign in by it",
        "제공자가 구성원을 아는 이름(`sub`)을 적어 그것으로 로그인하게 함",
    ),
    ("The provider, as `serve --issuer` has it", "제공자. `serve --issuer`에 적은 대로"),
    ("Her name there; none takes it back", "거기서의 이름. 없으면 거둠"),
    (
        "Set what an organisation lays down, as JSON: '{\"approvals\": 2, \"expiry\": {\"incident\": 30}}'",
        "조직이 정한 것을 JSON으로 둠: '{\"approvals\": 2, \"expiry\": {\"incident\": 30}}'",
    ),
    ("What to set; the rest stays", "바꿀 것. 나머지는 그대로"),
    (
        "Write an organisation's chain to standard output, to be kept elsewhere",
        "다른 곳에 보관하도록 조직의 사슬을 표준 출력에 씀",
    ),
    (
        "Look whether an exported chain is what it was; no database is asked",
        "내보낸 사슬이 그대로인지 봄. 데이터베이스에는 묻지 않음",
    ),
    ("The file that `export` wrote", "`export`가 쓴 파일"),
    (
        "A chain that was exported before: this one has to go on from it",
        "전에 내보낸 사슬. 이것이 그 뒤를 이어야 함",
    ),
    (
        "The public key that is trusted, as an earlier export has it",
        "믿는 공개 키. 전에 내보낸 것에 적힌 대로",
    ),
    (
        "Restore what `pg_dump` wrote into a throw-away PostgreSQL, and read all of it",
        "`pg_dump`가 쓴 것을 쓰고 버릴 PostgreSQL에 되살려 모두 읽음",
    ),
    (
        "The file, in any of pg_dump's formats but a directory",
        "파일. 디렉터리 말고는 pg_dump의 어떤 형식이든",
    ),
    (
        "The database of today: says what was erased there since, and is still in the backup",
        "지금의 데이터베이스. 그 뒤로 지웠으나 백업에 남은 것을 알려 줌",
    ),
    (
        "Use this database, which must be empty, instead of a throw-away one",
        "쓰고 버릴 것 대신 비어 있는 이 데이터베이스를 씀",
    ),
    ("Where to listen", "어디서 들을지"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory as _;

    use super::*;
    use crate::arguments::Arguments;

    fn texts(command: &Command, found: &mut BTreeSet<String>) {
        found.extend(command.get_about().map(ToString::to_string));
        found.extend(command.get_arguments().filter_map(|it| Some(it.get_help()?.to_string())));
        command.get_subcommands().for_each(|inner| texts(inner, found));
    }

    #[test]
    fn all_help_is_there_in_korean_and_nothing_else() {
        let mut found = BTreeSet::new();
        texts(&Arguments::command(), &mut found);
        found.extend(Arguments::command().get_after_help().map(ToString::to_string));
        let table: BTreeSet<String> = HELP.iter().map(|(en, _)| (*en).to_owned()).collect();
        assert_eq!(found, table);
    }

    /// What is printed passes through `said`, in both languages.
    #[test]
    fn nothing_is_told_in_english_alone() {
        let told = [
            include_str!("commands.rs"),
            include_str!("commands/audit.rs"),
            include_str!("commands/backup.rs"),
            include_str!("commands/demo.rs"),
            include_str!("commands/doctor.rs"),
        ];
        // Names, and what is typed, are the same in every language.
        const SAME: [&str; 8] = [
            "palimp-hub-backup",
            "palimp-hub-demo",
            "palimp-hub",
            "PostgreSQL",
            "synchronous_commit",
            "echo MEMBERS-TOKEN | palimp hub login http://",
            " --token-stdin",
            "\\n",
        ];
        for call in ["println!(", "format!("] {
            let behind = told.iter().flat_map(|code| code.split(call).skip(1));
            let literals = behind.filter_map(|it| it.trim_start().strip_prefix('"'));
            let words = |literal: &str| {
                let text = literal.split('"').next().unwrap_or_default();
                let own: String =
                    text.split('{').map(|it| it.split_once('}').map_or(it, |it| it.1)).collect();
                SAME.iter()
                    .fold(own, |own, same| own.replace(same, ""))
                    .contains(|c: char| c.is_ascii_alphabetic())
            };
            let alone: Vec<&str> =
                literals.filter(|it| words(it)).map(|it| &it[..it.len().min(60)]).collect();
            assert!(alone.is_empty(), "{call} {alone:#?}");
        }
    }

    #[test]
    fn the_language_is_that_of_the_environment() {
        let of = |set: &[(&str, &str)]| {
            wanted(|name| set.iter().find(|(of, _)| *of == name).map(|(_, it)| (*it).to_owned()))
        };
        assert!(of(&[("LANG", "ko_KR.UTF-8")]) && of(&[("PALIMP_LANG", "ko"), ("LC_ALL", "C")]));
        assert!(!of(&[("LC_ALL", "C"), ("LANG", "ko_KR.UTF-8")]) && !of(&[("LANG", "kok_IN")]));
    }
}
