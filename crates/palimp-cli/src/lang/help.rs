//! Texts of `--help`, in Korean.

use super::table;

table! {
    "One memory for every coding agent" => "모든 코딩 에이전트를 위한 하나의 기억";
    "Start with `palimp up`. Exit codes: 0 done (no hits is done), 1 could not be done, 2 wrong usage." => "`palimp up`으로 시작하세요. 종료 코드: 0 됨(찾은 것이 없어도 됨), 1 할 수 없었음, 2 잘못된 사용.";
    "Every day" => "날마다";
    "Notes" => "노트";
    "Conversations" => "대화";
    "Sharing" => "나누기";
    "Upkeep" => "돌보기";
    "Usage" => "쓰는 법";
    "Commands" => "명령";
    "Arguments" => "인자";
    "Options" => "선택";
    "Examples" => "보기";
    "With every command" => "모든 명령에";
    "Share what people approved with a team, through a git repository that every reader verifies" => "사람이 승인한 것을 git 저장소로 팀과 나눔. 읽는 쪽마다 검증함";
    "Measure palimp on questions with known answers" => "답을 아는 질문으로 palimp를 잼";
    "Index a corpus, ask every question of a set, and print how good the answers are" => "말뭉치를 색인하고 질문을 모두 던져 답이 얼마나 좋은지 출력함";
    "Records, a JSON object a line: _id, group, title, text, meta" => "기록. 한 줄에 JSON 객체 하나: _id, group, title, text, meta";
    "Questions, a JSON object a line: _id, group, text, category" => "질문. 한 줄에 JSON 객체 하나: _id, group, text, category";
    "Which record answers which question: tab-separated query-id, corpus-id, score" => "어느 기록이 어느 질문의 답인지. 탭으로 나눈 query-id, corpus-id, score";
    "Write each question's metrics and first ten records to this file, a JSON object a line" => "질문마다 수치와 처음 열 기록을 이 파일에 씀. 한 줄에 JSON 객체 하나";
    "Who turns text into vectors [default: embedding.provider]" => "글을 벡터로 바꾸는 것 [기본값: embedding.provider]";
    "Search by words alone, without any vector" => "벡터 없이 낱말로만 찾음";
    "The score below which a hit does not count" => "이 점수 아래면 찾은 것으로 치지 않음";
    "Ask vaults with prompts that deserve a passage and prompts that deserve none" => "구절을 알려야 할 프롬프트와 그렇지 않은 프롬프트로 보관소에 물음";
    "A directory with a vault in each of its directories" => "디렉터리마다 보관소가 하나씩 든 디렉터리";
    "Prompts, a JSON object a line: prompt, vault; text, the words that answer it, and kind where there is an answer" => "프롬프트. 한 줄에 JSON 객체 하나: prompt, vault. 답이 있으면 답의 말인 text와 kind";
    "How sure it has to be [default: inject.gate]" => "얼마나 확실해야 하는지 [기본값: inject.gate]";
    "Live through the recorded sessions of projects, and look what is kept and told" => "기록된 세션을 다시 살아 보며 무엇을 남기고 알리는지 봄";
    "Measure if decisions of earlier chats and commits reach the agent that needs them" => "이전 대화와 커밋의 결정이 그것이 필요한 에이전트에 닿는지 잼";
    "Measure if decisions of earlier chats and commits reach the agent that needs them\n\nImports the chats, starts a session for each task and sends the events of an agent: start, prompt, a read and an edit of the module. Compares what the hooks answer with the decision. Nothing leaves this machine." => "이전 대화와 커밋의 결정이 그것이 필요한 에이전트에 닿는지 잼\n\n대화를 가져오고 과제마다 세션을 시작해 에이전트의 이벤트를 보냄: 시작, 프롬프트, 모듈 읽기와 고치기. 훅의 대답을 결정과 견줌. 이 컴퓨터에서 아무것도 나가지 않음";
    "Tasks, a JSON object a line: id, source, module, bug_report, policy, code, and conversations or decision_subject, decision_rationale, cause_subject" => "과제. 한 줄에 JSON 객체 하나: id, source, module, bug_report, policy, code, 그리고 conversations 또는 decision_subject, decision_rationale, cause_subject";
    "Chats that decide nothing, a JSON array of arrays of objects: role, text" => "아무것도 정하지 않는 대화. 객체 배열의 JSON 배열: role, text";
    "Commits that decide nothing, a JSON array of arrays: subject, body" => "아무것도 정하지 않는 커밋. 배열의 JSON 배열: subject, body";
    "A directory with the transcripts of Claude Code of one project in each of its directories or `.tar.gz` archives; or the directory above one named `sessions`" => "디렉터리나 `.tar.gz`마다 한 프로젝트의 Claude Code 대화 기록이 든 디렉터리, 또는 `sessions`라는 디렉터리의 위";
    "Facts that should be kept, a JSON array of objects: project, rx (an expression that a line which tells the fact matches)" => "남아야 할 사실. 객체의 JSON 배열: project, rx(사실을 말하는 줄에 맞는 정규 표현식)";
    "Only this project; may be given more than once" => "이 프로젝트만. 여러 번 줄 수 있음";
    "What is told is measured on so many sessions of a project, the last" => "알리는 것을 프로젝트마다 마지막 몇 세션에서 잴지";
    "Write each answer of a hook in the measured sessions to this file, a JSON object a line: project, session, event, what was answered (prompt, command or file), text" => "잰 세션에서 훅이 한 대답을 모두 이 파일에 씀. 한 줄에 JSON 객체 하나: project, session, event, 대답한 것(prompt, command, file), text";
    "Live through your own last sessions again, in an empty home that is thrown away" => "버릴 빈 홈에서 내 마지막 세션을 다시 삶";
    "Live through your own last sessions again, in an empty home that is thrown away\n\nPrints what their agents would have been told, how much of it again, what they used of it, and how much of what they needed was told before. Nothing leaves this machine." => "버릴 빈 홈에서 내 마지막 세션을 다시 삶\n\n에이전트에 무엇을 알렸을지, 그 가운데 되풀이한 것, 에이전트가 쓴 것, 필요한 것 가운데 미리 알린 것이 얼마인지 출력함. 이 컴퓨터에서 아무것도 나가지 않음";
    "Only sessions of this client" => "이 클라이언트의 세션만";
    "How many sessions, the newest" => "세션 몇 개, 새로운 것부터";
    "Write something down: `palimp save we deploy on Fridays`, `palimp save notes/api.md TEXT`" => "적어 둠: `palimp save 금요일에 배포한다`, `palimp save notes/api.md 글`";
    "The text, stored as it is; `-` reads it from standard input. Where its first word is the path of a note, such as notes/api.md, the rest is appended to that" => "글, 그대로 적음. `-`는 표준 입력에서 읽음. 첫 낱말이 notes/api.md 같은 노트의 경로면 나머지를 그 노트에 덧붙임";
    "Show whole what a search or `palimp recent` shows a part of" => "찾기나 `palimp recent`가 일부만 보인 것을 모두 보임";

    // Teams.
    "The team, where this home has several" => "이 홈에 팀이 여럿일 때 어느 팀인지";
    "Propose what a member may do: reader, contributor, reviewer, maintainer or owner" => "구성원이 할 수 있는 일을 제안함: reader, contributor, reviewer, maintainer, owner";
    "The member" => "구성원";
    "The role" => "역할";
    "For these paths alone: `facts/app/*`" => "이 경로에만: `facts/app/*`";
    "Propose a further key of yours, as of another machine" => "다른 컴퓨터의 키처럼 내 키를 하나 더 제안함";
    "Its public half: 'ssh-ed25519 AAAA…'" => "공개 키: 'ssh-ed25519 AAAA…'";
    "As an owner, for this member" => "소유자로서 이 구성원의 키를 제안함";
    "Propose that a key is no longer trusted, from the commit on that says so" => "키를 더는 믿지 말자고 제안함. 그렇게 말하는 커밋부터";
    "Its fingerprint, as `palimp team members` shows it, or the member that has no other" => "`palimp team members`가 보여 주는 지문, 또는 키가 하나뿐인 구성원";
    "Propose what an approval asks for" => "승인에 무엇이 필요한지 제안함";
    "How many members approve a change" => "변경 하나를 몇 사람이 승인할지";
    "Whether nobody approves what they proposed" => "자기가 제안한 것은 자기가 승인하지 못하게 할지";
    "Propose to declare the project around here, so that every clone of it is known" => "여기 있는 프로젝트를 알리자고 제안함. 그러면 그 클론을 모두 알아봄";
    "What the team calls it" => "팀에서 부르는 이름";
    "Propose that a fact holds no longer" => "사실이 더는 맞지 않는다고 제안함";
    "The fact, by its id" => "사실의 id";
    "From this day on [default: today]" => "이 날부터 [기본값: 오늘]";
    "Propose that a fact goes, for everybody. Git keeps its text until an owner rewrites the history" => "사실을 모두에게서 없애자고 제안함. 소유자가 이력을 다시 쓸 때까지 git에는 글이 남음";
    "It shall go" => "없앰";
    "Approve a proposal with your signature; once enough members have, it lands" => "제안을 내 서명으로 승인함. 승인이 차면 들어감";
    "The proposal, as `palimp team review` shows it" => "`palimp team review`가 보여 주는 제안";
    "You have looked at it" => "살펴보았음";
    "Turn a proposal down, and say why; take back one of your own" => "제안을 거절하고 까닭을 말함. 내 제안은 거둠";
    "Why, for its proposer" => "제안한 사람에게 알릴 까닭";
    "Found a team: make its repository, with a first commit that is signed with your key" => "팀을 만듦: 저장소를 만들고 첫 커밋에 내 키로 서명함";
    "A path where nothing is yet, or the address of an empty repository" => "아직 아무것도 없는 경로, 또는 빈 저장소의 주소";
    "What the team is called [default: the last name of the place]" => "팀의 이름 [기본값: 자리의 마지막 이름]";
    "What you are called in it [default: your name in git]" => "팀에서 쓸 내 이름 [기본값: git에 있는 이름]";
    "Make an ed25519 key for teams alone, in palimp's home" => "팀에만 쓰는 ed25519 키를 palimp의 홈에 만듦";
    "How many members approve a change [default: 1]" => "변경 하나를 몇 사람이 승인할지 [기본값: 1]";
    "Whether nobody approves what they proposed; without a second member, only `false` lets anything land [default: true]" => "자기가 제안한 것은 자기가 승인하지 못하게 할지. 둘째 구성원이 없으면 `false`일 때만 무엇이든 들어감 [기본값: true]";
    "Declare the project around here under this name" => "여기 있는 프로젝트를 이 이름으로 알림";
    "Join a team, and ask its owners to let you in. Run it again where your request was overtaken" => "팀에 들어가고, 받아 달라고 소유자에게 신청함. 신청이 밀려났으면 다시 함";
    "The address of its repository" => "저장소의 주소";
    "What this home calls it [default: as it calls itself]" => "이 홈에서 부를 이름 [기본값: 팀이 쓰는 이름]";
    "Only read: ask for nothing" => "읽기만 함: 아무것도 신청하지 않음";
    "The fingerprint of an owner's key, as the owner told you" => "소유자가 알려 준 소유자 키의 지문";
    "The fingerprints that are shown are those that the owners told you" => "보이는 지문이 소유자가 알려 준 것과 같음";
    "It is erased already: as an owner, have the history begin anew, so that no earlier commit holds it" => "이미 지운 것: 소유자로서 이력을 새로 시작해 앞선 커밋에 남지 않게 함";
    "Leave a team: its clone and its facts go from this home. Your key stays a member's until an owner revokes it" => "팀에서 나감: 클론과 사실이 이 홈에서 없어짐. 키는 소유자가 거둘 때까지 구성원의 것으로 남음";
    "The team" => "팀";
    "Also where proposals were not pushed yet, which are lost then" => "보내지 못한 제안이 있어도. 그것은 사라짐";
    "Show who approved what and when, the newest first" => "누가 무엇을 언제 승인했는지, 새로운 것부터 보임";
    "Show who belongs to the team, by the verified state: names, roles and the fingerprints of keys" => "검증된 상태로 본 구성원: 이름, 역할, 키의 지문";
    "Propose what notes say to the team: shows exactly what would leave, and stops on secrets and personal data" => "노트가 말하는 것을 팀에 제안함: 나갈 것을 그대로 보이고, 비밀이나 개인 정보가 있으면 멈춤";
    "Notes of the vault; with `#LINE`, only the fact that stands there" => "보관소의 노트. `#LINE`을 붙이면 그 줄의 사실만";
    "The project in which it is told, as the team calls it; `_` for all [default: the one here, or all]" => "어느 프로젝트에서 알려 줄지, 팀이 부르는 이름으로. `_`는 모두 [기본값: 여기 있는 것, 없으면 모두]";
    "What kind of facts they are [default: as the note is called]" => "어떤 종류의 사실인지 [기본값: 노트 이름대로]";
    "The day from which on it holds no longer: 2027-01-31" => "더는 맞지 않게 되는 날: 2027-01-31";
    "A fact of the team whose place it takes, by its id" => "이것이 갈음하는 팀의 사실, id로";
    "Why it is so" => "그런 까닭";
    "A kind of secret or personal data that may leave, as it is shown: `email`" => "나가도 되는 비밀이나 개인 정보의 종류, 보이는 대로: `email`";
    "Open a pull request for it, with `gh` or `glab`" => "`gh`나 `glab`으로 풀 리퀘스트를 엶";
    "Only show what would leave" => "나갈 것을 보이기만 함";
    "What is shown may leave" => "보이는 것을 보내도 됨";
    "Show what is proposed: what it changes, what it says again, what it contradicts, who approved it" => "제안된 것을 보임: 무엇을 바꾸고, 무엇과 같거나 어긋나고, 누가 승인했는지";
    "Only these proposals, or those whose ids begin so" => "이 제안만, 또는 id가 이렇게 시작하는 것";
    "Look at what was fetched, without a network" => "네트워크 없이, 가져온 것만 봄";
    "Write what the team agreed on as another tool's rule file" => "팀이 정한 것을 다른 도구의 규칙 파일로 적음";
    "Write the facts that hold in this project between palimp's marks; the rest of the file stays as it is" => "이 프로젝트에서 맞는 사실을 palimp의 표시 사이에 적음. 파일의 나머지는 그대로 둠";
    "The file" => "파일";
    "Fetch what a team shares, verify it, and serve what may be believed" => "팀이 나누는 것을 가져와 검증하고, 믿을 수 있는 것을 알려 줌";
    "Only this team [default: all]" => "이 팀만 [기본값: 모두]";
    "Run as it does by itself: in the background" => "스스로 돌 때처럼 뒤에서 함";
    "The working tree in which it is asked for" => "이것을 청하는 작업 트리";
    "Start from the files that the team keeps for its members" => "팀이 구성원을 위해 둔 파일로 시작함";
    "Put them where nothing stands yet: MEMORY.md, AGENTS.md, SOUL.md, USER.md and TOOLS.md into the vault, rule files of tools into this project" => "아직 아무것도 없는 자리에 놓음: MEMORY.md, AGENTS.md, SOUL.md, USER.md, TOOLS.md는 보관소에, 도구의 규칙 파일은 이 프로젝트에";

    // An organisation's hub.
    "Share what people approved with an organisation, through its hub" => "사람이 승인한 것을 허브로 조직과 나눔";
    "The organisation, where this home is logged in to several hubs" => "이 홈이 여러 허브에 로그인했을 때 어느 조직인지";
    "Log in to an organisation's hub, by its provider or with a token, and pull what it approved" => "제공자를 통해, 또는 토큰으로 조직의 허브에 로그인하고, 승인된 것을 받음";
    "Sign in with a browser on another machine: enter a code there" => "다른 컴퓨터의 브라우저로 로그인: 거기에 코드를 넣음";
    "The name by which the hub's provider knows palimp [default: as the hub says]" => "허브의 제공자가 palimp를 아는 이름 [기본값: 허브가 말하는 것]";
    "Where the hub is: https://hub.example.org" => "허브가 있는 곳: https://hub.example.org";
    "Read a token of the hub's own from standard input" => "토큰을 표준 입력에서 읽음";
    "Read a token of the hub's own from a file" => "토큰을 파일에서 읽음";
    "Keep what one logs in with in keys.json even where there is a keyring" => "키링이 있어도 keys.json에 보관";
    "Show where this home is logged in, what it may see there, and how the last pull went" => "어디에 로그인했고 무엇을 볼 수 있으며 마지막으로 받은 것이 어땠는지 보임";
    "Only this organisation's hub [default: all]" => "이 조직의 허브만 [기본값: 모두]";
    "Pull what the organisation approved, and tell it here" => "조직이 승인한 것을 받아 여기서 알려 줌";
    "Propose what notes say to the organisation: shows exactly what would leave, and stops on secrets and personal data" => "노트가 말하는 것을 조직에 제안함: 나갈 것을 그대로 보이고, 비밀이나 개인 정보가 있으면 멈춤";
    "Propose all that a git team approved, instead of notes" => "노트 대신 git 팀이 승인한 것을 모두 제안함";
    "For whom: `org`, `team:NAME` or `project:NAME` [default: the project here, or org]" => "누구에게: `org`, `team:NAME`, `project:NAME` [기본값: 여기 있는 프로젝트, 없으면 org]";
    "A memory of the organisation whose place it takes, by its id or how that begins" => "이것이 갈음하는 조직의 기억, id나 그 앞부분으로";
    "Show what waits for reviewers: what it says again, what it contradicts, how many approved it" => "검토를 기다리는 것을 보임: 무엇과 같거나 어긋나고, 몇 명이 승인했는지";
    "Approve a proposal; once enough reviewers have, it is told" => "제안을 승인함. 검토자가 충분히 승인하면 알려 줌";
    "The proposal, as `palimp hub review` shows it" => "`palimp hub review`가 보여 주는 제안";
    "Turn a proposal of the hub down, and say why" => "허브의 제안을 거절하고 까닭을 적음";
    "Ask the hub itself, of all projects that are open to you; `palimp search` asks what was pulled here" => "볼 수 있는 모든 프로젝트를 허브에 직접 물음. `palimp search`는 여기로 받은 것에 물음";
    "Words or a question" => "낱말이나 질문";
    "The project whose memories come first, as the hub calls it [default: the one here]" => "기억이 먼저 오는 프로젝트, 허브가 부르는 이름으로 [기본값: 여기 있는 것]";
    "Show the last links of the organisation's audit: who did what to which memory, the newest first" => "조직의 감사 기록을 보임: 누가 어느 기억에 무엇을 했는지, 새로운 것부터";
    "Erase a memory, what a member proposed and what names her, or a project, from the hub and from every home" => "기억 하나, 한 구성원이 제안한 것과 그를 밝히는 것, 또는 프로젝트를 허브와 모든 홈에서 지움";
    "The memory, by its whole id" => "기억, 온전한 id로";
    "What this member proposed, and what names her" => "이 구성원이 제안한 것과 그를 밝히는 것";
    "All of this project" => "이 프로젝트의 모든 것";
    "It cannot be undone, and that is meant" => "되돌릴 수 없으며, 그렇게 하려는 것임";
    "Show what a hub is told of the sessions of projects that you named in `hub.activity`" => "`hub.activity`에 적은 프로젝트의 세션에 대해 허브에 무엇을 알리는지 보임";
    "Show what of yesterday leaves with the next pull, exactly so" => "다음에 받을 때 나갈 어제의 것을 그대로 보임";
    "Log out of a hub: tokens, what was pulled, and what the index has of it go from this home" => "허브에서 로그아웃함: 토큰과 받은 것, 색인에 있는 것이 이 홈에서 없어짐";

    // With every verb.
    "Print one JSON document" => "JSON 문서 하나로 출력";
    "The home to work with [default: $PALIMP_HOME, else ~/.palimp]" => "쓸 홈 [기본값: $PALIMP_HOME, 없으면 ~/.palimp]";
    "The agent to work as [default: the one whose project this is, else main]" => "어떤 에이전트로 일할지 [기본값: 이 프로젝트의 에이전트, 없으면 main]";
    "Print help" => "도움말 출력";
    "Print help (see more with '--help')" => "도움말 출력 ('--help'는 더 자세히)";
    "Print help (see a summary with '-h')" => "도움말 출력 ('-h'는 간단히)";
    "Print version" => "버전 출력";
    "Print this message or the help of the given subcommand(s)" => "이 도움말, 또는 그 명령의 도움말 출력";
    "Only this project: its name, or a directory of it (`.` is the present one)" => "이 프로젝트만: 이름, 또는 그 디렉터리(`.`은 지금 프로젝트)";
    "And remove what palimp remembers, for good: its home, with the notes in it" => "기억하는 것도 아주 지움: 노트가 든 홈까지";
    "Do not ask before that" => "그 전에 묻지 않음";
    "Only this client: claude, codex, gemini, opencode, copilot, cursor or openclaw" => "이 클라이언트만: claude, codex, gemini, opencode, copilot, cursor, openclaw";
    "Only this client: claude, codex, gemini, opencode or copilot" => "이 클라이언트만: claude, codex, gemini, opencode, copilot";
    "Only this session, or those whose id begins so" => "이 세션만, 또는 id가 이렇게 시작하는 세션";
    "Not before: 7d, 12h, 2026-11-20" => "이때부터: 7d, 12h, 2026-11-20";
    "How many" => "몇 개";
    "See in two minutes what it does: real commands in a made-up project, of which nothing is left" => "무엇을 하는지 2분 동안 봄. 지어낸 프로젝트에서 진짜 명령을 실행하고 아무것도 남기지 않음";
    "Go on without waiting for Enter" => "Enter를 기다리지 않고 이어 감";
    "How many [default: 20]" => "몇 개 [기본값: 20]";
    "Choose on the screen: what is typed is looked for, keys open, edit, copy, pin and forget" => "화면에서 고름. 치는 대로 찾고, 키로 열기, 편집, 복사, 고정, 잊기";
    "Only say what would be done" => "무엇을 할지 말하기만 함";
    "Do not ask" => "묻지 않음";

    // Set-up.
    "Set everything up: the home, the clients of this machine, and what other tools remember" => "모두 준비: 홈, 이 컴퓨터의 클라이언트, 다른 도구가 기억하는 것";
    "Take everything, ask nothing" => "묻지 않고 모두 함";
    "Do not take in what the clients recorded and other tools remember" => "클라이언트의 기록과 다른 도구의 기억을 가져오지 않음";
    "Wire palimp into a client: hooks, the /palimp command and the MCP server" => "클라이언트에 연결: 훅, /palimp 명령, MCP 서버";
    "claude, codex, gemini, opencode, copilot, cursor or openclaw" => "claude, codex, gemini, opencode, copilot, cursor, openclaw";
    "Only show what would be written" => "무엇을 쓸지 보여 주기만 함";
    "Out of every client" => "모든 클라이언트에서";
    "Take palimp out of a client" => "클라이언트에서 palimp를 뺌";
    "Take an event of a client from standard input (clients run this)" => "표준 입력으로 클라이언트의 사건을 받음 (클라이언트가 실행)";
    "The client: claude, codex, gemini, opencode, copilot, cursor or openclaw" => "클라이언트: claude, codex, gemini, opencode, copilot, cursor, openclaw";
    "The event, where the payload does not name it" => "사건의 이름, 내용에 없을 때";
    "Print a completion script for your shell" => "셸의 자동 완성 스크립트 출력";
    "bash, zsh, fish, elvish or powershell" => "bash, zsh, fish, elvish, powershell";

    // Search and what was captured.
    "Find what was written down, done or said: by its words, and by its meaning" => "적어 둔 것, 한 일, 나눈 말을 찾음: 낱말로, 그리고 뜻으로";
    "What stands before a hit: #12 of an observation, m12 of a message, c:979fa9b of a commit, a note's path and line" => "찾은 것 앞에 선 것: 관찰은 #12, 메시지는 m12, 커밋은 c:979fa9b, 노트는 경로와 줄";
    "What to look for; \"in double quotes\" as it stands" => "찾을 말. \"큰따옴표 안\"은 그대로 찾음";
    "How many [default: search.maxResults]" => "몇 개 [기본값: search.maxResults]";
    "Where to look" => "찾을 곳";
    "Only observations of this type: file_edit, command, error or observation" => "이 종류의 관찰만: file_edit, command, error, observation";
    "The score, from 0 to 1, below which nothing is shown [default: search.minScore]" => "이보다 낮은 점수(0~1)는 보이지 않음 [기본값: search.minScore]";
    "Retired notes too" => "물러난 노트도";
    "Show how each score came about" => "점수가 어떻게 나왔는지 보임";
    "Show one result in full" => "결과 하나를 모두 보임";
    "The id of a result: s:26a1a7ce (session), c:979fa9b (commit), #12 (observation), m12 (message), a.md:3 (note and line)" => "결과의 id: s:26a1a7ce (세션), c:979fa9b (커밋), #12 (관찰), m12 (메시지), a.md:3 (노트와 줄)";
    "Show the part of a session nearest to these words first" => "세션에서 이 말에 가장 가까운 부분부터 보임";
    "Show what was captured last" => "마지막으로 기록된 것을 보임";
    "Only this type: file_edit, command, error or observation" => "이 종류만: file_edit, command, error, observation";
    "Show what was said and done, oldest first" => "나눈 말과 한 일을 오래된 것부터 보임";
    "How many of the newest moments" => "가장 새로운 것 몇 개";
    "Only this type of observation, and no messages" => "이 종류의 관찰만, 메시지 없이";
    "Show what each session did, the newest first" => "세션마다 한 일을 새것부터 보임";
    "Show what the memory holds, in numbers" => "기억에 무엇이 있는지 수로 보임";
    "What sessions were told, and what their agents then used of it" => "세션에 알린 것과 에이전트가 쓴 것";
    "Of so many days, with --told" => "며칠 동안의 것, --told와 함께";
    "Show what sessions cost in tokens, from the clients' own transcripts" => "세션이 쓴 토큰을 클라이언트 자신의 기록에서 세어 보임";
    "By what to sum up" => "무엇으로 묶을지";
    "Show what a session here would be given, section by section" => "여기서 세션을 시작하면 알릴 것을 부분마다 보임";
    "The moment that would be answered [default: session-start, or prompt where there is one]" => "어느 때에 답할지 [기본값: session-start, 프롬프트가 있으면 prompt]";
    "What the user says" => "사용자의 말";
    "How many prompts the session has had before" => "이 세션에 앞선 프롬프트의 수";
    "Show what came near the gate, and everything that speaks for it" => "알릴 만했던 것과 그 까닭을 모두 보임";
    "Show the context that clients were given, the newest first" => "클라이언트에 알린 것을 새것부터 보임";
    "Show sizes alone, not the text" => "글은 빼고 크기만 보임";
    "Show what agents wrote into the memory and wanted forgotten, and what went to archive/ by age; the newest first" => "에이전트가 적고 잊어 달라고 한 것과 archive/로 간 것을 보임";
    "Only this client: claude, codex, gemini, opencode, copilot, or as another calls itself" => "이 클라이언트만: claude, codex, gemini, opencode, copilot, 또는 스스로 부르는 이름";
    "Only this project: its name" => "이 프로젝트만: 이름";
    "Keep observations beyond their age" => "관찰을 기한이 지나도 둠";
    "Their numbers, as `palimp recent` and `palimp search` show them" => "관찰의 번호. `palimp recent`와 `palimp search`에 나옴";
    "Let pinned observations age again" => "고정한 관찰을 풀어 줌";
    "Their numbers" => "관찰의 번호";

    // Notes.
    "What it is: daily, core, preference, decision, project, procedure, lesson or semantic" => "무엇인지: daily, core, preference, decision, project, procedure, lesson, semantic";
    "The project in which it holds: its name, or a directory of it; left out, the repository here. A text of the kind core holds everywhere" => "어느 프로젝트의 말인지: 이름, 또는 그 디렉터리. 없으면 지금 저장소. core는 어디서나";
    "It holds in all projects" => "모든 프로젝트의 말로 저장";
    "Show who said a line of memory: when, and in which sentence of which session" => "기억의 한 줄을 누가 말했는지 보임: 언제, 어느 세션의 어떤 문장에서";
    "The line, or some of its words; or what points to it: s:26a1a7ce (session), m36 (message), shared/decisions.md:12 (note and line), projects/shop.md#Rules (note and heading)" => "줄이나 그 안의 낱말, 또는 그 줄을 가리키는 것: s:26a1a7ce(세션), m36(메시지), shared/decisions.md:12(노트와 줄), projects/shop.md#Rules(노트와 제목)";
    "List the rules that sessions here are told, the newest first, and strike one" => "여기서 세션에 알리는 규칙을 새것부터 보이고, 하나에 줄을 그음";
    "Strike the rule with this number: its line stays, struck through, and no session is told of it" => "이 번호의 규칙에 줄을 그음. 노트에는 남고, 어느 세션에도 알리지 않음";
    "A place in the code that it speaks of, three at the most; when the code changes, palimp says so. It then holds in the present project" => "이 말이 가리키는 코드의 자리, 많아야 세 곳. 코드가 바뀌면 알려 줌. 지금 프로젝트의 말이 됨";
    "Put the text in the place of the whole note instead of appending; `palimp history` keeps it" => "덧붙이지 않고 노트 전체를 바꿈. 전의 내용은 `palimp history`에 남음";
    "Print a note, or some of its lines" => "노트를, 또는 그 몇 줄을 출력";
    "The note, relative to the vault" => "노트, 보관소에서 시작하는 경로";
    "The first line, from 1" => "첫 줄, 1부터";
    "How many lines" => "몇 줄";
    "List the notes of the vault" => "보관소의 노트를 나열";
    "Only those whose path begins so: shared/, memory/2026-11" => "경로가 이렇게 시작하는 것만: shared/, memory/2026-11";
    "Open a note in your editor ($VISUAL, $EDITOR); what it said before stays in its history" => "노트를 편집기로 엶($VISUAL, $EDITOR). 전의 내용은 내력에 남음";
    "The note, relative to the vault; made when there is none" => "노트, 보관소에서 시작하는 경로. 없으면 만듦";
    "Only notes with this tag, in front matter or text; ops means ops/night too" => "이 태그가 있는 노트만, 머리말이나 본문에. ops는 ops/night도 뜻함";
    "Only notes whose front matter says so: status=done, or status with whatever value" => "머리말이 이런 노트만: status=done, 또는 값이 무엇이든 status";
    "Show where a note leads, and which notes lead to it" => "노트가 가리키는 곳과 노트를 가리키는 줄을 보임";
    "The note: its path, its name or an alias" => "노트: 경로, 이름, 별칭";
    "Take the notes of the present vault along; no note that is there already is changed" => "지금 보관소의 노트를 함께 옮김. 이미 있는 노트는 바꾸지 않음";
    "Print what has changed since this version, the newest one unless another is named" => "이 판 뒤로 바뀐 것을 출력. 적지 않으면 가장 새 판";
    "Show and restore earlier versions of a note that palimp changed, by their numbers: 1 is the newest" => "palimp가 바꾼 노트의 이전 판을 번호로 보이고 되돌림. 1이 가장 새 판";
    "Print this version" => "이 판을 출력";
    "Put this version in the place of the note; what it says now becomes a version too" => "노트를 이 판으로 되돌림. 지금 내용도 판으로 남음";
    "Make the vault, or take a directory of Markdown as it" => "보관소를 만들거나, 마크다운 디렉터리를 보관소로 삼음";
    "The folder in the Obsidian vault that gets palimp's notes; palimp unless it is named" => "Obsidian 보관소에서 palimp의 노트를 둘 폴더. 적지 않으면 palimp";
    "Put palimp's folders at the root of the Obsidian vault, so that commands can change your notes too" => "palimp의 폴더를 Obsidian 보관소 맨 위에 둠. 명령으로 내 노트도 바꿀 수 있음";
    "The note: its path in the vault, or as a search shows it" => "노트: 보관소 안의 경로, 또는 검색에 보이는 대로";
    "A directory of notes: an Obsidian vault, an OpenClaw workspace, a folder in git" => "노트의 디렉터리: Obsidian 보관소, OpenClaw 작업 공간, git의 폴더";
    "List the facts whose code has changed, by project" => "코드가 바뀐 사실을 프로젝트마다 나열";
    "Every fact that speaks of code, also where the code still says so and where nobody knows" => "코드에 대한 사실 모두. 그대로인 것과 알 수 없는 것까지";
    "Only those that hold in this project, by its name" => "이 프로젝트의 것만, 이름으로";
    "A text, which goes where it stands as whole words, a path, or an id: #18, m36, s:fe072355. A number is an id; '\"18\"' is a text" => "낱말 단위로 찾을 글, 경로, 또는 id: #18, m36, s:fe072355. 숫자만 쓰면 id이고 '\"18\"'은 글";
    "Forget a note or a text for good: every line of notes and everything captured that holds it; no import brings it back" => "노트나 글을 아주 잊음: 그 글이 든 노트의 줄과 기록을 모두. 가져오기로도 돌아오지 않음";
    "Only say what would go" => "무엇이 사라질지 말하기만 함";
    "Instead of forgetting, let everything that was forgotten be taken in again by imports" => "잊는 대신, 잊은 것을 모두 가져오기로 다시 들일 수 있게 함";

    // The index.
    "Take in what changed in the notes; a search does so by itself" => "노트의 바뀐 것을 들임. 찾기가 스스로 하는 일";
    "Build the index anew; the old one answers meanwhile" => "색인을 새로 만듦. 그동안 옛 색인이 답함";
    "Give every chunk its vector, also where that asks a paid service" => "모든 조각에 벡터를 만듦. 유료 서비스에 묻더라도";
    "Only unless another process does so (hooks run this)" => "다른 프로세스가 하지 않을 때만 (훅이 실행)";
    "Run in the background, as a hook starts it" => "훅이 시작하듯 뒤에서 실행";
    "The working tree whose commits are read beside those of all sessions (hooks name it)" => "모든 세션의 것과 함께 커밋을 읽을 작업 트리 (훅이 알림)";
    "Follow the notes and keep the index fresh, so that searches find it so" => "노트를 지켜보며 색인을 새롭게 둠";
    "Show what has vectors, and what giving the rest theirs would cost" => "벡터가 있는 것과, 나머지에 만들 때의 비용을 보임";
    "Which model, and how many chunks have a vector of it" => "어떤 모델이고, 조각 몇 개에 그 벡터가 있는지";
    "Tokens, cost and time of what is still to do" => "남은 일의 토큰, 비용, 시간";
    "Keep, list and remove the keys of services" => "서비스의 키를 두고, 나열하고, 지움";
    "Keep a key, read from standard input: in the system's keyring, or in keys.json (0600)" => "표준 입력으로 읽은 키를 시스템의 키링이나 keys.json(0600)에 둠";
    "anthropic, openai, gemini, voyage, vertex …" => "anthropic, openai, gemini, voyage, vertex …";
    "Keep it in keys.json even where there is a keyring" => "키링이 있어도 keys.json에 둠";
    "Say which services have a key, and where it is; never the key" => "어느 서비스의 키가 어디 있는지 보임. 키는 보이지 않음";
    "Remove a key that palimp keeps" => "palimp가 둔 키를 지움";
    "The service" => "서비스";
    "Serve the memory to agents over MCP: on standard input and output, or over HTTP" => "MCP로 에이전트에 기억을 제공: 표준 입출력이나 HTTP로";
    "Serve Streamable HTTP here, on a loopback address such as 127.0.0.1:7077" => "127.0.0.1:7077 같은 이 컴퓨터의 주소에서 HTTP로 제공";
    "The token that HTTP clients must send; read from this file instead of made anew" => "HTTP 클라이언트가 보낼 토큰. 새로 만들지 않고 이 파일에서 읽음";

    // The dashboard.
    "Show the memory in a browser, for this machine alone" => "기억을 브라우저로 보임. 이 컴퓨터에서만";
    "The port to listen on [default: a free one]" => "들을 포트 [기본값: 비어 있는 것]";
    "Open no browser" => "브라우저를 열지 않음";
    "The language of the pages [default: the browser's]" => "쪽의 언어 [기본값: 브라우저의 것]";
    "Look into all homes of this machine, and change none of them" => "이 컴퓨터의 모든 홈을 바꾸지 않고 들여다봄";
    "List the homes: ~/.palimp* and what dashboard.homes names" => "홈을 나열: ~/.palimp* 와 dashboard.homes에 적은 것";
    "Find notes in all homes, by their words and by their meaning" => "모든 홈의 노트를 낱말과 뜻으로 찾음";
    "Only in this home: its label, or its path" => "이 홈에서만: 이름표나 경로";
    "Print a note of a home, or some of its lines" => "어떤 홈의 노트를, 또는 그 몇 줄을 출력";
    "The home: its label, or its path" => "홈: 이름표나 경로";
    "Make the indexes that other homes lack, in this home" => "다른 홈에 없는 색인을 이 홈에 만듦";
    "Only of this home: its label, or its path" => "이 홈의 것만: 이름표나 경로";
    "Vectors too, by the embedder that dashboard.embedding names" => "벡터까지, dashboard.embedding에 적은 임베더로";
    "Show or change which homes are read, and who gives their notes vectors" => "어느 홈을 읽고 누가 벡터를 만들지 보이거나 바꿈";
    "Show one value" => "값 하나를 보임";
    "The key: homes or embedding" => "키: homes나 embedding";
    "Only what a prompt of this session asks to remember, and quietly (hooks run this)" => "이 세션의 프롬프트가 기억하라고 한 것만 조용히 적음(훅이 실행함)";
    "The moment of that prompt, in milliseconds" => "그 프롬프트의 시각, 밀리초";
    "Change one value; or say in one step who gives vectors, and keep its key" => "값 하나를 바꾸거나, 벡터를 만들 곳과 그 키를 한 번에 정함";
    "Who gives vectors: builtin, local, openai, gemini, voyage, vertex or ollama" => "벡터를 만들 곳: builtin, local, openai, gemini, voyage, vertex, ollama";
    "Keep the provider's key, which is read from standard input or asked for: `--api-key -`" => "그곳의 키를 보관함. 표준 입력에서 읽거나 물어봄: `--api-key -`";
    "The value; a list as JSON or separated by commas" => "값. 목록은 JSON이나 쉼표로";

    // Condensing and deciding.
    "Condense what was said since the last time into the day's episodes" => "지난번부터 나눈 말을 그날의 에피소드로 줄임";
    "Only what is due, and quietly (hooks run this)" => "때가 된 것만 조용히 (훅이 실행)";
    "Only this session" => "이 세션만";
    "Sort the facts of recent episodes into the profile, the shared notes and the pages of projects" => "최근 에피소드의 사실을 나누어 적음: 프로필, 공유 노트, 프로젝트 페이지에";
    "Only episodes of the last so many days [default: all that were not reflected upon yet]" => "최근 며칠의 에피소드만 [기본값: 아직 살피지 않은 것 모두]";
    "Only say what would be done; the rules sort, so that it costs nothing" => "무엇을 할지 말하기만 함. 규칙으로 나누어 비용이 없음";
    "Instead, sort again what earlier versions wrote, by today's rules: what leaves a note waits for you in `palimp review`" => "대신 이전 판이 적은 것을 지금 규칙으로 다시 나눔. 노트에서 나갈 것은 `palimp review`에서 기다림";
    "Decide about changes that reflection does not make by itself" => "저절로 바꾸지 않는 것을 직접 결정";
    "List what waits (the same as no word)" => "기다리는 것을 나열 (아무 말 없을 때와 같음)";
    "Show a proposal in full" => "제안 하나를 모두 보임";
    "The proposal's id, or its beginning" => "제안의 id, 또는 그 앞부분";
    "Make the change" => "그렇게 바꿈";
    "Do not ask before something is forgotten" => "잊기 전에 묻지 않음";
    "Turn it down; it does not come back" => "물리침. 다시 나오지 않음";
    "A fact whose code has changed still holds: its place in the code is looked at anew" => "코드가 바뀐 사실이 여전히 맞음: 코드의 자리를 새로 봄";
    "Such a fact holds otherwise: it is struck through, and the new text stands below it" => "그런 사실이 달라짐: 줄을 긋고 그 아래에 새 글을 적음";
    "What holds instead" => "이제 맞는 것";
    "Such a fact holds no more: it goes to archive/stale.md" => "그런 사실이 더는 맞지 않음: archive/stale.md로 옮김";
    "Take lines back to their notes that went to archive/ because they were neither told nor found for long" => "오래 알려지지도 찾아지지도 않아 archive/로 간 줄을 제 노트로 되돌림";
    "Only those that say this" => "이 말이 있는 것만";

    // Agents and models.
    "Have an agent answer a prompt, with what is remembered before it" => "에이전트가 프롬프트에 답하게 함. 기억하는 것을 앞에 붙여";
    "The agent program: claude, codex, gemini, opencode or copilot" => "에이전트 프로그램: claude, codex, gemini, opencode, copilot";
    "The model, by the program's own name of it" => "모델, 그 프로그램이 부르는 이름으로";
    "One more argument for the program; may be repeated" => "프로그램에 넘길 인자 하나 더. 여러 번 쓸 수 있음";
    "The prompt; read from standard input where it is missing" => "프롬프트. 없으면 표준 입력에서 읽음";
    "Talk with a model or an agent, with what is remembered before every message" => "모델이나 에이전트와 이야기함. 말마다 기억하는 것을 앞에 붙여";
    "Who answers: claude, codex, gemini, opencode, copilot, api:anthropic, api:openai, api:gemini or api:ollama [default: as the last time]" => "누가 답할지: claude, codex, gemini, opencode, copilot, api:anthropic, api:openai, api:gemini, api:ollama [기본값: 지난번처럼]";
    "The model, by its own name" => "모델의 이름";
    "Begin anew; what was said last is kept as a note" => "새로 시작. 지난 대화의 끝은 노트로 남음";
    "Go on with this conversation" => "이 대화를 이어 감";
    "See what fills a client's transcript, and write a shorter one beside it" => "클라이언트의 기록을 채운 것을 보고, 더 짧은 것을 곁에 씀";
    "See what fills a client's transcript, and write a shorter one beside it\n\nReads transcripts of Claude Code, Codex and OpenClaw, and palimp's own. The file is never changed: prune and compact write another one, in the same client's format, from which the client can go on." => "클라이언트의 기록을 채운 것을 보고, 더 짧은 것을 곁에 씀\n\nClaude Code, Codex, OpenClaw와 palimp 자신의 기록을 읽습니다. 그 파일은 바꾸지 않습니다. prune과 compact는 같은 클라이언트의 형식으로 다른 파일을 쓰며, 클라이언트가 그것으로 이어 갈 수 있습니다.";
    "Say what fills the context, and what pruning and compaction would save" => "무엇이 맥락을 채우는지, 줄이면 얼마나 아끼는지 보임";
    "The transcript, a file of JSON lines" => "기록, JSON 줄의 파일";
    "How many tokens the model's window holds [default: as the transcript says, else 200000]" => "모델의 창에 드는 토큰 수 [기본값: 기록에 적힌 대로, 없으면 200000]";
    "Cut and clear old results of tools" => "도구의 오래된 결과를 자르고 비움";
    "Where to write [default: FILE with .pruned or .compacted before its ending]" => "쓸 곳 [기본값: FILE의 끝 앞에 .pruned나 .compacted를 붙인 것]";
    "Write over a file that is there; never over the transcript itself" => "있는 파일에 덮어씀. 기록 자체에는 덮어쓰지 않음";
    "Prune although the service may still keep the conversation's beginning at a low price" => "서비스가 대화의 앞부분을 싼값에 지니고 있을 수 있어도 자름";
    "Replace the old turns by a summary" => "오래된 대화를 요약으로 바꿈";
    "What the summary should pay heed to" => "요약에서 눈여겨볼 것";

    // Upkeep.
    "Take in what other tools remember: their notes, rules, databases and recorded sessions" => "다른 도구가 기억하는 것을 가져옴: 노트, 규칙, 데이터베이스, 기록된 세션";
    "Say what would be taken in; write nothing" => "무엇을 가져올지 말하고 아무것도 쓰지 않음";
    "Only this source, and without asking; `chatgpt:PATH` is an export of ChatGPT's" => "이 출처만 묻지 않고. `chatgpt:PATH`는 ChatGPT가 내보낸 것";
    "Show whether palimp works: the home, the clients, and what was captured" => "palimp가 잘 도는지 보임: 홈, 클라이언트, 기록된 것";
    "Look for what is wrong, and say how to mend it" => "잘못된 것을 찾고 고치는 법을 알려 줌";
    "Mend what can be mended" => "고칠 수 있는 것을 고침";
    "Look for secrets that are already stored" => "이미 저장된 비밀을 찾음";
    "Take out what is found" => "찾은 것을 뺌";
    "Remove observations that are past their age; failures and pinned ones stay, and condensed messages keep their short form" => "기한이 지난 관찰을 지움. 실패와 고정한 것은 남고, 줄인 메시지는 짧은 꼴이 남음";
    "The age in days [default: memory.retentionDays]" => "기한(일) [기본값: memory.retentionDays]";
    "Run as the daily retention does: in the background, once at a time" => "날마다의 정리처럼 실행: 뒤에서 한 번에 하나씩";
    "Only mend what is damaged and can be made anew, in the background" => "손상되었고 새로 만들 수 있는 것만 뒤에서 고침";
    "Show or change the settings" => "설정을 보이거나 바꿈";
    "Show every key with its value, where it comes from, and what it does" => "모든 키와 값, 어디서 왔는지, 무엇을 하는지 보임";
    "Show one value, where it comes from, and the default" => "값 하나와 어디서 왔는지, 기본값을 보임";
    "The key, such as capture.maxChars or agents.work.vault" => "키, capture.maxChars나 agents.work.vault처럼";
    "Change one value, if it is one that the key can have" => "값 하나를 바꿈. 그 키가 가질 수 있는 값일 때";
    "The key" => "키";
    "Let the default hold again" => "기본값으로 되돌림";
    "Print the JSON schema of settings.json, for editors" => "편집기를 위해 settings.json의 JSON 스키마를 출력";
    "Write sessions, observations and messages as JSON lines" => "세션, 관찰, 메시지를 JSON 줄로 씀";
    "The file to write [default: standard output]" => "쓸 파일 [기본값: 표준 출력]";
    "Take in what `palimp export` wrote; what is there already is left as it is" => "`palimp export`가 쓴 것을 들임. 이미 있는 것은 그대로 둠";
    "The file to read, or - for standard input" => "읽을 파일, 표준 입력은 -";
    // Examples.
    "palimp save we use pnpm" => "palimp save pnpm을 쓴다";
    "palimp save --kind decision --project . \"no deploys on Fridays, because nobody is on call\"" => "palimp save --kind decision --project . \"금요일에는 배포하지 않는다. 당직이 없기 때문이다\"";
    "palimp save notes/api.md \"tokens expire after an hour\" --at src/auth.rs:40-48" => "palimp save notes/api.md \"토큰은 한 시간 뒤에 끝난다\" --at src/auth.rs:40-48";
    "palimp forget \"the old staging server\"" => "palimp forget \"옛 스테이징 서버\"";
    "palimp run codex -- \"why does the build fail?\"" => "palimp run codex -- \"빌드가 왜 실패해?\"";
    "palimp context --prompt \"how do we deploy?\" --explain" => "palimp context --prompt \"배포는 어떻게 해?\" --explain";
}

/// Texts of clap around help and about values.
pub(super) const HELP_FRAME: super::KoreanTable = &[
    ("Possible values:", "쓸 수 있는 값:"),
    ("[possible values:", "[쓸 수 있는 값:"),
    // A narrow terminal breaks the line between the two.
    ("[possible\n", "[쓸 수 있는\n"),
    (" values: ", " 값: "),
    ("[default:", "[기본값:"),
    ("Markdown of the vault and of the extra paths", "보관소와 추가 경로의 마크다운"),
    ("What tools did", "도구가 한 일"),
    ("What was said", "나눈 말"),
    ("Commits and decision records of repositories", "저장소의 커밋과 결정 기록"),
    ("Decision records of repositories", "저장소의 결정 기록"),
    ("A session starts", "세션이 시작됨"),
    ("The user says something", "사용자가 말함"),
    (": English", ": 영어"),
    (": Korean", ": 한국어"),
];
