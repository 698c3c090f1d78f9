//! The reviews that the floods ask about.

use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::world::text;
use crate::client::{Connection, request};

/// Between two looks at whether a review is finished.
const PAUSE: Duration = Duration::from_millis(50);

/// A review of a game, with one of its choices.
pub(super) struct Reviewed {
    pub review: String,
    pub ply: u64,
    pub played: String,
}

impl Reviewed {
    /// Has the finished game at this path reviewed.
    pub(super) async fn make(ask: &mut Connection, game: &str) -> Result<Self> {
        let effort = json!({"effort": "quick"});
        let review = made(ask, &format!("{game}/reviews"), &effort).await?;
        let choice = &review["review"]["decisions"][0];
        Ok(Self {
            review: text(&review["id"])?,
            ply: choice["ply"].as_u64().context("a game without a choice")?,
            played: text(&choice["notation"])?,
        })
    }
}

/// A review once it is finished.
async fn made(ask: &mut Connection, path: &str, body: &Value) -> Result<Value> {
    let begun = ask.ask(&request("POST", path, "", &body.to_string())).await?.json(202)?;
    let path = format!("/v1/reviews/{}", text(&begun["id"])?);
    loop {
        let review = ask.ask(&request("GET", &path, "", "")).await?.json(200)?;
        if review.get("progress").is_none() {
            return Ok(review);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
