//! One search a position. What was found is kept, and every level, whoever asks for it, is a view of it. A search that can go on is kept
//! for a while, as long as its game stands where it began, and whoever asks longer about the same seat and version continues it.
//!
//! Searches are many megabytes each, so only the ones last used are kept; where one is gone, the next one begins anew.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tapis_db::model::GameId;
use tapis_games::seat::Seat;
use tapis_solver::answer::{Answer, Status, Stop};
use tapis_solver::engine::KeptSearch;
use tapis_solver::request::{Budget, Request};

use crate::kept::Kept;
use crate::tables::LiveGame;

/// The bytes of all answers that are kept, about.
const KEPT_BYTES: usize = 32 << 20;
/// What an answer takes beside its moves, and each of these, about.
const ANSWER_BYTES: (usize, usize) = (4_000, 600);

/// The most searches that are kept, and the most bytes of all together.
const MOST: (usize, usize) = (16, 128 << 20);
/// How long a search is kept after it was used.
const KEPT: Duration = Duration::from_secs(120);

/// A question about a position: everything that decides what is searched but how long. It is one search, whatever ends it; but answers to
/// budgets of lines are the same from run to run, and those to budgets of time are kept apart from them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HintKey {
    question: String,
    timed: bool,
}

/// See the module's text.
pub struct Searches {
    found: Kept<HintKey, KeptAnswer>,
    going_on: Mutex<HashMap<String, SearchEntry>>,
}

/// What a search found.
#[derive(Clone)]
struct KeptAnswer {
    budget: Budget,
    answer: Arc<Answer>,
}

struct SearchEntry {
    search: KeptSearch,
    position: Position,
    used: Instant,
}

/// A game at a version.
pub struct Position {
    game: Weak<LiveGame>,
    version: u64,
}

/// Where a search comes from and goes to.
pub struct Shelf {
    /// All that are kept.
    pub searches: Arc<Searches>,
    /// What it is asked.
    pub asked: HintKey,
    /// What it is about.
    pub position: Position,
}

impl Position {
    /// This version of a game.
    pub fn new(game: &Arc<LiveGame>, version: u64) -> Self {
        Self { game: Arc::downgrade(game), version }
    }

    /// Whether the game still stands there.
    fn stands(&self) -> bool {
        self.game.upgrade().is_some_and(|game| game.snapshot().version() == self.version)
    }
}

impl Shelf {
    /// The search to go on with, or none.
    pub fn take(&self) -> KeptSearch {
        self.searches.going_on.lock().remove(self.asked.key()).map(|entry| entry.search).unwrap_or_default()
    }

    /// Keeps it, unless the game has gone on.
    pub fn put(self, search: KeptSearch) {
        let Self { searches, asked, position } = self;
        if search.is_empty() || !position.stands() {
            return;
        }
        let mut kept = searches.going_on.lock();
        kept.insert(asked.question, SearchEntry { search, position, used: Instant::now() });
        let (most, most_bytes) = MOST;
        while kept.len() > most || bytes(&kept) > most_bytes {
            let oldest = kept.iter().min_by_key(|(_, entry)| entry.used).map(|(asked, _)| asked.clone());
            oldest.and_then(|asked| kept.remove(&asked));
        }
    }
}

impl HintKey {
    /// The question of `request` about what a seat knows at a version of a game.
    pub fn of(game: GameId, version: u64, seat: Seat, request: &Request) -> Self {
        let timed = request.budget.ms.is_some();
        let question =
            Request { budget: Budget::default(), why_not: None, beliefs: false, ..request.clone() };
        Self { question: format!("{game} {version} {} {question:?}", seat.0), timed }
    }

    /// The question as a key.
    pub fn key(&self) -> &str {
        &self.question
    }
}

impl Default for Searches {
    fn default() -> Self {
        Self { found: Kept::new(KEPT_BYTES), going_on: Mutex::default() }
    }
}

impl Searches {
    /// What was found with at least this budget. A budget of time may have been greater, and a search that ended before its time, because
    /// the first move is proved or hardly in doubt, would end so again; every other budget makes an answer of its own.
    pub fn find(&self, asked: &HintKey, budget: &Budget) -> Option<Arc<Answer>> {
        self.found.get(asked).filter(|found| found.suffices(budget)).map(|found| found.answer)
    }

    /// Keeps what was found, unless a longer search found something before, or this one did not come to its end.
    pub fn keep(&self, asked: HintKey, budget: Budget, answer: &Answer) {
        let ended = answer.status == Status::Final || answer.stop == Stop::Deadline && budget.ms.is_some();
        if !ended || self.find(&asked, &budget).is_some() {
            return;
        }
        let (basis, each) = ANSWER_BYTES;
        let answer = Answer { why_not: None, beliefs: None, ..answer.clone() };
        let found = KeptAnswer { budget, answer: Arc::new(answer) };
        let bytes = basis + each * found.answer.moves.len();
        self.found.keep(asked, found, bytes);
    }

    /// Forgets what is of no use any more.
    pub fn tidy(&self) {
        self.going_on.lock().retain(|_, entry| entry.used.elapsed() < KEPT && entry.position.stands());
    }

    /// How many are kept, and the bytes that they take.
    pub fn size(&self) -> (usize, usize) {
        let kept = self.going_on.lock();
        (kept.len(), bytes(&kept))
    }
}

fn bytes(kept: &HashMap<String, SearchEntry>) -> usize {
    kept.values().map(|entry| entry.search.bytes()).sum()
}

impl KeptAnswer {
    fn suffices(&self, asked: &Budget) -> bool {
        let ended = matches!(self.answer.stop, Stop::Proved | Stop::Confident);
        let longer = self.budget.ms >= asked.ms || ended;
        let timed = asked.ms.is_some() && longer;
        self.budget == *asked || timed && Budget { ms: asked.ms, ..self.budget } == *asked
    }
}

#[cfg(test)]
mod tests {
    use tapis_games::log::ObservationLog;
    use tapis_games::random::Seed;
    use tapis_games::seat::Viewer;
    use tapis_solver::control::Control;
    use tapis_solver::registry::Registry;

    use super::*;

    /// A quick answer about the first position of a game.
    fn answer() -> Answer {
        let game = Registry::standard().game("richelieu").unwrap();
        let rules = game.ruleset(r#"{"first_seat": 0}"#).unwrap();
        let table = rules.deal(&Seed([1; 32]));
        let plies = table.plies().iter().map(|ply| ply.seen_by(Viewer::Seat(Seat(0))).clone()).collect();
        let log = ObservationLog { ruleset: rules.ruleset().reference(), seat: Some(Seat(0)), plies };
        let budget = Budget { iterations: Some(64), ..Budget::default() };
        let engine = game.engine(&*rules).unwrap();
        engine.hint(&log, &Request { budget, ..Request::default() }, &Control::default()).unwrap()
    }

    /// Whether an answer to 100 ms that ended so is the answer to `asked`, too.
    fn suffices(stop: Stop, asked: Budget) -> bool {
        let (searches, budget) = (Searches::default(), Budget { ms: Some(100), ..Budget::default() });
        let request = Request { budget, ..Request::default() };
        let key = HintKey::of(GameId::from_u128(1), 1, Seat(0), &request);
        searches.keep(key.clone(), budget, &Answer { stop, ..answer() });
        searches.find(&key, &asked).is_some()
    }

    #[test]
    fn lines_and_time_are_budgets_of_one_search_and_have_answers_of_their_own() {
        let of = |budget| {
            let request = Request { budget, ..Request::default() };
            HintKey::of(GameId::from_u128(1), 1, Seat(0), &request)
        };
        let lines = of(Budget { iterations: Some(64), ..Budget::default() });
        let timed = of(Budget { ms: Some(100), ..Budget::default() });
        assert!(lines.key() == timed.key() && lines != timed);
    }

    #[test]
    fn what_ended_before_its_time_would_end_so_again() {
        let longer = Budget { ms: Some(10_000), ..Budget::default() };
        assert!(suffices(Stop::Confident, longer) && suffices(Stop::Proved, longer));
        assert!(!suffices(Stop::Deadline, longer), "it can still change");
        assert!(suffices(Stop::Deadline, Budget { ms: Some(50), ..Budget::default() }));
        assert!(!suffices(Stop::Confident, Budget { confidence: Some(0.99), ..longer }), "another question");
    }

    #[test]
    fn whoever_asks_about_a_move_too_has_a_shorter_search() {
        let budget = Budget { ms: Some(100), ..Budget::default() };
        let asks = Request { budget, why_not: Some("take 1L".to_owned()), ..Request::default() };
        let (plain, searched) = (Request { why_not: None, ..asks.clone() }, asks.search_budget());
        let of = |request: &Request| HintKey::of(GameId::from_u128(1), 1, Seat(0), request);
        let searches = Searches::default();
        searches.keep(of(&asks), searched, &Answer { stop: Stop::Deadline, ..answer() });
        let found = |budget: &Budget| searches.find(&of(&plain), budget).is_some();
        assert!(found(&searched) && !found(&plain.search_budget()), "the whole time goes on");
    }
}
