-- What has come since 0.1.0.

-- Webhooks: where the owner of a key is told what happens in the games that it creates. There is one a key.
CREATE TABLE webhooks (
    key           TEXT NOT NULL PRIMARY KEY, -- its name
    url           TEXT NOT NULL,
    secret        BLOB NOT NULL, -- what messages are signed with
    on_since      TEXT NOT NULL, -- set, or switched on again
    failing_since TEXT,
    off_since     TEXT,
    fault         TEXT          -- why the newest message that did not arrive did not
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
    url           TEXT          -- where its messages are sent, instead of the address of the key
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_games_key ON webhook_games (key);
CREATE INDEX webhook_games_due ON webhook_games (key, next_try, game) WHERE NOT is_done;

-- Whom front ends name at seats, by ids of their own that belong to their keys. They go with their game.
CREATE TABLE seated_players (
    game       TEXT    NOT NULL REFERENCES games (id),
    seat       INTEGER NOT NULL,
    key        TEXT    NOT NULL, -- the name of the front end's key
    player     TEXT    NOT NULL,
    created_at TEXT    NOT NULL, -- that of the game, in whose order a player's games are listed
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_players_player ON seated_players (key, player, created_at, game, seat);

-- Quotas of callers that are not whole: what was taken has come back at whole_again. Nobody finds the caller by the id.
CREATE TABLE quotas (
    id          BLOB    NOT NULL PRIMARY KEY, -- keyed hash of the caller and of what the quota is for
    whole_again INTEGER NOT NULL              -- microseconds since 1970, to which statements add
) STRICT, WITHOUT ROWID;
CREATE INDEX quotas_whole ON quotas (whole_again);

-- Web Push: the key with which messages are signed, sealed by the server's secret. There is one.
CREATE TABLE push_keys (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    sealed BLOB    NOT NULL
) STRICT;

-- Browsers that are told of a seat while its page is closed. The events themselves are what waits to be told.
CREATE TABLE push_subscriptions (
    id            BLOB    NOT NULL PRIMARY KEY, -- a hash of game, seat and endpoint
    game          TEXT    NOT NULL REFERENCES games (id),
    seat          INTEGER NOT NULL,
    generation    INTEGER NOT NULL, -- of the seat's token
    endpoint      TEXT    NOT NULL,
    p256dh        BLOB    NOT NULL,
    auth          BLOB    NOT NULL,
    language      TEXT    NOT NULL,
    since         TEXT    NOT NULL,
    told          INTEGER NOT NULL CHECK (told >= 0), -- the newest version of which it was told, or need not be
    tries         INTEGER NOT NULL,
    next_try      TEXT    NOT NULL,
    failing_since TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX push_subscriptions_game ON push_subscriptions (game, seat);
CREATE INDEX push_subscriptions_due ON push_subscriptions (next_try, id);

-- How strong players are, in thousandths of a point; docs/ratings.md says what the numbers mean. They belong to the keys of front
-- ends and outlive the games.
CREATE TABLE player_ratings (
    key      TEXT    NOT NULL, -- the name of the front end's key
    player   TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    mean     INTEGER NOT NULL,
    own      INTEGER NOT NULL,
    lent     INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    rated_at TEXT    NOT NULL, -- when the newest of these games ended
    PRIMARY KEY (key, player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_ratings_ladder ON player_ratings (key, game, mean DESC, player);
CREATE INDEX player_ratings_rated ON player_ratings (rated_at);

-- Readiness checks wrote it.
DROP TABLE probe;

-- Rows have hashes no more. The chain of events stays.
ALTER TABLE rulesets DROP COLUMN seal;
ALTER TABLE heads DROP COLUMN seal;
ALTER TABLE idempotency DROP COLUMN seal;
ALTER TABLE experiments DROP COLUMN seal;
ALTER TABLE populations DROP COLUMN seal;
ALTER TABLE measures DROP COLUMN seal;
ALTER TABLE feature_values DROP COLUMN seal;
ALTER TABLE api_keys DROP COLUMN seal;
ALTER TABLE reviews DROP COLUMN seal;
ALTER TABLE fact_games DROP COLUMN seal;
ALTER TABLE rollup_games DROP COLUMN check_sum;
ALTER TABLE rollup_seats DROP COLUMN check_sum;
ALTER TABLE rollup_moments DROP COLUMN check_sum;
ALTER TABLE rollup_values DROP COLUMN check_sum;
ALTER TABLE rollup_features DROP COLUMN check_sum;
ALTER TABLE rollup_days DROP COLUMN check_sum;
ALTER TABLE rollup_day_seats DROP COLUMN check_sum;
ALTER TABLE rollup_feature_games DROP COLUMN check_sum;
ALTER TABLE idempotency DROP COLUMN status;

-- SQLite cuts the text of a table at the comma before its last column, which here is in a comment: that column goes with the comment.
ALTER TABLE games ADD COLUMN kept TEXT NOT NULL DEFAULT '[]';
UPDATE games SET kept = hints_at;
ALTER TABLE games DROP COLUMN hints_at;
ALTER TABLE games DROP COLUMN seal;
ALTER TABLE games RENAME COLUMN kept TO hints_at;
ALTER TABLE experiment_chunks ADD COLUMN kept BLOB NOT NULL DEFAULT x'';
UPDATE experiment_chunks SET kept = measured;
ALTER TABLE experiment_chunks DROP COLUMN measured;
ALTER TABLE experiment_chunks DROP COLUMN seal;
ALTER TABLE experiment_chunks RENAME COLUMN kept TO measured;
