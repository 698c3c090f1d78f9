//! A game that can be drawn, see [`shown`](crate::shown).

use super::{Game, Ply, Published};
use crate::locale::Texts;
use crate::seat::Viewer;
use crate::shown::{Layout, Picks, Pieces, Row, Stage, Stages, Step, Told, Watch, diff};

/// A game that can be drawn.
///
/// Laws, in the conformance suite: effects carried out on a layout make the next one; who cannot tell two positions apart is
/// shown the same, byte for byte; nothing is said to move that did not; what a milestone names lies open; without faces
/// all viewers see the same table; picks make one move each.
pub trait Shown: Published {
    /// The pieces and their names.
    fn pieces(&self) -> Pieces;

    /// The table as `viewer` sees it.
    fn layout(&self, state: &Self::State, viewer: Viewer) -> Layout;

    /// The taps that make `mv`, a legal move.
    fn picks(&self, state: &Self::State, mv: Self::Move) -> Picks;

    /// Moves that somebody may have in mind who taps what begins no legal one, in the order in which they come to mind: why the first of
    /// them that begins so is refused is the answer to the tap. Only of what the seat to move knows.
    fn meant(&self, state: &Self::State) -> Vec<Self::Move> {
        let _ = state;
        Vec::new()
    }

    /// As [`Game::play_unchecked`], before a watcher.
    fn play_watched(&self, state: &mut Self::State, mv: Self::Move, watch: &mut Stages<Self::State>);

    /// As [`Game::resolve`] with an outcome that fits, before a watcher.
    fn resolve_watched(
        &self,
        state: &mut Self::State,
        outcome: &Self::Chance,
        watch: &mut Stages<Self::State>,
    );

    /// What `viewer` knows of the points of the round under way.
    fn sheet(&self, state: &Self::State, viewer: Viewer) -> Vec<Row>;

    /// What each seat has before the first round, so that the rows of all rounds add up to the scores.
    fn opening(&self) -> Vec<Row> {
        Vec::new()
    }

    /// The texts of the game; `None` where it has none.
    fn texts() -> Option<&'static Texts> {
        None
    }

    /// A move as `viewer` may be told of it: what its button and its line in the log say. Asked only where there are texts.
    fn told(&self, state: &Self::State, mv: Self::Move, viewer: Viewer) -> Told {
        let _ = (state, mv, viewer);
        Told::new("", [])
    }

    /// The moments of a ply that people see, the last one after it.
    fn stages(&self, before: &Self::State, ply: &Ply<Self>) -> Vec<Stage<Self::State>> {
        let (mut state, mut watch) = (before.clone(), Stages::default());
        if let Some((_, mv)) = ply.action {
            self.play_watched(&mut state, mv, &mut watch);
            watch.stage(&state);
        }
        for outcome in &ply.chance {
            self.resolve_watched(&mut state, outcome, &mut watch);
            watch.stage(&state);
        }
        watch.done()
    }
}

/// The stages of a ply.
type StagesOf<G> = Vec<Stage<<G as Game>::State>>;

/// Moves of a game.
type MovesOf<G> = Vec<<G as Game>::Move>;

/// The functions of [`Shown`] for a game, as values.
pub struct Showing<G: Game> {
    /// [`Shown::pieces`].
    pub pieces: fn(&G) -> Pieces,
    /// [`Shown::layout`].
    pub layout: fn(&G, &G::State, Viewer) -> Layout,
    /// [`Shown::picks`].
    pub picks: fn(&G, &G::State, G::Move) -> Picks,
    /// [`Shown::meant`].
    pub meant: fn(&G, &G::State) -> MovesOf<G>,
    /// [`Shown::stages`].
    pub stages: fn(&G, &G::State, &Ply<G>) -> StagesOf<G>,
    /// [`Shown::sheet`].
    pub sheet: fn(&G, &G::State, Viewer) -> Vec<Row>,
    /// [`Shown::opening`].
    pub opening: fn(&G) -> Vec<Row>,
    /// [`Shown::texts`].
    pub texts: fn() -> Option<&'static Texts>,
    /// [`Shown::told`].
    pub told: fn(&G, &G::State, G::Move, Viewer) -> Told,
}

impl<G: Shown> Showing<G> {
    /// Those of a game that can be drawn.
    pub const OF: Self = Self {
        pieces: G::pieces,
        layout: G::layout,
        picks: G::picks,
        meant: G::meant,
        stages: G::stages,
        sheet: G::sheet,
        opening: G::opening,
        texts: G::texts,
        told: G::told,
    };
}

impl<G: Game> Showing<G> {
    /// What happened in a ply, as `viewer` saw it, from its stages.
    pub fn steps(
        &self,
        rules: &G,
        before: &G::State,
        stages: &[Stage<G::State>],
        viewer: Viewer,
    ) -> Vec<Step> {
        let mut layout = (self.layout)(rules, before, viewer);
        let step = |stage: &Stage<G::State>| {
            let (step, after) = self.step(rules, layout.clone(), stage, viewer);
            layout = after;
            step
        };
        stages.iter().map(step).filter(|step| *step != Step::default()).collect()
    }

    /// What happened between `layout` and a stage, and the layout of the stage.
    pub fn step(
        &self,
        rules: &G,
        mut layout: Layout,
        stage: &Stage<G::State>,
        viewer: Viewer,
    ) -> (Step, Layout) {
        for gathered in &stage.gathered {
            // Gathering takes what is there: it cannot fail.
            let _ = layout.apply(gathered);
        }
        let after = (self.layout)(rules, &stage.state, viewer);
        let effects = stage.gathered.iter().cloned().chain(diff(&layout, &after)).collect();
        (Step { effects, milestones: stage.milestones.clone() }, after)
    }
}
