"""The cells of docs/notebook.ipynb, run one after the other on files that were exported just now."""

import contextlib
import json
import pathlib
import tempfile
import unittest

from server import tapis

NOTEBOOK = pathlib.Path(__file__).resolve().parents[3] / "docs" / "notebook.ipynb"
FILES = ["seats.parquet", "features.parquet", "measures.parquet", "records.parquet"]


class Notebook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        folder = pathlib.Path(cls.place.name)
        tapis(folder, "simulate", "--game", "richelieu", "--seats", "greedy,random", "--games", "120")
        for name in FILES:
            tapis(folder, "export", "--to", name)
        cls.stats = json.loads(tapis(folder, "stats", "--json"))
        cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
        cls.names = {"__name__": "notebook"}
        with contextlib.chdir(folder):
            for cell in cells:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), f"{NOTEBOOK.name} {cell['id']}", "exec"), cls.names)
        cls.addClassCleanup(cls.names["sql"].close)

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

    def test_lifts_of_choices_are_those_of_the_program(self):
        lifts = self.names["lifts"].set_index(["feature", "value"])
        compared = 0
        for feature in self.stats["features"]["features"]:
            if feature["role"] == "dealt" and feature["kind"] == "categories":
                continue  # compared with what else was dealt
            for bucket in feature["buckets"]:
                if "value" in bucket["lift"]:
                    own = lifts.loc[(feature["name"], str(bucket["bucket"]))]
                    self.assertAlmostEqual(own["lift"], bucket["lift"]["value"], places=9)
                    self.assertEqual(own["role"], feature["role"])
                    compared += 1
        self.assertGreater(compared, 5)

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
