"""Moves as what is tapped: things of zones, slots, seats, numbers and buttons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Hand:
    """Who taps, and what is whose."""

    you: int
    pieces: Json

    def owner_of(self, tap: str) -> int | None:
        """Whose what is tapped is; None where it is the table's."""
        zone = tap.replace("#", "/").split("/")[0]
        owner: int | None = self.pieces["zones"].get(zone, {}).get("owner")
        return owner


def possible(moves: Sequence[Json], taps: Sequence[str], hand: Hand) -> list[str]:
    """Everything that may be tapped after `taps`: what a page lights up. Nothing: the move is made.

    `moves` are the `legal_moves` of a state or event. Raises ValueError where `taps` begin none of them.
    """
    begun = [rest for rest in (_next(move, taps, hand) for move in moves) if rest is not None]
    if not begun:
        raise ValueError(f"{list(taps)} begin no move")
    return list(dict.fromkeys(tap for rest in begun for tap in rest))


def _next(move: Json, taps: Sequence[str], hand: Hand) -> list[str] | None:
    """What may be tapped next: nothing where `taps` make this move, None where they do not begin it."""
    picks = move["picks"]
    if isinstance(picks, Mapping):
        return _next_of_set(picks, move.get("choose", {}).get("max", 0), taps, hand)
    rest = list(taps)
    for step in picks:
        # The taps of one step come in any order.
        open_ = [step] if isinstance(step, str) else list(step)
        while open_:
            if not rest:
                return open_
            tap = rest.pop(0)
            if tap not in open_:
                return None
            open_.remove(tap)
    return None if rest else []


def _next_of_set(picks: Json, most: int, taps: Sequence[str], hand: Hand) -> list[str] | None:
    """A set is described once: some of `choose`, one's own and those of at most one other seat, then `then`."""
    then: str | None = picks.get("then")
    chosen = [tap for tap in taps if tap != then]
    if any(tap not in picks["choose"] for tap in chosen):
        return None
    if len(chosen) < len(taps):
        return []
    others = [owner for owner in map(hand.owner_of, chosen) if owner != hand.you]

    def fits(tap: str) -> bool:
        owner = hand.owner_of(tap)
        return owner == hand.you or not others or owner == others[0]

    more = [tap for tap in picks["choose"] if len(chosen) < most and fits(tap) and tap not in chosen]
    return [*more, then] if then is not None and chosen else more
