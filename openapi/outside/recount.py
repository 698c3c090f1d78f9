"""Recounts finished games: python3 recount.py replay.json …

Reads what `GET /v1/games/{id}/replay` answers and works everything out again from the rules text: the ruleset's hash,
the commitment, the deal from the seed, at every ply the legal moves, the outcome and the state's hash, and at the end
scores and ranks. Stops at the first difference and says where it is, what the rules give and what the replay says.
Needs Python 3.9 and the standard library.
"""

import json
import sys
from typing import Any, Dict

import fair_deal
import richelieu_wire as wire
from canonical import sha256
from richelieu_rules import RulesError, State, legal_moves, play, ranks, scores


class Difference(Exception):
    """The replay says something else than the rules."""

    def __init__(self, ply: int, what: str, expected: Any, found: Any) -> None:
        where = "set-up" if ply == 0 else f"ply {ply}"
        super().__init__(f"{where}: {what}: expected {show(expected)}, found {show(found)}")
        self.ply, self.what = ply, what


def show(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def same(ply: int, what: str, expected: Any, found: Any) -> None:
    if expected != found:
        raise Difference(ply, what, expected, found)


def recount(replay: Dict[str, Any]) -> State:
    """The final state, when everything in the replay is as the rules say."""
    check_ruleset(replay["ruleset"])
    options = wire.options(replay["ruleset"]["options"])
    same(0, "number of rounds", 1, len(replay["rounds"]))
    check_fair_deal(replay)
    state = wire.dealt(options, replay["rounds"][0]["initial"])
    check_set_up(replay, state)
    for number, ply in enumerate(replay["plies"], start=1):
        check_ply(state, number, ply)
    check_end(state, replay)
    return state


def check_ruleset(ruleset: Dict[str, Any]) -> None:
    same(0, "game", "richelieu", ruleset["game"])
    same(0, "rules version", 1, ruleset["rules_version"])
    named = {key: ruleset[key] for key in ("game", "options", "rules_version")}
    same(0, "ruleset hash", sha256(named), ruleset["hash"])


def check_fair_deal(replay: Dict[str, Any]) -> None:
    seed, nonce = bytes.fromhex(replay["seed"]), bytes.fromhex(replay["nonce"])
    same(0, "commitment", fair_deal.commitment(seed, nonce), replay["commitment"])
    expected = wire.deal_from_seed(replay["ruleset"]["options"], seed)
    found = replay["rounds"][0]["initial"]
    for part in sorted(set(expected) | set(found)):
        same(0, f"{part} of the deal from the seed", expected.get(part), found.get(part))


def check_set_up(replay: Dict[str, Any], state: State) -> None:
    first = replay["rounds"][0]
    same(0, "ply of the set-up", 0, first.get("ply", 0))
    if "state_hash" in first:
        same(0, "state hash", sha256(wire.document(state)), first["state_hash"])


def check_ply(state: State, number: int, ply: Dict[str, Any]) -> None:
    same(number, "number of the ply", number, ply["n"])
    if state.over:
        raise Difference(number, "the game", "over", ply["notation"])
    same(number, "seat to move", state.to_move, ply["seat"])
    same(number, "legal moves", legal_moves(state), ply["legal"])
    if ply["notation"] not in ply["legal"]:
        raise Difference(number, "move", ply["legal"], ply["notation"])
    seat, move = state.to_move, ply["notation"]
    outcome = wire.outcome(seat, move, play(state, move), state)
    same(number, "outcome", outcome, ply.get("outcome"))
    same(number, "state hash", sha256(wire.document(state)), ply["state_hash"])


def check_end(state: State, replay: Dict[str, Any]) -> None:
    last = len(replay["plies"])
    same(last, "end of the game", True, state.over)
    same(last, "scores", scores(state), replay["scores"])
    same(last, "ranks", ranks(state), replay["ranks"])


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    failed = 0
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8") as file:
                state = recount(json.load(file))
            print(f"{path}: agrees; scores {scores(state)}")
        except (Difference, RulesError, KeyError, TypeError, ValueError, OSError) as error:
            failed += 1
            detail = f"the field {error} is missing" if isinstance(error, KeyError) else error
            print(f"{path}: {detail}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
