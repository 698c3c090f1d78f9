//! The rows: one module for what each measures.

mod attack;
mod durable;
mod evening;
mod movers;
mod reads;

use anyhow::Result;
use clap::ValueEnum;

use crate::bench::Bench;
use crate::report::Row;

/// Which rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rows {
    /// The cheapest answer.
    H1,
    /// Looking at a game.
    H2,
    /// Durable moves, many at once.
    H3,
    /// The mix of a real evening.
    Mix,
    /// A person and another caller beside a flood of each documented call in turn; only when asked for.
    Attack,
}

impl Rows {
    /// What is measured when nothing is asked for.
    pub const USUAL: [Self; 4] = [Self::H1, Self::H2, Self::H3, Self::Mix];

    /// Measures it.
    ///
    /// # Errors
    /// A server cannot be started, or an answer is not what it must be.
    pub async fn measure(self, bench: &Bench) -> Result<Vec<Row>> {
        match self {
            Self::H1 => reads::cheapest(bench).await,
            Self::H2 => reads::view(bench).await,
            Self::H3 => durable::many(bench).await,
            Self::Mix => evening::mix(bench).await,
            Self::Attack => attack::beside_each(bench).await,
        }
    }
}
