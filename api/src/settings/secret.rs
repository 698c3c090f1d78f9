//! The server's secret and the administrator's token: given, or kept in files beside the database that only their owner can read.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tapis_db::DatabaseUrl;
use tapis_games::json::file_text;
use tapis_service::tables::ServerSecret;

use super::database::beside;
use super::{AdminToken, Database, Security, Settings};
use tapis_service::sources::{Entropy, NoEntropy};

/// Why there is no secret.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The file cannot be read or written.
    #[error("the secret file {path} cannot be used: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Others may read the file.
    #[error(
        "the secret file {0} can be read by others: chmod 600 it, and replace it if somebody has read it"
    )]
    Exposed(PathBuf),
    /// The file holds no secret.
    #[error("the secret file {path} is not usable: {reason}")]
    Content {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The database was served with a secret that is not here.
    #[error(
        "the secret file {0} is missing, and without it all tokens given out are worthless: put it back, or start with \
         --new-secret"
    )]
    Lost(PathBuf),
    /// Many nodes serve the database: none of them may make up a secret.
    #[error(
        "a PostgreSQL database is served with a secret that is given: set TAPIS_SECRET to 64 hex digits, the same on all \
         nodes (openssl rand -hex 32 makes some)"
    )]
    NotGiven,
    /// None can be made.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

/// The secret of these settings; makes the file at the first start. `known` is whether the database was there before: it
/// then had a secret, which is not replaced unless `--new-secret` says so.
///
/// # Errors
/// See [`SecretError`].
pub fn secret(settings: &Settings, known: bool, entropy: &dyn Entropy) -> Result<ServerSecret, SecretError> {
    match (&settings.security.secret, &settings.database.url) {
        (Some(secret), _) => Ok(secret.clone()),
        (None, DatabaseUrl::Memory) => Ok(ServerSecret(entropy.bytes()?)),
        (None, DatabaseUrl::Sqlite(database)) => {
            of_file(&beside(database, "secret"), known && !settings.security.new_secret, entropy)
        }
        (None, DatabaseUrl::Postgres(_)) => Err(SecretError::NotGiven),
    }
}

/// The administrator's token of these settings; makes its file at the first start. Where there is no file it lasts as long as the
/// process.
///
/// # Errors
/// See [`SecretError`].
pub fn admin_token(settings: &Settings, entropy: &dyn Entropy) -> Result<AdminToken, SecretError> {
    match (&settings.security.admin_token, &settings.database.url) {
        (Some(token), _) => Ok(token.clone()),
        (None, DatabaseUrl::Sqlite(database)) => of_file(&beside(database, "admin"), false, entropy),
        (None, DatabaseUrl::Memory | DatabaseUrl::Postgres(_)) => {
            Ok(AdminToken::new(&hex::encode(entropy.bytes()?)))
        }
    }
}

/// As [`admin_token`], without making one; none where there is no file that keeps one.
///
/// # Errors
/// See [`SecretError`].
pub fn known_admin_token(
    security: &Security,
    database: &Database,
) -> Result<Option<AdminToken>, SecretError> {
    match (&security.admin_token, &database.url) {
        (Some(token), _) => Ok(Some(token.clone())),
        (None, DatabaseUrl::Sqlite(database)) => match read(&beside(database, "admin")) {
            Err(error) if error.is_missing() => Ok(None),
            other => other.map(Some),
        },
        (None, _) => Ok(None),
    }
}

/// Whether [`secret`] and [`admin_token`] will find what they need; nothing is made yet. Answers the secret if there is one.
///
/// # Errors
/// See [`SecretError`].
pub fn check_secret(settings: &Settings, known: bool) -> Result<Option<ServerSecret>, SecretError> {
    known_admin_token(&settings.security, &settings.database)?;
    let database = match (&settings.security.secret, &settings.database.url) {
        (None, DatabaseUrl::Sqlite(database)) => database,
        (None, DatabaseUrl::Postgres(_)) => return Err(SecretError::NotGiven),
        (given, _) => return Ok(given.clone()),
    };
    let path = beside(database, "secret");
    match read::<ServerSecret>(&path) {
        Err(error) if !error.is_missing() => Err(error),
        Err(_) if known && !settings.security.new_secret => Err(SecretError::Lost(path)),
        found => Ok(found.ok()),
    }
}

impl SecretError {
    fn is_missing(&self) -> bool {
        matches!(self, Self::File { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

fn of_file<T: FromStr<Err = String>>(
    path: &Path,
    expected: bool,
    entropy: &dyn Entropy,
) -> Result<T, SecretError> {
    match read(path) {
        Err(error) if error.is_missing() => {
            if expected {
                return Err(SecretError::Lost(path.to_owned()));
            }
            make(path, entropy)?;
            read(path)
        }
        other => other,
    }
}

fn read<T: FromStr<Err = String>>(path: &Path) -> Result<T, SecretError> {
    let fail = |error| SecretError::File { path: path.to_owned(), error };
    let mode = fs::metadata(path).map_err(fail)?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(SecretError::Exposed(path.to_owned()));
    }
    let bytes = fs::read(path).map_err(fail)?;
    let unusable = |reason| SecretError::Content { path: path.to_owned(), reason };
    let text = file_text(&bytes).map_err(|why| unusable(why.to_string()))?;
    text.trim().parse().map_err(unusable)
}

/// Writes a whole file first and gives it its name last, so that a crash leaves no half secret. When two starts race,
/// the first file stays.
fn make(path: &Path, entropy: &dyn Entropy) -> Result<(), SecretError> {
    let fail = |error| SecretError::File { path: path.to_owned(), error };
    let bytes = entropy.bytes()?;
    let mut draft = path.to_owned().into_os_string();
    draft.push(format!(".{}", std::process::id()));
    let draft = PathBuf::from(draft);
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
        writeln!(file, "{}", hex::encode(bytes))?;
        file.sync_all()?;
        match fs::hard_link(&draft, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            other => other,
        }
    };
    let written = write();
    let removed = fs::remove_file(&draft);
    written.and(removed).map_err(fail)
}
