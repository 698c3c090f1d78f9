"""Plays one whole game of every ruleset that the service at the given address has, or of those that are named.

python main.py [address] [games]
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from player import play
from service import anybody, ensure, expect
from table import Table, look, sit_down
from tapis_client.api.play import get_replay, list_moves
from tapis_client.api.rulesets import list_rulesets
from tapis_client.models import GameReplay, GameStatus, ObservationLog, Outcome, RulesetList


def main() -> None:
    """Plays them all."""
    base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    rulesets = expect(RulesetList, list_rulesets.sync_detailed(client=anybody(base))).items
    wanted = sys.argv[2:]
    games = [ruleset for ruleset in rulesets if not wanted or ruleset.game in wanted]
    ensure(len(games) > 0 and len(wanted) <= len(games), "the service has the games")
    for ruleset in games:
        table = sit_down(base, ruleset.game, ruleset.players.min_)
        with ThreadPoolExecutor() as players:
            played = list(players.map(lambda seat: play(base, table, seat), table.tokens))
        ensure(all(one.moves > 0 for one in played), "both seats moved")
        ensure(any(one.stale > 0 for one in played), "an old version was tried")
        ensure(len({one.events for one in played}) == 1, "both seats heard of the same events")
        ours = " + ".join(str(one.moves) for one in played)
        print(f"{ruleset.game}: {check(base, table)} plies, {ours} of them ours, to the end")


def check(base: str, table: Table) -> int:
    """The end agrees with itself, with the record and with what was promised at the start."""
    client = anybody(base)
    end = look(client, table.id)
    if end.status != GameStatus.FINISHED or not isinstance(end.result, Outcome):
        raise RuntimeError(f"the game is not over: {end.status}")
    replay = expect(GameReplay, get_replay.sync_detailed(table.id, client=client))
    ensure(replay.scores == end.result.scores == end.scores, "the totals agree")
    ensure(replay.ranks == end.result.ranks, "the ranks agree")
    winners = [seat for seat, rank in enumerate(end.result.ranks) if rank == 1]
    ensure(winners == end.result.winners, "rank 1 wins")
    log = expect(ObservationLog, list_moves.sync_detailed(table.id, client=client))
    ensure(len(log.plies) == len(replay.plies) + 1, "ply 0 is the set-up")
    ensure(all(ply.notation in ply.legal for ply in replay.plies), "what was played was legal")
    secret = bytes.fromhex(replay.seed) + bytes.fromhex(replay.nonce)
    ensure(table.commitment == replay.commitment == f"sha256:{sha256(secret).hexdigest()}", "the deal was promised")
    return len(replay.plies)


if __name__ == "__main__":
    main()
