//! Keys of clouds, hosting, databases and monitoring.

use super::Matcher::{Names, Shapes};
use super::Rule;
use crate::redact::bytes::{ALNUM, BASE64, BASE64URL, DOTTED, HEX, LOWER, UPPER, WORD, class};
use crate::redact::entropy::{has_digit, is_random};
use crate::redact::names::Strength::Exactly;
use crate::redact::names::name;
use crate::redact::shape::{Part, exact, of, shape, within};

fn is_aws_secret(value: &[u8]) -> bool {
    value.len() == 40 && value.iter().all(|&byte| BASE64.has(byte) || byte == b'=')
}

fn is_storage_key(value: &[u8]) -> bool {
    value.len() >= 40 && value.iter().all(|&byte| BASE64.has(byte) || byte == b'=')
}

/// A signature in a URL, where `+`, `/` and `=` are escaped.
fn is_url_signature(value: &[u8]) -> bool {
    value.len() >= 40
        && value.iter().all(|&byte| BASE64.has(byte) || b"%=".contains(&byte))
        && is_random(value, 40)
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        kind: "aws-access-key",
        about: "AWS access key ids and Bedrock API keys",
        matchers: &[Shapes(&[
            exact("AKIA", UPPER, 16),
            exact("ASIA", UPPER, 16),
            exact("ABIA", UPPER, 16),
            exact("ACCA", UPPER, 16),
            shape("ABSK", BASE64, 100),
            shape("bedrock-api-key-", BASE64, 20),
        ])],
        hits: &[
            concat!("AKIA", "IOSFODNN7EXAMPLE"),
            concat!("aws_access_key_id = ASIA", "IOSFODNN7EXAMPL3"),
        ],
        misses: &["AKIA", "AKIAIOSFODNN7EXAMPLES", "ASIAN_MARKETS_OPEN"],
    },
    Rule {
        kind: "aws-secret-key",
        about: "AWS secret access keys under their name",
        matchers: &[Names(&[
            name("secretaccesskey", Exactly(is_aws_secret)),
            name("awssecretkey", Exactly(is_aws_secret)),
            name("awssecret", Exactly(is_aws_secret)),
        ])],
        hits: &[
            concat!("aws_secret_access_key = wJalrXUtnFEMI", "/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            concat!("\"SecretAccessKey\": \"wJalrXUtnFEMI", "/K7MDENG/bPxRfiCYEXAMPLEKEY\""),
            concat!("export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI", "/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        ],
        misses: &["aws_secret_access_key = ${SECRET}", "AWS_SECRET_ACCESS_KEY: string"],
    },
    Rule {
        kind: "azure-key",
        about: "Azure storage and service-bus keys, and the signatures of shared access URLs",
        matchers: &[Names(&[
            name("accountkey", Exactly(is_storage_key)),
            name("sharedaccesskey", Exactly(is_storage_key)),
            name("sig", Exactly(is_url_signature)).whole(),
        ])],
        hits: &[
            concat!(
                "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq",
                "/K1SZFPTOtr/KBHBeksoGMGw==;EndpointSuffix=core.windows.net"
            ),
            concat!(
                "https://x.blob.core.windows.net/c?sv=2022-11-02&sig=Q9k2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk",
                "2Lm7Np1Rs5Tv8%3D&se=2030"
            ),
        ],
        misses: &["AccountKey=<key>", "sig=abc", "?sig=1234567890"],
    },
    Rule {
        kind: "cloud-token",
        about: "Keys of Alibaba, Tencent, Naver, DigitalOcean, Heroku, Cloudflare, Fly, Netlify, \
                Vercel, Render, Tailscale and Databricks",
        matchers: &[Shapes(&[
            within("LTAI", ALNUM, 12, 20).that(has_digit),
            exact("AKID", ALNUM, 32),
            shape("ncp_iam_", ALNUM, 16),
            exact("dop_v1_", HEX, 64),
            exact("doo_v1_", HEX, 64),
            exact("dor_v1_", HEX, 64),
            shape("HRKU-", BASE64URL, 36).that(has_digit),
            exact("v1.0-", HEX, 24).then(&[Part::Is("-"), of(HEX, 146, 146)]),
            exact("fo1_", BASE64URL, 43),
            shape("fm1r_", BASE64, 60),
            shape("fm1a_", BASE64, 60),
            shape("fm2_", BASE64, 60),
            within("nfp_", ALNUM, 36, 40),
            within("nfo_", ALNUM, 36, 40),
            within("nfc_", ALNUM, 36, 40),
            within("nfu_", ALNUM, 36, 40),
            within("nfb_", ALNUM, 36, 40),
            shape("vercel_blob_rw_", WORD, 30),
            within("rnd_", ALNUM, 28, 40).that(has_digit),
            shape("tskey-", BASE64URL, 20).that(has_digit),
            exact("dapi", HEX, 32),
        ])],
        hits: &[
            concat!("dop_v1_", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"),
            concat!("dapi", "0123456789abcdef0123456789abcdef"),
            concat!("LTAI", "5tQk2Lm7Np1Rs5Tv8Wx3"),
            concat!("fo1_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx"),
            concat!("nfp_", "nBh7BdJxUwyaBBwFzpyD29MMFT6pZ9wq5634"),
            concat!("tskey-", "auth-kQk2Lm7CNTRL-Np1Rs5Tv8Wx3Yz6Ab0Cd"),
        ],
        misses: &["dapi", "dop_v1_abc", "rnd_seed", "v1.0-rc1", "LTAIL"],
    },
    Rule {
        kind: "database-token",
        about: "Keys of Supabase, PlanetScale and Neon",
        matchers: &[Shapes(&[
            exact("sbp_", HEX, 40),
            shape("sb_secret_", BASE64URL, 20).that(has_digit),
            shape("pscale_tkn_", DOTTED, 30),
            shape("pscale_pw_", DOTTED, 30),
            shape("pscale_oauth_", DOTTED, 30),
            within("napi_", ALNUM, 40, 80),
        ])],
        hits: &[
            concat!("sbp_", "683c2770662c51d960d72ec27613be7653c5cb26"),
            concat!("pscale_pw_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7"),
            concat!("napi_", "k2lm7np1rs5tv8wx3yz6ab0cdqk2lm7np1rs5tv8wx3"),
        ],
        misses: &["sbp_table", "pscale_pw_", "napi_value", "napi_create_function"],
    },
    Rule {
        kind: "monitoring-token",
        about: "Keys of New Relic, Sentry, Grafana, Dynatrace, PostHog and Honeycomb",
        matchers: &[Shapes(&[
            exact("NRAK-", UPPER, 27),
            exact("NRJS-", HEX, 19),
            exact("NRII-", BASE64URL, 32),
            shape("sntrys_", class!("A-Za-z0-9+/=_"), 60),
            exact("sntryu_", HEX, 64),
            shape("glc_", BASE64, 32),
            exact("glsa_", ALNUM, 32).then(&[Part::Is("_"), of(HEX, 8, 8)]),
            exact("dt0c01.", UPPER, 24).then(&[Part::Is("."), of(UPPER, 64, 64)]),
            within("phx_", ALNUM, 40, 60),
            within("hcaik_", LOWER, 40, 80),
        ])],
        hits: &[
            concat!("NRAK-", "QK2LM7NP1RS5TV8WX3YZ6AB0CDE"),
            concat!("glsa_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7_0a1b2c3d"),
            concat!("glc_", "eyJvIjoiMTIzNDU2IiwibiI6InN0YWNrLTEyMzQ1NiJ9"),
        ],
        misses: &["NRAK-", "glc_vertex_buffer", "glsa_", "sntrys_"],
    },
];
