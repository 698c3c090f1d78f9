//! Richelieu: arms and symbols of regions, and round discs.

use super::Piece;
use super::svg::{Art, Font, Shape};

const GOLD: &str = "#b08a3e";

pub(super) fn art(piece: &Piece<'_>) -> Art {
    if piece.info.kind == "card" { card(piece) } else { disc(piece) }
}

fn card(piece: &Piece<'_>) -> Art {
    let (region, symbol) = (piece.word("region"), piece.word("symbol"));
    let mut art = Art::card(piece.colour("card"), piece.colour("card-line"));
    let arms = format!("a-{region}");
    art.symbol(&arms, (50.0, 32.0), 50.0, piece.colour("card-ink"));
    if !symbol.is_empty() {
        art.symbol(&format!("s-{symbol}"), (50.0, 88.0), 38.0, piece.colour("card-ink"));
    } else if piece.number("shields") == Some(2) {
        art.symbol(&arms, (50.0, 88.0), 50.0, piece.colour("card-ink"));
    }
    let band = piece.colour(&format!("r-{region}"));
    art.raw(&format!(r#"<path d="M.5 118h99v14.500a7 7 0 0 1-7 7h-85a7 7 0 0 1-7-7z" fill="{band}"/>"#));
    let name = piece.noun(&region).unwrap_or_else(|| super::spelled(&region));
    art.text(&name, (50.0, 133.0), 13.0, Font::Sans, "#ffffff");
    art
}

fn disc(piece: &Piece<'_>) -> Art {
    let shows = piece.word("shows");
    let mut art = Art::new(Shape::Disc);
    art.circle((50.0, 50.0, 49.0), GOLD).circle((50.0, 50.0, 44.0), piece.colour("card"));
    art.raw(&format!(r#"<circle cx="50" cy="50" r="40" fill="none" stroke="{GOLD}" stroke-width="2"/>"#));
    let ink = piece.colour("card-ink");
    // A disc shows the arms of a region, or a symbol.
    art.symbol(&format!("a-{shows}"), (50.0, 51.0), 54.0, ink);
    art.symbol(&format!("s-{shows}"), (50.0, 50.0), 50.0, ink);
    art
}

pub(super) fn back_of_discs() -> Art {
    let mut art = Art::new(Shape::Disc);
    art.circle((50.0, 50.0, 49.0), "#f1d896").circle((50.0, 50.0, 44.0), "#8a6a2c");
    art.text("?", (50.0, 65.0), 42.0, Font::Serif, "#fff3d6");
    art
}
