//! Keys of clouds, hosting, databases and monitoring.

use super::Matcher::{Built, Names, Shapes};
use super::RedactionRule;
use crate::bytes::{
    ALNUM, ANY_HEX, BASE64, BASE64URL, LOWER_ALNUM, LOWER_HEX, TOKEN_CHARS, UPPER_ALNUM,
    WORD_CHARS, class,
};
use crate::entropy::{has_digit, is_mixed, is_random};
use crate::names::Strength::Exactly;
use crate::names::name;
use crate::shape::{ShapePart, exact, part, shape, within};

fn is_aws_secret(value: &[u8]) -> bool {
    value.len() == 40 && value.iter().all(|&byte| BASE64.contains(byte) || byte == b'=')
}

fn is_storage_key(value: &[u8]) -> bool {
    value.len() >= 40 && value.iter().all(|&byte| BASE64.contains(byte) || byte == b'=')
}

/// A signature in a URL, where `+`, `/` and `=` are escaped.
fn is_url_signature(value: &[u8]) -> bool {
    value.len() >= 40
        && value.iter().all(|&byte| BASE64.contains(byte) || b"%=".contains(&byte))
        && is_random(value, 40)
}

/// A signature of a signed URL, in hexadecimal digits.
fn is_signature(value: &[u8]) -> bool {
    value.len() >= 40 && value.iter().all(u8::is_ascii_hexdigit)
}

/// A session token, in a URL or a header.
fn is_session_token(value: &[u8]) -> bool {
    value.len() >= 60 && value.iter().all(|&byte| BASE64.contains(byte) || b"%=".contains(&byte))
}

pub(super) const CLOUD_RULES: &[RedactionRule] = &[
    RedactionRule {
        kind: "aws-access-key",
        about: "AWS access key ids and Bedrock API keys",
        matchers: &[Shapes(&[
            exact("AKIA", UPPER_ALNUM, 16),
            exact("ASIA", UPPER_ALNUM, 16),
            exact("ABIA", UPPER_ALNUM, 16),
            exact("ACCA", UPPER_ALNUM, 16),
            exact("A3T", UPPER_ALNUM, 17),
            shape("ABSK", class!("A-Za-z0-9+/%"), 100),
            shape("bedrock-api-key-", BASE64, 20),
        ])],
        hits: &[
            concat!("AKIA", "IOSFODNN7EXAMPLE"),
            concat!("aws_access_key_id = ASIA", "IOSFODNN7EXAMPL3"),
        ],
        misses: &["AKIA", "AKIAIOSFODNN7EXAMPLES", "ASIAN_MARKETS_OPEN"],
    },
    RedactionRule {
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
    RedactionRule {
        kind: "aws-session-token",
        about: "Session tokens of AWS, also in signed URLs",
        matchers: &[
            Shapes(&[
                shape("IQoJ", BASE64, 80),
                shape("FwoGZXIvYXdz", BASE64, 60),
                shape("FQoGZXIvYXdz", BASE64, 60),
                shape("FwoDYXdz", BASE64, 60),
            ]),
            Names(&[name("xamzsecuritytoken", Exactly(is_session_token))]),
        ],
        hits: &[
            concat!(
                "IQoJ",
                "b3JpZ2luX2VjEJr//////////wEaCXVzLWVhc3QtMSJHMEUCIQDk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3"
            ),
            concat!(
                "X-Amz-Security-Token=IQoJ",
                "b3JpZ2luX2VjEJr%2F%2F%2F%2FwEaCXVzLWVhc3QtMSJHMEUCIQDk2Lm7Np1Rs5Tv8Wx3Yz6Ab0&x=1"
            ),
        ],
        misses: &["IQoJ", "X-Amz-Security-Token: {token}"],
    },
    RedactionRule {
        kind: "signature",
        about: "The signatures of signed URLs",
        matchers: &[Names(&[
            name("xamzsignature", Exactly(is_signature)),
            name("xgoogsignature", Exactly(is_signature)),
        ])],
        hits: &[
            concat!(
                "https://b.s3.amazonaws.com/k?X-Amz-Expires=300&X-Amz-Signature=0123456789abcdef",
                "0123456789abcdef0123456789abcdef0123456789abcdef"
            ),
            concat!("&X-Goog-Signature=0123456789abcdef", "0123456789abcdef0123456789abcdef01"),
        ],
        misses: &["X-Amz-Signature=<signature>", "X-Amz-Signature", "X-Goog-Signature: string"],
    },
    RedactionRule {
        kind: "azure-key",
        about: "Azure storage and service-bus keys, keys of all services that bear their mark, \
                client secrets, personal access tokens, and the signatures of shared access URLs",
        matchers: &[
            Built,
            Names(&[
                name("accountkey", Exactly(is_storage_key)),
                name("sharedaccesskey", Exactly(is_storage_key)),
                name("sig", Exactly(is_url_signature)).whole(),
            ]),
        ],
        hits: &[
            concat!(
                "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq",
                "/K1SZFPTOtr/KBHBeksoGMGw==;EndpointSuffix=core.windows.net"
            ),
            concat!(
                "az login with 3T8kQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3Yz6AJQQJ99",
                "BAACYeBjFXJ3w3AAAAACOGZz5a"
            ),
            "az storage blob list --account-key k3Jd9s0A1mXq72hfZz81k3Jd9s0A1mXq72hfZz81k3Jd9s0A1mXq72hf==",
            concat!("Q~2 and abc8", "Q~k2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1"),
            concat!(
                "https://x.blob.core.windows.net/c?sv=2022-11-02&sig=Q9k2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk",
                "2Lm7Np1Rs5Tv8%3D&se=2030"
            ),
        ],
        misses: &[
            "AccountKey=<key>",
            "sig=abc",
            "?sig=1234567890",
            "a = b ? Q~c : d",
            "Signature: sig1=:pxRrwEySHVgwXOI93y5KxKytfoXU6leQpC7i82Uodh8+oI7ycqCogD4PUU1p0RU==:",
        ],
    },
    RedactionRule {
        kind: "cloud-token",
        about: "Keys of Alibaba, Tencent, Volcengine, Baidu, Naver, DigitalOcean, Heroku, \
                Cloudflare, Fly, Netlify, Vercel, Render, Tailscale, Databricks, Deno, Scalingo, \
                Exoscale, UpCloud, Aiven, Yandex and Defined Networking",
        matchers: &[Shapes(&[
            within("LTAI", ALNUM, 12, 20).with_check(has_digit),
            exact("AKID", ALNUM, 32),
            within("AKLT", BASE64URL, 30, 60).with_check(is_mixed),
            within("bce-v3/ALTAK-", class!("A-Za-z0-9/"), 40, 90),
            shape("ncp_iam_", ALNUM, 16),
            shape("cfut_", ALNUM, 40),
            shape("cfat_", ALNUM, 40),
            shape("cfk_", ALNUM, 40),
            within("vcp_", BASE64URL, 24, 80).with_check(has_digit),
            within("vck_", BASE64URL, 24, 80).with_check(has_digit),
            within("vci_", BASE64URL, 24, 80).with_check(has_digit),
            within("vca_", BASE64URL, 24, 80).with_check(has_digit),
            within("vcr_", BASE64URL, 24, 80).with_check(has_digit),
            shape("FlyV1 fm", class!("A-Za-z0-9_+/=,"), 60).announced(),
            within("tk-us-", BASE64URL, 40, 60).with_check(has_digit),
            within("tk-eu-", BASE64URL, 40, 60).with_check(has_digit),
            exact("EXO", ALNUM, 26).with_check(has_digit),
            within("ucat_", ALNUM, 24, 40).with_check(has_digit),
            within("ddp_", ALNUM, 36, 40).with_check(has_digit),
            within("ddw_", ALNUM, 36, 40).with_check(has_digit),
            shape("dnkey-", class!("A-Za-z0-9_=-"), 60),
            shape("AVNS_", BASE64URL, 16),
            shape("t1.", class!("A-Za-z0-9_=-"), 4)
                .with_parts(&[ShapePart::Is("."), part(BASE64URL, 86, 86)]),
            exact("STS.", ALNUM, 24).with_check(has_digit),
            shape("CAIS", BASE64, 100),
            exact("dop_v1_", ANY_HEX, 64),
            exact("doo_v1_", ANY_HEX, 64),
            exact("dor_v1_", ANY_HEX, 64),
            shape("HRKU-", BASE64URL, 36).with_check(has_digit),
            exact("v1.0-", LOWER_HEX, 24)
                .with_parts(&[ShapePart::Is("-"), part(LOWER_HEX, 146, 146)]),
            exact("fo1_", BASE64URL, 43),
            shape("fm1r_", BASE64, 60),
            shape("fm1a_", BASE64, 60),
            shape("fm2_", BASE64, 60),
            within("nfp_", ALNUM, 36, 40),
            within("nfo_", ALNUM, 36, 40),
            within("nfc_", ALNUM, 36, 40),
            within("nfu_", ALNUM, 36, 40),
            within("nfb_", ALNUM, 36, 40),
            shape("vercel_blob_rw_", WORD_CHARS, 30),
            within("rnd_", ALNUM, 28, 40).with_check(has_digit),
            shape("tskey-", BASE64URL, 20).with_check(has_digit),
            exact("dapi", LOWER_HEX, 32),
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
    RedactionRule {
        kind: "database-token",
        about: "Keys of Supabase, PlanetScale, Neon, ClickHouse, MongoDB, CockroachDB, Elastic, \
                DataStax and Pinecone",
        matchers: &[Shapes(&[
            exact("sbp_", ALNUM, 40),
            exact("sbp_v0_", ALNUM, 40),
            exact("sbp_oauth_", ALNUM, 40),
            shape("sb_secret_", BASE64URL, 20).with_check(has_digit),
            shape("pscale_tkn_", TOKEN_CHARS, 30),
            shape("pscale_pw_", TOKEN_CHARS, 30),
            shape("pscale_oauth_", TOKEN_CHARS, 30),
            exact("4b1d", ALNUM, 38),
            within("mdb_sa_sk_", BASE64URL, 40, 48),
            exact("CCDB1_", ALNUM, 22).with_parts(&[ShapePart::Is("_"), part(ALNUM, 40, 40)]),
            shape("essu_", BASE64URL, 60),
            shape("AstraCS:", class!("A-Za-z0-9:"), 20),
            within("napi_", ALNUM, 40, 80),
        ])],
        hits: &[
            concat!("sbp_", "683c2770662c51d960d72ec27613be7653c5cb26"),
            concat!("pscale_pw_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7"),
            concat!("napi_", "k2lm7np1rs5tv8wx3yz6ab0cdqk2lm7np1rs5tv8wx3"),
        ],
        misses: &["sbp_table", "pscale_pw_", "napi_value", "napi_create_function"],
    },
    RedactionRule {
        kind: "monitoring-token",
        about: "Keys of New Relic, Sentry, Grafana, Dynatrace, PostHog, Honeycomb, Rootly and \
                PagerDuty",
        matchers: &[Shapes(&[
            exact("NRAK-", ALNUM, 27),
            exact("NRJS-", ANY_HEX, 19),
            exact("NRBR-", ANY_HEX, 19),
            within("NRII-", BASE64URL, 25, 32),
            within("NRIQ-", BASE64URL, 25, 32),
            shape("sntrys_", class!("A-Za-z0-9+/=_"), 60),
            exact("sntryu_", ANY_HEX, 64),
            exact("sntrya_", ANY_HEX, 64),
            shape("glc_", BASE64, 32),
            exact("glsa_", ALNUM, 32).with_parts(&[ShapePart::Is("_"), part(ANY_HEX, 8, 8)]),
            shape("eyJrIjoi", BASE64, 60),
            within("dt0", class!("a-z0-9"), 3, 3).with_parts(&[
                ShapePart::Is("."),
                part(ALNUM, 24, 24),
                ShapePart::Is("."),
                part(ALNUM, 64, 64),
            ]),
            within("phs_", ALNUM, 40, 60),
            within("pha_", ALNUM, 40, 60),
            within("phr_", ALNUM, 40, 60),
            exact("rootly_", LOWER_HEX, 64),
            within("pdus+", BASE64URL, 20, 60),
            within("phx_", ALNUM, 40, 60),
            within("hcaik_", LOWER_ALNUM, 40, 80),
        ])],
        hits: &[
            concat!("NRAK-", "QK2LM7NP1RS5TV8WX3YZ6AB0CDE"),
            concat!("glsa_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7_0a1b2c3d"),
            concat!("glc_", "eyJvIjoiMTIzNDU2IiwibiI6InN0YWNrLTEyMzQ1NiJ9"),
        ],
        misses: &["NRAK-", "glc_vertex_buffer", "glsa_", "sntrys_"],
    },
];
