//! Secrets and origins.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use tapis_service::tables::ServerSecret;

/// Who may do what.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Security")]
pub struct Security {
    /// Bearer token for metrics and administration, at least 16 characters. Required if the service is reachable from other
    /// machines or has trusted proxies. Otherwise the first start makes a token and stores it next to the database, in the file
    /// `<database>.admin` that only its owner can read.
    #[arg(long, env = "TAPIS_ADMIN_TOKEN", hide_env_values = true)]
    pub admin_token: Option<AdminToken>,
    /// 64 hex digits from which seat tokens are derived. Default: the file `<database>.secret` next to the database, which the
    /// first start creates and only its owner can read.
    #[arg(long, env = "TAPIS_SECRET", hide_env_values = true)]
    pub secret: Option<ServerSecret>,
    /// Start with another secret although the database has games. All earlier tokens and tickets become invalid.
    #[arg(long, env = "TAPIS_NEW_SECRET")]
    pub new_secret: bool,
    /// Origins allowed by CORS, comma separated; `*` for any. None by default.
    #[arg(long, env = "TAPIS_CORS_ORIGINS", value_delimiter = ',')]
    pub cors_origins: Vec<Origin>,
}

/// The administrator's token.
#[derive(Clone)]
pub struct AdminToken(String);

impl AdminToken {
    /// A token of a text that can be one.
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Its text, for who started the service.
    pub fn exposed(&self) -> &str {
        &self.0
    }

    /// Whether `presented` is the token; takes the same time for every wrong one.
    pub fn matches(&self, presented: &str) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(presented.as_bytes())
    }
}

impl FromStr for AdminToken {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let visible = text.chars().all(|c| c.is_ascii_graphic());
        if text.len() < 16 || !visible {
            return Err("an admin token has at least 16 visible ASCII characters".to_owned());
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for AdminToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminToken(…)")
    }
}

/// An origin whose pages may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Any.
    Any,
    /// This one: scheme, host and port as a browser writes them.
    One(String),
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let wrong = || format!("'{text}' is not an origin; expected * or scheme://host[:port]");
        let uri: actix_web::http::Uri = text.parse().map_err(|_| wrong())?;
        let whole =
            uri.scheme_str().zip(uri.authority()).map(|(scheme, place)| format!("{scheme}://{place}"));
        match whole {
            Some(whole) if whole == text => Ok(Self::One(whole)),
            _ => Err(wrong()),
        }
    }
}
