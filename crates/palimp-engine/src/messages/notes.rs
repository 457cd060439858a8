//! Sentences about notes, proposals and search that the engine says to a person, in English and Korean.

palimp_core::messages! {
    pub(crate) fn answer_is_empty() {
        en: "the answer was empty",
        ko: "답이 비어 있습니다",
    }

    pub(crate) fn answer_too_long(chars, limit) {
        en: "the answer had {chars} characters, more than {limit}",
        ko: "답이 {chars}자로 {limit}자를 넘습니다",
    }

    pub(crate) fn rule_is_team_decision(rule) {
        en: "{rule} is a team's decision: `palimp team propose` asks the team to take it back",
        ko: "{rule}: 팀의 결정입니다. `palimp team propose`로 거두자고 제안하세요",
    }

    pub(crate) fn line_is_not_rule(line, path) {
        en: "line {line} of {path} is no rule any more: look again with `palimp rules`",
        ko: "{path}의 {line}번째 줄은 이제 규칙이 아닙니다. `palimp rules`로 다시 확인하세요",
    }

    pub(crate) fn note_is_conversation(path) {
        en: "{path} is a record of a conversation",
        ko: "{path}은(는) 대화의 기록입니다",
    }

    pub(crate) fn note_not_searchable(path) {
        en: "{path} would never be found: sessions/ is not searched; choose another place",
        ko: "{path}은(는) 찾을 수 없게 됩니다. sessions/는 검색하지 않으니 다른 자리를 고르세요",
    }

    pub(crate) fn line_is_empty() {
        en: "cannot write an empty line; hint: strike it through instead",
        ko: "빈 줄은 쓸 수 없습니다. 대신 그 줄을 그으세요",
    }

    pub(crate) fn review_hint(reason) {
        en: "{reason}; `palimp review` lists what waits",
        ko: "{reason}. `palimp review`가 기다리는 것을 보여 줍니다",
    }

    pub(crate) fn proposal_id_ambiguous(id) {
        en: "several proposals begin with {id}",
        ko: "{id}(으)로 시작하는 제안이 여럿입니다",
    }

    pub(crate) fn proposal_id_missing() {
        en: "which proposal? Its id is missing",
        ko: "어느 제안인가요? id가 빠졌습니다",
    }

    pub(crate) fn proposal_not_found(id) {
        en: "no proposal {id} waits",
        ko: "기다리는 제안 {id}이(가) 없습니다",
    }

    pub(crate) fn moved_lines_changed() {
        en: "lines that move keep their words",
        ko: "옮기는 줄은 말을 바꾸지 않습니다",
    }

    pub(crate) fn forgetting_is_no_edit() {
        en: "to forget is not to change a note",
        ko: "잊는 것은 노트를 고치는 것이 아닙니다",
    }

    pub(crate) fn proposal_file_malformed(path, reason) {
        en: "{path} is no proposal ({reason}): delete it, or put it right",
        ko: "{path}은(는) 제안이 아닙니다({reason}). 지우거나 바로잡으세요",
    }

    pub(crate) fn fact_has_several_lines(path, line) {
        en: "it has several lines: `palimp edit {path}` and change line {line} and what follows it",
        ko: "여러 줄입니다. `palimp edit {path}`(으)로 {line}번째 줄과 그 뒤를 고치세요",
    }

    pub(crate) fn fact_id_missing() {
        en: "which fact? Its id is missing; `palimp anchors --all` lists them",
        ko: "어느 사실인가요? id가 빠졌습니다. `palimp anchors --all`이 보여 줍니다",
    }

    pub(crate) fn code_is_gone() {
        en: "nothing of the code that it speaks of is there: supersede it, or retire it",
        ko: "가리키는 코드가 하나도 없습니다. supersede로 바꾸거나 retire로 물리세요",
    }

    pub(crate) fn project_not_here() {
        en: "its project is not here: run this in a working tree of it",
        ko: "그 프로젝트가 여기에 없습니다. 그 작업 트리에서 실행하세요",
    }

    pub(crate) fn embedder_missing() {
        en: "there is no embedder",
        ko: "임베더가 없습니다",
    }

    pub(crate) fn found_by_words_alone(reason) {
        en: "found by words alone: {reason}",
        ko: "낱말로만 찾았습니다: {reason}",
    }

    pub(crate) fn extra_path_too_wide(pattern) {
        en: "index.extraPaths: {pattern} is too much, or palimp's own; name a directory of notes",
        ko: "index.extraPaths: {pattern}은(는) 너무 넓거나 palimp 자신의 것입니다. 노트가 있는 디렉터리를 적으세요",
    }

    pub(crate) fn extra_path_failed(reason) {
        en: "index.extraPaths: {reason}",
        ko: "index.extraPaths에 잘못이 있습니다: {reason}",
    }

    pub(crate) fn obsidian_vault_of_agent(path, agent, owner) {
        en: "cannot read {path} as the Obsidian vault of agent {agent}: agent {owner} has its notes there; hint: `palimp init --agent {agent} --vault DIR`",
        ko: "에이전트 {agent}의 Obsidian 보관소 {path}을(를) 읽을 수 없습니다. 에이전트 {owner}의 노트가 있는 곳입니다. 참고: `palimp init --agent {agent} --vault DIR`",
    }

    pub(crate) fn obsidian_vault_not_readable(path, agent) {
        en: "cannot read {path} as the Obsidian vault of agent {agent}; hint: `palimp init --vault DIR`",
        ko: "에이전트 {agent}의 Obsidian 보관소 {path}을(를) 읽을 수 없습니다. 참고: `palimp init --vault DIR`",
    }

    pub(crate) fn note_not_found(name) {
        en: "there is no note '{name}': `palimp list` shows them all",
        ko: "'{name}'(이)라는 노트는 없습니다. `palimp list`가 모두 보여 줍니다",
    }

    pub(crate) fn note_changed_since_read(path) {
        en: "{path} has changed since it was read",
        ko: "{path}: 읽은 뒤에 바뀌었습니다",
    }

    pub(crate) fn vectors_missing(space) {
        en: "found by words alone: nothing has a vector of {space} yet; `palimp index --embed` gives them",
        ko: "낱말로만 찾았습니다: 아직 {space}의 벡터가 없습니다. `palimp index --embed`가 줍니다",
    }

    pub(crate) fn commit_not_indexed(sha) {
        en: "the index has no commit c:{sha}: it may tell no more than its diff, or be older than `index.commits` reaches; `git show {sha}` shows it, `palimp index` takes new ones in",
        ko: "색인에 커밋 c:{sha}이(가) 없습니다. 바뀐 것보다 더 말하는 바가 없거나 `index.commits`보다 오래된 커밋일 수 있습니다. 그 내용은 `git show {sha}`에서 볼 수 있고, 새 커밋은 `palimp index`가 읽습니다",
    }

    pub(crate) fn commit_sha_ambiguous(sha, commits) {
        en: "c:{sha} means several commits: {commits}",
        ko: "c:{sha}에 맞는 커밋이 여럿입니다: {commits}",
    }

    pub(crate) fn session_not_found(id) {
        en: "no session begins with {id}: search again",
        ko: "{id}(으)로 시작하는 세션이 없습니다. 다시 찾으세요",
    }

    pub(crate) fn result_not_found(id) {
        en: "there is no {id}: search again, it may have been removed",
        ko: "{id}이(가) 없습니다. 지워졌을 수 있으니 다시 찾으세요",
    }

    pub(crate) fn only_agent_has_terms() {
        en: "only an agent writes on terms",
        ko: "조건을 걸고 쓰는 것은 에이전트뿐입니다",
    }

    pub(crate) fn pinned_note_by_line(path) {
        en: "{path} is told to every session, so the user decides about each line: save the new words without `replace` and `expected`",
        ko: "{path}은(는) 모든 세션에 알리므로 줄마다 사용자가 정합니다. `replace`와 `expected` 없이 새 말을 저장하세요",
    }

    pub(crate) fn fact_ambiguous(id) {
        en: "several facts begin with {id}; `palimp anchors --all` lists them",
        ko: "{id}(으)로 시작하는 사실이 여럿입니다. `palimp anchors --all`이 보여 줍니다",
    }

    pub(crate) fn anchored_fact_not_found(id) {
        en: "no fact that speaks of code is {id}; `palimp anchors --all` lists them",
        ko: "{id}은(는) 코드를 가리키는 사실이 아닙니다. `palimp anchors --all`이 보여 줍니다",
    }

    pub(crate) fn facts_not_sorted(model, reason) {
        en: "{model} did not sort the facts: {reason}; nothing was changed, run `palimp reflect` again later",
        ko: "{model}이(가) 사실을 분류하지 못했습니다: {reason}. 바꾼 것은 없습니다. 나중에 `palimp reflect`를 다시 실행하세요",
    }

    pub(crate) fn daily_tokens_used(budget) {
        en: "today's {budget} tokens are used up: nothing was changed; run `palimp reflect` tomorrow, or `palimp config set flush.dailyTokenBudget N`",
        ko: "오늘의 토큰 {budget}개를 다 써서 아무것도 바꾸지 않았습니다. 내일 `palimp reflect`를 실행하거나 `palimp config set flush.dailyTokenBudget N`으로 늘리세요",
    }
}
