//! Les 7 Blasons: characters under the band of their family, and shields.

use super::Piece;
use super::svg::{Art, Font, Shape};

/// The characters in the order of their drawings.
const CHARACTERS: [&str; 8] =
    ["malandrin", "manant", "menetrier", "magistrat", "religieux", "intendant", "bourgeoise", "bourgeois"];

const CREAM: &str = "#fff8ea";

pub(super) fn art(piece: &Piece<'_>) -> Art {
    if piece.info.kind == "card" { card(piece) } else { shield(piece) }
}

fn card(piece: &Piece<'_>) -> Art {
    let family = piece.word("family");
    let field = piece.colour(&format!("f-{family}"));
    let mut art = Art::card(piece.colour("card"), piece.colour("card-line"));
    art.raw(&format!(r#"<path d="M0 42V7a7 7 0 0 1 7-7h86a7 7 0 0 1 7 7v35z" fill="{field}"/>"#));
    // A star stands for the value that its player names.
    match piece.number("value") {
        Some(0) | None => art.text("✱", (20.0, 33.0), 30.0, Font::Serif, CREAM),
        Some(value) => art.text(&value.to_string(), (20.0, 33.0), 31.0, Font::Serif, CREAM),
    };
    art.symbol(&format!("e-{family}"), (80.0, 21.0), 25.0, CREAM);
    if let Some(character) = CHARACTERS.iter().position(|name| piece.id.ends_with(&format!("_{name}"))) {
        art.symbol(&format!("c-{character}"), (50.0, 78.0), 52.0, piece.colour("card-ink"));
        // Ids have no accents.
        let name = CHARACTERS[character].replace("menetrier", "ménétrier");
        art.lines(&name, (50.0, 130.0), 14.0, piece.colour("card-ink"));
    }
    art
}

fn shield(piece: &Piece<'_>) -> Art {
    let family = super::word(piece.info, "family").unwrap_or_else(|| piece.id.to_owned());
    let mut art = shape(piece.colour(&format!("f-{family}")), "#f3e7cc", "");
    art.symbol(&format!("e-{family}"), (50.0, 46.0), 54.0, CREAM);
    art
}

fn shape(fill: &str, line: &str, dashes: &str) -> Art {
    let mut art = Art::new(Shape::Shield);
    art.raw(&format!(
        r#"<path transform="scale(4.1667 4)" d="M2 1.500h20v11.500c0 7-4.600 10.700-10 13.300C6.600 23.700 2 20 2 13z" fill="{fill}" stroke="{line}" stroke-width="1.500"{dashes}/>"#
    ));
    art
}

pub(super) fn back_of_tokens() -> Art {
    let mut art = shape("#6f6555", "#d9cdb4", r#" stroke-dasharray="2.500 1.600""#);
    art.text("?", (50.0, 60.0), 44.0, Font::Serif, "#ffffff");
    art
}
