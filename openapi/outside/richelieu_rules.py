"""The rules of Richelieu, written down a second time from the rules text alone.

Nothing here is shared with the server. It is slow and plain on purpose: every rule is one short function, so that
a disagreement with the server can be settled by reading the text beside the code.

Cells are named as in the game's notation: ``2c07`` is row 2, column 7, and stays the card's name all game.
Needs Python 3.9 and the standard library.
"""

from dataclasses import dataclass, field
from typing import Dict, List, NamedTuple, Optional, Tuple

REGIONS = (
    "bourgogne", "bretagne", "champagne", "normandie", "languedoc", "provence", "anjou", "bourbon", "auvergne",
)
SYMBOLS = ("sword", "cross", "tower")
RETURN = "marker_return"
DISCS = REGIONS + SYMBOLS + (RETURN, RETURN)
ROWS = (1, 2, 3, 4)
COLUMNS = 12
CELLS = tuple(f"{row}c{column:02}" for row in ROWS for column in range(1, COLUMNS + 1))
MARKERS = 3
MISSING = -5


class RulesError(Exception):
    """A move, option or deal that the rules do not allow."""


class Card(NamedTuple):
    """One card: its region, one or two shields, at most one symbol."""

    region: str
    shields: int
    symbol: Optional[str] = None


@dataclass(frozen=True)
class Options:
    """The switches of a ruleset that matter for play; the others only say who sees what."""

    players: int = 2
    variant: str = "standard"
    second_card: str = "uncovered"
    move_marker: str = "empty_reserve"
    first_seat: Optional[int] = None


@dataclass
class HeldDisc:
    """A disc in front of a seat, in the order of taking."""

    cell: str
    disc: str
    given_up: bool = False


@dataclass
class State:
    """One position with everything in it."""

    options: Options
    cards: Dict[str, Card]
    rows: Dict[int, List[str]]
    discs: Dict[str, str]
    removed: List[str]
    first_seat: int
    to_move: int
    step: str = "take"
    markers: Dict[str, int] = field(default_factory=dict)
    reserve: List[int] = field(default_factory=list)
    box: List[int] = field(default_factory=list)
    taken: List[List[str]] = field(default_factory=list)
    held: List[List[HeldDisc]] = field(default_factory=list)
    first_turn: bool = True
    first_card: Optional[str] = None
    ends_before_turn: List[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.step == "over"


def deal(options: Options, cards: Dict[str, Card], discs: Dict[str, str], removed: List[str], first_seat: int) -> State:
    """The position after the set-up."""
    check_deal(options, cards, discs, removed, first_seat)
    seats = options.players
    rows = {row: [cell for cell in CELLS if cell[0] == str(row)] for row in ROWS}
    state = State(options, dict(cards), rows, dict(discs), list(removed), first_seat, to_move=first_seat)
    state.reserve = [MARKERS] * seats
    state.box = [0] * seats
    state.taken = [[] for _ in range(seats)]
    state.held = [[] for _ in range(seats)]
    state.ends_before_turn = ends(state)
    return state


def check_deal(options: Options, cards: Dict[str, Card], discs: Dict[str, str], removed: List[str], first: int) -> None:
    """48 cards on the 48 cells, eight discs on different columns' cells, the other six aside."""
    if not 2 <= options.players <= 4:
        raise RulesError(f"{options.players} players: the rules know 2 to 4")
    if sorted(cards) != sorted(CELLS):
        raise RulesError("the cards do not lie on the 48 cells")
    if sorted(list(discs.values()) + list(removed)) != sorted(DISCS):
        raise RulesError("the discs on cards and the removed ones are not the 14 discs of the game")
    if len(discs) != 8 or not set(discs) <= set(CELLS):
        raise RulesError("eight discs lie on cells of the table")
    if not 0 <= first < options.players:
        raise RulesError(f"no seat {first} to begin")
    if options.first_seat is not None and options.first_seat != first:
        raise RulesError(f"the options name seat {options.first_seat} to begin, the deal seat {first}")


# --- what lies on the table ------------------------------------------------------------------------------------


def lying(state: State) -> List[str]:
    """The cards on the table, row by row."""
    return [cell for row in ROWS for cell in state.rows[row]]


def ends(state: State) -> List[str]:
    """The cards at an end of their row."""
    return sorted({cell for row in state.rows.values() if row for cell in (row[0], row[-1])})


def own_markers(state: State, seat: int) -> List[str]:
    """The lying cards that carry a marker of `seat`."""
    return [cell for cell in lying(state) if state.markers.get(cell) == seat]


def free_cards(state: State) -> List[str]:
    """The lying cards that carry no marker."""
    return [cell for cell in lying(state) if cell not in state.markers]


# --- legal moves -------------------------------------------------------------------------------------------------


def legal_moves(state: State) -> List[str]:
    """All legal moves of the seat to move, in canonical order."""
    if state.over:
        return []
    recover = ["recover"] if can_recover(state, state.to_move) else []
    if state.step == "take":
        takes = take_moves(state, take_candidates(state))
        return takes + recover + ([] if takes else ["pass"])
    if state.step == "second_card":
        return take_moves(state, take_candidates(state)) + ["stop"] + recover
    return recover + marker_moves(state) + ["skip"]


def take_candidates(state: State) -> List[Tuple[str, str]]:
    """Row ends and the cards there that this step allows to take, payment aside: ``("2L", "2c07")``."""
    found = []
    for row in ROWS:
        cards = state.rows[row]
        sides = [("L", cards[0])] if cards else []
        if len(cards) > 1:
            sides.append(("R", cards[-1]))
        found += [(f"{row}{side}", cell) for side, cell in sides if allowed_now(state, cell)]
    return found


def allowed_now(state: State, cell: str) -> bool:
    """Whether the step allows the card at an end: as first card any, as second only a fitting one."""
    if state.first_card is None:
        return True
    if state.options.second_card == "visible_at_start" and cell not in state.ends_before_turn:
        return False
    first, second = state.cards[state.first_card], state.cards[cell]
    return first.region == second.region and first.shields == 1 and second.shields == 1


def take_moves(state: State, candidates: List[Tuple[str, str]]) -> List[str]:
    """The take moves with every way to pay."""
    moves = []
    for end, cell in candidates:
        if protected(state, cell):
            moves += [f"take {end} pay {source}" for source in pay_sources(state)]
        else:
            moves.append(f"take {end}")
    return moves


def protected(state: State, cell: str) -> bool:
    """Whether an opponent's marker lies on the card."""
    return state.markers.get(cell, state.to_move) != state.to_move


def pay_sources(state: State) -> List[str]:
    """Where the seat to move has a marker to pay with."""
    seat = state.to_move
    return (["reserve"] if state.reserve[seat] else []) + own_markers(state, seat)


def marker_moves(state: State) -> List[str]:
    """All `mark` and `move` of the marker step."""
    seat, free = state.to_move, free_cards(state)
    moves = [f"mark {cell}" for cell in free] if state.reserve[seat] else []
    if not state.reserve[seat] or state.options.move_marker == "always":
        moves += [f"move {source} {cell}" for source in own_markers(state, seat) for cell in free]
    return moves


def can_recover(state: State, seat: int) -> bool:
    """A boxed marker of one's own, and a marker return disc still in front of one."""
    return state.box[seat] > 0 and any(held.disc == RETURN and not held.given_up for held in state.held[seat])


def might_recover(state: State, seat: int) -> bool:
    """What everybody can see of `can_recover`: a boxed marker and some face-down disc."""
    return state.box[seat] > 0 and any(not held.given_up for held in state.held[seat])


# --- play ----------------------------------------------------------------------------------------------------------


def play(state: State, move: str) -> Optional[str]:
    """Plays a legal move; answers the disc taken with the card, if one lay there."""
    if move not in legal_moves(state):
        raise RulesError(f"'{move}' is not legal here")
    verb, *words = move.split(" ")
    if verb == "take":
        return play_take(state, words)
    if verb == "recover":
        play_recover(state)
    elif verb == "stop":
        enter_marker_step(state)
    else:
        if verb == "mark":
            state.reserve[state.to_move] -= 1
            state.markers[words[0]] = state.to_move
        elif verb == "move":
            del state.markers[words[0]]
            state.markers[words[1]] = state.to_move
        end_turn(state)
    return None


def play_take(state: State, words: List[str]) -> Optional[str]:
    seat, row = state.to_move, state.rows[int(words[0][0])]
    cell = row[0] if words[0][1] == "L" else row[-1]
    if len(words) > 1:
        pay(state, words[2])
    if cell in state.markers:
        state.reserve[state.markers.pop(cell)] += 1
    row.remove(cell)
    state.taken[seat].append(cell)
    disc = state.discs.pop(cell, None)
    if disc is not None:
        state.held[seat].append(HeldDisc(cell, disc))
    second_taken = state.first_card is not None
    state.first_card = state.first_card or cell
    if finished(state):
        state.step = "over"
    elif second_taken:
        enter_marker_step(state)
    else:
        enter_second_step(state)
    return disc


def pay(state: State, source: str) -> None:
    """One own marker, from the reserve or from a card, goes to the own box."""
    if source == "reserve":
        state.reserve[state.to_move] -= 1
    else:
        del state.markers[source]
    state.box[state.to_move] += 1


def play_recover(state: State) -> None:
    """The return disc taken first is given up, a boxed marker comes back; the step stays."""
    seat = state.to_move
    given = next(held for held in state.held[seat] if held.disc == RETURN and not held.given_up)
    given.given_up = True
    state.box[seat] -= 1
    state.reserve[seat] += 1


def finished(state: State) -> bool:
    """The last card is taken; with `three_rows`, any three rows are empty."""
    empty = sum(1 for row in state.rows.values() if not row)
    return empty == 4 or (state.options.variant == "three_rows" and empty >= 3)


def enter_second_step(state: State) -> None:
    """Opens the second-card step unless nothing could be done in it."""
    state.step = "second_card"
    candidates = take_candidates(state)
    payable = take_moves(state, candidates) or (candidates and might_recover(state, state.to_move))
    opening = state.first_turn and state.to_move == state.first_seat
    if opening or not payable:
        enter_marker_step(state)


def enter_marker_step(state: State) -> None:
    """Opens the marker step unless nothing could be done in it."""
    state.step = "marker"
    possible = marker_moves(state) or (free_cards(state) and might_recover(state, state.to_move))
    if not possible:
        end_turn(state)


def end_turn(state: State) -> None:
    """The next seat clockwise begins its turn."""
    state.first_turn = False
    state.to_move = (state.to_move + 1) % state.options.players
    state.step = "take"
    state.first_card = None
    state.ends_before_turn = ends(state)


# --- scores --------------------------------------------------------------------------------------------------------


def scores(state: State) -> List[int]:
    """Points of every seat if the game stopped now, all discs known."""
    totals = [0] * state.options.players
    for category in REGIONS + SYMBOLS:
        for seat, points in enumerate(category_points(state, category)):
            totals[seat] += points
    return totals


def category_points(state: State, category: str) -> List[int]:
    """Points of every seat for one region or symbol."""
    seats = range(state.options.players)
    counts = [[weight(state.cards[cell], category) for cell in state.taken[seat]] for seat in seats]
    sums = [sum(counts[seat]) + holds_disc(state, seat, category) for seat in seats]
    best = max(sums)
    majority = [best if sums[seat] == best and sums.count(best) == 1 else 0 for seat in seats]
    return [majority[seat] + (0 if any(counts[seat]) else MISSING) for seat in seats]


def weight(card: Card, category: str) -> int:
    """What a card counts for a region (its shields) or a symbol (one)."""
    if category in REGIONS:
        return card.shields if card.region == category else 0
    return 1 if card.symbol == category else 0


def holds_disc(state: State, seat: int, category: str) -> int:
    return sum(1 for held in state.held[seat] if held.disc == category and not held.given_up)


def ranks(state: State) -> List[int]:
    """1 is best: most points, then fewest cards; equal seats share a rank."""
    points = scores(state)
    keys = [(points[seat], -len(state.taken[seat])) for seat in range(state.options.players)]
    return [1 + sum(1 for other in keys if other > key) for key in keys]
