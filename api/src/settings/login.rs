//! Logins of an app of its own.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use url::Url;

/// Whose logins name players.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Logins")]
pub struct LoginSettings {
    /// The public keys of an app whose logins are taken, as a JWK set: a file, or an address that begins with https:// or
    /// http://. Its JSON Web Tokens name players, in `Authorization: Bearer`. None by default.
    #[arg(
        long = "login-jwks",
        env = "TAPIS_LOGIN_JWKS",
        value_name = "FILE|URL",
        requires = "issuer",
        requires = "audience"
    )]
    pub keys: Option<KeySource>,
    /// The `iss` of these logins.
    #[arg(id = "issuer", long = "login-issuer", env = "TAPIS_LOGIN_ISSUER", requires = "keys")]
    pub issuer: Option<String>,
    /// What their `aud` must be or have among others.
    #[arg(id = "audience", long = "login-audience", env = "TAPIS_LOGIN_AUDIENCE", requires = "keys")]
    pub audience: Option<String>,
    /// The name of the key whose players they name: one list of games, one ladder, one webhook. Without it they are an app of their own.
    #[arg(id = "login-key", long = "login-key", env = "TAPIS_LOGIN_KEY", value_name = "NAME", value_parser = key_name, requires = "keys")]
    pub key: Option<String>,
}

/// The name of a key, which a key's own text is not: it would be printed.
///
/// # Errors
/// It is the text of a key.
pub(crate) fn key_name(text: &str) -> Result<String, String> {
    if text.starts_with("tapis_") {
        return Err("a key has a name, which tapis keys list says; its text is not one".to_owned());
    }
    Ok(text.to_owned())
}

/// Where public keys are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// In a file.
    File(PathBuf),
    /// At an address.
    Url(Url),
}

impl FromStr for KeySource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !text.starts_with("https://") && !text.starts_with("http://") {
            return Ok(Self::File(text.into()));
        }
        let url = Url::parse(text).map_err(|fault| format!("'{text}' is no address: {fault}"))?;
        let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        plain
            .then_some(Self::Url(url))
            .ok_or_else(|| "an address of keys has no user, password or fragment".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn keys_are_in_a_file_or_at_an_address() {
        assert_eq!("keys/jwks.json".parse(), Ok(KeySource::File("keys/jwks.json".into())));
        let url = "https://login.example/jwks?v=1";
        assert_eq!(url.parse(), Ok(KeySource::Url(Url::parse(url).unwrap())));
        for wrong in ["https://", "http://user:word@login.example/", "https://login.example/#part"] {
            assert!(wrong.parse::<KeySource>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn keys_issuer_and_audience_come_together() {
        let all = [
            "--login-jwks",
            "a.json",
            "--login-issuer",
            "https://login.example/",
            "--login-audience",
            "tapis",
        ];
        let settings = Settings::from_args(all).unwrap();
        assert_eq!(settings.logins.issuer.as_deref(), Some("https://login.example/"));
        let bound = |name| Settings::from_args(all.into_iter().chain(["--login-key", name]));
        assert_eq!(bound("shop").unwrap().logins.key.as_deref(), Some("shop"));
        let error = bound("tapis_play_00").unwrap_err().to_string();
        assert!(error.contains("a key has a name"), "{error}");
        assert!(Settings::from_args(["--login-key", "shop"]).is_err(), "without logins");
        for (left_out, _) in all.iter().enumerate().step_by(2) {
            let fewer = all.iter().enumerate().filter(|(n, _)| n / 2 != left_out / 2).map(|(_, text)| *text);
            assert!(Settings::from_args(fewer).is_err(), "without {}", all[left_out]);
        }
    }
}
