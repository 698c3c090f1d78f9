-- Version 4. Keys that front ends and designers call with: the hash of each, never the key itself. A row is sealed; only revoked_at
-- and the seal ever change, and no row is deleted, so that a name always means the same caller.

CREATE TABLE api_keys (
    name          text        NOT NULL PRIMARY KEY,
    hash          bytea       NOT NULL,
    scope         text        NOT NULL, -- play or lab
    rate_requests bigint,               -- a minute; 0: no limit; NULL: as an address
    rate_create   bigint,
    rate_moves    bigint,
    rate_hints    bigint,
    created_at    timestamptz NOT NULL,
    revoked_at    timestamptz,
    seal          bytea       NOT NULL
);
