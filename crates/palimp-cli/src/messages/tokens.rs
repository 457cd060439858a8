//! Sentences of `tokens` and `transcript`, in English and Korean.

palimp_core::messages! {
    // tokens
    pub(crate) fn no_request_matches() { en: "No request matches.", ko: "일치하는 요청이 없습니다." }
    pub(crate) fn no_transcripts_found() {
        en: "No transcripts found. Searched:",
        ko: "대화 기록을 찾지 못했습니다. 찾은 곳:",
    }
    pub(crate) fn more_rows_in_json(blank, count) {
        en: "{blank:>69}  and {count} more: --json has all",
        ko: "{blank:>69}  외 {count}개. 전체는 --json",
    }
    pub(crate) fn tokens_total(figures, requests) {
        en: "{figures}  all, {requests}",
        ko: "{figures}  합계, {requests}",
    }
    pub(crate) fn unknown() { en: "unknown", ko: "알 수 없음" }
    pub(crate) fn days_from_to(first, last) { en: "{first} to {last}", ko: "{first}부터 {last}" }
    pub(crate) fn list_prices(days) {
        en: "\nList prices in US dollars, as of {days}; --json has the source of each. Subscriptions cost differently.",
        ko: "\n정가(미국 달러, {days} 기준). 출처는 --json에 있습니다. 구독 요금제의 비용은 다릅니다.",
    }
    pub(crate) fn no_price_known(models) {
        en: "No price for {models}.",
        ko: "{models}의 가격 정보가 없습니다.",
    }
    pub(crate) fn cache_was_cold(times, tokens) {
        en: "\nCold cache {times}: {tokens} cached tokens sent again",
        ko: "\n캐시 만료 {times}: 캐시했던 {tokens}토큰을 다시 보냄",
    }
    pub(crate) fn last_cold_starts() { en: "Most recent:", ko: "최근:" }
    pub(crate) fn idle_for(minutes) { en: ", for {minutes}", ko: ", {minutes} 동안" }
    pub(crate) fn own_share() {
        en: "\npalimp's own share",
        ko: "\npalimp가 쓴 양",
    }
    pub(crate) fn share_told(times, chars, tokens) {
        en: "  injected     {times}, {chars} characters: about {tokens} tokens (estimated)",
        ko: "  주입         {times}, {chars}자: 약 {tokens}토큰(추정)",
    }
    pub(crate) fn share_tools(chars, tokens) {
        en: "  tools        {chars} characters: about {tokens} tokens in a session that has them (estimated)",
        ko: "  도구         {chars}자: 도구가 있는 세션마다 약 {tokens}토큰(추정)",
    }
    pub(crate) fn share_distiller(name, requests, tokens) {
        en: "  summariser   {name}: {requests}, {tokens} (measured)",
        ko: "  요약         {name}: {requests}, {tokens}(측정)",
    }
    pub(crate) fn tokens_in_and_out(input, output) {
        en: "{input} tokens in, {output} out",
        ko: "입력 {input}토큰, 출력 {output}토큰",
    }
    pub(crate) fn transcripts_read() {
        en: "\nRead",
        ko: "\n읽은 것",
    }
    pub(crate) fn lines_not_read(lines) {
        en: "; cannot read {lines}",
        ko: "; 읽지 못한 {lines}",
    }
    // transcript/compact
    pub(crate) fn names_below_summary(names) {
        en: "{names} (also paths and numbers) that the summary left out follow it.",
        ko: "요약에서 빠진 {names}(경로와 숫자 포함)을(를) 그 아래에 붙였습니다.",
    }
    pub(crate) fn compacted_tokens(after, before) {
        en: "About {after} tokens instead of {before}",
        ko: "약 {before}토큰 → {after}토큰",
    }
    pub(crate) fn nothing_to_compact() {
        en: "cannot compact: the last 10 turns include the last compaction",
        ko: "요약할 것이 없습니다: 마지막 10턴 안에 지난 요약이 있습니다",
    }
    pub(crate) fn asking_for_summary(model) {
        en: "Asking {model} for a summary…",
        ko: "{model}에 요약을 요청하는 중…",
    }
    // transcript/load
    pub(crate) fn transcript_unreadable(path, error) {
        en: "cannot read {path}: {error}",
        ko: "{path}을(를) 읽을 수 없습니다: {error}",
    }
    pub(crate) fn transcript_lines_skipped(count, path) {
        en: "palimp: skipped {count} damaged or unknown lines of {path}",
        ko: "palimp: {path}의 손상되었거나 알 수 없는 줄 {count}개를 건너뛰었습니다",
    }
    // transcript/output
    pub(crate) fn output_is_transcript(path) {
        en: "cannot write {path}: it is the transcript itself; hint: -o FILE",
        ko: "{path}에 쓸 수 없습니다: 대화 기록 자체입니다. -o로 다른 파일을 적으세요",
    }
    pub(crate) fn output_not_a_file(path) {
        en: "cannot write {path}: it is not a regular file; hint: -o FILE",
        ko: "{path}에 쓸 수 없습니다: 일반 파일이 아닙니다. -o로 파일을 적으세요",
    }
    pub(crate) fn output_exists(path) {
        en: "cannot write {path}: it exists; hint: -o FILE, or --force to overwrite it",
        ko: "{path}이(가) 이미 있습니다. -o로 다른 파일을 적거나 --force로 덮어쓰세요",
    }
    pub(crate) fn output_not_writable(path, error) {
        en: "cannot write {path}: {error}",
        ko: "{path}에 쓸 수 없습니다: {error}",
    }
    // transcript/prune
    pub(crate) fn pruning_is_off() {
        en: "contextPruning.mode is off; hint: --now prunes anyway.",
        ko: "contextPruning.mode가 꺼져 있습니다. 그래도 자르려면 --now를 쓰세요.",
    }
    pub(crate) fn pruning_waits_for_cache(time) {
        en: "Not pruned before {time}, while the service caches the conversation; hint: --now prunes anyway.",
        ko: "서비스가 대화를 캐시하는 {time}까지는 자르지 않습니다. 그래도 자르려면 --now를 쓰세요.",
    }
    pub(crate) fn pruned(trimmed, cleared, after, before) {
        en: "{trimmed} trimmed, {cleared} cleared: about {after} tokens instead of {before}.",
        ko: "줄인 것 {trimmed}, 비운 것 {cleared}개: 약 {before}토큰 → {after}토큰.",
    }
    // transcript/stats
    pub(crate) fn transcript_size(format, turns, messages, tokens, share, window) {
        en: "{format}: {turns}, {messages}, about {tokens} tokens, {share} % of a window of {window}",
        ko: "{format}: {turns}, {messages}, 약 {tokens}토큰, 컨텍스트 창 {window}의 {share} %",
    }
    pub(crate) fn service_counted(tokens) {
        en: "The service counted {tokens} tokens in its last request.",
        ko: "서비스가 마지막 요청에서 센 토큰: {tokens}개.",
    }
    pub(crate) fn what_fills_it() { en: "Content", ko: "내용별" }
    pub(crate) fn results_by_tool() { en: "Results by tool", ko: "도구별 결과" }
    pub(crate) fn context_unsaid() { en: "Context from the client", ko: "클라이언트가 넣은 컨텍스트" }
    pub(crate) fn biggest_results() {
        en: "\nLargest results",
        ko: "\n가장 큰 결과",
    }
    pub(crate) fn biggest_result(tokens, tool, message) {
        en: "{tokens:>10}  {tool} (message {message})",
        ko: "{tokens:>10}  {tool} (메시지 {message})",
    }
    pub(crate) fn pruning_would_leave(tally) {
        en: "\nAfter pruning: {tally}",
        ko: "\n자른 뒤: {tally}",
    }
    pub(crate) fn compaction_changes_nothing(turns) {
        en: "Compaction would change nothing: the last {turns} turns stay.",
        ko: "요약해도 바뀌지 않습니다: 마지막 {turns}턴은 그대로 둡니다.",
    }
    pub(crate) fn compaction_would_replace(turns, tokens) {
        en: "Compaction would replace {turns} ({tokens} tokens) by a summary.",
        ko: "{turns}({tokens}토큰)을 요약으로 바꿉니다.",
    }
}
