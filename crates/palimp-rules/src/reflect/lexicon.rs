//! The words by which claims are taken apart, as data.

use std::collections::HashSet;
use std::sync::OnceLock;

/// Words that change nothing about what is claimed.
static EMPTY: List = List::of(&[
    "a an the this that these those it its i we you he she they our my your their his her me us them user user's i'm we're i've we've",
    "i'll we'll there here of in on at by for from with to into as if and or so than then is are was were be been being am isn't",
    "has have had do does did will would shall can could may must should only just please really now currently from new always",
    "every time going forward let's lets get got every all own project repo repository codebase team want wants like too",
    "instead rather over longer no longer 대신 말고 아니라 아닌 아니고",
    "which who when where what it's that's they're rule policy note actually simply already still any some other",
    "이 그 저 것 거 걸 게 수 등 우리 나 내 저희 제 항상 언제나 이제 이제는 앞 앞으로 지금 지금부터 현재 새 새로 매번 무조건 반드시 꼭 모두 전부 그냥 다 더 및 와 과",
    "프로젝트 저장소 레포 레포지토리 사용자 팀 해 줘 해줘 주세요 하자 한다 합니다 했다 했어 해요 됩니다 된다 돼 이다 입니다 있다 있어 있습니다 있음 것으로 걸로 번",
]);

/// Verbs that say that something is chosen; they say the same of what is chosen.
static CHOICE: List = List::of(&[
    "use uses using go goes chose choose chosen pick picked prefer prefers stick keep adopt adopted decide decided settled agreed",
    "opted decision choice preference depend depends rely standardize",
    "선호 채택 선택 결정 사용 도입 이용 통일 확정 합의",
]);

/// Verbs that say that something is so, now.
static STATE: List = List::of(&[
    "run runs running listen listens live lives require requires need needs set defaults expire expires pinned time times connect",
    "connects point points store stored host hosted deploy deployed deploys write written locate located serve serves keep kept stay stays",
]);

/// Verbs that command, where a clause begins with them: what they want is so from then on.
static COMMANDS: List = List::of(&[
    "answer reply respond write explain run deploy commit format indent name log store put place keep set build test release comment document speak talk",
]);

/// Verbs that say that something became another.
static CHANGE: List = List::of(&[
    "switch switched switching move moved moving migrate migrated migrating change changed changes replace replaced replacing upgrade",
    "upgraded downgrade downgraded bump bumped rename renamed became becomes dropped drop drops",
    "변경 전환 교체 이전 업그레이드 대체 다운그레이드",
]);

/// Words that say that something is used no more.
static GONE: List = List::of(&["gone removed remove dropped retired ditched uninstalled"]);

/// Words that turn a claim round.
static NEGATIVE: List = List::of(&[
    "not no never don't doesn't won't shouldn't mustn't isn't aren't can't cannot avoid stop stopped without forbidden prohibited neither nor dropped",
    "안 못 말 금지 절대 않 마",
]);

/// Words that add to what is claimed elsewhere instead of replacing it.
static ADDITIVE: List = List::of(&[
    "also too additionally another plus second both either sometimes except besides optionally alternatively fallback",
    "또한 추가로 추가 둘 가끔 때로는 외에 외에도 예외적으로 이외에도 병행 함께 같이",
]);

/// Words that speak of the past.
static PAST: List = List::of(&[
    "previously formerly originally once earlier ago before 예전 예전에 예전에는 이전에는 원래 원래는 과거에 과거에는 처음에는 전에는",
]);

/// Behind these a number is a name: step 2 is another step than step 1.
static NUMBERED: List = List::of(&[
    "migration issue pr step ticket phase chapter bug task commit part day test case line error exit http status week sprint milestone adr rfc item page section stage round",
    "마이그레이션 이슈 단계 티켓 버그 작업 커밋 테스트 스프린트 에러 상태 차수 회차 페이지",
]);

/// Of these a project has one, and its name is a word.
static SLOTS: List = List::of(&[
    "branch name region owner maintainer lead timezone zone language license editor theme deadline framework provider manager database runner",
    "owner assignee reviewer codename domain host hostname tool linter formatter bundler registry",
    "브랜치 이름 리전 담당자 담당 시간대 언어 라이선스 에디터 테마 마감 마감일 프레임워크 매니저 데이터베이스 db 러너 도메인 호스트 도구 린터 포매터 번들러 책임자 리뷰어",
]);

/// What a slot is said to be like rather than to be.
static QUALITIES: List = List::of(&[
    "protected broken wrong missing required unknown slow fast down up fine important ready empty full old new better worse good bad correct optional available locked green red long short ok okay",
    "필요 중요 중요하다 느리다 빠르다 없다 미정 보호 잠김 깨짐",
]);

/// Words, set apart when one is looked up first: each word of a fact is looked up in most of the lists.
struct List(&'static [&'static str], OnceLock<HashSet<&'static str>>);

impl List {
    const fn of(lines: &'static [&'static str]) -> List {
        List(lines, OnceLock::new())
    }

    fn has(&self, word: &str) -> bool {
        let List(lines, words) = self;
        words.get_or_init(|| lines.iter().flat_map(|line| line.split(' ')).collect()).contains(word)
    }
}

pub(super) fn is_empty(word: &str) -> bool {
    EMPTY.has(word)
}

pub(super) fn is_choice(word: &str) -> bool {
    const KOREAN: [&str; 8] = ["쓰", "써", "씁", "쓴", "쓸", "하기로", "가자", "간다"];
    CHOICE.has(word) || KOREAN.iter().any(|head| word.starts_with(head))
}

pub(super) fn is_state(word: &str) -> bool {
    STATE.has(word)
}

pub(super) fn commands(word: &str) -> bool {
    COMMANDS.has(word)
}

pub(super) fn is_change(word: &str) -> bool {
    const KOREAN: [&str; 8] = ["바꾸", "바꿨", "바꿔", "바뀌", "바뀐", "바뀜", "옮기", "옮겼"];
    CHANGE.has(word) || KOREAN.iter().any(|head| word.starts_with(head))
}

pub(super) fn is_gone(word: &str) -> bool {
    const KOREAN: [&str; 8] =
        ["제거했", "제거됐", "뺐", "없앴", "없어졌", "걷어냈", "버렸", "삭제했"];
    GONE.has(word) || KOREAN.iter().any(|head| word.starts_with(head))
}

pub(super) fn is_negative(word: &str) -> bool {
    const KOREAN: [&str; 8] = ["않", "말고", "말아", "말자", "말 ", "마세요", "마라", "금지"];
    const ENDS: [&str; 6] = ["지마", "지마세요", "지말고", "지말아줘", "지말자", "지말아"];
    NEGATIVE.has(word)
        || KOREAN.iter().any(|head| word.starts_with(head))
        || ENDS.iter().any(|end| word.ends_with(end))
}

pub(super) fn is_additive(word: &str) -> bool {
    ADDITIVE.has(word)
}

pub(super) fn is_past(word: &str) -> bool {
    PAST.has(word)
}

pub(super) fn numbers_things(word: &str) -> bool {
    NUMBERED.has(word)
}

pub(super) fn is_slot(word: &str) -> bool {
    SLOTS.has(word)
}

pub(super) fn is_quality(word: &str) -> bool {
    QUALITIES.has(word)
}
