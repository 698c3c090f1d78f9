"""The page benches/balance.md shows the ratings in use, and is of the same bots."""

import pathlib
import subprocess
import sys
import unittest

SCRIPT = pathlib.Path(__file__).parents[2] / "docs" / "balance.py"


class Balance(unittest.TestCase):
    def test_the_page_is_of_the_ratings_in_use(self):
        done = subprocess.run([sys.executable, str(SCRIPT), "--check"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
