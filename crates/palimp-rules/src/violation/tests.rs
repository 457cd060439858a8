//! Pairs of a rule and a command line: the command violates the rule, or does not.

use proptest::prelude::*;

use super::stance::forbids_command;
use super::{Commands, speaks_against, violated_sentence};

/// Where the commands run.
const BRANCH: &str = "main";
const DIRECTORY: &str = "/home/dev/shop";

fn is_violated(rule: &str, line: &str) -> bool {
    let branch = || Some(BRANCH.to_owned());
    let commands = Commands::parse(line, DIRECTORY, &branch);
    let found = violated_sentence(rule, &commands);
    // What is looked for first never keeps a rule from being found.
    assert!(found.is_none() || commands.are_named_in(&rule.to_lowercase()), "{rule} ↔ {line}");
    found.is_some()
}

fn is_spoken_against(statement: &str, line: &str) -> bool {
    let branch = || Some(BRANCH.to_owned());
    let commands = Commands::parse(line, DIRECTORY, &branch);
    let is_against = speaks_against(statement, &commands);
    // What is looked for first never keeps a statement from being found.
    assert!(
        !is_against || commands.are_named_in(&statement.to_lowercase()),
        "{statement} ↔ {line}"
    );
    is_against
}

fn check(pairs: &[(&str, &str)], expect: bool) {
    let wrong = pairs.iter().filter(|(rule, line)| is_violated(rule, line) != expect);
    let wrong: Vec<String> = wrong.map(|(rule, line)| format!("{rule} ↔ {line}")).collect();
    assert!(wrong.is_empty(), "expected {expect}:\n{}", wrong.join("\n"));
}

/// Written before the matcher.
#[test]
fn command_that_rule_forbids_violates_it() {
    check(
        &[
            ("Never use npm", "npm install"),
            ("Never npm", "cd web && npm ci"),
            ("use pnpm, not npm", "npm install lodash"),
            ("use pnpm, not npm", "npx vitest run"),
            ("Use pnpm instead of npm.", "CI=1 npm test 2>&1 | tail -5"),
            ("We use pnpm rather than npm or yarn", "yarn add zod"),
            ("do not use yarn", "yarn install"),
            ("Don't force push", "git push --force origin main"),
            ("Never force-push.", "git push -f"),
            ("no `git add -A`", "git add -A && git commit -m wip"),
            ("no `git add -A`", "git add --all"),
            ("never commit to main", "git commit -m 'fix'"),
            ("Never push directly to main", "git push origin main"),
            ("never push to main", "git push"),
            ("use `make test` rather than go test", "go test ./..."),
            ("always run tests with `uv run pytest`", "pytest -q"),
            ("always run tests with `uv run pytest`", "python -m pytest tests"),
            ("Don't run `rm -rf`", "rm -rf build"),
            ("Don't run `rm -rf`", "rm -r -f build"),
            ("Never skip hooks: no --no-verify", "git commit --no-verify -m x"),
            ("never use sudo", "sudo apt-get install -y jq"),
            ("Please don't commit unless I ask you to", "git commit -am wip"),
            ("Don't use pip install; use `uv add`", "pip install requests"),
            ("Don't use pip install; use `uv add`", "python3 -m pip install requests"),
            ("npm is forbidden in this repo", "npm run build"),
            ("npm 쓰지 마", "npm install"),
            ("npm 말고 pnpm 써", "npm run build"),
            ("npm 대신 pnpm을 쓴다", "npx tsc"),
            ("강제 푸시 금지", "git push --force-with-lease"),
            ("main에 직접 커밋하지 마", "git commit -m x"),
            ("`git add -A` 쓰지 말 것", "git add -A"),
            ("yarn은 절대 사용하지 않는다", "yarn build"),
            ("pip 쓰면 안 돼, uv를 써", "pip install flask"),
            ("테스트는 항상 `uv run pytest`로 돌려", "pytest -x"),
        ],
        true,
    );
}

/// Written before the matcher.
#[test]
fn command_that_rule_allows_violates_nothing() {
    check(
        &[
            ("use pnpm, not npm", "pnpm install"),
            ("use pnpm, not npm", "echo npm install"),
            ("use pnpm, not npm", "git commit -m 'npm is gone'"),
            ("use pnpm, not npm", "grep -rn npm docs"),
            ("use pnpm, not npm", "cat > a.md <<'EOF'\nnpm install\nEOF"),
            ("npm is slow on CI", "npm install"),
            ("npm install fails without --legacy-peer-deps", "npm install"),
            ("We moved from npm to pnpm in March", "cargo test"),
            ("Don't forget to run npm install", "npm install"),
            ("npm never finishes on the old laptop", "npm install"),
            ("Should we stop using npm?", "npm install"),
            ("Don't force push", "git push origin feature/x"),
            ("no `git add -A`", "git add src/a.rs"),
            ("never commit to main", "git push origin feature/x"),
            ("never push to main", "git push origin feature/x"),
            ("never commit secrets", "git commit -m x"),
            ("Never commit .env files", "git commit -m x"),
            ("use `make test` rather than go test", "make test"),
            ("use `make test` rather than go test", "go build ./..."),
            ("always run tests with `uv run pytest`", "uv run pytest -q"),
            ("always run tests with `uv run pytest`", "uv sync"),
            ("Don't run `rm -rf`", "rm a.txt"),
            ("Do not go into details", "go test ./..."),
            ("Never make changes to the generated files", "make"),
            ("Don't use `any` in TypeScript", "tsc --noEmit"),
            ("do not use npm on CI", "npm install"),
            ("I prefer tests that run fast", "go test ./..."),
            ("pnpm을 쓴다", "pnpm install"),
            ("npm이 CI에서 느리다", "npm install"),
            ("npm 대신 pnpm을 쓴다", "pnpm add zod"),
            ("커밋 메시지는 한국어로 쓴다", "git commit -m x"),
            ("비밀키를 커밋하지 마", "git commit -m x"),
            ("배포는 금요일에 하지 않는다", "git push"),
            ("npm을 쓸지 말지 아직 안 정했다", "npm install"),
        ],
        false,
    );
}

/// Written after the matcher, to see what it does with other words.
#[test]
fn other_words_of_forbidding_are_understood() {
    check(
        &[
            ("Package manager is pnpm. Do not run npm or yarn here.", "yarn add -D vitest"),
            ("NEVER run `npm publish` yourself", "npm publish --access public"),
            ("I never want you to use git stash", "git stash"),
            ("Avoid docker-compose, use `docker compose`", "docker-compose up -d"),
            (
                "Do not run `terraform apply`; only plan.",
                "cd infra && terraform apply -auto-approve",
            ),
            ("No rebasing, ever", "git rebase origin/main"),
            ("You must not push without asking me first", "git push -u origin feature/login"),
            ("Use fd instead of find", "find . -name '*.rs'"),
            ("prefer ripgrep (`rg`) over grep", "grep -rn TODO src"),
            ("Don't use `sed -i`; edit files with the tool", "sed -i s/a/b/ src/a.rs"),
            ("black is banned here, we format with ruff", "black src"),
            ("Always use bun", "npm run dev"),
            ("please don't amend commits", "git commit --amend --no-edit"),
            ("we run python only through uv: `uv run python`", "python manage.py migrate"),
            ("Run the linter with `npx eslint`, never `npm run lint`", "npm run lint"),
            ("Do not install packages with pip", "pip install httpx"),
            ("kubectl delete must never be run by you", "kubectl delete pod web-0"),
            ("Don't run cargo clean, the build takes an hour", "cargo clean"),
            ("not `cargo test`: use `cargo nextest run`", "cargo test -p core"),
            ("Never use `git checkout .` or `git reset --hard`", "git reset --hard HEAD~1"),
            ("npm 사용 금지", "npm i"),
            ("`npm publish`는 절대 실행하지 마", "npm publish"),
            ("git stash 쓰지 말고 커밋해", "git stash"),
            ("main 브랜치에는 푸시하지 말아줘", "git push origin main"),
            ("grep 대신 rg를 써", "grep -rn foo ."),
            ("rm -rf 금지", "rm -rf node_modules"),
            ("sudo는 쓰지 않습니다", "sudo systemctl restart nginx"),
            ("docker 말고 podman 사용", "docker ps -a"),
            ("패키지 매니저는 pnpm만 사용한다", "yarn add zod"),
            ("커밋은 내가 말하기 전에는 하지 마", "git commit -m wip"),
            ("npm이나 yarn은 쓰면 안 된다", "yarn"),
            ("여기서는 항상 pnpm을 쓰고 npm은 쓰지 마", "npm install zod"),
            ("이 프로젝트는 pnpm만 씁니다", "npm install zod"),
            ("npm은 안 씁니다", "npm install zod"),
            ("패키지 설치는 yarn으로만 해줘", "npm i axios"),
            ("앞으로는 pnpm으로 통일합시다", "npm i axios"),
            ("sudo 쓰는 건 안 됨", "sudo apt-get install -y jq"),
            ("force push는 절대 안 돼", "git push --force origin feature/cart"),
            ("docker system prune 같은 거 함부로 치지 마", "docker system prune -af"),
            ("서버는 내가 띄워놨으니까 `npm run dev` 돌리지 마", "npm run dev"),
            ("git reset --hard is banned in this session", "git reset --hard origin/main"),
            ("stick to poetry for deps in this one", "pip install requests"),
            ("Please only use uv for Python dependencies.", "pip install pydantic"),
            ("use podman in place of docker", "docker run --rm alpine sh"),
            ("use vitest instead of jest from now on", "npx jest"),
            ("Never run cargo publish locally", "cargo publish"),
            ("before we start: rm -rf is off limits", "rm -rf build/"),
            // From recorded sessions.
            ("oh, please don't amend commits", "git commit --amend -m x"),
            ("do not stash anything, read the files you need", "git stash pop"),
        ],
        true,
    );
}

/// Written after the matcher, too.
#[test]
fn other_mentions_of_programs_forbid_nothing() {
    check(
        &[
            ("npm publish is done by CI on tags", "npm publish"),
            ("I don't like how npm prints warnings", "npm install"),
            ("The tests do not use docker any more", "docker ps"),
            ("Never trust `npm audit` alone", "npm audit"),
            ("We decided not to use Redis for sessions", "redis-cli ping"),
            ("Use pnpm workspaces for the web packages", "npm install"),
            ("Don't push back on small style comments", "git push"),
            ("Do not commit half-finished refactors", "git commit -m x"),
            ("Never run migrations on production", "make migrate"),
            ("The deploy script never uses sudo", "sudo ls"),
            ("If the tests fail, do not use npm cache", "npm install"),
            ("don't use `head` variables in the list code", "head -3 a.txt"),
            ("no tests in src, please", "cargo test"),
            ("Run `cargo fmt` before every commit", "git commit -m x"),
            ("Use git worktrees, not branches", "git branch -a"),
            ("The CLI does not need sudo", "sudo ls"),
            ("make sure that npm is not started twice", "npm start"),
            ("never merge without a green build", "git log --merges"),
            ("avoid long lines", "python -c 'print(1)'"),
            ("not a single test may be skipped", "pytest"),
            ("Tests are run with uv run pytest in CI as well", "uv run pytest -q"),
            ("Don't touch the docker files", "docker build ."),
            ("npm으로 배포하면 안 되는 이유를 적어 둔다", "npm publish"),
            ("yarn에서 pnpm으로 옮겼다", "pnpm install"),
            ("커밋 전에 `cargo fmt`를 돌린다", "git commit -m x"),
            ("docker가 안 뜨면 재부팅한다", "docker ps"),
            ("푸시하기 전에 테스트를 돌린다", "git push"),
            ("테스트 데이터를 커밋하지 말 것", "git commit -m x"),
            ("npm 캐시를 지우지 마", "npm install"),
            ("pnpm을 쓰고 npm은 쓰지 마", "pnpm install"),
            ("npm을 쓰고 캐시는 지우지 마", "npm install"),
            ("npm install이 안 돼", "npm install"),
            ("npm은 왜 절대 안 끝나지", "npm install"),
            ("배포는 yarn으로 했다", "npm install"),
            ("there is no npm on that machine", "npm install"),
            ("I put the lock file in place of the old npm one", "npm install"),
            ("CI에서는 npm을 쓰지 않는다", "npm install"),
            // From recorded sessions.
            ("Shadow branches use in-memory tree building, never `git add`:", "git add -p a.go"),
            ("I determined that branches use the tree, never using `git add`.", "git add -p a.go"),
            ("Fix: Build the binary to a temp directory instead of using `go run`", "go run ."),
            ("Warning was already shown to user - don't show it again", "c=$(git show HEAD)"),
            ("`curl https://example.com` has no paths (URL, not file)", "file a.md"),
            ("do not commit and bug reports that have sensitive data in them", "git commit -m x"),
            ("New `--print` flag to print rather than sync it to a file", "sync"),
        ],
        false,
    );
}

#[test]
fn verb_behind_another_word_is_named() {
    is_violated(", push 금지 with with instead of run to", "sudo git bash push python git");
}

proptest! {
    #[test]
    fn any_text_and_any_line_are_compared(rule in ".*", line in ".*") {
        is_violated(&rule, &line);
    }

    #[test]
    fn rule_like_text_is_compared(
        rule in "((never|no|do not|use|not|instead of|run|with|by|npm|`git push`|push|to|main|말고|쓰지|마|금지|커밋하지|,|.) ?){0,9}",
        line in "((npm|git|push|commit|uv|run|sudo|bash|-c|-m|python|npx|--force|main|&&|\\|) ?){0,7}",
    ) {
        is_violated(&rule, &line);
    }
}

/// A statement, a command that it speaks against, and one that it does not.
#[test]
fn statement_speaks_against_what_its_nearest_words_forbid() {
    let wrong: Vec<&str> = [
        ("terraform apply is mine to run, plan all you like", "terraform apply", "terraform plan"),
        ("publishing is CI's job, pack is fine", "npm publish", "npm pack"),
        ("I do all the commits myself", "git commit -m x", "git add a.rs"),
        ("keep your hands off sudo", "sudo ls", "ls"),
        ("stop running eslint with --fix", "npx eslint --fix src", "npx eslint src"),
        ("git reset --hard is banned here", "git reset --hard HEAD~1", "git reset --soft HEAD~1"),
        ("kubectl against prod is off limits", "kubectl --context prod get po", "kubectl get po"),
        ("No commits straight to main", "git commit -m x", "git switch -c a && git commit -m x"),
        ("gradle only through the wrapper", "gradle build", "./gradlew build"),
        ("uv for everything python", "pip install httpx", "uv add httpx"),
        ("no global npm installs", "npm i -g typescript", "npm i -D typescript"),
        ("aws calls need --profile sandbox", "aws s3 ls", "aws s3 ls --profile sandbox"),
        ("db work never drops: DROP is forbidden", "psql -c 'DROP TABLE a'", "psql -c 'SELECT 1'"),
        ("no `git add .` please", "git add .", "git add src/a.rs"),
        ("never run cargo publish", "cargo publish", "cargo publish --dry-run"),
        ("pytest 대신 uv run pytest로 돌려", "pytest tests", "uv run pytest tests"),
        ("push는 내가 할 거니까 너는 커밋까지만 해", "git push", "git commit -m x"),
        ("terraform apply는 atlantis가 합니다. plan까지만요", "terraform apply", "terraform plan"),
        ("git add . 하지 마 진짜", "git add .", "git add src/a.rs"),
        ("amend 하지 마세요. 새 커밋으로 쌓아 주세요", "git commit --amend", "git commit -m x"),
        ("전역 설치는 하지 말아 줘", "npm install -g a", "npm install -D a"),
        ("파이썬은 .venv/bin/python 로만 실행해", "python3 a.py", ".venv/bin/python a.py"),
        ("배포는 담당자만 합니다", "fly deploy", "fly logs"),
        ("go test 직접 치면 환경변수가 빠져서 다 깨져", "go test ./...", "make test"),
        ("don't ever force push", "git push -f", "git push"),
        ("from now on never use npm here", "npm install", "pnpm install"),
        ("never chmod 777", "chmod 777 a", "chmod 644 a"),
        ("rm -rf 금지. 지울 거 있으면 trash 써", "rm -rf dist", "rm a.txt"),
    ]
    .into_iter()
    .filter(|(said, broken, kept)| {
        !is_spoken_against(said, broken) || is_spoken_against(said, kept)
    })
    .map(|(said, ..)| said)
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Kinds of sentences that developers write in sessions, about commands that they do not forbid.
#[test]
fn report_question_or_condition_forbids_nothing() {
    let wrong: Vec<&str> = [
        "I tried it in an empty directory and got: not a git repository",
        "the orphaned commits aren't deleted, git collects them later",
        "this PR is unmerged, so going down the commit list isn't working",
        "if I stash first, then don't commit, the session is lost",
        "No, I don't want to push to their fork.",
        "git fetch is called with no timeout",
        "I don't think the reviewer was making commits",
        "we don't need force if the first commit has a trailer",
        "vercel auth is off",
        "yes, but we don't need to commit",
        // An ordinary word, a part of a name, or what stands in a file.
        "never merge the carts of two users",
        "don't push notifications to muted users",
        "do not publish the event before it is stored",
        "the pytest fixture must not be shared",
        "Python must never be the slow part",
        "never use sudo in the Dockerfile",
        "카트는 병합하지 마",
        "머지 함수가 인자를 바꾸면 안 돼",
        "마이그레이션 파일은 건드리지 말고 모델만 고쳐",
        "테스트에서 curl 쓰지 마",
        // For a moment.
        "don't commit yet",
        "오늘은 배포하지 마",
        "아직 커밋하지 마",
        "npm install 안 돼요",
        "배포 번들이 너무 커서 안 쓰는 코드를 빼고 싶어",
        "마이그레이션 마지막 단계에서 멈췄어",
        "커밋하지도 않았는데 왜 바뀌었어",
    ]
    .into_iter()
    .filter(|said| forbids_command(said))
    .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

proptest! {
    #[test]
    fn any_statement_is_read(
        statement in "[a-z가-힣 .,`'/-]{0,60}|(npm|git push|-g|금지|말고|never|only|\\.|`){1,8}",
        line in "(npm|git|rm) (install|push|-rf|--force) ?[a-z.]{0,6}",
    ) {
        is_spoken_against(&statement, &line);
    }
}
