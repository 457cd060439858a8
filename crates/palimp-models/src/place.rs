//! Where a service is asked, and whether its key may go there: one rule for embedders, distillers
//! and conversations.
//!
//! The address is the one in the settings, else the one in the service's own variable, else the
//! usual one. A key goes to the hosts of the service that it is for. Elsewhere it goes only where
//! somebody has said so: the user, for this service and this address, or the environment, for a key
//! that stands in the environment too.

use crate::http::address::Address;
use crate::http::ollama::from_variable;
use crate::keys::{Keys, Secret, Source, how_to_set};

/// A service as it is known.
struct Service {
    name: &'static str,
    /// Its own variable for its address.
    variable: Option<&'static str>,
    usual: &'static str,
    /// Its domains.
    domains: &'static [&'static str],
}

const SERVICES: &[Service] = &[
    Service {
        name: "anthropic",
        variable: Some("ANTHROPIC_BASE_URL"),
        usual: "https://api.anthropic.com",
        domains: &["anthropic.com"],
    },
    Service {
        name: "openai",
        variable: Some("OPENAI_BASE_URL"),
        usual: "https://api.openai.com/v1",
        domains: &["openai.com"],
    },
    Service {
        name: "gemini",
        variable: Some("GOOGLE_GEMINI_BASE_URL"),
        usual: "https://generativelanguage.googleapis.com/v1beta",
        domains: &["googleapis.com"],
    },
    Service {
        name: "voyage",
        variable: None,
        usual: "https://api.voyageai.com/v1",
        domains: &["voyageai.com"],
    },
    Service {
        name: "vertex",
        variable: None,
        // Locations have hosts of their own below it.
        usual: "https://aiplatform.googleapis.com",
        domains: &["googleapis.com"],
    },
    Service {
        name: "ollama",
        variable: Some("OLLAMA_HOST"),
        usual: "http://127.0.0.1:11434",
        domains: &["ollama.com"],
    },
];

/// An address that stands in the settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Set<'s> {
    /// The setting.
    pub(crate) name: &'static str,
    pub(crate) url: &'s str,
    /// Whether the user said that this service's key may go there.
    pub(crate) for_key: bool,
}

/// Where a service is asked.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) provider: String,
    pub(crate) address: Address,
    named: Named,
}

/// Who has named an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    /// Nobody: it is the usual one.
    Nobody,
    /// This variable.
    Variable(&'static str),
    /// This setting, which says, or does not say, that the key may go there.
    Setting(&'static str, bool),
}

/// Services that take a key.
pub fn services() -> impl Iterator<Item = &'static str> {
    SERVICES.iter().map(|service| service.name)
}

impl Place {
    /// Where `provider` is, which is one of those that are known. An error is the end of a sentence
    /// about palimp.
    pub(crate) fn of(provider: &str, set: Option<Set<'_>>, keys: &Keys) -> Result<Place, String> {
        let service = SERVICES.iter().find(|service| service.name == provider);
        let service = service.ok_or_else(|| format!("there is no service '{provider}'"))?;
        if let Some(set) = set.filter(|set| !set.url.trim().is_empty()) {
            return Place::at(provider, set.url, Named::Setting(set.name, set.for_key));
        }
        let variable = service.variable.and_then(|name| Some((name, keys.variable(name)?)));
        match variable {
            Some((name @ "OLLAMA_HOST", host)) => {
                Place::at(provider, &from_variable(&host), Named::Variable(name))
            }
            Some((name, url)) => Place::at(provider, &url, Named::Variable(name)),
            None => Place::at(provider, service.usual, Named::Nobody),
        }
    }

    /// The same at `url`, which was made of the usual address, or of the one in the settings.
    pub(crate) fn elsewhere(
        provider: &str,
        url: &str,
        set: Option<Set<'_>>,
    ) -> Result<Place, String> {
        let named = set.map_or(Named::Nobody, |set| Named::Setting(set.name, set.for_key));
        Place::at(provider, url, named)
    }

    fn at(provider: &str, url: &str, named: Named) -> Result<Place, String> {
        let whose = match named {
            Named::Nobody => provider,
            Named::Variable(name) | Named::Setting(name, _) => name,
        };
        let address = Address::read(url).map_err(|why| format!("the address in {whose} {why}"))?;
        Ok(Place { provider: provider.to_owned(), address, named })
    }

    /// Whether the usual service is asked.
    pub(crate) fn is_usual(&self) -> bool {
        self.named == Named::Nobody
    }

    /// The service's key, if there is one and it may go here.
    pub(crate) fn key(&self, keys: &Keys) -> Result<Option<Secret>, String> {
        let Some(key) = keys.find(&self.provider).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        match self.may_have(&key.source) {
            true => Ok(Some(key.secret)),
            // Servers of one's own are asked without a key.
            false if self.address.is_private() => Ok(None),
            false => Err(self.withheld(&key.source)),
        }
    }

    /// The same where nothing can be asked without.
    pub(crate) fn needed_key(&self, keys: &Keys) -> Result<Secret, String> {
        self.key(keys)?.ok_or_else(|| self.keyless())
    }

    /// What is said where nothing can be asked without a key.
    pub(crate) fn keyless(&self) -> String {
        format!("there is no key for {}: {}", self.provider, how_to_set(&self.provider))
    }

    /// Where the key was found that is not sent here, if there is one.
    pub(crate) fn withholds(&self, keys: &Keys) -> Option<Source> {
        let key = keys.find(&self.provider).ok()??;
        (!self.may_have(&key.source)).then_some(key.source)
    }

    /// Whether a key from `source` may go here.
    pub(crate) fn may_have(&self, source: &Source) -> bool {
        match self.named {
            _ if self.is_of_service() => true,
            Named::Nobody | Named::Setting(_, true) => true,
            Named::Setting(_, false) => false,
            Named::Variable(_) => matches!(source, Source::Environment(_)),
        }
    }

    /// Whether the host is one of the service's own.
    pub(crate) fn is_of_service(&self) -> bool {
        let service = SERVICES.iter().find(|service| service.name == self.provider);
        let domains = service.map_or(&[][..], |service| service.domains);
        let host = self.address.name();
        let below = |domain: &&&str| {
            host.strip_suffix(**domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        !self.address.is_private() && domains.iter().any(|domain| below(&domain))
    }

    fn withheld(&self, source: &Source) -> String {
        let (provider, host) = (&self.provider, self.address.host());
        let (whose, how) = match self.named {
            Named::Variable(name) => {
                (name, "set memory.baseUrl or embedding.baseUrl to it, if it is meant")
            }
            Named::Setting(name, _) => (
                name,
                "name the service in memory.cli too, or say yes when `palimp chat` asks in a terminal",
            ),
            Named::Nobody => (provider.as_str(), ""),
        };
        format!(
            "your key of {provider} ({source}) is not sent to {host}, which {whose} names: {how}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(variables: &'static [(&'static str, &'static str)]) -> Keys {
        let found = move |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Keys::with("/nowhere/keys.json", found, None)
    }

    fn set(url: &str, for_key: bool) -> Option<Set<'_>> {
        Some(Set { name: "memory.baseUrl", url, for_key })
    }

    #[test]
    fn the_settings_come_before_the_variable_and_the_variable_before_the_usual_address() {
        let keys = keys(&[("OPENAI_BASE_URL", "https://gate.example/v1"), ("OLLAMA_HOST", "box")]);
        let host =
            |provider, set| Place::of(provider, set, &keys).unwrap().address.host().to_owned();
        assert_eq!(host("openai", set("https://mine.example", false)), "mine.example");
        assert_eq!(host("openai", set("  ", false)), "gate.example");
        assert_eq!(host("openai", None), "gate.example");
        assert_eq!(host("anthropic", None), "api.anthropic.com");
        assert_eq!(host("voyage", None), "api.voyageai.com");
        assert_eq!(host("ollama", None), "box:11434");
    }

    #[test]
    fn a_key_goes_to_its_service_and_elsewhere_only_when_somebody_says_so() {
        let environment = Source::Environment("ANTHROPIC_API_KEY".to_owned());
        let keys = keys(&[("ANTHROPIC_BASE_URL", "https://gate.example")]);
        for (url, for_key, in_environment, kept) in [
            ("https://api.anthropic.com", false, true, true),
            ("https://eu.api.anthropic.com/v1", false, true, true),
            ("https://gate.example", true, true, true),
            ("https://gate.example", false, false, false),
            ("https://api.anthropic.com.evil.example", false, false, false),
            ("https://notanthropic.com", false, false, false),
            ("https://api.openai.com/v1", false, false, false),
            ("http://localhost:4000", false, false, false),
            // What the environment names may have what stands in the environment.
            ("", false, true, false),
        ] {
            let place = Place::of("anthropic", set(url, for_key), &keys).unwrap();
            assert_eq!(place.may_have(&environment), in_environment, "{url}");
            assert_eq!(place.may_have(&Source::Keyring), kept, "{url}");
        }
    }

    #[test]
    fn a_key_that_stays_here_says_why() {
        let keys = keys(&[("OPENAI_API_KEY", "k")]);
        let place = |url: &'static str| Place::of("openai", set(url, false), &keys).unwrap();
        let why = place("https://gate.example").key(&keys).unwrap_err();
        assert!(why.contains("OPENAI_API_KEY") && why.contains("gate.example"), "{why}");
        assert!(place("https://gate.example").withholds(&keys).is_some());
        assert!(place("http://127.0.0.1:1234/v1").key(&keys).unwrap().is_none());
        assert!(place("https://api.openai.com/v1").key(&keys).unwrap().is_some());
    }
}
