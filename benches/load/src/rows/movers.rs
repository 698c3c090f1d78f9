//! People who think and move, while something else goes on.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::durable::{Player, check, prepare};
use crate::client::Connection;
use crate::drive::{Sample, Work, drive};
use crate::host::Server;
use crate::script::scripts;
use crate::table::MoveAnswer;

/// How many move at a time, and how long each thinks.
const MOVERS: usize = 4;
const THINKING: Duration = Duration::from_millis(10);

/// People at tables of Richelieu.
pub(super) struct Movers(Vec<Mover>);

/// A player who thinks before each move. Thinking is not counted.
struct Mover {
    player: Player,
    times: Vec<Duration>,
}

impl Work for Mover {
    async fn once(&mut self, connection: &mut Connection) -> Result<bool> {
        tokio::time::sleep(THINKING).await;
        let asked = Instant::now();
        let goes_on = self.player.once(connection).await?;
        self.times.push(asked.elapsed());
        Ok(goes_on)
    }
}

impl Movers {
    pub(super) fn new() -> Result<Self> {
        let scripts = scripts("richelieu", "{}", 64)?.into();
        let mover =
            |number| Mover { player: Player::new(&scripts, number, MoveAnswer::State), times: Vec::new() };
        Ok(Self((0..MOVERS).map(mover).collect()))
    }

    /// How long their moves take, for so long.
    pub(super) async fn sample(&mut self, service: &dyn Server, time: Duration) -> Result<Sample> {
        for mover in &mut self.0 {
            prepare(std::slice::from_mut(&mut mover.player), service, time / 40).await?;
            mover.times.clear();
        }
        let sample = drive(service.address(), &mut self.0, time).await?;
        let times: Vec<_> = self.0.iter().flat_map(|mover| mover.times.iter().copied()).collect();
        ensure!(times.len() == sample.count(), "{} of {} moves timed", times.len(), sample.count());
        Ok(Sample::new(times, time))
    }

    /// Checks that all they played is there.
    pub(super) async fn check(self, service: &dyn Server) -> Result<()> {
        let players: Vec<_> = self.0.into_iter().map(|mover| mover.player).collect();
        check(&players, service).await
    }
}
