//! From where a request comes, and for whom it is meant.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, Uri, header};

use crate::policy::{AllowedOrigins, ServePolicy};
use crate::refusal::RequestRefusal;

/// Header in which a browser states how the requesting page relates to this one. No page can set
/// it.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// Header with the mode of a request: `navigate` if the user follows a link or sends a form.
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
/// For what: `document` where it becomes a page of its own.
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

impl ServePolicy {
    /// Refuses what is not meant for this machine, and pages of others.
    pub(crate) fn check_request(
        &self,
        (method, uri): (&Method, &Uri),
        headers: &HeaderMap,
    ) -> Result<(), RequestRefusal> {
        let host = self.known_host(headers).ok_or(RequestRefusal::Host)?;
        if uri.authority().is_some_and(|named| !self.is_known_host(named)) {
            return Err(RequestRefusal::Host);
        }
        let site = single_header(headers, &FETCH_SITE)?;
        if !matches!(site, None | Some("same-origin" | "none")) {
            let is_link =
                method == Method::GET && single_header(headers, &FETCH_MODE)? == Some("navigate");
            let is_whole = single_header(headers, &FETCH_DEST)? == Some("document");
            let is_let_in =
                self.linked && is_link && is_whole && !headers.contains_key(header::ORIGIN);
            return if is_let_in { Ok(()) } else { Err(RequestRefusal::Origin) };
        }
        match single_header(headers, &header::ORIGIN)? {
            None => Ok(()),
            // A page that tells nobody where it is, as ours do, is told by its browser alone.
            Some("null") if site == Some("same-origin") => Ok(()),
            Some(origin) if self.is_local(origin, &host) => Ok(()),
            Some(_) => Err(RequestRefusal::Origin),
        }
    }

    fn known_host(&self, headers: &HeaderMap) -> Option<Authority> {
        let host = single_header(headers, &header::HOST).ok()??;
        host.parse().ok().filter(|host| self.is_known_host(host))
    }

    fn is_known_host(&self, named: &Authority) -> bool {
        let known = |host: &String| host.eq_ignore_ascii_case(named.host());
        !named.as_str().contains('@') && self.hosts.iter().any(known)
    }

    fn is_local(&self, origin: &str, host: &Authority) -> bool {
        let plain = origin.strip_prefix("http://");
        let page = origin.strip_prefix("https://").filter(|_| self.secure).or(plain);
        let page = page.and_then(|page| page.parse::<Authority>().ok());
        page.is_some_and(|page| match self.origins {
            AllowedOrigins::Own => page == *host,
            AllowedOrigins::Local => self.is_known_host(&page),
        })
    }
}

/// A header that may be there once at the most.
fn single_header<'h>(
    headers: &'h HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'h str>, RequestRefusal> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => value.to_str().map(Some).map_err(|_| RequestRefusal::Origin),
        _ => Err(RequestRefusal::Origin),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use crate::{AccessControl, AccessToken};

    fn check(
        origins: AllowedOrigins,
        uri: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<(), RequestRefusal> {
        let access = AccessControl::Bearer(AccessToken::random().unwrap());
        let policy = ServePolicy { origins, ..ServePolicy::local_only(access) };
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_str(value).unwrap());
        }
        policy.check_request((&Method::GET, &uri.parse().unwrap()), &map)
    }

    #[test]
    fn only_the_names_of_this_machine_are_answered_to() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1:7077", "[::1]", "[::1]:7077"] {
            assert_eq!(check(AllowedOrigins::Own, "/", &[("host", host)]), Ok(()), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "localhost.",
            "192.168.0.1",
            "0.0.0.0",
            "127.0.0.2",
            "[::]",
            "me@localhost",
            "localhost:80:80",
            "localhost/",
            "localhost,evil.example",
        ] {
            let refused = check(AllowedOrigins::Local, "/", &[("host", host)]);
            assert_eq!(refused, Err(RequestRefusal::Host), "{host}");
        }
        assert_eq!(check(AllowedOrigins::Own, "/", &[]), Err(RequestRefusal::Host));
        let twice = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(check(AllowedOrigins::Own, "/", &twice), Err(RequestRefusal::Host));
        let host = [("host", "localhost")];
        assert_eq!(
            check(AllowedOrigins::Own, "http://evil.example/", &host),
            Err(RequestRefusal::Host)
        );
        assert_eq!(check(AllowedOrigins::Own, "http://127.0.0.1/", &host), Ok(()));
    }

    #[test]
    fn a_page_is_answered_to_if_it_is_the_servers_own() {
        let asked = |origins, origin| {
            check(origins, "/", &[("host", "localhost:7077"), ("origin", origin)])
        };
        assert_eq!(asked(AllowedOrigins::Own, "http://localhost:7077"), Ok(()));
        for origin in ["http://localhost", "http://localhost:3000", "http://[::1]:7077"] {
            assert_eq!(asked(AllowedOrigins::Own, origin), Err(RequestRefusal::Origin), "{origin}");
            assert_eq!(asked(AllowedOrigins::Local, origin), Ok(()), "{origin}");
        }
        for origin in [
            "http://evil.example",
            "https://localhost:7077",
            "http://localhost.evil.example:7077",
            "http://a@localhost:7077",
            "file://",
            "null",
            "",
            "http://",
            "http://localhost:7077/a",
        ] {
            for origins in [AllowedOrigins::Own, AllowedOrigins::Local] {
                assert_eq!(asked(origins, origin), Err(RequestRefusal::Origin), "{origin}");
            }
        }
    }

    #[test]
    fn behind_tls_the_servers_own_page_comes_by_https() {
        let access = AccessControl::Bearer(AccessToken::random().unwrap());
        let hosts = vec!["hub.acme.example".to_owned()];
        let policy = ServePolicy { hosts, secure: true, ..ServePolicy::local_only(access) };
        let admits = |origin: &'static str| {
            let mut map = HeaderMap::new();
            map.insert("host", HeaderValue::from_static("hub.acme.example"));
            map.insert("origin", HeaderValue::from_static(origin));
            policy.check_request((&Method::GET, &"/".parse().unwrap()), &map)
        };
        assert_eq!(admits("https://hub.acme.example"), Ok(()));
        assert_eq!(admits("https://evil.example"), Err(RequestRefusal::Origin));
    }

    #[test]
    fn a_link_leads_here_where_it_may_and_nothing_else_does() {
        let access = AccessControl::Bearer(AccessToken::random().unwrap());
        let policy = ServePolicy { linked: true, ..ServePolicy::local_only(access) };
        let asked = |method: Method, more: &[(&'static str, &'static str)]| {
            let mut map = HeaderMap::new();
            let site = [("host", "localhost"), ("sec-fetch-site", "cross-site")];
            for (name, value) in site.iter().chain(more) {
                map.insert(*name, HeaderValue::from_static(value));
            }
            policy.check_request((&method, &"/".parse().unwrap()), &map)
        };
        let link = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document")];
        assert_eq!(asked(Method::GET, &link), Ok(()));
        assert_eq!(asked(Method::POST, &link), Err(RequestRefusal::Origin), "a form of theirs");
        assert_eq!(
            asked(Method::GET, &[("sec-fetch-mode", "no-cors")]),
            Err(RequestRefusal::Origin)
        );
        let frame = [("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")];
        assert_eq!(asked(Method::GET, &frame), Err(RequestRefusal::Origin), "a frame of theirs");
        let script = [&link[..], &[("origin", "https://evil.example")]].concat();
        assert_eq!(asked(Method::GET, &script), Err(RequestRefusal::Origin));
    }

    #[test]
    fn what_the_browser_says_of_a_page_counts() {
        let asked = |site, origin: &[(&'static str, &str)]| {
            let head = [&[("host", "localhost"), ("sec-fetch-site", site)], origin].concat();
            check(AllowedOrigins::Own, "/", &head)
        };
        let (own, hidden) = (("origin", "http://localhost"), ("origin", "null"));
        for site in ["none", "same-origin"] {
            assert_eq!(asked(site, &[]), Ok(()));
            assert_eq!(asked(site, &[own]), Ok(()));
        }
        for site in ["cross-site", "same-site", "", "same-origin, none", "Same-Origin"] {
            for origin in [&[][..], &[own], &[hidden]] {
                assert_eq!(asked(site, origin), Err(RequestRefusal::Origin), "{site}");
            }
        }
        assert_eq!(asked("same-origin", &[hidden]), Ok(()), "a page that hides where it is");
        assert_eq!(asked("none", &[hidden]), Err(RequestRefusal::Origin));
        assert_eq!(asked("none", &[own, own]), Err(RequestRefusal::Origin));
    }
}
