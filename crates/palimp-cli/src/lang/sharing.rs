//! Reasons why something of a team's repository cannot be had, or is not believed, in Korean.

use super::table;

table! {
    // The repository.
    "git could not be run: {0}; is git 2.34 or later installed?" => "git을 실행하지 못했습니다: {0}. git 2.34 이상이 설치되어 있나요?";
    "{}: git: {said}" => "{}: git이 거절했습니다: {said}";
    "the fetch was stopped after {} MB and {seconds} s, which is more than a team's memory takes; ask who owns the repository what was pushed there, and sync again" => "팀의 기억이 쓰는 것보다 많아서 {} MB, {seconds}초에서 받기를 멈췄습니다. 저장소의 소유자에게 무엇이 올라갔는지 묻고 다시 동기화하세요";
    "{file}: ssh-keygen made no signature: {said}; is the key there, or in your ssh agent?" => "{file}: ssh-keygen이 서명을 만들지 않았습니다: {said}. 키가 그곳이나 ssh 에이전트에 있나요?";
    "the team's repository lacks {asked}; sync again, or join the team anew" => "팀의 저장소에 {asked}이(가) 없습니다. 다시 동기화하거나 팀에 새로 들어오세요";

    // A commit that is not believed.
    "the commit is malformed" => "커밋의 꼴이 바르지 않습니다";
    "the commit is not signed" => "커밋에 서명이 없습니다";
    "the signature does not fit the commit" => "서명이 커밋과 맞지 않습니다";
    "the commit is signed by another key than ed25519" => "ed25519가 아닌 키로 서명한 커밋입니다";
    "it gives the key {print} the name {member}, which is a member's: only a key of {member}'s or an owner may propose that" => "이미 구성원이 있는 이름 {member}을(를) 키 {print}에 줍니다. {member} 본인의 키나 소유자만 제안할 수 있습니다";
    "allowed_signers: {member:?} is not a name" => "allowed_signers: {member}은(는) 이름이 될 수 없습니다";
    "signed by a key that no member had before: {0}" => "그때 어느 구성원에게도 없던 키로 서명했습니다: {0}";
    "signed by a revoked key: {0}" => "거둔 키로 서명했습니다: {0}";
    "{member} may not change {path}: that asks for {needed:?}" => "{member}은(는) {path}을(를) 바꿀 수 없습니다. {needed:?} 역할이 있어야 합니다";
    "{have} of {need} approvals of exactly this change" => "바로 이 변경에 대한 승인이 {need}개 가운데 {have}개입니다";
    "{member} proposed it; with four eyes, somebody else approves" => "{member}이(가) 제안한 것입니다. four_eyes 정책에서는 다른 사람이 승인해야 합니다";
    "the commit does not merge a proposal" => "제안을 병합한 커밋이 아닙니다";
    "the proposal landed before; approvals count once" => "이미 들어간 제안입니다. 승인은 한 번만 셉니다";
    "the merge changes something else than its proposal" => "병합이 제안과 다른 것을 바꿉니다";
    "{0:?} is no path of a team's repository" => "{0:?}은(는) 팀 저장소의 경로가 아닙니다";
    "{path:?} is no plain file: mode {mode}" => "{path:?}은(는) 보통 파일이 아닙니다: 모드 {mode}";
    "the directory {0:?} is too large or malformed" => "디렉터리 {0:?}이(가) 너무 크거나 꼴이 바르지 않습니다";
    "{path:?} is larger than {} bytes" => "{path:?}이(가) {}바이트보다 큽니다";
    "{path:?} is not text" => "{path:?}은(는) 글이 아닙니다";
    "{path:?}: a tombstone is empty and stays" => "{path:?}: 지운 표시는 비어 있고 그대로 남습니다";
    "more than {} files change at once" => "파일이 한꺼번에 {}개보다 많이 바뀝니다";
    "the policy would be broken: {0}" => "정책이 깨집니다: {0}";
    "this is another team than the one that you joined" => "들어간 팀이 아닌 다른 팀입니다";
    "the history was shortened: verified commits are missing" => "이력이 짧아졌습니다. 검증한 커밋이 없습니다";
    "an owner rewrote the history behind what this home has verified: compare the owners' fingerprints again, leave the team and join it anew" => "이 홈이 검증한 것 뒤로 소유자가 이력을 고쳐 썼습니다. 소유자의 지문을 다시 견주고, 팀에서 나갔다가 다시 들어오세요";
    "the history was rewritten, and not only so that what was erased is gone from it" => "이력을 고쳐 썼는데, 지운 것만 없앤 것이 아닙니다";
    "the history was rewritten: it does not go on from the last verified commit" => "이력을 고쳐 썼습니다. 마지막으로 검증한 커밋에서 이어지지 않습니다";

    // A fact that cannot be read.
    "it does not begin with a front matter between two lines of ---" => "--- 두 줄 사이의 머리글로 시작하지 않습니다";
    "{0} is missing in its front matter" => "머리글에 {0}이(가) 없습니다";
    "{0} stands twice in its front matter" => "머리글에 {0}이(가) 두 번 있습니다";
    "{key}: {value:?} is no name of letters, digits, ., _ and -" => "{key}: {value:?}은(는) 글자, 숫자, ., _, -로 된 이름이 아닙니다";
    "{key}: {value:?} is no day such as 2026-11-23" => "{key}: {value:?}은(는) 2026-11-23과 같은 날짜가 아닙니다";
    "{key} is {said:?} in the file and {stands:?} in its path" => "{key}이(가) 파일에는 {said:?}, 경로에는 {stands:?}입니다";
    "it says nothing below its front matter" => "머리글 아래에 아무 말도 없습니다";
    "it is longer than a fact: {} characters are the most" => "사실보다 깁니다. 많아야 {}자입니다";
}
