//! Chance: the deal, and a disc that comes to light.

use std::collections::BTreeMap;

use super::Richelieu;
use super::card::{Card, Face, Region, Symbol, one_or_two};
use super::cell::{CELLS, COLUMNS, Cell, Cells, ROWS};
use super::disc::{Disc, DiscBag, LAID};
use super::state::{State, Step};
use crate::prelude::*;

/// What chance decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = RichelieuChance)]
pub enum Chance {
    Deal(Box<Deal>),
    /// What a disc just taken shows. Happens only in positions where the discs on the table are not decided; a
    /// dealt game decides all of them.
    Disc(DrawnDisc),
}

/// A disc that came to light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RichelieuDrawnDisc)]
pub struct DrawnDisc {
    /// What it shows.
    pub disc: Disc,
}

/// A whole set-up with everything hidden in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RichelieuDeal)]
pub struct Deal {
    /// The seat that begins.
    pub first_seat: Seat,
    /// The four rows of twelve cards, left to right.
    pub rows: Vec<Vec<LaidCard>>,
    /// The eight discs laid out, by cell.
    #[schema(value_type = BTreeMap<String, Disc>)]
    pub discs: BTreeMap<Cell, Disc>,
    /// The six discs that leave the game unseen.
    pub removed: Vec<Disc>,
}

/// A card where it was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RichelieuLaidCard)]
pub struct LaidCard {
    /// The cell, which names the card for the whole game.
    pub cell: Cell,
    pub region: Region,
    /// Shields on it, 1 or 2.
    #[serde(deserialize_with = "one_or_two")]
    #[schema(minimum = 1, maximum = 2)]
    pub shields: u8,
    /// Its symbol, if it shows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
}

impl LaidCard {
    pub fn new(cell: Cell, card: Card) -> Self {
        Self { cell, region: card.region, shields: card.shields, symbol: card.symbol }
    }

    pub fn card(self) -> Card {
        Card { region: self.region, shields: self.shields, symbol: self.symbol }
    }
}

impl Richelieu {
    /// Deals as `docs/fair-deal.md` says: shuffle the cards, lay them row by row; shuffle the discs, lay the first
    /// eight on the disc cells; draw the first seat unless it is fixed.
    pub(super) fn draw_deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Deal {
        let options = &self.options;
        let mut cards = options.deck.clone();
        shuffle(rng, &mut cards);
        let mut discs: Vec<Disc> = DiscBag::FULL.discs().collect();
        shuffle(rng, &mut discs);
        let removed = discs.split_off(LAID);
        let first_seat = options.first_seat.unwrap_or_else(|| below(rng, u32::from(options.players)) as u8);
        Deal {
            first_seat: Seat(first_seat),
            rows: rows_of(cards),
            discs: options.disc_cells.iter().copied().zip(discs).collect(),
            removed,
        }
    }

    pub(super) fn draw_disc<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        let bag = state.unseen_discs();
        let disc = bag.nth(below(rng, bag.len())).unwrap_or(Disc::MarkerReturn);
        Chance::Disc(DrawnDisc { disc })
    }

    /// The state after `deal`.
    pub(super) fn dealt(&self, deal: &Deal) -> Result<State, Refusal> {
        let mut state = self.laid(deal.first_seat, &deal.rows)?;
        let mut bag = DiscBag::FULL;
        let known = deal.discs.values().chain(&deal.removed).all(|&disc| bag.take(disc));
        if !known || !bag.is_empty() {
            return Err(bad_deal(&said("fourteen_discs")));
        }
        self.lay_discs(&mut state, &deal.discs)?;
        Ok(state)
    }

    /// The state after a set-up whose discs nobody knows.
    pub(super) fn laid(&self, first_seat: Seat, rows: &[Vec<LaidCard>]) -> Result<State, Refusal> {
        let options = &self.options;
        let fits = options.first_seat.map_or(first_seat.0 < options.players, |fixed| fixed == first_seat.0);
        if !fits {
            return Err(bad_deal(&said("cannot_begin").with("seat", first_seat.0)));
        }
        let mut state = State::empty(self.seats);
        state.layout = self.layout(rows)?;
        state.layout_key = super::key::of_layout(&state.layout);
        state.table = Cells::ALL;
        state.step = Step::Take;
        state.seat = first_seat;
        state.first_seat = first_seat;
        Ok(state)
    }

    /// Puts known discs on the disc cells.
    pub(super) fn lay_discs(&self, state: &mut State, discs: &BTreeMap<Cell, Disc>) -> Result<(), Refusal> {
        let mut bag = DiscBag::FULL;
        let fits = discs.keys().copied().collect::<Cells>() == self.disc_cells
            && discs.values().all(|&disc| bag.take(disc));
        if !fits {
            return Err(bad_deal(&said("discs_lie_on").with("cells", self.disc_cell_list())));
        }
        for (slot, cell) in state.slots.iter_mut().zip(&self.options.disc_cells) {
            slot.disc = discs.get(cell).copied();
        }
        Ok(())
    }

    fn layout(&self, rows: &[Vec<LaidCard>]) -> Result<[Face; CELLS], Refusal> {
        let in_place = rows.len() == ROWS
            && rows.iter().all(|row| row.len() == COLUMNS)
            && rows.iter().flatten().map(|laid| laid.cell).eq(Cell::all());
        if !in_place {
            return Err(bad_deal(&said("four_rows")));
        }
        let mut layout = [Face::default(); CELLS];
        for laid in rows.iter().flatten() {
            layout[laid.cell.index()] = Face::new(laid.card());
        }
        let mut laid: Vec<Card> = rows.iter().flatten().map(|laid| laid.card()).collect();
        let mut deck = self.options.deck.clone();
        laid.sort_unstable();
        deck.sort_unstable();
        if laid != deck {
            return Err(bad_deal(&said("cards_of_deck")));
        }
        Ok(layout)
    }

    fn disc_cell_list(&self) -> String {
        let cells: Vec<String> = self.options.disc_cells.iter().map(Cell::to_string).collect();
        cells.join(", ")
    }

    /// Names the disc of the pending slot.
    pub(super) fn name_pending(&self, state: &mut State, disc: Disc) -> Result<(), Refusal> {
        let Some(slot) = state.pending.filter(|_| state.unseen_discs().count(disc) > 0) else {
            let why = said("disc_known").with("disc", disc.name());
            return Err(Refusal::said("disc_already_seen", "richelieu.md#what-a-seat-observes", &why));
        };
        state.pending = None;
        state.assign(usize::from(slot), disc);
        Ok(())
    }
}

/// The cards in rows, named by their cells.
pub(super) fn rows_of(cards: impl IntoIterator<Item = Card>) -> Vec<Vec<LaidCard>> {
    let laid: Vec<_> = Cell::all().zip(cards).map(|(cell, card)| LaidCard::new(cell, card)).collect();
    laid.chunks(COLUMNS).map(<[LaidCard]>::to_vec).collect()
}

fn bad_deal(why: &Said) -> Refusal {
    Refusal::said("impossible_set_up", "richelieu.md#set-up", why)
}
