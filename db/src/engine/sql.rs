//! What both engines are: statements, values, rows; and where work with them runs.

use std::ops::ControlFlow;
use std::panic::Location;

use super::answer::answer;
use super::failure::Outcome;
use super::record::{Columns, MadeEvent, Value};
use super::statistics::tally::Tally;
use super::tables::games::{FoundGame, LogPosition};
use crate::error::Result;
use crate::model::GameId;
use crate::store::{Reply, wait};

/// A connection to a database. Values stand in statements as `$1`, `$2`, …, in this order.
pub(crate) trait Sql {
    /// Runs a statement; answers how many rows it changed.
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Outcome<u64>;

    /// Hands the rows of a query to `each` until that has enough of them.
    fn until(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<ControlFlow<()>>,
    ) -> Outcome<()>;

    /// Hands the rows of a query to `each`.
    fn each(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>,
    ) -> Outcome<()> {
        self.until(sql, values, &mut |row| each(row).map(ControlFlow::Continue))
    }

    /// As [`Sql::each`], of a query that may answer more rows than there is memory for.
    fn scan(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Columns) -> Outcome<()>,
    ) -> Outcome<()> {
        self.each(sql, values, each)
    }

    /// Whether it is a file that one process has, which hands out rows one by one; else it is a server.
    fn is_file(&self) -> bool;

    /// What the engines say differently.
    fn pick(&self, file: &'static str, server: &'static str) -> &'static str {
        if self.is_file() { file } else { server }
    }

    /// What a query ends with so that nobody else changes its rows until the transaction ends.
    fn for_update(&self) -> &'static str {
        self.pick("", " FOR UPDATE")
    }

    /// What follows a text that rows are sorted by: sorted by its bytes, wherever the server is.
    fn text_order(&self) -> &'static str {
        self.pick("", " COLLATE \"C\"")
    }

    /// The condition that a column is in the list at a place.
    fn among(&self, column: &str, place: usize) -> String;

    /// What [`FoundGame::read`] wants of games with their heads beside the columns of both, and where it is.
    fn games(&self) -> &'static str;

    /// Adds sums to the rollups.
    fn add(&self, sums: &Tally) -> Outcome<()>;

    /// The log of a game after a version, not verified: engines lay it down in ways of their own.
    fn log(&self, game: &FoundGame, after: u64) -> Outcome<Vec<MadeEvent>>;

    /// Deletes the logs of games, of which each has a place; answers how many events there were.
    fn delete_logs(&self, games: &[GameId], places: &[LogPosition]) -> Outcome<u64>;
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

    /// As [`Self::read`], of statistics, as they are at one moment: no game and no list waits for them.
    #[track_caller]
    fn read_results<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
    ) -> Result<T> {
        self.read(work)
    }

    /// As [`Self::read`], answering through `reply`: at once where a read waits for nobody.
    #[track_caller]
    fn read_then<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Sql) -> Outcome<T> + Send + Sync + 'static,
        reply: Reply<T>,
    ) {
        answer(reply, self.read(work));
    }
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
