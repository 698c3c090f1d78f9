"""An agent that plays one whole game of every ruleset through the Model Context Protocol, by the official client.

python main.py [address] [games; all if none is named]
"""

import asyncio
import json
import sys
from typing import Any
from uuid import uuid4

from mcp import Client
from mcp_types.version import LATEST_MODERN_VERSION

MOST_BYTES = 40_000


async def main(base: str, wanted: list[str]) -> None:
    """Plays them all, or those that are wanted."""
    async with Client(f"{base}/mcp") as client:
        ensure(client.protocol_version == LATEST_MODERN_VERSION, f"the newest revision: {client.protocol_version}")
        names = {tool.name for tool in (await client.list_tools()).tools}
        wanted_tools = {"new_game", "wait_for_turn", "play", "log", "undo", "resign", "rematch"}
        ensure(wanted_tools <= names, f"the tools are there: {names}")
        listed = (await call(client, [], "list_games"))["games"]
        games = [game for game in listed if not wanted or game["game"] in wanted]
        ensure(len(games) > 0 and len(wanted) <= len(games), "the service has the games")
        for game in games:
            moves = await play(client, game["game"], game["players"]["min"])
            print(f"{game['game']}: {moves} moves, to the end")


async def play(client: Client, game: str, players: int) -> int:
    """Plays a game against bots to its end, and compares the end with the record; how many moves it took."""
    rules = await client.read_resource(f"tapis://rules/{game}")
    ensure(len(rules.contents[0].text) > 1_000, "the rules can be read")
    seats = [{"kind": "mine", "name": "Agent"}, *({"kind": "bot", "level": "random"} for _ in range(players - 1))]
    told: list[str] = []
    created = await call(client, told, "new_game", game=game, seats=seats, idempotency_key=str(uuid4()))
    seat = {"game_id": created["id"], "token": created["seats"][0]["token"]}
    view = await call(client, told, "wait_for_turn", **seat)
    moves = 0
    while view.get("status") != "finished":
        known = view["version"]
        if view["your_turn"]:
            if moves == 0:
                refused = await client.call_tool("play", {**seat, "move": "nonsense", "version": known})
                ensure(refused.is_error, "what is no move is refused")
            key = str(uuid4())
            view = await call(client, told, "play", **seat, move=choose(view), version=known, idempotency_key=key)
            moves += 1
        else:
            view = await call(client, told, "wait_for_turn", **seat, since=known)
        for line in view["happened"]:
            ensure(bool(line.strip()), "every line says something")
    size = sum(len(text.encode()) for text in told)
    ensure(moves > 0 and size <= MOST_BYTES, f"{game} costs {size} bytes")
    end = await call(client, told, "look", **seat)
    replay = await client.read_resource(f"tapis://replays/{seat['game_id']}")
    ensure(json.loads(replay.contents[0].text)["scores"] == end["scores"], "the totals agree")
    return moves


async def call(client: Client, told: list[str], tool: str, **arguments: Any) -> Any:
    """What a tool answers that has to go well; its result is added to what was told, as it is sent."""
    result = await client.call_tool(tool, arguments)
    ensure(not result.is_error, f"{tool}: {result.content}")
    told.append(result.model_dump_json(by_alias=True, exclude_none=True))
    return json.loads(result.content[0].text)


def choose(view: dict[str, Any]) -> str:
    """The notation of a legal move; of a choice of sets, that of its first candidate alone."""
    if "moves" in view:
        return str(next(iter(view["moves"])))
    if "choices" in view:
        begin, ends = next(iter(view["choices"].items()))
        return f"{begin} {ends.split(' ')[0]}".strip()
    return f"{view['choose']['kind']} {view['choose']['from'].split(' ')[0]}"


def ensure(is_so: bool, what: str) -> None:
    """Fails unless it is so."""
    if not is_so:
        raise RuntimeError(what)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080", sys.argv[2:]))
