"""Plays whole games of everything a service has by taps, and carries every table on by steps: the law that both agree.

python draw.py [address] [games; all if none is named]
"""

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
from tapis_table import Hand, Layout, events, possible

PATIENCE = httpx.Timeout(60)


def main() -> None:
    """One game of each: two seats of ours, a spectator, and bots on the other seats."""
    base = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    with httpx.Client(base_url=base, timeout=PATIENCE) as client:
        games = good(client.get("/v1/rulesets"))["items"]
        wanted = sys.argv[2:]
        games = [about for about in games if not wanted or about["game"] in wanted]
        if not games or len(games) < len(wanted):
            raise RuntimeError("the service has not the games")
        for about in games:
            play(client, about["game"], about["players"]["min"])


def play(client: httpx.Client, name: str, players: int) -> None:
    """Plays one game to its end, followed from two seats and from beside the table."""
    seats = [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Blaise"}]
    seats += [{"kind": "bot", "level": "random"}] * (players - 2)
    created = good(client.post("/v1/games", json={"game": name, "seats": seats}, headers=key()))
    pieces = good(client.get(f"/v1/rulesets/{name}/{created['ruleset']['hash']}/pieces"))
    tokens = [seat.get("token") for seat in created["seats"][:2]] + [None]
    with ThreadPoolExecutor() as readers:
        followed = list(readers.map(lambda token: follow(client, created["id"], pieces, token), tokens))
    if not all(steps > 0 for _, steps in followed) or not all(moves > 0 for moves, _ in followed[:2]):
        raise RuntimeError(f"{name}: somebody did not play or did not see: {followed}")
    print(f"{name} of {players}: {followed[0][0]} + {followed[1][0]} moves by taps, {followed[0][1]} steps")


def follow(client: httpx.Client, game: str, pieces: dict[str, Any], token: str | None) -> tuple[int, int]:
    """Follows a game to its end, and plays where it is its turn. Answers how many moves and steps there were."""
    state = look(client, game, token)
    layout, moves, steps = Layout(state["layout"]), tap(client, state, pieces, token), 0
    for event in events(client, game, token, state["version"]):
        for step in event.get("steps", []):
            for effect in step.get("effects", []):
                layout.carry_out(effect, pieces)
        steps += len(event.get("steps", []))
        then = look(client, game, token, event["version"])
        if layout != Layout(then["layout"]):
            raise RuntimeError(f"the steps do not lead to version {event['version']} of {game}: {layout}")
        if event.get("turn", {}).get("seat") == state.get("you", {}).get("seat", -1):
            moves += tap(client, look(client, game, token), pieces, token)
    if look(client, game, token)["status"] != "finished":
        raise RuntimeError(f"the events of {game} ended before it did")
    return moves, steps


def tap(client: httpx.Client, state: dict[str, Any], pieces: dict[str, Any], token: str | None) -> int:
    """Plays a move where there is one to choose: taps what may be tapped, until that makes a move."""
    seat, moves = state.get("you", {}).get("seat"), state.get("legal_moves")
    if seat is None or not moves or state.get("turn", {}).get("seat") != seat:
        return 0
    picks: list[str] = []
    # The same deal makes the same game.
    chance = random.Random(state["version"])
    while more := possible(moves, picks, Hand(seat, pieces)):
        picks.append(chance.choice(more))
    headers = {**key(), **bearer(token), "Prefer": "return=minimal"}
    answer = client.post(f"/v1/games/{state['id']}/moves", json={"picks": picks, "version": state["version"]}, headers=headers)
    answer.raise_for_status()
    return 1


def look(client: httpx.Client, game: str, token: str | None, version: int | None = None) -> dict[str, Any]:
    """The state as a reader may know it, now or as it was at a version."""
    query = {} if version is None else {"version": version}
    return good(client.get(f"/v1/games/{game}", params=query, headers=bearer(token)))


def good(answer: httpx.Response) -> dict[str, Any]:
    """The body of a good answer; anything else ends the program."""
    if answer.is_error:
        raise RuntimeError(f"{answer.status_code} {answer.url}: {answer.text}")
    body: dict[str, Any] = answer.json()
    return body


def bearer(token: str | None) -> dict[str, str]:
    """The header that shows who is calling; none for spectators."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def key() -> dict[str, str]:
    """The header that makes a retry harmless."""
    return {"Idempotency-Key": str(uuid4())}


if __name__ == "__main__":
    main()
