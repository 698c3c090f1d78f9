"""Every interval and every test of significance, worked out again with SciPy from exported data."""

import csv
import io
import json
import math
import pathlib
import statistics
import tempfile
import time
import unittest

import duckdb
from scipy import optimize, special, stats

from server import get, post, read, service, tapis

# A game of two with a bot in every seat, one with shared wins and four seats, one with two line-ups, and one in which seats are
# dealt different numbers of cards.
SIMULATIONS = [
    ("richelieu", "random", 150),
    ("malin", "random", 120),
    ("sept-blasons", "greedy,random,random,random", 120),
    ("parbourg", "random", 100),
]
# An arm against another, measured by shares and by numbers without bounds.
METRICS = ["win_share:random", "length"]
LEAST_N = 30


def near(found, expected):
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


def wilson(wins, n):
    interval = stats.binomtest(round(wins), n).proportion_ci(method="wilson")
    return interval.low, interval.high


def student(values):
    n, mean = len(values), sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    half = stats.t.ppf(0.975, n - 1) * math.sqrt(variance / n)
    return mean - half, mean + half


def variance_of_mean(shares):
    """Of shares and an imaginary one of one half."""
    n, mean = len(shares), sum(shares) / len(shares)
    return (sum((share - mean) ** 2 for share in shares) + 0.25) / ((n + 1) * n)


def covariance(games):
    """Twice the covariances between the seats of a game of what they add to a difference, summed over games."""
    seats = len(games[0][1])
    mine = [won[seat] for held_by, won in games for seat in held_by]
    others = [won[seat] for held_by, won in games for seat in range(seats) if seat not in held_by]
    part, a, b = len(mine) / (seats * len(games)), sum(mine) / len(mine), sum(others) / len(others)
    added = [
        [(1 - part) * (won[seat] - a) if seat in held_by else -part * (won[seat] - b) for seat in range(seats)]
        for held_by, won in games
    ]
    n = len(games)
    centres = [sum(game[seat] for game in added) / n for seat in range(seats)]
    centred = [[x - centre for x, centre in zip(game, centres)] for game in added]
    return sum(sum(game) ** 2 - sum(x * x for x in game) for game in centred) * n / (n - 1)


class Intervals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        folder = pathlib.Path(cls.place.name)
        cls.summaries = []
        for game, seats, games in SIMULATIONS:
            arguments = ["--game", game, "--seats", seats, "--games", str(games), "--json"]
            cls.summaries.append(json.loads(tapis(folder, "simulate", *arguments))["summary"])
        cls.features, cls.experiments = [], []
        with service(folder, "lab.db") as base:
            for summary in cls.summaries:
                query = {"source": summary["source"], "ruleset": summary["ruleset"]}
                cls.features.append(get(base, f"/v1/stats/{summary['game']}/features", **query))
            for metric in METRICS:
                cls.experiments.append(cls.experiment(base, metric))
        for name in ["facts.parquet", "features.parquet"]:
            tapis(folder, "export", "--to", name)
        cls.sql = duckdb.connect()
        cls.addClassCleanup(cls.sql.close)
        cls.sql.execute(f"CREATE VIEW seats AS SELECT * FROM '{folder}/facts.parquet'")
        cls.sql.execute(f"CREATE VIEW features AS SELECT * FROM '{folder}/features.parquet'")

    @staticmethod
    def experiment(base, metric):
        """The outcome of an experiment and the values of its arms, deal by deal."""
        arms = [{"name": "random", "seats": ["random"]}, {"name": "greedy", "seats": ["greedy", "random"]}]
        plan = {"game": "richelieu", "arms": arms, "games": 90, "metric": metric}
        id = post(base, "/v1/experiments", plan)["id"]
        until = time.monotonic() + 60
        while (report := get(base, f"/v1/experiments/{id}"))["state"] in ["queued", "running"]:
            assert time.monotonic() < until, report
            time.sleep(0.05)
        with read(base, f"/v1/experiments/{id}/export") as answer:
            rows = csv.DictReader(io.StringIO(answer.read().decode()))
        values = {arm["name"]: [] for arm in arms}
        for row in rows:
            values[row["arm"]].append(float(row["value"]))
        return report["outcome"], values

    def interval(self, estimate, expected):
        low, high = expected
        self.assertTrue(near(estimate["low"], low) and near(estimate["high"], high), (estimate, expected))

    def shares(self, summary, seat):
        """The win shares of a seat by line-up."""
        query = "SELECT line_up, win_units / 420 FROM seats WHERE source = ? AND seat = ?"
        found = {}
        for line_up, share in self.sql.execute(query, [summary["source"], seat]).fetchall():
            found.setdefault(line_up, []).append(share)
        return found

    def test_ties_and_lengths(self):
        for summary in self.summaries:
            query = "SELECT DISTINCT line_up, game_number, tied, length FROM seats WHERE source = ?"
            ties, lengths = {}, {}
            for line_up, _, tied, length in self.sql.execute(query, [summary["source"]]).fetchall():
                ties.setdefault(line_up, []).append(float(tied))
                lengths.setdefault(line_up, []).append(length)
            if len(ties) == 1:
                ((tied,), (length,)) = ties.values(), lengths.values()
                self.interval(summary["ties"], wilson(sum(tied), len(tied)))
                self.interval(summary["length"]["mean"], student(length))
                continue
            low, high = self.stratified(ties.values(), variance_of_mean)
            self.interval(summary["ties"], (max(low, 0), min(high, 1)))
            sample = lambda values: statistics.variance(values) / len(values)
            self.interval(summary["length"]["mean"], self.stratified(lengths.values(), sample))

    @staticmethod
    def stratified(strata, variance):
        """The interval of a mean over strata that count the same."""
        mean = sum(sum(values) / len(values) for values in strata) / len(strata)
        half = 1.959963984540054 * math.sqrt(sum(map(variance, strata))) / len(strata)
        return mean - half, mean + half

    def test_seats(self):
        for summary in self.summaries:
            for seat in summary["seats"]:
                found, estimate = self.shares(summary, seat["seat"]), seat["win_share"]
                if len(found) == 1:
                    (shares,) = found.values()
                    whole = all(share in (0, 1) for share in shares)
                    low, high = wilson(sum(shares), len(shares)) if whole else student(shares)
                else:
                    low, high = self.stratified(found.values(), variance_of_mean)
                self.interval(estimate, (max(low, 0), min(high, 1)))

    def test_all_seats_at_once(self):
        tested = 0
        for summary in self.summaries:
            test = summary.get("seats_differ")
            line_ups = [line_up["lineup"].split(",") for line_up in summary["lineups"]]
            alike = [players for players in line_ups if len(set(players)) == 1]
            self.assertEqual(test is None, not alike)
            if test is None:
                continue
            tested += 1
            k, n = summary["players"], summary["games"]
            columns = [self.shares(summary, seat)[",".join(alike[0])] for seat in range(k)]
            if summary["ties"]["value"] == 0:
                expected = stats.chisquare([sum(column) for column in columns])
                self.assertTrue(near(test["chi_square"], expected.statistic) and near(test["p_value"], expected.pvalue))
            variance = sum(sum(share**2 for share in column) for column in columns) / (n * k) - 1 / k**2
            squares = sum((sum(column) / n - 1 / k) ** 2 for column in columns)
            statistic = n * (k - 1) / (k * variance) * squares
            self.assertTrue(near(test["chi_square"], statistic), (test, statistic))
            self.assertTrue(near(test["p_value"], stats.chi2.sf(statistic, k - 1)), test)
        self.assertEqual(tested, 3)

    def games(self, summary):
        """Of each line-up the games: for each its win shares by seat."""
        query = "SELECT line_up, game_number, seat, win_units / 420 FROM seats WHERE source = ? ORDER BY line_up, game_number, seat"
        games = {}
        for line_up, game, _, share in self.sql.execute(query, [summary["source"]]).fetchall():
            games.setdefault(line_up, {}).setdefault(game, []).append(share)
        return games

    def holders(self, summary, name):
        """For each value of a feature, and each line-up, the seats of each game that had it."""
        query = "SELECT line_up, coalesce(category, number::VARCHAR), game_number, seat FROM features WHERE source = ? AND feature = ?"
        values = {}
        for line_up, value, game, seat in self.sql.execute(query, [summary["source"], name]).fetchall():
            values.setdefault(value, {}).setdefault(line_up, {}).setdefault(game, set()).add(seat)
        return values

    def test_lifts(self):
        tested = 0
        for summary, features in zip(self.summaries, self.features):
            games = self.games(summary)
            for feature in features["features"]:
                values = self.holders(summary, feature["name"])
                # What chance deals is compared with whatever else was dealt, not with its absence.
                dealt = values if (feature["role"], feature["kind"]) == ("dealt", "categories") else None
                for bucket in feature["buckets"]:
                    if bucket["lift"].get("value") is not None:
                        self.lift(bucket, values[str(bucket["bucket"])], games, dealt)
                        tested += 1
        self.assertGreater(tested, 100)

    def lift(self, bucket, holders, games, values):
        total = weighted = variance = inside = bound = excess = dealt = own = compared = 0
        shares = []
        for line_up, held in holders.items():
            rows = [(held.get(game, set()), won) for game, won in games[line_up].items()]
            within = seats = mine_n = others_n = 0
            got = lambda seat: [
                won[seat]
                for value in (values or {}).values()
                for game, won in games[line_up].items()
                if seat in value.get(line_up, {}).get(game, set())
            ]
            numbers = range(len(rows[0][1]))
            others_dealt = values is not None and any(len(got(seat)) != len(rows) for seat in numbers)
            for seat in numbers:
                mine = [won[seat] for held_by, won in rows if seat in held_by]
                if others_dealt:
                    others = got(seat)
                    for share in mine:
                        others.remove(share)
                else:
                    others = [won[seat] for held_by, won in rows if seat not in held_by]
                mine_n, others_n = mine_n + len(mine), others_n + len(others)
                # What is held by all, or is all there is, has nothing to be compared with.
                if not mine or not others or len(mine) == len(rows):
                    continue
                seats += 1
                a, b = len(mine), len(others)
                n = a + b
                weight = a * b / n
                own, compared = own + a, compared + b
                average = (sum(mine) + sum(others)) / n
                total, weighted = total + a * (1 - a / len(rows)), weighted + sum(mine) - a * average
                within += weight**2 * (variance_of_mean(mine) + variance_of_mean(others))
                mean = (sum(mine) + sum(others)) / n
                excess += sum(mine) - a * mean
                dealt += a * b / n * sum((share - mean) ** 2 for share in mine + others) / (n - 1)
            shares.append([won[seat] for held_by, won in rows for seat in held_by])
            inside += within
            # Seats that always or never have the value add nothing; a single one depends on nothing.
            most = within * seats / (seats - 1) if seats > 1 else within
            if others_dealt:
                variance += within * (mine_n + others_n) / others_n
            else:
                variance += max(within + covariance(rows), within / 100) if seats == len(rows[0][1]) else most
            bound += most
        if min(own, compared) * variance / inside < 30:
            variance = bound
        value, half = weighted / total, 1.959963984540054 * math.sqrt(variance) / total
        self.assertTrue(near(bucket["lift"]["value"], value), bucket)
        self.interval(bucket["lift"], (max(value - half, -1), min(value + half, 1)))
        share = sum(sum(mine) / len(mine) for mine in shares) / len(shares)
        angle = lambda p: 2 * math.asin(math.sqrt(min(max(p, 0), 1)))
        self.assertTrue(near(bucket["effect_size"], angle(share) - angle(share - value)), bucket)
        if "p_value" in bucket:
            z = abs(excess) / math.sqrt(dealt * variance / inside) if dealt > 0 else 0
            self.assertTrue(near(bucket["p_value"], 2 * stats.norm.sf(z)), (bucket, z))

    def test_confidence_sequences(self):
        for outcome, values in self.experiments:
            alpha = 1 - outcome["confidence"]
            for arm in outcome["arms"]:
                self.sequence(arm["mean"], values[arm["name"]], alpha * 0.02 / 2, (0, 1), outcome)  # two arms
            (comparison,) = outcome["comparisons"]
            differences = [b - a for a, b in zip(values["random"], values["greedy"])]
            self.sequence(comparison["difference"], differences, alpha * 0.98, (-1, 1), outcome)

    def sequence(self, interval, values, alpha, bounds, outcome):
        shares = outcome["method"] == "planned_and_empirical_bernstein_sequence"
        low, high = bounds if shares else (0, 1)
        n, total, squares = 0, 0.0, 0.0
        for value in values:
            x = (value - low) / (high - low)
            prediction = total / n if n else (0.5 if shares else x)
            n, total, squares = n + 1, total + x, squares + (x - prediction) ** 2
        self.assertTrue(near(interval["value"], sum(values) / n) and interval["n"] == n, interval)
        radius = min(open_radius(n, squares, alpha * 0.01, shares), planned_radius(n, squares, alpha * 0.97, shares))
        middle, half = sum(values) / n, (high - low) * radius
        ends = (middle - half, middle + half)
        if shares:
            ends = (max(ends[0], low), min(ends[1], high))
        self.interval(interval, ends)


def open_radius(n, squares, alpha, shares):
    """Half the width of a confidence sequence without end."""
    if shares:
        rho = min(max(n // 2 * 0.1 / 10, 6), 400)
        return mixture_boundary(squares, math.log(2 / alpha), rho) / n
    level = -2 * math.log(0.05)
    rho = (level + math.log1p(level)) / 500
    spread = n * rho + 1
    return math.sqrt(squares / n * 2 * spread / (n * n * rho) * math.log(math.sqrt(spread) / alpha))


def planned_radius(n, squares, alpha, shares):
    """Half the width at the end of a plan: a Brownian motion stays within it all the time (reflection principle)."""
    if n < 30 or (shares and squares < 8):
        return math.inf
    return stats.norm.isf(alpha / 4) * math.sqrt(squares / n * n) / n


def mixture_boundary(v, level, rho):
    """The sum at which the gamma-exponential mixture reaches a level (Howard and others 2021, proposition 9)."""

    def log_mixture(s):
        leading = rho * math.log(rho) - special.gammaln(rho) - math.log(special.gammainc(rho, rho))
        mass = special.gammainc(v + rho, s + v + rho)
        return leading + special.gammaln(v + rho) + math.log(mass) - (v + rho) * math.log(s + v + rho) + s + v

    return optimize.brentq(lambda s: log_mixture(s) - level, 0, 10 * (1 + math.sqrt(v * level) + level), xtol=1e-13)


if __name__ == "__main__":
    unittest.main()
