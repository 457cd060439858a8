//! Help of `bench`, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("bench", "답을 아는 질문으로 palimp를 잼"),
    ("bench retrieval", "말뭉치를 색인하고 질문을 모두 던져 답이 얼마나 좋은지 출력함"),
    ("bench retrieval --corpus", "기록. 한 줄에 JSON 객체 하나: _id, group, title, text, meta"),
    ("bench retrieval --queries", "질문. 한 줄에 JSON 객체 하나: _id, group, text, category"),
    (
        "bench retrieval --qrels",
        "어느 기록이 어느 질문의 답인지. 탭으로 나눈 query-id, corpus-id, score",
    ),
    (
        "bench retrieval --per-query",
        "질문마다 수치와 처음 열 기록을 이 파일에 씀. 한 줄에 JSON 객체 하나",
    ),
    ("bench retrieval --provider", "글을 벡터로 바꾸는 것 [기본값: embedding.provider]"),
    ("bench retrieval --lexical-only", "벡터 없이 낱말로만 찾음"),
    ("bench retrieval --min-score", "이 점수 아래면 찾은 것으로 치지 않음"),
    ("bench gate", "구절을 알려야 할 프롬프트와 그렇지 않은 프롬프트로 보관소에 물음"),
    ("bench gate --vaults", "디렉터리마다 보관소가 하나씩 든 디렉터리"),
    (
        "bench gate --prompts",
        "프롬프트. 한 줄에 JSON 객체 하나: prompt, vault. 답이 있으면 답의 말인 text와 kind",
    ),
    ("bench gate --gate", "얼마나 확실해야 하는지 [기본값: inject.gate]"),
    (
        "bench decisions",
        "이전 대화와 커밋의 결정이 그것이 필요한 에이전트에 닿는지 잼\n\n대화를 가져오고 과제마다 세션을 시작해 에이전트의 이벤트를 보냄: 시작, 프롬프트, 모듈 읽기와 고치기. 훅의 대답을 결정과 견줌. 이 컴퓨터에서 아무것도 나가지 않음",
    ),
    (
        "bench decisions --tasks",
        "과제. 한 줄에 JSON 객체 하나: id, source, module, bug_report, policy, code, 그리고 conversations 또는 decision_subject, decision_rationale, cause_subject",
    ),
    ("bench decisions --chats", "아무것도 정하지 않는 대화. 객체 배열의 JSON 배열: role, text"),
    ("bench decisions --commits", "아무것도 정하지 않는 커밋. 배열의 JSON 배열: subject, body"),
    ("bench sessions", "기록된 세션을 다시 살아 보며 무엇을 남기고 알리는지 봄"),
    (
        "bench sessions --dir",
        "디렉터리나 `.tar.gz`마다 한 프로젝트의 Claude Code 대화 기록이 든 디렉터리, 또는 `sessions`라는 디렉터리의 위",
    ),
    (
        "bench sessions --gold",
        "남아야 할 사실. 객체의 JSON 배열: project, rx(사실을 말하는 줄에 맞는 정규 표현식)",
    ),
    ("bench sessions --only", "이 프로젝트만. 여러 번 줄 수 있음"),
    ("bench sessions --last", "알리는 것을 프로젝트마다 마지막 몇 세션에서 잴지"),
    (
        "bench sessions --told",
        "잰 세션에서 훅이 한 대답을 모두 이 파일에 씀. 한 줄에 JSON 객체 하나: project, session, event, 대답한 것(prompt, command, file), text",
    ),
    (
        "bench replay",
        "버릴 빈 홈에서 내 마지막 세션을 다시 삶\n\n에이전트에 무엇을 알렸을지, 그 가운데 되풀이한 것, 에이전트가 쓴 것, 필요한 것 가운데 미리 알린 것이 얼마인지 출력함. 이 컴퓨터에서 아무것도 나가지 않음",
    ),
    ("bench replay --client", "이 클라이언트의 세션만"),
    ("bench replay --last", "세션 몇 개, 새로운 것부터"),
];
