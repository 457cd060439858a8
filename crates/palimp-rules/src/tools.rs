//! Names of what people build software with, by what excludes each other.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::topic::stem;

/// Of each family one is used for a thing: who now uses the one no longer uses the other.
const FAMILIES: &[&str] = &[
    "npm yarn pnpm bun",
    "pip poetry uv pipenv conda pdm",
    "maven gradle",
    "webpack vite parcel rollup turbopack rspack esbuild",
    "jest vitest mocha jasmine ava",
    "pytest unittest nose",
    "playwright cypress selenium puppeteer",
    "redux zustand mobx recoil jotai pinia vuex",
    "mysql postgresql postgres mariadb sqlite mongodb oracle cockroachdb dynamodb",
    "prettier biome dprint",
    "express fastify koa hono nestjs",
    "django flask fastapi",
    "react vue svelte angular solid",
    "rest graphql grpc",
    "prisma drizzle typeorm sequelize knex",
    "docker podman",
    "jenkins circleci travis buildkite",
    "heroku vercel netlify railway render",
    "aws gcp azure",
    "tabs spaces 탭 스페이스",
    "camelcase snake_case kebab-case pascalcase",
    "dark light 다크 라이트",
    "korean english japanese chinese 한국어 영어 일본어 중국어",
    "squash rebase merge 스쿼시 리베이스",
    "vim neovim emacs vscode zed helix",
    "black ruff yapf",
    "axum actix rocket warp",
    "kafka rabbitmq nats sqs",
    "slack discord teams",
    "jira linear asana trello",
    "kubernetes nomad ecs",
    "terraform pulumi cloudformation",
    "tailwind bootstrap",
    "commonjs esm",
    "tokio async-std smol",
];

/// What a family is used for, by one of its names. Who says `Jest for tests` says no more than
/// `Jest`.
const PURPOSES: &[(&str, &str)] = &[
    ("npm", "package packages manager install 패키지 매니저 관리자"),
    ("webpack", "bundler bundle bundling build builds 번들러 번들 빌드"),
    ("jest", "test tests testing unit runner 테스트 단위 러너"),
    ("playwright", "e2e end-to-end browser test tests 테스트 브라우저"),
    ("redux", "state store 상태 관리"),
    ("mysql", "database db 데이터베이스"),
    ("prettier", "formatter formatting format 포매터 포맷"),
    ("prisma", "orm"),
    ("jenkins", "ci cd pipeline pipelines 파이프라인"),
    ("heroku", "hosting host 호스팅"),
    ("kafka", "message messages broker 메시지 브로커"),
    ("slack", "chat 채팅"),
    ("jira", "ticket tickets issue issues tracker 티켓 이슈"),
];

/// Names that stand in no family.
const OTHERS: &str = "rust python typescript javascript java kotlin swift go golang ruby php scala elixir node \
    nodejs node.js deno nextjs next.js nuxt remix redis memcached elasticsearch opensearch clickhouse nginx caddy \
    traefik cargo make cmake bazel nx turborepo lerna eslint clippy mypy tsc swc babel storybook sentry datadog grafana \
    prometheus github gitlab bitbucket git husky linux macos ubuntu debian alpine windows s3 cloudflare firebase \
    supabase stripe auth0 clerk keycloak jwt oauth openapi swagger celery sidekiq bullmq spring rails laravel \
    flutter electron tauri wasm cuda pytorch tensorflow numpy pandas postgis pgvector sqlx diesel hyper tonic serde \
    claude codex gemini opencode copilot cursor openai anthropic ollama junit testcontainers nextest zod trpc \
    airflow dbt spark snowflake bigquery helm argocd fly fly.io hetzner minio lodash jquery axios rxjs moment.js dayjs";

/// Every name, with the number of its family.
fn names() -> &'static HashMap<&'static str, Option<usize>> {
    static NAMES: OnceLock<HashMap<&'static str, Option<usize>>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let others = OTHERS.split_whitespace().map(|name| (name, None));
        let families = FAMILIES.iter().enumerate();
        let members =
            families.flat_map(|(at, line)| line.split(' ').map(move |name| (name, Some(at))));
        others.chain(members).collect()
    })
}

/// Whether a word, in lower case, is the name of something that people build with.
pub(crate) fn is_tool(word: &str) -> bool {
    names().contains_key(word)
}

/// The family that a name belongs to.
pub(crate) fn family(word: &str) -> Option<usize> {
    names().get(word).copied().flatten()
}

/// Whether a stemmed word only says what a family of names is used for.
pub(crate) fn is_purpose(stemmed: &str, of: usize) -> bool {
    let known = PURPOSES.iter().filter(|(name, _)| family(name) == Some(of));
    known.flat_map(|(_, words)| words.split(' ')).any(|word| stem(word) == stemmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_exclude_each_other() {
        assert_eq!(family("npm"), family("pnpm"));
        assert_ne!(family("npm"), family("vite"));
        assert!(is_tool("redis") && family("redis").is_none());
        assert!(!is_tool("the"));
        let tests = family("vitest").unwrap();
        assert!(is_purpose(&stem("tests"), tests) && !is_purpose("monorepo", tests));
        assert!(PURPOSES.iter().all(|(name, _)| family(name).is_some()));
    }
}
