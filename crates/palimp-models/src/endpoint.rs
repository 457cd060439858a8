//! Address of a service, and the rule that decides if its key may go there: one rule for embedders,
//! distillers and conversations.
//!
//! The address is the one in the settings, else the one in the service's own variable, else the
//! usual one. A key goes to the hosts of the service that it is for. Elsewhere it goes only if it
//! was allowed: by the user, for this service and this address, or by the environment, for a key
//! that stands in the environment too.

use crate::http::address::ServiceAddress;
use crate::http::ollama::from_variable;
use crate::keys::{KeySource, Keys, SecretToken, how_to_set};
use crate::messages;

/// A service as it is known.
struct KnownService {
    name: &'static str,
    /// Its own variable for its address.
    variable: Option<&'static str>,
    usual: &'static str,
    /// Its domains.
    domains: &'static [&'static str],
}

const KNOWN_SERVICES: &[KnownService] = &[
    KnownService {
        name: "anthropic",
        variable: Some("ANTHROPIC_BASE_URL"),
        usual: "https://api.anthropic.com",
        domains: &["anthropic.com"],
    },
    KnownService {
        name: "openai",
        variable: Some("OPENAI_BASE_URL"),
        usual: "https://api.openai.com/v1",
        domains: &["openai.com"],
    },
    KnownService {
        name: "gemini",
        variable: Some("GOOGLE_GEMINI_BASE_URL"),
        usual: "https://generativelanguage.googleapis.com/v1beta",
        domains: &["googleapis.com"],
    },
    KnownService {
        name: "voyage",
        variable: None,
        usual: "https://api.voyageai.com/v1",
        domains: &["voyageai.com"],
    },
    KnownService {
        name: "vertex",
        variable: None,
        // Locations have hosts of their own below it.
        usual: "https://aiplatform.googleapis.com",
        domains: &["googleapis.com"],
    },
    KnownService {
        name: "ollama",
        variable: Some("OLLAMA_HOST"),
        usual: "http://127.0.0.1:11434",
        domains: &["ollama.com"],
    },
];

/// An address that stands in the settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConfiguredAddress<'s> {
    /// The setting.
    pub(crate) name: &'static str,
    pub(crate) url: &'s str,
    /// True if the user allowed this service's key to go there.
    pub(crate) for_key: bool,
}

/// Address of a service, with its origin.
#[derive(Clone, Debug)]
pub(crate) struct ServiceLocation {
    pub(crate) provider: String,
    pub(crate) address: ServiceAddress,
    named: AddressOrigin,
}

/// Origin of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AddressOrigin {
    /// Nobody: it is the usual one.
    Nobody,
    /// This variable.
    Variable(&'static str),
    /// This setting, which says, or does not say, that the key may go there.
    Setting(&'static str, bool),
}

/// Services that take a key.
pub fn service_names() -> impl Iterator<Item = &'static str> {
    KNOWN_SERVICES.iter().map(|service| service.name)
}

impl ServiceLocation {
    /// Resolves the address of `provider`, which must be a known one. An error is the end of a
    /// sentence about palimp.
    pub(crate) fn resolve(
        provider: &str,
        set: Option<ConfiguredAddress<'_>>,
        keys: &Keys,
    ) -> Result<ServiceLocation, String> {
        let service = KNOWN_SERVICES.iter().find(|service| service.name == provider);
        let service = service.ok_or_else(|| messages::service_unknown(provider))?;
        if let Some(set) = set.filter(|set| !set.url.trim().is_empty()) {
            return ServiceLocation::from_url(
                provider,
                set.url,
                AddressOrigin::Setting(set.name, set.for_key),
            );
        }
        let variable = service.variable.and_then(|name| Some((name, keys.variable(name)?)));
        match variable {
            Some((name @ "OLLAMA_HOST", host)) => ServiceLocation::from_url(
                provider,
                &from_variable(&host),
                AddressOrigin::Variable(name),
            ),
            Some((name, url)) => {
                ServiceLocation::from_url(provider, &url, AddressOrigin::Variable(name))
            }
            None => ServiceLocation::from_url(provider, service.usual, AddressOrigin::Nobody),
        }
    }

    /// The same at `url`, which was made of the usual address, or of the one in the settings.
    pub(crate) fn at_url(
        provider: &str,
        url: &str,
        set: Option<ConfiguredAddress<'_>>,
    ) -> Result<ServiceLocation, String> {
        let named =
            set.map_or(AddressOrigin::Nobody, |set| AddressOrigin::Setting(set.name, set.for_key));
        ServiceLocation::from_url(provider, url, named)
    }

    fn from_url(
        provider: &str,
        url: &str,
        named: AddressOrigin,
    ) -> Result<ServiceLocation, String> {
        let whose = match named {
            AddressOrigin::Nobody => provider,
            AddressOrigin::Variable(name) | AddressOrigin::Setting(name, _) => name,
        };
        let address =
            ServiceAddress::parse(url).map_err(|why| messages::address_wrong(whose, &why))?;
        Ok(ServiceLocation { provider: provider.to_owned(), address, named })
    }

    /// Returns true if the usual service is used.
    pub(crate) fn is_usual(&self) -> bool {
        self.named == AddressOrigin::Nobody
    }

    /// The service's key, if there is one and it may go here.
    pub(crate) fn allowed_key(&self, keys: &Keys) -> Result<Option<SecretToken>, String> {
        let Some(key) = keys.find(&self.provider).map_err(|error| error.to_string())? else {
            return Ok(None);
        };
        match self.may_have(&key.source) {
            true => Ok(Some(key.secret)),
            // Servers of one's own are asked without a key.
            false if self.address.is_private() => Ok(None),
            false => Err(self.withheld_message(&key.source)),
        }
    }

    /// The same where nothing can be asked without.
    pub(crate) fn needed_key(&self, keys: &Keys) -> Result<SecretToken, String> {
        self.allowed_key(keys)?.ok_or_else(|| self.no_key_message())
    }

    /// Returns the message for a service that cannot be used without a key.
    pub(crate) fn no_key_message(&self) -> String {
        messages::key_missing(&self.provider, how_to_set(&self.provider))
    }

    /// Returns the source of the key that is not sent here, if there is one.
    pub(crate) fn withheld_source(&self, keys: &Keys) -> Option<KeySource> {
        let key = keys.find(&self.provider).ok()??;
        (!self.may_have(&key.source)).then_some(key.source)
    }

    /// Returns true if a key from `source` may go here.
    pub(crate) fn may_have(&self, source: &KeySource) -> bool {
        match self.named {
            _ if self.is_of_service() => true,
            AddressOrigin::Nobody | AddressOrigin::Setting(_, true) => true,
            AddressOrigin::Setting(_, false) => false,
            AddressOrigin::Variable(_) => matches!(source, KeySource::Environment(_)),
        }
    }

    /// Returns true if the host is one of the service's own.
    pub(crate) fn is_of_service(&self) -> bool {
        let service = KNOWN_SERVICES.iter().find(|service| service.name == self.provider);
        let domains = service.map_or(&[][..], |service| service.domains);
        let host = self.address.name();
        let below = |domain: &&&str| {
            host.strip_suffix(**domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        !self.address.is_private() && domains.iter().any(|domain| below(&domain))
    }

    fn withheld_message(&self, source: &KeySource) -> String {
        let (provider, host) = (&self.provider, self.address.host());
        let (whose, how) = match self.named {
            AddressOrigin::Variable(name) => (name, messages::how_to_name_address()),
            AddressOrigin::Setting(name, _) => (name, messages::how_to_name_service()),
            AddressOrigin::Nobody => (provider.as_str(), String::new()),
        };
        messages::key_withheld(provider, source, host, whose, &how)
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
        Keys::with_sources("/nowhere/keys.json", found, None)
    }

    fn set(url: &str, for_key: bool) -> Option<ConfiguredAddress<'_>> {
        Some(ConfiguredAddress { name: "flush.baseUrl", url, for_key })
    }

    #[test]
    fn the_settings_come_before_the_variable_and_the_variable_before_the_usual_address() {
        let keys = keys(&[("OPENAI_BASE_URL", "https://gate.example/v1"), ("OLLAMA_HOST", "box")]);
        let host = |provider, set| {
            ServiceLocation::resolve(provider, set, &keys).unwrap().address.host().to_owned()
        };
        assert_eq!(host("openai", set("https://mine.example", false)), "mine.example");
        assert_eq!(host("openai", set("  ", false)), "gate.example");
        assert_eq!(host("openai", None), "gate.example");
        assert_eq!(host("anthropic", None), "api.anthropic.com");
        assert_eq!(host("voyage", None), "api.voyageai.com");
        assert_eq!(host("ollama", None), "box:11434");
    }

    #[test]
    fn a_key_goes_to_its_service_and_elsewhere_only_when_somebody_says_so() {
        let environment = KeySource::Environment("ANTHROPIC_API_KEY".to_owned());
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
            let place = ServiceLocation::resolve("anthropic", set(url, for_key), &keys).unwrap();
            assert_eq!(place.may_have(&environment), in_environment, "{url}");
            assert_eq!(place.may_have(&KeySource::Keyring), kept, "{url}");
        }
    }

    #[test]
    fn a_key_that_stays_here_says_why() {
        let keys = keys(&[("OPENAI_API_KEY", "k")]);
        let place =
            |url: &'static str| ServiceLocation::resolve("openai", set(url, false), &keys).unwrap();
        let why = place("https://gate.example").allowed_key(&keys).unwrap_err();
        assert!(why.contains("OPENAI_API_KEY") && why.contains("gate.example"), "{why}");
        assert!(place("https://gate.example").withheld_source(&keys).is_some());
        assert!(place("http://127.0.0.1:1234/v1").allowed_key(&keys).unwrap().is_none());
        assert!(place("https://api.openai.com/v1").allowed_key(&keys).unwrap().is_some());
    }
}
