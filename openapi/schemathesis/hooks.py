"""Deeper than chance gets: every second game created is a good one, every second move in a known game a legal one.

What is told in answers is remembered (tokens, entity tags, legal moves) and used in calls to the same game.
"""

from collections import OrderedDict
from itertools import count

import schemathesis
from schemathesis import GenerationMode

# Enough to remember the games of one sequence, and a few more.
MOST = 1000
games: "OrderedDict[str, dict]" = OrderedDict()
turn = count()


def operation_id(of) -> str:
    """The `operationId` of a context or a case."""
    return of.operation.definition.raw.get("operationId", "")


def is_faulty(case) -> bool:
    """Whether a case is meant to be refused; its body then stays as it is."""
    return case.meta is not None and case.meta.generation.mode == GenerationMode.NEGATIVE


@schemathesis.hook
def after_call(context, case, response):
    """Remembers the tokens of a created game, and what may be played in it."""
    if response.status_code not in (200, 201) or "json" not in response.headers.get("content-type", [""])[0]:
        return
    told = response.json()
    if operation_id(case) == "createGame":
        games[told["id"]] = {"tokens": [seat["token"] for seat in told["seats"] if "token" in seat]}
        while len(games) > MOST:
            games.popitem(last=False)
    elif isinstance(told, dict) and "legal_moves" in told and told["id"] in games:
        listed = [move["notation"] for move in told["legal_moves"] if "notation" in move]
        etag = f'"v{told["version"]}-s{told["turn"]["seat"]}"'
        games[told["id"]].update(etag=etag, seat=told["turn"]["seat"], moves=listed)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Shows the token of a known game where none is shown; every second game can be played, every second move is legal."""
    # A stream is a string in the document; the checker reads it event by event and finds objects.
    case.headers = {name: value for name, value in (case.headers or {}).items() if "event-stream" not in str(value)}
    if operation_id(case) == "streamEvents":
        case.headers = {**case.headers, "Accept": "application/json"}
    good = isinstance(case.body, dict) and not is_faulty(case)
    if good and operation_id(case) == "createGame" and next(turn) % 2:
        case.body = {"game": "richelieu", "seats": [{"kind": "mine"}, {"kind": "mine"}]}
    game = games.get(str((case.path_parameters or {}).get("id")))
    if not game or not game["tokens"] or any(name.lower() == "authorization" for name in case.headers or {}):
        return
    seat = game.get("seat", 0)
    token = game["tokens"][seat if seat < len(game["tokens"]) else 0]
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
    if good and operation_id(case) == "playMove" and game.get("moves") and next(turn) % 2:
        case.body = {"move": game["moves"][next(turn) % len(game["moves"])]}
        case.headers["If-Match"] = game["etag"]
