"""Deeper than chance gets: games that can be played, asked about by who sits in them, every second move a legal one.

What is told in answers is remembered (tokens, entity tags, legal moves, what a seat saw) and used in later calls.
"""

import re
from collections import OrderedDict, deque
from itertools import count
from uuid import uuid4

import schemathesis
from schemathesis import GenerationMode

KEY = re.compile("[!-~]{1,255}")
# Enough to remember the games of one sequence, and a few more.
MOST = 1000
GAMES = [("richelieu", 2), ("sept-blasons", 4), ("malin", 4), ("parbourg", 3)]
games: "OrderedDict[str, dict]" = OrderedDict()
observations: "deque[dict]" = deque(maxlen=MOST)
created = count()
played = count()
asked = count()
analysed = count()


def operation_id(of) -> str:
    """The `operationId` of a context or a case."""
    return of.operation.definition.raw.get("operationId", "")


def every_second(counter):
    """Nothing at first, then at every second call how often there was something before."""
    number = next(counter)
    return number // 2 if number % 2 else None


def is_faulty(case) -> bool:
    """Whether a case is meant to be refused; its body then stays as it is."""
    return case.meta is not None and case.meta.generation.mode == GenerationMode.NEGATIVE


def has_null(value) -> bool:
    """Whether there is a null anywhere in a body."""
    if isinstance(value, dict):
        value = list(value.values())
    return any(map(has_null, value)) if isinstance(value, list) else value is None


def known(case):
    """The game that a case is about, if it is one of those remembered."""
    return games.get(str((case.path_parameters or {}).get("id")))


@schemathesis.hook
def after_call(context, case, response):
    """Remembers the tokens of a created game, and what may be played in it."""
    media = response.headers.get("content-type", [""])[0]
    if response.status_code not in (200, 201) or not media.startswith("application/json"):
        return
    told = response.json()
    operation, game = operation_id(case), known(case)
    if operation == "createGame":
        games[told["id"]] = {"tokens": {seat["seat"]: seat["token"] for seat in told["seats"] if "token" in seat}}
        while len(games) > MOST:
            games.popitem(last=False)
    elif game and operation in ("joinSeat", "rotateSeatToken"):
        game["tokens"][told["seat"]] = told["token"]
    elif game and isinstance(told, dict) and "legal_moves" in told:
        listed = [move["notation"] for move in told["legal_moves"] if "notation" in move]
        turn = (told.get("turn") or {}).get("seat", 0)
        game.update(etag=f'"v{told["version"]}-s{turn}"', turn=turn, moves=listed)
        games.move_to_end(told["id"])
    elif game and operation == "listMoves" and told.get("seat", -1) == game.get("turn"):
        observations.append({name: told[name] for name in ("ruleset", "seat", "plies")})


@schemathesis.check
def default_is_common(ctx, response, case):
    """`default` stands for the refusals that any call may give, and for no others. Every path answers OPTIONS, which is no call."""
    if response.request.method == "OPTIONS":
        return
    documented = case.operation.definition.raw["responses"]
    common = (400, 401, 405, 406, 408, 422, 429, 500, 503)
    assert str(response.status_code) in documented or response.status_code in common, response.status_code


@schemathesis.hook
def filter_case(context, case):
    """In a request a null counts as left out, which is taken, although the document offers no null."""
    return not (is_faulty(case) and (has_null(case.body) or hides_its_fault(case)))


def hides_its_fault(case) -> bool:
    """Whether a token is missing and a tag cannot be read: the fault of form is told first, and the check expects the other."""
    headers = case.headers or {}
    tag = str(headers.get("If-Match", "*"))
    return "Authorization" not in headers and not tag.startswith(("*", '"', "W/"))


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Every second question about a game that nobody has heard of is asked about the one last created or seen."""
    about_a_game = context.operation.path.startswith("/v1/games/{id}")
    if about_a_game and games and path_parameters.get("id") not in games and every_second(asked) is not None:
        path_parameters = {**path_parameters, "id": next(reversed(games))}
    return path_parameters


@schemathesis.auth(refresh_interval=None)
class SeatTokens:
    """Who asks about a known game sits in it: in the seat of the path, or else in that whose turn it is."""

    def get(self, case, context):
        game = known(case)
        if not game:
            return None
        tokens = game["tokens"]
        seats = (case.path_parameters.get("seat"), game.get("turn", 0))
        return next((tokens[seat] for seat in seats if seat in tokens), next(iter(tokens.values()), None))

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Every second game created can be played, every second move is legal, every second analysis is of what a seat saw."""
    # A stream is a string in the document; the checker reads it event by event and finds objects.
    case.headers = {name: value for name, value in (case.headers or {}).items() if "event-stream" not in str(value)}
    if operation_id(case) == "streamEvents":
        case.headers = {**case.headers, "Accept": "application/json"}
    # A request with a key that was used is answered as the first one was, whatever version it names: that is no acceptance.
    key = (case.headers or {}).get("Idempotency-Key")
    # Where no token is needed a key must be hard to guess, which no schema can say.
    guessable = operation_id(case) in ("createGame", "joinSeat", "createAnalysis", "matchPlayers")
    if (is_faulty(case) or guessable) and isinstance(key, str) and KEY.fullmatch(key):
        case.headers = {**case.headers, "Idempotency-Key": str(uuid4())}
    if not isinstance(case.body, dict) or is_faulty(case):
        return
    if operation_id(case) == "createGame" and (good := every_second(created)) is not None:
        game, players = GAMES[good % len(GAMES)]
        case.body = {"game": game, "seats": [{"kind": "mine"}] * players}
    game = known(case)
    if game and operation_id(case) == "playMove" and game.get("moves") and (good := every_second(played)) is not None:
        case.body = {"move": game["moves"][good % len(game["moves"])]}
        case.headers = {**case.headers, "If-Match": game["etag"]}
    analysis = operation_id(case) in ("createAnalysis", "estimateAnalysis")
    if analysis and observations and (good := every_second(analysed)) is not None:
        seen = observations[good % len(observations)]
        case.body = {**case.body, **seen, "budget": {"iterations": 50}, "wait_ms": 100}
