//! The contract: what a game is, in one file.
//!
//! Three traits for the rules, each a capability on top of the one before, and one for what a seat knows:
//!
//! * [`Game`] — the rules as search needs them: whose turn, legal moves, play, chance, payoffs. The hot path.
//! * [`Observed`] — what a seat may know: redaction of plies and the digest of an observation log, an
//!   [`InformationSet`]. The solver is handed that, never the true state.
//! * [`Published`] — what people see: options, notation, layouts, explanations, features for statistics.
//!
//! A value implementing [`Game`] is a *ruleset*: a game plus its options, immutable and cheap to clone. A
//! [`Game::State`] is one position of it. Randomness enters only through [`Turn::Chance`] nodes, whose outcome a
//! caller chooses, samples or enumerates; the set-up deal is such a node too, so a fresh state is always at chance.
//!
//! Things nobody knows yet may stay *unknown slots* in a state: they are resolved by a chance node when they
//! come to light. A world sampled for a seat may use that freedom for what no seat knows (see
//! [`InformationSet::sample_world`]).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Deref;

use rand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use crate::feature::{Feature, FeatureInfo};
use crate::json;
use crate::locale::Language;
use crate::payoff::Payoffs;
use crate::refusal::{NotationError, Refusal, Text};
use crate::ruleset::{Fault, Ruleset};
use crate::seat::{BySeat, Seat, Viewer};

mod ply;
mod shown;

pub use ply::{Ply, SeenPly};
pub use shown::{Showing, Shown};

pub use crate::turn::Turn;

/// How much of the rest of a game is hidden, seen from one seat. Decides what an exact answer may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hidden {
    /// Nothing hidden can matter any more and no chance is left: perfect information.
    Nothing,
    /// Only chance that nobody controls or knows.
    Chance,
    /// Some seat knows, or will come to know, what another does not.
    Private,
}

/// How many complete assignments of everything hidden agree with an observation, look-alikes merged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WorldCount {
    /// Counted exactly.
    Exact(u128),
    /// Estimated; at least 1.
    Estimate(f64),
}

/// The rules of one ruleset, as search needs them.
///
/// Laws, checked for every game by `tapis_testkit::conformance`: a player to move has at least one legal move; a move
/// is accepted by [`Game::play`] exactly when it is listed; no move is listed twice; chance weights are positive;
/// the same state and move always give the same state.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position with everything hidden in it. Small and cheap to clone.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// One decision. Small; its `Ord` is the canonical order in which moves are listed.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// A list of moves, on the stack where the game bounds their number (`ArrayVec`), else a `Vec`.
    type Moves: Deref<Target = [Self::Move]>;
    /// What a chance node decides: a deal, a drawn token, ….
    type Chance: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;

    /// Number of seats, 2 to [`crate::seat::MAX_SEATS`].
    fn seats(&self) -> usize;

    /// The state before the first deal; its turn is [`Turn::Chance`] (or a player's, in a game without set-up chance).
    fn start(&self) -> Self::State;

    /// Who decides in `state`.
    fn turn(&self, state: &Self::State) -> Turn;

    /// All legal moves of the seat to move, each once, ascending; empty exactly when no player is to move.
    fn legal_moves(&self, state: &Self::State) -> Self::Moves;

    /// A uniformly random legal move, or `None` when no player is to move. Games may override it with something
    /// quicker than listing; the distribution must stay uniform.
    fn random_move<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Option<Self::Move> {
        let moves = self.legal_moves(state);
        (!moves.is_empty()).then(|| moves[crate::random::below(rng, moves.len() as u32) as usize])
    }

    /// The only legal move, where the game sees at little cost that there is no choice; search then passes over the
    /// decision. `None` says nothing.
    fn forced_move(&self, state: &Self::State) -> Option<Self::Move> {
        let _ = state;
        None
    }

    /// Plays a move known to be legal. On any other move the resulting state is unspecified (but no panic).
    fn play_unchecked(&self, state: &mut Self::State, mv: Self::Move);

    /// Plays `mv` if it is legal and leaves `state` untouched otherwise.
    ///
    /// # Errors
    /// The rule that forbids the move.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Result<(), Refusal>;

    /// The outcomes of the chance node `state` with their positive integer weights (probability = weight / sum),
    /// look-alikes merged; `None` when they can only be sampled (a deal, a reshuffle) or `state` is no chance node.
    fn chances(&self, state: &Self::State) -> Option<Vec<(Self::Chance, u64)>> {
        let _ = state;
        None
    }

    /// Draws an outcome of the chance node `state` with its true probability. At a node that is not a chance node
    /// the result is unspecified.
    fn sample_chance<R: Rng + ?Sized>(&self, state: &Self::State, rng: &mut R) -> Self::Chance;

    /// Applies a chance outcome.
    ///
    /// # Errors
    /// When `outcome` is impossible in `state`; the state is then untouched.
    fn resolve(&self, state: &mut Self::State, outcome: &Self::Chance) -> Result<(), Refusal>;

    /// Scores, ranks and win shares: final at [`Turn::Over`], the standing if the game stopped now before that.
    fn payoffs(&self, state: &Self::State) -> Payoffs;

    /// At the end of a round (which is the end of the game in games of one round): the points each seat made *in
    /// that round*. `None` while a round is under way. The horizon of an exhaustive search.
    fn round_scores(&self, state: &Self::State) -> Option<BySeat<i32>>;

    /// A hash of everything in `state` that the rest of the game and its payoffs depend on. Equal states have equal
    /// keys; distinct states collide with probability about 2⁻⁶⁴.
    fn key(&self, state: &Self::State) -> u64;
}

/// A decision in which a seat is merely asked whether it uses something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<M> {
    /// The move that uses nothing; always legal there.
    pub pass: M,
    /// Whether the window interrupts what others do. Else it is the seat's own time, which it gives up by passing.
    pub interrupts: bool,
}

/// What a seat may know, and the worlds that agree with it.
///
/// Laws: two states that give a viewer the same observation log give it the same [`Observed::info_key`], layout and
/// (to the seat to move) legal moves; a sampled world agrees with everything the seat has observed; a sampled
/// history replays the seat's whole log.
pub trait Observed: Game {
    /// What a ply told a viewer beyond its notation: the visible set-up, a disc looked at, a token turned up.
    type Outcome: Clone + PartialEq + Debug + Send + Sync + Serialize + DeserializeOwned + ToSchema + 'static;
    /// The digest of one viewer's observation log: everything that matters of what it knows.
    type Knowledge: InformationSet<Self>;

    /// What `ply`, which led from `before` to `after`, tells `viewer`. Ply 0 is the set-up. `outcome` is `Some`
    /// exactly when the viewer learned something that the notation does not say.
    fn see(
        &self,
        before: &Self::State,
        ply: &Ply<Self>,
        after: &Self::State,
        viewer: Viewer,
    ) -> SeenPly<Self::Outcome>;

    /// Whether any seat learned from `ply` something hidden until then (such a ply can never be undone).
    fn discloses(&self, before: &Self::State, ply: &Ply<Self>) -> bool;

    /// A hash of what `seat` knows in `state` (public facts and its private knowledge): the information-set key.
    fn info_key(&self, state: &Self::State, seat: Seat) -> u64;

    /// What a viewer knows before ply 0.
    fn know(&self, viewer: Viewer) -> Self::Knowledge {
        Self::Knowledge::before_set_up(self, viewer)
    }
}

/// What one viewer knows, as the digest of its observation log: the set of worlds that agree with the log.
pub trait InformationSet<G: Observed>: Clone + Debug + Send + Sync + 'static {
    /// What a viewer knows before ply 0.
    fn before_set_up(rules: &G, viewer: Viewer) -> Self;

    /// The viewer whose knowledge it is.
    fn viewer(&self) -> Viewer;

    /// Adds one observed ply.
    ///
    /// # Errors
    /// The ply cannot follow what is known: notation that does not parse, a move the rules forbid in every world,
    /// an impossible outcome. The knowledge is then unspecified.
    fn learn(&mut self, rules: &G, ply: &SeenPly<G::Outcome>) -> Result<(), Refusal>;

    /// How many worlds agree with the knowledge.
    fn count_worlds(&self, rules: &G) -> WorldCount;

    /// What is hidden in the rest of the game.
    fn hidden(&self, rules: &G) -> Hidden;

    /// One world, drawn with its chance probability given the knowledge. What *no* seat knows may be left as
    /// unknown slots, to be resolved by chance nodes.
    fn sample_world<R: Rng + ?Sized>(&self, rules: &G, rng: &mut R) -> G::State;

    /// All worlds with integer weights proportional to their probability, look-alikes merged and what no seat knows
    /// left to chance nodes; `None` when there are more than `limit`.
    fn worlds(&self, rules: &G, limit: usize) -> Option<Vec<(G::State, u64)>>;

    /// A whole history, ply 0 first, drawn among those that give this viewer exactly the log `seen`.
    ///
    /// # Errors
    /// As [`InformationSet::learn`].
    fn sample_history<R: Rng + ?Sized>(
        rules: &G,
        viewer: Viewer,
        seen: &[SeenPly<G::Outcome>],
        rng: &mut R,
    ) -> Result<Vec<Ply<G>>, Refusal>;
}

/// What people see of a game.
pub trait Published: Observed {
    /// Stable id, used in URLs: `richelieu`.
    const ID: &'static str;
    /// Counts up whenever the same log could mean something else.
    const RULES_VERSION: u32;
    /// Whether [`Published::Document`] declares its members in canonical order (RFC 8785), at every depth. Hashing a state is
    /// then quicker; else they are put in order at every ply.
    const DOCUMENT_IN_ORDER: bool = false;

    /// The options of the ruleset, defaults filled in, decks expanded. An option that is added later stands in their JSON only where
    /// it was changed: a ruleset keeps its name.
    type Options: Clone + Debug + Default + Send + Sync + Serialize + DeserializeOwned + ToSchema + 'static;
    /// A move taken apart; serialises as `{"kind": …, "args": {…}}`.
    type MoveArgs: Serialize + ToSchema;
    /// The full state as documented for the game; its canonical JSON is what `state_hash` is the SHA-256 of.
    type Document: Serialize;
    /// Running counts from which [`Published::features`] are made.
    type Tally: Clone + Default + Send + Sync + 'static;

    /// Title and texts for the list of games.
    fn about() -> GameTexts;

    /// The rules in a language, in Markdown; nothing where the game has none in it. Refusals name sections by the headings of the
    /// English text: another language has as many headings, in the same order. A game without rules in English refuses with its
    /// rules' names alone.
    fn rules_text(_: Language) -> Option<&'static str> {
        None
    }

    /// Builds the ruleset.
    ///
    /// # Errors
    /// Every fault of the options, each with its JSON pointer.
    fn new(options: Self::Options) -> Result<Self, Vec<Fault>>;

    /// The options, complete.
    fn options(&self) -> &Self::Options;

    /// The same options with each list whose order means nothing in one order, so that a ruleset has one hash however it is written;
    /// nothing where they are in order.
    fn in_order(_: &Self::Options) -> Option<Self::Options> {
        None
    }

    /// The move's notation as `viewer` may read it.
    fn notation(&self, state: &Self::State, mv: Self::Move, viewer: Viewer) -> String;

    /// Reads a notation in `state`. Says nothing about legality.
    ///
    /// # Errors
    /// Where the text stops making sense, and what would.
    fn parse(&self, state: &Self::State, notation: &str) -> Result<Self::Move, NotationError>;

    /// Where a decision has very many set-valued moves: those for which [`Published::is_described`] holds, described
    /// in one entry of the legal list instead of one each.
    fn set_choice(&self, state: &Self::State) -> Option<SetChoice> {
        let _ = state;
        None
    }

    /// Whether `mv` is one of the moves [`Published::set_choice`] describes.
    fn is_described(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Where the seat to move is merely asked whether it uses something: the window. A function of what everybody knows.
    fn window(&self, state: &Self::State) -> Option<Window<Self::Move>> {
        let _ = state;
        None
    }

    /// Takes a move apart for display.
    fn move_args(&self, state: &Self::State, mv: Self::Move) -> Self::MoveArgs;

    /// The running scores as far as `viewer` may know them; where nothing of them is hidden, those of the payoffs.
    fn scores(&self, state: &Self::State, viewer: Viewer) -> BySeat<i32> {
        let _ = viewer;
        self.payoffs(state).scores
    }

    /// The full state, documented.
    fn document(&self, state: &Self::State) -> Self::Document;

    /// Whether a chance outcome is a round's deal. Its JSON is then the `initial` of a replay's round: everything
    /// hidden of that deal, documented for the game.
    fn is_deal(&self, outcome: &Self::Chance) -> bool;

    /// Counts one ply for the features; nothing in games whose features can be read from the end.
    fn tally(&self, tally: &mut Self::Tally, before: &Self::State, ply: &Ply<Self>, after: &Self::State) {
        let _ = (tally, before, ply, after);
    }

    /// The seat that began the game, by the state after ply 0. The feature `turn_order`, which every game gets, counts from it.
    fn first(&self, start: &Self::State) -> Seat {
        match self.turn(start) {
            Turn::Player(seat) => seat,
            _ => Seat(0),
        }
    }

    /// Per seat, the features of a finished game. Those of the role [`crate::feature::Role::Dealt`] are also asked for while the game
    /// goes on: the law `dealt` of the conformance suite checks that nothing but chance decides them.
    fn features(&self, tally: &Self::Tally, end: &Self::State) -> BySeat<Vec<Feature>>;

    /// What the features mean.
    fn feature_infos(&self) -> Vec<FeatureInfo>;

    /// How the game is drawn, see [`crate::shown`]: the position as each viewer may see it. A game that does not say it can be played,
    /// and nobody is shown where things lie.
    fn showing() -> Option<Showing<Self>> {
        None
    }
}

/// Set-valued moves described instead of listed: any non-empty set of at most `max` candidates that all belong to the
/// seat to move or to one single other owner. A move is written as the kind and the chosen candidates in the order of
/// `candidates`, with a space before each; [`Published::parse`] reads that, whatever shorter form the notation has.
#[derive(Clone, Debug, PartialEq)]
pub struct SetChoice {
    /// The kind of move: `peek`.
    pub kind: &'static str,
    /// The owners candidates lie before, ascending, each with its candidates.
    pub by_owner: Vec<Candidates>,
    /// How many may be chosen.
    pub max: u8,
}

/// The candidates of one owner.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = OwnedCandidates)]
pub struct Candidates {
    /// The owner.
    pub owner: Seat,
    /// The owner's candidates, ascending.
    pub candidates: Vec<String>,
}

/// Texts about a game.
#[derive(Clone, Debug)]
pub struct GameTexts {
    /// The title as printed.
    pub title: &'static str,
    /// One sentence about the game.
    pub text: fn() -> Text,
    /// Fewest seats.
    pub min_players: u8,
    /// Most seats.
    pub max_players: u8,
    /// The forms of notation, one line each.
    pub notation: &'static [&'static str],
}

impl Ruleset {
    /// The ruleset that `rules` play.
    pub fn of<G: Published>(rules: &G) -> Self {
        Self::new(G::ID, G::RULES_VERSION, json::json(rules.options()))
    }
}
