//! Address of a service, and the check that text sent there cannot be read on the way.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::http::Uri;

use crate::messages;

/// The address of a service, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServiceAddress {
    base: String,
    query: Option<String>,
    host: String,
    name: String,
    private: bool,
}

impl ServiceAddress {
    /// Parses an address. Refuses text that is not an address, an address with a password in it,
    /// and one over which text would cross a public network readable by everybody; the error is the
    /// end of a sentence about the address. Notes are as private as keys, so this holds for
    /// services without a key as well.
    pub(crate) fn parse(text: &str) -> Result<ServiceAddress, String> {
        let uri: Uri = text.trim().parse().map_err(|_| messages::not_an_address())?;
        let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err(messages::address_without_scheme());
        };
        if authority.as_str().contains('@') {
            return Err(messages::address_with_password());
        }
        let private = is_private(authority.host());
        match scheme {
            "https" => {}
            "http" if private => {}
            "http" => {
                return Err(messages::text_unencrypted(authority.host()));
            }
            _ => return Err(messages::address_of_other_scheme()),
        }
        let path = uri.path().trim_end_matches('/');
        Ok(ServiceAddress {
            base: format!("{scheme}://{authority}{path}"),
            query: uri.query().map(str::to_owned),
            host: authority.as_str().to_owned(),
            name: authority.host().to_ascii_lowercase(),
            private,
        })
    }

    /// The address of what `path` names below this one.
    pub(crate) fn join(&self, path: &str) -> String {
        let query = self.query.as_ref().map(|query| format!("?{query}"));
        format!("{}{path}{}", self.base, query.unwrap_or_default())
    }

    /// The part after the host: empty, or one that begins with a slash.
    pub(crate) fn path(&self) -> &str {
        let after = self.base.find("://").map_or(0, |at| at + 3);
        self.base[after..].find('/').map_or("", |at| &self.base[after + at..])
    }

    /// The host, with its port.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The host's name alone.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text shown to the user before anything is sent there: the host, and a warning if
    /// the network can read the text.
    pub(crate) fn display_host(&self) -> String {
        match self.base.starts_with("http://") && !is_this_machine(&self.name) {
            true => messages::unencrypted_host(&self.host),
            false => self.host.clone(),
        }
    }

    /// Returns true if it is this machine or a private network.
    pub(crate) fn is_private(&self) -> bool {
        self.private
    }
}

/// Returns true if `host` is this machine.
pub(crate) fn is_this_machine(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match host.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

/// Returns true if `host` cannot be reached from the public network: this machine, the private
/// ranges, and names that public name servers do not know.
pub(crate) fn is_private(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => is_private_v4(address),
        Ok(IpAddr::V6(address)) => is_private_v6(address),
        Err(_) => {
            let local = [".localhost", ".local", ".internal", ".lan", ".home.arpa"];
            // A name without a dot is one of this machine, of its containers, or of its network.
            !host.contains('.') || local.iter().any(|ending| host.ends_with(ending))
        }
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [a, b, ..] = address.octets();
    // 100.64.0.0/10 is what overlay networks such as Tailscale give out, encrypted by themselves.
    let shared = a == 100 && (64..128).contains(&b);
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_unspecified()
        || shared
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    match address.to_ipv4_mapped() {
        Some(address) => is_private_v4(address),
        None => {
            address.is_loopback()
                || address.is_unspecified()
                || address.is_unique_local()
                || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_crosses_a_public_network_only_encrypted() {
        for fine in [
            "https://api.openai.com/v1",
            "http://localhost:1234/v1",
            "http://127.0.0.1:11434",
            "http://[::1]:8080",
            "http://192.168.1.20",
            "http://10.0.0.5:8000/v1",
            "http://172.16.0.1",
            "http://100.101.1.2",
            "http://[fd00::1]",
            "http://ollama:11434",
            "http://box.local",
            "http://gpu.lan:8000",
            "http://[::ffff:127.0.0.1]",
        ] {
            assert!(ServiceAddress::parse(fine).is_ok(), "{fine}");
        }
        for exposed in [
            "http://api.openai.com/v1",
            "http://8.8.8.8",
            "http://172.32.0.1",
            "http://localhost.example.com",
            "http://[2001:db8::1]",
            "http://100.128.0.1",
        ] {
            let error = ServiceAddress::parse(exposed).unwrap_err();
            assert!(error.contains("unencrypted"), "{exposed}: {error}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_in_words() {
        for wrong in ["", "localhost:1234", "ftp://x", "api.openai.com", "http://", "https://a b"] {
            assert!(ServiceAddress::parse(wrong).is_err(), "{wrong}");
        }
        let error = ServiceAddress::parse("https://me:hunter2@example.com").unwrap_err();
        assert!(!error.contains("hunter2"), "{error}");
    }

    #[test]
    fn what_others_can_read_on_the_way_is_shown() {
        for (url, shown) in [
            ("https://api.openai.com/v1", "api.openai.com"),
            ("http://localhost:1234/v1", "localhost:1234"),
            ("http://[::1]:1", "[::1]:1"),
            ("http://127.0.0.2", "127.0.0.2"),
            ("https://box.lan", "box.lan"),
        ] {
            assert_eq!(ServiceAddress::parse(url).unwrap().display_host(), shown);
        }
        for url in ["http://box.lan:8000", "http://192.168.1.2", "http://ollama"] {
            assert!(
                ServiceAddress::parse(url).unwrap().display_host().contains("unencrypted"),
                "{url}"
            );
        }
    }

    #[test]
    fn a_path_is_joined_before_the_query() {
        let address = ServiceAddress::parse("https://x.azure.com/openai/?api-version=1").unwrap();
        assert_eq!(address.join("/v1"), "https://x.azure.com/openai/v1?api-version=1");
        assert_eq!((address.host(), address.path()), ("x.azure.com", "/openai"));
        assert_eq!(ServiceAddress::parse("http://localhost:1/").unwrap().path(), "");
    }
}
