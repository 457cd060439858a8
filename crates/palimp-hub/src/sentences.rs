//! Korean translations of this crate's messages, for the pages and the command line. A message is
//! found by its English words on its way to a person; messages for programs stay English.

use palimp_core::korean::PROGRAM_WORD_BLANKS;
use palimp_core::message_template::MessageTemplate;

/// A sentence of this room in Korean, or of what it uses; one that no form fits stays as it is.
pub fn in_korean(english: &str) -> String {
    translate_message(english).unwrap_or_else(|| english.to_owned())
}

/// By the most particular form that fits. What fills its blanks may be a sentence too; a word alone is somebody's name, but
/// where only programs say something.
fn translate_message(english: &str) -> Option<String> {
    let fitting = TRANSLATIONS.iter().chain(palimp_core::korean::MESSAGE_TRANSLATIONS).filter_map(
        |(en, korean)| {
            let form = MessageTemplate::new(en);
            let values = form.extract_values(english).filter(|_| !form.is_vague())?;
            Some((form.own_length(), korean, values))
        },
    );
    let (_, korean, mut values) = fitting.max_by_key(|(own, ..)| *own)?;
    let may_be_ours =
        |name: &str, value: &str| PROGRAM_WORD_BLANKS.contains(&name) || value.contains(' ');
    for (_, value) in values.iter_mut().filter(|(name, value)| may_be_ours(name, value)) {
        *value = in_korean(value);
    }
    Some(MessageTemplate::new(korean).fill_blanks(&values))
}

/// English, and the same in Korean, as [`MessageTemplate`] reads it.
const TRANSLATIONS: &[(&str, &str)] = &[
    // The database.
    (
        "the address of the database is none ({0}): it looks like postgres://user@host/database",
        "데이터베이스의 주소가 아닙니다({0}). postgres://user@host/database처럼 쓰세요",
    ),
    ("invalid connection string", "읽을 수 없는 주소"),
    ("invalid connection string: {}", "{}"),
    ("unexpected EOF", "쓰다 만 주소"),
    ("it names no host", "호스트가 없음"),
    ("invalid number of ports", "포트의 수가 호스트의 수와 다름"),
    (
        "number of hosts ({}) is different from number of hostaddrs ({})",
        "호스트({})와 hostaddr({})의 수가 다름",
    ),
    ("unknown option `{}`", "모르는 항목 `{}`"),
    ("invalid value for option `{}`", "`{}`에 쓸 수 없는 값"),
    (
        "unexpected character at byte {}: expected `{}` but got `{}`",
        "{0}번째 바이트에 `{1}`이(가) 있어야 하는데 `{2}`이(가) 있음",
    ),
    (
        "the database does not answer ({why}): see whether it runs, and whether its address is right",
        "데이터베이스가 답하지 않습니다({why}). 돌고 있는지, 주소가 맞는지 확인하세요",
    ),
    (
        "the database cannot be spoken to over TLS ({why}): see to its certificate, or say sslrootcert=FILE in the address",
        "데이터베이스와 TLS로 연결할 수 없습니다({why}). 인증서를 확인하거나 주소에 sslrootcert=FILE을 적으세요",
    ),
    (
        "the database lets nobody in ({why}): look at the user and the password in its address",
        "데이터베이스에 로그인할 수 없습니다({why}). 주소의 사용자와 비밀번호를 확인하세요",
    ),
    (
        "the database answers otherwise than this version takes it ({why}): see whether `palimp-hub migrate` has run",
        "데이터베이스의 답이 이 버전에 맞지 않습니다({why}). `palimp-hub migrate`를 실행했는지 확인하세요",
    ),
    ("error connecting to server: {}", "연결하지 못함: {}"),
    ("error communicating with the server: {}", "연결이 끊김: {}"),
    ("error performing TLS handshake: {}", "TLS 협상 실패: {}"),
    ("server does not support TLS", "서버가 TLS를 쓰지 않음"),
    ("authentication error: {}", "인증 실패: {}"),
    ("timeout waiting for server", "시간 초과"),
    ("connection closed", "연결이 끊김"),
    ("invalid configuration: password missing", "비밀번호가 없음"),
    ("PostgreSQL says: {}; try again when it is up", "PostgreSQL의 답: {}. 다시 뜬 뒤에 해 보세요"),
    (
        "PostgreSQL says: {}; look at the user and the password in the database's address",
        "PostgreSQL의 답: {}. 데이터베이스 주소의 사용자와 비밀번호를 확인하세요",
    ),
    (
        "PostgreSQL says: {}; make it with `createdb`, or correct the address",
        "PostgreSQL의 답: {}. `createdb`로 만들거나 주소를 고치세요",
    ),
    (
        "PostgreSQL says: {}; `palimp-hub migrate` makes what is missing",
        "PostgreSQL의 답: {}. `palimp-hub migrate`로 없는 것을 만드세요",
    ),
    (
        "PostgreSQL says: {}; docs/guides/hub-server.md says which login may do what",
        "PostgreSQL의 답: {}. 로그인마다의 권한은 docs/guides/hub-server.ko.md를 보세요",
    ),
    (
        "PostgreSQL says: {}; lower `--connections`, or raise max_connections there",
        "PostgreSQL의 답: {}. `--connections`를 줄이거나 PostgreSQL의 max_connections를 늘리세요",
    ),
    ("PostgreSQL says: {}; make room on its disk", "PostgreSQL의 답: {}. 디스크에 자리를 만드세요"),
    (
        "PostgreSQL says: {}; its log says more",
        "PostgreSQL의 답: {}. 자세한 것은 PostgreSQL의 로그를 보세요",
    ),
    (
        "this node is on a replica of the database, and only reads: changes go to a node on the primary",
        "이 노드는 데이터베이스의 복제본에 연결되어 읽기만 합니다. 바꾸는 일은 주 서버의 노드에서 하세요",
    ),
    (
        "all connections to the database are in use; try again",
        "데이터베이스 연결을 모두 쓰고 있습니다. 다시 해 보세요",
    ),
    (
        "there is no TLS on this machine ({error}): say sslrootcert=FILE in the address",
        "이 컴퓨터에서 TLS를 쓸 수 없습니다({error}). 주소에 sslrootcert=FILE을 적으세요",
    ),
    (
        "the database was made by a newer palimp-hub (step {done}, this one knows {}): install that",
        "더 새로운 palimp-hub가 만든 데이터베이스입니다({done}단계, 이것이 아는 것은 {}단계까지). 새 버전을 설치하세요",
    ),
    (
        "the database has a kind of scope that this version does not know ({kind}): install a newer palimp-hub",
        "이 버전이 모르는 종류의 범위가 있습니다({kind}). 새 palimp-hub를 설치하세요",
    ),
    (
        "the database has a role that this version does not know ({role}): install a newer palimp-hub",
        "이 버전이 모르는 역할이 있습니다({role}). 새 palimp-hub를 설치하세요",
    ),
    (
        "what the database holds cannot be opened with this master key: is it the one that `serve` had before? Name that one with `--key-file`",
        "데이터베이스에 든 것을 이 마스터 키로 열 수 없습니다. `serve`가 전에 쓰던 키가 맞나요? `--key-file`로 그 키를 주세요",
    ),
    (
        "a text could not be locked: is the master key whole?",
        "글을 잠그지 못했습니다. 마스터 키가 온전한지 확인하세요",
    ),
    (
        "the system gives no random numbers: see to /dev/urandom on this machine",
        "시스템이 난수를 주지 않습니다. 이 컴퓨터의 /dev/urandom을 확인하세요",
    ),
    // PostgreSQL's programs.
    (
        "{PACKAGE} has no initdb at {}: install PostgreSQL (version 15 or later), or name the directory of its programs in PALIMP_POSTGRES_BIN",
        "{PACKAGE}: {}에 initdb가 없습니다. PostgreSQL(15 이상)을 설치하거나 프로그램이 있는 디렉터리를 PALIMP_POSTGRES_BIN에 적으세요",
    ),
    (
        "there is no PostgreSQL here, and none can be fetched; install one (version 15 or later), or name the directory of its programs in PALIMP_POSTGRES_BIN",
        "PostgreSQL이 없고 받아 올 수도 없습니다. 15 이상을 설치하거나 프로그램이 있는 디렉터리를 PALIMP_POSTGRES_BIN에 적으세요",
    ),
    (
        "PostgreSQL's {name} failed, see what it says: {}",
        "PostgreSQL의 {name} 명령이 실패했습니다. 출력을 보세요: {}",
    ),
    // Files.
    (
        "there is no certificate in it that can be read: name a file of certificates (PEM)",
        "읽을 수 있는 인증서가 없습니다. 인증서의 파일(PEM)을 적으세요",
    ),
    (
        "there is no key in it that can be read: name the file with the certificate's key (PEM)",
        "읽을 수 있는 키가 없습니다. 인증서의 키 파일(PEM)을 적으세요",
    ),
    (
        "it does not fit the certificate: name the file with that certificate's key (PEM)",
        "인증서에 맞지 않습니다. 그 인증서의 키 파일(PEM)을 적으세요",
    ),
    (
        "it holds no JSON ({error}): name the provider's keys (a JWKS)",
        "JSON이 아닙니다({error}). 제공자의 키(JWKS)를 적으세요",
    ),
    ("there is no TLS on this machine: {error}", "이 컴퓨터에서 TLS를 쓸 수 없습니다: {error}"),
    ("an exported chain", "내보낸 사슬"),
    // The command line.
    (
        "it has to begin with `https://`; `http://127.0.0.1` is for this machine",
        "`https://`로 시작해야 합니다. 이 컴퓨터에는 `http://127.0.0.1`도 됩니다",
    ),
    ("it has to be 1 or more", "1 이상이어야 합니다"),
    ("invalid socket address syntax", "주소가 아닙니다. 127.0.0.1:7078처럼 쓰세요"),
    // Organisations and members.
    (
        "{name:?} is no name of an organisation: letters, digits, `.`, `_` and `-`, at most 60",
        "{name}: 조직의 이름이 될 수 없습니다. 영문자, 숫자, `.`, `_`, `-`로 60자까지 쓰세요",
    ),
    (
        "there is an organisation {name} already: choose another name",
        "{name}(이)라는 조직이 이미 있습니다. 다른 이름을 고르세요",
    ),
    (
        "there is no organisation {org}: `palimp-hub admin org` makes one",
        "{org}(이)라는 조직이 없습니다. `palimp-hub admin org`로 만드세요",
    ),
    (
        "there is no organisation {org} with a member {member}: `palimp-hub admin org` makes an organisation, and its owners let members in on the page Members",
        "{org}(이)라는 조직이 없거나 거기에 구성원 {member}이(가) 없습니다. 조직은 `palimp-hub admin org`로 만들고, 구성원은 소유자가 구성원 화면에서 들입니다",
    ),
    (
        "another member is known to the provider by that name: `palimp-hub admin bind` without --subject takes it from her first",
        "제공자의 그 이름은 다른 구성원의 것입니다. 먼저 그 구성원에게 --subject 없이 `palimp-hub admin bind`를 실행해 거두세요",
    ),
    (
        "this is no policy ({why}): `palimp-hub admin policy --help` shows one",
        "정책이 아닙니다({why}). `palimp-hub admin policy --help`의 보기를 참고하세요",
    ),
    ("it is no JSON object", "JSON 객체가 아님"),
    ("it has no `{other}`; there are {names}", "`{other}`(이)라는 것은 없음. 있는 것: {names}"),
    ("{name} is to be 1 or more", "{name}: 1 이상이어야 함"),
    (
        "{name}: this is no policy ({error}): write JSON, as it stood there",
        "{name}: 정책이 아닙니다({error}). 전에 있던 것처럼 JSON으로 쓰세요",
    ),
    (
        "somebody laid down something else meanwhile: look at it again",
        "그사이 다른 사람이 정책을 바꾸었습니다. 다시 확인하세요",
    ),
    (
        "{name:?} is no name: at most 60 letters, digits, `.`, `_`, `-`, `@` and spaces",
        "{name}: 이름이 될 수 없습니다. 글자, 숫자, `.`, `_`, `-`, `@`, 공백으로 60자까지 쓰세요",
    ),
    (
        "an organisation needs an owner: make another one first",
        "조직에는 소유자가 있어야 합니다. 먼저 다른 소유자를 정하세요",
    ),
    (
        "a scope is named team:NAME or project:NAME",
        "범위의 이름은 team:NAME이나 project:NAME처럼 씁니다",
    ),
    (
        "you are {} of {}, and no more can be given or taken by you: ask an owner",
        "{1}에서 {0} 역할이라 그보다 높은 역할은 주거나 거둘 수 없습니다. 소유자에게 부탁하세요",
    ),
    (
        "you are {} of {}, and this takes a {}: ask an owner",
        "{1}에서 {0} 역할입니다. 이 일에는 {2} 역할이 필요하니 소유자에게 부탁하세요",
    ),
    (
        "the audit is for auditors and owners: ask an owner to make you an auditor",
        "감사 기록은 감사자와 소유자만 볼 수 있습니다. 소유자에게 감사자 역할을 부탁하세요",
    ),
    ("{it:?} is no role: choose one of the list", "{it}: 그런 역할은 없습니다. 목록에서 고르세요"),
    (
        "there is no {0}, or you may not see it: see whether it is written right, or ask an owner",
        "{0}: 없거나 볼 수 없습니다. 바르게 썼는지 확인하거나 소유자에게 물으세요",
    ),
    ("provider to sign in with", "로그인할 제공자"),
    // Who asks.
    (
        "no such token, or it has expired: who runs the hub gives you a link that becomes one",
        "모르는 토큰이거나 기한이 지났습니다. 허브를 운영하는 사람에게 새 링크를 받으세요",
    ),
    ("this takes a token: Authorization: Bearer …", "토큰이 필요합니다: Authorization: Bearer …"),
    (
        "this token is not taken, for {0}: sign in again, or ask who runs the hub",
        "받을 수 없는 토큰입니다({0}). 다시 로그인하거나 허브를 운영하는 사람에게 물으세요",
    ),
    ("it is no signed token", "서명된 토큰이 아님"),
    ("it names nobody", "누구의 것인지 없음"),
    ("its key is not the issuer's", "발급자의 키가 아님"),
    ("its key makes no sense", "쓸 수 없는 키"),
    ("it is to be signed by RS256, ES256 or EdDSA", "RS256, ES256, EdDSA로 서명해야 함"),
    ("it is no access token", "액세스 토큰이 아님"),
    ("it has expired", "기한이 지남"),
    ("it is not good yet", "아직 쓸 수 없음"),
    ("another issuer made it", "다른 발급자가 만듦"),
    ("it is for another audience", "다른 곳을 위한 것"),
    ("it has to have exp, iss, aud and sub", "exp, iss, aud, sub가 있어야 함"),
    ("its signature or form is not good", "서명이나 꼴이 맞지 않음"),
    (
        "the provider of sign-in cannot be asked ({0}): see whether it runs, and whether `--issuer` is right",
        "로그인 제공자에게 물을 수 없습니다({0}). 돌고 있는지, `--issuer`가 맞는지 확인하세요",
    ),
    ("its keys are not known yet", "아직 키를 받지 못함"),
    (
        "{issuer} says of itself that it is another issuer",
        "{issuer}이(가) 자기를 다른 발급자라고 함",
    ),
    ("its keys: {error}", "키: {error}"),
    ("{url:?} is no https address", "{url}: https 주소가 아님"),
    ("too many requests; ask again in {0} s", "요청이 너무 많습니다. {0}초 뒤에 다시 하세요"),
    // Memories.
    (
        "it holds what looks like secrets or personal data: take that out, and send it again",
        "비밀이나 개인 정보로 보이는 것이 있습니다. 빼고 다시 보내세요",
    ),
    (
        "{id} is no approved memory of {}, so that nothing supersedes it: name one that is, by its id",
        "{id}은(는) {}의 승인된 기억이 아니어서 갈음할 수 없습니다. 승인된 기억의 id를 적으세요",
    ),
    ("{text:?} is no day such as 2026-11-23", "{text}: 날짜가 아닙니다. 2026-11-23처럼 쓰세요"),
    ("say why you reject it", "거절하는 까닭을 적으세요"),
    ("a reason has at most 4,000 characters", "까닭은 4,000자까지 쓸 수 있습니다"),
    ("kind is to be a name such as `decision`", "종류에는 `decision` 같은 이름을 쓰세요"),
    (
        "statement says nothing: write what is to be known",
        "사실이 비어 있습니다. 알릴 것을 적으세요",
    ),
    (
        "a fact has at most 4,000 characters, and so has its reason",
        "사실과 까닭은 저마다 4,000자까지 쓸 수 있습니다",
    ),
    (
        "a fact has at most 8 anchors of 400 bytes each",
        "사실에는 코드의 자리를 8곳까지, 저마다 400바이트까지 붙일 수 있습니다",
    ),
    (
        "a fact supersedes at most 16 others, and allows at most 16 kinds",
        "사실 하나는 16개까지 갈음하고 16종류까지 허락할 수 있습니다",
    ),
    ("each part of origin has at most 200 bytes", "출처의 항목은 저마다 200바이트까지입니다"),
    (
        "{} has {most} memories, and its policy allows no more: erase some, or have maxMemories raised",
        "{}에 기억이 {most}개 있어 정책의 한도에 찼습니다. 몇 개를 지우거나 maxMemories를 올려 달라고 하세요",
    ),
    (
        "{id} is not what you read any more: read it again",
        "{id}: 그사이 바뀌었습니다. 다시 읽으세요",
    ),
    (
        "you proposed it, and another one has to approve it (fourEyes)",
        "직접 제안한 것이라 다른 사람이 승인해야 합니다(fourEyes)",
    ),
    ("{} is {}: there is nothing to decide", "{0}의 상태는 {1}입니다. 결정할 것이 없습니다"),
    ("say one of memory, member and project", "memory, member, project 가운데 하나를 적으세요"),
    // Requests.
    ("day is to be such as 2026-11-23", "day는 2026-11-23처럼 씁니다"),
    (
        "{field} holds too much: send at most {MAX_LINES_PER_LIST} lines of {MAX_LINE_CHARS} characters",
        "{field}에 든 것이 너무 많습니다. {MAX_LINE_CHARS}자까지의 {MAX_LINES_PER_LIST}줄로 보내세요",
    ),
    (
        "Idempotency-Key is to have 1 to {MAX_KEY_BYTES} bytes",
        "Idempotency-Key는 1바이트부터 {MAX_KEY_BYTES}바이트까지입니다",
    ),
    (
        "this Idempotency-Key was used for another request: use a new one",
        "이 Idempotency-Key는 다른 요청에 썼습니다. 새것을 쓰세요",
    ),
    ("{name} is to be a number, and is {text:?}", "{name}에는 수를 써야 합니다: {text}"),
    ("the body is not what is asked for: {error}", "본문이 요청의 꼴이 아닙니다: {error}"),
    ("a request failed midway: try again", "요청을 처리하다 실패했습니다. 다시 해 보세요"),
    // The audit.
    (
        "the audit cannot be signed ({error}): is the master key whole?",
        "감사 기록에 서명할 수 없습니다({error}). 마스터 키가 온전한지 확인하세요",
    ),
    (
        "link {0} is not there: what stands in its place is another",
        "고리 {0}이(가) 없습니다. 그 자리에 다른 것이 있습니다",
    ),
    ("link {0} is not what it was when it was written", "고리 {0}이(가) 쓴 뒤에 바뀌었습니다"),
    ("link {0} does not follow the one before it", "고리 {0}이(가) 앞의 고리에 이어지지 않습니다"),
    (
        "the chain ends at link {ends}, and its head is link {head}",
        "사슬이 고리 {ends}에서 끝나는데 머리는 고리 {head}입니다",
    ),
    (
        "the signature of the head at link {0} is not right",
        "고리 {0}에 있는 머리의 서명이 맞지 않습니다",
    ),
    ("link {0} is not the one that was signed", "고리 {0}이(가) 서명한 그 고리가 아닙니다"),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// What makes a sentence of the literal behind it.
    const SAY: [&str; 12] = [
        "#[error(", "Wrong(", "wrong(", "NotAllowed(", "Stale(", "Broken(", "Provider(", "Token(",
        "Address(", "let why = ", "let missing = ", "=> format!(",
    ];

    fn sources(dir: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
            match entry.file_type().unwrap().is_dir() {
                true if entry.file_name() == "commands" => {}
                true => sources(&entry.path(), found),
                false => {
                    let text = fs::read_to_string(entry.path()).unwrap();
                    found.push(text.split("#[cfg(test)]").next().unwrap_or_default().to_owned());
                }
            }
        }
    }

    /// The literal at the beginning of `code`, as it is compiled.
    fn literal(code: &str) -> Option<String> {
        let code = code.trim_start().trim_start_matches('&');
        let code = code.strip_prefix("format!(").unwrap_or(code).trim_start();
        let (text, _) = code.strip_prefix('"')?.split_once(['"'])?;
        Some(text.split("\\\n").map(str::trim_start).collect())
    }

    fn has_words(form: &str) -> bool {
        MessageTemplate::new(form).own_words().any(|own| own.trim().contains(' '))
    }

    #[test]
    fn every_refusal_is_there_in_korean() {
        let mut code = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        let behind = |code: &String| -> BTreeSet<String> {
            let of = |call: &&str| {
                let all = code.match_indices(*call).map(|(at, call)| at + call.len());
                all.filter_map(|at| literal(&code[at..])).collect::<Vec<_>>()
            };
            SAY.iter().flat_map(of).filter(|form| has_words(form)).collect()
        };
        let all: BTreeSet<String> = code.iter().flat_map(behind).collect();
        assert!(all.len() > 60, "{}", all.len());
        let to_agents =
            |form: &str| ["Open to you", "approved by {by}"].iter().any(|it| form.contains(it));
        let lacks = |form: &&String| !TRANSLATIONS.iter().any(|(en, _)| en == form);
        // What agents are told over MCP stays English.
        let lacking: Vec<_> = all.iter().filter(lacks).filter(|it| !to_agents(it)).collect();
        assert!(lacking.is_empty(), "TABLE has no Korean for:\n{lacking:#?}");
    }

    #[test]
    fn whatever_postgresql_says_the_next_step_is_in_korean() {
        let code = include_str!("error.rs").split("let next = match").nth(1).unwrap_or_default();
        let arms = code.split("format!(").next().unwrap_or_default();
        let steps: Vec<&str> = arms.split('"').skip(1).step_by(2).collect();
        assert!(steps.len() > 8, "{steps:?}");
        for step in steps {
            let said = [step.to_owned(), format!("PostgreSQL says: {{}}; {step}")];
            assert!(TRANSLATIONS.iter().any(|(en, _)| said.iter().any(|it| it == en)), "{step}");
        }
    }

    #[test]
    fn both_languages_have_the_same_blanks() {
        let mut seen = BTreeSet::new();
        let blanks = |form: &str| {
            MessageTemplate::new(form).blank_names().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        for (en, ko) in TRANSLATIONS {
            assert!(seen.insert(en), "twice: {en}");
            assert_eq!(blanks(en), blanks(ko), "{en}");
            assert!(ko.contains(|c| ('가'..='힣').contains(&c)) || *ko == "{}", "{en}");
        }
    }

    #[test]
    fn what_a_sentence_holds_is_said_too_and_names_stay() {
        for (english, korean) in [
            (
                "the database does not answer (error connecting to server: Connection refused (os error 111)): see whether it runs, and whether its address is right",
                "데이터베이스가 답하지 않습니다(연결하지 못함: 연결을 거절했습니다). 돌고 있는지, 주소가 맞는지 확인하세요",
            ),
            (
                "there is no organisation it: `palimp-hub admin org` makes one",
                "it(이)라는 조직이 없습니다. `palimp-hub admin org`로 만드세요",
            ),
            ("nobody ever said this", "nobody ever said this"),
        ] {
            assert_eq!(in_korean(english), korean);
        }
    }
}
