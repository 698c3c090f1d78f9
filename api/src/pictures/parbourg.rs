//! Parbourg: bets in four colours with what they do besides, buildings, alchemy, ephemerals, henchmen and tokens.

use super::svg::{Art, Font, Shape};
use super::{Piece, words};

const COLOURS: [&str; 4] = ["yellow", "red", "green", "blue"];

/// The drawing of what a card does.
fn sign(effect: &str) -> &'static str {
    match effect {
        "discard_action" => "x-discard",
        "force_fold" => "x-fold",
        "steal_card" => "x-steal",
        "change_colour" | "discard_hand" => "x-drop",
        "destroy_building" => "x-destroy",
        "draw" | "draw_first_challenge" => "x-draw",
        "peek_hand" => "i-eye",
        "swap_order" | "exchange_henchman" => "m-swap",
        "take_back" | "retrieve" => "m-retake",
        "shield" | "protect_actions" | "counter" => "m-parry",
        "cancel_challenge" => "m-void",
        "second_henchman" | "choose_henchman" | "replace_henchman" => "i-user",
        "skip_turn" => "i-next",
        _ => "i-star",
    }
}

pub(super) fn art(piece: &Piece<'_>) -> Art {
    match piece.info.kind {
        "token" => token(piece),
        "henchman" => henchman(piece),
        _ => match piece.word("kind").as_str() {
            "building" | "alchemy" | "ephemeral" => printed(piece),
            _ => action(piece),
        },
    }
}

fn token(piece: &Piece<'_>) -> Art {
    let mut art = Art::new(Shape::Disc);
    pip(&mut art, piece, piece.id, (50.0, 50.0, 49.0));
    art
}

/// A colour as a round field with its drawing.
fn pip(art: &mut Art, piece: &Piece<'_>, colour: &str, (x, y, r): (f32, f32, f32)) {
    art.circle((x, y, r), piece.colour(&format!("p-{colour}")));
    art.symbol(&format!("p-{colour}"), (x, y), r * 1.2, piece.colour(&format!("p-{colour}-ink")));
}

fn pips(art: &mut Art, piece: &Piece<'_>, (x, y): (f32, f32)) {
    let colours = words(piece.info, "colours");
    let left = x - 8.5 * (colours.len() as f32 - 1.0);
    for (colour, at) in colours.iter().zip(0u8..) {
        pip(art, piece, colour, (left + 17.0 * f32::from(at), y, 7.5));
    }
}

fn henchman(piece: &Piece<'_>) -> Art {
    let ink = piece.colour("card-ink");
    let mut art = Art::card(piece.colour("card"), piece.colour("card-line"));
    art.rect((32.0, 10.0, 36.0, 40.0), 6.0, ink);
    let initiative = piece.number("initiative").unwrap_or_default().to_string();
    art.text(&initiative, (50.0, 38.0), 24.0, Font::Serif, "#ffffff");
    pips(&mut art, piece, (50.0, 66.0));
    let does = piece.noun(&piece.word("power")).unwrap_or_default();
    art.lines(&piece.name(), (50.0, 102.0), 13.0, ink).lines(
        &does,
        (50.0, 130.0),
        10.0,
        piece.colour("card-ink-2"),
    );
    art
}

/// What an effect is told by: a number where it has one that says it all, else a drawing.
fn told(art: &mut Art, piece: &Piece<'_>, (x, y): (f32, f32), size: f32, ink: &str) {
    let (effect, n) = (piece.word("effect"), piece.number("n").unwrap_or_default());
    let number = match effect.as_str() {
        "double" => "×2".to_owned(),
        "limit_actions" => format!("≤{n}"),
        "bonus" | "colour_bonus" | "every_bonus" => format!("+{n}"),
        _ => {
            art.symbol(sign(&effect), (x, y), size, ink);
            return;
        }
    };
    art.text(&number, (x, y + size * 0.32), size * 0.9, Font::Serif, ink);
}

/// A card that stays: its kind above, what it does, its name.
fn printed(piece: &Piece<'_>) -> Art {
    let (kind, ink) = (piece.word("kind"), piece.colour("card-ink"));
    let building = kind == "building";
    let mut art =
        Art::card(if building { "#f3e8d0" } else { piece.colour("card") }, piece.colour("card-line"));
    if building {
        art.raw(r##"<path d="M1 32 50 1l49 31z" fill="#7a5230"/>"##);
    } else {
        let field = if kind == "alchemy" { "#5b2a78" } else { "#2b3a42" };
        art.rect((5.5, 5.5, 89.0, 34.0), 4.0, field);
        let some = (1..4).contains(&words(piece.info, "colours").len());
        art.symbol(&format!("k-{kind}"), (if some { 24.0 } else { 50.0 }, 22.5), 21.0, "#ffffff");
        if some {
            pips(&mut art, piece, (62.0, 22.5));
        }
    }
    told(&mut art, piece, (50.0, 58.0), 32.0, ink);
    let does = piece.noun(&piece.word("effect")).unwrap_or_default();
    art.lines(&piece.name(), (50.0, 102.0), 13.0, ink).lines(
        &does,
        (50.0, 132.0),
        10.0,
        piece.colour("card-ink-2"),
    );
    art
}

/// A bet: one number for all colours or one of each; and what it does instead of it or besides.
fn action(piece: &Piece<'_>) -> Art {
    let mut art = Art::card(piece.colour("card"), piece.colour("card-line"));
    let bets = COLOURS.map(|colour| piece.number(colour).unwrap_or_default());
    if !piece.word("effect").is_empty() {
        ring(&mut art, piece, bets[0], 40.0);
        event(&mut art, piece);
    } else if bets.iter().all(|bet| *bet == bets[0]) {
        ring(&mut art, piece, bets[0], 70.0);
    } else {
        let places = [(5.5, 5.5), (51.0, 5.5), (5.5, 71.0), (51.0, 71.0)];
        for ((colour, bet), (x, y)) in COLOURS.iter().zip(bets).zip(places) {
            let (field, ink) =
                (piece.colour(&format!("p-{colour}")), piece.colour(&format!("p-{colour}-ink")));
            art.rect((x, y, 43.5, 63.5), 4.0, field);
            art.symbol(&format!("p-{colour}"), (x + 21.7, y + 17.0), 17.0, ink);
            art.text(&bet.to_string(), (x + 21.7, y + 53.0), 30.0, Font::Serif, ink);
        }
    }
    art
}

/// A number in a ring of all four colours.
fn ring(art: &mut Art, piece: &Piece<'_>, bet: i32, y: f32) {
    let quarter = |colour: &str, d: &str| {
        let fill = piece.colour(&format!("p-{colour}"));
        format!(r#"<path transform="translate(50 {y})" d="{d}" fill="{fill}"/>"#)
    };
    art.raw(&quarter("yellow", "M0 0V-28A28 28 0 0 1 28 0z"));
    art.raw(&quarter("red", "M0 0H28A28 28 0 0 1 0 28z"));
    art.raw(&quarter("blue", "M0 0V28A28 28 0 0 1-28 0z"));
    art.raw(&quarter("green", "M0 0H-28A28 28 0 0 1 0-28z"));
    art.circle((50.0, y, 20.5), piece.colour("card"));
    art.text(&bet.to_string(), (50.0, y + 11.0), 32.0, Font::Serif, piece.colour("card-ink"));
}

/// What a bet does, below its number: `/` where it is one or the other, `&` where it is both.
fn event(art: &mut Art, piece: &Piece<'_>) {
    let colour = words(piece.info, "colours").first().cloned().unwrap_or_else(|| COLOURS[0].to_owned());
    let (field, ink) = (piece.colour(&format!("p-{colour}")), piece.colour(&format!("p-{colour}-ink")));
    art.rect((5.5, 74.0, 89.0, 60.5), 4.0, field);
    told(art, piece, (50.0, 98.0), 24.0, ink);
    let does = piece.noun(&piece.word("effect")).unwrap_or_default();
    art.lines(&does, (50.0, 129.0), 11.0, ink);
    art.rect((36.0, 66.0, 28.0, 17.0), 8.5, piece.colour("card"));
    let or = if piece.word("kind") == "bet_or_event" { "/" } else { "&" };
    art.text(or, (50.0, 79.0), 13.0, Font::Sans, piece.colour("card-ink"));
}
