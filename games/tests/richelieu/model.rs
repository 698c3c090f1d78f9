//! The rules once more, read from `richelieu.md` sentence by sentence: slow, plain, on strings and lists, sharing
//! nothing with the implementation but the JSON of options and deals.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

const REGIONS: [&str; 9] = [
    "bourgogne",
    "bretagne",
    "champagne",
    "normandie",
    "languedoc",
    "provence",
    "anjou",
    "bourbon",
    "auvergne",
];
const SYMBOLS: [&str; 3] = ["sword", "cross", "tower"];

#[derive(Clone, Debug)]
pub struct Model {
    players: usize,
    three_rows: bool,
    visible_at_start: bool,
    move_always: bool,
    rows: Vec<VecDeque<Value>>,
    /// Cell to owner.
    markers: BTreeMap<String, usize>,
    table_discs: BTreeMap<String, String>,
    seats: Vec<Player>,
    turn: usize,
    step: &'static str,
    turns_begun: usize,
    ends_at_start: BTreeSet<String>,
    first: Option<Value>,
}

#[derive(Clone, Debug, Default)]
struct Player {
    cards: BTreeMap<String, Value>,
    reserve: usize,
    boxed: usize,
    discs: Vec<(String, String)>,
    given_up: Vec<String>,
}

fn cell(card: &Value) -> String {
    card["cell"].as_str().unwrap().to_owned()
}

impl Model {
    pub fn new(options: &Value, deal: &Value) -> Self {
        let players = options["players"].as_u64().unwrap() as usize;
        let rows = deal["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_array().unwrap().iter().cloned().collect());
        let discs = deal["discs"].as_object().unwrap().iter();
        let mut model = Self {
            players,
            three_rows: options["variant"] == "three_rows",
            visible_at_start: options["second_card"] == "visible_at_start",
            move_always: options["move_marker"] == "always",
            rows: rows.collect(),
            markers: BTreeMap::new(),
            table_discs: discs
                .map(|(cell, disc)| (cell.clone(), disc.as_str().unwrap().to_owned()))
                .collect(),
            seats: vec![Player { reserve: 3, ..Player::default() }; players],
            turn: deal["first_seat"].as_u64().unwrap() as usize,
            step: "take",
            turns_begun: 0,
            ends_at_start: BTreeSet::new(),
            first: None,
        };
        model.begin_turn();
        model
    }

    pub fn turn(&self) -> Option<usize> {
        (self.step != "over").then_some(self.turn)
    }

    fn begin_turn(&mut self) {
        self.step = "take";
        self.first = None;
        self.turns_begun += 1;
        self.ends_at_start =
            self.rows.iter().flat_map(|row| [row.front(), row.back()]).flatten().map(cell).collect();
    }

    fn own_markers(&self) -> Vec<String> {
        self.markers.iter().filter(|&(_, &owner)| owner == self.turn).map(|(cell, _)| cell.clone()).collect()
    }

    fn free_cards(&self) -> Vec<String> {
        self.rows.iter().flatten().map(cell).filter(|cell| !self.markers.contains_key(cell)).collect()
    }

    /// The moves that take a card, if the seat had `more` markers in the reserve than it has.
    fn takes(&self, more: usize) -> Vec<String> {
        let me = &self.seats[self.turn];
        let mut takes = Vec::new();
        for (r, row) in self.rows.iter().enumerate() {
            for (side, card) in [("L", row.front()), ("R", row.back())] {
                let Some(card) = card else { continue };
                if side == "R" && row.len() == 1 {
                    continue;
                }
                if let Some(first) = &self.first {
                    let pair =
                        first["region"] == card["region"] && first["shields"] == 1 && card["shields"] == 1;
                    if !pair || (self.visible_at_start && !self.ends_at_start.contains(&cell(card))) {
                        continue;
                    }
                }
                let take = format!("take {}{side}", r + 1);
                match self.markers.get(&cell(card)) {
                    Some(&owner) if owner != self.turn => {
                        if me.reserve + more > 0 {
                            takes.push(format!("{take} pay reserve"));
                        }
                        takes.extend(self.own_markers().iter().map(|own| format!("{take} pay {own}")));
                    }
                    _ => takes.push(take),
                }
            }
        }
        takes
    }

    fn can_recover(&self) -> bool {
        let me = &self.seats[self.turn];
        me.boxed > 0 && me.discs.iter().any(|(_, disc)| disc == "marker_return")
    }

    fn perhaps_recovers(&self) -> usize {
        let me = &self.seats[self.turn];
        usize::from(me.boxed > 0 && !me.discs.is_empty())
    }

    pub fn legal(&self) -> Vec<String> {
        let me = &self.seats[self.turn];
        let recover = self.can_recover().then(|| "recover".to_owned());
        let word = |word: &str| Some(word.to_owned());
        match self.step {
            "take" => {
                let takes = self.takes(0);
                let pass = if takes.is_empty() { word("pass") } else { None };
                takes.into_iter().chain(recover).chain(pass).collect()
            }
            "second_card" => self.takes(0).into_iter().chain(word("stop")).chain(recover).collect(),
            "marker" => {
                let mut moves: Vec<String> = recover.into_iter().collect();
                if me.reserve > 0 {
                    moves.extend(self.free_cards().iter().map(|cell| format!("mark {cell}")));
                }
                if me.reserve == 0 || self.move_always {
                    for from in self.own_markers() {
                        moves.extend(self.free_cards().iter().map(|to| format!("move {from} {to}")));
                    }
                }
                moves.into_iter().chain(word("skip")).collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn play(&mut self, notation: &str) {
        let words: Vec<&str> = notation.split(' ').collect();
        match words[..] {
            ["take", end] => self.take(end, None),
            ["take", end, "pay", source] => self.take(end, Some(source)),
            ["stop"] => self.marker_step(),
            ["recover"] => {
                let me = &mut self.seats[self.turn];
                let first = me.discs.iter().position(|(_, disc)| disc == "marker_return").unwrap();
                let (cell, _) = me.discs.remove(first);
                me.given_up.push(cell);
                me.boxed -= 1;
                me.reserve += 1;
            }
            ["mark", cell] => {
                self.seats[self.turn].reserve -= 1;
                self.markers.insert(cell.to_owned(), self.turn);
                self.end_turn();
            }
            ["move", from, to] => {
                self.markers.remove(from);
                self.markers.insert(to.to_owned(), self.turn);
                self.end_turn();
            }
            ["skip" | "pass"] => self.end_turn(),
            _ => panic!("{notation}"),
        }
    }

    fn take(&mut self, end: &str, pay: Option<&str>) {
        let row = &mut self.rows[end[..1].parse::<usize>().unwrap() - 1];
        let card = if end.ends_with('L') { row.pop_front() } else { row.pop_back() }.unwrap();
        let name = cell(&card);
        if let Some(owner) = self.markers.remove(&name) {
            self.seats[owner].reserve += 1;
        }
        match pay {
            None => {}
            Some("reserve") => {
                self.seats[self.turn].reserve -= 1;
                self.seats[self.turn].boxed += 1;
            }
            Some(own) => {
                self.markers.remove(own).unwrap();
                self.seats[self.turn].boxed += 1;
            }
        }
        if let Some(disc) = self.table_discs.remove(&name) {
            self.seats[self.turn].discs.push((name.clone(), disc));
        }
        self.seats[self.turn].cards.insert(name, card.clone());
        let empty = self.rows.iter().filter(|row| row.is_empty()).count();
        if empty == 4 || (self.three_rows && empty == 3) {
            self.step = "over";
            self.first = None;
            return;
        }
        if self.step == "take" && self.turns_begun > 1 {
            self.step = "second_card";
            self.first = Some(card);
            if !self.takes(self.perhaps_recovers()).is_empty() {
                return;
            }
        }
        self.marker_step();
    }

    fn marker_step(&mut self) {
        self.step = "marker";
        self.first = None;
        let reserve = self.seats[self.turn].reserve + self.perhaps_recovers();
        let something = reserve > 0 || !self.own_markers().is_empty();
        if !something || self.free_cards().is_empty() {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        self.turn = (self.turn + 1) % self.players;
        self.begin_turn();
    }

    pub fn scores(&self) -> Vec<i64> {
        let mut scores = vec![0; self.players];
        let subjects =
            REGIONS.iter().map(|&name| ("region", name)).chain(SYMBOLS.iter().map(|&name| ("symbol", name)));
        for (field, name) in subjects {
            let mut counts = Vec::new();
            for (seat, player) in self.seats.iter().enumerate() {
                let cards: Vec<&Value> = player.cards.values().filter(|card| card[field] == name).collect();
                if cards.is_empty() {
                    scores[seat] -= 5;
                }
                let on_cards: i64 = cards
                    .iter()
                    .map(|card| if field == "region" { card["shields"].as_i64().unwrap() } else { 1 })
                    .sum();
                counts.push(on_cards + player.discs.iter().filter(|(_, disc)| disc == name).count() as i64);
            }
            let best = *counts.iter().max().unwrap();
            if counts.iter().filter(|&&count| count == best).count() == 1 {
                let winner = counts.iter().position(|&count| count == best).unwrap();
                scores[winner] += best;
            }
        }
        scores
    }

    /// 1 for the best: most points, then fewest cards.
    pub fn ranks(&self) -> Vec<u8> {
        let scores = self.scores();
        let key = |seat: usize| (scores[seat], -(self.seats[seat].cards.len() as i64));
        (0..self.players).map(|s| 1 + (0..self.players).filter(|&o| key(o) > key(s)).count() as u8).collect()
    }

    /// The full state as `docs/richelieu-state.md` has it.
    pub fn document(&self) -> Value {
        let lying = |card: &Value| {
            let mut card = card.clone();
            let name = cell(&card);
            if let Some(owner) = self.markers.get(&name) {
                card["marker"] = json!(owner);
            }
            if let Some(disc) = self.table_discs.get(&name) {
                card["disc"] = json!(disc);
            }
            card
        };
        let seat = |player: &Player| {
            let discs: Vec<Value> =
                player.discs.iter().map(|(cell, disc)| json!({"cell": cell, "disc": disc})).collect();
            json!({
                "cards": player.cards.values().collect::<Vec<_>>(), "reserve": player.reserve,
                "boxed": player.boxed, "discs": discs, "given_up": player.given_up,
            })
        };
        let mut document = json!({
            "step": self.step,
            "rows": self.rows.iter().map(|row| row.iter().map(lying).collect()).collect::<Vec<Vec<_>>>(),
            "seats": self.seats.iter().map(seat).collect::<Vec<_>>(),
        });
        if self.step != "over" {
            document["seat"] = json!(self.turn);
        }
        if let Some(first) = &self.first {
            document["first_card"] = first["cell"].clone();
        }
        document
    }
}
