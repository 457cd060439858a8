//! Texts of `palimp team`, in Korean.

use super::table;

table! {
    // Founding, joining, leaving.
    "founded {} at {}, owned by {founder}" => "{1}에 팀 {0}을(를) 만들었습니다. 소유자는 {founder}";
    "fingerprint  {fingerprint}" => "지문  {fingerprint}";
    "Others join with `palimp team join {}`; tell them the fingerprint." => "다른 사람은 `palimp team join {}`(으)로 들어옵니다. 지문을 알려 주세요.";
    "Until there is a second member, nothing that you propose can be approved. An owner may set `four_eyes = false`, which all members see: `palimp team init --four-eyes false` when you are alone, `palimp team policy --four-eyes false` later." => "둘째 구성원이 있기 전에는 제안한 것을 아무도 승인할 수 없습니다. 소유자는 `four_eyes = false`로 둘 수 있고 모두가 그것을 봅니다. 혼자라면 `palimp team init --four-eyes false`, 나중에는 `palimp team policy --four-eyes false`입니다.";
    "what are you called in the team? say it with `--as NAME`: your name in git is none" => "팀에서 쓸 이름이 무엇인가요? `--as NAME`으로 말해 주세요. git에 있는 이름은 쓸 수 없습니다";
    "{} is owned by" => "{}의 소유자";
    "Did an owner tell you one of these fingerprints, on another way than this repository?" => "소유자가 이 지문 가운데 하나를 저장소가 아닌 다른 길로 알려 주었나요?";
    "no owner of what is at {} has the key {told}: this may be another team; ask the owner again" => "{}에 있는 것의 소유자 가운데 키 {told}을(를) 가진 사람이 없습니다. 다른 팀일 수 있으니 소유자에게 다시 물어보세요";
    "nothing was joined: ask an owner for the fingerprint first" => "들어가지 않았습니다. 먼저 소유자에게 지문을 물어보세요";
    "joined {} from {}" => "{1}에서 팀 {0}에 들어왔습니다";
    "asked to be let in  {id}" => "받아 달라고 신청함  {id}";
    "An owner lets you in with `palimp team approve {id}`; tell them your fingerprint: {print}" => "소유자가 `palimp team approve {id}`(으)로 받아들입니다. 내 지문을 알려 주세요: {print}";
    "The request {id} waits here, it could not be pushed: {}" => "신청 {id}은(는) 여기서 기다립니다. 보내지 못했습니다: {}";
    "{proposals} of yours were not pushed yet and would be lost. Leave?" => "보내지 못한 {proposals}가 사라집니다. 나갈까요?";
    "left {}" => "팀 {}에서 나왔습니다";
    "Your key stays a member's until an owner revokes it: `palimp team revoke`." => "소유자가 거둘 때까지 키는 구성원의 것으로 남습니다: `palimp team revoke`.";
    "Members may approve what they proposed themselves: the policy says `four_eyes = false`." => "구성원이 자기가 제안한 것을 승인할 수 있습니다. 정책이 `four_eyes = false`입니다.";
    "nothing was done, because nobody is here to be asked: {question} Say `--yes`" => "물어볼 사람이 없어 아무것도 하지 않았습니다: {question} `--yes`라고 하세요";

    // Proposing.
    "{}  from {}" => "{}  출처: {}";
    "palimp: {}:{line} holds what looks like a secret or personal data: {kind}" => "palimp: {}:{line}에 비밀이나 개인 정보로 보이는 것이 있습니다: {kind}";
    "nothing left: take it out of the note, or let it pass by its kind with `--allow KIND`" => "아무것도 보내지 않았습니다. 노트에서 빼거나, 종류를 대고 `--allow KIND`로 보내세요";
    "{}: the team has it already" => "{}: 팀에 이미 있습니다";
    "  If it takes its place, say so: `--supersedes {}`." => "  그것을 갈음하면 그렇게 말하세요: `--supersedes {}`.";
    "{} has all of that already." => "{}에 모두 이미 있습니다.";
    "Shall {what} leave for {}, exactly so?" => "{what}을(를) 이대로 {}(으)로 보낼까요?";
    "Nothing left." => "아무것도 보내지 않았습니다.";
    "{id} was proposed to {name} already" => "{id}은(는) 이미 {name}에 제안되어 있습니다";
    "proposed to {name}  {id}" => "{name}에 제안함  {id}";
    "It waits here, it could not be pushed: {}" => "여기서 기다립니다. 보내지 못했습니다: {}";
    "`palimp team sync` tries again, and so does palimp by itself." => "`palimp team sync`가 다시 해 보고, palimp도 스스로 다시 합니다.";
    "No pull request was opened: neither `gh` nor `glab` is there. The proposal is pushed all the same." => "풀 리퀘스트는 열지 않았습니다. `gh`도 `glab`도 없습니다. 제안은 그래도 보냈습니다.";
    "No pull request was opened: {program}: {}" => "풀 리퀘스트를 열지 못했습니다: {program}: {}";
    "No pull request was opened: {program}: {error}" => "풀 리퀘스트를 열지 못했습니다: {program}: {error}";

    // Reviewing and deciding.
    "palimp: {}: not reached: {why}" => "palimp: {}: 닿지 못함: {why}";
    "Nothing waits for {}." => "{}에 기다리는 것이 없습니다.";
    "{have} of {approvals}" => "{approvals} 가운데 {have}개";
    "{have} of {approvals}, by {}" => "{approvals} 가운데 {have}개: {}";
    "{}  proposed by {}  {counted}" => "{}  제안: {}  {counted}";
    "FURTHER KEY for {member}, who is a member already ({may}): whoever has {fingerprint} acts as {member}" => "키 추가: 이미 구성원인 {member}({may})의 키가 하나 더 생깁니다. {fingerprint}을(를) 가진 사람은 {member}(으)로 행동합니다";
    "NEW MEMBER {member} ({may}) with the key {fingerprint}" => "새 구성원: {member} ({may}), 키 {fingerprint}";
    "cannot land: {why}" => "들어갈 수 없음: {why}";
    "rejected by {by}: {why}" => "{by} 거절: {why}";
    "waits here to be pushed" => "여기서 보내기를 기다림";
    "  {path}  new" => "  {path}  새로 생김";
    "  {path}  goes" => "  {path}  없어짐";
    "    lets pass: {}" => "    내보내도 되는 것: {}";
    "  says the same as {}: {}" => "  같은 말이 있음 {}: {}";
    "  contradicts {}: {}" => "  어긋남 {}: {}";
    "  {file}, line {line} holds what looks like a secret or personal data: {kind}" => "  {file} {line}째 줄에 비밀이나 개인 정보로 보이는 것이 있습니다: {kind}";
    "  `palimp team approve {0}` or `palimp team reject {0} --why TEXT`" => "  `palimp team approve {0}` 또는 `palimp team reject {0} --why TEXT`";
    "{more} more: decide on these first, or name one: `palimp team review ID`" => "{more}가 더 있습니다. 이것부터 정하거나 하나를 대세요: `palimp team review ID`";
    "{more} more were not looked at: name one to see it, `palimp team review ID`" => "{more}를 더 살피지 않았습니다. 보려면 하나를 대세요: `palimp team review ID`";
    "Do you approve exactly this?" => "바로 이것을 승인합니까?";
    "Nothing was approved." => "아무것도 승인하지 않았습니다.";
    "approved {}: it landed in {}" => "{} 승인: {}에 들어갔습니다";
    "approved {}: it waits for {more} more" => "{} 승인: {more}를 더 기다립니다";
    "rejected {}" => "{} 거절";
    "{} has no proposal {id}: `palimp team review` shows what is open" => "{}에 제안 {id}이(가) 없습니다. `palimp team review`가 열린 것을 보여 줍니다";
    "several proposals begin with {id}: say more of it" => "{id}(으)로 시작하는 제안이 여럿입니다. 더 길게 적어 주세요";

    // Changing what a team has.
    "Propose that {} goes for everybody?" => "{}을(를) 모두에게서 없애자고 제안할까요?";
    "Nothing was proposed." => "아무것도 제안하지 않았습니다.";
    "Once it is approved, palimp tells it nowhere and takes it out of every member's index at the next sync. Git keeps its text: in the history of the repository, in every clone, and at the forge. A secret that was in it has to be changed where it opens something." => "승인되면 palimp는 어디서도 그것을 말하지 않고, 다음 동기화 때 모두의 색인에서 뺍니다. git에는 글이 남습니다. 저장소의 이력, 모든 클론, 호스팅에 있습니다. 그 안에 비밀이 있었다면 그것이 여는 곳에서 바꿔야 합니다.";

    "Begin the history of {name} anew, so that no earlier commit holds {}? Who has not synced since it was erased has to join anew." => "{name}의 이력을 새로 시작해 {}이(가) 앞선 커밋에 없도록 할까요? 지운 뒤로 동기화하지 않은 사람은 다시 들어와야 합니다.";
    "Nothing was rewritten." => "아무것도 고쳐 쓰지 않았습니다.";
    "the history of {name} begins anew, at {}" => "{name}의 이력이 {}에서 새로 시작합니다";
    "The clones of members drop the one before with their next sync. The place where the repository lies may keep it until it cleans up (`git gc --prune=now`), and so may forks, pull requests, caches and backups. A secret that was in it has to be changed where it opens something." => "구성원의 클론은 다음 동기화 때 앞선 이력을 버립니다. 저장소가 있는 곳은 정리할 때까지(`git gc --prune=now`) 그것을 담고 있을 수 있고, 포크, 풀 리퀘스트, 캐시, 백업도 그렇습니다. 그 안에 비밀이 있었다면 그것이 여는 곳에서 바꿔야 합니다.";

    // Looking.
    "Nothing was verified yet: `palimp team sync`." => "아직 검증한 것이 없습니다: `palimp team sync`.";
    "{path} now holds {facts} of team {name}" => "{path}에 이제 팀 {name}의 {facts}이(가) 있습니다";
    "{path} held already {facts} of team {name}" => "{path}에 이미 팀 {name}의 {facts}이(가) 있습니다";
    "{}  {landed} verified, {facts} served, at {short}" => "{}  검증 {landed}, 알려 주는 것 {facts}, {short}";
    "palimp: {team}: proposal {id} waits here, it could not be pushed: {why}" => "palimp: {team}: 제안 {id}이(가) 여기서 기다립니다. 보내지 못했습니다: {why}";
    "palimp: {team}: {by} had the history begin anew, so that what was erased is gone from it" => "palimp: {team}: 지운 것이 이력에 남지 않도록 {by}이(가) 이력을 새로 시작했습니다";
    "the history begins anew, by {approved}" => "이력이 새로 시작함: {approved}";
    "No team was joined; `palimp team join URL` joins one." => "들어간 팀이 없습니다. `palimp team join URL`로 들어갑니다.";
    "not reached: {}" => "닿지 못함: {}";
    "{paths}  proposed by {proposed}, approved by {approved}" => "{paths}  제안 {proposed}, 승인 {approved}";
    " and {} more" => " 밖에 {}개";
    "{role} of {path}" => "{path}의 {role}";
    "contributor of *" => "*의 contributor";
    "  revoked" => "  믿지 않음";
    "{}: would be written to {path}" => "{}: {path}에 적을 것임";
    "{}: written to {path}" => "{}: {path}에 적음";
    "{}: stands in {path} already" => "{}: {path}에 이미 있음";
    "{}: {path} says something else and stays as it is" => "{}: {path}에 다른 것이 적혀 있어 그대로 둠";
    "{}: left out: {why}" => "{}: 넣지 않음: {why}";
    "{} keeps no templates." => "{}에는 본보기가 없습니다.";
}
