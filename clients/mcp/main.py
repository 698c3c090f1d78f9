"""An agent that plays one whole game of every ruleset through the Model Context Protocol, by the official client.

python main.py [address] [games; all if none is named]
"""

import asyncio
import json
import sys
from typing import Any
from uuid import uuid4

from mcp import Client


async def main(base: str, wanted: list[str]) -> None:
    """Plays them all, or those that are wanted."""
    async with Client(f"{base}/mcp") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        ensure({"new_game", "wait_for_turn", "play"} <= names, f"the tools are there: {names}")
        listed = (await call(client, "list_games"))["games"]
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
    created = await call(client, "new_game", game=game, seats=seats, idempotency_key=str(uuid4()))
    seat = {"game_id": created["id"], "token": created["seats"][0]["token"]}
    moves = 0
    while True:
        waited = await call(client, "wait_for_turn", **seat)
        state = waited["state"]
        if waited["your_turn"]:
            if moves == 0:
                refused = await client.call_tool("play", {**seat, "move": "nonsense", "version": state["version"]})
                ensure(refused.is_error, "what is no move is refused")
            move = choose(state["legal_moves"][0])
            await call(client, "play", **seat, move=move, version=state["version"], idempotency_key=str(uuid4()))
            moves += 1
        elif state["status"] != "running":
            break
    ensure(moves > 0 and state["status"] == "finished", f"the game is over: {state['status']}")
    replay = await client.read_resource(f"tapis://replays/{seat['game_id']}")
    ensure(json.loads(replay.contents[0].text)["scores"] == state["scores"], "the totals agree")
    return moves


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool answers that has to go well."""
    result = await client.call_tool(tool, arguments)
    ensure(not result.is_error, f"{tool}: {result.content}")
    return result.structured_content


def choose(move: dict[str, Any]) -> str:
    """The notation of a legal move; of a choice of sets, that of its first candidate alone."""
    if "choose" in move:
        return f"{move['kind']} {move['choose']['candidates'][0]}"
    return str(move["notation"])


def ensure(is_so: bool, what: str) -> None:
    """Fails unless it is so."""
    if not is_so:
        raise RuntimeError(what)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080", sys.argv[2:]))
