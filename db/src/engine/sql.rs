//! What both engines are: statements, values, rows; and where work with them runs.

use std::panic::Location;

use super::failure::Outcome;
use super::record::{Columns, Value};
use crate::error::Result;
use crate::model::GameId;
use crate::store::{Reply, wait};

/// A connection to a database. Values stand in statements as `$1`, `$2`, …, in this order.
pub(crate) trait Sql {
    /// Runs a statement; answers how many rows it changed.
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Outcome<u64>;

    /// Hands the rows of a query to `each`.
    fn each(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>,
    ) -> Outcome<()>;

    /// As [`Sql::each`] with no values: the query may answer more rows than there is memory for.
    fn scan(&self, sql: &str, each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>) -> Outcome<()> {
        self.each(sql, &[], each)
    }

    /// What a query ends with so that nobody else changes its rows until the transaction ends.
    fn for_update(&self) -> &'static str;

    /// What follows a text that rows are sorted by: sorted by its bytes, wherever the server is.
    fn text_order(&self) -> &'static str;
}

/// A part of the program: where it asks.
pub(crate) type Part = &'static Location<'static>;

/// Where reads run. They may be done more than once, where the server asks for it.
pub(crate) trait Reads {
    /// Reads. The time it takes is that of the part of the program that asks.
    #[track_caller]
    fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T>;
}

/// Where writes run as well.
pub(crate) trait Engine: Reads {
    /// As [`Self::write_then`], on behalf of a part of the program.
    fn write_for<T: Send + 'static>(
        &self,
        part: Part,
        game: Option<GameId>,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    );

    /// Writes in a transaction, after the writes about the same game.
    #[track_caller]
    fn write_then<T: Send + 'static>(
        &self,
        game: Option<GameId>,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        self.write_for(Location::caller(), game, work, reply);
    }

    /// As [`Self::write_then`], and waits for it.
    #[track_caller]
    fn write<T: Send + 'static>(
        &self,
        game: Option<GameId>,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        let part = Location::caller();
        wait(|reply| self.write_for(part, game, work, reply))
    }
}
