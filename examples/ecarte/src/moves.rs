//! Moves, their notation, and why one is refused.

use tapis_games::playing_card::{Card, Cards};
use tapis_games::prelude::*;
use tapis_games::words::Words;

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
            known.ok_or_else(|| {
                verb.wrong("propose, stand, accept, refuse, keep, `discard 9d 7h`, `play Kh`")
            })?
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
    let (code, rule, en, fr) = match (state.phase, mv) {
        (Phase::Discard, Move::Discard { cards }) if cards.without(hand).is_empty() => {
            let en = format!("discard at most the {stock} cards of the stock, the elder hand at least one");
            let fr = format!("écartez au plus les {stock} cartes du talon, le premier au moins une");
            ("wrong_number", "README.md#the-exchange", en, fr)
        }
        (Phase::Play, Move::Play { card }) if hand.contains(card) => {
            let names = state.playable().iter().map(|card| (card.name().en, card.name().fr));
            let (en, fr): (Vec<_>, Vec<_>) = names.unzip();
            let en = format!("follow suit, beat the card led if you can, else trump: {}", en.join(", "));
            let fr = format!("fournissez, forcez si possible, sinon coupez : {}", fr.join(", "));
            ("must_follow", "README.md#the-play", en, fr)
        }
        (phase, _) => {
            let (en, fr) = match phase {
                Phase::Propose => ("propose or stand", "proposez ou jouez"),
                Phase::Answer => ("accept or refuse", "acceptez ou refusez"),
                Phase::Discard => ("discard from your hand, or keep it", "écartez, ou gardez votre main"),
                Phase::Play => ("play a card of your hand", "jouez une carte de votre main"),
                Phase::Deal | Phase::Draw | Phase::Over => ("nobody is to move", "personne ne joue"),
            };
            ("not_now", "README.md#a-hand", format!("now: {en}"), format!("maintenant : {fr}"))
        }
    };
    Refusal::new(code, rule, en, fr)
}
