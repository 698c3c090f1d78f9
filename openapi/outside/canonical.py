"""RFC 8785 canonical JSON for what the server hashes: strings, booleans, null and integers, nested."""

import hashlib
import json
from typing import Any


def canonical(value: Any) -> bytes:
    """Keys in UTF-16 order, no spaces, nothing escaped that need not be."""
    return json.dumps(_ordered(value), ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def sha256(value: Any) -> str:
    """Lower-case hex SHA-256 of the canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    if isinstance(value, (list, tuple)):
        return [_ordered(item) for item in value]
    if isinstance(value, float):
        raise ValueError(f"{value} is no integer")
    return value
