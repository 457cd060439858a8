//! Sentences of `tokens` and `transcript`, in English and Korean.

palimp_core::messages! {
    // tokens
    pub(crate) fn no_request_matches() { en: "No request matches.", ko: "맞는 요청이 없습니다." }
    pub(crate) fn no_transcripts_found() {
        en: "No client has a transcript here. Looked in:",
        ko: "여기에 클라이언트의 기록이 없습니다. 본 곳:",
    }
    pub(crate) fn more_rows_in_json(blank, count) {
        en: "{blank:>69}  and {count} more: --json has all",
        ko: "{blank:>69}  그리고 {count}개 더. --json에 모두 있습니다",
    }
    pub(crate) fn tokens_total(figures, requests) {
        en: "{figures}  all, {requests}",
        ko: "{figures}  모두, {requests}",
    }
    pub(crate) fn unknown() { en: "unknown", ko: "알 수 없음" }
    pub(crate) fn days_from_to(first, last) { en: "{first} to {last}", ko: "{first}부터 {last}" }
    pub(crate) fn list_prices(days) {
        en: "\nList prices in US dollars, read {days}; --json has the source of each. A plan costs something else.",
        ko: "\n정가는 미국 달러이며 {days}에 읽었습니다. 출처는 --json에 있습니다. 요금제의 값은 다릅니다.",
    }
    pub(crate) fn no_price_known(models) {
        en: "No price is known for {models}.",
        ko: "{models}의 값은 알려지지 않았습니다.",
    }
    pub(crate) fn cache_was_cold(times, tokens) {
        en: "\nThe cache was cold {times}: {tokens} tokens sent anew that it had",
        ko: "\n캐시가 식은 것 {times}. 있던 토큰 {tokens}개를 다시 보냈습니다",
    }
    pub(crate) fn last_cold_starts() { en: "The last:", ko: "마지막:" }
    pub(crate) fn idle_for(minutes) { en: ", for {minutes}", ko: ", {minutes} 동안" }
    pub(crate) fn own_share() {
        en: "\npalimp's own share",
        ko: "\npalimp의 몫",
    }
    pub(crate) fn share_told(times, chars, tokens) {
        en: "  told         {times}, {chars} characters: about {tokens} tokens (estimated)",
        ko: "  알려 줌      {times}, {chars}자. 토큰 {tokens}개쯤(어림)",
    }
    pub(crate) fn share_tools(chars, tokens) {
        en: "  tools        {chars} characters: about {tokens} tokens in a session that has them (estimated)",
        ko: "  도구         {chars}자. 도구가 있는 세션마다 토큰 {tokens}개쯤(어림)",
    }
    pub(crate) fn share_distiller(name, requests, tokens) {
        en: "  distiller    {name}: {requests}, {tokens} (as it was metered)",
        ko: "  줄이는 이    {name}: {requests}, {tokens}(잰 대로)",
    }
    pub(crate) fn tokens_in_and_out(input, output) {
        en: "{input} tokens in and {output} out",
        ko: "토큰 {input}개 넣고 {output}개 나옴",
    }
    pub(crate) fn transcripts_read() {
        en: "\nRead",
        ko: "\n읽은 것",
    }
    pub(crate) fn lines_not_read(lines) {
        en: "; {lines} could not be read",
        ko: "; 읽지 못한 것 {lines}",
    }
    // transcript/compact
    pub(crate) fn names_below_summary(names) {
        en: "{names} (paths and numbers too) that its words left out stand below the summary.",
        ko: "간추린 말에서 빠진 {names}(경로와 수도)는 그 아래에 있습니다.",
    }
    pub(crate) fn compacted_tokens(after, before) {
        en: "About {after} tokens instead of {before}",
        ko: "토큰 {before}개 대신 {after}개쯤",
    }
    pub(crate) fn nothing_to_compact() {
        en: "there is nothing to compact: the last 10 turns reach back before the last compaction",
        ko: "줄일 것이 없습니다. 마지막 10차례가 지난번에 줄인 곳보다 앞까지 닿습니다",
    }
    pub(crate) fn asking_for_summary(model) {
        en: "Asking {model} for a summary…",
        ko: "{model}에게 간추려 달라고 묻는 중…",
    }
    // transcript/load
    pub(crate) fn transcript_unreadable(path, error) {
        en: "{path} cannot be read: {error}",
        ko: "{path}: 읽을 수 없습니다: {error}",
    }
    pub(crate) fn transcript_lines_skipped(count, path) {
        en: "palimp: {count} torn or unknown lines of {path} were passed over",
        ko: "palimp: {path}에서 찢겼거나 모르는 줄 {count}개를 건너뛰었습니다",
    }
    // transcript/output
    pub(crate) fn output_is_transcript(path) {
        en: "{path} is the transcript itself, which stays as it is: name another file with -o",
        ko: "{path}은(는) 기록 자체라서 그대로 둡니다. -o로 다른 파일을 적으세요",
    }
    pub(crate) fn output_not_a_file(path) {
        en: "{path} is no plain file, and nothing else is written over: name a file with -o",
        ko: "{path}은(는) 보통 파일이 아니어서 덮어쓰지 않습니다. -o로 파일을 적으세요",
    }
    pub(crate) fn output_exists(path) {
        en: "{path} is there already: name another file with -o, or write over it with --force",
        ko: "{path}이(가) 이미 있습니다. -o로 다른 파일을 적거나 --force로 덮어쓰세요",
    }
    pub(crate) fn output_not_writable(path, error) {
        en: "{path} cannot be written: {error}",
        ko: "{path}: 쓸 수 없습니다: {error}",
    }
    // transcript/prune
    pub(crate) fn pruning_is_off() {
        en: "contextPruning.mode is off; prune anyway with --now.",
        ko: "contextPruning.mode가 꺼져 있습니다. 그래도 하려면 --now를 쓰세요.",
    }
    pub(crate) fn pruning_waits_for_cache(time) {
        en: "Nothing is pruned before {time}, while the service keeps the conversation at a low price; prune anyway with --now.",
        ko: "서비스가 대화를 싼값에 지니는 {time}까지는 아무것도 자르지 않습니다. 그래도 하려면 --now를 쓰세요.",
    }
    pub(crate) fn pruned(trimmed, cleared, after, before) {
        en: "{trimmed} trimmed, {cleared} cleared: about {after} tokens instead of {before}.",
        ko: "다듬은 것 {trimmed}, 비운 것 {cleared}개: 토큰 {before}개 대신 {after}개쯤.",
    }
    // transcript/stats
    pub(crate) fn transcript_size(format, turns, messages, tokens, share, window) {
        en: "{format}: {turns}, {messages}, about {tokens} tokens, {share} % of a window of {window}",
        ko: "{format}: {turns}, {messages}, 토큰 {tokens}개쯤, 창 {window}의 {share} %",
    }
    pub(crate) fn service_counted(tokens) {
        en: "The service counted {tokens} tokens when it was last asked.",
        ko: "마지막으로 물었을 때 서비스가 센 토큰은 {tokens}개입니다.",
    }
    pub(crate) fn what_fills_it() { en: "What fills it", ko: "무엇이 채우는지" }
    pub(crate) fn results_by_tool() { en: "Results by tool", ko: "도구마다의 결과" }
    pub(crate) fn context_unsaid() { en: "Context that nobody said", ko: "아무도 말하지 않은 문맥" }
    pub(crate) fn biggest_results() {
        en: "\nThe biggest results",
        ko: "\n가장 큰 결과",
    }
    pub(crate) fn biggest_result(tokens, tool, message) {
        en: "{tokens:>10}  {tool} (message {message})",
        ko: "{tokens:>10}  {tool} (메시지 {message})",
    }
    pub(crate) fn pruning_would_leave(tally) {
        en: "\nPruning would leave: {tally}",
        ko: "\n자르면 남는 것: {tally}",
    }
    pub(crate) fn compaction_changes_nothing(turns) {
        en: "Compaction would change nothing: the last {turns} turns stay.",
        ko: "줄여도 바뀌는 것이 없습니다. 마지막 {turns}차례는 남습니다.",
    }
    pub(crate) fn compaction_would_replace(turns, tokens) {
        en: "Compaction would put a summary in place of {turns} ({tokens} tokens).",
        ko: "줄이면 {turns}(토큰 {tokens}개) 대신 간추린 것이 들어갑니다.",
    }
}
