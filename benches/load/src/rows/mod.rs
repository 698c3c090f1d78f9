//! The rows: one module for what each measures.

mod attack;
mod build;
mod calls;
mod durable;
mod evening;
mod facts;
mod flood;
mod get;
mod hints;
mod lab;
mod movers;
mod overload;
mod reads;
mod single;
mod statistics;

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
    /// Durable moves, one after the other.
    H4,
    /// Asking for statistics.
    A1,
    /// Recording finished games.
    A2,
    /// Simulated games against bare playouts.
    B7,
    /// Simulated games of searching bots against games in memory alone.
    B8,
    /// Moves beside a running experiment.
    B9,
    /// How late hints are.
    T1,
    /// Moves beside ten times the hints that can be searched.
    H1r,
    /// The mix of a real evening.
    Mix,
    /// A person beside one address that floods; only when asked for.
    Attack,
    /// A person's move beside a flood of each documented call in turn; only when asked for.
    Calls,
    /// A clean release build; only when asked for.
    C1,
}

impl Rows {
    /// What is measured when nothing is asked for.
    pub const USUAL: [Self; 12] = [
        Self::H1,
        Self::H2,
        Self::H3,
        Self::H4,
        Self::A1,
        Self::A2,
        Self::B7,
        Self::B8,
        Self::B9,
        Self::T1,
        Self::H1r,
        Self::Mix,
    ];

    /// Measures it.
    ///
    /// # Errors
    /// A server cannot be started, or an answer is not what it must be.
    pub async fn measure(self, bench: &Bench) -> Result<Vec<Row>> {
        match self {
            Self::H1 => reads::cheapest(bench).await,
            Self::H2 => reads::view(bench).await,
            Self::H3 => durable::many(bench).await,
            Self::H4 => single::one(bench).await,
            Self::A1 => statistics::ask(bench),
            Self::A2 => statistics::record(bench),
            Self::B7 => lab::simulated_games(bench),
            Self::B8 => lab::searches(bench),
            Self::B9 => lab::moves_beside_an_experiment(bench).await,
            Self::T1 => hints::lateness(bench).await,
            Self::H1r => overload::moves_beside_hints(bench).await,
            Self::Mix => evening::mix(bench).await,
            Self::Attack => attack::shares(bench).await,
            Self::Calls => calls::beside_each(bench).await,
            Self::C1 => build::clean(bench),
        }
    }
}
