-- What has come since 0.1.0. It also takes away: nodes of 0.1.0 are stopped before.

-- Webhooks: where the owner of a key is told what happens in the games that it creates, and in which its people sit. There is one a key.
CREATE TABLE webhooks (
    key           text        NOT NULL PRIMARY KEY, -- its name
    url           text        NOT NULL,
    secret        bytea       NOT NULL, -- of it and of the secret of the service follows what messages are signed with
    old_secret    bytea,                -- the one before it, which signs them as well until old_until
    old_until     timestamptz,
    on_since      timestamptz NOT NULL, -- set, or switched on again
    failing_since timestamptz,
    off_since     timestamptz,
    fault         text                 -- why the newest message that did not arrive did not
);

-- How far the owner of a key was told of a game, of each key that has a person at its table. The events themselves are what waits to
-- be told.
CREATE TABLE webhook_games (
    game          uuid        NOT NULL,
    key           text        NOT NULL,
    delivered     bigint      NOT NULL, -- the newest version of which all was told
    tries         bigint      NOT NULL,
    next_try      timestamptz NOT NULL,
    failing_since timestamptz,
    fault         text,                 -- why it was not taken
    is_done       boolean     NOT NULL, -- the end was told
    url           text,                -- where its messages are sent, instead of the address of the key
    PRIMARY KEY (game, key)
);
CREATE INDEX webhook_games_key ON webhook_games (key, failing_since);
CREATE INDEX webhook_games_due ON webhook_games (key, next_try, game) WHERE NOT is_done;

-- Whom front ends name at seats, by ids of their own that belong to their keys. They go with their game.
CREATE TABLE seated_players (
    game       uuid        NOT NULL,
    seat       smallint    NOT NULL,
    key        text        NOT NULL, -- the name of the front end's key
    player     text        NOT NULL,
    created_at timestamptz NOT NULL, -- that of the game, in whose order a player's games are listed
    since      bigint      NOT NULL, -- the version with which they were named
    PRIMARY KEY (game, seat)
);
CREATE INDEX seated_players_player ON seated_players (key, player, created_at, game, seat, since);

-- Who waits for whoever wants the same: one wish a person. They go when their table is full, or with their game.
CREATE TABLE wishes (
    person     bytea       NOT NULL PRIMARY KEY, -- keyed hash: nobody finds the person by it
    terms      bytea       NOT NULL, -- keyed hash of what has to be equal
    game       uuid        NOT NULL,
    seat       smallint    NOT NULL,
    generation bigint      NOT NULL, -- of the seat's token
    seen       timestamptz NOT NULL, -- when somebody last looked with it
    since      timestamptz NOT NULL, -- since when the person waits without having been away
    strength   bigint      NOT NULL, -- points of the person
    reach      bigint      NOT NULL  -- how far from these others at the table may be
);
CREATE INDEX wishes_terms ON wishes (terms, seen);
CREATE INDEX wishes_game ON wishes (game);

-- Quotas of callers that are not whole: what was taken has come back at whole_again. Nobody finds the caller by the id.
CREATE TABLE quotas (
    id          bytea       NOT NULL PRIMARY KEY, -- keyed hash of the caller and of what the quota is for
    whole_again timestamptz NOT NULL
);
CREATE INDEX quotas_whole ON quotas (whole_again);

-- Web Push: the key with which messages are signed, sealed by the nodes' secret. There is one.
CREATE TABLE push_keys (
    id     smallint NOT NULL PRIMARY KEY,
    sealed bytea    NOT NULL
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
    creator       bytea       NOT NULL, -- keyed hash of the caller
    language      text        NOT NULL,
    since         timestamptz NOT NULL,
    told          bigint      NOT NULL, -- the newest version of which it was told, or need not be
    tries         bigint      NOT NULL,
    next_try      timestamptz NOT NULL,
    failing_since timestamptz
);
CREATE INDEX push_subscriptions_game ON push_subscriptions (game, seat);
CREATE INDEX push_subscriptions_due ON push_subscriptions (next_try, id);

-- How strong players are, in thousandths of a point; docs/ratings.md says what the numbers mean. They belong to the keys of front
-- ends and outlive the games.
CREATE TABLE player_ratings (
    key      text        NOT NULL, -- the name of the front end's key
    player   text        NOT NULL,
    game     text        NOT NULL,
    mean     bigint      NOT NULL,
    own      bigint      NOT NULL,
    lent     bigint      NOT NULL,
    games    bigint      NOT NULL,
    rated_at timestamptz NOT NULL, -- when the newest of these games ended
    PRIMARY KEY (key, player, game)
);
CREATE INDEX player_ratings_ladder ON player_ratings (key, game, (mean - 2 * own) DESC, player);
CREATE INDEX player_ratings_rated ON player_ratings (rated_at);

-- When no node served the database: no clock of a game ran. They are kept for as long as a clock may run.
CREATE TABLE absences (
    since timestamptz NOT NULL PRIMARY KEY,
    until timestamptz NOT NULL
);

-- One time for all nodes: how far it is ahead of the server's clock, and what it was when a node said last that it goes on.
CREATE TABLE clock (
    id       smallint NOT NULL PRIMARY KEY,
    ahead_ms bigint   NOT NULL,
    served   timestamptz
);
INSERT INTO clock (id, ahead_ms) VALUES (1, 0);

-- The key whose experiment it is, by its name: no other cancels it.
ALTER TABLE experiments ADD COLUMN asked_by text;

-- The public list of games at which no seat is open: of those that wait there are few among many.
CREATE INDEX games_public_full ON games (status, created_at, id) WHERE visibility = 'public' AND open_seats = 0;

-- Rows have hashes no more. The chain of events stays.
ALTER TABLE rulesets DROP COLUMN seal;
ALTER TABLE games DROP COLUMN seal;
ALTER TABLE heads DROP COLUMN seal;
ALTER TABLE idempotency DROP COLUMN seal;
ALTER TABLE experiments DROP COLUMN seal;
ALTER TABLE experiment_chunks DROP COLUMN seal;
ALTER TABLE populations DROP COLUMN seal;
ALTER TABLE measures DROP COLUMN seal;
ALTER TABLE feature_values DROP COLUMN seal;
ALTER TABLE api_keys DROP COLUMN seal;
ALTER TABLE reviews DROP COLUMN seal;
ALTER TABLE facts DROP COLUMN seal;
ALTER TABLE idempotency DROP COLUMN status;

-- Sums of facts, all in one table. What each `kind` has in its keys and sums says engine/statistics/tally.rs; the rest is 0. A
-- population is spread over slots, because every game that ends adds to its rows; readers add them up.
CREATE TABLE rollups (
    kind       smallint NOT NULL,
    population bigint   NOT NULL,
    k1         bigint   NOT NULL,
    k2         bigint   NOT NULL,
    k3         bigint   NOT NULL,
    slot       smallint NOT NULL,
    s1         bigint   NOT NULL,
    s2         bigint   NOT NULL,
    s3         bigint   NOT NULL,
    s4         bigint   NOT NULL,
    s5         bigint   NOT NULL,
    PRIMARY KEY (kind, population, k1, k2, k3, slot)
);
INSERT INTO rollups SELECT 1, population, 0, 0, 0, slot, n, tied, 0, 0, 0 FROM rollup_games;
INSERT INTO rollups SELECT 2, population, seat, 0, 0, slot, n, win_units, win_squares, sole_wins, shared_wins FROM rollup_seats;
INSERT INTO rollups SELECT 3, population, seat, measure, 0, slot, n, total, squares, 0, 0 FROM rollup_moments;
INSERT INTO rollups SELECT 4, population, seat, measure, value, slot, n, 0, 0, 0, 0 FROM rollup_values;
INSERT INTO rollups SELECT 5, population, seat, feature, 0, slot, n, win_units, win_squares, score_total, score_squares FROM rollup_features;
INSERT INTO rollups SELECT 6, population, day, 0, 0, slot, n, tied, length_total, length_squares, 0 FROM rollup_days;
INSERT INTO rollups SELECT 7, population, day, seat, 0, slot, n, win_units, win_squares, sole_wins, shared_wins FROM rollup_day_seats;
INSERT INTO rollups SELECT 8, population, feature, 0, 0, slot, seats_square, seats_units, units_square, 0, 0 FROM rollup_feature_games;
DROP TABLE rollup_games;
DROP TABLE rollup_seats;
DROP TABLE rollup_moments;
DROP TABLE rollup_values;
DROP TABLE rollup_features;
DROP TABLE rollup_days;
DROP TABLE rollup_day_seats;
DROP TABLE rollup_feature_games;
