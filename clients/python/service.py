"""The generated client, and how answers are taken."""

from typing import Any, TypeVar, cast

from httpx import Timeout
from tapis_client import AuthenticatedClient, Client
from tapis_client.types import Response

T = TypeVar("T")

# Longer than a page of events is waited for.
PATIENCE = Timeout(60)


def bearer(base: str, token: str) -> AuthenticatedClient:
    """A client of the service at `base` that shows a seat's token."""
    return AuthenticatedClient(base_url=base, token=token, timeout=PATIENCE, raise_on_unexpected_status=True)


def anybody(base: str) -> AuthenticatedClient:
    """A client of the service at `base` that is nobody's seat.

    Where a token may be shown but need not be, the generator asks for a client that has one; any will do.
    """
    client = Client(base_url=base, timeout=PATIENCE, raise_on_unexpected_status=True)
    return cast(AuthenticatedClient, client)


def expect(kind: type[T], response: Response[Any]) -> T:
    """The body of an answer that must be of this kind; anything else ends the program."""
    if not isinstance(response.parsed, kind):
        raise RuntimeError(f"{response.status_code.value}: {response.parsed}")
    return response.parsed


def ensure(holds: bool, what: str) -> None:
    """Ends the program when something is not as it was promised."""
    if not holds:
        raise RuntimeError(what)
