"""The script that anybody can add a review up with, docs/review_sums.py, agrees with the example and notices a change."""

import copy
import json
import pathlib
import subprocess
import sys
import unittest

DOCS = pathlib.Path(__file__).parents[2] / "docs"
REVIEW = json.loads((DOCS / "examples" / "review-richelieu.json").read_text(encoding="utf-8"))


def says(review):
    """The last line of what the script prints."""
    command = [sys.executable, str(DOCS / "review_sums.py")]
    done = subprocess.run(command, input=json.dumps(review), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


class ReviewSums(unittest.TestCase):
    def test_the_example_adds_up(self):
        self.assertEqual(says(REVIEW), "adds up")

    def test_whatever_is_changed_is_noticed(self):
        changes = [
            lambda review: review["seats"][0].update(play=review["seats"][0]["play"] + 0.001),
            lambda review: review["seats"][1].update(result=0.5),
            lambda review: review["seats"][1]["luck"].update(deal=0.0),
            lambda review: review["course"][7].update(value=[0.5, 0.4]),
            lambda review: review["course"].pop(0),
            lambda review: review["par"].update(value=[0.6, 0.4]),
        ]
        for number, change in enumerate(changes):
            changed = copy.deepcopy(REVIEW)
            change(changed)
            self.assertTrue(says(changed).startswith("DIFFERS"), number)


if __name__ == "__main__":
    unittest.main()
