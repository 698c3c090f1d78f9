"""How Richelieu is written in a replay: options, the deal, outcomes, and the document that `state_hash` covers."""

from typing import Any, Dict, List, Optional

import richelieu_rules as rules
from fair_deal import DEAL_STREAM, Stream
from richelieu_rules import Card, Options, RulesError, State


def options(given: Dict[str, Any]) -> Options:
    """The switches that matter for play, from complete options."""
    return Options(
        players=given["players"],
        variant=one_of(given, "variant", "standard", "three_rows"),
        second_card=one_of(given, "second_card", "uncovered", "visible_at_start"),
        move_marker=one_of(given, "move_marker", "empty_reserve", "always"),
        first_seat=given.get("first_seat"),
    )


def one_of(given: Dict[str, Any], key: str, *known: str) -> str:
    if given[key] not in known:
        raise RulesError(f"the option {key} is one of {known}, not {given[key]!r}")
    return given[key]


def deal_from_seed(given: Dict[str, Any], seed: bytes) -> Dict[str, Any]:
    """The `initial` of the only round, from the seed: cards, discs and first seat are drawn in this order."""
    stream = Stream(seed, DEAL_STREAM)
    cards = list(given["deck"])
    stream.shuffle(cards)
    discs = list(rules.DISCS)
    stream.shuffle(discs)
    first = given.get("first_seat")
    laid = [{"cell": cell, **card} for cell, card in zip(rules.CELLS, cards)]
    return {
        "rows": [laid[start:start + rules.COLUMNS] for start in range(0, len(laid), rules.COLUMNS)],
        "discs": dict(zip(given["disc_cells"], discs)),
        "removed": discs[len(given["disc_cells"]):],
        "first_seat": stream.below(given["players"]) if first is None else first,
    }


def dealt(switches: Options, initial: Dict[str, Any]) -> State:
    """The position after the set-up."""
    cards = {}
    for row, laid in enumerate(initial["rows"], start=1):
        for column, card in enumerate(laid, start=1):
            if card["cell"] != f"{row}c{column:02}":
                raise RulesError(f"the card {card['cell']} lies at row {row}, column {column}")
            cards[card["cell"]] = Card(card["region"], card["shields"], card.get("symbol"))
    return rules.deal(switches, cards, initial["discs"], initial["removed"], initial["first_seat"])


def outcome(seat: int, move: str, disc: Optional[str], state: State) -> Optional[Dict[str, Any]]:
    """What a ply of `seat`, which led to `state`, told beyond its notation, with everything shown."""
    told: Dict[str, Any] = {}
    if disc is not None:
        told["disc"] = disc
    if move == "recover":
        told["given_up"] = given_up_cells(state, seat)[-1]
    if state.over:
        told["revealed"] = {held.cell: held.disc for seat in state.held for held in seat if not held.given_up}
    return told or None


def document(state: State) -> Dict[str, Any]:
    """The full state as `docs/richelieu-state.md` describes it."""
    shown: Dict[str, Any] = {
        "step": state.step,
        "rows": [[lying_card(state, cell) for cell in state.rows[row]] for row in rules.ROWS],
        "seats": [holdings(state, seat) for seat in range(state.options.players)],
    }
    if not state.over:
        shown["seat"] = state.to_move
    if state.step == "second_card":
        shown["first_card"] = state.first_card
    return shown


def lying_card(state: State, cell: str) -> Dict[str, Any]:
    shown = laid_card(state, cell)
    if cell in state.markers:
        shown["marker"] = state.markers[cell]
    if cell in state.discs:
        shown["disc"] = state.discs[cell]
    return shown


def laid_card(state: State, cell: str) -> Dict[str, Any]:
    card = state.cards[cell]
    shown = {"cell": cell, "region": card.region, "shields": card.shields}
    if card.symbol is not None:
        shown["symbol"] = card.symbol
    return shown


def holdings(state: State, seat: int) -> Dict[str, Any]:
    return {
        "cards": [laid_card(state, cell) for cell in sorted(state.taken[seat])],
        "reserve": state.reserve[seat],
        "boxed": state.box[seat],
        "discs": [{"cell": held.cell, "disc": held.disc} for held in state.held[seat] if not held.given_up],
        "given_up": given_up_cells(state, seat),
    }


def given_up_cells(state: State, seat: int) -> List[str]:
    """The discs given up, in the order of giving up, which is that of taking."""
    return [held.cell for held in state.held[seat] if held.given_up]
