"""Plays one whole game of every ruleset that the service at the given address has, or of those that are named.

python main.py [address] [games]

The client is what openapi-generator writes without any setting.
"""

import sys
from time import sleep

import openapi_client as tapis


def client(base: str, token: str | None = None) -> tapis.ApiClient:
    """A client of the service at `base`, with the token of a seat or without."""
    return tapis.ApiClient(tapis.Configuration(host=base, access_token=token))


def choose(legal: list[tapis.LegalMove]) -> str:
    """The notation of the first legal move."""
    move = legal[0].actual_instance
    return move.notation if isinstance(move, tapis.OneMove) else f"{move.kind} {move.choose.candidates[0]}"


def play(base: str, game: str, players: int) -> int:
    """Plays a game against bots to its end, and compares the end with the record; how many moves it took."""
    seats = [tapis.SeatWanted(kind=tapis.WantedKind.MINE, name="Ada")]
    seats += [tapis.SeatWanted(kind=tapis.WantedKind.BOT, level=tapis.BotLevel.RANDOM) for _ in range(players - 1)]
    made = tapis.GamesApi(client(base)).create_game(tapis.CreateGame(game=game, seats=seats))
    own = client(base, made.seats[0].token)
    state = tapis.GamesApi(own).get_game(made.id)
    moves = 0
    while state.status == tapis.GameStatus.RUNNING:
        if state.legal_moves:
            move = tapis.MoveRequest(move=choose(state.legal_moves), version=state.version, wait_ms=10_000)
            state = tapis.PlayApi(own).play_move(made.id, move)
            moves += 1
        else:
            sleep(0.01)
            state = tapis.GamesApi(own).get_game(made.id)
    replay = tapis.PlayApi(client(base)).get_replay(made.id)
    if moves == 0 or state.result is None or state.result.ranks != replay.ranks or state.scores != replay.scores:
        raise RuntimeError(f"the end of {game} is not that of the record: {state.result}, {replay.ranks}")
    return moves


def main() -> None:
    """Plays them all."""
    base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    wanted = sys.argv[2:]
    rulesets = tapis.RulesetsApi(client(base)).list_rulesets().items
    games = [one for one in rulesets if not wanted or one.game in wanted]
    if not games or len(wanted) > len(games):
        raise RuntimeError(f"the service has not all of {wanted}")
    for one in games:
        print(f"{one.game}: {play(base, one.game, one.players.min)} moves, to the end")


if __name__ == "__main__":
    main()
