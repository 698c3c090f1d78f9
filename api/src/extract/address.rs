//! Where a request comes from, and whom it is counted for.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use tapis_service::pool::Caller;

use crate::keys::KnownKey;
use crate::rates::Account;
use crate::settings::{ForwardedHeader, Network};
use crate::state::AppState;

/// The address of the caller: that of the connection or, behind trusted proxies, the one they say the request comes from.
pub fn caller_address(request: &HttpRequest) -> Option<IpAddr> {
    let peer = request.peer_addr()?.ip();
    let Ok(state) = AppState::of(request) else { return Some(peer.to_canonical()) };
    let server = &state.settings.server;
    Some(origin(peer, request.headers(), server.forwarded_header, &server.trusted_proxies))
}

/// Whose turn it is where callers take turns: that of the address.
pub fn caller(request: &HttpRequest) -> Caller {
    Caller::new(caller_address(request), 0)
}

/// The key that came with a request, or the address it comes from.
pub fn account(request: &HttpRequest) -> Option<Account> {
    match KnownKey::of(request) {
        Some(key) => Some(Account::Key(key.name().into())),
        None => caller_address(request).map(Account::of_address),
    }
}

/// Walks from the connection towards the origin as long as each hop is a trusted proxy. What stands beyond the first hop
/// that is not trusted may be made up by the caller. A hop that is hidden or cannot be read ends the walk as well.
fn origin(peer: IpAddr, headers: &HeaderMap, read: ForwardedHeader, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut address = peer.to_canonical();
    for hop in hops(headers, read).into_iter().rev() {
        if !is_trusted(address) {
            break;
        }
        match hop {
            Some(hop) => address = hop,
            None => break,
        }
    }
    address
}

/// The hops a request came over, the farthest first, by the one header that the proxies write.
fn hops(headers: &HeaderMap, read: ForwardedHeader) -> Vec<Option<IpAddr>> {
    let lines = headers.get_all(read.name()).map(|line| line.to_str().unwrap_or_default());
    let elements = lines.flat_map(|line| line.split(',').map(str::trim));
    match read {
        ForwardedHeader::XForwardedFor => elements.map(node_address).collect(),
        ForwardedHeader::Forwarded => elements.map(forwarded_for).collect(),
    }
}

/// The `for` of one element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, node) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    node_address(node.trim().trim_matches('"'))
}

/// The address of a node: `192.0.2.1`, `192.0.2.1:47`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:47`.
fn node_address(node: &str) -> Option<IpAddr> {
    let bracketed = node.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    let address = match bracketed {
        Some(inside) => inside.parse().ok(),
        None => node.parse().ok().or_else(|| node.split_once(':')?.0.parse().ok()),
    };
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn of(peer: &str, name: &'static str, value: &str) -> String {
        let read =
            if name == "forwarded" { ForwardedHeader::Forwarded } else { ForwardedHeader::XForwardedFor };
        read_of(peer, read, &[(name, value)])
    }

    fn read_of(peer: &str, read: ForwardedHeader, sent: &[(&'static str, &str)]) -> String {
        let trusted = ["10.0.0.0/8", "2001:db8::/32", "127.0.0.1"].map(|text| text.parse().unwrap());
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        origin(peer.parse().unwrap(), &headers, read, &trusted).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(of("10.1.2.3", "x-forwarded-for", "198.51.100.7"), "198.51.100.7");
        assert_eq!(of("198.51.100.9", "x-forwarded-for", "198.51.100.7"), "198.51.100.9");
        assert_eq!(of("::ffff:10.1.2.3", "x-forwarded-for", "198.51.100.7"), "198.51.100.7");
    }

    #[test]
    fn what_a_caller_makes_up_is_not_believed() {
        assert_eq!(of("127.0.0.1", "x-forwarded-for", "1.1.1.1, 198.51.100.7, 10.0.0.2"), "198.51.100.7");
        assert_eq!(of("127.0.0.1", "forwarded", "for=1.1.1.1, for=198.51.100.7;proto=https"), "198.51.100.7");
    }

    #[test]
    fn the_header_that_the_proxies_do_not_write_is_not_read() {
        let both = [("forwarded", "for=1.1.1.1"), ("x-forwarded-for", "198.51.100.7")];
        assert_eq!(read_of("127.0.0.1", ForwardedHeader::XForwardedFor, &both), "198.51.100.7");
        assert_eq!(read_of("127.0.0.1", ForwardedHeader::Forwarded, &both), "1.1.1.1");
        assert_eq!(read_of("127.0.0.1", ForwardedHeader::XForwardedFor, &both[..1]), "127.0.0.1");
        assert_eq!(read_of("127.0.0.1", ForwardedHeader::Forwarded, &both[1..]), "127.0.0.1");
    }

    #[test]
    fn both_headers_and_all_forms_of_addresses_are_read() {
        let forwarded = "For=\"[2001:db9::17]:4711\";by=203.0.113.43";
        assert_eq!(of("127.0.0.1", "forwarded", forwarded), "2001:db9::17");
        assert_eq!(of("127.0.0.1", "x-forwarded-for", "203.0.113.9:8080"), "203.0.113.9");
        assert_eq!(of("127.0.0.1", "x-forwarded-for", "2001:db9::17"), "2001:db9::17");
    }

    #[test]
    fn a_hop_that_cannot_be_read_ends_the_walk() {
        assert_eq!(of("127.0.0.1", "forwarded", "for=1.1.1.1, for=_hidden"), "127.0.0.1");
        assert_eq!(of("127.0.0.1", "x-forwarded-for", "unknown"), "127.0.0.1");
        assert_eq!(of("127.0.0.1", "accept", "*/*"), "127.0.0.1");
    }
}
