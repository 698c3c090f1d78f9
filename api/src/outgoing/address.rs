//! Where messages may be sent: a caller chooses the address, and must not reach through this service what it could not itself.

use std::net::{IpAddr, SocketAddr};
use std::sync::LazyLock;

use ipnet::IpNet;
use tapis_games::locale::{Said, said};
use url::{Host, Url};

use super::Fault;

/// The most bytes of an address that somebody gives.
pub(crate) const MOST_BYTES: usize = 2048;
/// The most addresses of a host that are tried.
const MOST_ADDRESSES: usize = 4;

/// Networks that are not the internet, or lead to others: what is in none of these is public.
const NOT_PUBLIC: [&str; 26] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    // All that is not 2000::/3: unspecified, loopback, IPv4 written as IPv6, translated, unique-local, link-local, multicast.
    "::/3",
    "4000::/2",
    "8000::/1",
    // Of 2000::/3 what wraps IPv4, and what is nowhere.
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
];

static NETWORKS: LazyLock<Vec<IpNet>> =
    LazyLock::new(|| NOT_PUBLIC.iter().filter_map(|network| network.parse().ok()).collect());

/// Why a text is no address for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlFault {
    /// It is no URL, none of http or https, or has a name, password or fragment.
    Form,
    /// It names an address that is not public.
    Private,
}

/// Reads the address of a receiver. Whether a host's name leads to a public address is looked at whenever a message is sent.
pub(crate) fn receiver(text: &str, private_too: bool) -> Result<Url, UrlFault> {
    let url = Url::parse(text).map_err(|_| UrlFault::Form)?;
    let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    if !matches!(url.scheme(), "http" | "https") || !plain || url.port() == Some(0) {
        return Err(UrlFault::Form);
    }
    match url.host().ok_or(UrlFault::Form)? {
        Host::Domain(_) => Ok(url),
        Host::Ipv4(address) if private_too || is_public(address.into()) => Ok(url),
        Host::Ipv6(address) if private_too || is_public(address.into()) => Ok(url),
        Host::Ipv4(_) | Host::Ipv6(_) => Err(UrlFault::Private),
    }
}

/// As [`receiver`], of an address that somebody gives. What is wrong with it is said: `form` where it is none at all.
pub(crate) fn given(text: &str, private_too: bool, form: Said) -> Result<Url, Said> {
    if text.len() > MOST_BYTES {
        return Err(said("at_most_bytes").with("most", MOST_BYTES));
    }
    receiver(text, private_too).map_err(|fault| match fault {
        UrlFault::Form => form,
        UrlFault::Private => said("webhook_private"),
    })
}

fn is_public(address: IpAddr) -> bool {
    !NETWORKS.iter().any(|network| network.contains(&address))
}

/// Where a receiver listens: its name is looked up once, and what answers there is what is spoken to.
pub(super) async fn addresses(url: &Url, private_too: bool) -> Result<Vec<SocketAddr>, Fault> {
    let port = url.port_or_known_default().ok_or(Fault::UnknownHost)?;
    let found: Vec<SocketAddr> = match url.host().ok_or(Fault::UnknownHost)? {
        Host::Ipv4(address) => vec![(address, port).into()],
        Host::Ipv6(address) => vec![(address, port).into()],
        Host::Domain(name) => {
            tokio::net::lookup_host((name, port)).await.map_err(|_| Fault::UnknownHost)?.collect()
        }
    };
    if found.is_empty() {
        return Err(Fault::UnknownHost);
    }
    let open = found.into_iter().filter(|address| private_too || is_public(address.ip()));
    let open = in_turn(open);
    if open.is_empty() { Err(Fault::PrivateAddress) } else { Ok(open) }
}

/// Those of the two families in turn, beginning as they do (RFC 8305, 4): where one family leads nowhere, the other is tried soon.
fn in_turn(addresses: impl Iterator<Item = SocketAddr>) -> Vec<SocketAddr> {
    let mut of_family = [0_usize; 2];
    let placed = addresses.map(|address| {
        let place = &mut of_family[usize::from(address.is_ipv4())];
        *place += 1;
        (*place, address)
    });
    let mut placed: Vec<_> = placed.collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, address)| address).take(MOST_ADDRESSES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_is_one() {
        assert_eq!(NETWORKS.len(), NOT_PUBLIC.len());
    }

    #[test]
    fn only_public_addresses_are_public() {
        for address in ["1.1.1.1", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a01::1"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:8.8.8.8",
            "::8.8.8.8",
            "64:ff9b::808:808",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2002:a00::1",
            "2001::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn spellings_of_private_addresses_are_refused() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "0x7f.1",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "10.0.0.8",
            "169.254.169.254",
            "①27.0.0.1",
            "127。0。0。1",
            "%31%32%37.0.0.1",
            "0",
        ] {
            let text = format!("http://{host}/hook");
            assert_eq!(receiver(&text, false), Err(UrlFault::Private), "{text}");
            assert!(receiver(&text, true).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_of_a_receiver_is_refused() {
        for text in [
            "",
            "example.com",
            "/hook",
            "ftp://example.com/",
            "file:///etc/passwd",
            "http://",
            "https://:443/",
            "http://user@example.com/",
            "http://user:word@example.com/",
            "https://example.com/#part",
            "https://example.com:0/",
            "https://exa mple.com/",
            "javascript:alert(1)",
            "http://[::1/",
        ] {
            assert_eq!(receiver(text, true), Err(UrlFault::Form), "{text}");
        }
        for text in
            ["https://example.com", "http://example.com:8080/hook?of=tapis", "https://bücher.example/é"]
        {
            assert!(receiver(text, false).is_ok(), "{text}");
        }
    }

    #[test]
    fn families_take_turns() {
        let addresses = ["[2a01::1]:1", "[2a01::2]:1", "[2a01::3]:1", "1.1.1.1:1", "1.1.1.2:1"];
        let [a, b, c, d, e] = addresses.map(|address| address.parse::<SocketAddr>().unwrap());
        assert_eq!(in_turn([a, b, c, d, e].into_iter()), [a, d, b, e], "the first four");
        assert_eq!(in_turn([d, a, b].into_iter()), [d, a, b], "in the order of the first ones");
        assert_eq!(in_turn([a, b, c].into_iter()), [a, b, c]);
    }

    #[tokio::test]
    async fn a_name_that_leads_to_a_private_address_is_refused_when_it_is_looked_up() {
        let url = receiver("http://localhost:9/hook", false).unwrap();
        assert_eq!(addresses(&url, false).await, Err(Fault::PrivateAddress));
        assert!(!addresses(&url, true).await.unwrap().is_empty());
        let url = receiver("http://nobody.invalid/hook", false).unwrap();
        assert_eq!(addresses(&url, true).await, Err(Fault::UnknownHost));
    }
}
