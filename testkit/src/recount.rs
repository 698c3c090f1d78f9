//! Holds every number and name that a hint says of the table against the table, as the seat sees it. It knows nothing of how the hint
//! found them.

use tapis_games::seat::Seat;
use tapis_games::shown::{Arg, Face, Layout, Name, Pieces};

/// The days of a game of Parbourg, as printed.
const DAYS: i32 = 4;

/// The table of a seat, and what it is advised.
struct Seen<'a> {
    pieces: &'a Pieces,
    layout: &'a Layout,
    seat: Seat,
    best: &'a str,
}

/// Checks `sentences`, in English, about the table as `seat` sees it, which is advised to play `best`.
///
/// # Panics
/// One says what is not so.
pub fn check<'a>(
    game: &str,
    pieces: &Pieces,
    layout: &Layout,
    (seat, best): (Seat, &str),
    sentences: impl IntoIterator<Item = &'a str>,
) {
    let seen = Seen { pieces, layout, seat, best };
    for text in sentences {
        // What speaks against another move begins with it and a question mark.
        if text.contains('?') {
            continue;
        }
        let expected = match game {
            "richelieu" => seen.majority(text),
            "malin" => seen.contract(text),
            "sept-blasons" => seen.product(text),
            _ => seen.challenge(text),
        };
        if let Some(expected) = expected {
            assert_eq!(numbers(text), expected, "{text} {layout:?}");
        }
    }
}

/// The numbers of a sentence, in their order; words for small ones count.
fn numbers(text: &str) -> Vec<i32> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    let small = |word: &str| match word {
        "one" => Some(1),
        _ => word.parse().ok(),
    };
    words.filter_map(small).collect()
}

impl Seen<'_> {
    fn counter(&self, kind: &str, seat: Seat) -> i32 {
        self.layout.counters.get(&Name::from((kind, seat))).copied().unwrap_or(0)
    }

    /// What lies in a zone, seen or not.
    fn things(&self, zone: Name) -> impl Iterator<Item = Option<Name>> + '_ {
        let bag = self.layout.zone(zone).into_iter().flat_map(|bag| bag.iter());
        bag.flat_map(|(look, n)| std::iter::repeat_n(look.face.id(), n.into()))
    }

    /// A number that is printed on a piece.
    fn printed(&self, piece: Name, fact: &str) -> i32 {
        match self.pieces.pieces[&piece].facts.get(fact) {
            Some(Arg::Number(number)) => *number,
            _ => 0,
        }
    }

    fn others(&self) -> impl Iterator<Item = Seat> + '_ {
        let is_seat = |seat: &Seat| self.pieces.zones.values().any(|zone| zone.owner == Some(*seat));
        (0..7).map(Seat).filter(is_seat).filter(|seat| *seat != self.seat)
    }

    /// What pieces in a zone count for a region, by its name, or for a symbol.
    fn count(&self, zone: Name, of: &str) -> i32 {
        self.things(zone).flatten().map(|piece| self.value(piece, of)).sum()
    }

    fn value(&self, card: Name, of: &str) -> i32 {
        let named = |fact: &str| match self.pieces.pieces[&card].facts.get(fact) {
            Some(Arg::Id(id)) => id.to_string(),
            _ => String::new(),
        };
        let symbol = format!("{}s", named("symbol")).replace("crosss", "crosses");
        match () {
            () if named("region") == of => self.printed(card, "shields"),
            () if symbol == of => 1,
            () => 0,
        }
    }

    /// The card that the best move names first.
    fn named_card(&self) -> Option<Name> {
        let mut words = self.best.split(' ');
        let (kind, place) = (words.next()?, words.next_back()?);
        let table = || self.layout.zone("table".into()).into_iter().flat_map(|bag| bag.iter());
        let at = |slot: &str| table().find(|(look, _)| look.slot.is_some_and(|own| own.to_string() == slot));
        if kind != "take" {
            return at(place)?.0.face.id();
        }
        let place = self.best.split(' ').nth(1)?;
        let (row, end) = place.split_at(1);
        let slots = table().filter_map(|(look, _)| look.slot.map(|slot| slot.to_string()));
        let in_row = slots.filter(|slot| slot.starts_with(row));
        let slot = if end == "L" { in_row.min() } else { in_row.max() };
        at(&slot?)?.0.face.id()
    }

    fn majority(&self, text: &str) -> Option<Vec<i32>> {
        if text.contains("disc") {
            return None;
        }
        let begin = text.split([':', ',']).next()?.replace(" stand", "").to_lowercase();
        let mut words =
            begin.split(' ').filter(|word| !word.is_empty() && word.chars().all(char::is_alphabetic));
        let first = words.next()?.to_owned();
        let of = if first == "shields" { words.next_back()?.to_owned() } else { first };
        if text.contains("last chance") {
            return self.last_chance(text);
        }
        let own = self.count(("taken", self.seat).into(), &of);
        let others = self.others().map(|seat| self.count(("taken", seat).into(), &of)).max()?;
        let left = self.count("table".into(), &of);
        let mut expected = vec![own, others, left];
        if text.contains("for you") {
            // Where two play, the other seat is called by its number.
            expected.insert(2, self.others().next()?.0.into());
            expected[2] += 1;
        }
        let card = self.named_card().map_or(0, |card| self.value(card, &of));
        if text.contains("makes it") {
            expected.extend([own + card, others]);
        } else if text.contains("of them") {
            expected.push(card);
        }
        Some(expected)
    }

    /// The seat has no card of it, and the one that it takes is the last on the table.
    fn last_chance(&self, text: &str) -> Option<Vec<i32>> {
        let (_, of) = text.split_once(" for a ")?;
        let of = of.split(':').next()?.to_lowercase();
        let of = match of.strip_prefix("card of ") {
            Some(region) => region.trim_start_matches("the ").to_owned(),
            None => format!("{of}s").replace("crosss", "crosses"),
        };
        let has = |piece: &Name| self.value(*piece, &of) > 0;
        let with = |zone: Name| self.things(zone).flatten().filter(has).collect::<Vec<Name>>();
        assert!(with(("taken", self.seat).into()).is_empty(), "{text}");
        assert_eq!(with("table".into()), self.named_card().as_slice(), "{text}");
        None
    }

    fn contract(&self, text: &str) -> Option<Vec<i32>> {
        let (contract, taken) = (self.counter("contract", self.seat), self.counter("taken", self.seat));
        let tricks = self.things(("hand", self.seat).into()).count() as i32;
        let need = contract - taken;
        let laid = self.layout.zone("trick".into()).into_iter().flat_map(|bag| bag.iter());
        let values =
            laid.flat_map(|(look, _)| &look.marks).filter(|mark| mark.id == "value").map(|mark| mark.value);
        let highest = values.max();
        // Who needs every trick is not told so beside a card that lets one go.
        let is_all = text.contains("need all") || text.contains("need the last trick");
        assert!(!is_all || self.best_value() >= highest, "{text} {} {highest:?}", self.best);
        let out = self.others().map(|seat| self.things(("hand", seat).into()).count()).sum::<usize>();
        let out = (out + self.things("left_over".into()).count()) as i32;
        match () {
            () if text.contains("already lies") => Some(vec![highest?]),
            () if text.contains("can beat") || text.contains("can be beaten") => {
                let n = *numbers(text).first()?;
                assert!((0..=out).contains(&n), "{text}");
                Some(vec![n, out])
            }
            () if text.contains("beats this one") => {
                let only = text.contains("only the").then(|| numbers(text)[0]);
                let mut own = self.things(("hand", self.seat).into()).flatten();
                assert!(!own.any(|card| only.is_some() && card.to_string().parse().ok() == only), "{text}");
                None
            }
            () if text.contains("last one that you need") => {
                assert_eq!(need, 1, "{text}");
                None
            }
            () if text.contains("takes the trick") => None,
            () if text.contains("all the tricks of your contract") => {
                assert_eq!(need, 0, "{text}");
                Some(vec![tricks])
            }
            () if text.contains("need the last trick") => {
                assert_eq!((need, tricks), (1, 1), "{text}");
                None
            }
            () if text.contains("need all") => {
                assert_eq!(need, tricks, "{text}");
                Some(vec![tricks])
            }
            () => Some(vec![need.abs(), tricks]),
        }
    }

    /// The value of the card that the best move plays; as much as can be of any other move.
    fn best_value(&self) -> Option<i32> {
        let value = self.best.split(' ').next_back().and_then(|word| word.parse().ok());
        Some(value.filter(|_| self.best.starts_with("play ")).unwrap_or(i32::MAX))
    }

    fn product(&self, text: &str) -> Option<Vec<i32>> {
        if text.contains("lowest card: the") {
            return self.of_hand(text);
        }
        if !text.contains(" for you") {
            return None;
        }
        let called = match text.strip_prefix("This token lies open: with it ") {
            Some(called) => called.split(" makes").next()?,
            None => text.split(" for you").next()?,
        };
        let family = called.to_lowercase().replace(' ', "_").replace('é', "e");
        let of = |piece: &Name| match self.pieces.pieces[piece].facts.get("family") {
            Some(Arg::Id(id)) => id.to_string() == family,
            _ => false,
        };
        let bag = self.layout.zone(("area", self.seat).into()).into_iter().flat_map(|bag| bag.iter());
        let open = bag.filter(|(look, _)| matches!(look.face, Face::Open(piece) if of(&piece.id)));
        let tokens: i32 = open.map(|(_, n)| i32::from(n)).sum();
        let won = self.things(("won", self.seat).into()).flatten();
        let values: i32 = won.filter(|piece| of(piece)).map(|piece| self.printed(piece, "value")).sum();
        match text.starts_with("This token") {
            true => Some(vec![tokens + 1, values, (tokens + 1) * values]),
            false => Some(vec![tokens, values]),
        }
    }

    /// How the card that the best move plays stands beside the others of the hand; the malandrin has no value of its own.
    fn of_hand(&self, text: &str) -> Option<Vec<i32>> {
        let own: i32 = self.best.split(' ').nth(1)?.parse().ok()?;
        let held = self.things(("hand", self.seat).into()).flatten();
        let values: Vec<i32> =
            held.map(|card| self.printed(card, "value")).filter(|value| *value > 0).collect();
        assert_eq!(values.iter().min(), Some(&own), "{text} {values:?}");
        Some(vec![values.iter().filter(|value| **value > own).count() as i32])
    }

    /// The points of a challenge, a bet that adds to them, or what is kept for later ones.
    fn challenge(&self, text: &str) -> Option<Vec<i32>> {
        let others = self.others().map(|seat| self.counter("points", seat)).max()?;
        let lane = |seat: Seat| self.things(("lane", seat).into());
        let hidden = self.others().map(|seat| lane(seat).filter(Option::is_none).count() as i32).sum::<i32>();
        let down = Some(hidden).filter(|hidden| *hidden > 0);
        let own = self.counter("points", self.seat) + self.face_down();
        let used = Name::from(self.best.split(' ').nth(1).map_or("", |card| card.trim_start_matches('#')));
        let printed =
            |fact: &str| if self.pieces.pieces.contains_key(&used) { self.printed(used, fact) } else { 0 };
        let adds = |more: i32| [more, own + more, others].into_iter().chain(down).collect();
        Some(match () {
            () if text.contains("its event") => {
                let bet = self.bet(&used.to_string());
                let event = printed("n");
                [bet, event, own + bet + event, others].into_iter().chain(down).collect()
            }
            () if text.contains("this event adds") => adds(printed("n")),
            () if text.starts_with("This building adds") && text.contains("to come") => vec![printed("n")],
            () if text.starts_with("This building adds") => {
                let day = self.layout.counters.get(&Name::from("day")).copied().unwrap_or(0);
                assert_eq!(text.contains("later challenges"), day < DAYS, "{text}");
                adds(printed("n"))
            }
            () if text.contains("you draw") || text.contains("no opponent lays") => vec![printed("n")],
            () if text.contains("of the day, for") => vec![printed("n"), self.tokens(text)],
            () if text.contains("second henchman") => return None,
            () if text.contains("counts twice") => adds(self.bet(self.aim()?)),
            () if text.contains("nobody gets") => [own, others].into_iter().chain(down).collect(),
            () if text.contains("unless it is undone") => self.against_a_seat(text, printed("n"))?,
            () if text.starts_with("From now on") => return None,
            () if text.starts_with("You keep what") => [own, others].into_iter().chain(down).collect(),
            () if text.contains(" for you, ") => {
                // One other seat is called by its number, of several the best has none.
                let only = self.others().count() == 1;
                assert_eq!(text.contains("for the best of the others"), !only, "{text}");
                let alone = self.others().all(|seat| self.counter("standing", seat) == 0);
                assert_eq!(text.starts_with("Nobody else stands"), alone, "{text}");
                let number = self.others().next().filter(|_| only).map(|seat| i32::from(seat.0) + 1);
                [own, others].into_iter().chain(number).chain(down).collect()
            }
            () if text.starts_with("This bet adds") => {
                let more =
                    self.best.split(' ').nth(1).map_or(0, |card| self.bet(card.trim_start_matches('#')));
                [more, own + more, others].into_iter().chain(down).collect()
            }
            () if text.contains("keep your") => {
                // Where nobody else stands, lying down gives nothing up.
                let stands = self.others().any(|seat| self.counter("standing", seat) > 0);
                assert_eq!(text.contains("give up a lead"), own > others && stands, "{text}");
                let cards = self.things(("hand", self.seat).into()).count() as i32;
                let left = self.things("tokens".into()).count() as i32 - 1;
                assert_eq!(text.contains("next day"), left == 0, "{text}");
                let day = self.layout.counters.get(&Name::from("day")).copied().unwrap_or(0);
                assert!(left > 0 || day < DAYS, "{text}");
                // What there is one of has no number.
                let more = [cards, left].into_iter().filter(|number| *number > 1);
                [own, others].into_iter().chain(more).collect()
            }
            () => vec![own, others],
        })
    }

    /// What the best move names last.
    fn aim(&self) -> Option<&str> {
        self.best.split(' ').next_back()?.strip_prefix('#')
    }

    /// How many tokens of the colour that a text ends with lie there.
    fn tokens(&self, text: &str) -> i32 {
        let colours = [("politics", "yellow"), ("war", "red"), ("intrigue", "green"), ("science", "blue")];
        let (_, rest) = text.split_once("oken of ").expect("a token");
        let (_, colour) = colours.into_iter().find(|(called, _)| rest.starts_with(called)).expect("a colour");
        self.things("tokens".into()).flatten().filter(|token| token.to_string() == colour).count() as i32
    }

    /// What a move does to the seat at which it aims; `n` is printed on the card.
    fn against_a_seat(&self, text: &str, n: i32) -> Option<Vec<i32>> {
        let target = self.best.split(' ').find_map(|word| word.strip_prefix('s')?.parse().ok())?;
        let (called, points) = (i32::from(target) + 1, self.counter("points", Seat(target)));
        let cards = self.things(("hand", Seat(target)).into()).count() as i32;
        Some(match () {
            () if text.contains("discards") => vec![called, cards, n.min(cards)],
            () if text.contains("you take") => vec![called, cards, 1],
            () if text.contains("you see") => vec![called, cards],
            () if text.contains("of them") => vec![called, points, self.removed(Seat(target))?],
            () => vec![called, points],
        })
    }

    /// What the card or the building before `seat` counts at which the best move aims.
    fn removed(&self, seat: Seat) -> Option<i32> {
        let aim = self.aim()?;
        let lane = self.layout.zone(("lane", seat).into()).into_iter().flat_map(|bag| bag.iter());
        let mut named = lane.filter(|(look, _)| look.face.id().is_some_and(|id| id.to_string() == aim));
        Some(match named.next() {
            Some((look, _)) => {
                let doubled = look.marks.iter().any(|mark| mark.id == "doubled");
                self.bet(aim) * if doubled { 2 } else { 1 }
            }
            None => self.printed(Name::from(aim), "n"),
        })
    }

    /// What the own cards that lie face down add to a challenge.
    fn face_down(&self) -> i32 {
        let lane = self.layout.zone(("lane", self.seat).into()).into_iter().flat_map(|bag| bag.iter());
        let down = lane.filter_map(|(look, _)| match look.face {
            Face::Known(piece) => {
                let doubled = look.marks.iter().any(|mark| mark.id == "doubled");
                Some(self.bet(&piece.id.to_string()) * if doubled { 2 } else { 1 })
            }
            _ => None,
        });
        down.sum()
    }

    /// What a card counts as a bet for the token that is played for: the first that lies there.
    fn bet(&self, card: &str) -> i32 {
        let tokens = self.layout.zone("tokens".into()).into_iter().flat_map(|bag| bag.iter());
        let token = tokens.min_by_key(|(look, _)| look.slot.map(|slot| slot.to_string()));
        let colour = token.and_then(|(look, _)| look.face.id()).map(|name| name.to_string());
        let card = Name::from(card);
        match colour {
            Some(colour) if self.pieces.pieces.contains_key(&card) => self.printed(card, &colour),
            _ => 0,
        }
    }
}
