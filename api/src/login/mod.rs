//! Logins of an app of its own: JSON Web Tokens (RFC 7519) whose `sub` names a player, checked by the app's public keys.
//!
//! Only signatures by public keys are taken. Issuer, audience, times and subject are all asked for.

mod keys;
mod signatures;

use actix_web::http::header;
use actix_web::{HttpMessage as _, HttpRequest};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tapis_db::model::Time;

pub(crate) use keys::KeysError;

use crate::problem::LoginFault;
use crate::settings::LoginSettings;
use keys::LoginKeys;

/// The app of logins that belong to no key. No key of `tapis keys` has such a name.
const APP: &str = "@login";
/// No `sub` is longer, says OpenID.
const MAX_SUBJECT: usize = 255;
/// No login is longer.
const MAX_LENGTH: usize = 4096;
/// Seconds by which the clocks of the app and of this service may differ.
const LEEWAY_S: f64 = 60.0;

/// Who is logged in.
#[derive(Clone, Debug)]
pub(crate) struct Login {
    /// The key to which the logins belong.
    pub app: String,
    /// The id of the player.
    pub player: String,
    /// From when on it is taken no more, in seconds since 1970.
    pub until_s: f64,
}

impl Login {
    /// Whose login came with a request.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        request.extensions().get::<Self>().cloned()
    }
}

/// What of a login is read.
#[derive(Deserialize)]
struct LoginClaims {
    /// One text (RFC 7519, 4.1.1). The library takes a list, too, in which others may stand; so it is compared here.
    iss: String,
    sub: String,
    exp: f64,
    nbf: Option<f64>,
}

/// Checks logins.
pub(crate) struct Logins {
    app: String,
    issuer: String,
    audience: String,
    keys: LoginKeys,
}

impl Logins {
    /// None where no app is configured.
    ///
    /// # Errors
    /// The file of keys cannot be used.
    pub(crate) fn new(settings: &LoginSettings) -> Result<Option<Self>, KeysError> {
        let LoginSettings { keys: Some(source), issuer: Some(issuer), audience: Some(audience), key } =
            settings
        else {
            return Ok(None);
        };
        signatures::install();
        let keys = LoginKeys::new(source.clone())?;
        let app = key.as_deref().unwrap_or(APP).to_owned();
        Ok(Some(Self { app, issuer: issuer.clone(), audience: audience.clone(), keys }))
    }

    /// Who a login says its bearer is.
    pub(crate) async fn check(&self, token: &str, now: Time) -> Result<Login, LoginFault> {
        if token.len() > MAX_LENGTH {
            return Err(LoginFault::TooLong);
        }
        let header = decode_header(token).map_err(|_| LoginFault::Form)?;
        // What a header calls critical must be understood (RFC 7515), and nothing of the kind is known here.
        if header.crit.is_some() {
            return Err(LoginFault::Form);
        }
        let key = self.keys.find(header.kid.as_deref(), header.alg).await?;
        let claims = decode::<LoginClaims>(token, &key, &self.validation(header.alg));
        let LoginClaims { iss, sub, exp, nbf } = claims.map_err(|fault| told(fault.kind()))?.claims;
        if iss != self.issuer {
            return Err(LoginFault::Issuer);
        }
        let now = now.timestamp().as_second() as f64;
        let until_s = exp + LEEWAY_S;
        if until_s <= now {
            return Err(LoginFault::Expired);
        }
        if nbf.is_some_and(|nbf| nbf - LEEWAY_S > now) {
            return Err(LoginFault::Early);
        }
        if !sub.is_ascii() || !(1..=MAX_SUBJECT).contains(&sub.len()) {
            return Err(LoginFault::Subject);
        }
        Ok(Login { app: self.app.clone(), player: id(&iss, &sub), until_s })
    }

    /// Times are compared with the clock of the service, not by the library.
    fn validation(&self, algorithm: Algorithm) -> Validation {
        let mut validation = Validation::new(algorithm);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.set_audience(&[&self.audience]);
        validation.validate_exp = false;
        validation
    }
}

/// The id of whom an issuer calls `sub`: nothing else of them is stored. The app can work it out, and it outlives the server's secret.
fn id(issuer: &str, sub: &str) -> String {
    hex::encode(Sha256::digest(format!("{issuer}\n{sub}")))
}

fn told(kind: &ErrorKind) -> LoginFault {
    match kind {
        ErrorKind::InvalidSignature => LoginFault::Signature,
        ErrorKind::InvalidAudience => LoginFault::Audience,
        ErrorKind::MissingRequiredClaim(_) | ErrorKind::InvalidClaimFormat(_) | ErrorKind::Json(_) => {
            LoginFault::Claims
        }
        _ => LoginFault::Form,
    }
}

/// A bearer token with the form of a JSON Web Token: three parts, the first of which begins an object. Tokens of this service have no
/// dots.
pub(crate) fn presented(request: &HttpRequest) -> Option<String> {
    let mut values = request.headers().get_all(header::AUTHORIZATION);
    let (value, None) = (values.next()?, values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    let is_login =
        scheme.eq_ignore_ascii_case("bearer") && token.starts_with("eyJ") && token.split('.').count() == 3;
    is_login.then(|| token.to_owned())
}

#[cfg(test)]
mod tests;
