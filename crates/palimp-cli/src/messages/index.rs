//! Sentences of `index`, `embed`, `watch` and `dashboard`, in English and Korean.

palimp_core::messages! {
    // dashboard
    pub(crate) fn dashboard_served_already() {
        en: "The dashboard is already running. This is a new address for it.",
        ko: "대시보드가 이미 실행 중입니다. 새 주소입니다.",
    }
    pub(crate) fn dashboard_address_works_once() {
        en: "The address works once. Ctrl-C stops the dashboard.",
        ko: "이 주소는 한 번만 쓸 수 있습니다. Ctrl-C로 대시보드를 끝냅니다.",
    }
    pub(crate) fn port_taken(port, free) {
        en: "cannot use port {port}: another program uses it; hint: `palimp dashboard --port {free}`",
        ko: "포트 {port}은(는) 다른 프로그램이 쓰고 있습니다. `palimp dashboard --port {free}`을 실행하세요",
    }
    // dashboard/door
    pub(crate) fn dashboard_does_not_answer() {
        en: "cannot reach the running dashboard; hint: try again in a moment",
        ko: "실행 중인 대시보드가 응답하지 않습니다. 잠시 뒤에 다시 시도하세요",
    }
    // dashboard/memory
    pub(crate) fn this_home() { en: "this home", ko: "이 홈" }
    pub(crate) fn indexed_there() { en: "indexed there", ko: "그 홈에서 색인함" }
    pub(crate) fn indexed_here() { en: "indexed here", ko: "여기서 색인함" }
    pub(crate) fn not_indexed() { en: "not indexed", ko: "색인하지 않음" }
    pub(crate) fn notes_not_indexed(notes) {
        en: ", {notes} not indexed",
        ko: ", 색인하지 않은 {notes}",
    }
    pub(crate) fn homes_query_missing() {
        en: "cannot search without a query; hint: palimp dashboard memory search \"dark mode\"",
        ko: "검색어가 없습니다. palimp dashboard memory search \"다크 모드\"처럼 쓰세요",
    }
    pub(crate) fn notes() { en: "notes", ko: "노트" }
    pub(crate) fn nothing_found_in_homes(query, homes) {
        en: "No match for '{query}' in {homes}.",
        ko: "{homes}에서 '{query}'과(와) 일치하는 것이 없습니다.",
    }
    pub(crate) fn no_vector_provider() {
        en: "cannot embed: no provider is set; hint: `palimp dashboard memory config set embedding builtin`",
        ko: "임베딩 제공자가 없습니다. `palimp dashboard memory config set embedding builtin`으로 정하세요",
    }
    pub(crate) fn no_other_home() { en: "No other homes.", ko: "다른 홈이 없습니다." }
    pub(crate) fn some_homes_not_indexed() {
        en: "cannot index every home; the others are indexed",
        ko: "일부 홈을 색인하지 못했습니다. 나머지는 색인했습니다",
    }
    pub(crate) fn pieces_with_vectors(pieces) {
        en: ", {pieces} with vectors",
        ko: ", 벡터가 있는 {pieces}",
    }
    pub(crate) fn home_indexed(home, written, removed) {
        en: "{home}: {written} indexed, {removed} removed",
        ko: "{home}: 색인 {written}, 삭제 {removed}",
    }
    pub(crate) fn unknown_dashboard_key(key) {
        en: "unknown key '{key}'; hint: homes, embedding",
        ko: "'{key}'은(는) 없는 키입니다. homes나 embedding을 쓰세요",
    }
    pub(crate) fn provider_missing() {
        en: "cannot store a key without a provider; hint: `--provider openai --api-key -`",
        ko: "제공자를 적지 않았습니다. `--provider openai --api-key -`처럼 쓰세요",
    }
    pub(crate) fn provider_key_kept(provider, place) {
        en: "The key of {provider} is stored in {place}.",
        ko: "{provider}의 키를 {place}에 저장했습니다.",
    }
    pub(crate) fn key_on_command_line() {
        en: "cannot take a key from the command line: other users and the shell's history can see it; hint: `--api-key -` reads it from standard input or asks; replace the exposed key",
        ko: "명령줄에 키를 적을 수 없습니다: 다른 사용자와 셸 이력에 드러납니다. `--api-key -`로 표준 입력에서 읽게 하고, 드러난 키는 새 키로 바꾸세요",
    }
    // embed
    pub(crate) fn embedding_model(model) { en: "model      {model}", ko: "모델       {model}" }
    pub(crate) fn model_not_at_hand(provider) {
        en: "{provider} (not available)",
        ko: "{provider}(사용할 수 없음)",
    }
    pub(crate) fn embedded_chunks(embedded, chunks) {
        en: "embedded   {embedded} of {chunks}",
        ko: "임베딩     {chunks} 중 {embedded}개",
    }
    pub(crate) fn cached_vectors(vectors) { en: "cache      {vectors}", ko: "캐시       {vectors}" }
    pub(crate) fn embedding_trouble(why) { en: "problem    {why}", ko: "문제       {why}" }
    pub(crate) fn embedding_to_do() {
        en: "next       `palimp index --embed`",
        ko: "다음       `palimp index --embed`",
    }
    pub(crate) fn chunks_to_embed(chunks, tokens) {
        en: "{chunks} to embed, about {tokens} tokens",
        ko: "임베딩할 {chunks}, 약 {tokens}토큰",
    }
    pub(crate) fn embedding_cost(dollars) {
        en: "cost       about ${dollars:.4}",
        ko: "비용       약 ${dollars:.4}",
    }
    pub(crate) fn embedding_costs_nothing() {
        en: "cost       none: it runs on this machine",
        ko: "비용       없음. 이 컴퓨터에서 실행",
    }
    pub(crate) fn embedding_cost_unknown() {
        en: "cost       unknown: no price for this model",
        ko: "비용       모름. 이 모델의 가격 정보가 없음",
    }
    pub(crate) fn embedding_time(duration) {
        en: "time       about {duration}",
        ko: "시간       약 {duration}",
    }
    pub(crate) fn about_a_second() { en: "a second", ko: "1초" }
    pub(crate) fn about_seconds(seconds) { en: "{seconds:.0} seconds", ko: "{seconds:.0}초" }
    pub(crate) fn about_minutes(minutes) { en: "{minutes:.0} minutes", ko: "{minutes:.0}분" }
    // index
    pub(crate) fn commits() { en: "commits", ko: "커밋" }
    pub(crate) fn notes_indexed(notes) { en: "{notes} indexed", ko: "색인 {notes}" }
    pub(crate) fn notes_changed(notes) {
        en: "{notes} new or changed",
        ko: "추가·변경 {notes}",
    }
    pub(crate) fn index_size(chunks, documents) {
        en: "index: {chunks} in {documents}",
        ko: "색인: {documents}, {chunks}",
    }
    pub(crate) fn notes_gone(count) { en: "{count} removed", ko: "삭제 {count}개" }
    pub(crate) fn chunks_embedded(chunks) {
        en: "{chunks} embedded",
        ko: "임베딩 {chunks}",
    }
    pub(crate) fn chunks_without_vector(chunks) {
        en: "{chunks} have no vector and are found by words only. `palimp index --embed` embeds them; `palimp embed estimate` shows the cost.",
        ko: "{chunks}에 벡터가 없어 단어로만 검색됩니다. `palimp index --embed`로 임베딩하고, 비용은 `palimp embed estimate`로 확인하세요.",
    }
    pub(crate) fn read_from_repositories(what) {
        en: "{what} read from repositories",
        ko: "저장소에서 읽음: {what}",
    }
    pub(crate) fn commits_not_read(why) {
        en: "cannot read commits: {why}",
        ko: "커밋을 읽을 수 없습니다: {why}",
    }
    // watch
    pub(crate) fn watching(path, notes) {
        en: "Watching {path} ({notes} indexed). Ctrl-C stops.",
        ko: "{path}을(를) 감시합니다({notes} 색인). Ctrl-C로 끝냅니다.",
    }
    pub(crate) fn notes_followed(notes, gone) {
        en: "{notes} indexed, {gone} removed",
        ko: "{notes} 색인, {gone}개 삭제",
    }
}
