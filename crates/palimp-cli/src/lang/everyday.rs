//! What the verbs of every day say: set-up, search, notes, review, forgetting, state.

use super::table;

table! {
    // Set-up.
    "home: {}" => "홈: {}";
    "No agent was found on this machine; install one, or `palimp install <client>` by hand." => "이 컴퓨터에서 에이전트를 찾지 못했습니다. 하나를 설치하거나 `palimp install <client>`로 직접 연결하세요.";
    "{} was left alone; `palimp install {client}` wires it." => "{}: 손대지 않았습니다. `palimp install {client}`이(가) 연결합니다.";
    "Found on this machine: {}." => "이 컴퓨터에서 찾음: {}.";
    "Wire palimp into {title}?" => "{title}: palimp를 연결할까요?";
    "Install man pages, and completions for your shell?" => "man 쪽과 셸의 자동 완성을 설치할까요?";
    "man pages and completions" => "man 쪽과 자동 완성";
    "man pages and completions: {}" => "man 쪽과 자동 완성: {}";
    "man pages and completions: {} removed" => "man 쪽과 자동 완성: {} 지움";
    "Left out, because nobody is here to be asked: {}. `palimp up --yes` takes all of it." => "물어볼 사람이 없어 하지 않은 것: {}. `palimp up --yes`가 모두 합니다.";
    "In {here} it is decided: {} ({path}:{line})" => "{here}에서 정한 것: {} ({path}:{line})";
    "In {here} a commit says why ({pointer}, {}): {}" => "{here}에서 이유를 밝힌 커밋 ({pointer}, {}): {}";
    "In {here} `{}` runs well; it last ran {}." => "{here}에서는 `{}`이(가) 잘 됩니다. 마지막 실행: {}.";
    "In {here} `{}` ran well in {sessions} sessions; it last ran {}." => "{here}에서는 `{}`이(가) 세션 {sessions}개에서 잘 됐습니다. 마지막 실행: {}.";
    "The last thing done in {} ({}, {}): {}" => "{}에서 마지막으로 한 일 ({}, {}): {}";
    "just now" => "방금";
    "{minutes} min ago" => "{minutes}분 전";
    "{hours} h ago" => "{hours}시간 전";
    "yesterday" => "어제";
    "{days} days ago" => "{days}일 전";
    "Nothing is remembered yet. Work in your agent as always: edits, commands and failures are captured as they happen, and the next session in the same project begins with them. `palimp recent` shows the first ones." => "아직 기억한 것이 없습니다. 늘 하듯이 에이전트에서 일하세요. 편집, 명령, 실패가 일어나는 대로 기록되고, 같은 프로젝트의 다음 세션이 그것으로 시작됩니다. `palimp recent`가 처음 것들을 보여 줍니다.";
    "Others could write into {path}; it is closed now. Look at what is in it, if you share this machine." => "다른 사용자가 {path}에 쓸 수 있었습니다. 이제 막았습니다. 컴퓨터를 함께 쓴다면 안에 무엇이 있는지 살펴보세요.";
    "Not told any more, because somebody else than you wrote it:" => "직접 쓴 것이 아니어서 더는 알리지 않습니다:";
    "Take it out of these notes, to decide about it with `palimp review`?" => "이 노트들에서 꺼내 `palimp review`로 결정할까요?";
    "It stays where it is and is not told; `palimp doctor --fix` takes it out." => "그 자리에 두고 알리지 않습니다. `palimp doctor --fix`가 꺼냅니다.";
    "`palimp review` shows what waits for you." => "`palimp review`가 결정을 기다리는 것을 보여 줍니다.";
    "Have a cheap model of your agents write the notes: {agents}? It found 88 % of the facts that people would keep of sessions, rules find 38–67 %. About {session} tokens a session from your own account, at most {day} a day." => "에이전트의 값싼 모델({agents})이 노트를 쓰게 할까요? 사람이 세션에서 남길 사실 가운데 모델은 88 %를 찾았고 규칙은 38–67 %를 찾습니다. 사용자의 계정에서 세션마다 토큰 약 {session}개, 하루에 많아야 {day}개가 듭니다.";
    "Rules write the notes, for nothing, and find 38–67 % of what people would keep. {agents} would find 88 % for about {session} tokens a session, at most {day} a day: `palimp config set memory.cli {name}`." => "노트는 규칙이 비용 없이 쓰며, 사람이 남길 사실의 38–67 %를 찾습니다. {agents}은(는) 세션마다 토큰 약 {session}개, 하루에 많아야 {day}개로 88 %를 찾습니다. `palimp config set memory.cli {name}`(으)로 켭니다.";
    "`palimp config set memory.cli rules|session|api:anthropic|…` changes that." => "`palimp config set memory.cli rules|session|api:anthropic|…`(으)로 바꿉니다.";
    "Nothing was taken in: {failure}" => "아무것도 가져오지 않았습니다: {failure}";
    "{}: nothing to do" => "{}: 할 일 없음";
    "would be created" => "(새로 만들 것)";
    "would be edited" => "(고칠 것)";
    "would be removed" => "(지울 것)";
    "would be unchanged" => "(그대로일 것)";
    "would be left alone" => "(손대지 않을 것)";

    // What other tools remember.
    "Take in {} of {}?" => "{1}: {0}. 가져올까요?";
    "Nothing of another tool was found on this machine." => "이 컴퓨터에서 다른 도구가 남긴 것을 찾지 못했습니다.";
    "Nothing was written; `palimp bootstrap --yes` takes all of it in." => "아무것도 쓰지 않았습니다. `palimp bootstrap --yes`가 모두 가져옵니다.";
    "Nothing was taken in; `--yes` takes all of it, `--from SOURCE` one." => "아무것도 가져오지 않았습니다. `--yes`는 모두, `--from SOURCE`는 하나를 가져옵니다.";
    "{} left out, because you had it forgotten." => "{}: 잊기로 한 것이어서 뺐습니다.";
    "{} of {}" => "{1}의 {0}";
    "nothing new" => "새로운 것 없음";
    "took in {}{}" => "가져옴: {}{}";

    // Search and what was captured.
    "Nothing found for '{query}' in {places}." => "'{query}'에 맞는 것이 없습니다. 찾은 곳: {places}.";
    "Nothing was captured in a project '{name}'." => "프로젝트 '{name}'에서 기록된 것이 없습니다.";
    "There is no project '{name}'; near it: {}." => "'{name}'(이)라는 프로젝트는 없습니다. 비슷한 이름: {}.";
    "It may be elsewhere: leave out --project, --client, --session, --since, --type, --source." => "다른 곳에 있을 수 있습니다. --project, --client, --session, --since, --type, --source를 빼 보세요.";
    "Other words may find it; `--min-score 0` shows what is near." => "다른 낱말로 찾아보세요. `--min-score 0`은 가까운 것을 보여 줍니다.";
    "notes" => "노트";
    "reading" => "읽는 중";
    "questions" => "질문";
    "prompts" => "프롬프트";
    "sessions" => "세션";
    "what tools did" => "도구가 한 일";
    "what was said" => "나눈 말";
    "commits and decision records" => "커밋과 결정 기록";
    "decision records" => "결정 기록";
    "decision record, read only" => "결정 기록(읽기 전용)";
    "commits" => "커밋";
    "commit" => "커밋";
    "{} read from repositories" => "저장소에서 읽음: {}";
    "No commits were read: {why}" => "커밋을 읽지 않았습니다: {why}";
    "commits      {commits} of this repository known" => "커밋         이 저장소의 {commits}를 앎";
    "{} in the index" => "색인의 {}";
    "Repositories keep their commits and decision records: {}. Searches do not find them any more." => "커밋과 결정 기록은 저장소에 그대로 있습니다: {}. 검색에는 더 나오지 않습니다.";
    "by you" => "직접 씀";
    "by {}" => "{} 씀";
    "contradicts {other}" => "{other}와(과) 어긋남";
    "today" => "오늘";
    "pinned" => "고정됨";
    "Nothing has been captured or written down yet." => "아직 기록하거나 적은 것이 없습니다.";
    "Nothing found." => "찾은 것이 없습니다.";
    "Enter open" => "Enter 열기";
    "Esc leave" => "Esc 나가기";
    "^E edit" => "^E 편집";
    "^Y copy" => "^Y 복사";
    "^T pin" => "^T 고정";
    "^X forget" => "^X 잊기";
    "Enter goes back." => "Enter를 누르면 돌아갑니다.";
    "{path} was open in your editor" => "편집기에서 열었습니다: {path}";
    "copied" => "복사함";
    "too long for the terminal to copy" => "터미널로 복사하기에는 너무 깁니다";
    "pinned #{id}" => "고정함: #{id}";
    "unpinned #{id}" => "고정 풂: #{id}";
    "Nothing captured matches." => "기록 가운데 맞는 것이 없습니다.";
    "Nothing has been captured yet. Run `palimp up`, then work in your agent: the first session is remembered when it ends." => "아직 기록된 것이 없습니다. `palimp up`을 실행한 뒤 에이전트에서 일하세요. 첫 세션은 끝날 때 기억됩니다.";
    "No session has a summary yet; one is made whenever the agent ends a turn." => "아직 요약이 있는 세션이 없습니다. 에이전트가 차례를 마칠 때마다 만들어집니다.";
    "{at}  {project} · {client} · {event} · {} characters{opened}" => "{at}  {project} · {client} · {event} · {}자{opened}";
    " · opened {opened} of {told} pointers" => " · 포인터 {told}개 가운데 {opened}개 엶";
    "  opened {opened} of {told} pointers" => "  포인터 {told}개 가운데 {opened}개 엶";
    "Nothing has been injected yet; it is when a session starts in a project that has a past." => "아직 알려 준 것이 없습니다. 지난 일이 있는 프로젝트에서 세션이 시작되면 알려 줍니다.";
    "`palimp review restore [WORDS]` brings back what went to archive/ by age." => "오래되어 archive/로 간 것은 `palimp review restore [WORDS]`로 되돌립니다.";
    "No agent has written anything or wanted anything forgotten." => "에이전트가 적거나 잊어 달라고 한 것이 없습니다.";

    // Notes.
    "saved to {}, line {}" => "저장함: {}, {}번째 줄";
    "No rule holds here. `palimp save --kind decision \"TEXT\"` lays one down." => "여기에 적용되는 규칙이 없습니다. `palimp save --kind decision \"TEXT\"`로 정하세요.";
    "there is no rule {number}: `palimp rules` lists them" => "{number}번 규칙이 없습니다. `palimp rules`로 확인하세요";
    "struck: {}" => "줄을 그음: {}";
    "{} is a team's decision: `palimp team propose` asks the team to take it back" => "{}: 팀의 결정입니다. `palimp team propose`로 거두자고 제안하세요";
    "line {line} of {path} is no rule any more: look again with `palimp rules`" => "{path}의 {line}번째 줄은 이제 규칙이 아닙니다. `palimp rules`로 다시 확인하세요";
    "saved to {}, line {}, for {} (`--everywhere` for all projects)" => "저장함: {}, {}번째 줄, {}에서만 적용 (모든 프로젝트는 `--everywhere`)";
    "It speaks of {}; `palimp stale` says when that has changed." => "{}에 대한 말입니다. 코드가 바뀌면 `palimp stale`이 알려 줍니다.";
    "Struck through, because it is no longer true: {}" => "더는 맞지 않아 줄을 그음: {}";
    "Taken out before it was written: {}." => "적기 전에 뺀 것: {}.";
    "No note's path begins with '{}'." => "'{}'(으)로 시작하는 노트가 없습니다.";
    "No notes in {}. `palimp save \"…\"` writes the first, `palimp init --vault DIR` takes a directory of yours." => "{}에 노트가 없습니다. `palimp save \"…\"`가 첫 노트를 쓰고, `palimp init --vault DIR`가 쓰던 디렉터리를 보관소로 삼습니다.";
    "{} is unchanged." => "{}: 그대로입니다.";
    "{} is written" => "{}: 적었습니다";
    "{path} is as it was until {}" => "{path}: {}까지의 모습으로 되돌렸습니다";
    "{path} says again what it said then." => "{path}: 그때와 지금이 같습니다.";
    "`palimp history {path} --show 1` prints one, --diff 1 what has changed since, --restore 1 puts it back." => "`palimp history {path} --show 1`이 그 판을 보여 주고, --diff 1은 그 뒤로 바뀐 것을, --restore 1은 되돌립니다.";
    "No note has all of that. `palimp list --json` shows the tags of each." => "모두 맞는 노트가 없습니다. `palimp list --json`이 노트마다 태그를 보여 줍니다.";
    "It may be in other notes: leave out --tag and --prop." => "다른 노트에 있을 수 있습니다. --tag와 --prop을 빼 보세요.";
    "leads to" => "가리키는 곳";
    "is led to from" => "가리키는 줄";
    "no such note" => "없는 노트";
    "No link leads from {} or to it." => "{}에서 나가거나 그리로 오는 링크가 없습니다.";
    "palimp has not changed {path}." => "palimp가 바꾼 적 없는 노트입니다: {path}.";
    "{} is the vault of agent {agent}: {}" => "에이전트 {agent}의 보관소: {0}, {1}";
    "left alone, as Obsidian's settings say: {}" => "Obsidian 설정에 따라 손대지 않음: {}";
    "taken along: {}" => "함께 옮김: {}";
    "{} stays: the vault has a note of that name that says something else." => "{}: 보관소에 이름이 같고 내용이 다른 노트가 있어 그 자리에 둡니다.";
    "{} has {notes}: take them along?" => "{}에 {notes}가 있습니다. 함께 옮길까요?";
    "{} stay in {}; the same command with `--bring` takes them along." => "{0}는 {1}에 남습니다. 같은 명령에 `--bring`을 붙이면 함께 옮깁니다.";
    "made {}, the vault of agent {agent}" => "에이전트 {agent}의 보관소를 만들었습니다: {0}";

    // The dashboard.
    "The dashboard is served already; this is another address of it." => "대시보드가 이미 열려 있습니다. 그곳으로 가는 새 주소입니다.";
    "The address works once; Ctrl-C ends the dashboard." => "이 주소는 한 번만 쓸 수 있습니다. Ctrl-C를 누르면 대시보드가 끝납니다.";

    // State.
    "palimp {VERSION}  home {}  agent {}" => "palimp {VERSION}  홈 {}  에이전트 {}";
    "activity     {}" => "기록         {}";
    "memory     off: `palimp config set memory.enabled true`" => "기억         꺼짐: `palimp config set memory.enabled true`";
    "redaction  off: secrets are stored as they are" => "비밀 빼기    꺼짐: 비밀이 그대로 저장됩니다";
    "clients      none found on this machine" => "클라이언트   이 컴퓨터에서 찾지 못함";
    "vault        {}, {}" => "보관소       {}, {}";
    "index        {chunks}, {}{waits}" => "색인         {chunks}, {}{waits}";
    "; {pending} without a vector: `palimp index --embed`" => "; 벡터 없는 것 {pending}개: `palimp index --embed`";
    "embedder     {}" => "임베더       {}";
    "services     {line}" => "서비스       {line}";
    "team         {}: {facts}, {checked}" => "팀           {}: {facts}, {checked}";
    "never synced" => "동기화한 적 없음";
    "synced {}" => "{}에 동기화";
    "activity     {}, {}, {}; {}; last capture {last}" => "기록         {}, {}, {}; {}; 마지막 기록 {last}";
    "never" => "없음";
    "review       {} wait: `palimp review`" => "검토         {}가 기다림: `palimp review`";
    "spool        {} taken in now" => "대기함       {}를 지금 가져옴";
    "spool        {} left: `palimp doctor` says why" => "대기함       {}가 남음: 까닭은 `palimp doctor`";
    "nothing waits" => "기다리는 것 없음";
    "{} of {} wait" => "{0}({1})가 기다림";
    "; {} of {} tokens today" => "; 오늘 토큰 {} / {}개";
    "episodes     by {}: {waits}{cost}" => "에피소드     {}: {waits}{cost}";
    "             the day's tokens are used up: the rest waits for tomorrow, or for `palimp config set memory.dailyTokenBudget N`" => "             오늘의 토큰을 다 썼습니다. 나머지는 내일까지, 또는 `palimp config set memory.dailyTokenBudget N`까지 기다립니다";
    "             session {} failed {times} times in a row: {why}; tried again at {}, or by `palimp flush`" => "             세션 {0}: 잇달아 {times}번 실패함: {why}; {1}에 다시 해 봄, 또는 `palimp flush`";
    "ok" => "정상";
    "mended" => "고침";
    "to do" => "할 일";
    "WRONG" => "이상";

    // The tour.
    "This walks through palimp in a home that is made now, in {place}, and goes at the end. Yours is not touched, nor are your agents' settings." => "지금 {place}에 만들어 끝에 없앨 홈에서 palimp를 둘러봅니다. 쓰던 홈과 에이전트의 설정은 건드리지 않습니다.";
    "1. Capture. Claude Code is asked why {} orders fail. Its hooks hand palimp what it does: a test fails, a command mends it, the test runs." => "1. 기록. Claude Code에게 {}의 주문이 왜 실패하는지 묻습니다. 훅이 한 일을 palimp에 건넵니다. 테스트가 실패하고, 명령 하나가 고치고, 테스트가 됩니다.";
    "2. Recall. You write a decision down; the next session, of whichever agent, finds it by words of its own, or is told it with the prompt that it answers." => "2. 떠올림. 결정을 하나 적습니다. 다음 세션은 어느 에이전트든 제 말로 찾아내거나, 그것이 답이 되는 프롬프트와 함께 듣습니다.";
    "3. Review. What every session is told is yours to decide: an agent that wants a line there (`memory_save`, over MCP) proposes it." => "3. 검토. 모든 세션에 알려 줄 것은 직접 정합니다. 거기에 한 줄을 원하는 에이전트는(MCP의 `memory_save`) 제안합니다.";
    "4. Forgetting. What is forgotten is gone: from notes, database, index and history, and no import brings it back." => "4. 잊기. 잊은 것은 노트, 데이터베이스, 색인, 이력에서 사라지고, 가져오기로도 돌아오지 않습니다.";
    "That was all of it, and nothing of it is left. `palimp up` sets up your own." => "이것이 전부이며, 남은 것은 없습니다. `palimp up`으로 시작하세요.";
    "Enter goes on. " => "Enter를 누르면 이어 갑니다. ";

    // Review.
    "{}  expires on {}  {said}" => "{}  {}에 끝남  {said}";
    "forget" => "잊기";
    "Nothing waits for you." => "결정을 기다리는 것이 없습니다.";
    "`palimp review show ID` says more; `accept ID` or `reject ID` decides." => "`palimp review show ID`가 자세히 보여 주고, `accept ID`나 `reject ID`로 결정합니다.";
    "Of facts whose code has changed, `confirm ID`, `supersede ID TEXT` or `retire ID` decides." => "코드가 바뀐 사실은 `confirm ID`, `supersede ID TEXT`, `retire ID`로 결정합니다.";
    "It says how the agent is to be, which is yours to decide." => "에이전트가 어떠해야 하는지를 말하므로 직접 정할 일입니다.";
    "It contradicts a line that you wrote." => "직접 쓴 줄과 어긋납니다.";
    "An agent asks to forget this; it did not write all of it itself." => "에이전트가 이것을 잊어 달라고 합니다. 모두 스스로 쓴 것은 아닙니다.";
    "It would be told to every session, and you did not say it yourself." => "모든 세션에 알려 줄 것인데 직접 한 말이 아닙니다.";
    "Today's rules would not write these lines, or write them elsewhere." => "지금의 규칙으로는 적지 않거나 다른 곳에 적을 줄입니다.";
    "`palimp review accept` shows what would go, and asks again." => "`palimp review accept`가 무엇이 사라질지 보여 주고 다시 묻습니다.";
    "forget   {}" => "잊을 것   {}";
    "asked    {}" => "물음      {}";
    "fact     {}" => "사실      {}";
    "note     {}" => "노트      {}";
    "written  {}" => "적음      {}";
    "said     {} in {episode}" => "말함      {}, {episode}";
    "by       {}{client}" => "쓴 이     {}{client}";
    "project  {project}" => "프로젝트  {project}";
    "strikes  {line}" => "그을 줄   {line}";
    "{} left {}" => "{1}에서 {0}이 나갔습니다";
    "`palimp history {}` has it as it was." => "`palimp history {}`에 전의 내용이 있습니다.";
    "{} says now: {}" => "{}에 이제 있음: {}";
    "Struck through: {line}" => "그은 줄: {line}";
    "{} no longer says: {line}; nothing was struck through." => "{}에 이제 없음: {line}. 아무것도 긋지 않았습니다.";
    "{} is turned down and does not come back" => "{}: 물리쳤으며 다시 나오지 않습니다";
    "{path} still says: {text}" => "{path}: 여전히 맞음: {text}";
    "It speaks of {}." => "{}에 대한 말입니다.";
    "{path}: struck through: {text}" => "{path}: 그음: {text}";
    "{path}: went to archive/stale.md: {text}" => "{path}: archive/stale.md로 옮김: {text}";
    "{} went to archive/ by age, last on {last}; `palimp review restore [WORDS]` brings them back." => "{}이 오래되어 archive/로 갔습니다. 마지막은 {last}. `palimp review restore [WORDS]`로 되돌립니다.";
    "{} says again: {}" => "{}에 다시 있음: {}";
    "No such line went to archive/ by age." => "오래되어 archive/로 간 그런 줄이 없습니다.";
    "`palimp history {path}` has it as it was." => "`palimp history {path}`에 전의 내용이 있습니다.";
    "{} more." => "{}가 더 있습니다.";

    // Forgetting.
    "Nothing of palimp's holds this text. Keep it from being taken in from elsewhere?" => "palimp에는 이 글이 없습니다. 다른 곳에서 가져오지 않게 할까요?";
    "Forget {}? It cannot be undone." => "{}: 잊을까요? 되돌릴 수 없습니다.";
    "What was forgotten stays so." => "잊은 것은 그대로 둡니다.";
    "Nothing was forgotten." => "아무것도 잊지 않았습니다.";
    "Let everything that was forgotten be taken in again by imports?" => "잊은 것을 가져오기로 모두 다시 들일 수 있게 할까요?";
    "dropped {}" => "없앰: {}";
    "Nothing of palimp's holds this text." => "palimp에는 이 글이 없습니다.";
    "would forget {}" => "잊을 것: {}";
    "forgot {}" => "잊음: {}";
    "{0} bears it in its name; `palimp forget {0:?}` removes that note." => "{0}: 이름에 들어 있습니다. `palimp forget \"{0}\"`가 그 노트를 지웁니다.";
    "{} says it too; palimp does not change that file." => "{}에도 있습니다. palimp는 그 파일을 바꾸지 않습니다.";
    "The vault is kept in git: earlier commits in {} may say it too." => "보관소가 git에 있습니다. {}의 지난 커밋에도 있을 수 있습니다.";
    "observation #{id}  {text}" => "관찰 #{id}  {text}";
    "message #{id}  {text}" => "메시지 #{id}  {text}";
    "and {} more" => "그리고 {} 더";
    "the note {path}" => "노트 {path}";
    "{} of notes" => "노트에서 {}";
    "{} in palimp's comments" => "palimp의 주석에서 {}";
    "{} of injected context" => "알려 준 {}";
    "{} of what agents did" => "에이전트가 한 일 {}";
    "{} of the log" => "로그에서 {}";
    "{} set aside" => "치워 둔 {}";

    // What is not found, and what was meant.
    "Nothing matches. It may be elsewhere: leave out --project, --client, --session, --since." => "맞는 것이 없습니다. 다른 데 있을 수 있으니 --project, --client, --session, --since를 빼 보세요.";
    "Nothing is in {} yet: `palimp up` begins there." => "{}에 아직 아무것도 없습니다. `palimp up`으로 시작합니다.";
    "'{text}' is too large: {} is the most" => "'{text}': 너무 큰 수입니다. {0}까지 쓸 수 있습니다";
    "'{text}' is no number of 1 or more" => "'{text}': 1 이상의 수가 아닙니다";
    "there is no `palimp review {word}`: did you mean `palimp review {verb}`?" => "`palimp review {word}`은(는) 없습니다. `palimp review {verb}`을(를) 찾으세요?";
    "there is no `palimp review {word}`: an id stands behind accept, reject or show" => "`palimp review {word}`은(는) 없습니다. id는 accept, reject, show 뒤에 씁니다";
    "{shown}: {error}: name a file that `palimp export` wrote" => "{shown}: {error}. `palimp export`가 쓴 파일을 적으세요";
    "Nothing is remembered yet, and no agent is wired: `palimp install <client>` wires one, `palimp save \"…\"` writes something down." => "아직 기억하는 것이 없고 연결된 에이전트도 없습니다. `palimp install <client>`가 연결하고 `palimp save \"…\"`가 적어 둡니다.";

    // uninstall --purge
    "Remove {} with all that palimp remembers, for good?" => "{}을(를) palimp가 기억하는 것과 함께 아주 지울까요?";
    "{} could not be removed: {error}" => "{0}을(를) 지우지 못했습니다: {error}";
    "{} is gone, and all that palimp remembered" => "{}과(와) palimp가 기억하던 것을 모두 지웠습니다";
    "Your notes stay where they are: {}" => "노트는 그대로 있습니다: {}";
    "It is not palimp's, and stays: {}" => "palimp의 것이 아니어서 그대로 둡니다: {}";
    "The key of {provider} stays in {source}; `palimp keys remove {provider}` takes it out." => "{provider}의 키가 {source}에 남아 있습니다. `palimp keys remove {provider}`이(가) 뺍니다.";
    "Nothing was changed." => "아무것도 바꾸지 않았습니다.";
    "y yes / N no" => "y 예 / N 아니요";
    "Y yes / n no" => "Y 예 / n 아니요";
    "Y yes / n no / d show what changes" => "Y 예 / n 아니요 / d 바뀔 것 보기";
    "`y` is yes, `n` is no, and Enter alone is no." => "`y`는 예, `n`은 아니요이고 Enter만 누르면 아니요입니다.";
    "`y` and Enter alone are yes, `n` is no, `d` shows what changes." => "`y`나 Enter만 누르면 예, `n`은 아니요, `d`는 바뀔 것을 보여 줍니다.";
    "`y` and Enter alone are yes, and `n` is no." => "`y`나 Enter만 누르면 예, `n`은 아니요입니다.";
    "Nothing matches. It may be elsewhere: leave out --project." => "맞는 것이 없습니다. 다른 데 있을 수 있으니 --project를 빼 보세요.";
    "Nothing matches. It may be elsewhere: leave out --project, --client, --since." => "맞는 것이 없습니다. 다른 데 있을 수 있으니 --project, --client, --since를 빼 보세요.";
}
