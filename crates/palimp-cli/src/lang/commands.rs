//! Texts of the other commands, in Korean.

use super::table;

table! {
    // Wherever something is remarked on.
    "palimp: the answer could not be written to standard output ({error}): see to where it goes" => "palimp: 답을 표준 출력에 쓰지 못했습니다({error}). 출력이 가는 곳을 살펴보세요";

    "palimp: there is no agent '{agent}' yet: there are {}" => "palimp: '{agent}'(이)라는 에이전트는 아직 없습니다. 있는 것: {}";
    "palimp: {complaint}; the default holds" => "palimp: {complaint}; 기본값을 씁니다";

    // Condensing and sorting.
    "Another process condenses; waiting for it." => "다른 프로세스가 줄이고 있어 기다립니다.";
    "{read} read, {entries} written in episodes/live/{cost}." => "{read}을(를) 읽고 episodes/live/에 {entries} 적음{cost}.";
    "; it cost {tokens} tokens" => "; 토큰 {tokens}개를 씀";
    "Nothing waits to be condensed." => "줄일 것이 없습니다.";
    "Today's {} tokens are used up; the rest waits for tomorrow, or for `palimp config set memory.dailyTokenBudget N`." => "오늘의 토큰 {}개를 다 썼습니다. 나머지는 내일까지, 또는 `palimp config set memory.dailyTokenBudget N`까지 기다립니다.";
    "Today's rules would write the notes as they are." => "지금의 규칙으로도 노트는 이대로입니다.";
    "{} would leave their notes, once you say so." => "{}이 노트에서 나갈 것입니다. 결정을 기다립니다.";
    "{} in `palimp review`" => "`palimp review`에 {}";
    "Nothing new in the episodes." => "에피소드에 새로운 것이 없습니다.";
    "{} added of what was run." => "실행한 명령에서 {}을 더했습니다.";
    "{} read: {}{cost}." => "{} 읽음: {}{cost}.";
    " (and {n} more)" => " (그리고 {n}개 더)";
    "~ {}  {}  (now: {})" => "~ {}  {}  (지금: {})";
    "{} added" => "{}개 더함";
    "{} would be added" => "{}개 더할 것";
    "{} superseded" => "{}개 바꿔 적음";
    "{} would be superseded" => "{}개 바꿔 적을 것";
    "{} known already" => "{}개는 이미 앎";
    "{} left in the episodes" => "{}개는 에피소드에 둠";
    "{} wait for you: `palimp review`." => "{}가 결정을 기다립니다: `palimp review`.";
    "{} waits for you: `palimp review`." => "{}가 결정을 기다립니다: `palimp review`.";
    "{} would wait for you: `palimp review`." => "{}가 결정을 기다릴 것입니다: `palimp review`.";

    // Facts and their code.
    "(no project)" => "(프로젝트 없음)";
    "No fact speaks of code yet: `palimp save --at src/auth.rs:40-48 TEXT` makes one." => "아직 코드에 대한 사실이 없습니다: `palimp save --at src/auth.rs:40-48 TEXT`로 만듭니다.";
    "The code still says what 1 fact says of it, as far as it is here." => "여기 있는 코드는 사실 1개가 말하는 그대로입니다.";
    "The code still says what {facts} say of it, as far as it is here." => "여기 있는 코드는 {facts}이(가) 말하는 그대로입니다.";
    ", now at {}" => ", 지금은 {}";
    "`palimp review confirm ID`, `supersede ID TEXT` or `retire ID` decides." => "`palimp review confirm ID`, `supersede ID TEXT`, `retire ID`로 결정합니다.";

    // Upkeep.
    "would remove {words}" => "지울 것: {words}";
    "removed {words}" => "지움: {words}";
    "{observations} older than {age}" => "{age}보다 오래된 {observations}";
    "; of {} the short form stays" => "; {}의 짧은 꼴은 남음";
    "; default {}" => "; 기본값 {}";
    "the key of {provider} is kept in {kept}" => "{provider}의 키를 {kept}에 두었습니다";
    "palimp keeps no key of {provider}" => "palimp에 {provider}의 키가 없습니다";
    "the key of {provider} is gone from {}" => "{}에서 {provider}의 키를 지웠습니다";
    "{name}: nothing ({why})" => "{name}: 없음 ({why})";
    "{name}: nothing that is not said above ({why})" => "{name}: 위에서 말하지 않은 것 없음 ({why})";
    "{name}: no room for any of {items} ({why})" => "{name}: {items}개를 넣을 자리 없음 ({why})";
    "{name}: {chars} characters, {shown} of {items} ({why})" => "{name}: {chars}자, {shown} / {items} ({why})";
    "Nothing was removed." => "아무것도 지우지 않았습니다.";
    "no secrets found" => "비밀을 찾지 못했습니다";
    "{kind:<24} {}  in {}" => "{kind} {0}, 자리: {1}";
    "What stands in notes is yours to take out: `palimp edit PATH`. It is in no index." => "노트에 있는 것은 직접 빼세요: `palimp edit PATH`. 색인에는 없습니다.";
    "Change these credentials: they are on disk." => "디스크에 있으니 자격 증명을 바꾸세요.";
    "Taken out. Change these credentials all the same: they were on disk." => "뺐습니다. 디스크에 있었으니 그래도 자격 증명을 바꾸세요.";
    "`palimp scan --fix` takes them out. Change these credentials: they were on disk." => "`palimp scan --fix`가 뺍니다. 디스크에 있었으니 자격 증명을 바꾸세요.";
    "{} written to {}" => "{}을(를) {}에 썼습니다";
    "imported {}, {} and {}" => "가져옴: {}, {}, {}";
    "{lines} about you and your agent waiting for you: `palimp review`." => "나와 에이전트에 관한 {lines}이 결정을 기다립니다: `palimp review`.";
    "{rows} left out: you had them forgotten, or the cleanup removed them." => "{rows}을(를) 뺐습니다. 잊기로 했거나 정리된 것입니다.";
    "{written} indexed" => "색인한 것: {written}";
    "{written} new or changed" => "새로 생기거나 바뀐 것: {written}";
    "{} gone" => "사라진 것 {}개";
    "the index has {} in {}" => "색인: {1}의 {0}";
    "{} embedded" => "벡터를 만든 것: {}";
    "{} without a vector, found by words alone: `palimp index --embed` embeds them, `palimp embed estimate` says what that costs." => "{}에 벡터가 없어 낱말로만 찾습니다. `palimp index --embed`가 만들고, `palimp embed estimate`가 비용을 알려 줍니다.";
    "Watching {} ({} taken in). Ctrl-C ends it." => "{}을(를) 지켜봅니다({} 가져옴). Ctrl-C를 누르면 끝납니다.";
    "{} taken in, {} gone" => "{} 가져옴, {}개 사라짐";
    "Paste the key, then Enter; it is not shown:" => "키를 붙여 넣고 Enter를 누르세요. 화면에 보이지 않습니다:";
    "The key of {provider} is kept in {kept}." => "{provider}의 키를 {kept}에 보관했습니다.";
    "No keys; none is needed unless embedding.provider or memory.cli names a paid service." => "키가 없습니다. embedding.provider나 memory.cli가 유료 서비스일 때만 필요합니다.";
    "{source} comes before it." => "{source}이(가) 먼저입니다.";
    "Nothing would be injected into {}." => "{}에는 알려 줄 것이 없습니다.";
    "{chars} of at most {} characters" => "{chars}자, 많아야 {}자";

    // Agents and models.
    "{} asked to be allowed {refused}, which palimp cannot grant." => "{}: {refused}의 허락을 구했지만 palimp가 줄 수 없습니다.";
    "Your key of {service} is not sent to {place}." => "{service}의 키를 {place}에 보내지 않습니다.";
    "That was no UTF-8, and is not sent: type it again." => "UTF-8이 아니어서 보내지 않았습니다. 다시 입력하세요.";
    "Authorization: Bearer {token}" => "인증 머리글: Authorization: Bearer {token}";
    "Serving MCP at http://{}/mcp" => "http://{}/mcp 에서 MCP를 제공합니다";
    "Nothing found for '{}' in {}." => "'{}'에 맞는 것이 없습니다: {}.";
    "There is no other home." => "다른 홈이 없습니다.";
    "No price is known for {}." => "{}의 값은 알려지지 않았습니다.";

    // embed
    "model      {}" => "모델       {}";
    "{} (not at hand)" => "{}(쓸 수 없음)";
    "embedded   {embedded} of {}" => "임베딩     {0} 가운데 {embedded}개";
    "cache      {}" => "캐시       {}";
    "trouble    {}" => "문제       {}";
    "to do      `palimp index --embed`" => "할 일      `palimp index --embed`";
    "{} to embed, about {} tokens" => "임베딩할 것: {0}, 토큰 {1}개쯤";
    "cost       about ${dollars:.4}" => "값         ${dollars:.4}쯤";
    "cost       nothing: it runs on this machine" => "값         없음. 이 컴퓨터에서 돕니다";
    "cost       unknown: palimp knows no price of this model" => "값         모름. 이 모델의 값을 palimp가 모릅니다";
    "time       about {}" => "걸릴 때    {}쯤";
    "a second" => "1초";
    "{s:.0} seconds" => "{s}초";
    "{:.0} minutes" => "{}분";

    // stats
    "observations  {}{span}" => "관찰          {}{span}";
    "  by type      {types}" => "  종류로       {types}";
    "  by client    {clients}" => "  클라이언트로 {clients}";
    "  by project   {projects}" => "  프로젝트로   {projects}";
    "pinned        {}" => "고정          {}";
    "messages      {}" => "메시지        {}";
    "sessions      {}" => "세션          {}";
    "injected      {}" => "알려 줌       {}";
    "forgotten     {}" => "잊음          {}";
    "database      {}" => "데이터베이스  {}";
    "Told in the last {}: {}" => "지난 {} 동안 알려 준 곳: {}";
    "   told    used  characters" => "   알림    쓰임       글자";
    "Used most" => "가장 많이 쓰인 것";
    "Told often and never used" => "자주 알렸으나 쓰이지 않은 것";
    "{:>5} of {:<5}" => "{1} 가운데 {0}";
    "{:.0} characters each" => "하나에 {}자";
    "  {} of {}  {}" => "  {1} 가운데 {0}  {2}";
    "\nUsed: the agent wrote a name of the passage that nobody had written in the session before." => "\n쓰임: 그 세션에서 아무도 쓰지 않던, 그 대목의 이름을 에이전트가 썼습니다.";

    // tokens
    "No request matches." => "맞는 요청이 없습니다.";
    "No client has a transcript here. Looked in:" => "여기에 클라이언트의 기록이 없습니다. 본 곳:";
    "{:>69}  and {} more: --json has all" => "{0}  그리고 {1}개 더. --json에 모두 있습니다";
    "{}  all, {}" => "{0}  모두, {1}";
    "{first} to {last}" => "{first}부터 {last}";
    "\nList prices in US dollars, read {days}; --json has the source of each. A plan costs something else." => "\n정가는 미국 달러이며 {days}에 읽었습니다. 출처는 --json에 있습니다. 요금제의 값은 다릅니다.";
    "\nThe cache was cold {times}: {} tokens sent anew that it had" => "\n캐시가 식은 것 {times}. 있던 토큰 {0}개를 다시 보냈습니다";
    "The last:" => "마지막:";
    ", for {}" => ", {} 동안";
    "\npalimp's own share" => "\npalimp의 몫";
    "  told         {}, {} characters: about {} tokens (estimated)" => "  알려 줌      {0}, {1}자. 토큰 {2}개쯤(어림)";
    "  tools        {} characters: about {} tokens in a session that has them (estimated)" => "  도구         {0}자. 도구가 있는 세션마다 토큰 {1}개쯤(어림)";
    "  distiller    {}: {}, {} (as it was metered)" => "  줄이는 이    {}: {}, {}(잰 대로)";
    "{} tokens in and {} out" => "토큰 {}개 넣고 {}개 나옴";
    "\nRead" => "\n읽은 것";
    "; {} could not be read" => "; 읽지 못한 것 {}";

    // transcript
    "About {after} tokens instead of {before}" => "토큰 {before}개 대신 {after}개쯤";
    "{} (paths and numbers too) that its words left out stand below the summary." => "간추린 말에서 빠진 {}(경로와 수도)는 그 아래에 있습니다.";
    "Asking {} for a summary…" => "{}에게 간추려 달라고 묻는 중…";
    "palimp: {passed} torn or unknown lines of {} were passed over" => "palimp: {0}에서 찢겼거나 모르는 줄 {passed}개를 건너뛰었습니다";
    "contextPruning.mode is off; prune anyway with --now." => "contextPruning.mode가 꺼져 있습니다. 그래도 하려면 --now를 쓰세요.";
    "Nothing is pruned before {}, while the service keeps the conversation at a low price; prune anyway with --now." => "서비스가 대화를 싼값에 지니는 {}까지는 아무것도 자르지 않습니다. 그래도 하려면 --now를 쓰세요.";
    "{} trimmed, {} cleared: about {} tokens instead of {}." => "다듬은 것 {0}, 비운 것 {1}개: 토큰 {3}개 대신 {2}개쯤.";
    "{}: {}, {}, about {} tokens, {share} % of a window of {}" => "{0}: {1}, {2}, 토큰 {3}개쯤, 창 {4}의 {share} %";
    "The service counted {} tokens when it was last asked." => "마지막으로 물었을 때 서비스가 센 토큰은 {}개입니다.";
    "What fills it" => "무엇이 채우는지";
    "Results by tool" => "도구마다의 결과";
    "Context that nobody said" => "아무도 말하지 않은 문맥";
    "\nThe biggest results" => "\n가장 큰 결과";
    "{:>10}  {} (message {message})" => "{0}  {1} (메시지 {message})";
    "\nPruning would leave: {}" => "\n자르면 남는 것: {}";
    "Compaction would change nothing: the last {KEEP_TURNS} turns stay." => "줄여도 바뀌는 것이 없습니다. 마지막 {KEEP_TURNS}차례는 남습니다.";
    "Compaction would put a summary in place of {} ({} tokens)." => "줄이면 {0}(토큰 {1}개) 대신 간추린 것이 들어갑니다.";

    // chat
    "{}{:>10} tokens" => "{}{} 토큰";
    "{}{:>10} tokens {:>6.1} %" => "{}{} 토큰 {} %";
    "  {piece:<10}{:>10} tokens" => "  {piece}{0} 토큰";
    "line {line} is not what `palimp export` writes; it was left out" => "{line}번째 줄은 `palimp export`가 쓴 것이 아니어서 뺐습니다";
    "score {:.3} (words {:.3}, vectors {:.3}): {parts}" => "점수 {} (낱말 {}, 벡터 {}): {parts}";
    "asked: {question}" => "물은 것: {question}";
    "holds {:.1} of {:.1} bits: surprise {:.1}, coverage {:.2}, heading {:.1} ({:.2}), evidence {:.1}, neighbours {:.1}, tries {:.2}, vocabulary {:.2}" => "{1}비트 가운데 {0}: 뜻밖 {2}, 덮음 {3}, 제목 {4} ({5}), 증거 {6}, 이웃 {7}, 시도 {8}, 어휘 {9}";
    "m{number} message" => "m{number} 메시지";
    "{count} bytes" => "{count}바이트";
    "your own sessions" => "내 세션";
    "{}: {lines} could not be understood" => "{}: {lines}을(를) 알아볼 수 없습니다";
    "{}: {error}; it was passed over" => "{}: {error}; 건너뛰었습니다";
    "No client has recorded a session here that could be lived through again." => "여기에는 다시 돌려 볼 세션 기록이 없습니다.";
    "  told again in a session   {:.1} %" => "  한 세션에서 다시 알림   {} %";
    "  {what} named before they were needed   {} of {} ({share:.0} %)" => "  필요하기 전에 알린 {what}   {1} 가운데 {0} ({share} %)";
    "  needed again, and told before it was needed" => "  다시 필요했던 것, 그리고 필요하기 전에 알린 것";
    "  told and then used, by section" => "  알린 뒤 쓰인 것, 자리마다";
    "tasks" => "과제";
    "{} characters each" => "하나에 {}자";
    "  first told or pointed to at: {}" => "  처음 알리거나 가리킨 때: {}";
    "git is not on PATH: the tasks of history were skipped" => "PATH에 git이 없습니다. 이력의 과제는 건너뛰었습니다";
    ", {} of {facts} facts ({:.0} %)" => ", 사실 {facts}개 가운데 {0}개 ({1} %)";
    "  {tier}: {} lines, {:.1} a session{facts}" => "  {tier}: {}줄, 세션마다 {}{facts}";
    "{vault} ({}): percent" => "{vault} ({}): 퍼센트";
    "  unrelated prompts told something   {}" => "  상관없는 프롬프트에 알림           {}";
    "  answers told                       {}" => "  알린 답                            {}";
    "  {:.0} characters where something was told, {:.0} of 100 passages right" => "  알린 때마다 {}자, 구절 100개에 {}개가 맞음";
    "{} questions · p50 {:.2} ms · p95 {:.2} ms · p99 {:.2} ms · indexed in {:.2} s, {:.1} MB" => "질문 {}개 · p50 {} ms · p95 {} ms · p99 {} ms · 색인 {}초, {} MB";
    "this home" => "이 홈";
    "indexed there" => "거기서 색인함";
    "indexed here" => "여기서 색인함";
    "not indexed" => "색인하지 않음";
    ", {} not in it" => ", 색인에 없는 {}";
    ", {} with vectors" => ", 벡터가 있는 {}";
    "{whose}: {written} taken in, {removed} taken out" => "{whose}: 들인 {written}, 뺀 {removed}";
}
