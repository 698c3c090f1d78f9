//! Asking for the same again and again.

use anyhow::{Result, ensure};

use crate::client::Connection;
use crate::drive::Work;

/// A request whose answer is known.
#[derive(Clone)]
pub(super) struct Get {
    pub request: Vec<u8>,
    pub body: Vec<u8>,
}

impl Get {
    /// A request, and what is answered to it now.
    pub(super) async fn learn(connection: &mut Connection, request: Vec<u8>) -> Result<Self> {
        let answer = connection.ask(&request).await?;
        answer.expect(200)?;
        let body = answer.body.to_vec();
        Ok(Self { request, body })
    }
}

impl Work for Get {
    async fn once(&mut self, connection: &mut Connection) -> Result<bool> {
        let answer = connection.ask(&self.request).await?;
        answer.expect(200)?;
        ensure!(answer.body == self.body, "another body than before");
        Ok(true)
    }
}
