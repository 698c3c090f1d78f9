-- Players that last, quotas that last, and browsers that are told.

-- Whom front ends name at seats, by ids of their own that belong to their keys. They go with their game.
CREATE TABLE seated_players (
    game       uuid        NOT NULL,
    seat       smallint    NOT NULL,
    key        text        NOT NULL, -- the name of the front end's key
    player     text        NOT NULL,
    created_at timestamptz NOT NULL, -- that of the game, in whose order a player's games are listed
    seal       bytea       NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seated_players_player ON seated_players (key, player, created_at, game, seat);

-- Quotas of callers that are not whole: what was taken has come back at whole_again. Nobody finds the caller by the id.
CREATE TABLE quotas (
    id          bytea       NOT NULL PRIMARY KEY, -- keyed hash of the caller and of what the quota is for
    whole_again timestamptz NOT NULL
);
CREATE INDEX quotas_whole ON quotas (whole_again);

-- Web Push: the key with which messages are signed, sealed by the nodes' secret. There is one.
CREATE TABLE push_keys (
    id     smallint NOT NULL PRIMARY KEY,
    sealed bytea    NOT NULL,
    seal   bytea    NOT NULL
);

-- Browsers that are told of a seat while its page is closed. The events themselves are what waits to be told.
CREATE TABLE push_subscriptions (
    id            bytea       NOT NULL PRIMARY KEY, -- a hash of game, seat and endpoint
    game          uuid        NOT NULL,
    seat          smallint    NOT NULL,
    generation    bigint      NOT NULL, -- of the seat's token
    endpoint      text        NOT NULL,
    p256dh        bytea       NOT NULL,
    auth          bytea       NOT NULL,
    language      text        NOT NULL,
    since         timestamptz NOT NULL,
    told          bigint      NOT NULL, -- the newest version of which it was told, or need not be
    tries         bigint      NOT NULL,
    next_try      timestamptz NOT NULL,
    failing_since timestamptz,
    seal          bytea       NOT NULL
);
CREATE INDEX push_subscriptions_game ON push_subscriptions (game, seat);
CREATE INDEX push_subscriptions_due ON push_subscriptions (next_try, id);
