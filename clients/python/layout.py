"""What lies on the table, and a move to play."""

import random

from tapis_client.models import GameState, SetMove, TableLayout


def visible(state: GameState) -> int:
    """How many things the caller can tell from others: those that lie open, and its own."""
    if not isinstance(state.layout, TableLayout):
        raise RuntimeError(f"no layout: {state.layout}")
    zones = state.layout.zones.additional_properties.values()
    return sum(isinstance(thing, str) or bool(thing.open_ or thing.known) for zone in zones for thing in zone)


def choose(state: GameState) -> str:
    """The notation of a move to play: any will do, so long as the game ends. The same deal makes the same game."""
    moves = state.legal_moves or []
    listed = [move.notation for move in moves if not isinstance(move, SetMove)]
    if listed:
        return random.Random(state.version).choice(listed)
    # Nothing but a choice of sets: the first candidate alone is one of them.
    sets = [move for move in moves if isinstance(move, SetMove)]
    return f"{sets[0].kind} {sets[0].choose.candidates[0]}"
