//! What there is to draw.

use crate::game::Game;
use crate::parbourg::Parbourg;
use crate::parbourg::card::Colour;
use crate::parbourg::deck::{CardInfo, Henchman};
use crate::parbourg::effects::{Effect, Power};
use crate::shown::{Arg, Arrangement, Name, Piece, Pieces};

/// Bonuses of the day, by colour.
pub(super) const DAY_BONUS: [&str; 4] = ["yellow_bonus", "red_bonus", "green_bonus", "blue_bonus"];

pub(super) fn all(rules: &Parbourg) -> Pieces {
    let mut pieces = Pieces {
        phases: vec![
            "chance",
            "keep_henchman",
            "alchemy",
            "choose_initiative",
            "turn",
            "window",
            "response",
            "over",
        ],
        marks: vec!["doubled", "by", "acts", "at", "card", "place", "henchman"],
        seat_marks: vec!["by", "at"],
        buttons: vec!["bet", "hide", "bet_event", "hide_event", "event", "pass", "end", "fold"],
        milestones: [
            ("day_begins", vec!["day"]),
            ("henchman_drawn", vec!["seat", "henchman", "name"]),
            ("henchman_replaced", vec!["seat", "henchman", "name"]),
            ("challenge_begins", vec!["day", "challenge", "colour"]),
            ("power_used", vec!["seat", "card", "name", "target"]),
            ("power_countered", vec!["seat", "card", "name", "target"]),
            ("challenge_won", vec!["seat", "colour", "points"]),
            ("challenge_cancelled", vec!["colour"]),
            ("round_scored", vec![]),
        ]
        .into(),
        rows: vec!["tokens"],
        ..Pieces::default()
    };
    for card in rules.deck.all().iter() {
        pieces.piece(rules.card_piece(card), card_facts(rules.deck.card(card)));
    }
    for (at, henchman) in (0..).zip(&rules.deck.henchmen) {
        pieces.piece(rules.henchman_piece(at), henchman_facts(henchman));
    }
    Colour::ALL.into_iter().for_each(|colour| pieces.piece(token(colour), []));
    places(rules, &mut pieces);
    pieces
}

fn places(rules: &Parbourg, pieces: &mut Pieces) {
    use Arrangement::{Fan, List, Slots, Stack};
    let seats = rules.seats();
    for (zone, arrangement) in [
        ("pile", Stack),
        ("discard", Stack),
        ("chain", List),
        ("henchman_pile", Stack),
        ("out", Fan),
        ("tokens", Slots),
        ("spare", Fan),
        ("box", Stack),
    ] {
        pieces.zone(zone, arrangement);
    }
    for (zone, arrangement) in
        [("hand", Fan), ("lane", List), ("buildings", Fan), ("henchmen", List), ("choice", Fan), ("won", Fan)]
    {
        pieces.zones_of(seats, zone, arrangement);
    }
    pieces.counters(["day", "challenge", "round", "actions", "built"]);
    pieces.counters_of(
        seats,
        ["points", "bonus", "standing", "shielded", "skips", "limited", "limit", "first"],
    );
    pieces.counters_of(seats, ["order", "mover", "passed", "to_ask"]);
    pieces.counters_of(seats, DAY_BONUS);
}

fn ids(colours: u8) -> Arg {
    let named = Colour::ALL.into_iter().filter(|colour| colours >> colour.index() & 1 == 1);
    Arg::Ids(named.map(|colour| Name::from(colour.name())).collect())
}

fn card_facts(card: &CardInfo) -> Vec<(&'static str, Arg)> {
    let mut facts = vec![("kind", card.kind.name().into())];
    if card.kind.is_action() {
        facts.extend(Colour::ALL.map(|colour| (colour.name(), i32::from(card.bets[colour.index()]).into())));
    }
    facts.extend((card.colours != 0).then(|| ("colours", ids(card.colours))));
    if let Some(effect) = card.effect {
        facts.push(("effect", effect.name().into()));
        facts.extend(effect.number().map(|(n, _)| ("n", i32::from(n).into())));
        facts.extend(match effect {
            Effect::ChangeColour { colour } | Effect::ColourBonus { colour, .. } => {
                Some(("colour", colour.name().into()))
            }
            _ => None,
        });
    }
    let named = card.name.is_some() || !card.printed;
    facts.extend(named.then(|| ("name", Arg::Text(super::told::label(card)))));
    facts
}

fn henchman_facts(henchman: &Henchman) -> Vec<(&'static str, Arg)> {
    let mut facts = vec![
        ("initiative", i32::from(henchman.initiative).into()),
        ("colours", ids(henchman.colours)),
        ("name", Arg::Text(henchman.name.clone())),
    ];
    if let Some(power) = henchman.power {
        facts.push(("power", <&str>::from(power).into()));
        facts.extend(power.number().map(|(n, _)| ("n", i32::from(n).into())));
        if let Power::ColourBonus { colour, .. } = power {
            facts.push(("colour", colour.name().into()));
        }
    }
    facts
}

/// A token of a colour.
pub(super) fn token(colour: Colour) -> Piece {
    Piece::new("token", colour.name())
}
