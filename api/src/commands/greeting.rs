//! What the start of the service says.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::absolute;

use tapis_db::DatabaseUrl;

use crate::settings::AdminToken;

/// Where the service listens, for programs that started it.
pub(super) fn line(address: SocketAddr) -> String {
    format!("listening on http://{address}")
}

/// Where everything is, for people. The token stands behind `#`, which browsers send nowhere: in no log of a proxy.
pub(super) fn words(address: SocketAddr, database: &DatabaseUrl, admin: &AdminToken) -> String {
    let base = format!("http://{}", reached(address));
    let data = match database {
        DatabaseUrl::Memory => "in memory, gone at the end".to_owned(),
        DatabaseUrl::Postgres(url) => url.to_string(),
        DatabaseUrl::Sqlite(path) => absolute(path).unwrap_or_else(|_| path.clone()).display().to_string(),
    };
    format!(
        "  start here     {base}/\n  documentation  {base}/docs\n  the API        {base}/v1/, described in {base}/openapi.json\n  \
         the lab        {base}/#/lab?token={}\n  the data       {data}\nCtrl-C stops it.",
        encoded(admin.exposed())
    )
}

/// A token as part of a query.
fn encoded(token: &str) -> String {
    form_urlencoded::byte_serialize(token.as_bytes()).collect()
}

/// An address under which this machine reaches the service.
fn reached(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_words_can_be_opened() {
        for (listens, opened) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080/docs"),
            ("0.0.0.0:80", "http://127.0.0.1:80/docs"),
            ("[::]:8080", "http://[::1]:8080/docs"),
            ("192.0.2.7:8080", "http://192.0.2.7:8080/docs"),
        ] {
            let token = "a+token&of=the-lab".parse().unwrap();
            let said = words(listens.parse().unwrap(), &DatabaseUrl::Memory, &token);
            assert!(said.contains(opened) && said.contains("in memory"), "{said}");
            assert!(said.contains("/#/lab?token=a%2Btoken%26of%3Dthe-lab\n"), "{said}");
        }
    }
}
