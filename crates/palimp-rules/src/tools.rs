//! Names of what people build software with, by what excludes each other.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Of each family one is used for a thing: who now uses the one no longer uses the other.
const TOOL_FAMILIES: &[&str] = &[
    "npm yarn pnpm bun",
    "pip pip-tools poetry uv pipenv conda pdm",
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
    "jenkins circleci travis buildkite github-actions gitlab-ci",
    "heroku vercel netlify railway render fly fly.io hetzner",
    "aws gcp azure",
    "tabs spaces 탭 스페이스",
    "camelcase snake_case kebab-case pascalcase",
    "dark light 다크 라이트",
    "korean english japanese chinese german french spanish 한국어 영어 일본어 중국어",
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

/// Names that stand in no family.
const OTHER_TOOLS: &str = "rust python typescript javascript java kotlin swift go golang ruby php scala elixir node \
    nodejs node.js deno nextjs next.js nuxt remix redis memcached elasticsearch opensearch clickhouse nginx caddy \
    traefik cargo make cmake bazel nx turborepo lerna eslint clippy mypy tsc swc babel storybook sentry datadog grafana \
    prometheus github gitlab bitbucket git husky linux macos ubuntu debian alpine windows s3 cloudflare firebase \
    supabase stripe auth0 clerk keycloak jwt oauth openapi swagger celery sidekiq bullmq spring rails laravel \
    flutter electron tauri wasm cuda pytorch tensorflow numpy pandas postgis pgvector sqlx diesel hyper tonic serde \
    claude codex gemini opencode copilot cursor openai anthropic ollama junit testcontainers nextest zod trpc \
    airflow dbt spark snowflake bigquery helm argocd minio lodash jquery axios rxjs moment.js dayjs";

/// Every name, with the number of its family.
fn tool_families() -> &'static HashMap<&'static str, Option<usize>> {
    static FAMILY_BY_TOOL: OnceLock<HashMap<&'static str, Option<usize>>> = OnceLock::new();
    FAMILY_BY_TOOL.get_or_init(|| {
        let others = OTHER_TOOLS.split_whitespace().map(|name| (name, None));
        let families = TOOL_FAMILIES.iter().enumerate();
        let members =
            families.flat_map(|(at, line)| line.split(' ').map(move |name| (name, Some(at))));
        others.chain(members).collect()
    })
}

/// Returns true if a word, in lower case, is the name of a tool that people build with.
pub(crate) fn is_tool(word: &str) -> bool {
    tool_families().contains_key(word)
}

/// The family that a name belongs to.
pub(crate) fn tool_family(word: &str) -> Option<usize> {
    tool_families().get(word).copied().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_exclude_each_other() {
        assert_eq!(tool_family("npm"), tool_family("pnpm"));
        assert_ne!(tool_family("npm"), tool_family("vite"));
        assert!(is_tool("redis") && tool_family("redis").is_none());
        assert!(!is_tool("the"));
    }
}
