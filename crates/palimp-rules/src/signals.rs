//! The phrases by which a sentence shows what it is, as data.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::words::{Word, is_korean};

/// What a phrase shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// Something was decided.
    Decision,
    /// Somebody wants something done in a way, from now on.
    Preference,
    /// Why something failed, or how it was put right.
    Cause,
    /// The user says who she is.
    Profile,
    /// Something about a project or its surroundings is so.
    State,
    /// A thing of which there is one has this name.
    Named,
    /// It is to be remembered.
    Remember,
    /// It is not done yet.
    Open,
    /// It holds for ever, not for this moment.
    Standing,
    /// How the agent is to be.
    Soul,
    /// How something is done, step by step.
    Procedure,
    /// It may be otherwise.
    Hedge,
    /// It is asked.
    Question,
    /// It is wanted now.
    Moment,
    /// It is told of another place, time or person.
    Elsewhere,
    /// It is tried.
    Trial,
    /// It tries to command the reader.
    Attack,
}

/// Phrases in words. `^` in front: only where a clause begins. `*` before or behind a word: with
/// any beginning or end.
const PHRASES: &[(Mark, &[&str])] = &[
    (
        Mark::Decision,
        &[
            "we postponed",
            "we deferred",
            "we delayed",
            "we've postponed",
            "we're postponing",
            "was postponed",
            "were postponed",
            "we cancelled",
            "we canceled",
            "*로 미루기로*",
            "*로 미뤘*",
            "*으로 정했*",
            "we decided",
            "i decided",
            "i've decided",
            "we've decided",
            "was decided",
            "it's decided",
            "^decided",
            "^decided to",
            "^decided on",
            "^decided not",
            "^decided against",
            "user decided",
            "team decided",
            "we decide",
            "decision is",
            "decision was",
            "final decision",
            "we'll use",
            "we will use",
            "i'll use",
            "we'll go with",
            "we'll keep",
            "we'll stay",
            "we'll stick",
            "we will keep",
            "we'll not",
            "we won't",
            "we will not",
            "we're going with",
            "we are going with",
            "going with",
            "^let's use",
            "^let's go with",
            "^let's stick",
            "^let's keep",
            "^let's not",
            "^let's drop",
            "^let's avoid",
            "^let's switch",
            "^let's move to",
            "^let's adopt",
            "^let's standardize",
            "^let's stay",
            "^let's store",
            "^let's deploy on",
            "^let's target",
            "^lets use",
            "^lets go with",
            "we chose",
            "we've chosen",
            "i chose",
            "we picked",
            "we agreed",
            "we have agreed",
            "^agreed to",
            "agreed on",
            "settled on",
            "opted for",
            "we switched",
            "we've switched",
            "switched from",
            "^switched to",
            "we're switching",
            "we are switching",
            "we moved from",
            "we moved to",
            "we've moved",
            "we're moving",
            "we migrated",
            "we've migrated",
            "we're migrating",
            "migrated from",
            "moved from",
            "replaced by",
            "replaced with",
            "^replaced",
            "we replaced",
            "we dropped",
            "we've dropped",
            "we're dropping",
            "we removed support",
            "no longer support",
            "no longer use",
            "we no longer",
            "we stopped using",
            "stop supporting",
            "^go with",
            "^chose",
            "^adopted",
            "*기로 했*",
            "*기로 하자",
            "*기로 하고",
            "*기로 해",
            "*기로 합*",
            "*기로했*",
            "*기로 결정*",
            "*로 결정*",
            "*으로 결정*",
            "결정했*",
            "결정됐*",
            "결정됨",
            "*로 정했*",
            "*로 정하자",
            "*로 정함",
            "*로 가자",
            "*로 갑시다",
            "*로 가기로*",
            "*로 하자",
            "*요일에 하자",
            "*요일에 합시다",
            "*로 합시다",
            "*로 할게*",
            "*로 갈게*",
            "*로 간다",
            "*을 쓰자",
            "*를 쓰자",
            "*로 쓰자",
            "*만 쓰자",
            "사용하자",
            "*로 바꾸자",
            "*로 바꿨*",
            "*로 변경했*",
            "*로 변경하자",
            "*로 변경됐*",
            "*로 변경되었*",
            "*로 변경함",
            "*로 바뀌었*",
            "*로 바뀜",
            "*로 옮겼*",
            "*로 옮기자",
            "*로 이전했*",
            "*로 전환했*",
            "*로 전환하자",
            "*로 교체했*",
            "*로 교체하자",
            "*로 통일하자",
            "*로 통일했*",
            "*로 통일한다",
            "*로 확정*",
            "채택했*",
            "채택하자",
            "*로 채택*",
            "선택했*",
            "도입했*",
            "도입하자",
            "걸로 하자",
            "걸로 합시다",
            "것으로 하자",
            "*로 합의*",
            "^keep only",
            "we don't support",
            "we do not support",
            "no longer supported",
            "*만 남겨두자",
            "*만 남겨 두자",
            "*만 남기자",
            "*만 남기기로*",
            "*만 남겨두기로*",
        ],
    ),
    (
        Mark::Preference,
        &[
            "the rule here",
            "the rule is",
            "is the rule",
            "that's the rule",
            "our rule",
            "our convention",
            "by convention",
            "규칙이야",
            "규칙이다",
            "규칙입니다",
            "규칙이에요",
            "원칙이야",
            "원칙이다",
            "원칙입니다",
            "*해야 *할 수 있*",
            "*해야만 한다",
            "*해야만 해",
            "i prefer",
            "i'd prefer",
            "i'd rather",
            "we prefer",
            "user prefers",
            "users prefers",
            "^prefers",
            "^prefer",
            "i hate",
            "i dislike",
            "i don't like",
            "i do not like",
            "i always",
            "i never",
            "i like to",
            "i like my",
            "we always",
            "we never",
            "^always",
            "^never",
            "you should always",
            "you should never",
            "you must",
            "must not",
            "must never",
            "must always",
            "should always",
            "should never",
            "must be used",
            "must use",
            "should not be used",
            "^from now on",
            "from now on",
            "going forward",
            "in the future always",
            "^avoid",
            "^don't ever",
            "^stop using",
            "my preference",
            "is not allowed",
            "are not allowed",
            "is forbidden",
            "are forbidden",
            "is banned",
            "are banned",
            "is prohibited",
            "are prohibited",
            "we don't use",
            "we do not use",
            "i don't use",
            "^only use",
            "^use only",
            "^make sure to always",
            "^make sure you always",
            "^no more",
            "^keep answers",
            "^keep replies",
            "^answer in",
            "^reply in",
            "^respond in",
            "^answer me in",
            "^keep your answers",
            "^write comments in",
            "^write commit messages",
            "^commit messages",
            "^explain in",
            "*지 마",
            "*지 마라",
            "*지 마세요",
            "*지 말",
            "*지 말고",
            "*지 말아*",
            "*지 말자",
            "*지 맙시다",
            "*지마",
            "*지마세요",
            "*지말고",
            "*지말아*",
            "*지 않는다",
            "*지 않습니다",
            "선호*",
            "*를 선호*",
            "싫어해*",
            "싫어*",
            "싫다",
            "*는 게 좋아",
            "*는 게 좋다",
            "*는 걸 좋아*",
            "을 좋아한*",
            "*를 더 좋아*",
            "*면 안 돼*",
            "*면 안 된다",
            "*면 안 됩니다",
            "*면 안돼*",
            "*면 안된다",
            "금지",
            "금지다",
            "금지야",
            "금지한다",
            "금지입니다",
            "사용금지*",
            "*만 쓴다",
            "*만 사용한다",
            "*만 써",
            "*만 써줘",
            "*만 사용해*",
            "안 쓴다",
            "안 씁니다",
            "안 써",
            "안쓴다",
            "한국어로 답*",
            "한글로 답*",
            "한국어로 대답*",
            "영어로 답*",
            "*로 작성해*",
            "*로 통일해*",
            "대신 *을 써*",
            "대신 *를 써*",
            "말고 *을 써*",
            "말고 *를 써*",
        ],
    ),
    (
        Mark::Cause,
        &[
            "*서 발생*",
            "*서 생긴*",
            "*서 생겼*",
            "*로 인해",
            "*로 인한",
            "cause was",
            "cause is",
            "root cause",
            "the problem was",
            "the issue was",
            "the bug was",
            "the reason was",
            "reason was that",
            "turned out",
            "turns out",
            "it was because",
            "was caused by",
            "is caused by",
            "were caused by",
            "caused by",
            "fixed by",
            "fixed it by",
            "fixed this by",
            "fix was",
            "the fix is to",
            "solved by",
            "solved it by",
            "resolved by",
            "was due to",
            "were due to",
            "culprit was",
            "culprit is",
            "workaround is",
            "workaround was",
            "the solution was",
            "the trick was",
            "failed because",
            "broke because",
            "crashed because",
            "happened because",
            "hung because",
            "was failing because",
            "were failing because",
            "was slow because",
            "failing because",
            "원인은",
            "원인이",
            "*때문이었*",
            "때문이다",
            "때문입니다",
            "때문이야",
            "*때문이었습니다",
            "*때문에 실패*",
            "*때문에 깨*",
            "*때문에 느*",
            "*때문에 터*",
            "*때문에 발생*",
            "*때문에 안 됐*",
            "알고 보니",
            "알고보니",
            "*로 해결*",
            "해서 해결*",
            "*니 해결*",
            "*니까 해결*",
            "*고쳐졌*",
            "*로 고쳤*",
            "*서 고쳤*",
            "*해결됐*",
            "*해결되었*",
            "해결책은",
            "해결 방법은",
            "해결법은",
            "*탓이었*",
            "*게 문제였*",
            "*이 문제였*",
            "*가 문제였*",
            "우회책은",
        ],
    ),
    (
        Mark::Profile,
        &[
            "my name is",
            "^call me",
            "^i'm a",
            "^i'm an",
            "^i am a",
            "^i am an",
            "^i'm the",
            "^i am the",
            "^i work",
            "^i'm based",
            "^i am based",
            "^i live in",
            "my timezone",
            "my time zone",
            "i'm new to",
            "my github",
            "my role is",
            "my title is",
            "^i speak",
            "^i'm working as",
            "my team is",
            "^user is a",
            "^the user is a",
            "^user is an",
            "^the user is an",
            "^user is the",
            "^the user is the",
            "^user is based",
            "^the user is based",
            "^user works",
            "^the user works",
            "user's name",
            "^user lives",
            "^the user lives",
            "^user speaks",
            "^the user speaks",
            "user's timezone",
            "user's role",
            "my native language",
            "my machine is",
            "my os is",
            "my laptop is",
            "i use a mac",
            "i'm on macos",
            "i'm on linux",
            "i'm on windows",
            "내 이름은",
            "제 이름은",
            "*개발자야",
            "*개발자다",
            "*개발자입니다",
            "*개발자예요",
            "*엔지니어야",
            "*엔지니어입니다",
            "*엔지니어다",
            "*개발자고",
            "*개발자이고",
            "*개발자인데",
            "*엔지니어고",
            "*엔지니어이고",
            "*엔지니어인데",
            "*디자이너고",
            "*디자이너이고",
            "*디자이너야",
            "*디자이너입니다",
            "저는 서울*",
            "나는 서울*",
            "내 시간대*",
            "사용자는 *개발자*",
            "나는 맥을",
            "저는 맥을",
            "내 노트북은",
            "내 컴퓨터는",
            "내 직업은",
            "제 직업은",
            "*라고 불러*",
        ],
    ),
    (
        Mark::State,
        &[
            "expire after", "expire in", "expires in", "talks to", "talk to", "communicates with",
            "communicates over", "can reach", "is reachable", "are reachable", "볼 수 있*",
            "접속할 수 있*", "*로 접속*", "is at", "are at", "is on port", "is on", "are on",
            "runs on", "run on", "running on", "listens on", "listen on", "lives in", "live in",
            "lives at", "lives under", "is in", "are in", "is under", "is stored in",
            "are stored in", "stored in", "is kept in", "are kept in", "is written in",
            "are written in", "is deployed to", "are deployed to", "is deployed on", "deploys to",
            "deploys from", "deploy to", "is hosted on", "is hosted at", "are hosted on",
            "is called", "is named", "requires", "we use", "we're using", "we are using",
            "we're on", "project uses", "repo uses", "app uses", "backend uses", "frontend uses",
            "server uses", "service uses", "codebase uses", "team uses", "uses", "is pinned to",
            "pinned to", "connects to", "is built with", "are built with", "is generated by",
            "is generated from", "are generated from", "are generated by", "defaults to",
            "is set to", "points to", "expires after", "times out after", "is limited to",
            "default branch is", "port is", "version is", "url is", "branch is", "database is",
            "is configured in", "are configured in", "belongs to", "is owned by",
            "is maintained by", "ships with", "supports only", "only supports", "is protected",
            "are protected", "are run with", "is run with", "tests run with", "tests run in",
            "release branch", "is released", "are released", "we deploy", "we release", "we run",
            "we write", "is enforced by", "are enforced by", "we host", "we store", "we ship",
            "we keep", "is postgresql", "is postgres", "is mysql", "is sqlite", "*에 있다",
            "*에 있어", "*에 있어요", "*에 있습니다", "*에 있음", "*에 있고", "*에서 돈다",
            "*에서 돌아*", "*에서 실행*", "*로 돌아*", "*로 돈다", "*를 쓴다", "*을 쓴다",
            "*를 써", "*을 써", "*를 쓰고", "*을 쓰고", "*를 씁니다", "*을 씁니다", "*를 사용한다",
            "*을 사용한다", "*를 사용합니다", "*을 사용합니다", "*를 사용해", "*을 사용해",
            "*를 사용하고", "*을 사용하고", "*로 되어*", "*로 배포*", "*에 배포*", "*에서 배포*",
            "*에 저장*", "*로 작성*", "*번이다", "*번이야", "*번입니다", "*번이에요", "*번을 쓴다",
            "*번을 써", "*번으로", "기본값은", "주소는", "포트는", "버전은", "브랜치는", "경로는",
            "*은 postgresql*", "*는 postgresql*", "*로 고정*", "*로 설정되어*", "*로 설정돼*",
            "필요하다", "*이 필요하다", "*가 필요하다", "담당자는", "담당은", "*로 관리*",
            "*에서 관리*", "이름은", "호스트는", "*로 짜여*", "*로 만들어졌*", "*로 만든다",
            "*로 빌드*", "is read from", "are read from", "is loaded from", "are loaded from",
            "comes from", "minimum is", "targets", "minimum version is", "is managed in",
            "are managed in", "is managed by", "are managed by", "최소 버전은", "*에서 읽*",
            "*로 저장*",
        ],
    ),
    (
        Mark::Named,
        &[
            "default branch is",
            "main branch is",
            "release branch is",
            "owner is",
            "is owned by",
            "are owned by",
            "maintainer is",
            "lead is",
            "deadline is",
            "codename is",
            "기본 브랜치는",
            "릴리스 브랜치는",
            "담당자는",
            "담당은",
            "책임자는",
            "오너는",
            "마감일은",
            "마감은",
            "코드명은",
        ],
    ),
    (
        Mark::Remember,
        &[
            "^remember that",
            "^remember to",
            "^remember",
            "^note that",
            "^please note",
            "^keep in mind",
            "keep in mind",
            "^for the record",
            "^fyi",
            "don't forget that",
            "^don't forget",
            "^note for later",
            "^important",
            "please remember",
            "^for future reference",
            "make a note",
            "기억해",
            "기억해줘",
            "기억해둬",
            "기억해주세요",
            "기억해 줘",
            "기억해라",
            "기억하고",
            "기억하세요",
            "*기억해*",
            "참고로",
            "잊지 마*",
            "잊지마*",
            "잊지 말*",
            "명심*",
            "메모해*",
            "*알아둬*",
            "*알아 둬*",
        ],
    ),
    (
        Mark::Open,
        &[
            "^todo", "todo is", "^next step", "^next steps", "next step is", "next steps are",
            "still need to", "still needs", "still have to", "still to do", "left to do",
            "what's left", "what is left", "^remaining", "^open question", "not done yet",
            "isn't done yet", "not implemented yet", "is still missing", "are still missing",
            "^tomorrow", "remains to be", "still open", "still pending", "^follow up",
            "^follow-up", "will be done later", "남은 일", "남은 일은", "남은 작업", "남은 작업은",
            "남은 건", "남은 것은", "다음 단계", "다음 단계는", "할 일은", "할일은", "아직 안",
            "아직 못", "내일은", "*남아 있*", "*남았*", "추후에", "미완료", "아직 구현*",
            "아직 남*", "다음에 할",
        ],
    ),
    (
        Mark::Standing,
        &[
            "always", "never", "from now on", "going forward", "every time", "whenever",
            "in general", "by default", "ever again", "in this repo", "in this project",
            "in this codebase", "at all", "is forbidden", "are forbidden", "is banned",
            "are banned", "not allowed", "항상", "앞으로", "앞으로는", "앞으론", "언제나", "매번",
            "절대", "절대로", "무조건", "반드시", "늘", "할 때마다", "때마다", "이 프로젝트*",
            "이 저장소*", "이 레포*", "기본적으로",
        ],
    ),
    (
        Mark::Soul,
        &[
            "^you are a",
            "^you are an",
            "^you're a",
            "^you're an",
            "your name is",
            "your name should",
            "your personality",
            "your tone",
            "your persona",
            "your role is",
            "your character",
            "^act as",
            "^act like",
            "^behave",
            "^be concise",
            "^be brief",
            "^be polite",
            "^be friendly",
            "^be honest",
            "^be direct",
            "^be formal",
            "^be kind",
            "^be strict",
            "you should be",
            "you must be",
            "^talk like",
            "^speak like",
            "agent should be",
            "assistant should be",
            "agent should sound",
            "agent must be",
            "assistant must be",
            "agent's tone",
            "agent's name",
            "agent's personality",
            "agent is called",
            "assistant's name",
            "assistant's tone",
            "네 이름은",
            "너의 이름은",
            "니 이름은",
            "너는 이제",
            "넌 이제",
            "*말투*",
            "존댓말*",
            "반말*",
            "네 성격*",
            "너의 성격*",
            "에이전트는 *해야*",
            "에이전트의 이름*",
            "에이전트의 성격*",
            "에이전트 이름*",
            "친절하게 말*",
            "간결하게 말*",
            "친구처럼",
            "비서처럼",
        ],
    ),
    (
        Mark::Procedure,
        &[
            "^to deploy", "^to release", "^to build", "^to run", "^to start", "^to reset",
            "^to test", "^to install", "^to set up", "^to migrate", "^to debug", "^to roll back",
            "^to rollback", "^to restore", "^to regenerate", "^to publish", "^to generate",
            "^to seed", "^how to", "the steps are", "first run", "and then run", "then run",
            "run it with", "before you run", "before running", "before deploying",
            "before releasing", "after deploying", "after releasing", "*하려면", "*돌리려면",
            "*띄우려면", "*만들려면", "*올리려면", "순서는", "절차는", "방법은", "*한 다음",
            "*한 뒤", "*하기 전에", "먼저 *하고",
        ],
    ),
    (
        Mark::Hedge,
        &[
            "maybe", "perhaps", "might", "probably", "possibly", "not sure", "i'm unsure",
            "i guess", "i think", "i believe", "i suppose", "could be", "may be", "seems", "seem",
            "apparently", "i wonder", "wondering", "what if", "presumably", "i assume", "we could",
            "you could", "one could", "or we could", "alternatively", "likely", "if we",
            "if you want", "would be", "suggest", "i'd suggest", "recommend", "i'd recommend",
            "consider", "for example", "imagine", "supposedly", "아마", "아마도", "*수도",
            "*것 같*", "*거 같*", "*것같*", "*거같*", "*지도 모*", "*지도 몰*", "글쎄*", "혹시",
            "모르겠*", "*면 어떨*", "고민*", "*듯", "*듯해", "*듯하다", "*듯합니다", "*싶은데",
            "*나 싶*", "*까 싶*", "추천*", "예를 들어", "만약", "만일", "*을까 봐", "확실하지",
            "확실치", "*일지도",
        ],
    ),
    (
        Mark::Question,
        &[
            "^what", "^what's", "^why", "^how do", "^how does", "^how can", "^how should",
            "^how did", "^how would", "^how is", "^how are", "^who", "^where", "^when does",
            "^when do", "^which", "^should we", "^should i", "^can you", "^can we", "^can i",
            "^could you", "^could we", "^do you", "^do we", "^does", "^did", "^is it", "^is there",
            "^is this", "^is that", "^are we", "^are there", "^are you", "^would you", "^will you",
            "^have you", "^has", "^any idea", "^shall", "^is the", "^are the", "*할까", "*할까요",
            "*을까", "*을까요", "*나요", "*가요", "*는지", "*은지", "*인지", "뭐야", "뭐지",
            "뭔가요", "어때", "어떤가", "*인가", "*는가", "어떻게", "*일까", "*될까", "*볼까",
            "*갈까", "*쓸까", "왜", "맞나", "맞지", "되나", "있나",
        ],
    ),
    (
        Mark::Moment,
        &[
            "now", "right now", "this time", "yet", "for the moment", "just now", "this file",
            "this function", "this line", "this test", "this commit", "this one", "here",
            "that file", "that function", "that one", "this pr", "this branch", "to see if",
            "to check", "to see whether", "until i", "until we", "first", "again", "anything else",
            "this change", "worry", "지금", "지금은", "아직", "일단", "우선", "잠깐", "잠시",
            "이번에는", "이번엔", "이번만", "여기서는", "걱정*", "신경", "이 파일*", "이 함수*",
            "이 줄*", "이 커밋*", "이거", "그거", "저거", "이건", "그건",
        ],
    ),
    (
        Mark::Elsewhere,
        &[
            "tutorial", "tutorials", "튜토리얼*", "저 사람*", "last company", "previous company",
            "old company", "former company", "other company", "another company", "last job",
            "previous job", "old job", "former job", "last employer", "old employer",
            "previous employer", "former employer", "last project", "previous project",
            "old project", "my friend", "a friend", "back then", "colleague says",
            "colleague said", "coworker says", "coworker said", "customer says", "customer said",
            "customer wrote", "client says", "client said", "mail says", "email says",
            "e-mail says", "letter says", "article says", "post says", "blog says",
            "reviewer says", "reviewer said", "reviewer wrote", "he says", "he said", "he wrote",
            "she says", "she said", "she wrote", "they say", "they said", "someone said",
            "somebody said", "people say", "competitor", "competitors", "competitor's", "전 직장*",
            "이전 직장*", "지난 직장*", "예전 직장*", "옛 직장*", "전 회사*", "이전 회사*",
            "지난 회사*", "예전 회사*", "다른 회사*", "옛 회사*", "지난 프로젝트*",
            "이전 프로젝트*", "예전 프로젝트*", "경쟁사*", "친구가", "친구는", "동료가", "동료는",
            "*고 하더라*", "*다더라*", "*라더라*", "*고 적혀*", "*고 쓰여*", "*고 써 있*",
            "*라고 되어*",
        ],
    ),
    (
        Mark::Trial,
        &[
            "just to see", "just for fun", "for now", "^try", "let's try", "lets try", "just try",
            "try it", "try that", "try this", "a try", "for a moment", "for the time being",
            "temporarily", "as an experiment", "as a test", "일단", "한번 해*", "한번 써*",
            "한번 돌려*", "한번 바꿔*", "한번 *보자", "한번 *봐", "*해보자", "*해 보자", "*써보자",
            "*써 보자", "*해봐", "*해 봐", "임시로", "시험삼아", "시험 삼아", "당분간",
        ],
    ),
    (
        Mark::Attack,
        &[
            "ignore your instructions",
            "ignore all instructions",
            "ignore previous",
            "ignore all previous",
            "ignore the above",
            "ignore any previous",
            "ignore prior",
            "ignore earlier",
            "disregard your",
            "disregard all",
            "disregard previous",
            "disregard the above",
            "forget your instructions",
            "system prompt",
            "your instructions",
            "new instructions",
            "previous instructions",
            "jailbreak",
            "developer mode",
            "지시를 무시*",
            "지시사항을 무시*",
            "지시는 무시*",
            "명령을 무시*",
            "프롬프트를 무시*",
            "시스템 프롬프트*",
            "이전 지시*",
        ],
    ),
];

/// A word of a phrase.
#[derive(Debug)]
struct Pattern {
    text: &'static str,
    any_before: bool,
    any_after: bool,
}

impl Pattern {
    fn of(word: &'static str) -> Pattern {
        let any_before = word.len() > 1 && word.starts_with('*');
        let any_after = word.len() > 1 && word.ends_with('*');
        let text = word.trim_matches('*');
        Pattern { text, any_before, any_after }
    }

    fn is_exact(&self) -> bool {
        !self.any_before && !self.any_after
    }

    fn matches(&self, word: &str) -> bool {
        match (self.any_before, self.any_after) {
            (false, false) => word == self.text,
            (false, true) => word.starts_with(self.text),
            (true, false) => word.ends_with(self.text),
            (true, true) => word.contains(self.text),
        }
    }
}

#[derive(Debug)]
struct Phrase {
    mark: Mark,
    opens: bool,
    words: Vec<Pattern>,
}

/// The phrases by their first word.
#[derive(Debug, Default)]
struct Table {
    phrases: Vec<Phrase>,
    exact: HashMap<&'static str, Vec<usize>>,
    /// Those whose first word may have any beginning or end, by the first letter that is given of
    /// it; all are Korean.
    loose: HashMap<char, Vec<usize>>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::default();
        for (mark, texts) in PHRASES {
            for text in *texts {
                let opens = text.starts_with('^');
                let words: Vec<_> =
                    text.trim_start_matches('^').split(' ').map(Pattern::of).collect();
                let at = table.phrases.len();
                match &words[0] {
                    first if first.is_exact() => {
                        table.exact.entry(first.text).or_default().push(at);
                    }
                    first => {
                        let letter = first.text.chars().next().unwrap_or_default();
                        table.loose.entry(letter).or_default().push(at);
                    }
                }
                table.phrases.push(Phrase { mark: *mark, opens, words });
            }
        }
        table
    })
}

/// What the phrases in a sentence show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u32);

impl Marks {
    /// Those of a sentence.
    pub(crate) fn of(words: &[Word]) -> Marks {
        let table = table();
        let mut marks = Marks::default();
        // `is now stored in` shows what `is stored in` does.
        let shorter = without_now(words);
        let words = shorter.as_deref().unwrap_or(words);
        for (at, word) in words.iter().enumerate() {
            for &phrase in table.exact.get(word.text).into_iter().flatten() {
                marks.add(&table.phrases[phrase], words, at);
            }
            let korean = is_korean(word.text);
            for letter in word.text.chars().filter(|_| korean) {
                for &phrase in table.loose.get(&letter).into_iter().flatten() {
                    marks.add(&table.phrases[phrase], words, at);
                }
            }
        }
        marks
    }

    /// Adds the mark of a phrase if it stands at a word.
    fn add(&mut self, phrase: &Phrase, words: &[Word], at: usize) {
        // A question begins with its sentence; a clause may begin with the same words.
        let within = phrase.opens && phrase.mark == Mark::Question && at > 0;
        if !within && !self.has(phrase.mark) && phrase.stands(&words[at..]) {
            self.0 |= 1 << phrase.mark as u32;
        }
    }

    /// Whether one of them is `mark`.
    pub(crate) const fn has(self, mark: Mark) -> bool {
        self.0 & (1 << mark as u32) != 0
    }
}

/// The words without a `now` behind `is` or `are`; none where there is none.
fn without_now<'a>(words: &[Word<'a>]) -> Option<Vec<Word<'a>>> {
    let at = words.windows(2).position(|pair| {
        matches!(pair[0].text, "is" | "are") && pair[1].text == "now" && !pair[1].closes
    })?;
    let mut shorter = words.to_vec();
    shorter.remove(at + 1);
    Some(shorter)
}

impl Phrase {
    fn stands(&self, words: &[Word]) -> bool {
        (!self.opens || words[0].opens)
            && words.len() >= self.words.len()
            && self.words.iter().zip(words).all(|(pattern, word)| pattern.matches(word.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{lower, words};

    fn marks(sentence: &str) -> Marks {
        Marks::of(&words(&lower(sentence)))
    }

    #[test]
    fn phrases_are_found_where_they_may_stand() {
        assert!(marks("We decided on Rust").has(Mark::Decision));
        assert!(marks("fine, avoid yarn").has(Mark::Preference));
        assert!(!marks("I know they avoid yarn").has(Mark::Preference));
        assert!(marks("Don’t forget the lock file").has(Mark::Remember));
        assert!(marks("앞으로는 PostgreSQL을 쓰기로 했어").has(Mark::Decision));
        assert!(marks("main에 바로 푸시하지 마세요").has(Mark::Preference));
        assert!(!marks("The wedding is nice").has(Mark::Decision));
    }

    #[test]
    fn every_loose_phrase_is_korean() {
        let table = table();
        let mut loose = table.loose.values().flatten();
        assert!(loose.all(|&at| is_korean(table.phrases[at].words[0].text)));
    }
}
