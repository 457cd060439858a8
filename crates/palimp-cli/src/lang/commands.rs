//! What the other verbs say.

use super::table;

table! {
    // Wherever something is remarked on.
    "palimp: the answer could not be written to standard output ({error}): see to where it goes" => "palimp: 답을 표준 출력에 쓰지 못했습니다({error}). 출력이 가는 곳을 살펴보세요";

    "palimp: {complaint}; the default holds" => "palimp: {complaint}; 기본값을 씁니다";

    // Condensing and sorting.
    "Another process condenses; waiting for it." => "다른 프로세스가 줄이고 있어 기다립니다.";
    "{read} read, {entries} written in episodes/live/{cost}." => "{read}를 읽고 episodes/live/에 {entries} 적음{cost}.";
    "; it cost {tokens} tokens" => "; 토큰 {tokens}개를 씀";
    "Nothing waits to be condensed." => "줄일 것이 없습니다.";
    "Today's {} tokens are used up; the rest waits for tomorrow, or for `palimp config set memory.dailyTokenBudget N`." => "오늘의 토큰 {}개를 다 썼습니다. 나머지는 내일까지, 또는 `palimp config set memory.dailyTokenBudget N`까지 기다립니다.";
    "Today's rules would write the notes as they are." => "지금의 규칙으로도 노트는 이대로입니다.";
    "{} would leave their notes, once you say so." => "{}이 노트에서 나갈 것입니다. 결정을 기다립니다.";
    "{}; {waiting} in `palimp review`." => "{}; `palimp review`에 {waiting}.";
    "Nothing new in the episodes." => "에피소드에 새로운 것이 없습니다.";
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
    "The code still says what {facts} say of it, as far as it is here." => "여기 있는 코드는 {facts}가 말하는 그대로입니다.";
    ", now at {}" => ", 지금은 {}";
    "`palimp review confirm ID`, `supersede ID TEXT` or `retire ID` decides." => "`palimp review confirm ID`, `supersede ID TEXT`, `retire ID`로 결정합니다.";

    // Upkeep.
    "would remove {words}" => "지울 것: {words}";
    "removed {words}" => "지움: {words}";
    "{observations} older than {age}{shortened}" => "{age}보다 오래된 {observations}{shortened}";
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
    "{} written to {}" => "{}을 {}에 썼습니다";
    "imported {}, {} and {}; {} known already" => "가져옴: {}, {}, {}; 이미 있던 것 {}개";
    "{rows} left out: you had them forgotten, or the cleanup removed them." => "{rows}을 뺐습니다. 잊기로 했거나 정리된 것입니다.";
    "{} {what}, {} gone; the index has {} in {} ({})" => "{0} {what}, 사라진 것 {1}개; 색인: {2}({3}), {4}";
    "indexed" => "색인함";
    "new or changed" => "새로 넣음";
    "{} embedded" => "벡터를 만든 것: {}";
    "{} without a vector, found by words alone: `palimp index --embed` embeds them, `palimp embed estimate` says what that costs." => "{}에 벡터가 없어 낱말로만 찾습니다. `palimp index --embed`가 만들고, `palimp embed estimate`가 비용을 알려 줍니다.";
    "Watching {} ({} taken in). Ctrl-C ends it." => "{}를 지켜봅니다({} 가져옴). Ctrl-C를 누르면 끝납니다.";
    "{} taken in, {} gone" => "{} 가져옴, {}개 사라짐";
    "Paste the key, then Enter and Ctrl-D:" => "키를 붙여 넣고 Enter와 Ctrl-D를 누르세요:";
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
    "No request matches." => "맞는 요청이 없습니다.";
    "No client has a transcript here. Looked in:" => "이곳에 클라이언트의 기록이 없습니다. 찾아본 곳:";
    "No price is known for {}." => "{}의 값은 알려지지 않았습니다.";
}
