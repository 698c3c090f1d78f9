//! Secrets and origins.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use tapis_service::tables::ServerSecret;
use url::Url;

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

impl Security {
    /// An origin that is listed in vain: a second time, or beside `*`.
    pub fn idle_origin(&self) -> Option<&Origin> {
        let listed = &self.cors_origins;
        let any = listed.contains(&Origin::Any);
        let is_idle =
            |(at, origin): (usize, &Origin)| listed[..at].contains(origin) || (any && *origin != Origin::Any);
        listed.iter().enumerate().find(|each| is_idle(*each)).map(|(_, origin)| origin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Any => "*",
            Self::One(origin) => origin,
        })
    }
}

impl FromStr for Origin {
    type Err = String;

    /// An origin is compared byte by byte with what browsers send: whatever they write otherwise would let nobody in.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "*" => return Ok(Self::Any),
            "null" => {
                return Err("pages without an origin cannot be told apart; serve them from one".to_owned());
            }
            _ if text.contains('*') => {
                return Err(
                    "* stands alone, for any origin; otherwise list each, as https://play.example".to_owned()
                );
            }
            _ => {}
        }
        match origin_of(text) {
            Some(origin) if origin == text => Ok(Self::One(origin)),
            Some(origin) => Err(format!("browsers write this origin {origin}")),
            None => Err("expected * or scheme://host[:port], as https://play.example".to_owned()),
        }
    }
}

/// The origin of an address as browsers write it, of one without a scheme that of https.
fn origin_of(text: &str) -> Option<String> {
    let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let address = Url::parse(&whole).ok()?;
    let host = address.host_str().filter(|host| !host.is_empty())?;
    let port = address.port().map(|port| format!(":{port}")).unwrap_or_default();
    Some(format!("{}://{host}{port}", address.scheme()))
}
