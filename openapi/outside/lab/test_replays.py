"""The facts of games played at the service are what their replays say, and nothing secret leaves with them."""

import json
import pathlib
import tempfile
import time
import unittest

import duckdb

from server import SECONDS, get, post, service, tapis

FILES = ["facts.parquet", "features.parquet", "games.csv", "games.ndjson"]


def bots(level, visibility):
    """A game between two bots."""
    seats = [{"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": level}]
    return {"game": "richelieu", "seats": seats, "visibility": visibility}


class Replays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        folder = cls.folder = pathlib.Path(place.name)
        with service(folder, "lab.db", "--bot-threads", "16") as base:
            wanted = [bots(level, "public") for level in ["greedy", "random"] * 2] + [bots("random", "unlisted")]
            ids = [post(base, "/v1/games", body)["id"] for body in wanted]
            mine = {"game": "richelieu", "seats": [{"kind": "mine", "name": "Zerbinette"}, {"kind": "bot", "level": "greedy"}]}
            cls.running = post(base, "/v1/games", mine)
            cls.unlisted = ids[-1]
            cls.replays = {game: cls.replay(base, game) for game in ids}
            for name in FILES:
                tapis(folder, "export", "--to", name)

    @staticmethod
    def replay(base, game):
        end = time.monotonic() + SECONDS
        while get(base, f"/v1/games/{game}")["status"] != "finished":
            if time.monotonic() > end:
                raise AssertionError(f"the bots do not finish game {game}")
            time.sleep(0.05)
        return get(base, f"/v1/games/{game}/replay")

    def expected(self, replay):
        """What follows from a replay: length, then for each seat score, rank, part of the win, moves, cards taken."""
        ranked, plies = replay["ranks"], replay["plies"]
        moves = [[ply["notation"] for ply in plies if ply["seat"] == seat] for seat in range(2)]
        won = [420 // ranked.count(1) if rank == 1 else 0 for rank in ranked]
        taken = [sum(1 for move in seat if move.startswith("take ")) for seat in moves]
        return [(len(plies), *seat) for seat in zip(replay["scores"], ranked, won, map(len, moves), taken)]

    def test_facts_are_what_the_replays_say(self):
        sql = duckdb.connect()
        self.addCleanup(sql.close)
        rows = sql.execute(
            f"""SELECT game_id, seats.length, seats.score, rank, seats.win_units, turns, number
            FROM '{self.folder / "facts.parquet"}' AS seats JOIN '{self.folder / "features.parquet"}' AS features
            USING (game_number, seat) WHERE feature = 'cards_taken' ORDER BY game_number, seat"""
        ).fetchall()
        found = {}
        for game, *facts in rows:
            found.setdefault(game or self.unlisted, []).append(tuple(facts))
        self.assertEqual(found, {game: self.expected(replay) for game, replay in self.replays.items()})

    def test_unlisted_games_count_without_their_id(self):
        games = (self.folder / "games.ndjson").read_text(encoding="utf-8").splitlines()
        ids = {json.loads(game)["game_id"] for game in games}
        self.assertEqual(ids, set(self.replays) - {self.unlisted} | {None})

    def test_nothing_secret_is_in_any_file(self):
        secrets = {"Zerbinette", self.running["id"], self.running["deal_commitment"], self.unlisted}
        secrets |= {seat["token"] for seat in self.running["seats"] if "token" in seat}
        bare = []
        for replay in self.replays.values():
            secrets |= {replay["seed"], replay["nonce"], replay["commitment"]}
            bare += [bytes.fromhex(replay["seed"]), bytes.fromhex(replay["nonce"])]
        for name in FILES:
            content = (self.folder / name).read_bytes()
            for secret in [secret.encode() for secret in secrets] + bare:
                self.assertNotIn(secret, content, name)


if __name__ == "__main__":
    unittest.main()
