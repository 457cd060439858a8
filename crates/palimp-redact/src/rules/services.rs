//! Keys of services for payment, messages, mail and work.

use super::Matcher::{Loose, Names, Shapes};
use super::RedactionRule;
use crate::bytes::{
    ALNUM, ANY_HEX, BASE64, BASE64URL, DIGITS, DOTTED_BASE64URL, LOWER_ALNUM, LOWER_HEX,
    TOKEN_CHARS, WORD_CHARS, class,
};
use crate::entropy::{has_digit, is_mixed};
use crate::names::Strength::Plain;
use crate::names::name;
use crate::randomness::Looks;
use crate::shape::{ShapePart, UNBOUNDED, exact, loose_shape, part, shape, within};
use crate::stand_in::is_masked;

/// The last four groups of a UUID.
const UUID_TAIL: &[ShapePart] = &[
    ShapePart::Is("-"),
    part(ALNUM, 4, 4),
    ShapePart::Is("-"),
    part(ALNUM, 4, 4),
    ShapePart::Is("-"),
    part(ALNUM, 4, 4),
    ShapePart::Is("-"),
    part(ALNUM, 12, 12),
];

/// The parts of an Authress key behind the client.
const AUTHRESS_TAIL: &[ShapePart] = &[
    ShapePart::Is("."),
    part(ALNUM, 4, 6),
    ShapePart::Is(".acc"),
    part(class!("A-Za-z0-9_-"), 11, 33),
    ShapePart::Is("."),
    part(class!("A-Za-z0-9+/_=-"), 30, 120),
];

/// True if a webhook's path is more than crosses.
fn is_real(value: &[u8]) -> bool {
    !is_masked(value)
}

fn is_no_word(value: &[u8]) -> bool {
    has_digit(value) || Looks::classify(value) == Looks::Random
}

/// True if the text after a number and a hyphen is drawn at random. A number padded with zeros is a
/// count.
fn has_random_tail(value: &[u8]) -> bool {
    let tail = value.rsplit(|&byte| byte == b'-').next().unwrap_or_default();
    Looks::classify(tail) == Looks::Random && !value.starts_with(b"00000")
}

fn is_random_key(value: &[u8]) -> bool {
    matches!(Looks::classify(value), Looks::Random | Looks::Mixed)
}

pub(super) const SERVICE_RULES: &[RedactionRule] = &[
    RedactionRule {
        kind: "slack-token",
        about: "Slack tokens of bots, users, apps and workspaces",
        matchers: &[Shapes(&[
            shape("xoxb-", BASE64URL, 20).with_check(has_digit),
            shape("xoxp-", BASE64URL, 20).with_check(has_digit),
            shape("xoxa-", BASE64URL, 8).with_check(is_no_word),
            shape("xoxr-", BASE64URL, 8).with_check(is_no_word),
            shape("xoxs-", BASE64URL, 20).with_check(has_digit),
            shape("xoxo-", BASE64URL, 20).with_check(has_digit),
            shape("xoxc-", BASE64URL, 20).with_check(has_digit),
            shape("xoxd-", class!("A-Za-z0-9%+/_-"), 20).with_check(has_digit),
            shape("xoxe-", BASE64URL, 20).with_check(has_digit),
            shape("xoxe.xox", BASE64URL, 20).with_check(has_digit),
            shape("xapp-", BASE64URL, 20).with_check(has_digit),
        ])],
        hits: &[
            concat!("xoxb-", "17653672481-19874698323-pdFZKVeTuE8sk7oOcBrzbqgy"),
            concat!("xapp-", "1-A0123456789-1234567890123-0a1b2c3d4e5f6a7b8c9d"),
        ],
        misses: &["xoxb-", "xoxb-your-bot-token-goes-here", "xapp-id"],
    },
    RedactionRule {
        kind: "webhook",
        about: "Incoming webhooks of Slack, Discord, Microsoft Teams, Zapier and Tines",
        matchers: &[Shapes(&[
            shape("hooks.slack.com/services/", class!("A-Za-z0-9+_/-"), 24)
                .with_check(is_real)
                .announced(),
            shape("hooks.slack.com/workflows/", class!("A-Za-z0-9+_/-"), 24)
                .with_check(is_real)
                .announced(),
            shape("hooks.slack.com/triggers/", class!("A-Za-z0-9+_/-"), 24)
                .with_check(is_real)
                .announced(),
            shape("hooks.zapier.com/hooks/catch/", class!("A-Za-z0-9/"), 12).announced(),
            shape("tines.com/webhook/", class!("a-z0-9/"), 40).announced(),
            shape("outlook.office.com/webhook/", class!("A-Za-z0-9@/-"), 60).announced(),
            within("discord.com/api/webhooks/", DIGITS, 16, 20)
                .with_parts(&[ShapePart::Is("/"), part(BASE64URL, 40, UNBOUNDED)])
                .announced(),
            within("discordapp.com/api/webhooks/", DIGITS, 16, 20)
                .with_parts(&[ShapePart::Is("/"), part(BASE64URL, 40, UNBOUNDED)])
                .announced(),
            shape("webhook.office.com/webhookb2/", class!("A-Za-z0-9@/-"), 60).announced(),
        ])],
        hits: &[
            concat!(
                "https://hooks.slack.com/services/",
                "T01234567/B01234567/XyZ0XyZ0XyZ0XyZ0XyZ0XyZ0"
            ),
            concat!(
                "https://discord.com/api/webhooks/",
                "123456789012345678/Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8"
            ),
        ],
        misses: &[
            "https://hooks.slack.com/services/",
            "https://discord.com/api/webhooks/123",
            "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        ],
    },
    RedactionRule {
        kind: "discord-token",
        about: "Discord bot tokens",
        matchers: &[Loose(&[
            within("M", BASE64URL, 22, 28).with_parts(DISCORD_TAIL).with_check(is_mixed),
            within("N", BASE64URL, 22, 28).with_parts(DISCORD_TAIL).with_check(is_mixed),
            within("O", BASE64URL, 22, 28).with_parts(DISCORD_TAIL).with_check(is_mixed),
        ])],
        hits: &[concat!("MTk4NjIyNDgzNDcxOTI1MjQ4", ".Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs")],
        misses: &["MTk4NjIyNDgzNDcxOTI1MjQ4", "ModuleNameThatIsVeryLong.method.call"],
    },
    RedactionRule {
        kind: "telegram-token",
        about: "Telegram bot tokens",
        matchers: &[
            Loose(&[loose_shape(DIGITS, 5, 16).with_parts(TELEGRAM_TAIL)]),
            Shapes(&[within("bot", DIGITS, 5, 16).with_parts(TELEGRAM_TAIL).announced()]),
        ],
        hits: &[
            concat!("110201543:AA", "HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"),
            concat!(
                "https://api.telegram.org/bot110201543:AA",
                "HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe"
            ),
        ],
        misses: &["110201543:AA", "12345678:AAAA"],
    },
    RedactionRule {
        kind: "mail-service-key",
        about: "Keys of SendGrid, Mailgun, Mailchimp, Brevo, Resend, MailerSend and Mandrill",
        matchers: &[Shapes(&[
            within("SG.", TOKEN_CHARS, 50, 90).with_check(has_digit),
            exact("key-", ANY_HEX, 32),
            shape("xkeysib-", class!("A-Za-z0-9-"), 64),
            shape("xsmtpsib-", class!("A-Za-z0-9-"), 64),
            shape("mlsn.", ALNUM, 30).with_check(has_digit),
            within("md-", BASE64URL, 22, 24).with_check(is_mixed),
            exact("re_", ALNUM, 8)
                .with_parts(&[ShapePart::Is("_"), part(ALNUM, 24, 24)])
                .with_check(is_mixed),
        ])],
        hits: &[
            concat!("SG.", "Qk2Lm7Np1Rs5Tv8Wx3Yz6A.Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx"),
            concat!("key-", "0123456789abcdef0123456789abcdef"),
            concat!("re_", "Qk2Lm7Np_Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0"),
        ],
        misses: &["SG.example", "key-value", "re_compiled_expression_with_a_long_name"],
    },
    RedactionRule {
        kind: "mailgun-key",
        about: "Mailgun keys of the form that its console makes",
        matchers: &[Loose(&[loose_shape(class!("0-9a-h"), 32, 32).with_parts(&[
            ShapePart::Is("-"),
            part(class!("0-9a-h"), 8, 8),
            ShapePart::Is("-"),
            part(class!("0-9a-h"), 8, 8),
        ])])],
        hits: &[concat!("0123456789abcdef0123456789abcdef", "-01234567-89abcdef")],
        misses: &[
            "0123456789abcdef0123456789abcdef-01234567",
            "01234567-89ab-cdef-0123-456789abcdef",
        ],
    },
    RedactionRule {
        kind: "twitter-token",
        about: "Twitter access tokens and bearer tokens",
        matchers: &[
            Loose(&[loose_shape(DIGITS, 15, 25)
                .with_parts(&[ShapePart::Is("-"), part(ALNUM, 20, 40)])
                .with_check(has_random_tail)]),
            Shapes(&[within("AAAAAAAAAAAAAAAAAAAAAA", class!("A-Za-z0-9%"), 80, 100)
                .with_check(is_no_word)]),
        ],
        hits: &[
            concat!("1234567890123456789", "-Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd"),
            concat!(
                "AAAAAAAAAAAAAAAAAAAAAA",
                "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd%2BQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd%2FQk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd%3D"
            ),
        ],
        misses: &[
            "1234567890123456789",
            "1234567890123456789-a-slug-of-words",
            "00000000000000000011-o8CQPT86QQmbFmi3xRmiHA.timeindex",
            "1234567890123456789-0123456789abcdef0123456789abcdef01234567",
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ],
    },
    RedactionRule {
        kind: "mailchimp-key",
        about: "Mailchimp API keys",
        matchers: &[Loose(&[
            loose_shape(ANY_HEX, 32, 32).with_parts(&[ShapePart::Is("-us"), part(DIGITS, 1, 2)])
        ])],
        hits: &[concat!("0123456789abcdef0123456789abcdef", "-us12")],
        misses: &["0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef-user"],
    },
    RedactionRule {
        kind: "twilio-key",
        about: "Twilio API keys and account ids",
        matchers: &[Shapes(&[exact("SK", ANY_HEX, 32), exact("AC", ANY_HEX, 32)])],
        hits: &[
            concat!("SK", "0123456789abcdef0123456789abcdef"),
            concat!("AC", "0123456789abcdef0123456789abcdef"),
        ],
        misses: &["SKU0123456789", "SK0123456789abcdef0123456789abcdef0", "AC/DC"],
    },
    RedactionRule {
        kind: "payment-key",
        about: "Keys of Stripe, Toss Payments, Square, PayPal, Braintree, Flutterwave, Plaid, \
                Shippo, Paddle, Checkout.com, Paystack, Razorpay, Duffel, GoCardless, Asaas, \
                Midtrans, Polar, Mercury, Ramp, Lob and Cashfree",
        matchers: &[Shapes(&[
            shape("sk_live_", ALNUM, 10).with_check(is_no_word),
            shape("sk_test_", ALNUM, 10).with_check(is_no_word),
            shape("sk_prod_", ALNUM, 10).with_check(is_no_word),
            shape("rk_live_", ALNUM, 10).with_check(is_no_word),
            shape("rk_test_", ALNUM, 10).with_check(is_no_word),
            shape("rk_prod_", ALNUM, 10).with_check(is_no_word),
            shape("sk_live_", class!("A-Za-z0-9+/"), 40).with_check(has_digit),
            shape("sk_org_", class!("A-Za-z0-9_"), 16).with_check(has_digit),
            shape("sk_sbox_", LOWER_ALNUM, 20).with_check(has_digit),
            exact("sk_", LOWER_HEX, 8).with_parts(UUID_TAIL),
            exact("sk_test_", LOWER_HEX, 8).with_parts(UUID_TAIL),
            shape("whsec_", BASE64, 24),
            within("pdl_live_apikey_", WORD_CHARS, 40, 80),
            within("pdl_sdbx_apikey_", WORD_CHARS, 40, 80),
            shape("pdl_ntfset_", WORD_CHARS, 30),
            within("rzp_live_", ALNUM, 14, 24).with_check(has_digit),
            within("ak_live_", ALNUM, 28, 40).with_check(has_digit),
            within("duffel_live_", class!("A-Za-z0-9_=-"), 43, 43),
            within("duffel_test_", class!("A-Za-z0-9_=-"), 43, 43),
            exact("live_", class!("A-Za-z0-9_=-"), 40).with_check(has_digit),
            exact("live_", ANY_HEX, 35),
            exact("test_", ANY_HEX, 35),
            shape("sandbox_", BASE64URL, 40).with_check(is_random_key),
            within("Mid-server-", WORD_CHARS, 10, 40).with_check(has_digit),
            shape("polar_at_", WORD_CHARS, 20).with_check(has_digit),
            shape("polar_oat_", WORD_CHARS, 20).with_check(has_digit),
            shape("polar_pat_", WORD_CHARS, 20).with_check(has_digit),
            shape("polar_rt_", WORD_CHARS, 20).with_check(has_digit),
            shape("polar_cs_", WORD_CHARS, 20).with_check(has_digit),
            shape("mercury_production_", WORD_CHARS, 40).with_check(has_digit),
            shape("mercury_sandbox_", WORD_CHARS, 40).with_check(has_digit),
            within("ramp_sec_", ALNUM, 40, 60),
            within("ramp_tok_", ALNUM, 40, 60),
            shape("cfsk_ma_", WORD_CHARS, 24).with_check(has_digit),
            within("EAAA", BASE64URL, 22, 60).with_check(is_mixed),
            shape("live_sk_", ALNUM, 20),
            shape("test_sk_", ALNUM, 20),
            shape("live_gsk_", ALNUM, 20),
            shape("test_gsk_", ALNUM, 20),
            within("sq0atp-", BASE64URL, 22, 60),
            within("sq0csp-", BASE64URL, 40, 60),
            shape("access_token$production$", class!("a-z0-9$"), 20),
            shape("access_token$sandbox$", class!("a-z0-9$"), 20),
            shape("FLWSECK", class!("A-Za-z0-9_-"), 16).with_check(has_digit),
            exact("access-production-", ANY_HEX, 8).with_parts(UUID_TAIL),
            exact("access-sandbox-", ANY_HEX, 8).with_parts(UUID_TAIL),
            exact("access-development-", ANY_HEX, 8).with_parts(UUID_TAIL),
            exact("shippo_live_", ANY_HEX, 40),
            exact("shippo_test_", ANY_HEX, 40),
        ])],
        hits: &[
            concat!("sk_", "live_1234567890abcdefghijklmnop"),
            concat!("sk_", "test_1234567890abcdefghijklmnop"),
            concat!("whsec_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7"),
            concat!("test_sk_", "zXLkKEypNArWmo50nX3lmeaxYG5R"),
            concat!("sq0atp-", "Qk2Lm7Np1Rs5Tv8Wx3Yz6A"),
        ],
        misses: &["sk_test_", "sk_live_key", "task_live_1234567890abcdefghijklmnop", "test_sk_ip"],
    },
    RedactionRule {
        kind: "shopify-token",
        about: "Shopify access tokens and shared secrets",
        matchers: &[Shapes(&[
            exact("shpat_", ANY_HEX, 32),
            exact("shpca_", ANY_HEX, 32),
            exact("shppa_", ANY_HEX, 32),
            exact("shpss_", ANY_HEX, 32),
        ])],
        hits: &[concat!("shpat_", "0123456789abcdef0123456789ABCDEF")],
        misses: &["shpat_", "shpat_xyz"],
    },
    RedactionRule {
        kind: "workspace-token",
        about: "Tokens of Linear, Notion, Figma, Airtable, HubSpot, Contentful, Typeform, \
                ClickUp, Dropbox, Mapbox, LaunchDarkly, ReadMe, EasyPost, Adobe, Frame.io, \
                MaxMind, Lichess, Salesforce, Facebook, Instagram, Asana, Okta, Akamai and others",
        matchers: &[Shapes(&[
            exact("lin_api_", ALNUM, 40),
            exact("lin_oauth_", ALNUM, 64),
            within("ntn_", ALNUM, 40, 60),
            exact("secret_", ALNUM, 43).with_check(is_mixed),
            within("figd_", BASE64URL, 38, 48),
            within("figdr_", BASE64URL, 38, 60),
            within("figu_", BASE64URL, 38, 60),
            within("figur_", BASE64URL, 38, 60),
            within("figo_", BASE64URL, 38, 60),
            within("figp_", BASE64URL, 38, 60),
            exact("pat", ALNUM, 14).with_parts(&[ShapePart::Is("."), part(LOWER_HEX, 64, 64)]),
            exact("pat-na1-", ALNUM, 8).with_parts(UUID_TAIL),
            exact("pat-eu1-", ALNUM, 8).with_parts(UUID_TAIL),
            shape("CFPAT-", BASE64URL, 40),
            shape("tfp_", TOKEN_CHARS, 40).with_check(has_digit),
            within("pk_", DIGITS, 5, 12).with_parts(&[ShapePart::Is("_"), part(ALNUM, 32, 32)]),
            shape("sl.", TOKEN_CHARS, 100),
            shape("sk.eyJ", DOTTED_BASE64URL, 60),
            exact("sdk-", LOWER_HEX, 8).with_parts(UUID_TAIL),
            exact("rdme_", ALNUM, 70),
            exact("EZAK", ALNUM, 54),
            exact("EZTK", ALNUM, 54),
            exact("p8e-", ALNUM, 32),
            exact("fio-u-", class!("A-Za-z0-9_=-"), 64),
            within("lip_", WORD_CHARS, 16, 60).with_check(has_digit),
            within("lio_", WORD_CHARS, 16, 60).with_check(has_digit),
            shape("EAA", ALNUM, 80).with_check(has_digit),
            shape("IGQV", BASE64URL, 60).with_check(has_digit),
            shape("IGAA", BASE64URL, 60).with_check(has_digit),
            shape("3MVG9", class!("A-Za-z0-9._+/="), 60),
            shape("5AEP861", class!("A-Za-z0-9._="), 60),
            exact("aio_", ALNUM, 28).with_check(has_digit),
            exact("sm_aat_", ALNUM, 16),
            exact("sm_pat_", ALNUM, 16),
            exact("sm_sat_", ALNUM, 16),
            shape("sc_", ALNUM, 5).with_parts(AUTHRESS_TAIL),
            shape("ext_", ALNUM, 5).with_parts(AUTHRESS_TAIL),
            shape("scauth_", ALNUM, 5).with_parts(AUTHRESS_TAIL),
            shape("authress_", ALNUM, 5).with_parts(AUTHRESS_TAIL),
            within("dvc_server_", WORD_CHARS, 8, 48).with_check(has_digit),
            within("cnvca", BASE64URL, 48, 56).with_check(has_digit),
            exact("os_v2_app_", class!("a-z2-7"), 103),
            exact("os_v2_org_", class!("a-z2-7"), 103),
            within("api_live.", BASE64URL, 20, 80).with_check(has_digit),
            within("api_live_us.", BASE64URL, 20, 80).with_check(has_digit),
            within("api_live_ca.", BASE64URL, 20, 80).with_check(has_digit),
            within("api_sandbox.", BASE64URL, 20, 80).with_check(has_digit),
            within("persona_production_", BASE64URL, 20, 80).with_check(has_digit),
            within("persona_sandbox_", BASE64URL, 20, 80).with_check(has_digit),
            within("pina_", BASE64URL, 20, 200).with_check(has_digit),
            within("pinr_", BASE64URL, 20, 200).with_check(has_digit),
            within("prf_", BASE64URL, 30, 80).with_check(has_digit),
            within("pts_", LOWER_ALNUM, 30, 40).with_check(has_digit),
            shape("pco_pat_", ALNUM, 30).with_check(has_digit),
            shape("pco_app_", ALNUM, 30).with_check(has_digit),
            within("samsara_api_", ALNUM, 20, 40),
            within("unkey_", ALNUM, 20, 40).with_check(has_digit),
            within("vtwn_", BASE64URL, 20, 80).with_check(has_digit),
            within("waka_", class!("a-z0-9-"), 36, 64),
            within("ion_", ALNUM, 42, 42).with_check(has_digit),
            within("shltm_", BASE64URL, 40, 40),
            exact("BBFF-", ALNUM, 30),
            exact("NF-", ALNUM, 32).with_check(has_digit),
            shape("VF.", class!("A-Za-z0-9."), 41).with_check(has_digit),
            within("zpka_", WORD_CHARS, 32, 60).with_check(has_digit),
            within("flb_live_", ALNUM, 20, 24),
            within("salad_cloud_", WORD_CHARS, 16, 240).with_check(has_digit),
            shape("configcat-sdk-1/", class!("A-Za-z0-9/_-"), 45),
            shape("amzn1.oa2-cs.v1.", LOWER_HEX, 60),
            shape("amzn.mws.", class!("a-f0-9-"), 36),
            exact("akab-", LOWER_ALNUM, 16)
                .with_parts(&[ShapePart::Is("-"), part(LOWER_ALNUM, 16, 16)]),
            exact("rh-api-", LOWER_HEX, 8).with_parts(UUID_TAIL),
            exact("thog-secret-", LOWER_HEX, 32),
            shape("wrkaus-eyJ", DOTTED_BASE64URL, 60),
            shape("wrka-eyJ", DOTTED_BASE64URL, 60),
            within("lma_", WORD_CHARS, 40, 80).with_check(has_digit),
            within("lmb_", WORD_CHARS, 40, 80).with_check(has_digit),
            within("isat_", ALNUM, 40, 60).with_check(has_digit),
            within("n8n_api_", TOKEN_CHARS, 40, 600),
            within("KEY0", class!("A-Za-z0-9_-"), 50, 60).with_check(has_digit),
            within("MLSN", ALNUM, 40, 80).with_check(has_digit),
        ])],
        hits: &[
            concat!("lin_api_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv"),
            concat!("ntn_", "12345678901Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1"),
            concat!("figd_", "Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv"),
            concat!(
                "patQk2Lm7Np1Rs5Tv.",
                "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
            ),
            concat!("pat-na1-", "01234567-89ab-cdef-0123-456789abcdef"),
            concat!("sdk-", "01234567-89ab-cdef-0123-456789abcdef"),
        ],
        misses: &[
            "lin_api_",
            "secret_manager_for_the_whole_organisation_x",
            "pattern.0123",
            "sl.short",
            "pk_1",
        ],
    },
    RedactionRule {
        kind: "facebook-token",
        about: "Facebook access tokens of apps",
        matchers: &[Loose(&[
            loose_shape(DIGITS, 15, 16).with_parts(&[ShapePart::Is("|"), part(BASE64URL, 27, 40)]),
            loose_shape(DIGITS, 15, 16).with_parts(&[ShapePart::Is("%"), part(BASE64URL, 27, 40)]),
        ])],
        hits: &[concat!("123456789012345", "|Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0Cd5")],
        misses: &["123456789012345", "123456789012345|name"],
    },
    RedactionRule {
        kind: "maxmind-key",
        about: "MaxMind license keys",
        matchers: &[Loose(&[loose_shape(ALNUM, 6, 6).with_parts(&[
            ShapePart::Is("_"),
            part(ALNUM, 29, 29),
            ShapePart::Is("_mmk"),
        ])])],
        hits: &[concat!("Qk2Lm7_", "Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1_mmk")],
        misses: &["Qk2Lm7_mmk"],
    },
    RedactionRule {
        kind: "asana-token",
        about: "Asana personal access tokens",
        matchers: &[Loose(&[
            loose_shape(DIGITS, 1, 1).with_parts(&[
                ShapePart::Is("/"),
                part(DIGITS, 13, 20),
                ShapePart::Is(":"),
                part(LOWER_HEX, 32, 32),
            ]),
            loose_shape(DIGITS, 1, 1).with_parts(&[
                ShapePart::Is("/"),
                part(DIGITS, 13, 20),
                ShapePart::Is("/"),
                part(DIGITS, 13, 20),
                ShapePart::Is(":"),
                part(LOWER_HEX, 32, 32),
            ]),
        ])],
        hits: &[concat!("1/1204567890123456:", "0123456789abcdef0123456789abcdef")],
        misses: &["1/2", "1/1204567890123456"],
    },
    RedactionRule {
        kind: "kakao-key",
        about: "Kakao API keys in their header",
        matchers: &[Shapes(&[exact("KakaoAK ", LOWER_HEX, 32).announced()])],
        hits: &[concat!("KakaoAK ", "0123456789abcdef0123456789abcdef")],
        misses: &["KakaoAK ${REST_API_KEY}", "KakaoAK {key}"],
    },
    RedactionRule {
        kind: "naver-key",
        about: "Naver client secrets and Naver Cloud keys in their headers",
        matchers: &[Names(&[
            name("xnaverclientsecret", Plain),
            name("xncpapigwapikey", Plain),
            name("xncpiamaccesskey", Plain),
        ])],
        hits: &[
            "X-Naver-Client-Secret: aBcD3fGh1J",
            "\"X-NCP-APIGW-API-KEY\": \"Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7\"",
        ],
        misses: &[
            "X-Naver-Client-Secret: ${NAVER_SECRET}",
            "X-Naver-Client-Id: aBcD3fGh1JkLmN0pQrSt",
        ],
    },
];

/// Time and signature of a Discord token.
const DISCORD_TAIL: &[ShapePart] =
    &[ShapePart::Is("."), part(BASE64URL, 6, 7), ShapePart::Is("."), part(BASE64URL, 27, 40)];

/// The part of a Telegram token behind the bot's number.
const TELEGRAM_TAIL: &[ShapePart] = &[ShapePart::Is(":A"), part(BASE64URL, 33, 35)];
