//! Games whose chance the test decides, and tables that tell too much.

use std::sync::Arc;

use parking_lot::Mutex;
use rand::Rng;
use serde_json::Value;
use tapis_games::by_viewer::ByViewer;
use tapis_games::course::Measure;
use tapis_games::erased::{
    AnyRuleset, AnyShown, AnyTable, AnyWindow, LegalMove, LegalPicks, PlayError, PlyRecord, ShownMove,
    StoredPly, ToldPly,
};
use tapis_games::feature::Feature;
use tapis_games::game::Turn;
use tapis_games::history::History;
use tapis_games::payoff::Payoffs;
use tapis_games::random::Seed;
use tapis_games::refusal::{Refusal, Text};
use tapis_games::ruleset::Ruleset;
use tapis_games::seat::{BySeat, Seat, Viewer};
use tapis_games::shown::{Layout, Misfit, Pick, Row, Step};
use tapis_service::sources::{Dealer, NewDeal};
use tapis_solver::registry::Registry;

/// What a table tells that it must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// The layout of everything instead of the viewer's.
    Layout,
    /// The scores with all discs counted.
    Scores,
    /// To everybody, what the mover saw of a ply.
    Plies,
}

/// Deals what the test laid ready, else from the seed. The commitment never tells deals apart.
#[derive(Default)]
pub struct ChosenDealer {
    /// The history the next game will have: its deal, and what chance decides after each of its plies.
    pub next: Mutex<Option<Vec<StoredPly>>>,
    /// The set-up of the last game.
    pub last: Mutex<Option<StoredPly>>,
    /// The redaction left out.
    pub leak: Option<Leak>,
}

impl Dealer for ChosenDealer {
    fn deal(&self, ruleset: &dyn AnyRuleset, seed: &Seed, _: &[u8; 32]) -> NewDeal {
        let history = self.next.lock().take().unwrap_or_default();
        let table = match history.first() {
            Some(set_up) => ruleset.restore(std::slice::from_ref(set_up)).unwrap(),
            None => ruleset.deal(seed),
        };
        *self.last.lock() = table.plies().first().map(|ply| (*ply.stored).clone());
        let Ruleset { game, options, .. } = ruleset.ruleset();
        let rules = Registry::standard().game(game).unwrap().ruleset(&options.to_string()).unwrap();
        let plies = table.plies().clone();
        let table = Staged { rules, history: Arc::new(history), table, leak: self.leak, plies };
        NewDeal { table: Box::new(table), commitment: format!("sha256:{}", "0".repeat(64)) }
    }
}

/// A table on which chance keeps to a history, and which may lack one redaction.
struct Staged {
    rules: Arc<dyn AnyRuleset>,
    history: Arc<Vec<StoredPly>>,
    table: Box<dyn AnyTable>,
    leak: Option<Leak>,
    plies: History<Arc<PlyRecord>>,
}

impl Staged {
    /// Plays, chance as the history has it where it has any.
    fn advance(&mut self, seat: Seat, notation: &str, rng: &mut dyn Rng) -> Result<(), PlayError> {
        self.table.play(seat, notation, rng)?;
        let n = self.table.plies().len();
        if self.history.get(n - 1).is_some_and(|ply| !ply.chance.is_empty()) {
            self.table = self.rules.restore(&self.history[..n]).unwrap();
        }
        Ok(())
    }
}

fn leaking(ply: &PlyRecord, leak: Option<Leak>) -> PlyRecord {
    let mut told = ply.clone();
    if let (Some(Leak::Plies), Some(mover)) = (leak, ply.stored.seat) {
        told.seen = Arc::new(ByViewer::everybody(ply.seen_by(Viewer::Seat(mover)).clone()));
    }
    told
}

/// A table that everybody sees the whole of.
struct Everything<'a>(Box<dyn AnyShown + 'a>);

impl AnyShown for Everything<'_> {
    fn layout(&self, _: Viewer) -> Layout {
        self.0.layout(Viewer::Replay)
    }

    fn steps(&self, n: usize, viewers: &[Viewer]) -> Option<Vec<Vec<Step>>> {
        self.0.steps(n, viewers)
    }

    fn picks(&self) -> Vec<LegalPicks> {
        self.0.picks()
    }

    fn legal(&self, names: &[Text]) -> Vec<ShownMove> {
        self.0.legal(names)
    }

    fn told(&self, first: usize, viewer: Viewer, names: &[Text]) -> Vec<ToldPly> {
        self.0.told(first, viewer, names)
    }

    fn compose(&self, taps: &[Pick]) -> Result<String, Misfit> {
        self.0.compose(taps)
    }

    fn refused(&self, taps: &[Pick]) -> Option<Refusal> {
        self.0.refused(taps)
    }

    fn find(&self, kind: &str, args: &Value) -> Option<String> {
        self.0.find(kind, args)
    }

    fn score_sheet(&self, viewer: Viewer, names: &[Text]) -> Vec<Vec<Row>> {
        self.0.score_sheet(viewer, names)
    }
}

impl AnyTable for Staged {
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        self.table.legal_moves()
    }

    fn window(&self) -> Option<AnyWindow> {
        self.table.window()
    }

    fn play(&mut self, seat: Seat, notation: &str, rng: &mut dyn Rng) -> Result<&PlyRecord, PlayError> {
        self.advance(seat, notation, rng)?;
        let told = leaking(self.table.plies().last().unwrap(), self.leak);
        self.plies.push(Arc::new(told));
        Ok(self.plies.last().unwrap())
    }

    fn plies(&self) -> &History<Arc<PlyRecord>> {
        &self.plies
    }

    fn scores(&self, viewer: Viewer) -> BySeat<i32> {
        self.table.scores(if self.leak == Some(Leak::Scores) { Viewer::Replay } else { viewer })
    }

    fn payoffs(&self) -> Option<Payoffs> {
        self.table.payoffs()
    }

    fn features(&self) -> BySeat<Vec<Feature>> {
        self.table.features()
    }

    fn measures(&self) -> Vec<Measure> {
        self.table.measures()
    }

    fn document(&self) -> Value {
        self.table.document()
    }

    fn shown(&self) -> Option<Box<dyn AnyShown + '_>> {
        let shown = self.table.shown()?;
        Some(if self.leak == Some(Leak::Layout) { Box::new(Everything(shown)) } else { shown })
    }

    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(Self {
            rules: Arc::clone(&self.rules),
            history: Arc::clone(&self.history),
            table: self.table.fork(),
            leak: self.leak,
            plies: self.plies.clone(),
        })
    }
}
