//! Tokens of git hosts, package registries, builds, and keepers of secrets.

use super::Matcher::{Loose, Shapes};
use super::RedactionRule;
use crate::bytes::{
    ALNUM, ANY_HEX, BASE64, BASE64URL, ByteClass, DOTTED_BASE64URL, LOWER_ALNUM, LOWER_HEX,
    TOKEN_CHARS, UPPER_ALNUM, WORD_CHARS, class,
};
use crate::entropy::has_digit;
use crate::randomness::Looks;
use crate::shape::{ShapePart, UNBOUNDED, exact, loose_shape, part, shape, within};

/// The alphabet of Bech32 (BIP 173), in capitals.
const BECH32_CHARS: ByteClass = class!("AC-HJ-NP-Z02-9");

/// Characters of signed tokens; some libraries leave the slash in.
const JWT_CHARS: ByteClass = class!("A-Za-z0-9/_-");

/// The parts of a Harness token behind the account.
const HARNESS_TAIL: &[ShapePart] =
    &[ShapePart::Is("."), part(ALNUM, 24, 24), ShapePart::Is("."), part(ALNUM, 20, 20)];

/// The names of deployments.
const LOWER_NAME: ByteClass = class!("a-z0-9-");

/// The part of a Convex key behind the deployment.
const CONVEX_TAIL: &[ShapePart] =
    &[ShapePart::Is("|"), part(class!("A-Za-z0-9+/_-"), 24, UNBOUNDED)];

/// The parts of a Bitwarden token behind the first group of its UUID.
const BITWARDEN_TAIL: &[ShapePart] = &[
    ShapePart::Is("-"),
    part(ANY_HEX, 4, 4),
    ShapePart::Is("-"),
    part(ANY_HEX, 4, 4),
    ShapePart::Is("-"),
    part(ANY_HEX, 4, 4),
    ShapePart::Is("-"),
    part(ANY_HEX, 12, 12),
    ShapePart::Is("."),
    part(ALNUM, 30, 30),
    ShapePart::Is(":"),
    part(BASE64, 22, 24),
];

/// True if the text after the beginning of an early Vault's token is drawn at random, and is not a
/// method that is called.
fn is_scattered(value: &[u8]) -> bool {
    Looks::classify(value) == Looks::Random
}

pub(super) const CODE_RULES: &[RedactionRule] = &[
    RedactionRule {
        kind: "github-token",
        about: "GitHub tokens: personal, OAuth, app, installation, refresh and fine-grained",
        matchers: &[Shapes(&[
            shape("ghp_", WORD_CHARS, 36),
            shape("gho_", WORD_CHARS, 36),
            shape("ghu_", WORD_CHARS, 36),
            shape("ghs_", WORD_CHARS, 36),
            shape("ghr_", WORD_CHARS, 36),
            shape("github_pat_", WORD_CHARS, 40),
        ])],
        hits: &[
            concat!("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"),
            concat!(
                "git clone https://x-access-token:ghs_",
                "16C7e42F292c6912E7710c838347Ae178B4a@github.com/o/r"
            ),
            concat!("github_pat_", "11ABCDEFG0a1b2c3d4e5f6_A1b2C3d4E5f6G7h8I9j0K1l2M3n4"),
            concat!("\\nghp_", "16C7e42F292c6912E7710c838347Ae178B4a"),
        ],
        misses: &["ghp_", "ghp_short", "graph_16C7e42F292c6912E7710c838347Ae178B4a"],
    },
    RedactionRule {
        kind: "gitlab-token",
        about: "GitLab tokens: personal, deploy, runner, job, trigger, feed, agent and the rest",
        matchers: &[Shapes(&[
            shape("glpat-", DOTTED_BASE64URL, 20),
            shape("gldt-", BASE64URL, 20),
            shape("glrt-", DOTTED_BASE64URL, 20),
            shape("glrtr-", DOTTED_BASE64URL, 20),
            shape("glwt-", BASE64URL, 20),
            shape("glcbt-", BASE64URL, 20),
            shape("glptt-", BASE64URL, 20),
            shape("glft-", BASE64URL, 20),
            shape("glimt-", BASE64URL, 20),
            shape("glagent-", BASE64URL, 40),
            shape("gloas-", BASE64URL, 40),
            shape("glsoat-", BASE64URL, 20),
            shape("glffct-", BASE64URL, 20),
            exact("GR1348941", BASE64URL, 20),
            shape("_gitlab_session=", LOWER_ALNUM, 32).announced(),
        ])],
        hits: &[
            concat!("glpat-", "RkE_BG5pbbjML21WSfyx"),
            concat!("PRIVATE-TOKEN: glpat-", "RkE_BG5pbbjML21WSfyx"),
        ],
        misses: &["glpat-", "glpat-short"],
    },
    RedactionRule {
        kind: "atlassian-token",
        about: "Atlassian API tokens, Bitbucket app passwords and access tokens",
        matchers: &[Shapes(&[
            shape("ATATT3", TOKEN_CHARS, 80),
            shape("ATCTT3", TOKEN_CHARS, 80),
            shape("ATSTT3", TOKEN_CHARS, 80),
            shape("ATOATT3", TOKEN_CHARS, 80),
            within("BBDC-", class!("A-Za-z0-9+/@_-"), 40, 50),
            within("ATBB", ALNUM, 24, 64).with_check(has_digit),
        ])],
        hits: &[
            concat!("ATBB", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd4E5F6A7B8C"),
            concat!(
                "ATATT3",
                "xFfGF0Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd",
                "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd=1A2B3C4D"
            ),
        ],
        misses: &["ATATT3", "ATBBQUOTE"],
    },
    RedactionRule {
        kind: "convex-key",
        about: "Deploy keys of Convex",
        matchers: &[Shapes(&[
            shape("prod:", LOWER_NAME, 6).with_parts(CONVEX_TAIL),
            shape("dev:", LOWER_NAME, 6).with_parts(CONVEX_TAIL),
            shape("preview:", class!("a-z0-9:-"), 6).with_parts(CONVEX_TAIL),
            shape("project:", class!("a-z0-9:-"), 6).with_parts(CONVEX_TAIL),
        ])],
        hits: &[concat!("prod:happy-otter-123|eyJ2MiI6", "ImYwNzE2YjQ2ZGQ1MzRkMGE4Yjk1In0=")],
        misses: &["prod:happy-otter-123", "dev:server|client"],
    },
    RedactionRule {
        kind: "bitwarden-token",
        about: "Access tokens of Bitwarden's keeper of secrets",
        matchers: &[Shapes(&[exact("0.", ANY_HEX, 8).with_parts(BITWARDEN_TAIL)])],
        hits: &[concat!(
            "0.ec2c1d46-6a4b-4751-a310-af9601317f2d.",
            "C2IgxjjLF7qSshsbwe8JGcbM075YXw:X8vbvA0bduihIDe/qrzIQQ=="
        )],
        misses: &["0.ec2c1d46", "0.1.2"],
    },
    RedactionRule {
        kind: "npm-token",
        about: "npm access tokens",
        matchers: &[Shapes(&[exact("npm_", ALNUM, 36)])],
        hits: &[
            concat!("npm_", "pNNwXXu7s1RPi3w5b9kyJPmuiWGrQx3LqWQN"),
            concat!("//npm.example/:_authToken=npm_", "pNNwXXu7s1RPi3w5b9kyJPmuiWGrQx3LqWQN"),
        ],
        misses: &["npm_config_registry", "npm_lifecycle_event"],
    },
    RedactionRule {
        kind: "registry-token",
        about: "Tokens of PyPI, Cargo, RubyGems, NuGet, Docker Hub, Clojars, Artifactory, Open \
                VSX, Cloudsmith and Thunderstore",
        matchers: &[Shapes(&[
            shape("pypi-AgE", BASE64URL, 50),
            exact("cio", ALNUM, 32).with_check(has_digit),
            exact("rubygems_", LOWER_HEX, 48),
            exact("oy2", ALNUM, 43).with_check(has_digit),
            within("dckr_pat_", BASE64URL, 20, 64),
            within("dckr_oat_", BASE64URL, 20, 64),
            exact("CLOJARS_", ALNUM, 60),
            within("AKCp", ALNUM, 60, 80),
            within("cmVmd", ALNUM, 56, 64),
            shape("ovsxat_", BASE64URL, 30).with_check(has_digit),
            exact("csa_", ALNUM, 36).with_check(has_digit),
            within("tss_", BASE64URL, 30, 80).with_check(has_digit),
        ])],
        hits: &[
            concat!(
                "pypi-",
                "AgEIcHlwaS5vcmcCJDk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd"
            ),
            concat!("cio", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7"),
            concat!("rubygems_", "0123456789abcdef0123456789abcdef0123456789abcdef"),
            concat!("dckr_pat_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0C_d"),
            concat!("oy2", "k2lm7np1rs5tv8wx3yz6ab0cdqk2lm7np1rs5tv8wx3"),
        ],
        misses: &["pypi-server", "cio_requirements", "rubygems_version", "dckr_pat_"],
    },
    RedactionRule {
        kind: "build-token",
        about: "Tokens of CircleCI, Buildkite, SonarQube, Sourcegraph, Postman, Pulumi, Prefect, \
                Infracost, Octopus Deploy, OpenShift, Harness, Snyk, StackHawk and Aikido",
        matchers: &[Shapes(&[
            shape("CCIPAT_", WORD_CHARS, 40),
            shape("CCIPRJ_", WORD_CHARS, 40),
            within("bkua_", ALNUM, 40, 60),
            shape("bkaa_", BASE64URL, 40).with_check(has_digit),
            shape("bkaj_", BASE64URL, 40).with_check(has_digit),
            shape("bkar_", BASE64URL, 40).with_check(has_digit),
            shape("bkct_", BASE64URL, 40).with_check(has_digit),
            shape("bkpt_", BASE64URL, 40).with_check(has_digit),
            shape("bkpat_", BASE64URL, 40).with_check(has_digit),
            shape("bkps_", BASE64URL, 40).with_check(has_digit),
            exact("sqp_", ALNUM, 40),
            exact("squ_", ALNUM, 40),
            exact("sqa_", ALNUM, 40),
            within("sqco_", ALNUM, 40, 64),
            shape("sgp_", WORD_CHARS, 40).with_check(has_digit),
            exact("slk_", LOWER_HEX, 64),
            exact("PMAK-", ALNUM, 24).with_parts(&[ShapePart::Is("-"), part(ALNUM, 34, 34)]),
            within("PMAT-", ALNUM, 26, 40).with_check(has_digit),
            exact("pul-", ALNUM, 40).with_check(has_digit),
            exact("pnu_", ALNUM, 36),
            exact("pnb_", ALNUM, 36),
            exact("ico-", ALNUM, 32).with_check(has_digit),
            exact("API-", UPPER_ALNUM, 26).with_check(has_digit),
            exact("sha256~", BASE64URL, 43),
            exact("pat.", BASE64URL, 22).with_parts(HARNESS_TAIL),
            exact("sat.", BASE64URL, 22).with_parts(HARNESS_TAIL),
            shape("snyk_uat.", DOTTED_BASE64URL, 40),
            shape("snyk_sat.", DOTTED_BASE64URL, 40),
            exact("hawk.", BASE64URL, 20)
                .with_parts(&[ShapePart::Is("."), part(BASE64URL, 20, 20)]),
            within("endr+", class!("A-Za-z0-9-"), 16, 40),
            within("AIK_CI_", ALNUM, 20, 44).with_check(has_digit),
            within("AIK_SECRET_", ALNUM, 40, 64).with_check(has_digit),
            shape("mergify_application_key_", BASE64URL, 40),
            exact("s-s4t2ud-", ANY_HEX, 64),
            exact("s-s4t2af-", ANY_HEX, 64),
        ])],
        hits: &[
            concat!("pul-", "683c2770662c51d960d72ec27613be7653c5cb26"),
            concat!("sqp_", "683c2770662c51d960d72ec27613be7653c5cb26"),
            concat!("PMAK-", "683c2770662c51d960d72ec2-7613be7653c5cb26683c2770662c51d960"),
            concat!("API-", "QK2LM7NP1RS5TV8WX3YZ6AB0CD"),
            concat!("oc login --token=sha256~", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx"),
        ],
        misses: &["pul-request", "sqp_factor", "bkua_", "API-GATEWAY", "sha256~", "pat.name"],
    },
    RedactionRule {
        kind: "vault-token",
        about: "HashiCorp Vault, Doppler and 1Password tokens",
        matchers: &[Shapes(&[
            shape("hvs.", BASE64URL, 24),
            exact("s.", ALNUM, 24).with_check(is_scattered),
            shape("hvb.", BASE64URL, 24),
            shape("hvr.", BASE64URL, 24),
            shape("dp.pt.", DOTTED_BASE64URL, 40),
            shape("dp.st.", DOTTED_BASE64URL, 40),
            shape("dp.ct.", DOTTED_BASE64URL, 40),
            shape("dp.sa.", DOTTED_BASE64URL, 40),
            shape("dp.scim.", DOTTED_BASE64URL, 40),
            shape("dp.audit.", DOTTED_BASE64URL, 40),
            shape("ops_eyJ", BASE64, 100),
            exact("A3-", UPPER_ALNUM, 6)
                .with_parts(&[ShapePart::Is("-"), part(class!("A-Z0-9-"), 26, 30)]),
            exact("SWMTKN-1-", LOWER_ALNUM, 50)
                .with_parts(&[ShapePart::Is("-"), part(LOWER_ALNUM, 24, 30)]),
            shape("SWMKEY-1-", BASE64, 40),
        ])],
        hits: &[
            concat!("hvs.", "CAESIJQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8"),
            concat!("dp.st.dev", ".Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3"),
            concat!("A3-", "ASWWYB-798JRYLJVD4-23DC2-86TVM-H43EB"),
        ],
        misses: &["hvs.example", "dp.pt.x", "A3-sized", "s.replaceAllOccurrences1"],
    },
    RedactionRule {
        kind: "terraform-token",
        about: "HCP Terraform tokens",
        matchers: &[Loose(&[loose_shape(ALNUM, 14, 14)
            .with_parts(&[ShapePart::Is(".atlasv1."), part(TOKEN_CHARS, 60, 70)])])],
        hits: &[concat!(
            "Qk2Lm7Np1Rs5Tv.atlasv1",
            ".Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8"
        )],
        misses: &["abcdefghijklmn.atlasv1.example"],
    },
    RedactionRule {
        kind: "age-key",
        about: "Secret keys of age",
        matchers: &[Shapes(&[exact("AGE-SECRET-KEY-1", BECH32_CHARS, 58)])],
        hits: &[concat!(
            "AGE-SECRET-KEY-1",
            "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE"
        )],
        misses: &["AGE-SECRET-KEY-1", "age1qpzry9x8gf2tvdw0s3jn54khce6mua7l"],
    },
    RedactionRule {
        kind: "jwt",
        about: "JSON Web Tokens, signed or encrypted, and in base64",
        matchers: &[Shapes(&[
            shape("ey", BASE64URL, 10).with_parts(&[
                ShapePart::Is(".ey"),
                part(JWT_CHARS, 10, UNBOUNDED),
                ShapePart::Is("."),
                part(JWT_CHARS, 0, UNBOUNDED),
            ]),
            shape("eyJ", BASE64URL, 17).with_parts(&[
                ShapePart::Is("."),
                part(BASE64URL, 0, UNBOUNDED),
                ShapePart::Is("."),
                part(BASE64URL, 10, UNBOUNDED),
                ShapePart::Is("."),
                part(BASE64URL, 2, UNBOUNDED),
                ShapePart::Is("."),
                part(BASE64URL, 10, UNBOUNDED),
            ]),
            shape("ZXlK", BASE64, 60),
        ])],
        hits: &[concat!(
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
            ".eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ",
            ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
        )],
        misses: &[
            "eyJhbGciOiJIUzI1NiJ9",
            "eyJ.eyJ.sig",
            "data:application/json;base64,eyJhIjoxfQ==",
        ],
    },
];
