"""Every statistic the service gives, worked out again in SQL from the files it exports."""

import html
import json
import math
import pathlib
import re
import tempfile
import unittest
from xml.etree import ElementTree

import duckdb

from server import get, service, tapis

# Two bots in all seatings, a game with shared wins, and one with categories and numbers as features.
SIMULATIONS = [
    ("richelieu", "greedy,random", 120),
    ("malin", "random", 60),
    ("parbourg", "random", 60),
]


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        folder = cls.folder = pathlib.Path(cls.place.name)
        cls.summaries = []
        for game, seats, games in SIMULATIONS:
            arguments = ["--game", game, "--seats", seats, "--games", str(games), "--json"]
            cls.summaries.append(json.loads(tapis(folder, "simulate", *arguments))["summary"])
        with service(folder, "lab.db") as base:
            # Beside the service that runs on the database.
            tapis(folder, "export", "--to", "games.csv")
            for name in ["facts", "features", "measures"]:
                for form in ["parquet", "csv"]:
                    tapis(folder, "export", "--to", f"{name}.{form}")
            cls.features = []
            for summary in cls.summaries:
                query = {"source": summary["source"], "ruleset": summary["ruleset"]}
                served = get(base, f"/v1/stats/{summary['game']}/summary", **query)
                assert served["seats"] == summary["seats"], "the command and the service say the same"
                cls.features.append(get(base, f"/v1/stats/{summary['game']}/features", **query))
        cls.sql = cls.connect(folder)

    @classmethod
    def connect(cls, folder):
        """DuckDB with the tables `seats_x`, `features_x` and `measures_x`: x is parquet or csv."""
        sql = duckdb.connect()
        cls.addClassCleanup(sql.close)
        for table, file in [("seats", "facts"), ("features", "features"), ("measures", "measures")]:
            sql.execute(f"CREATE VIEW {table}_parquet AS SELECT * FROM '{folder / file}.parquet'")
            sql.execute(f"CREATE TABLE {table}_csv AS SELECT * FROM {table}_parquet LIMIT 0")
            sql.execute(f"COPY {table}_csv FROM '{folder / file}.csv' (HEADER, AUTO_DETECT FALSE)")
        return sql

    def one(self, query, *values):
        return self.sql.execute(query, values).fetchone()

    def all(self, query, *values):
        return self.sql.execute(query, values).fetchall()

    def close(self, estimate, value):
        self.assertTrue(math.isclose(estimate["value"], value, rel_tol=1e-12, abs_tol=1e-12), (estimate, value))

    def each(self):
        """Every summary with its features and the two places it is worked out from."""
        for summary, features in zip(self.summaries, self.features):
            for place in ["parquet", "csv"]:
                yield summary, features, place

    def test_games_ties_and_length(self):
        for summary, _, place in self.each():
            per_game = f"(SELECT DISTINCT game_number, line_up, tied, length FROM seats_{place} WHERE source = ?)"
            of = summary["source"]
            (games,) = self.one(f"SELECT count(*) FROM {per_game}", of)
            self.assertEqual(games, summary["games"])
            self.assertEqual(games, summary["ties"]["n"])
            self.close(summary["ties"], self.moments("tied::INT", f"FROM {per_game}", of)[0])
            self.spread(summary["length"], self.moments("length", f"FROM {per_game}", of))
            bars = self.all(f"SELECT length, count(*) FROM {per_game} GROUP BY length ORDER BY length", of)
            self.assertEqual(bars, [(bar["value"], bar["n"]) for bar in summary["length"]["histogram"]])
            lineups = self.all(f"SELECT line_up, count(*) FROM {per_game} GROUP BY 1 ORDER BY 1", of)
            self.assertEqual(lineups, [(each["lineup"], each["games"]) for each in summary["lineups"]])

    def moments(self, column, rows, *of):
        """The mean over line-ups, which count the same, the standard deviation within them, the least and the greatest."""
        of_line_up = f"avg({column}), var_pop({column}) * count(*), count(*), min({column}), max({column})"
        means, squares, counts, least, greatest = zip(*self.all(f"SELECT {of_line_up} {rows} GROUP BY line_up", *of))
        deviation = math.sqrt(sum(squares) / (sum(counts) - len(counts)))
        return sum(means) / len(means), deviation, min(least), max(greatest)

    def spread(self, spread, moments):
        mean, sd, least, greatest = moments
        self.close(spread["mean"], mean)
        self.assertTrue(math.isclose(spread["sd"], sd, rel_tol=1e-9, abs_tol=1e-9), (spread["sd"], sd))
        self.assertEqual((spread["min"], spread["max"]), (least, greatest))

    def test_seats(self):
        for summary, _, place in self.each():
            self.assertEqual(len(summary["seats"]), summary["players"])
            for seat in summary["seats"]:
                of_seat = f"FROM seats_{place} WHERE source = ? AND seat = ?"
                of = (summary["source"], seat["seat"])
                shares = self.all(f"SELECT avg(win_units) / 420 {of_seat} GROUP BY line_up", *of)
                # Line-ups count the same.
                self.close(seat["win_share"], sum(share for (share,) in shares) / len(shares))
                won = "count(*) FILTER (win_units = 420), count(*) FILTER (win_units BETWEEN 1 AND 419)"
                self.assertEqual(self.one(f"SELECT {won} {of_seat}", *of), (seat["sole_wins"], seat["shared_wins"]))
                for column in ["score", "turns"]:
                    self.spread(seat[column], self.moments(column, of_seat, *of))
                bars = self.all(f"SELECT score, count(*) {of_seat} GROUP BY score ORDER BY score", *of)
                self.assertEqual(bars, [(bar["value"], bar["n"]) for bar in seat["score"]["histogram"]])

    def test_line_ups(self):
        for summary, _, place in self.each():
            for lineup in summary["lineups"]:
                shares = self.all(
                    f"SELECT avg(win_units) / 420 FROM seats_{place} WHERE source = ? AND line_up = ? "
                    "GROUP BY seat ORDER BY seat",
                    summary["source"],
                    lineup["lineup"],
                )
                self.assertEqual(len(shares), summary["players"])
                for estimate, (share,) in zip(lineup["win_shares"], shares):
                    self.close(estimate, share)

    def test_features(self):
        for summary, features, place in self.each():
            found = self.all(
                "SELECT feature, value, sum(n), avg(share), avg(score) FROM (SELECT feature, line_up, "
                "coalesce(category, number::VARCHAR) AS value, count(*) AS n, avg(win_units) / 420 AS share, "
                f"avg(score) AS score FROM features_{place} WHERE source = ? GROUP BY ALL) GROUP BY ALL",
                summary["source"],
            )
            counted = {(feature, bucket): numbers for feature, bucket, *numbers in found}
            self.assertGreater(len(counted), 5)
            for feature in features["features"]:
                for bucket in feature["buckets"]:
                    n, share, score = counted.pop((feature["name"], str(bucket["bucket"])))
                    self.assertEqual(n, bucket["n"])
                    if not bucket["win_share"].get("insufficient_data"):
                        self.close(bucket["win_share"], share)
                        self.close(bucket["score"], score)
            self.assertEqual(counted, {}, "values that the service does not name")

    def test_measures(self):
        for summary, _, place in self.each():
            rows, of = f"FROM measures_{place} WHERE source = ?", summary["source"]
            found = [name for (name,) in self.all(f"SELECT DISTINCT measure {rows} ORDER BY measure", of)]
            self.assertEqual(found, [measure["name"] for measure in summary["measures"]])
            for measure in summary["measures"]:
                self.spread(measure, self.moments("value", f"{rows} AND measure = ?", of, measure["name"]))

    def test_both_files_say_the_same(self):
        for table in ["seats", "features", "measures"]:
            for one, other in [("parquet", "csv"), ("csv", "parquet")]:
                query = f"SELECT * FROM {table}_{one} EXCEPT ALL SELECT * FROM {table}_{other}"
                self.assertEqual(self.all(query), [], table)

    def test_the_command_line_says_what_the_service_says(self):
        for summary, features in zip(self.summaries, self.features):
            found = json.loads(tapis(self.folder, "stats", "--source", summary["source"], "--json"))
            self.assertEqual(found, {"summary": summary, "features": features})

    def test_a_report_and_its_charts_stand_alone(self):
        for summary in self.summaries:
            which = ["--source", summary["source"], "--language", "fr", "--force"]
            to = ["--to", "report.html", "--seed", "tapis"]  # the seed that simulate takes when none is given
            verdicts = tapis(self.folder, "report", *which, *to).splitlines()
            page = (self.folder / "report.html").read_text(encoding="utf-8")
            for verdict in verdicts[:-1]:
                self.assertIn(f"<li>{html.escape(verdict, quote=False)}</li>", page)
            self.assertIn("--seed 'tapis'", page)
            with self.assertRaisesRegex(AssertionError, "was not simulated with the seed"):
                tapis(self.folder, "report", *which, "--to", "report.html", "--seed", "another")
            self.assertIn(f"disent {summary['games']} parties", page)
            drawn = [ElementTree.fromstring(svg) for svg in re.findall("<svg.*?</svg>", page, re.DOTALL)]
            self.assertGreater(len(drawn), 4)
            for of in ["seats", "length", "score", "features"]:
                tapis(self.folder, "chart", "--of", of, *which, "--to", "chart.svg")
                chart = ElementTree.parse(self.folder / "chart.svg").getroot()
                self.assertIn(chart[0].text, [svg[0].text for svg in drawn], "the title of one in the report")

    def test_csv_has_every_game(self):
        games = sum(summary["games"] for summary in self.summaries)
        counted = self.one(f"SELECT count(*), count(DISTINCT game_id) FROM '{self.folder / 'games.csv'}'")
        self.assertEqual(counted, (games, games))


if __name__ == "__main__":
    unittest.main()
