"""A table: created with one seat of one's own, one that is open, and bots on the others."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from service import anybody, ensure, expect
from tapis_client.api.games import create_game, get_game
from tapis_client.api.seats import join_seat
from tapis_client.client import AuthenticatedClient
from tapis_client.models import (
    AnyOptions,
    BotLevel,
    CreatedGame,
    CreateGame,
    GameState,
    JoinSeat,
    SeatToken,
    SeatWanted,
    WantedKind,
)


@dataclass
class Table:
    """A game and the tokens of the seats played here."""

    id: UUID
    commitment: str
    tokens: dict[int, str]


def sit_down(base: str, game: str, players: int) -> Table:
    """Creates a game of so many players, and takes the open seat."""
    client = anybody(base)
    seats = [SeatWanted(WantedKind.MINE, name="Ada"), SeatWanted(WantedKind.OPEN)]
    seats += [SeatWanted(WantedKind.BOT, level=BotLevel.RANDOM)] * (players - 2)
    wanted = CreateGame(seats, game=game, options=AnyOptions.from_dict({"players": players}))
    answer = create_game.sync_detailed(client=client, body=wanted, idempotency_key=str(uuid4()))
    created = expect(CreatedGame, answer)
    key, name = str(uuid4()), JoinSeat(name="Blaise")
    joined = expect(SeatToken, join_seat.sync_detailed(created.id, 1, client=client, body=name, idempotency_key=key))
    tokens = {seat.seat: seat.token for seat in created.seats if seat.token}
    tokens[joined.seat] = joined.token
    ensure(len(tokens) == 2, "two seats are ours")
    return Table(created.id, created.deal_commitment, tokens)


def look(client: AuthenticatedClient, game: UUID) -> GameState:
    """The game as the bearer of the client's token may know it."""
    return expect(GameState, get_game.sync_detailed(game, client=client))
