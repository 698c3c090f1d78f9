"""The vectors and examples of the documents hold here too, and a changed replay is caught where it was changed."""

import copy
import json
import pathlib
import unittest

import richelieu_rules as rules
import richelieu_wire as wire
from canonical import sha256
from fair_deal import Stream, commitment
from recount import Difference, recount

DOCS = pathlib.Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "examples" / "replay-richelieu.json"


def block(document, marker):
    """The JSON block of a document after the comment of that name."""
    text = (DOCS / document).read_text(encoding="utf-8")
    rest = text.split(f"<!-- {marker} -->\n```json\n", 1)[1]
    return json.loads(rest.split("\n```", 1)[0])


class Documents(unittest.TestCase):
    def test_the_words_and_commitments_of_fair_deals(self):
        for vector in block("fair-deal.md", "vectors"):
            seed = bytes.fromhex(vector["seed"])
            self.assertEqual(commitment(seed, bytes.fromhex(vector["nonce"])), vector["commitment"])
            stream = Stream(seed, 0)
            self.assertEqual([next(stream._words) for _ in vector["words"]], vector["words"])

    def test_the_example_of_the_full_state(self):
        example = block("richelieu-state.md", "example")
        options = json.loads(EXAMPLE.read_text(encoding="utf-8"))["ruleset"]["options"]
        seed = bytes.fromhex(example["seed"])
        state = wire.dealt(wire.options(options), wire.deal_from_seed(options, seed))
        for move in example["plies"]:
            rules.play(state, move)
        self.assertEqual(wire.document(state), example["state"])
        self.assertEqual(sha256(wire.document(state)), example["state_hash"])


class Recount(unittest.TestCase):
    def setUp(self):
        self.replay = json.loads(EXAMPLE.read_text(encoding="utf-8"))

    def test_the_example_agrees(self):
        self.assertTrue(recount(self.replay).over)

    def test_a_change_is_caught_where_it_is(self):
        changes = [
            ("commitment", 0, lambda replay: replay.update(nonce="00" * 32)),
            ("ruleset hash", 0, lambda replay: replay["ruleset"]["options"].update(variant="three_rows")),
            ("legal moves", 4, lambda replay: replay["plies"][3]["legal"].pop()),
            ("state hash", 6, lambda replay: replay["plies"][5].update(state_hash="00")),
            ("seat to move", 9, lambda replay: replay["plies"][8].update(seat=7)),
            ("scores", len(self.replay["plies"]), lambda replay: replay.update(scores=[99, 99])),
        ]
        for what, ply, change in changes:
            with self.subTest(what=what):
                spoiled = copy.deepcopy(self.replay)
                change(spoiled)
                with self.assertRaises(Difference) as caught:
                    recount(spoiled)
                self.assertEqual((caught.exception.what, caught.exception.ply), (what, ply))


if __name__ == "__main__":
    unittest.main()
