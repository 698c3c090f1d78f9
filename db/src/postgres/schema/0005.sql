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
