//! Keys of services for payment, messages, mail and work.

use super::Matcher::{Loose, Names, Shapes};
use super::Rule;
use crate::redact::bytes::{
    ALNUM, ANY_HEX, BASE64, BASE64URL, DIGIT, DOTTED, HEX, LOWER, UPPER, class,
};
use crate::redact::entropy::{has_digit, is_mixed};
use crate::redact::names::Strength::Plain;
use crate::redact::names::name;
use crate::redact::shape::{OPEN, Part, exact, loose, of, shape, within};

/// The last four groups of a UUID.
const UUID_TAIL: &[Part] = &[
    Part::Is("-"),
    of(HEX, 4, 4),
    Part::Is("-"),
    of(HEX, 4, 4),
    Part::Is("-"),
    of(HEX, 4, 4),
    Part::Is("-"),
    of(HEX, 12, 12),
];

pub(super) const RULES: &[Rule] = &[
    Rule {
        kind: "slack-token",
        about: "Slack tokens of bots, users, apps and workspaces",
        matchers: &[Shapes(&[
            shape("xoxb-", BASE64URL, 20).that(has_digit),
            shape("xoxp-", BASE64URL, 20).that(has_digit),
            shape("xoxa-", BASE64URL, 20).that(has_digit),
            shape("xoxr-", BASE64URL, 20).that(has_digit),
            shape("xoxs-", BASE64URL, 20).that(has_digit),
            shape("xoxo-", BASE64URL, 20).that(has_digit),
            shape("xoxc-", BASE64URL, 20).that(has_digit),
            shape("xoxd-", class!("A-Za-z0-9%_-"), 20).that(has_digit),
            shape("xoxe-", BASE64URL, 20).that(has_digit),
            shape("xoxe.xox", BASE64URL, 20).that(has_digit),
            shape("xapp-", BASE64URL, 20).that(has_digit),
        ])],
        hits: &[
            concat!("xoxb-", "17653672481-19874698323-pdFZKVeTuE8sk7oOcBrzbqgy"),
            concat!("xapp-", "1-A0123456789-1234567890123-0a1b2c3d4e5f6a7b8c9d"),
        ],
        misses: &["xoxb-", "xoxb-your-bot-token-goes-here", "xapp-id"],
    },
    Rule {
        kind: "webhook",
        about: "Incoming webhooks of Slack, Discord and Microsoft Teams",
        matchers: &[Shapes(&[
            shape("hooks.slack.com/services/", class!("A-Za-z0-9_/-"), 24).announced(),
            shape("hooks.slack.com/workflows/", class!("A-Za-z0-9_/-"), 24).announced(),
            shape("hooks.slack.com/triggers/", class!("A-Za-z0-9_/-"), 24).announced(),
            within("discord.com/api/webhooks/", DIGIT, 16, 20)
                .then(&[Part::Is("/"), of(BASE64URL, 40, OPEN)])
                .announced(),
            within("discordapp.com/api/webhooks/", DIGIT, 16, 20)
                .then(&[Part::Is("/"), of(BASE64URL, 40, OPEN)])
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
        misses: &["https://hooks.slack.com/services/", "https://discord.com/api/webhooks/123"],
    },
    Rule {
        kind: "discord-token",
        about: "Discord bot tokens",
        matchers: &[Loose(&[
            within("M", BASE64URL, 22, 28).then(DISCORD_TAIL).that(is_mixed),
            within("N", BASE64URL, 22, 28).then(DISCORD_TAIL).that(is_mixed),
            within("O", BASE64URL, 22, 28).then(DISCORD_TAIL).that(is_mixed),
        ])],
        hits: &[concat!("MTk4NjIyNDgzNDcxOTI1MjQ4", ".Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs")],
        misses: &["MTk4NjIyNDgzNDcxOTI1MjQ4", "ModuleNameThatIsVeryLong.method.call"],
    },
    Rule {
        kind: "telegram-token",
        about: "Telegram bot tokens",
        matchers: &[
            Loose(&[loose(DIGIT, 8, 10).then(TELEGRAM_TAIL)]),
            Shapes(&[within("bot", DIGIT, 8, 10).then(TELEGRAM_TAIL).announced()]),
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
    Rule {
        kind: "mail-service-key",
        about: "Keys of SendGrid, Mailgun, Mailchimp, Brevo and Resend",
        matchers: &[Shapes(&[
            within("SG.", BASE64URL, 16, 32).then(&[Part::Is("."), of(BASE64URL, 32, 64)]),
            exact("key-", HEX, 32),
            shape("xkeysib-", class!("A-Za-z0-9-"), 64),
            exact("re_", ALNUM, 8).then(&[Part::Is("_"), of(ALNUM, 24, 24)]).that(is_mixed),
        ])],
        hits: &[
            concat!("SG.", "Qk2Lm7Np1Rs5Tv8Wx3Yz6A.Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0CdQk2Lm7Np1Rs5Tv8Wx"),
            concat!("key-", "0123456789abcdef0123456789abcdef"),
            concat!("re_", "Qk2Lm7Np_Qk2Lm7Np1Rs5Tv8Wx3Yz6Ab0"),
        ],
        misses: &["SG.example", "key-value", "re_compiled_expression_with_a_long_name"],
    },
    Rule {
        kind: "mailchimp-key",
        about: "Mailchimp API keys",
        matchers: &[Loose(&[loose(HEX, 32, 32).then(&[Part::Is("-us"), of(DIGIT, 1, 2)])])],
        hits: &[concat!("0123456789abcdef0123456789abcdef", "-us12")],
        misses: &["0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef-user"],
    },
    Rule {
        kind: "twilio-key",
        about: "Twilio API keys and account ids",
        matchers: &[Shapes(&[exact("SK", HEX, 32), exact("AC", HEX, 32)])],
        hits: &[
            concat!("SK", "0123456789abcdef0123456789abcdef"),
            concat!("AC", "0123456789abcdef0123456789abcdef"),
        ],
        misses: &["SKU0123456789", "SK0123456789abcdef0123456789abcdef0", "AC/DC"],
    },
    Rule {
        kind: "payment-key",
        about: "Keys of Stripe, Toss Payments, Square, PayPal, Braintree, Flutterwave, Plaid and Shippo",
        matchers: &[Shapes(&[
            shape("sk_live_", ALNUM, 16),
            shape("sk_test_", ALNUM, 16),
            shape("sk_prod_", ALNUM, 16),
            shape("rk_live_", ALNUM, 16),
            shape("rk_test_", ALNUM, 16),
            shape("rk_prod_", ALNUM, 16),
            shape("whsec_", BASE64, 24),
            shape("live_sk_", ALNUM, 20),
            shape("test_sk_", ALNUM, 20),
            shape("live_gsk_", ALNUM, 20),
            shape("test_gsk_", ALNUM, 20),
            exact("sq0atp-", BASE64URL, 22),
            exact("sq0csp-", BASE64URL, 43),
            shape("access_token$production$", class!("a-z0-9$"), 20),
            shape("access_token$sandbox$", class!("a-z0-9$"), 20),
            shape("FLWSECK", class!("A-Za-z0-9_-"), 20).that(has_digit),
            exact("access-production-", HEX, 8).then(UUID_TAIL),
            exact("access-sandbox-", HEX, 8).then(UUID_TAIL),
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
    Rule {
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
    Rule {
        kind: "workspace-token",
        about: "Tokens of Linear, Notion, Figma, Airtable, HubSpot, Contentful, Typeform, \
                ClickUp, Dropbox, Mapbox, LaunchDarkly, ReadMe, EasyPost and Adobe",
        matchers: &[Shapes(&[
            exact("lin_api_", ALNUM, 40),
            exact("lin_oauth_", HEX, 64),
            within("ntn_", ALNUM, 40, 60),
            exact("secret_", ALNUM, 43).that(is_mixed),
            within("figd_", BASE64URL, 38, 48),
            exact("pat", ALNUM, 14).then(&[Part::Is("."), of(HEX, 64, 64)]),
            exact("pat-na1-", HEX, 8).then(UUID_TAIL),
            exact("pat-eu1-", HEX, 8).then(UUID_TAIL),
            shape("CFPAT-", BASE64URL, 40),
            shape("tfp_", DOTTED, 40).that(has_digit),
            within("pk_", DIGIT, 5, 12).then(&[Part::Is("_"), of(UPPER, 32, 32)]),
            shape("sl.", BASE64URL, 120),
            shape("sk.eyJ", DOTTED, 60),
            exact("sdk-", HEX, 8).then(UUID_TAIL),
            exact("rdme_", LOWER, 70),
            exact("EZAK", ALNUM, 54),
            exact("EZTK", ALNUM, 54),
            exact("p8e-", LOWER, 32),
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
    Rule {
        kind: "kakao-key",
        about: "Kakao API keys in their header",
        matchers: &[Shapes(&[exact("KakaoAK ", HEX, 32).announced()])],
        hits: &[concat!("KakaoAK ", "0123456789abcdef0123456789abcdef")],
        misses: &["KakaoAK ${REST_API_KEY}", "KakaoAK {key}"],
    },
    Rule {
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
const DISCORD_TAIL: &[Part] =
    &[Part::Is("."), of(BASE64URL, 6, 7), Part::Is("."), of(BASE64URL, 27, 40)];

/// The part of a Telegram token behind the bot's number.
const TELEGRAM_TAIL: &[Part] = &[Part::Is(":AA"), of(BASE64URL, 32, 34)];
