//! Where a PostgreSQL database is, and how it is spoken to.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// `postgres://user:password@host:port/database`, with the parameters of libpq that `tokio-postgres` knows, and
/// `sslrootcert`. A server elsewhere is spoken to through TLS, its certificate verified, unless `sslmode=disable` says that the
/// network can be trusted.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl {
    pub(super) config: Config,
    /// The file with the certificates that are trusted, in PEM; the system's without one.
    pub(super) roots: Option<PathBuf>,
}

const FORM: &str = "postgres://user:password@host:port/database";

/// The parameters that `tokio-postgres` reads. Others are refused without their names: where a password has an & in it, they
/// are part of it.
const PARAMETERS: [&str; 18] = [
    "user",
    "password",
    "dbname",
    "options",
    "application_name",
    "sslnegotiation",
    "host",
    "hostaddr",
    "port",
    "connect_timeout",
    "tcp_user_timeout",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "target_session_attrs",
    "channel_binding",
    "load_balance_hosts",
];

/// Whether a text begins as the URL of a PostgreSQL database does.
pub(crate) fn is_postgres(text: &str) -> bool {
    text.starts_with("postgres:") || text.starts_with("postgresql:")
}

impl FromStr for PostgresUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (address, parameters) = text.split_once('?').unwrap_or((text, ""));
        if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
            return Err(format!("write {FORM}"));
        }
        // The parser would take what stands behind the first of them for a host, and hosts are shown.
        if address.matches('@').count() > 1 || parameters.contains('@') {
            return Err(format!("write {FORM}, and in a name or password %40 for @ and %3F for ?"));
        }
        let (mut roots, mut mode, mut kept) = (None, None, Vec::new());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslrootcert", path)) => roots = Some(PathBuf::from(path)),
                Some(("sslmode", word)) => mode = Some(ssl_mode(word)?),
                Some((name, _)) if PARAMETERS.contains(&name) => kept.push(parameter),
                _ => {
                    return Err(format!(
                        "a parameter is none of {}, sslmode, sslrootcert",
                        PARAMETERS.join(", ")
                    ));
                }
            }
        }
        let config = format!("{address}?{}", kept.join("&")).parse::<Config>();
        let mut config = config.map_err(|error| said(&error))?;
        let is_local = config.get_hosts().iter().all(is_local)
            && config.get_hostaddrs().iter().all(std::net::IpAddr::is_loopback);
        if config.get_hosts().is_empty() {
            return Err(format!("the URL names no host: {FORM}"));
        }
        if config.get_user().is_some_and(|user| user.contains(':')) {
            return Err(format!("a : between name and password is written as it is: {FORM}"));
        }
        config.ssl_mode(mode.unwrap_or(if is_local { SslMode::Disable } else { SslMode::Require }));
        if config.get_application_name().is_none() {
            config.application_name("tapis");
        }
        Ok(Self { config, roots })
    }
}

/// The certificate is always verified, so what libpq calls `verify-full` is what `require` does here.
fn ssl_mode(word: &str) -> Result<SslMode, String> {
    match word {
        "disable" => Ok(SslMode::Disable),
        "require" | "verify-full" => Ok(SslMode::Require),
        _ => {
            Err("sslmode is disable, require or verify-full: there is no TLS that is not verified".to_owned())
        }
    }
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// What the parser says, without what was parsed: the password is in it. It names parameters, which are known here.
fn said(error: &tokio_postgres::Error) -> String {
    let source = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    format!("the URL of the database cannot be read: {source}; write {FORM}")
}

impl fmt::Display for PostgresUrl {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        let ports = self.config.get_ports();
        for (at, host) in self.config.get_hosts().iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            match host {
                Host::Tcp(name) => write!(f, "{comma}{name}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
            if let Some(port) = ports.get(at).or(ports.first()) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_shown_without_its_password() {
        let url: PostgresUrl =
            "postgres://ada:s3cret@db.example:5433/games?connect_timeout=3".parse().unwrap();
        assert_eq!(url.to_string(), "postgres://ada@db.example:5433/games");
        assert_eq!(format!("{url:?}"), url.to_string());
        assert_eq!(url.config.get_password(), Some(b"s3cret".as_slice()));
    }

    #[test]
    fn a_server_elsewhere_is_spoken_to_through_tls() {
        let mode = |text: &str| text.parse::<PostgresUrl>().unwrap().config.get_ssl_mode();
        assert_eq!(mode("postgres://ada@db.example/games"), SslMode::Require);
        assert_eq!(mode("postgres://ada@db.example/games?sslmode=disable"), SslMode::Disable);
        assert_eq!(mode("postgres://ada@localhost/games"), SslMode::Disable);
        assert_eq!(mode("postgres://ada@127.0.0.1/games?sslmode=verify-full"), SslMode::Require);
        assert_eq!(mode("postgresql://ada@%2Frun%2Fpostgresql/games"), SslMode::Disable);
        let at = |address| format!("postgres://ada@localhost/games?hostaddr={address}");
        assert_eq!(mode(&at("127.0.0.1")), SslMode::Disable);
        assert_eq!(mode(&at("192.0.2.7")), SslMode::Require);
        let roots =
            "postgres://ada@db/games?sslrootcert=/etc/ca.pem&connect_timeout=3".parse::<PostgresUrl>();
        assert_eq!(roots.unwrap().roots, Some(PathBuf::from("/etc/ca.pem")));
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for (text, right) in [
            ("postgres:games", "postgres://user:password@host"),
            ("postgres:///games", "names no host"),
            ("postgres://ada:s3cret@db/games?sslmode=prefer", "require"),
            ("postgres://ada:s3cret@db/games?colour=red", "connect_timeout"),
            ("postgres://ada:s3cret@db:port/games", "port"),
            ("postgres://ada:s3@cret@db/games", "%40"),
            ("postgres://ada:s3?cret@db/games", "%3F"),
            ("postgres://ada:s3?cret=x@db/games", "%3F"),
            ("postgres://ada@db/games?password=s3&cret=x", "password"),
            ("postgres://ada@db/games?password=x&sslmode=s3cret", "require"),
            ("postgres://ada@db/games?s3cret", "password"),
            ("postgres://ada%3As3cret@db/games", "postgres://user:password@"),
            ("postgres://ada:s3cret@", "names no host"),
            ("postgres://ada:s3cret/games", "port"),
            ("postgres://ada:s3cret", "port"),
            ("postgres:ada:s3cret@db/games", "postgres://user:password@"),
            ("postgres:/ada:s3cret@db/games", "postgres://user:password@"),
            ("postgres://ada:s3cret@[db/games", "host"),
            ("postgres://ada:s3cret@db:5432:1/games", "port"),
            ("postgres://ada:s3cret@db:70000/games", "port"),
            ("postgres://ada:s3cret@db/games?port=x", "port"),
            ("postgres://ada:s3cret@db/games?hostaddr=x", "hostaddr"),
            ("postgres://ada:s3cret@db/games?connect_timeout=x", "connect_timeout"),
        ] {
            let said = text.parse::<PostgresUrl>().unwrap_err();
            assert!(said.contains(right), "{text}: {said}");
            assert!(!said.contains("s3") && !said.contains("cret"), "{text}: {said}");
        }
    }
}
