//! Why a move is refused, and what would be right. Depends only on what everybody at the table, or the mover, knows.

use super::Richelieu;
use super::cell::{CELLS, Cell, End};
use super::moves::{Move, Payment};
use super::options::MoveMarker;
use super::state::{State, Step};
use crate::refusal::Refusal;

const TURN: &str = "richelieu.md#a-turn";
const NOTATION: &str = "richelieu.md#notation";

impl Richelieu {
    /// The rule that forbids `mv` in `state`.
    pub(super) fn refusal(&self, state: &State, mv: Move) -> Refusal {
        match (state.step, mv) {
            (Step::Over, _) => over(),
            (Step::Deal, _) => Refusal::new(
                "not_dealt",
                "richelieu.md#set-up",
                "the cards are not dealt yet",
                "les cartes ne sont pas encore distribuées",
            ),
            (_, Move::Recover) => self.recover_refused(state),
            (Step::Marker, Move::Take { .. }) => too_late_to_take(state),
            (_, Move::Take { row, end, pay }) => self.take_refused(state, usize::from(row), end, pay),
            (Step::SecondCard, Move::Stop) | (Step::Marker, Move::Skip) | (_, Move::Pass) => pass_refused(),
            (_, Move::Stop) => wrong_step(
                "stop_not_now",
                "stop only declines a second card; take a card first, or skip in the marker step",
                "stop ne sert qu'à refuser une seconde carte ; prenez d'abord une carte, ou skip à l'étape du marqueur",
            ),
            (Step::Marker, Move::Mark(cell)) => self.mark_refused(state, cell),
            (Step::Marker, Move::Shift { from, to }) => self.shift_refused(state, from, to),
            (_, Move::Mark(_) | Move::Shift { .. } | Move::Skip) => wrong_step(
                "not_the_marker_step",
                "markers are placed after taking cards; take or stop first",
                "les marqueurs se posent après la prise des cartes ; take ou stop d'abord",
            ),
        }
    }

    fn take_refused(&self, state: &State, row: usize, end: End, pay: Option<Payment>) -> Refusal {
        let shown = row + 1;
        let Some((left, right)) = state.table.ends(row) else {
            let en = format!("row {shown} is empty; take from another row");
            return Refusal::new(
                "row_empty",
                TURN,
                en,
                format!("la rangée {shown} est vide ; prenez ailleurs"),
            );
        };
        if left == right && end == End::Right {
            let en = format!("the only card of row {shown} is taken as {shown}L");
            let fr = format!("la seule carte de la rangée {shown} se prend par {shown}L");
            return Refusal::new("only_card_is_left", NOTATION, en, fr);
        }
        let cell = if end == End::Left { left } else { right };
        if !self.may_be_second(state, cell) {
            return self.second_refused(state, cell);
        }
        payment_refused(state, cell, pay)
    }

    fn second_refused(&self, state: &State, cell: Cell) -> Refusal {
        let Some(first) = state.first_card else { return over() };
        let (first, second) = (state.card(first), state.card(cell));
        if first.region != second.region {
            let (a, b) = (first.region.name(), second.region.name());
            let en = format!("a second card must be of the region of the first, {a}; {cell} is {b}");
            let fr = format!("la seconde carte doit être de la région de la première, {a} ; {cell} est {b}");
            return Refusal::new("other_region", TURN, en, fr);
        }
        if !first.pairs_with(second) {
            let en = format!("two cards of a turn must each show exactly one shield; {cell} shows two");
            let fr = format!(
                "deux cartes d'un tour doivent montrer chacune un seul blason ; {cell} en montre deux"
            );
            return Refusal::new("two_shields", TURN, en, fr);
        }
        let en = format!(
            "with second_card visible_at_start, {cell} was not at an end before the turn's first take"
        );
        let fr = format!(
            "avec second_card visible_at_start, {cell} n'était pas à un bout avant la première prise"
        );
        Refusal::new("uncovered_this_turn", TURN, en, fr)
    }

    fn mark_refused(&self, state: &State, cell: Cell) -> Refusal {
        if state.side(state.seat).reserve == 0 {
            let en = "the reserve is empty; move a marker that lies on a card, recover one, or skip";
            let fr = "la réserve est vide ; déplacez un marqueur posé, recover, ou skip";
            return Refusal::new("reserve_empty", TURN, en, fr);
        }
        target_refused(state, cell)
    }

    fn shift_refused(&self, state: &State, from: Cell, to: Cell) -> Refusal {
        let side = state.side(state.seat);
        if self.move_marker == MoveMarker::EmptyReserve && side.reserve > 0 {
            let en = "a marker is moved only when the reserve is empty; mark a card or skip";
            let fr = "un marqueur ne se déplace que si la réserve est vide ; mark ou skip";
            return Refusal::new("reserve_not_empty", TURN, en, fr);
        }
        if !side.markers.contains(from) { no_own_marker(state, from) } else { target_refused(state, to) }
    }

    fn recover_refused(&self, state: &State) -> Refusal {
        let side = state.side(state.seat);
        if side.boxed() == 0 {
            let en = "none of your markers is in the box";
            return Refusal::new("no_boxed_marker", TURN, en, "aucun de vos marqueurs n'est dans la boîte");
        }
        let en = "you hold no marker return disc";
        Refusal::new("no_return_disc", TURN, en, "vous n'avez pas de disque retour de marqueur")
    }
}

fn payment_refused(state: &State, cell: Cell, pay: Option<Payment>) -> Refusal {
    let side = state.side(state.seat);
    let protected = state.protected_from(state.seat).contains(cell);
    match pay {
        Some(_) if !protected => {
            let en = format!("no opponent's marker lies on {cell}; take it without pay");
            let fr = format!("aucun marqueur adverse sur {cell} ; prenez-la sans pay");
            Refusal::new("nothing_to_pay", NOTATION, en, fr)
        }
        _ if !side.has_marker() => {
            let en = format!("{cell} carries an opponent's marker, and you have no marker left to pay with");
            let fr = format!("{cell} porte un marqueur adverse, et vous n'avez plus de marqueur pour payer");
            Refusal::new("no_marker_to_pay", TURN, en, fr)
        }
        None => {
            let en = format!("{cell} carries an opponent's marker: add {}", sources(state));
            let fr = format!("{cell} porte un marqueur adverse : ajoutez {}", sources(state));
            Refusal::new("card_protected", TURN, en, fr)
        }
        Some(Payment::Reserve) => {
            let en = format!("your reserve is empty: write {}", sources(state));
            let fr = format!("votre réserve est vide : écrivez {}", sources(state));
            Refusal::new("reserve_empty", TURN, en, fr)
        }
        Some(Payment::Card(own)) => no_own_marker(state, own),
    }
}

/// The ways to pay, as written: `pay reserve, pay 3c05`.
fn sources(state: &State) -> String {
    let side = state.side(state.seat);
    let reserve = (side.reserve > 0).then(|| "pay reserve".to_owned());
    let cards = side.markers.into_iter().map(|cell| format!("pay {cell}"));
    reserve.into_iter().chain(cards).collect::<Vec<_>>().join(", ")
}

fn target_refused(state: &State, cell: Cell) -> Refusal {
    if !state.table.contains(cell) {
        let en = format!("the card of {cell} has been taken; choose a card still lying");
        return Refusal::new(
            "card_gone",
            TURN,
            en,
            format!("la carte {cell} a été prise ; choisissez-en une autre"),
        );
    }
    let en = format!("{cell} carries a marker already; choose a card without one");
    Refusal::new(
        "card_marked",
        TURN,
        en,
        format!("{cell} porte déjà un marqueur ; choisissez une carte libre"),
    )
}

fn no_own_marker(state: &State, cell: Cell) -> Refusal {
    let own: Vec<String> = state.side(state.seat).markers.into_iter().map(|cell| cell.to_string()).collect();
    let (lie_en, lie_fr) = if own.is_empty() {
        ("none lies on a card".to_owned(), "aucun n'est posé".to_owned())
    } else {
        (format!("they lie on {}", own.join(", ")), format!("ils sont sur {}", own.join(", ")))
    };
    let en = format!("none of your markers lies on {cell}; {lie_en}");
    Refusal::new(
        "no_own_marker_there",
        TURN,
        en,
        format!("aucun de vos marqueurs n'est sur {cell} ; {lie_fr}"),
    )
}

fn too_late_to_take(state: &State) -> Refusal {
    if state.table.len() == CELLS - 1 {
        return wrong_step(
            "first_turn_one_card",
            "the first player takes one card only in the first turn; mark a card or skip",
            "le premier joueur ne prend qu'une carte à son premier tour ; mark ou skip",
        );
    }
    wrong_step(
        "no_second_card",
        "no further card can be taken in this turn; place a marker or skip",
        "plus de carte à prendre dans ce tour ; posez un marqueur ou skip",
    )
}

fn pass_refused() -> Refusal {
    let en = "pass is for a seat that can take no card; take one, or use stop or skip after taking";
    let fr = "pass est réservé à qui ne peut prendre aucune carte ; prenez-en une, ou stop ou skip ensuite";
    Refusal::new("a_card_can_be_taken", TURN, en, fr)
}

fn wrong_step(code: &'static str, en: &str, fr: &str) -> Refusal {
    Refusal::new(code, TURN, en, fr)
}

fn over() -> Refusal {
    Refusal::new("game_over", "richelieu.md#end-and-score", "the game is over", "la partie est terminée")
}
