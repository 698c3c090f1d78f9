//! Any game: suits and ranks as they are printed everywhere, else a name and what is printed on the piece.

use tapis_games::shown::Arg;

use super::Piece;
use super::svg::{Art, Font};

const RED: &str = "#a5232b";

pub(super) fn art(piece: &Piece<'_>) -> Art {
    let ink = piece.colour("card-ink");
    let mut art = Art::card(piece.colour("card"), piece.colour("card-line"));
    let rank =
        ["rank", "value"].iter().find_map(|fact| piece.info.facts.get(fact)).map(|fact| said(piece, fact));
    let suit = match piece.word("suit").as_str() {
        "hearts" => Some(("♥", RED)),
        "diamonds" => Some(("♦", RED)),
        "clubs" => Some(("♣", ink)),
        "spades" => Some(("♠", ink)),
        _ => None,
    };
    if let Some((suit, ink)) = suit {
        let rank = rank.unwrap_or_default();
        art.text(&rank, (18.0, 26.0), 20.0, Font::Serif, ink).text(suit, (18.0, 46.0), 18.0, Font::Sans, ink);
        art.text(suit, (54.0, 100.0), 56.0, Font::Sans, ink);
        return art;
    }
    art.text(&rank.unwrap_or_default(), (50.0, 40.0), 30.0, Font::Serif, ink);
    art.lines(&piece.name(), (50.0, 84.0), 14.0, ink);
    let others = piece.info.facts.iter().filter(|(fact, _)| !["rank", "value", "name"].contains(*fact));
    let others: Vec<String> = others.map(|(_, fact)| said(piece, fact)).collect();
    art.lines(&others.join(" · "), (50.0, 130.0), 11.0, piece.colour("card-ink-2"));
    art
}

/// What is printed, in words where there are any.
fn said(piece: &Piece<'_>, fact: &Arg) -> String {
    let word = |id: String| piece.noun(&id).unwrap_or_else(|| super::spelled(&id));
    match fact {
        Arg::Number(number) => number.to_string(),
        Arg::Id(id) => word(id.to_string()),
        Arg::Ids(ids) => ids.iter().map(|id| word(id.to_string())).collect::<Vec<_>>().join(", "),
        Arg::Text(text) => text.clone(),
        Arg::Seat(_) | Arg::Piece(_) | Arg::Pieces(_) => String::new(),
    }
}
