//! Texts of other crates about failures and findings, in Korean.

use super::table;

table! {
    "{}: {source}" => "{}: {source}";

    // Settings, and addresses of services.
    "{} must be {}" => "{}에 쓸 수 있는 것: {}";
    "{path} knows no '{text}': use {}" => "{path}: '{text}'은(는) 모릅니다. {} 가운데에서 쓰세요";
    "{}, or null" => "{}, 또는 null";
    "true or false" => "true나 false";
    "a whole number from {from} to {to}, or null" => "{from}에서 {to}까지의 정수, 또는 null";
    "an address such as {}, or null" => "{} 같은 주소, 또는 null";
    "a whole number from {from} to {to}" => "{from}에서 {to}까지의 정수";
    "a number from 0 to 1" => "0에서 1까지의 수";
    "one of {}" => "{} 가운데 하나";
    "a text" => "글";
    "an address such as {}" => "{} 같은 주소";
    "a time such as 90s, 5m or 1h, or a number of seconds" => "90s, 5m, 1h 같은 시간이나 초의 수";
    "a list of texts, such as {}" => "{} 같은 글의 목록";
    "a list of some of {}" => "{} 가운데 몇의 목록";
    "an object, such as {}" => "{} 같은 객체";
    "{} must begin with https:// or, on this machine, http://" => "{}: https://로, 이 컴퓨터라면 http://로 시작해야 합니다";
    "{} must begin with https:// or http://" => "{}: https://나 http://로 시작해야 합니다";
    "{} holds a name or password: keep the key with palimp's keys" => "{}: 이름이나 비밀번호가 들어 있습니다. 키는 palimp keys에 두세요";
    "{} would send your text unencrypted to {}: use https:// (http:// is for this machine and private networks)" => "{}: 글이 암호화되지 않은 채 {}(으)로 갑니다. https://를 쓰세요 (http://는 이 컴퓨터와 사설망에만)";
    "{} would send your token unencrypted to {}: use https:// (http:// is for this machine alone)" => "{}: 토큰이 암호화되지 않은 채 {}(으)로 갑니다. https://를 쓰세요 (http://는 이 컴퓨터에만)";

    // The engine.
    "did you mean {meant}?" => "{meant}을(를) 찾으세요?";

    // The database.
    "{} is locked by another process: try again, or end the process that holds it" => "{}: 다른 프로세스가 잠갔습니다. 다시 해 보거나 그 프로세스를 끝내세요";
    "{} is damaged: run `palimp doctor --fix`, which saves what can be read and starts a new one" => "{}: 손상되었습니다. `palimp doctor --fix`가 읽을 수 있는 것을 건지고 새로 시작합니다";
    "{} was written by a newer palimp (its format is {found}, this one knows up to {known}): update palimp" => "{}: 더 새로운 palimp가 썼습니다(형식 {found}, 이 palimp는 {known}까지 압니다). palimp를 올리세요";
    "there is no {} yet: nothing has been captured" => "아직 {}이(가) 없습니다. 기록된 것이 없습니다";
    "{} is in use by another program: close that and try again" => "{}: 다른 프로그램이 쓰고 있습니다. 닫고 다시 해 보세요";
    "{} is damaged, or no SQLite database: it was left alone" => "{}: 손상되었거나 SQLite 데이터베이스가 아니어서 손대지 않았습니다";
    "{} asks for more work than any store of its kind: it was left alone" => "{}: 이런 데이터베이스치고 일이 너무 많아 손대지 않았습니다";
    "{} has no table '{table}': another version wrote it than palimp knows" => "{}: '{table}' 테이블이 없습니다. palimp가 모르는 판이 썼습니다";

    // Notes.
    "those words do not stand there: read the note again" => "그 글이 거기 없습니다. 노트를 다시 읽으세요";
    "those words stand there {0} times: pass more of what stands around them" => "그 글이 거기 {0}번 있습니다. 앞뒤를 더 적으세요";
    "line {0} was written by somebody else: only their author replaces words" => "{0}번째 줄은 다른 이가 썼습니다. 쓴 이만 바꿉니다";
    "those words are a part of a text that cannot be cut there: pass the whole text" => "거기서 자를 수 없는 글의 일부입니다. 글 전체를 적으세요";
    "there is no vault at {}: `palimp init` makes one" => "{}에 보관소가 없습니다. `palimp init`이 만듭니다";
    "there is no note {path}" => "노트가 없습니다: {path}";
    "there is no note {}" => "노트가 없습니다: {}";
    "{} exists already: append to it, or ask for it to be replaced" => "{}: 이미 있습니다. 덧붙이거나 바꾸라고 하세요";
    "{} is a symbolic link: inside a vault palimp follows none; put the file itself there, or index its target as an extra path" => "{}: 심볼릭 링크입니다. palimp는 보관소 안의 링크를 따르지 않습니다. 파일을 그 자리에 두거나 가리키는 곳을 추가 경로로 색인하세요";
    "{} leads out of {}: palimp follows no link that does" => "{}: {} 밖으로 나갑니다. palimp는 그런 링크를 따르지 않습니다";
    "{} is no file that can hold a note: move it away or choose another name" => "{}: 노트가 될 수 있는 파일이 아닙니다. 옮기거나 다른 이름을 고르세요";
    "{} is not UTF-8 text: convert it first, it is left as it is" => "{}: UTF-8 글이 아닙니다. 먼저 바꾸세요. 그대로 두었습니다";
    "{} is larger than {} MB: no note is, it is left as it is" => "{}: {} MB보다 커서 노트가 아닙니다. 그대로 두었습니다";
    "{} is being changed by another program: try again when it has finished" => "{}: 다른 프로그램이 바꾸고 있습니다. 끝난 뒤에 다시 해 보세요";
    "{note} has no version {id}: `palimp history {note}` lists those it has" => "{note}: {id} 판이 없습니다. `palimp history {note}`이(가) 있는 판을 보여 줍니다";
    "{0} is relative: begin it with ~/ or /, or it would be another path in every directory" => "{0}: 상대 경로입니다. ~/ 나 / 로 시작하세요. 디렉터리마다 다른 곳이 됩니다";
    "{} cannot be followed: {reason}" => "{}: 따라갈 수 없습니다: {reason}";
    "a note needs a path, such as shared/decisions.md" => "노트에는 shared/decisions.md 같은 경로가 필요합니다";
    "{0} is not within the vault: give the path from the vault's root, such as shared/decisions.md" => "{0}: 보관소 안이 아닙니다. shared/decisions.md처럼 보관소에서 시작하는 경로를 적으세요";
    "{0} leads out of the vault: give the path from the vault's root, without .." => "{0}: 보관소 밖으로 나갑니다. .. 없이 보관소에서 시작하는 경로를 적으세요";
    "{0} has a backslash: put / between directories" => "{0}: 역슬래시가 있습니다. 디렉터리 사이에는 /를 쓰세요";
    "{0:?} has a character that no file name should have" => "{0}: 파일 이름에 있어서는 안 될 글자가 있습니다";
    "{0} is hidden: palimp leaves alone what begins with a dot" => "{0}: 숨긴 파일입니다. palimp는 점으로 시작하는 것에 손대지 않습니다";
    "{0} is too long for a file name: 255 bytes is the longest" => "{0}: 파일 이름으로 너무 깁니다. 255바이트까지입니다";
    "{0} is not a note: its name has to end in .md" => "{0}: 노트가 아닙니다. 이름이 .md로 끝나야 합니다";
    "there is no kind {0}: it is daily, core, preference, decision, project, procedure, lesson or semantic" => "{0}(이)라는 종류는 없습니다. daily, core, preference, decision, project, procedure, lesson, semantic 가운데 하나입니다";

    // Clients.
    "no client is called '{0}': use claude, codex, gemini, opencode, copilot, cursor or openclaw" => "'{0}'(이)라는 클라이언트는 없습니다. claude, codex, gemini, opencode, copilot, cursor, openclaw 가운데 하나를 쓰세요";
    "{} is not valid JSON (line {line}: {reason}); correct that line and try again, palimp has left the file alone" => "{}: 올바른 JSON이 아닙니다({line}번째 줄: {reason}). 그 줄을 고치고 다시 해 보세요. palimp는 손대지 않았습니다";
    "{} is not valid TOML (line {line}: {reason}); correct that line and try again, palimp has left the file alone" => "{}: 올바른 TOML이 아닙니다({line}번째 줄: {reason}). 그 줄을 고치고 다시 해 보세요. palimp는 손대지 않았습니다";
    "in {}, line {line}, {what} should be {expected}; correct it and try again, palimp has left the file alone" => "{}, {line}번째 줄: {what}은(는) {expected}이어야 합니다. 고치고 다시 해 보세요. palimp는 손대지 않았습니다";
    "{} is not UTF-8 text; convert or remove it and try again, palimp has left it alone" => "{}: UTF-8 글이 아닙니다. 바꾸거나 지우고 다시 해 보세요. palimp는 손대지 않았습니다";
    "the path {} is not UTF-8, so that no client's settings can name it; move it to another name" => "경로 {}: UTF-8이 아니어서 클라이언트의 설정에 적을 수 없습니다. 다른 이름으로 옮기세요";
    "{} is read-only; make it writable (`chmod u+w`), or change it where it is generated, and try again" => "{}: 읽기 전용입니다. 쓸 수 있게 하거나(`chmod u+w`) 만들어지는 곳에서 바꾸고 다시 해 보세요";
    "cannot read {} ({source}); see to its permissions and try again" => "{}: 읽을 수 없습니다({source}). 권한을 살펴보고 다시 해 보세요";
    "cannot write {} ({source}); see to permissions and free space and try again" => "{}: 쓸 수 없습니다({source}). 권한과 남은 자리를 살펴보고 다시 해 보세요";
    "{} keeps changing while palimp edits it; close the program that writes it and try again" => "{}: palimp가 고치는 동안 계속 바뀝니다. 쓰는 프로그램을 닫고 다시 해 보세요";

    // Keys and models.
    "{path} can be read by other users of this machine: run `chmod 600 {path}`, and replace the keys in it if others may have seen them" => "{path}: 이 컴퓨터의 다른 사용자가 읽을 수 있습니다. `chmod 600 {path}`을(를) 실행하고, 남이 보았을 수 있으면 키를 바꾸세요";
    "the key for {0} is empty or holds spaces or other characters that no key has: copy it again" => "{0}의 키가 비었거나 키에 없는 글자가 있습니다. 다시 복사하세요";
    "'{0}' is no provider's name: use small letters, digits and hyphens" => "'{0}'은(는) 제공자의 이름이 될 수 없습니다. 작은 글자, 숫자, 붙임표를 쓰세요";
    "the keyring of this machine is locked, so that a key in it stays there: unlock it and try again" => "이 컴퓨터의 키링이 잠겨 있어 키를 꺼낼 수 없습니다. 풀고 다시 해 보세요";
    "the keyring of this machine {why}: keep the key in {} instead" => "이 컴퓨터의 키링: {why}. 대신 {}에 키를 두세요";
    "default" => "기본값";
    "the system's keyring" => "시스템의 키링";
    "fresh" => "그대로";
    "moved" => "옮겨짐";
    "drifted" => "바뀜";
    "gone" => "사라짐";
    "unknown" => "알 수 없음";
    "is not running" => "돌고 있지 않습니다";
    "is locked" => "잠겨 있습니다";
    "did not answer" => "답하지 않았습니다";
    "failed ({0})" => "실패했습니다({0})";
    "no local model is named: set embedding.model to the directory of a sentence transformer" => "로컬 모델이 정해지지 않았습니다. embedding.model에 sentence transformer의 디렉터리를 적으세요";
    "{0} is no directory: embedding.model must name that of a sentence transformer" => "{0}: 디렉터리가 아닙니다. embedding.model에는 sentence transformer의 디렉터리를 적어야 합니다";
    "{0} is missing: embedding.model must name the directory of a sentence transformer" => "{0}: 없습니다. embedding.model에는 sentence transformer의 디렉터리를 적어야 합니다";
    "{0} has no onnx/model.onnx, and palimp runs nothing else: export it with `pip install 'sentence-transformers[onnx]'` and `python -c \"from sentence_transformers import SentenceTransformer as S; S('{0}', backend='onnx').save_pretrained('{0}')\"`" => "{0}: onnx/model.onnx이 없고 palimp는 그것만 돌립니다. `pip install 'sentence-transformers[onnx]'`와 `python -c \"from sentence_transformers import SentenceTransformer as S; S('{0}', backend='onnx').save_pretrained('{0}')\"`로 내보내세요";
    "{path} cannot be read: {reason}" => "{path}: 읽을 수 없습니다: {reason}";
    "{path} asks for {what}, which palimp cannot do: choose another model" => "{path}: palimp가 할 수 없는 것({what})을 요구합니다. 다른 모델을 고르세요";
    "{path} cannot be run: {reason}; export the model anew, or choose another one" => "{path}: 돌릴 수 없습니다: {reason}. 모델을 다시 내보내거나 다른 것을 고르세요";

    // How things are: `doctor` and `status`.
    "{}; {note}" => "{}; {note}";
    "the hooks are another version's; `palimp install {client}` renews them" => "훅이 다른 판의 것임. `palimp install {client}`이(가) 새로 합니다";
    "hooks.json names the event `{name}`: a Cursor that does not know it runs no hook in that file" => "hooks.json에 `{name}` 이벤트가 있음. 그것을 모르는 Cursor는 그 파일의 훅을 하나도 돌리지 않습니다";
    "OpenClaw keeps the plugin from its work, by {keys} in its settings" => "OpenClaw의 설정이 플러그인을 막음: {keys}";
    "Codex CLI runs new hooks only once you trust them: start `codex` and say yes" => "Codex CLI는 신뢰한다고 답한 훅만 실행합니다. `codex`를 시작해 신뢰한다고 답하세요";
    "opencode loads the plugin the next time it starts; offline, that start may take a minute" => "opencode는 다음에 시작할 때 플러그인을 읽습니다. 네트워크가 없으면 그 시작이 1분쯤 걸릴 수 있습니다";
    "Cursor has palimp's hooks and tools from its next start; switch the server on there if it asks" => "Cursor는 다음에 시작할 때부터 palimp의 훅과 도구를 씁니다. 물으면 서버를 켜세요";
    "Claude Code runs no hooks while `disableAllHooks` is true in its settings" => "설정의 `disableAllHooks`가 true인 동안 Claude Code는 훅을 돌리지 않습니다";
    "Codex CLI runs no hooks while `features.hooks` is false in its config.toml" => "config.toml의 `features.hooks`가 false인 동안 Codex CLI는 훅을 돌리지 않습니다";
    "some of palimp's hooks are switched off in Codex CLI: see `/hooks` there" => "palimp의 훅 몇이 Codex CLI에서 꺼져 있음: 거기서 `/hooks`를 보세요";
    "Gemini CLI runs no hooks while `hooksConfig.enabled` is false in its settings" => "설정의 `hooksConfig.enabled`가 false인 동안 Gemini CLI는 훅을 돌리지 않습니다";
    "Gemini CLI runs no hook that `hooksConfig.disabled` names, and it names `palimp`" => "Gemini CLI는 `hooksConfig.disabled`에 적힌 훅을 돌리지 않는데, 거기에 `palimp`가 있습니다";
    "{} was changed since palimp wrote it and stays so; remove it and install again to renew it" => "{}: palimp가 쓴 뒤에 바뀌어 그대로 둡니다. 새로 하려면 지우고 다시 설치하세요";
    "a file that is not palimp's stands there; {} was not installed" => "palimp의 것이 아닌 파일이 거기에 있어 설치하지 않음: {}";
    "{} was changed since palimp wrote it and was left; remove it by hand" => "{}: palimp가 쓴 뒤에 바뀌어 남겨 두었습니다. 손으로 지우세요";
    "OpenClaw loads the plugin and palimp's tools with its next start" => "OpenClaw는 다음에 시작할 때 플러그인과 palimp의 도구를 읽습니다";
}
