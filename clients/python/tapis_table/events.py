"""The events of a game, over lines that break."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx

# A line that is silent for longer is broken: heartbeats come more often.
PATIENCE = httpx.Timeout(10, read=60)


def events(
    client: httpx.Client, game: str, token: str | None = None, known: int = 0, *, retries: int = 8
) -> Iterator[dict[str, Any]]:
    """The events of a game after the version `known`, to its end, as the bearer of `token` may know them.

    A line that breaks is opened again after the last event that came; after `retries` vain attempts in a row the fault is
    raised. An answer that is no stream raises httpx.HTTPStatusError.
    """
    vain = 0
    while True:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(known)}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            with client.stream("GET", f"/v1/games/{game}/events", headers=headers, timeout=PATIENCE) as answer:
                # Nothing more will come.
                if answer.status_code == httpx.codes.NO_CONTENT:
                    return
                answer.raise_for_status()
                for event in _read(answer):
                    # Who follows, or why this line ends: the next request is told it, too.
                    if "version" not in event:
                        continue
                    known, vain = event["version"], 0
                    yield event
        except httpx.TransportError:
            vain += 1
            if vain > retries:
                raise
            time.sleep(min(0.1 * 2**vain, 5))


def _read(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    """Server-sent events; a block without data is a heartbeat."""
    data: list[str] = []
    for line in answer.iter_lines():
        if line.startswith("data:"):
            data.append(line[5:].strip())
        elif not line and data:
            yield json.loads("\n".join(data))
            data = []
