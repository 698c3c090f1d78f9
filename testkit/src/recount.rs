//! Holds every number and name that a hint says of the table against the table, as the seat sees it. It knows nothing of how the hint
//! found them.

use std::collections::BTreeMap;

use tapis_games::seat::Seat;
use tapis_games::shown::{Arg, Face, Layout, Look, Name, Pieces};

/// As printed: what it costs to have no card of a region or symbol of Richelieu,
const PENALTY: i32 = 5;
/// and the days of a game of Parbourg.
const DAYS: i32 = 4;

/// What a hint says of the table, before it is in words.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The key of its sentence.
    pub kind: &'a str,
    /// What it is about: a region, a family, a colour.
    pub of: Option<&'a str>,
    /// The other seat that it is about.
    pub whose: Option<Seat>,
    /// Its numbers.
    pub numbers: &'a [(&'static str, i32)],
}

/// The table of a seat, and what it is advised.
struct Seen<'a> {
    pieces: &'a Pieces,
    layout: &'a Layout,
    seat: Seat,
    best: &'a str,
}

type Numbers = Vec<(&'static str, i32)>;

/// Checks what is `said` of the table as `seat` sees it, which is advised to play `best`.
///
/// # Panics
/// It is not so.
pub fn check(game: &str, pieces: &Pieces, layout: &Layout, (seat, best): (Seat, &str), said: &Said<'_>) {
    let seen = Seen { pieces, layout, seat, best };
    let expected = match game {
        "richelieu" => seen.majority(said),
        "malin" => Some(seen.contract(said)),
        "sept-blasons" => seen.product(said),
        _ => Some(seen.challenge(said)),
    };
    if let Some(expected) = expected {
        let [own, expected] =
            [said.numbers, &expected[..]].map(|all| BTreeMap::from_iter(all.iter().copied()));
        assert_eq!(own, expected, "{said:?} {best} {layout:?}");
    }
}

impl Said<'_> {
    fn number(&self, name: &str) -> i32 {
        self.numbers.iter().find(|(own, _)| *own == name).expect("a number").1
    }
}

impl Seen<'_> {
    fn counter(&self, counter: impl Into<Name>) -> i32 {
        self.layout.counters.get(&counter.into()).copied().unwrap_or(0)
    }

    /// What lies in a zone.
    fn looks(&self, zone: impl Into<Name>) -> impl Iterator<Item = &Look> {
        let bag = self.layout.zone(zone.into()).into_iter().flat_map(|bag| bag.iter());
        bag.flat_map(|(look, n)| std::iter::repeat_n(look, n.into()))
    }

    /// The pieces of a zone, where they are known.
    fn things(&self, zone: impl Into<Name>) -> impl Iterator<Item = Option<Name>> {
        self.looks(zone).map(|look| look.face.id())
    }

    fn hand(&self, seat: Seat) -> i32 {
        self.looks(("hand", seat)).count() as i32
    }

    /// A number that is printed on a piece.
    fn printed(&self, piece: Name, fact: &str) -> i32 {
        match self.pieces.pieces.get(&piece).and_then(|piece| piece.facts.get(fact)) {
            Some(Arg::Number(number)) => *number,
            _ => 0,
        }
    }

    /// Whether a piece is of this region, symbol or family.
    fn is(&self, piece: Name, fact: &str, of: &str) -> bool {
        matches!(self.pieces.pieces[&piece].facts.get(fact), Some(Arg::Id(id)) if id.as_str() == of)
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let is_seat = |seat: &Seat| self.pieces.zones.values().any(|zone| zone.owner == Some(*seat));
        (0..7).map(Seat).filter(is_seat).filter(|seat| *seat != self.seat)
    }

    /// What pieces in a zone count for a region or for a symbol.
    fn count(&self, zone: impl Into<Name>, of: &str) -> i32 {
        self.things(zone).flatten().map(|piece| self.value(piece, of)).sum()
    }

    fn value(&self, card: Name, of: &str) -> i32 {
        let shields = if self.is(card, "region", of) { self.printed(card, "shields") } else { 0 };
        shields + i32::from(self.is(card, "symbol", of))
    }

    /// The card that the best move names first.
    fn named_card(&self) -> Option<Name> {
        let mut words = self.best.split(' ');
        let slot_of = |look: &Look| look.slot.map(|slot| slot.to_string());
        let slot = match (words.next()?, words.next()?) {
            ("take", place) => {
                let (row, end) = place.split_at(1);
                let in_row = self.looks("table").filter_map(slot_of).filter(|slot| slot.starts_with(row));
                if end == "L" { in_row.min() } else { in_row.max() }
            }
            (_, place) => Some(words.next_back().unwrap_or(place).to_owned()),
        };
        self.looks("table").find(|look| slot.is_some() && slot_of(look) == slot)?.face.id()
    }

    fn majority(&self, said: &Said<'_>) -> Option<Numbers> {
        let of = said.of?;
        let own = self.count(("taken", self.seat), of);
        let others = self.others().map(|seat| self.count(("taken", seat), of)).max()?;
        let left = self.count("table", of);
        let card = self.named_card();
        let on_card = card.map_or(0, |card| self.value(card, of));
        let mut expected = vec![("own", own), ("others", others), ("left", left)];
        match said.kind.rsplit('-').next()? {
            "makes" => expected.push(("then", own + on_card)),
            "marked" => expected.push(("n", on_card)),
            // The seat has no card of it, and the one that it takes is the last on the table.
            "first" => {
                let with: Vec<Name> =
                    self.things("table").flatten().filter(|piece| self.value(*piece, of) > 0).collect();
                assert_eq!((own, with.as_slice()), (0, card.as_slice()), "{said:?}");
                expected = vec![("cost", PENALTY), ("left", 0)];
            }
            _ => {}
        }
        Some(expected)
    }

    fn contract(&self, said: &Said<'_>) -> Numbers {
        let need = self.counter(("contract", self.seat)) - self.counter(("taken", self.seat));
        let tricks = self.hand(self.seat);
        let values = self.looks("trick").flat_map(|look| &look.marks).filter(|mark| mark.id == "value");
        let highest = values.map(|mark| mark.value).max();
        match said.kind {
            "table-trick-not" => vec![("best", highest.expect("a card"))],
            "table-trick-thrown" | "table-trick-beaten_by" => {
                let out = self.others().map(|seat| self.hand(seat)).sum::<i32>();
                let (out, n) = (out + self.looks("left_over").count() as i32, said.number("n"));
                assert!((0..=out).contains(&n), "{said:?}");
                vec![("n", n), ("all", out)]
            }
            "table-trick-only" => {
                let only = said.number("n");
                let mut own = self.things(("hand", self.seat)).flatten();
                assert!(!own.any(|card| card.as_str().parse() == Ok(only)), "{said:?}");
                vec![("n", only)]
            }
            "table-trick-last_needed" => {
                assert_eq!(need, 1, "{said:?}");
                Vec::new()
            }
            "table-trick-takes" | "table-trick-unbeaten" => Vec::new(),
            "table-card-lowest_held" => {
                let held = self.things(("hand", self.seat)).flatten();
                let numbers: Vec<i32> = held.filter_map(|card| card.as_str().parse().ok()).collect();
                assert_eq!(numbers.iter().min().copied(), self.best_value(), "{said:?} {numbers:?}");
                vec![("n", numbers.len() as i32 - 1)]
            }
            kind => {
                let expected = match need {
                    ..0 => "table-contract-over",
                    0 => "table-contract-full",
                    _ if need > tricks => "table-contract-lost",
                    _ if need == tricks => "table-contract-all",
                    _ => "table-contract",
                };
                assert_eq!(kind, expected, "{said:?}");
                // Who needs every trick is not told so beside a card that lets one go.
                let lets_go = self.best_value() < highest;
                assert!(kind != "table-contract-all" || !lets_go, "{} {highest:?}", self.best);
                vec![("need", need.abs()), ("left", tricks)]
            }
        }
    }

    /// The value of the card that the best move plays; as much as can be of any other move.
    fn best_value(&self) -> Option<i32> {
        let value = self.best.split(' ').next_back().and_then(|word| word.parse().ok());
        Some(value.filter(|_| self.best.starts_with("play ")).unwrap_or(i32::MAX))
    }

    fn product(&self, said: &Said<'_>) -> Option<Numbers> {
        let more = match said.kind {
            "table-product" => 0,
            "table-token" => 1,
            "table-card-lowest_held" => return self.of_hand(said),
            _ => return None,
        };
        let of = |piece: &Name| self.is(*piece, "family", said.of.unwrap_or_default());
        let is_open = |look: &&Look| matches!(look.face, Face::Open(piece) if of(&piece.id));
        let tokens = self.looks(("area", self.seat)).filter(is_open).count() as i32 + more;
        let won = self.things(("won", self.seat)).flatten();
        let values: i32 = won.filter(of).map(|piece| self.printed(piece, "value")).sum();
        Some(vec![("tokens", tokens), ("values", values), ("points", tokens * values)])
    }

    /// How the card that the best move plays stands beside the others of the hand; the malandrin has no value of its own.
    fn of_hand(&self, said: &Said<'_>) -> Option<Numbers> {
        let own: i32 = self.best.split(' ').nth(1)?.parse().ok()?;
        let held = self.things(("hand", self.seat)).flatten();
        let values: Vec<i32> =
            held.map(|card| self.printed(card, "value")).filter(|value| *value > 0).collect();
        assert_eq!(values.iter().min(), Some(&own), "{said:?} {values:?}");
        Some(vec![("n", values.iter().filter(|value| **value > own).count() as i32)])
    }

    /// The points of a challenge, a bet that adds to them, or what is kept for later ones.
    fn challenge(&self, said: &Said<'_>) -> Numbers {
        let points = self.points();
        let (own, others) = (points[0].1, points[1].1);
        let stands = self.others().any(|seat| self.counter(("standing", seat)) > 0);
        let used = Name::from(self.best.split(' ').nth(1).map_or("", |card| card.trim_start_matches('#')));
        let (n, day) = (self.printed(used, "n"), self.counter("day"));
        let with = |more: &[(&'static str, i32)]| [points.as_slice(), more].concat();
        let adds = |more: i32| with(&[("more", more), ("then", own + more)]);
        match said.kind {
            "table-challenge" | "table-challenge-alone" => {
                assert_eq!(said.kind == "table-challenge", stands, "{said:?}");
                points
            }
            "table-event-cancels" | "table-pass" => points,
            "table-bet" => adds(self.bet(used)),
            "table-bet-event" => {
                [adds(self.bet(used) + n), vec![("bet", self.bet(used)), ("bonus", n)]].concat()
            }
            "table-event" => adds(n),
            "table-event-doubles" => adds(self.bet(self.aim())),
            "table-build" | "table-build-last" => {
                assert_eq!(said.kind == "table-build", day < DAYS, "{said:?}");
                adds(n)
            }
            "table-event-draws" | "table-event-limit" | "table-build-later" | "table-build-draws" => {
                vec![("n", n)]
            }
            "table-day-bonus" => {
                let is_of = |token: &Name| Some(token.as_str()) == said.of;
                vec![("n", n), ("left", self.things("tokens").flatten().filter(is_of).count() as i32)]
            }
            "table-day-henchman" | "table-build-ties" | "table-build-protects" => Vec::new(),
            "table-fold" | "table-fold-ahead" => {
                // Where nobody else stands, nobody passes.
                assert_eq!(said.kind == "table-fold-ahead", own > others && stands, "{said:?}");
                let left = self.looks("tokens").count() as i32 - 1;
                assert!(left > 0 || day < DAYS, "{said:?}");
                with(&[("cards", self.hand(self.seat)), ("left", left)])
            }
            "table-stay-ahead" | "table-stay-level" | "table-stay-behind" => {
                with(&[("cards", self.hand(self.seat))])
            }
            _ => self.against_a_seat(said, n),
        }
    }

    /// The own points of a challenge, the most that another seat shows, and the cards of the others that lie face down.
    fn points(&self) -> Numbers {
        let others = self.others().map(|seat| self.counter(("points", seat))).max().unwrap_or(0);
        let hidden = |seat: Seat| self.things(("lane", seat)).filter(Option::is_none).count() as i32;
        let hidden = self.others().map(hidden).sum::<i32>();
        let own = self.counter(("points", self.seat)) + self.face_down();
        vec![("own", own), ("others", others), ("hidden", hidden)]
    }

    /// The card or building that the best move names last.
    fn aim(&self) -> Name {
        Name::from(self.best.split(' ').next_back().map_or("", |word| word.trim_start_matches('#')))
    }

    /// What a move does to the seat at which it aims; `n` is printed on the card.
    fn against_a_seat(&self, said: &Said<'_>, n: i32) -> Numbers {
        let target = self.best.split(' ').find_map(|word| word.strip_prefix('s')?.parse().ok()).map(Seat);
        assert_eq!(said.whose, target, "{said:?} {}", self.best);
        let target = target.expect("a seat");
        let (points, cards) = (("points", self.counter(("points", target))), self.hand(target));
        match said.kind {
            "table-event-folds" | "table-event-skips" => vec![points],
            "table-event-removes" => vec![points, ("less", self.removed(target))],
            "table-event-discards" => vec![("cards", cards), ("n", n.min(cards))],
            "table-event-steals" | "table-event-sees" => vec![("cards", cards)],
            kind => panic!("{kind} is not known"),
        }
    }

    /// What the card or the building before `seat` counts at which the best move aims.
    fn removed(&self, seat: Seat) -> i32 {
        let aim = self.aim();
        let laid = self.looks(("lane", seat)).find(|look| look.face.id() == Some(aim));
        laid.map_or_else(|| self.printed(aim, "n"), |look| self.laid(look, aim))
    }

    /// What the own cards that lie face down add to a challenge.
    fn face_down(&self) -> i32 {
        let down = self.looks(("lane", self.seat)).filter_map(|look| match look.face {
            Face::Known(piece) => Some(self.laid(look, piece.id)),
            _ => None,
        });
        down.sum()
    }

    fn laid(&self, look: &Look, card: Name) -> i32 {
        self.bet(card) * if look.marks.iter().any(|mark| mark.id == "doubled") { 2 } else { 1 }
    }

    /// What a card counts as a bet for the token that is played for: the first that lies there.
    fn bet(&self, card: Name) -> i32 {
        let token = self.looks("tokens").min_by_key(|look| look.slot.map(|slot| slot.to_string()));
        let colour = token.and_then(|look| look.face.id());
        colour.map_or(0, |colour| self.printed(card, colour.as_str()))
    }
}
