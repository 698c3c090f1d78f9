//! Engines that a test holds in its hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tapis_games::erased::AnyRuleset;
use tapis_games::log::ObservationLog;
use tapis_service::sources::{Engines, Sources};
use tapis_solver::answer::{Answer, Estimate};
use tapis_solver::bots::Grades;
use tapis_solver::control::Control;
use tapis_solver::engine::{BotLevel, Engine, HintError};
use tapis_solver::registry::Registry;
use tapis_solver::request::{Budget, Request};

/// Engines whose searches for callers run until the gate is opened or they are cancelled, then answer as the solver
/// does at a tiny budget. Bots play as they always do, unless their level is [held](Self::hold_bots).
#[derive(Clone, Default)]
pub struct Gate(Arc<Shared>);

#[derive(Default)]
struct Shared {
    open: AtomicBool,
    panics: AtomicBool,
    begun: AtomicU64,
    passes_ms: AtomicU64,
    held_level: Mutex<Option<BotLevel>>,
    choices: AtomicU64,
}

impl Gate {
    /// A gate that is open.
    pub fn opened() -> Self {
        let gate = Self::default();
        gate.open();
        gate
    }

    /// Lets all searches end.
    pub fn open(&self) {
        self.0.open.store(true, Ordering::SeqCst);
    }

    /// Holds the searches to come.
    pub fn close(&self) {
        self.0.open.store(false, Ordering::SeqCst);
    }

    /// Holds no search whose budget is a time of at most `ms`.
    pub fn let_pass(&self, ms: u64) {
        self.0.passes_ms.store(ms, Ordering::SeqCst);
    }

    /// Holds the moves of the bots of this level as well.
    pub fn hold_bots(&self, level: BotLevel) {
        *self.0.held_level.lock().unwrap() = Some(level);
    }

    /// How many moves of held bots are searched, or were.
    pub fn choices(&self) -> u64 {
        self.0.choices.load(Ordering::SeqCst)
    }

    /// Makes the searches to come panic, once the gate is open.
    pub fn panic(&self, panics: bool) {
        self.0.panics.store(panics, Ordering::SeqCst);
    }

    /// Sources whose engines cannot even be asked for while the gate [panics](Self::panic).
    pub fn panicking_lookups(&self, sources: Sources) -> Sources {
        let lookups = Lookups { gate: Arc::clone(&self.0), inner: Arc::clone(&sources.engines) };
        Sources { engines: Arc::new(lookups), ..sources }
    }

    /// How many searches began.
    pub fn begun(&self) -> u64 {
        self.0.begun.load(Ordering::SeqCst)
    }

    /// Sources whose engines are behind this gate.
    pub fn sources(&self, sources: Sources) -> Sources {
        Sources { engines: Arc::new(self.clone()), ..sources }
    }
}

impl Engines for Gate {
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>> {
        let real = Registry::standard().engine(ruleset)?;
        Some(Arc::new(Gated { gate: Arc::clone(&self.0), real }))
    }
}

struct Lookups {
    gate: Arc<Shared>,
    inner: Arc<dyn Engines>,
}

impl Engines for Lookups {
    fn engine(&self, ruleset: &dyn AnyRuleset) -> Option<Arc<dyn Engine>> {
        assert!(!self.gate.panics.load(Ordering::SeqCst), "a bug in a handler");
        self.inner.engine(ruleset)
    }
}

struct Gated {
    gate: Arc<Shared>,
    real: Arc<dyn Engine>,
}

impl Gated {
    /// Searches until the gate is open or nobody wants the answer any more.
    fn wait(&self, control: &Control) {
        while !self.gate.open.load(Ordering::SeqCst) && !control.cancel.is_cancelled() {
            control.nodes.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_micros(200));
        }
    }
}

impl Engine for Gated {
    fn hint(&self, log: &ObservationLog, request: &Request, control: &Control) -> Result<Answer, HintError> {
        self.gate.begun.fetch_add(1, Ordering::SeqCst);
        if self.gate.panics.load(Ordering::SeqCst) {
            self.wait(control);
            panic!("a bug in a solver");
        }
        let quick = Budget { iterations: Some(64), ..Budget::default() };
        let quick = Request { budget: quick, ..request.clone() };
        let answer = self.real.hint(log, &quick, &Control::default())?;
        if let Some(progress) = &control.progress {
            progress(&answer);
        }
        let passes_ms = self.gate.passes_ms.load(Ordering::SeqCst);
        if request.budget.ms.is_none_or(|ms| ms > passes_ms) {
            self.wait(control);
        }
        Ok(answer)
    }

    fn more(
        &self,
        log: &ObservationLog,
        request: &Request,
        answer: Answer,
        control: &Control,
    ) -> Result<Answer, HintError> {
        self.real.more(log, request, answer, control)
    }

    fn estimate(&self, log: &ObservationLog, request: &Request) -> Result<Estimate, HintError> {
        self.real.estimate(log, request)
    }

    fn grades(&self) -> Grades {
        self.real.grades()
    }

    fn choose(
        &self,
        level: BotLevel,
        log: &ObservationLog,
        seed: [u8; 32],
        control: &Control,
    ) -> Result<String, HintError> {
        if *self.gate.held_level.lock().unwrap() == Some(level) {
            self.gate.choices.fetch_add(1, Ordering::SeqCst);
            self.wait(control);
        }
        self.real.choose(level, log, seed, control)
    }
}

/// Waits until `holds`; panics when it never does.
pub async fn until(mut holds: impl FnMut() -> bool) {
    for _ in 0..60_000 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("it never came true");
}
