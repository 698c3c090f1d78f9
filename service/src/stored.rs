//! Awaits answers of the store.

use tapis_db::{Reply, StoreError};

/// Waits for the answer of a store's `…_then` call without blocking the thread.
///
/// # Errors
/// Those of the store.
pub async fn answered<T: Send + 'static>(submit: impl FnOnce(Reply<T>)) -> Result<T, StoreError> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    submit(Box::new(move |answer| {
        // The receiver is gone when the caller went away; the write stands all the same.
        let _ = sender.send(answer);
    }));
    receiver.await.unwrap_or(Err(StoreError::Closed))
}
