-- Webhooks: where the owner of a key is told what happens in the games that it creates. There is one a key.
CREATE TABLE webhooks (
    key           TEXT NOT NULL PRIMARY KEY, -- its name
    url           TEXT NOT NULL,
    secret        BLOB NOT NULL, -- what messages are signed with
    on_since      TEXT NOT NULL, -- set, or switched on again
    failing_since TEXT,
    off_since     TEXT,
    fault         TEXT,          -- why the newest message that did not arrive did not
    seal          BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How far the owner of a key was told of a game. The events themselves are what waits to be told.
CREATE TABLE webhook_games (
    game          TEXT    NOT NULL PRIMARY KEY REFERENCES games (id),
    key           TEXT    NOT NULL,
    delivered     INTEGER NOT NULL CHECK (delivered >= 0), -- the newest version of which all was told
    tries         INTEGER NOT NULL,
    next_try      TEXT    NOT NULL,
    failing_since TEXT,
    is_done       INTEGER NOT NULL CHECK (is_done IN (0, 1)), -- the end was told
    seal          BLOB    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_games_key ON webhook_games (key);
CREATE INDEX webhook_games_due ON webhook_games (key, next_try, game) WHERE is_done = 0;
