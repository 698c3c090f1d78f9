"""The table as a page keeps it between two answers, carried on by the effects of events."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

Json = Mapping[str, Any]


class Layout:
    """What lies on the table: for each zone how many things look how, the counters, the phase and whose turn it is.

    The keys of a zone are things as JSON, each without its number `n`.
    """

    def __init__(self, layout: Json) -> None:
        """The `layout` of a state."""
        self.phase: str = layout["phase"]
        self.turn: int | None = layout.get("turn")
        self.counters: dict[str, int] = dict(layout["counters"])
        self.zones: dict[str, Counter[str]] = {}
        for zone, things in layout["zones"].items():
            self._put(zone, things, 1)

    def carry_out(self, effect: Json, pieces: Json) -> None:
        """Carries one effect of a step out. `pieces` are those of `/v1/rulesets/{game}/{hash}/pieces`.

        Raises ValueError where it takes away what does not lie there: then the table is out of step, and the state is to be
        asked for.
        """
        match effect["what"]:
            case "moved":
                self._put(effect["from"], effect.get("was", effect["is"]), -1)
                self._put(effect["to"], effect["is"], 1)
            case "turned":
                self._put(effect["zone"], effect["was"], -1)
                self._put(effect["zone"], effect["is"], 1)
            case "appeared":
                self._put(effect["zone"], effect["is"], 1)
            case "vanished":
                self._put(effect["zone"], effect["was"], -1)
            case "gathered":
                self._gather(effect, pieces)
            case "counted":
                self.counters.update(effect["counters"])
            case "phase":
                self.phase, self.turn = effect["phase"], effect.get("turn")

    def things(self, zone: str) -> list[tuple[Json, int]]:
        """What lies in a zone: each look, and how many things have it."""
        return [(json.loads(key), n) for key, n in self.zones.get(zone, Counter()).items()]

    def __eq__(self, other: object) -> bool:
        """Whether two tables look the same."""
        return isinstance(other, Layout) and self._compared() == other._compared()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """For messages."""
        return f"Layout{self._compared()}"

    def _compared(self) -> tuple[Any, ...]:
        counted = {name: value for name, value in self.counters.items() if value != 0}
        return self.phase, self.turn, self.zones, counted

    def _put(self, zone: str, things: Iterable[Any], sign: int) -> None:
        bag = self.zones.setdefault(zone, Counter())
        for thing in things:
            look: dict[str, Any] = {"open": thing} if isinstance(thing, str) else dict(thing)
            n: int = look.pop("n", 1)
            key = json.dumps(look, sort_keys=True)
            left = bag[key] + sign * n
            if left < 0:
                raise ValueError(f"{key} does not lie in {zone}")
            bag[key] = left
        self.zones[zone] = +bag
        if not self.zones[zone]:
            del self.zones[zone]

    def _gather(self, effect: Json, pieces: Json) -> None:
        """Everything of a kind is put face down into one zone."""
        gathered = 0
        for zone in list(self.zones):
            if effect.get("from") and zone != effect["to"] and zone not in effect["from"]:
                continue
            for look, n in self.things(zone):
                piece = look.get("open") or look.get("known")
                kind = look.get("back") if piece is None else pieces["pieces"].get(piece, {}).get("kind")
                if kind == effect["kind"]:
                    self._put(zone, [{**look, "n": n}], -1)
                    gathered += n
        if gathered:
            self._put(effect["to"], [{"back": effect["kind"], "n": gathered}], 1)
