//! Why something could not be done, as this room says it; and what clap says of a wrong call.

use super::table;

table! {
    "'{text}' names nothing: write --tag ops, --prop status=done" => "'{text}': 알아볼 수 없습니다. --tag ops, --prop status=done처럼 쓰세요";
    "there is no note '{named}': `palimp list` shows them all" => "'{named}'(이)라는 노트는 없습니다. `palimp list`가 모두 보여 줍니다";
    "there is no home directory: set HOME or PALIMP_HOME" => "홈 디렉터리가 없습니다. HOME이나 PALIMP_HOME을 정하세요";
    "there is no home directory: set HOME" => "홈 디렉터리가 없습니다. HOME을 정하세요";
    "'{agent}' is no agent's id: use letters, digits, '-' and '_'" => "'{agent}'은(는) 에이전트의 id가 될 수 없습니다. 글자, 숫자, '-', '_'를 쓰세요";
    "write `hook` first: palimp hook <client> [--home DIR]" => "`hook`을 먼저 쓰세요: palimp hook <client> [--home DIR]";
    "{} is not Unicode: no client's settings can name it" => "{}: 유니코드가 아니어서 클라이언트의 설정에 적을 수 없습니다";
    "nothing was done, because nobody is here to be asked: {question} Say `--yes`, or look with `--dry-run` first" => "물어볼 사람이 없어 아무것도 하지 않았습니다: {question} `--yes`를 붙이거나 먼저 `--dry-run`으로 살펴보세요";
    "{names} could not be wired; see above, then run `palimp up` again" => "{names}: 연결하지 못했습니다. 위의 메시지를 보고 `palimp up`을 다시 실행하세요";
    "nothing of {} could be read: see what is said of it above" => "{}: 읽을 수 있는 것이 없습니다. 위의 메시지를 보세요";
    "port {port} is taken by another program; {free} is free: `palimp dashboard --port {free}`" => "포트 {port}은(는) 다른 프로그램이 쓰고 있고 {free}은(는) 비어 있습니다: `palimp dashboard --port {free}`";
    "the dashboard is served already, and does not answer: try again in a moment" => "대시보드가 이미 열려 있으나 답하지 않습니다. 잠시 뒤에 다시 해 보세요";
    "nothing to look for: palimp search \"dark mode\"" => "찾을 말이 없습니다: palimp search \"다크 모드\"";
    "nothing to look for: palimp dashboard memory search \"dark mode\"" => "찾을 말이 없습니다: palimp dashboard memory search \"다크 모드\"";
    "--min-score is a number from 0 to 1" => "--min-score는 0부터 1까지의 수입니다";
    "there is nothing to save: palimp save \"we use pnpm\"" => "적을 것이 없습니다: palimp save \"pnpm을 쓴다\"";
    "name a PATH or a --kind, not both: a kind has its place" => "PATH와 --kind 가운데 하나만 쓰세요. 종류마다 자리가 있습니다";
    "--replace needs the PATH of the note that is replaced" => "--replace에는 바꿀 노트의 PATH가 필요합니다";
    "--at names places of the project here, which is not {other}: run it there" => "--at은 지금 프로젝트의 자리를 가리키는데 {other}이(가) 아닙니다. 그 프로젝트에서 실행하세요";
    "--at names {} places at the most" => "--at은 많아야 {}곳입니다";
    "{place}: within {root} there is no text file of this name with at most 256 KB, or nothing in those lines" => "{place}: {root} 안에 이런 이름의 256 KB 이하 글 파일이 없거나 그 줄에 아무것도 없습니다";
    "standard input is not UTF-8 text" => "표준 입력이 UTF-8 글이 아닙니다";
    "there is no observation #{id}: `palimp recent` shows their numbers" => "관찰 #{id}이(가) 없습니다. `palimp recent`가 번호를 보여 줍니다";
    "there is no observation #{id}: `palimp recent` shows what there is" => "관찰 #{id}이(가) 없습니다. `palimp recent`가 있는 것을 보여 줍니다";
    "there is no message m{id}: `palimp timeline` shows what there is" => "메시지 m{id}이(가) 없습니다. `palimp timeline`이 있는 것을 보여 줍니다";
    "'{text}' opens nothing: write s:26a1a7ce for a session, c:979fa9b for a commit, #12 for an observation, m12 for a message, shared/decisions.md:14 for a note" => "'{text}'(으)로는 아무것도 열 수 없습니다. 세션은 s:26a1a7ce, 커밋은 c:979fa9b, 관찰은 #12, 메시지는 m12, 노트는 shared/decisions.md:14처럼 쓰세요";
    "cannot show {pointer}: not found; hint: `palimp search WORDS`" => "{pointer}을(를) 보일 수 없습니다. 그런 세션이 없습니다. `palimp search 낱말`로 찾아보세요";
    "cannot open {pointer} here; hint: `palimp show {pointer}`" => "{pointer}은(는) 여기서 열 수 없습니다. `palimp show {pointer}`을(를) 쓰세요";
    "'{text}' is no number of an observation: `palimp recent` shows them" => "'{text}'은(는) 관찰의 번호가 아닙니다. `palimp recent`가 보여 줍니다";
    "there is no note {path} in {place}: `palimp list` shows what there is" => "{place}에 {path}(이)라는 노트가 없습니다. `palimp list`가 있는 것을 보여 줍니다";
    "there is no note {path} in {place}; near it: {}" => "{place}에 {path}(이)라는 노트가 없습니다. 비슷한 것: {}";
    "{shown}: {error}: name a file that `palimp export` wrote; `palimp bootstrap` takes in what other tools remember" => "{shown}: {error}. `palimp export`가 쓴 파일을 적으세요. 다른 도구가 기억하는 것은 `palimp bootstrap`이 가져옵니다";
    "{shown}: {error}; near it: {}" => "{shown}: {error}. 비슷한 것: {}";
    "{editor} could not be started: {error}" => "{editor}을(를) 시작하지 못했습니다: {error}";
    "{editor} ended with {status}; nothing was changed" => "{editor}이(가) {status}(으)로 끝났습니다. 바꾼 것이 없습니다";
    "-i needs a terminal to choose on: leave -i out for a list, or take --json for programs" => "-i로 고르려면 터미널이 필요합니다. 목록은 -i 없이, 프로그램에는 --json을 쓰세요";
    "this has no file to edit: a note has, and an edit of one that is there" => "편집할 파일이 없습니다. 노트이거나, 아직 남아 있는 파일을 고친 기록이어야 합니다";
    "the answer goes to another program: edit and forget where it does not" => "출력이 다른 프로그램으로 갑니다. 편집하거나 잊으려면 터미널에 바로 출력하게 하세요";
    "only what tools did has an age to be kept from" => "보관 기한은 도구가 한 일에만 있어 그것만 고정할 수 있습니다";
    "Enter goes on, and nobody is here to press it: `palimp tour --yes` does not wait" => "Enter로 이어 가는데 누를 사람이 없습니다. `palimp tour --yes`는 기다리지 않습니다";
    "`{shown}` failed, which is palimp's fault: {said}" => "`{shown}`이(가) 실패했습니다. palimp의 잘못입니다: {said}";
    "there is no observation #{id}" => "관찰 #{id}이(가) 없습니다";
    "{} was changed by someone else meanwhile; your version is kept as {}" => "{}: 그 사이 다른 쪽에서 바꾸었습니다. 쓴 것은 {}에 두었습니다";
    "two characters at least: everything would match" => "두 글자 이상이어야 합니다. 한 글자는 모든 것에 맞습니다";
    "{doubt}: nothing was removed; where the clock is right, `palimp cleanup --days {days}` does it" => "{doubt}: 아무것도 지우지 않았습니다. 시계가 맞다면 `palimp cleanup --days {days}`이(가) 지웁니다";
    "Remove {}? It cannot be undone." => "{}: 지울까요? 되돌릴 수 없습니다.";
    "say what the prompt is: --prompt TEXT" => "프롬프트를 적으세요: --prompt TEXT";
    "session {session} was not condensed{more}: {why}; nothing is lost, it is tried again" => "세션 {session}: 줄이지 못했습니다{more}: {why}. 잃은 것은 없으며 다시 해 봅니다";
    "{rejected} of {} could not be read" => "{}에서 {rejected}을 읽지 못했습니다";
    "{} cannot be a vault: {why}" => "{}: 보관소가 될 수 없습니다: {why}";
    "the directory {} cannot be made or used: name another one with --vault, or see to the permissions of the one that it lies in" => "디렉터리 {}을(를) 만들거나 쓸 수 없습니다. --vault로 다른 디렉터리를 적거나 위 디렉터리의 권한을 살펴보세요";
    "it is a file; name a directory" => "파일입니다. 디렉터리를 적으세요";
    "it holds your whole home directory; name a directory of notes" => "홈 디렉터리 전체입니다. 노트의 디렉터리를 적으세요";
    "it is palimp's own home; name a directory of notes" => "palimp 자신의 홈입니다. 노트의 디렉터리를 적으세요";
    "there is no key on standard input: palimp keys set {provider} < key.txt" => "표준 입력에 키가 없습니다: palimp keys set {provider} < key.txt";
    "say what to ask: palimp run <client> -- PROMPT" => "무엇을 물을지 적으세요: palimp run <client> -- PROMPT";
    "there was nothing to say: pipe words in, such as `echo \"why does the build fail?\" | palimp chat`, or run it in a terminal" => "할 말이 없습니다. `echo \"빌드가 왜 실패해?\" | palimp chat`처럼 넘겨주거나 터미널에서 실행하세요";
    "there is nobody to talk with: say who answers, such as --with claude or --with api:ollama" => "이야기할 상대가 없습니다. --with claude나 --with api:ollama처럼 누가 답할지 적으세요";
    "nobody is named who gives vectors: `palimp dashboard memory config set embedding builtin`" => "벡터를 만들 곳이 없습니다: `palimp dashboard memory config set embedding builtin`";
    "not every home could be indexed; the others are" => "색인하지 못한 홈이 있습니다. 나머지는 되었습니다";
    "there is no '{key}' here: use homes or embedding" => "'{key}'은(는) 없습니다. homes나 embedding을 쓰세요";
    "there is no type '{name}': use one of {names}" => "'{name}'(이)라는 종류는 없습니다. 이 가운데 하나를 쓰세요: {names}";
    "'{text}' is no date: write 7d, 12h, 2026-11-20 or '2026-11-20 14:00'" => "'{text}'은(는) 날짜가 아닙니다. 7d, 12h, 2026-11-20, '2026-11-20 14:00'처럼 쓰세요";

    "{}; the default holds" => "{}; 기본값을 씁니다";

    // What became of a file.
    "created" => "새로 만듦";
    "edited" => "고침";
    "removed" => "지움";
    "unchanged" => "그대로";
    "left alone" => "손대지 않음";
    "'{text}' is no day: write it like 2027-01-31" => "'{text}'은(는) 날짜가 아닙니다. 2027-01-31처럼 쓰세요";
    "{path}: {error}: name a file that can be written" => "{path}: {error}. 쓸 수 있는 파일을 적으세요";
    "there is no file {shown}: write the token into it, or name the one that holds it" => "{shown}: 그런 파일이 없습니다. 토큰을 그 파일에 쓰거나 토큰이 든 파일을 적으세요";
    "{shown} may not be read by you: `ls -l` says whose it is; `chmod u+r` opens your own" => "{shown}: 읽을 권한이 없습니다. `ls -l`로 누구의 파일인지 보고, 자기 것이면 `chmod u+r`로 여세요";
    "{shown} is no file: say `--token-stdin < {shown}`, or copy the token into a file" => "{shown}: 파일이 아닙니다. `--token-stdin < {shown}`(으)로 쓰거나 토큰을 파일에 옮겨 적으세요";
    "{shown} is a directory: name the file in it that holds the token" => "{shown}: 디렉터리입니다. 그 안에서 토큰이 든 파일을 적으세요";
    "{shown} is longer than any token: the token alone has to stand in the file" => "{shown}: 토큰이라기에는 너무 깁니다. 파일에는 토큰만 있어야 합니다";
    "{shown} holds something else than text: the token alone has to stand in the file" => "{shown}: 글이 아닙니다. 파일에는 토큰만 있어야 합니다";
    "{shown}: {why}; copy the token into a file of its own" => "{shown}: {why}. 토큰을 따로 파일에 옮겨 적으세요";
    "{shown} is empty: write the token into it" => "{shown}: 비어 있습니다. 토큰을 그 파일에 쓰세요";
}
