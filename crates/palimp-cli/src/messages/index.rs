//! Sentences of `index`, `embed`, `watch` and `dashboard`, in English and Korean.

palimp_core::messages! {
    // dashboard
    pub(crate) fn dashboard_served_already() {
        en: "The dashboard is served already; this is another address of it.",
        ko: "대시보드가 이미 열려 있습니다. 그곳으로 가는 새 주소입니다.",
    }
    pub(crate) fn dashboard_address_works_once() {
        en: "The address works once; Ctrl-C ends the dashboard.",
        ko: "이 주소는 한 번만 쓸 수 있습니다. Ctrl-C를 누르면 대시보드가 끝납니다.",
    }
    pub(crate) fn port_taken(port, free) {
        en: "port {port} is taken by another program; {free} is free: `palimp dashboard --port {free}`",
        ko: "포트 {port}은(는) 다른 프로그램이 쓰고 있고 {free}은(는) 비어 있습니다: `palimp dashboard --port {free}`",
    }
    // dashboard/door
    pub(crate) fn dashboard_does_not_answer() {
        en: "the dashboard is served already, and does not answer: try again in a moment",
        ko: "대시보드가 이미 열려 있으나 답하지 않습니다. 잠시 뒤에 다시 해 보세요",
    }
    // dashboard/memory
    pub(crate) fn this_home() { en: "this home", ko: "이 홈" }
    pub(crate) fn indexed_there() { en: "indexed there", ko: "거기서 색인함" }
    pub(crate) fn indexed_here() { en: "indexed here", ko: "여기서 색인함" }
    pub(crate) fn not_indexed() { en: "not indexed", ko: "색인하지 않음" }
    pub(crate) fn notes_not_indexed(notes) {
        en: ", {notes} not in it",
        ko: ", 색인에 없는 {notes}",
    }
    pub(crate) fn homes_query_missing() {
        en: "nothing to look for: palimp dashboard memory search \"dark mode\"",
        ko: "찾을 말이 없습니다: palimp dashboard memory search \"다크 모드\"",
    }
    pub(crate) fn notes() { en: "notes", ko: "노트" }
    pub(crate) fn nothing_found_in_homes(query, homes) {
        en: "Nothing found for '{query}' in {homes}.",
        ko: "'{query}'에 맞는 것이 없습니다: {homes}.",
    }
    pub(crate) fn no_vector_provider() {
        en: "nobody is named who gives vectors: `palimp dashboard memory config set embedding builtin`",
        ko: "벡터를 만들 곳이 없습니다: `palimp dashboard memory config set embedding builtin`",
    }
    pub(crate) fn no_other_home() { en: "There is no other home.", ko: "다른 홈이 없습니다." }
    pub(crate) fn some_homes_not_indexed() {
        en: "not every home could be indexed; the others are",
        ko: "색인하지 못한 홈이 있습니다. 나머지는 되었습니다",
    }
    pub(crate) fn pieces_with_vectors(pieces) {
        en: ", {pieces} with vectors",
        ko: ", 벡터가 있는 {pieces}",
    }
    pub(crate) fn home_indexed(home, written, removed) {
        en: "{home}: {written} taken in, {removed} taken out",
        ko: "{home}: 들인 {written}, 뺀 {removed}",
    }
    pub(crate) fn unknown_dashboard_key(key) {
        en: "there is no '{key}' here: use homes or embedding",
        ko: "'{key}'은(는) 없습니다. homes나 embedding을 쓰세요",
    }
    pub(crate) fn provider_missing() {
        en: "no provider is named: `--provider openai --api-key -`",
        ko: "어느 제공자의 키인지 적지 않았습니다: `--provider openai --api-key -`",
    }
    pub(crate) fn provider_key_kept(provider, place) {
        en: "The key of {provider} is kept in {place}.",
        ko: "{provider}의 키를 {place}에 보관했습니다.",
    }
    pub(crate) fn key_on_command_line() {
        en: "a key on the command line can be read by others and stays in the shell's history: `--api-key -` reads it from standard input, or asks; replace the key that was shown",
        ko: "명령줄에 적은 키는 남이 볼 수 있고 셸 이력에도 남습니다. `--api-key -`로 하면 표준 입력에서 읽거나 물어봅니다. 드러난 키는 새것으로 바꾸세요",
    }
    // embed
    pub(crate) fn embedding_model(model) { en: "model      {model}", ko: "모델       {model}" }
    pub(crate) fn model_not_at_hand(provider) {
        en: "{provider} (not at hand)",
        ko: "{provider}(쓸 수 없음)",
    }
    pub(crate) fn embedded_chunks(embedded, chunks) {
        en: "embedded   {embedded} of {chunks}",
        ko: "임베딩     {chunks} 가운데 {embedded}개",
    }
    pub(crate) fn cached_vectors(vectors) { en: "cache      {vectors}", ko: "캐시       {vectors}" }
    pub(crate) fn embedding_trouble(why) { en: "trouble    {why}", ko: "문제       {why}" }
    pub(crate) fn embedding_to_do() {
        en: "to do      `palimp index --embed`",
        ko: "할 일      `palimp index --embed`",
    }
    pub(crate) fn chunks_to_embed(chunks, tokens) {
        en: "{chunks} to embed, about {tokens} tokens",
        ko: "임베딩할 것: {chunks}, 토큰 {tokens}개쯤",
    }
    pub(crate) fn embedding_cost(dollars) {
        en: "cost       about ${dollars:.4}",
        ko: "값         ${dollars:.4}쯤",
    }
    pub(crate) fn embedding_costs_nothing() {
        en: "cost       nothing: it runs on this machine",
        ko: "값         없음. 이 컴퓨터에서 돕니다",
    }
    pub(crate) fn embedding_cost_unknown() {
        en: "cost       unknown: palimp knows no price of this model",
        ko: "값         모름. 이 모델의 값을 palimp가 모릅니다",
    }
    pub(crate) fn embedding_time(duration) {
        en: "time       about {duration}",
        ko: "걸릴 때    {duration}쯤",
    }
    pub(crate) fn about_a_second() { en: "a second", ko: "1초" }
    pub(crate) fn about_seconds(seconds) { en: "{seconds:.0} seconds", ko: "{seconds:.0}초" }
    pub(crate) fn about_minutes(minutes) { en: "{minutes:.0} minutes", ko: "{minutes:.0}분" }
    // index
    pub(crate) fn commits() { en: "commits", ko: "커밋" }
    pub(crate) fn notes_indexed(notes) { en: "{notes} indexed", ko: "색인한 것: {notes}" }
    pub(crate) fn notes_changed(notes) {
        en: "{notes} new or changed",
        ko: "새로 생기거나 바뀐 것: {notes}",
    }
    pub(crate) fn index_size(chunks, documents) {
        en: "the index has {chunks} in {documents}",
        ko: "색인: {documents}의 {chunks}",
    }
    pub(crate) fn notes_gone(count) { en: "{count} gone", ko: "사라진 것 {count}개" }
    pub(crate) fn chunks_embedded(chunks) {
        en: "{chunks} embedded",
        ko: "벡터를 만든 것: {chunks}",
    }
    pub(crate) fn chunks_without_vector(chunks) {
        en: "{chunks} without a vector, found by words alone: `palimp index --embed` embeds them, `palimp embed estimate` says what that costs.",
        ko: "{chunks}에 벡터가 없어 낱말로만 찾습니다. `palimp index --embed`가 만들고, `palimp embed estimate`가 비용을 알려 줍니다.",
    }
    pub(crate) fn read_from_repositories(what) {
        en: "{what} read from repositories",
        ko: "저장소에서 읽음: {what}",
    }
    pub(crate) fn commits_not_read(why) {
        en: "No commits were read: {why}",
        ko: "커밋을 읽지 않았습니다: {why}",
    }
    // watch
    pub(crate) fn watching(path, notes) {
        en: "Watching {path} ({notes} taken in). Ctrl-C ends it.",
        ko: "{path}을(를) 지켜봅니다({notes} 가져옴). Ctrl-C를 누르면 끝납니다.",
    }
    pub(crate) fn notes_followed(notes, gone) {
        en: "{notes} taken in, {gone} gone",
        ko: "{notes} 가져옴, {gone}개 사라짐",
    }
}
