//! Help of `bench`, in Korean.

use palimp_clap::HelpTable;

pub(super) const TABLE: HelpTable = &[
    ("bench", "정답이 있는 질문으로 palimp의 성능을 측정합니다"),
    ("bench retrieval", "말뭉치를 색인하고 질문을 실행해 검색 품질을 출력합니다"),
    ("bench retrieval --corpus", "문서. 한 줄에 JSON 객체 하나: _id, group, title, text, meta"),
    ("bench retrieval --queries", "질문. 한 줄에 JSON 객체 하나: _id, group, text, category"),
    ("bench retrieval --qrels", "질문별 정답 문서. 탭으로 구분한 query-id, corpus-id, score"),
    (
        "bench retrieval --per-query",
        "질문별 지표와 상위 10개 문서를 이 파일에 씁니다. 한 줄에 JSON 객체 하나",
    ),
    ("bench retrieval --provider", "임베딩 제공자 [기본값: embedding.provider]"),
    ("bench retrieval --lexical-only", "벡터 없이 단어로만 검색합니다"),
    ("bench retrieval --min-score", "결과로 인정할 최소 점수"),
    ("bench gate", "관련 있는 프롬프트와 없는 프롬프트로 관련도 기준이 얼마나 정확한지 측정합니다"),
    ("bench gate --vaults", "하위 디렉터리마다 볼트가 하나씩 있는 디렉터리"),
    (
        "bench gate --prompts",
        "프롬프트. 한 줄에 JSON 객체 하나: prompt, vault. 정답이 있으면 text(정답의 단어)와 kind",
    ),
    ("bench gate --gate", "관련도 기준 [기본값: inject.gate]"),
    (
        "bench decisions",
        "이전 대화나 커밋에 있는 결정이, 그 결정을 알아야 하는 에이전트에게 전달되는지 측정합니다\n\n대화를 가져온 뒤 과제마다 세션을 시작하고 에이전트의 이벤트(시작, 프롬프트, 모듈 읽기와 편집)를 보냅니다. 훅의 응답을 결정과 비교합니다. 이 컴퓨터 밖으로 전송하는 데이터는 없습니다.",
    ),
    (
        "bench decisions --tasks",
        "과제. 한 줄에 JSON 객체 하나: id, source, module, bug_report, policy, code, 그리고 conversations 또는 decision_subject, decision_rationale, cause_subject",
    ),
    (
        "bench decisions --chats",
        "결정이 없는 대화. JSON 배열이며 각 원소는 객체(role, text)의 배열",
    ),
    (
        "bench decisions --commits",
        "결정이 없는 커밋. JSON 배열이며 각 원소는 subject와 body의 배열",
    ),
    ("bench sessions", "세션 기록을 재생해 palimp가 무엇을 저장하고 주입하는지 측정합니다"),
    (
        "bench sessions --dir",
        "프로젝트별 하위 디렉터리나 `.tar.gz` 파일이 든 디렉터리. 각각에 그 프로젝트의 Claude Code 세션 기록이 있어야 함. `sessions`의 상위 디렉터리도 됨",
    ),
    (
        "bench sessions --gold",
        "저장되어야 할 사실. 객체의 JSON 배열: project, rx(사실이 있는 줄과 일치하는 정규 표현식)",
    ),
    ("bench sessions --only", "이 프로젝트만. 여러 번 쓸 수 있음"),
    ("bench sessions --last", "프로젝트마다 주입을 측정할 최근 세션의 개수"),
    (
        "bench sessions --told",
        "측정한 세션의 훅 응답을 이 파일에 씁니다. 한 줄에 JSON 객체 하나: project, session, event, 계기(prompt, command, file), text",
    ),
    (
        "bench replay",
        "임시 홈에서 최근 세션을 재생합니다\n\n주입했을 내용, 반복된 내용, 에이전트가 사용한 내용, 필요한 것 중 미리 주입한 비율을 출력합니다. 이 컴퓨터 밖으로 전송하는 데이터는 없습니다.",
    ),
    ("bench replay --client", "이 에이전트의 세션만"),
    ("bench replay --last", "세션 수, 최신순"),
];
