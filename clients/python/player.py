"""A seat that plays: it asks for events, and moves when it is its turn."""

from dataclasses import dataclass
from http import HTTPStatus
from uuid import uuid4

from service import bearer, ensure, expect
from table import Table, look
from tapis_client.api.play import play_move, stream_events
from tapis_client.client import AuthenticatedClient
from tapis_client.models import EventPage, GameState, GameStatus, MoveRequest, Problem, SeatOf
from layout import choose, visible


@dataclass
class Played:
    """What a player did."""

    moves: int = 0
    stale: int = 0
    events: int = 0


def play(base: str, table: Table, seat: int) -> Played:
    """Plays a seat to the end of the game."""
    client = bearer(base, table.tokens[seat])
    played, after = Played(), 0
    while True:
        answer = stream_events.sync_detailed(table.id, client=client, after=after, wait=25)
        if answer.status_code == HTTPStatus.NO_CONTENT:
            return played
        for event in expect(EventPage, answer).items:
            ensure(event.version == after + 1, f"event {event.version} follows {after}")
            after = event.version
            played.events += 1
        state = look(client, table.id)
        if state.status == GameStatus.RUNNING and isinstance(state.turn, SeatOf) and state.turn.seat == seat and state.legal_moves:
            move(client, table, seat, state, played)


def move(client: AuthenticatedClient, table: Table, seat: int, state: GameState, played: Played) -> None:
    """Decides on what is there now and plays it."""
    ensure(visible(state) > 0, "a player sees something")
    notation, key = choose(state), str(uuid4())
    if played.moves == 0 and state.version > 1:
        # A move that was decided on an older version is answered with the newer one.
        etag = f'"v{state.version - 1}-s{seat}"'
        answer = play_move.sync_detailed(
            table.id, client=client, body=MoveRequest(notation), if_match=etag, idempotency_key=str(uuid4())
        )
        problem = expect(Problem, answer)
        ensure(problem.status == HTTPStatus.PRECONDITION_FAILED, "an old version is refused")
        ensure(problem.etag == f'"v{state.version}-s{seat}"', "and the newer one is told")
        played.stale += 1
    etag = f'"v{state.version}-s{seat}"'
    first = [
        play_move.sync_detailed(
            table.id, client=client, body=MoveRequest(notation), if_match=etag, idempotency_key=key
        )
        # A retry with its key is answered as the first was, and plays nothing.
        for _ in range(2 if played.moves == 0 else 1)
    ]
    ensure(all(answer.content == first[0].content for answer in first), "a retry is answered the same")
    ensure(all("Idempotency-Replayed" in answer.headers for answer in first[1:]), "and says so")
    ensure(expect(GameState, first[0]).version > state.version, "a move makes a version")
    played.moves += 1
