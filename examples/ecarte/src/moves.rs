//! Moves, their notation, and why one is refused.

use serde::Serialize;
use tapis_games::refusal::{NotationError, Refusal};
use tapis_games::words::{Word, Words};
use utoipa::ToSchema;

use crate::cards::{Card, Cards, EXPECTED};
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
        _ if let Some((word, _)) = PLAIN.iter().find(|(_, plain)| *plain == mv) => (*word).to_owned(),
        Move::Discard { cards } if !shown => format!("discard {}", cards.len()),
        Move::Discard { cards } => {
            cards.iter().fold("discard".to_owned(), |text, card| format!("{text} {card}"))
        }
        Move::Play { card } => format!("play {card}"),
        _ => String::new(),
    }
}

/// The number of cards in the notation of a hidden discard: `discard 3`.
pub fn hidden_discard(notation: &str) -> Option<u8> {
    let count = notation.strip_prefix("discard ")?;
    (1..=5).find(|number: &u8| number.to_string() == count)
}

/// The move of a notation.
///
/// # Errors
/// Where the text stops making sense, and what would.
pub fn read(text: &str) -> Result<Move, NotationError> {
    if let Some((_, mv)) = PLAIN.iter().find(|(word, _)| *word == text) {
        return Ok(*mv);
    }
    let mut words = Words::new(text);
    let card = |word: Word<'_>| Card::of(word.text).ok_or_else(|| word.wrong(EXPECTED));
    let verb = words.next();
    let first = match verb.text {
        "play" | "discard" => card(words.next())?,
        _ => return Err(verb.wrong("propose, stand, accept, refuse, keep, `discard 7h 9d` or `play Kh`")),
    };
    if verb.text == "play" {
        words.end()?;
        return Ok(Move::Play { card: first });
    }
    let (mut cards, mut last) = (Cards::from(first), first);
    while let Some(word) = words.maybe() {
        let next = card(word)?;
        if next <= last {
            return Err(word.wrong("cards in ascending order, suits h d c s, each once"));
        }
        (cards, last) = (cards | next, next);
    }
    Ok(Move::Discard { cards })
}

/// Why `mv` cannot be made.
pub fn explain(state: &State, mv: Move) -> Refusal {
    let cards = match mv {
        Move::Discard { cards } => cards,
        Move::Play { card } => card.into(),
        _ => Cards::default(),
    };
    let missing = cards.without(state.hand()).iter().next().map(Card::name);
    let stock = state.stock();
    let (code, rule, en, fr) = match (state.phase, mv, missing) {
        (Phase::Play, Move::Play { .. }, Some(card)) | (Phase::Discard, Move::Discard { .. }, Some(card)) => {
            let fr = format!("{} : cette carte n'est pas dans votre main", card.fr);
            ("not_in_hand", "README.md#the-deal", format!("you do not hold the {}", card.en), fr)
        }
        (Phase::Discard, Move::Discard { .. }, _) if cards.is_empty() => {
            let fr = "vous avez proposé : écartez au moins une carte".to_owned();
            (
                "nothing_discarded",
                "README.md#the-exchange",
                "you proposed: discard at least one card".to_owned(),
                fr,
            )
        }
        (Phase::Discard, Move::Discard { .. }, _) => {
            let en = format!("the stock has {stock} cards left: discard no more");
            let fr = format!("il reste {stock} cartes au talon : n'en écartez pas plus");
            ("stock_short", "README.md#the-exchange", en, fr)
        }
        (Phase::Play, Move::Play { .. }, _) => {
            let (en, fr): (Vec<_>, Vec<_>) =
                state.playable().iter().map(Card::name).map(|n| (n.en, n.fr)).unzip();
            let en = format!("follow suit, take the trick if you can, else trump: {}", en.join(", "));
            let fr = format!("fournissez, prenez la levée si possible, sinon coupez : {}", fr.join(", "));
            ("must_follow", "README.md#the-play", en, fr)
        }
        (phase, ..) => {
            let (en, fr) = match phase {
                Phase::Propose => ("propose or stand", "proposez ou jouez d'autorité"),
                Phase::Answer => ("accept or refuse", "acceptez ou refusez"),
                Phase::Discard => ("discard or keep", "écartez ou gardez"),
                Phase::Play => ("play a card", "jouez une carte"),
                Phase::Deal | Phase::Draw | Phase::Over => {
                    ("nothing can be played", "rien ne peut être joué")
                }
            };
            ("wrong_phase", "README.md#a-hand", format!("now: {en}"), format!("maintenant : {fr}"))
        }
    };
    Refusal::new(code, rule, en, fr)
}
