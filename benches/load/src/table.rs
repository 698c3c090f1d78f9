//! Plays scripted games at the service.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::client::{Connection, request};
use crate::script::Script;

/// A game at the service. The client holds all its seats.
pub struct Table {
    /// `/v1/games/…`.
    pub path: String,
    /// The token of each seat.
    pub tokens: Vec<String>,
    script: Arc<Script>,
    /// Moves played.
    played: usize,
}

/// The form of the answer to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveAnswer {
    /// The whole state.
    State,
    /// The entity tag of the version it made (`Prefer: return=minimal`).
    Tag,
}

impl Table {
    /// Creates a game with the deal of the script.
    ///
    /// # Errors
    /// The service does not create it.
    pub async fn create(connection: &mut Connection, script: &Arc<Script>) -> Result<Self> {
        let options: Value = serde_json::from_str(&script.options)?;
        let seats = vec![json!({"kind": "mine"}); script.seats];
        let body = json!({"game": script.game, "options": options, "seats": seats,
            "auto_pass": "off", "practice": {"seed": script.seed}});
        let created = connection.ask(&request("POST", "/v1/games", "", &body.to_string())).await?;
        let created = created.json(201)?;
        let seats = created["seats"].as_array().context("no seats")?;
        let tokens: Vec<_> =
            seats.iter().filter_map(|seat| seat["token"].as_str()).map(str::to_owned).collect();
        ensure!(tokens.len() == script.seats, "a seat without a token: {created}");
        let path = format!("/v1/games/{}", created["id"].as_str().context("no id")?);
        Ok(Self { path, tokens, script: Arc::clone(script), played: 0 })
    }

    /// Whether the script is played to its end.
    pub fn is_over(&self) -> bool {
        self.played == self.script.plays.len()
    }

    /// Moves still to be played.
    pub fn remaining(&self) -> usize {
        self.script.plays.len() - self.played
    }

    /// The seat to move.
    pub fn turn(&self) -> Option<u8> {
        self.script.plays.get(self.played).map(|play| play.seat)
    }

    /// The game's version. The set-up is version 1, and the end is an event of its own.
    pub fn version(&self) -> u64 {
        self.played as u64 + if self.is_over() { 2 } else { 1 }
    }

    /// The entity tag of this version for a seat.
    pub fn etag(&self, seat: u8) -> String {
        format!("\"v{}-s{seat}\"", self.version())
    }

    /// Plays the next move, with an idempotency key and the current version. The answer must be the next version.
    ///
    /// # Errors
    /// The game is over, or the move was not played.
    pub async fn play(&mut self, connection: &mut Connection, answered: MoveAnswer) -> Result<()> {
        let (request, seat) = self.next_move(answered)?;
        let answer = connection.ask(&request).await?;
        let (status, least) = if answered == MoveAnswer::State { (200, 500) } else { (204, 0) };
        answer.expect(status)?;
        self.played += 1;
        ensure!(answer.has_etag(&self.etag(seat)), "{:?} is not {}", answer.header("etag"), self.etag(seat));
        ensure!(answer.body.len() >= least, "a state of {} bytes", answer.body.len());
        Ok(())
    }

    /// The next move as a request, and whose it is.
    fn next_move(&self, answered: MoveAnswer) -> Result<(Vec<u8>, u8)> {
        let play = self.script.plays.get(self.played).context("the game is over")?;
        let (seat, notation, version) = (play.seat, &play.notation, self.version());
        let body = format!("{{\"move\":\"{notation}\",\"wait_ms\":0}}");
        let prefer = if answered == MoveAnswer::State { "" } else { "Prefer: return=minimal\r\n" };
        let mut bytes = Vec::with_capacity(512);
        write!(
            bytes,
            "POST {}/moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nIf-Match: \"v{version}-s{seat}\"\r\n\
             Idempotency-Key: load-move-{version}\r\n{prefer}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.path,
            self.tokens[usize::from(seat)],
            body.len(),
        )?;
        Ok((bytes, seat))
    }

    /// A request for the game's state as a seat sees it.
    pub fn look(&self, seat: u8) -> Vec<u8> {
        request("GET", &self.path, &self.bearer(seat), "")
    }

    /// The header line that proves a seat.
    pub fn bearer(&self, seat: u8) -> String {
        format!("Authorization: Bearer {}\r\n", self.tokens[usize::from(seat)])
    }

    /// Checks that the service's log has the moves that were played.
    ///
    /// # Errors
    /// It has other moves, or cannot be read.
    pub async fn check_log(&self, connection: &mut Connection) -> Result<()> {
        let path = format!("{}/moves", self.path);
        let log = connection.ask(&request("GET", &path, "", "")).await?.json(200)?;
        let plies = log["plies"].as_array().context("no plies")?;
        // A spectator may not read every notation; whose move it was is no secret.
        let seats: Vec<_> = plies.iter().skip(1).map(|ply| ply["seat"].as_u64()).collect();
        let played = self.script.plays[..self.played].iter().map(|play| Some(u64::from(play.seat)));
        ensure!(seats == played.collect::<Vec<_>>(), "the log of {} is not what was played", self.path);
        Ok(())
    }
}
