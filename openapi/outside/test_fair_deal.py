"""The script that anybody can check a deal with, docs/fair_deal.py, gives the documents' vectors and notices a change."""

import copy
import json
import pathlib
import subprocess
import sys
import unittest

DOCS = pathlib.Path(__file__).parents[2] / "docs"
REPLAY = json.loads((DOCS / "examples" / "replay-richelieu.json").read_text(encoding="utf-8"))


def vectors():
    """The examples of the documents."""
    return json.loads((DOCS / "examples" / "fair-deal.json").read_text(encoding="utf-8"))


def card(row, column, written):
    """A card as a replay has it, from `region shields symbol`."""
    region, shields, symbol = written.split(" ")
    more = {} if symbol == "-" else {"symbol": symbol}
    return {"cell": f"{row}c{column:02}", "region": region, "shields": int(shields), **more}


def as_replay(vector):
    """The part of a replay that the script reads."""
    rows = [[card(row, column, written) for column, written in enumerate(line.split(", "), start=1)]
            for row, line in enumerate(vector["rows"], start=1)]
    deal = {"rows": rows, **{part: vector[part] for part in ("discs", "removed", "first_seat")}}
    promise = {part: vector[part] for part in ("seed", "nonce", "commitment")}
    return {"ruleset": REPLAY["ruleset"], "rounds": [{"initial": deal}], **promise}


class FairDeal(unittest.TestCase):
    def says(self, replay, commitment, deal):
        command = [sys.executable, str(DOCS / "fair_deal.py")]
        done = subprocess.run(command, input=json.dumps(replay), capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, f"commitment {commitment} deal {deal}\n")

    def test_the_example_and_the_vectors_hold(self):
        replays = [REPLAY, *map(as_replay, vectors())]
        self.assertGreaterEqual(len(replays), 4)
        for replay in replays:
            self.says(replay, True, True)

    def test_another_nonce_is_noticed(self):
        self.says({**REPLAY, "nonce": "00" * 32}, False, True)

    def test_a_changed_deal_is_noticed(self):
        changes = [
            lambda deal: deal["removed"].reverse(),
            lambda deal: deal["rows"][2][7].update(region="nowhere"),
            lambda deal: deal.update(first_seat=1 - deal["first_seat"]),
        ]
        for change in changes:
            changed = copy.deepcopy(REPLAY)
            change(changed["rounds"][0]["initial"])
            self.says(changed, True, False)


if __name__ == "__main__":
    unittest.main()
