//! For tests and benches of games, in this repository and outside: [`mod@conformance`] checks every law of the contract,
//! [`course`] plays random games, [`texts`] reads what they say, [`golden`], [`perft`] and [`record`] put on record what a game does,
//! [`recount`] holds what is said of a table against the table. Beside them stand
//! small reference games with known values:
//!
//! | game | kind | known |
//! | --- | --- | --- |
//! | [`connect_four`] | two seats, perfect information | perft counts, first player wins |
//! | [`nim`] | two seats, perfect information | Bouton's theorem |
//! | [`dice_race`] | two seats, enumerable chance | a recursion over distances |
//! | [`three_pile`] | two to seven seats, perfect information, many ties | small values by hand |
//! | [`script`] | two to seven seats, chance | the tree on the page |
//! | [`kuhn`] | two seats, hidden cards | value −1/18 for the first seat, optimal play in closed form |
//! | [`oh_hell`] | four seats, hidden cards, tricks | counts of deals and games by hand |
//! | [`finesse`] | two seats, hidden cards, chance | clairvoyant average 1, best plan ½ |
//!
//! Games in which everybody sees everything implement [`tapis_games::open::Open`] and get the rest of the contract from it.

pub mod conformance;
pub mod connect_four;
pub mod course;
pub mod dice_race;
pub mod finesse;
pub mod golden;
pub mod kuhn;
mod mix;
pub mod nim;
pub mod oh_hell;
pub mod perft;
mod place;
pub mod record;
pub mod recount;
pub mod script;
pub mod texts;
pub mod three_pile;
mod words;

use tapis_games::game::Published;

/// `name: Game, options as JSON, games;` — a test of that name: the ruleset conforms on so many random games, [`times`] what the
/// environment says.
#[macro_export]
macro_rules! conformance {
    ($($name:ident: $game:ty, $options:expr, $games:expr;)*) => { $(
        #[test]
        fn $name() {
            let games = $games * $crate::times() as u32;
            $crate::conformance::conform(&$crate::ruleset::<$game>($options), 1, games);
        }
    )* };
}

/// So many times as many random games are played as a test names: `TAPIS_TIMES`, without it once.
///
/// # Panics
/// It is no number.
pub fn times() -> u64 {
    std::env::var("TAPIS_TIMES").map_or(1, |text| text.parse().expect("a number"))
}

/// The ruleset with these options, written as JSON.
///
/// # Panics
/// The options have a fault.
pub fn ruleset<G: Published>(options: &str) -> G {
    let options = serde_json::from_str(options).expect("options");
    G::new(options).map_err(|faults| format!("{faults:?}")).expect("a ruleset")
}
