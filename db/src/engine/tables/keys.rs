//! Keys of callers.

use super::webhooks;
use crate::engine::failure::Outcome;
use crate::engine::sql::{Engine, Sql};
use crate::engine::{invalid, rows};
use crate::error::{Result, StoreError};
use crate::model::{ApiKey, Time, Webhook};
use crate::store::KeyStore;

/// Most characters of a name.
const MAX_NAME: usize = 64;

impl<E: Engine + Send + Sync> KeyStore for E {
    fn add_key(&self, key: ApiKey) -> Result<()> {
        check(&key)?;
        self.write(None, move |db| {
            let is_new = rows::insert(db, &key, "ON CONFLICT (name) DO NOTHING")?;
            if is_new { Ok(()) } else { Err(StoreError::Exists.into()) }
        })
    }

    fn keys(&self) -> Result<Vec<ApiKey>> {
        self.read(all)
    }

    fn revoke_key(&self, name: &str, at: Time) -> Result<bool> {
        let name = name.to_owned();
        self.write(None, move |db| revoke(db, &name, at))
    }

    fn webhooks(&self) -> Result<Vec<Webhook>> {
        self.read(webhooks::all)
    }
}

/// Refuses what cannot be a name: it is a label of metrics and a word of commands.
fn check(key: &ApiKey) -> Result<()> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let name = &key.name;
    if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(plain) || name.starts_with('-') {
        return Err(invalid(format!(
            "a key's name has 1 to {MAX_NAME} letters, digits, dots, underscores and hyphens, and does not begin with a hyphen"
        )));
    }
    Ok(())
}

/// All keys by name.
pub(crate) fn all(db: &dyn Sql) -> Outcome<Vec<ApiKey>> {
    rows::all(db, &format!("ORDER BY name{}", db.text_order()), &[])
}

fn revoke(db: &dyn Sql, name: &str, at: Time) -> Outcome<bool> {
    let key: Option<ApiKey> = rows::locked(db, "WHERE name = $1", &[name.into()])?;
    let key = key.ok_or(StoreError::NotFound)?;
    if key.revoked_at.is_some() {
        return Ok(false);
    }
    rows::update(db, &ApiKey { revoked_at: Some(at), ..key }, &["revoked_at", "name"])?;
    Ok(true)
}
