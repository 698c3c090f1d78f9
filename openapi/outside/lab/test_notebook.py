"""The cells of docs/notebook.ipynb, run one after the other on files that were exported just now."""

import contextlib
import json
import pathlib
import tempfile
import unittest

from server import tapis

NOTEBOOK = pathlib.Path(__file__).resolve().parents[3] / "docs" / "notebook.ipynb"
FILES = ["seats.parquet", "features.parquet", "measures.parquet", "records.parquet"]


# Two line-ups of players of different strength; and a game that deals each seat many cards.
GAMES = [
    ("--game", "richelieu", "--seats", "greedy,random", "--games", "120"),
    ("--game", "parbourg", "--options", '{"players": 2}', "--seats", "random", "--games", "120"),
]


class Notebook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.played = [cls.run_cells(arguments) for arguments in GAMES]
        cls.stats, cls.names = cls.played[0]

    @classmethod
    def run_cells(cls, arguments):
        """The statistics of some games, and what the cells of the notebook made of them."""
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        folder = pathlib.Path(place.name)
        tapis(folder, "simulate", *arguments)
        for name in FILES:
            tapis(folder, "export", "--to", name)
        stats = json.loads(tapis(folder, "stats", "--json"))
        cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        names = {"__name__": "notebook"}
        with contextlib.chdir(folder):
            for cell in cells:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), f"{NOTEBOOK.name} {cell['id']}", "exec"), names)
        cls.addClassCleanup(names["sql"].close)
        return stats, names

    def test_no_output_is_kept(self):
        cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        for cell in cells:
            self.assertFalse(cell.get("outputs"), cell["id"])

    def test_shares_are_those_of_the_program(self):
        shares = self.names["shares"].reset_index()
        for line_up in self.stats["summary"]["lineups"]:
            for seat, estimate in enumerate(line_up["win_shares"]):
                own = shares[(shares["line_up"] == line_up["lineup"]) & (shares["seat"] == seat)]
                self.assertAlmostEqual(own["mean"].item(), estimate["value"], places=12)

    def test_lifts_are_those_of_the_program(self):
        for stats, names in self.played:
            lifts, compared = names["lifts"].set_index(["feature", "value"]), 0
            hands, chosen = names["hands"].set_index("chosen"), 0
            for feature in stats["features"]["features"]:
                for bucket in feature["buckets"]:
                    if "value" not in bucket["lift"]:
                        continue
                    own = lifts.loc[(feature["name"], str(bucket["bucket"]))]
                    self.assertAlmostEqual(own["lift"], bucket["lift"]["value"], places=9)
                    self.assertEqual(own["role"], feature["role"])
                    compared += 1
                    if feature["role"] == "choice":
                        own = hands.loc[f"{feature['name']}={bucket['bucket']}"]
                        self.assertEqual(own["n"], bucket["lift"]["n"])
                        self.assertAlmostEqual(own["lift"], bucket["lift"]["value"], places=9)
                        chosen += 1
            self.assertGreater(compared, 5)
            self.assertTrue(chosen > 0 or stats["summary"]["game"] == "parbourg")

    def test_every_table_says_what_it_is(self):
        names = self.names
        self.assertEqual(len(names["meanings"]), len(names["seats"].columns))
        self.assertEqual(str(names["seats"]["ended_on"].dtype)[:10], "datetime64")
        self.assertEqual(set(names["lifts"]["role"]), {"dealt", "choice", "consequence"})
        self.assertEqual(names["days"].sum(), self.stats["summary"]["games"])
        self.assertGreater(len(names["hands"]), 0)
        self.assertFalse(names["measures"]["unit"].isna().any())


if __name__ == "__main__":
    unittest.main()
