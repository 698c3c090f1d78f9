-- Webhooks: where the owner of a key is told what happens in the games that it creates. There is one a key.
CREATE TABLE webhooks (
    key           text        NOT NULL PRIMARY KEY, -- its name
    url           text        NOT NULL,
    secret        bytea       NOT NULL, -- what messages are signed with
    on_since      timestamptz NOT NULL, -- set, or switched on again
    failing_since timestamptz,
    off_since     timestamptz,
    fault         text,                 -- why the newest message that did not arrive did not
    seal          bytea       NOT NULL
);

-- How far the owner of a key was told of a game. The events themselves are what waits to be told.
CREATE TABLE webhook_games (
    game          uuid        NOT NULL PRIMARY KEY,
    key           text        NOT NULL,
    delivered     bigint      NOT NULL, -- the newest version of which all was told
    tries         bigint      NOT NULL,
    next_try      timestamptz NOT NULL,
    failing_since timestamptz,
    is_done       boolean     NOT NULL, -- the end was told
    seal          bytea       NOT NULL
);
CREATE INDEX webhook_games_key ON webhook_games (key);
CREATE INDEX webhook_games_due ON webhook_games (key, next_try, game) WHERE NOT is_done;
