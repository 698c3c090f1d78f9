//! Le Malin: numbers with a gauge of how high they are, cards whose value is named, and malheurs.

use super::svg::{self, Art, Font};
use super::{Palette, Piece};

/// The highest number of the pack.
const HIGHEST: i32 = 35;

const GOLD: &str = "#8a5a00";
const ROSE: &str = "#e7a9c4";

pub(super) fn art(piece: &Piece<'_>) -> Art {
    if piece.info.kind == "malheur" {
        return malheur(piece);
    }
    let ink = piece.colour("card-ink");
    let mut art = Art::card(piece.colour("card"), piece.colour("card-line"));
    match (piece.number("number"), piece.id.split_once('_')) {
        (Some(number), _) => numbered(&mut art, piece, number),
        // One half of the twins, which the whole pack alone has apart.
        (None, Some((_, value))) => {
            art.text(value, (50.0, 78.0), 40.0, Font::Serif, ink).symbol("m-twin", (50.0, 115.0), 24.0, GOLD);
        }
        (None, None) if piece.id == "wish" => {
            art.text("0–35", (28.0, 24.0), 16.0, Font::Sans, ink).symbol("m-wish", (50.0, 74.0), 46.0, GOLD);
        }
        (None, None) => {
            art.text("0", (50.0, 48.0), 36.0, Font::Serif, ink).text(
                "35",
                (50.0, 92.0),
                36.0,
                Font::Serif,
                ink,
            );
            art.rect((42.0, 55.0, 16.0, 1.5), 0.0, piece.colour("card-line"));
            art.symbol("m-twin", (50.0, 118.0), 24.0, GOLD);
        }
    }
    art
}

fn numbered(art: &mut Art, piece: &Piece<'_>, number: i32) {
    let ink = piece.colour("card-ink");
    art.text(&number.to_string(), (45.0, 88.0), 52.0, Font::Serif, ink);
    art.text(&number.to_string(), (15.0, 22.0), 17.0, Font::Sans, ink);
    let high = 124.0 * (number.clamp(0, HIGHEST) as f32) / HIGHEST as f32;
    art.rect((87.0, 8.0, 8.0, 124.0), 4.0, piece.colour("card-2"));
    let colour = piece.colour(if number * 2 > HIGHEST { "m-high" } else { "m-low" });
    art.rect((87.0, 132.0 - high, 8.0, high), 4.0, colour);
}

fn malheur(piece: &Piece<'_>) -> Art {
    let ink = piece.colour("malheur-ink");
    let mut art = Art::card(piece.colour("malheur"), "#8d5b7d");
    art.symbol("m-horns", (50.0, 22.0), 34.0, ROSE);
    art.symbol(&format!("m-{}", piece.id), (50.0, 66.0), 44.0, ink);
    art.lines(&piece.name(), (50.0, 130.0), 14.0, ink);
    art
}

pub(super) fn back_of_malheurs(palette: &Palette) -> Art {
    let mut art = svg::back_of([palette.colour("malheur"), "#361a2f", ROSE]);
    art.circle((50.0, 70.0, 19.0), palette.colour("malheur")).symbol("m-horns", (50.0, 70.0), 24.0, ROSE);
    art
}
