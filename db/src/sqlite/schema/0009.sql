-- Version 9. Keys that front ends and designers call with: the hash of each, never the key itself. A row is sealed; only revoked_at
-- and the seal ever change, and no row is deleted, so that a name always means the same caller.

CREATE TABLE api_keys (
    name          TEXT PRIMARY KEY,
    hash          BLOB NOT NULL,
    scope         TEXT NOT NULL, -- play or lab
    rate_requests INTEGER,       -- a minute; 0: no limit; NULL: as an address
    rate_create   INTEGER,
    rate_moves    INTEGER,
    rate_hints    INTEGER,
    created_at    TEXT NOT NULL,
    revoked_at    TEXT,
    seal          BLOB NOT NULL
) STRICT, WITHOUT ROWID;
