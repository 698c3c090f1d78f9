//! The contract of a store: what every engine does.

mod games;
mod players;
mod push;
mod ratings;
mod results;
mod reviews;
mod service;
mod webhooks;

use std::sync::Arc;

use crossbeam_channel::Receiver;
use parking_lot::Mutex;

use crate::error::{Result, StoreError};
use crate::model::{ApiKey, Time, Webhook};

pub use games::GameStore;
pub use players::PlayerStore;
pub use push::PushStore;
pub use ratings::RatingStore;
pub use results::{ResultStore, StatisticsReader};
pub use reviews::ReviewStore;
pub use service::ServedStore;
pub use webhooks::WebhookStore;

/// Takes the answer of a write. It is called exactly once: on the store's writer thread after the commit, or at
/// once on the caller's thread when the request is turned away ([`StoreError::Busy`], [`StoreError::Closed`]). It
/// must be quick and must not block or call the store; a panic in it is caught and logged.
pub type Reply<T> = Box<dyn FnOnce(Result<T>) + Send>;

/// The keys that front ends and designers call with: read and changed by the owner of the database, or beside it.
pub trait KeyStore: Send + Sync {
    /// Stores a new key.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when there is a key of this name, or was; [`StoreError::Invalid`] for what cannot be a name.
    fn add_key(&self, key: ApiKey) -> Result<()>;

    /// All keys by name, those that are revoked as well.
    ///
    /// # Errors
    /// Only the general ones.
    fn keys(&self) -> Result<Vec<ApiKey>>;

    /// Revokes a key for ever. Answers whether it was in force until now.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn revoke_key(&self, name: &str, at: Time) -> Result<bool>;

    /// The webhooks of all keys, by the names of these.
    ///
    /// # Errors
    /// Only the general ones.
    fn webhooks(&self) -> Result<Vec<Webhook>>;
}

/// Where games and statistics are kept.
///
/// All methods are synchronous. Reads are quick and may run concurrently with anything. Writes are queued to one
/// writer, which groups them into transactions: a write is answered only after its transaction is durable, and one
/// that fails leaves nothing behind. The `…_then` variants return at once and answer through a [`Reply`], so that
/// asynchronous callers need no thread; the others block until the answer is there.
///
/// Every method may also return [`StoreError::Busy`], [`StoreError::Full`] (writes only), [`StoreError::Io`],
/// [`StoreError::Corrupt`] or [`StoreError::Closed`]; the `Errors` sections name what else to expect.
pub trait Store:
    GameStore
    + ResultStore
    + ReviewStore
    + ServedStore
    + KeyStore
    + WebhookStore
    + PlayerStore
    + PushStore
    + RatingStore
{
}

impl<T> Store for T where
    T: GameStore
        + ResultStore
        + ReviewStore
        + ServedStore
        + KeyStore
        + WebhookStore
        + PlayerStore
        + PushStore
        + RatingStore
{
}

/// Blocks until the reply handed to `submit` is called.
pub(crate) fn wait<T: Send + 'static>(submit: impl FnOnce(Reply<T>)) -> Result<T> {
    let (reply, waiting) = AwaitedReply::new();
    submit(reply);
    waiting.answer()
}

/// Whoever waits for a reply. The answer has a place of its own: a channel is then compiled once, and not for each type of answer.
struct AwaitedReply<T> {
    place: Arc<Mutex<Option<Result<T>>>>,
    answered: Receiver<()>,
}

impl<T: Send + 'static> AwaitedReply<T> {
    fn new() -> (Reply<T>, Self) {
        let place = Arc::new(Mutex::new(None));
        let filled = Arc::clone(&place);
        let (sign, answered) = crossbeam_channel::bounded(1);
        let reply: Reply<T> = Box::new(move |answer| {
            *filled.lock() = Some(answer);
            // The receiver waits until the sender is used or dropped.
            let _ = sign.send(());
        });
        (reply, Self { place, answered })
    }

    fn answer(self) -> Result<T> {
        let _ = self.answered.recv();
        let answer = self.place.lock().take();
        answer.unwrap_or(Err(StoreError::Closed))
    }
}
