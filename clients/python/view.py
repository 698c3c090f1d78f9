"""What lies on the table, and a move to play."""

import random

from tapis_client.models import GameState, MalinView, ParbourgView, RichelieuView, SeptBlasonsView, SetMove


def visible(state: GameState) -> int:
    """How many things of the game can be seen: enough to show that every view is typed."""
    match state.view:
        case RichelieuView():
            return sum(len(row) for row in state.view.rows)
        case SeptBlasonsView() | ParbourgView():
            return len(state.view.seats)
        case MalinView():
            return state.view.pile + len(state.view.seats)
        case _:
            raise RuntimeError(f"no view: {state.view}")


def choose(state: GameState) -> str:
    """The notation of a move to play: any will do, so long as the game ends."""
    moves = state.legal_moves or []
    listed = [move.notation for move in moves if not isinstance(move, SetMove)]
    if listed:
        return random.choice(listed)
    # Nothing but a choice of sets: the first candidate alone is one of them.
    sets = [move for move in moves if isinstance(move, SetMove)]
    return f"{sets[0].kind} {sets[0].choose.candidates[0]}"
