//! After a game: what in its result was luck, and what was play.
//!
//! A [`FinishedGame`] comes from a log, or from a replay that is [verified](FinishedGame::verified) first. A [`Review`] is made of
//! what its positions are worth when the [reference player](tapis_solver::reference) plays on from there: result less par is luck,
//! own play and the play of others, to rounding. What a seat
//! chose is judged apart, by the hint that it could have had: nothing that it could not know makes a fault.
//!
//! `docs/review.md` says what each number means, and what it does not.

mod course;
mod decisions;
mod effort;
mod error;
mod fortune;
mod game;
mod kinds;
mod made;
mod split;
pub mod told;
mod turning;
mod undone;
mod verified;
mod words;
mod work;

/// Counts up whenever a review of the same game would say something else: when the [reference player](tapis_solver::reference::VERSION)
/// changes, or the way in which choices are judged.
pub const VERSION: u32 = 7;

pub use course::{By, Chance, CourseStep};
pub use decisions::{
    Behind, Choice, Choices, Decision, ExpectedLoss, Faults, Grade, OpenMove, PlaysLike, Tried, Try,
};
pub use effort::{Depth, Effort, UnknownEffort};
pub use error::ReviewError;
pub use fortune::Fortune;
pub use game::FinishedGame;
pub use kinds::{Kind, kinds};
pub use made::{Par, ReferencePlayer, Review, Reviewer, SeatReview, Watch};
pub use split::SplitLuck;
pub use turning::{Origin, TurningPoint};
pub use verified::{Difference, Unverified};
pub use work::{Pace, Work};
