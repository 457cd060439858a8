//! Keys of providers of language models and of what stands around them.

use super::Matcher::Shapes;
use super::RedactionRule;
use crate::bytes::{ALNUM, BASE64, BASE64URL, LOWER_ALNUM, LOWER_HEX, WORD_CHARS};
use crate::entropy::{has_digit, is_mixed};
use crate::shape::{ShapePart, exact, part, shape, within};

/// True if `id` belongs to a storage key: capitals and digits, or the form of one kind of account.
fn is_access_id(id: &[u8]) -> bool {
    has_digit(id) && !id.iter().any(u8::is_ascii_lowercase)
}

pub(super) const MODEL_RULES: &[RedactionRule] = &[
    RedactionRule {
        kind: "anthropic-key",
        about: "Anthropic API, admin and OAuth keys",
        matchers: &[Shapes(&[shape("sk-ant-", BASE64URL, 20)])],
        hits: &[
            concat!("sk-ant-", "api03-bK7xZpLq2VnT9wRj4YcM8sHd3FgA6eU1oXi5-kQvBtN0mW_AA"),
            concat!("ANTHROPIC_API_KEY=", "sk-ant-", "oat01-Zk3Lq9TbW7xVn2Rj5YcM"),
        ],
        misses: &["sk-ant-", "sk-ant-api03-...", "sk-ant-xxx"],
    },
    RedactionRule {
        kind: "openrouter-key",
        about: "OpenRouter API keys",
        matchers: &[Shapes(&[shape("sk-or-", BASE64URL, 32)])],
        hits: &[concat!("sk-or-", "v1-0f3a9c5e7b1d2f4a6c8e0b2d4f6a8c0e1d3f5a7c9e1b3d5f")],
        misses: &["sk-or-v1-", "task-or-something-else-entirely-with-a-long-name"],
    },
    RedactionRule {
        kind: "openai-key",
        about: "OpenAI API keys, and those of services that took over their form",
        matchers: &[Shapes(&[
            shape("sk-proj-", BASE64URL, 20).with_check(has_digit),
            shape("sk-svcacct-", BASE64URL, 20).with_check(has_digit),
            shape("sk-service-", BASE64URL, 40).with_check(has_digit),
            shape("sk-api-", BASE64URL, 60).with_check(has_digit),
            shape("sk-admin-", BASE64URL, 20).with_check(has_digit),
            shape("sk-lf-", BASE64URL, 32),
            shape("sk-", ALNUM, 32).with_check(has_digit),
        ])],
        hits: &[
            concat!("sk-", "proj-Ab3dEf6hIj9lMn2pQr5tUv8xYz1BcD4fGh7jK"),
            concat!("sk-", "1a2B3c4D5e6F7g8H9i0JT3BlbkFJ1k2L3m4N5o6P7q8R9s0T"),
            concat!("key is sk-", "0123456789abcdef0123456789abcdef."),
        ],
        misses: &[
            "sk-estimator-doc-link-with-long-name-1",
            "sk-abc123",
            "risk-proj-0123456789012345678901234567",
        ],
    },
    RedactionRule {
        kind: "google-key",
        about: "Google API keys, OAuth client secrets, access and refresh tokens",
        matchers: &[Shapes(&[
            exact("AIza", BASE64URL, 35),
            within("AQ.", BASE64URL, 40, 80).with_check(is_mixed),
            within("GOOG", ALNUM, 20, 64).with_check(is_access_id),
            exact("GOCSPX-", BASE64URL, 28),
            shape("ya29.", BASE64URL, 30),
            shape("1//0", BASE64URL, 40),
        ])],
        hits: &[
            concat!("AQ.", "Ab8RN6Kq2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3"),
            concat!("AIza", "SyD4x9Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd_Ef"),
            concat!("GOCSPX", "-Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd_e"),
            concat!("ya29", ".a0AfH6SMBx4Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd"),
            concat!("1//0", "gQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdEf-L9IrQk2Lm7Np1Rs5Tv8"),
        ],
        misses: &["AIzaSy", "GOCSPX-", "ya29.short", "x = 1//0 + total"],
    },
    RedactionRule {
        kind: "hugging-face-token",
        about: "Hugging Face user and organisation tokens",
        matchers: &[Shapes(&[within("hf_", ALNUM, 30, 60), within("api_org_", ALNUM, 30, 60)])],
        hits: &[concat!("hf_", "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh")],
        misses: &["hf_hub_download", "hf_transformers", "hf_"],
    },
    RedactionRule {
        kind: "model-provider-key",
        about: "Keys of Replicate, Groq, xAI, Perplexity, Cerebras, NVIDIA, Together, Voyage, \
                Jina, ElevenLabs, Pinecone, Tavily, Firecrawl, LangSmith, E2B, Fireworks, Cursor, \
                Devin, Daytona, Apify, Brave, Modal, RunPod, Llama Cloud and Weights & Biases",
        matchers: &[Shapes(&[
            exact("r8_", ALNUM, 37),
            within("gsk_", ALNUM, 40, 80),
            within("xai-", ALNUM, 60, 120),
            within("pplx-", ALNUM, 40, 64),
            exact("csk-", LOWER_ALNUM, 48),
            within("nvapi-", BASE64URL, 50, 80),
            shape("tgp_v1_", BASE64URL, 30),
            within("pa-", BASE64URL, 40, 48).with_check(is_mixed),
            within("jina_", WORD_CHARS, 48, 80).with_check(has_digit),
            exact("sk_", LOWER_HEX, 48),
            within("pcsk_", WORD_CHARS, 40, 100).with_check(has_digit),
            within("tvly-", BASE64URL, 28, 60).with_check(has_digit),
            exact("fc-", LOWER_HEX, 32),
            exact("lsv2_pt_", LOWER_HEX, 32)
                .with_parts(&[ShapePart::Is("_"), part(LOWER_HEX, 10, 10)]),
            exact("lsv2_sk_", LOWER_HEX, 32)
                .with_parts(&[ShapePart::Is("_"), part(LOWER_HEX, 10, 10)]),
            exact("e2b_", LOWER_HEX, 40),
            within("fw_", ALNUM, 20, 40).with_check(has_digit),
            exact("crsr_", LOWER_HEX, 64),
            exact("key_", LOWER_HEX, 64),
            shape("apk_", BASE64, 80).with_check(is_mixed),
            shape("apk_user_", BASE64, 100).with_check(is_mixed),
            exact("cog_", LOWER_ALNUM, 52),
            exact("dtn_", LOWER_HEX, 64),
            within("apify_api_", ALNUM, 30, 40),
            within("apify_ui_", ALNUM, 30, 40),
            within("apify_proxy_", ALNUM, 20, 40).with_check(has_digit),
            within("apify_integration_", WORD_CHARS, 30, 60).with_check(has_digit),
            within("BSA", BASE64URL, 24, 40).with_check(is_mixed),
            exact("ak-", ALNUM, 22).with_check(is_mixed),
            exact("as-", ALNUM, 22).with_check(is_mixed),
            within("rpa_", ALNUM, 30, 48).with_check(has_digit),
            within("llx-", ALNUM, 40, 60).with_check(has_digit),
            within("wandb_v1_", WORD_CHARS, 60, 90).with_check(has_digit),
            within("ctx7sk-", BASE64URL, 30, 60).with_check(has_digit),
        ])],
        hits: &[
            concat!("r8_", "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9"),
            concat!("gsk_", "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9s0T1u2V3w4X5y6Z"),
            concat!(
                "xai-",
                "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9s0T1u2V3w4X5y6Z7a8B9c0D1e2F3g4H5i6J7k8L9m0N"
            ),
            concat!("pplx-", "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9s0T1u2V3w4X"),
            concat!("pa-", "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9s0T1u2"),
            concat!("crsr_", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"),
            concat!("pcsk_", "4Xy9Lm2Qk7Np1Rs5Tv8Wx3Yz6Ab0Cd_1a2B3c4D5e6F7g8H"),
        ],
        misses: &["r8_model", "gsk_", "pa-ssing-the-long-identifier-of-something-else", "fc-cache"],
    },
];
