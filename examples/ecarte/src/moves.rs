//! Moves, their notation, and why one is refused.

use tapis_games::playing_card::{Card, Cards};
use tapis_games::prelude::*;
use tapis_games::shown::{Arg, Piece, Told};
use tapis_games::words::Words;

use crate::shown::TEXTS;
use crate::state::{Phase, State};

/// One decision, in the canonical order; as JSON taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(tag = "kind", content = "args", rename_all = "snake_case")]
#[schema(as = EcarteMove)]
pub enum Move {
    /// The elder hand asks for an exchange.
    Propose {},
    /// The elder hand plays as it is.
    Stand {},
    /// The dealer grants the exchange.
    Accept {},
    /// The dealer refuses it.
    Refuse {},
    /// Cards are replaced; the dealer may keep all.
    Discard {
        /// Which.
        cards: Cards,
    },
    /// A card is played.
    Play {
        /// Which.
        card: Card,
    },
}

/// Moves without cards.
const PLAIN: [(&str, Move); 5] = [
    ("propose", Move::Propose {}),
    ("stand", Move::Stand {}),
    ("accept", Move::Accept {}),
    ("refuse", Move::Refuse {}),
    ("keep", Move::Discard { cards: Cards::from_bits(0) }),
];

/// The notation; of what is discarded only the number where it is not `shown`.
pub fn write(mv: Move, shown: bool) -> String {
    match mv {
        Move::Play { card } => format!("play {card}"),
        Move::Discard { cards } if !cards.is_empty() && shown => format!("discard {cards}"),
        Move::Discard { cards } if !cards.is_empty() => format!("discard {}", cards.len()),
        _ => PLAIN.iter().find(|(_, plain)| *plain == mv).map_or("", |(word, _)| word).to_owned(),
    }
}

/// The move of a notation, see [`Published::parse`].
pub fn read(text: &str) -> Result<Move, NotationError> {
    let mut words = Words::new(text);
    let verb = words.next();
    let mv = match verb.text {
        "play" => Move::Play { card: words.next().read()? },
        "discard" => Move::Discard { cards: words.cards()? },
        plain => {
            let known = PLAIN.iter().find(|(word, _)| *word == plain).map(|(_, mv)| *mv);
            known.ok_or_else(|| verb.wrong(said("ecarte_move")))?
        }
    };
    words.end()?;
    Ok(mv)
}

/// The number of cards in the notation of a hidden discard: `discard 3`.
pub fn hidden_discard(notation: &str) -> Option<u8> {
    let count = notation.strip_prefix("discard ")?;
    (1..=5).find(|number: &u8| number.to_string() == count)
}

/// Why `mv` cannot be made.
pub fn explain(state: &State, mv: Move) -> Refusal {
    let (hand, stock) = (state.hand(), state.stock());
    let (rule, told) = match (state.phase, mv) {
        (Phase::Discard, Move::Discard { cards }) if cards.without(hand).is_empty() => {
            ("README.md#the-exchange", Told::new("wrong_number", [("n", i32::from(stock).into())]))
        }
        (Phase::Play, Move::Play { card }) if hand.contains(card) => {
            let playable: Arg = state.playable().iter().map(Piece::from).collect();
            ("README.md#the-play", Told::new("must_follow", [("cards", playable)]))
        }
        (phase, _) => {
            let kind = match phase {
                Phase::Propose => "not_now-propose",
                Phase::Answer => "not_now-answer",
                Phase::Discard => "not_now-discard",
                Phase::Play => "not_now-play",
                Phase::Deal | Phase::Draw | Phase::Over => "not_now",
            };
            ("README.md#a-hand", Told::new(kind, []))
        }
    };
    Refusal::told(&TEXTS, rule, &told)
}
