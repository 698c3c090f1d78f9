-- Version 5. Experiments: what was asked, how far each is, and what its chunks of deals measured. The results of the games
-- themselves are facts, as those of all games.

CREATE TABLE experiments (
    id         TEXT NOT NULL PRIMARY KEY,
    plan       TEXT NOT NULL, -- JSON; never changes
    state      TEXT NOT NULL, -- queued, running, finished, cancelled, failed
    detail     TEXT,          -- why it failed
    created_at TEXT NOT NULL,
    ended_at   TEXT,
    seal       BLOB NOT NULL
) STRICT;

CREATE TABLE experiment_chunks (
    experiment TEXT    NOT NULL REFERENCES experiments (id),
    number     INTEGER NOT NULL CHECK (number >= 0),
    measured   BLOB    NOT NULL, -- for each arm the number of values (32 bits) and the values (64-bit floats), big-endian
    seal       BLOB    NOT NULL,
    PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;
