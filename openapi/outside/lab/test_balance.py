"""A few new games agree with the figures of benches/balance.md, as its script reads them from the program."""

import importlib.util
import json
import pathlib
import re
import tempfile
import unittest

from server import tapis

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "docs" / "balance.py"
# How many standard errors a figure may lie from the one on the page.
FAR = 4.5


class Balance(unittest.TestCase):
    def test_new_games_agree_with_the_page(self):
        spec = importlib.util.spec_from_file_location("balance", SCRIPT)
        balance = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(balance)
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        ask = lambda command, *words: json.loads(tapis(place.name, command, *map(str, words), "--json"))
        [part] = [part for part in balance.PARTS if part[:3] == ("richelieu", "", "random")]
        rows = balance.play(ask, part, 200, 0, "another balance")
        page = balance.PAGE.read_text("utf-8")
        for name, row in [("first", "first"), ("length", "length"), ("course", "decisiveness")]:
            [table] = re.findall(f"balance.py: {name} -->(.*?)<!-- end -->", page, re.DOTALL)
            [line] = [line for line in table.splitlines() if line.startswith("| richelieu | `random` |")]
            known, low, high = map(float, re.search(r"([\d.]+) \[([\d.]+), ([\d.]+)\]", line).groups())
            errors = [(high - low) / 3.92, (rows[row]["high"] - rows[row]["low"]) / 3.92]
            far = abs(rows[row]["value"] - known) / sum(error**2 for error in errors) ** 0.5
            self.assertLess(far, FAR, (name, rows[row], line))


if __name__ == "__main__":
    unittest.main()
