//! Sentences about notes, proposals and search that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn answer_is_empty() {
        en: "empty answer",
        ko: "응답이 비어 있습니다",
    }

    pub(crate) fn answer_too_long(chars, limit) {
        en: "the answer has {chars} characters; the limit is {limit}",
        ko: "응답이 {chars}자로 한도 {limit}자를 넘습니다",
    }

    pub(crate) fn rule_is_team_decision(rule) {
        en: "{rule} is a team decision; hint: propose its withdrawal with `palimp team propose`",
        ko: "{rule}: 팀 결정입니다. `palimp team propose`로 철회를 제안하세요",
    }

    pub(crate) fn line_is_not_rule(line, path) {
        en: "line {line} of {path} is no longer a rule; hint: `palimp rules`",
        ko: "{path}의 {line}번째 줄은 더 이상 규칙이 아닙니다. `palimp rules`로 확인하세요",
    }

    pub(crate) fn note_is_conversation(path) {
        en: "{path} is a conversation log",
        ko: "{path}은(는) 대화 기록입니다",
    }

    pub(crate) fn note_not_searchable(path) {
        en: "cannot save {path}: sessions/ is not searched; hint: choose another directory",
        ko: "{path}에 저장할 수 없습니다: sessions/는 검색하지 않습니다. 다른 디렉터리를 쓰세요",
    }

    pub(crate) fn line_is_empty() {
        en: "cannot save an empty line; hint: strike it through instead",
        ko: "빈 줄은 저장할 수 없습니다. 대신 취소선을 그으세요",
    }

    pub(crate) fn review_hint(reason) {
        en: "{reason}; hint: `palimp review` lists pending proposals",
        ko: "{reason}. 대기 중인 제안은 `palimp review`에서 볼 수 있습니다",
    }

    pub(crate) fn proposal_id_ambiguous(id) {
        en: "several proposals begin with {id}",
        ko: "{id}(으)로 시작하는 제안이 여럿입니다",
    }

    pub(crate) fn proposal_id_missing() {
        en: "no proposal id given",
        ko: "제안 id를 입력하세요",
    }

    pub(crate) fn proposal_not_found(id) {
        en: "no pending proposal {id}",
        ko: "대기 중인 제안 {id}이(가) 없습니다",
    }

    pub(crate) fn conflict_has_no_words() {
        en: "cannot change the wording here: it is in the note; hint: `palimp edit <NOTE>`",
        ko: "여기서는 문구를 바꿀 수 없습니다. `palimp edit <NOTE>`로 노트를 고치세요",
    }
    pub(crate) fn moved_lines_changed() {
        en: "cannot edit the text of lines that move",
        ko: "옮기는 줄의 내용은 바꿀 수 없습니다",
    }

    pub(crate) fn forgetting_is_no_edit() {
        en: "cannot edit a proposal to forget",
        ko: "삭제 제안은 편집할 수 없습니다",
    }

    pub(crate) fn proposal_file_malformed(path, reason) {
        en: "cannot read {path} as a proposal: {reason}; hint: correct it, or delete it",
        ko: "{path}을(를) 제안으로 읽을 수 없습니다: {reason}. 고치거나 삭제하세요",
    }

    pub(crate) fn fact_has_several_lines(path, line) {
        en: "the fact has several lines; hint: `palimp edit {path}`, from line {line}",
        ko: "여러 줄로 된 사실입니다. `palimp edit {path}`(으)로 {line}번째 줄부터 고치세요",
    }

    pub(crate) fn fact_id_missing() {
        en: "no fact id given; hint: `palimp anchors --all` lists them",
        ko: "사실 id를 입력하세요. `palimp anchors --all`에서 볼 수 있습니다",
    }

    pub(crate) fn code_is_gone() {
        en: "cannot confirm it: its code no longer exists; hint: supersede or retire it",
        ko: "확인할 수 없습니다: 가리키는 코드가 없어졌습니다. supersede로 대체하거나 retire로 보관하세요",
    }

    pub(crate) fn project_not_here() {
        en: "its project is not here; hint: run this in a working tree of the project",
        ko: "해당 프로젝트가 여기에 없습니다. 프로젝트의 작업 트리에서 실행하세요",
    }

    pub(crate) fn embedder_missing() {
        en: "no embedder",
        ko: "임베더가 없습니다",
    }

    pub(crate) fn found_by_words_alone(reason) {
        en: "searched by words only: {reason}",
        ko: "단어로만 검색했습니다: {reason}",
    }

    pub(crate) fn extra_path_too_wide(pattern) {
        en: "index.extraPaths: {pattern} is too broad, or belongs to palimp; hint: name a directory of notes",
        ko: "index.extraPaths: {pattern}은(는) 너무 넓거나 palimp의 파일입니다. 노트 디렉터리를 지정하세요",
    }

    pub(crate) fn extra_path_failed(reason) {
        en: "index.extraPaths: {reason}",
        ko: "index.extraPaths: {reason}",
    }

    pub(crate) fn obsidian_vault_of_agent(path, agent, owner) {
        en: "cannot read {path} as the Obsidian vault of agent {agent}: agent {owner} keeps its notes there; hint: `palimp init --agent {agent} --vault DIR`",
        ko: "에이전트 {agent}의 Obsidian 볼트 {path}을(를) 읽을 수 없습니다: 에이전트 {owner}의 노트가 있는 곳입니다. 힌트: `palimp init --agent {agent} --vault DIR`",
    }

    pub(crate) fn obsidian_vault_not_readable(path, agent) {
        en: "cannot read {path} as the Obsidian vault of agent {agent}; hint: `palimp init --vault DIR`",
        ko: "에이전트 {agent}의 Obsidian 볼트 {path}을(를) 읽을 수 없습니다. 힌트: `palimp init --vault DIR`",
    }

    pub(crate) fn note_not_found(name) {
        en: "no note '{name}'; hint: `palimp list` shows them all",
        ko: "'{name}' 노트가 없습니다. `palimp list`에서 모두 볼 수 있습니다",
    }

    pub(crate) fn note_changed_since_read(path) {
        en: "{path} has changed since it was read",
        ko: "{path}: 읽은 뒤에 변경되었습니다",
    }

    pub(crate) fn vectors_missing(space) {
        en: "searched by words only: nothing has a vector of {space} yet; hint: `palimp index --embed`",
        ko: "단어로만 검색했습니다: 아직 {space} 벡터가 없습니다. `palimp index --embed`를 실행하세요",
    }

    pub(crate) fn commit_not_indexed(sha) {
        en: "commit c:{sha} is not in the index: its message may be trivial, or it is older than `index.commits` covers; hint: `git show {sha}`; `palimp index` adds new commits",
        ko: "커밋 c:{sha}이(가) 색인에 없습니다. 메시지에 내용이 없거나 `index.commits` 범위보다 오래되었을 수 있습니다. `git show {sha}`(으)로 볼 수 있고, 새 커밋은 `palimp index`로 추가합니다",
    }

    pub(crate) fn commit_sha_ambiguous(sha, commits) {
        en: "c:{sha} matches several commits: {commits}",
        ko: "c:{sha}에 해당하는 커밋이 여럿입니다: {commits}",
    }

    pub(crate) fn session_not_found(id) {
        en: "no session begins with {id}; hint: search again",
        ko: "{id}(으)로 시작하는 세션이 없습니다. 다시 검색하세요",
    }

    pub(crate) fn result_not_found(id) {
        en: "no result {id}: it may have been deleted; hint: search again",
        ko: "{id} 결과가 없습니다. 삭제되었을 수 있습니다. 다시 검색하세요",
    }

    pub(crate) fn only_agent_has_terms() {
        en: "only agents can use `replace` and `expected`",
        ko: "`replace`와 `expected`는 에이전트만 쓸 수 있습니다",
    }

    pub(crate) fn pinned_note_by_line(path) {
        en: "cannot replace text in {path}: it is injected into every session, so the user approves each line; hint: save the new text without `replace` and `expected`",
        ko: "{path}의 내용을 바꿀 수 없습니다: 모든 세션에 주입되므로 사용자가 줄마다 승인합니다. `replace`와 `expected` 없이 새 내용을 저장하세요",
    }

    pub(crate) fn fact_ambiguous(id) {
        en: "several facts begin with {id}; hint: `palimp anchors --all` lists them",
        ko: "{id}(으)로 시작하는 사실이 여럿입니다. `palimp anchors --all`에서 볼 수 있습니다",
    }

    pub(crate) fn anchored_fact_not_found(id) {
        en: "no fact {id} about code; hint: `palimp anchors --all` lists them",
        ko: "코드에 연결된 사실 {id}이(가) 없습니다. `palimp anchors --all`에서 볼 수 있습니다",
    }

    pub(crate) fn facts_not_sorted(model, reason) {
        en: "{model} could not classify the facts: {reason}; nothing was changed; hint: run `palimp reflect` again later",
        ko: "{model}이(가) 사실을 분류하지 못했습니다: {reason}. 변경한 것은 없습니다. 나중에 `palimp reflect`를 다시 실행하세요",
    }

    pub(crate) fn daily_tokens_used(budget) {
        en: "today's budget of {budget} tokens is used up: nothing was changed; hint: run `palimp reflect` tomorrow, or `palimp config set flush.dailyTokenBudget N`",
        ko: "오늘의 토큰 예산 {budget}개를 다 써서 변경한 것이 없습니다. 내일 `palimp reflect`를 실행하거나 `palimp config set flush.dailyTokenBudget N`으로 늘리세요",
    }
}
