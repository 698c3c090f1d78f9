-- Version 6. The nodes that serve the database: each says every few seconds that it goes on. One whose time is up left work
-- behind; whoever takes the row away takes up that work.

CREATE TABLE nodes (
    id    uuid        NOT NULL PRIMARY KEY,
    until timestamptz NOT NULL
);

-- Games in which nobody may move any more, by their age: what is looked at now and then is what is old.
CREATE INDEX games_old ON games (created_at, id) WHERE status IN ('waiting', 'running');

-- What readiness checks write, a page each, and nobody reads: whether another page fits is what a move at the end of a page asks.
CREATE TABLE probes (
    body bytea NOT NULL
);
