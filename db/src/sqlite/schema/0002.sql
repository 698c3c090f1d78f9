-- What has come since 0.1.0.

-- Webhooks: where the owner of a key is told what happens in the games that it creates, and in which its people sit. There is one a key.
CREATE TABLE webhooks (
    key           TEXT NOT NULL PRIMARY KEY, -- its name
    url           TEXT NOT NULL,
    secret        BLOB NOT NULL, -- of it and of the secret of the service follows what messages are signed with
    old_secret    BLOB,          -- the one before it, which signs them as well until old_until
    old_until     TEXT,
    on_since      TEXT NOT NULL, -- set, or switched on again
    failing_since TEXT,
    off_since     TEXT,
    fault         TEXT          -- why the newest message that did not arrive did not
) STRICT, WITHOUT ROWID;

-- How far the owner of a key was told of a game, of each key that has a person at its table. The events themselves are what waits to
-- be told.
CREATE TABLE webhook_games (
    game          TEXT    NOT NULL REFERENCES games (id),
    key           TEXT    NOT NULL,
    delivered     INTEGER NOT NULL CHECK (delivered >= 0), -- the newest version of which all was told
    tries         INTEGER NOT NULL,
    next_try      TEXT    NOT NULL,
    failing_since TEXT,
    fault         TEXT,          -- why it was not taken
    is_done       INTEGER NOT NULL CHECK (is_done IN (0, 1)), -- the end was told
    url           TEXT,         -- where its messages are sent, instead of the address of the key
    PRIMARY KEY (game, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_games_key ON webhook_games (key, failing_since);
CREATE INDEX webhook_games_due ON webhook_games (key, next_try, game) WHERE NOT is_done;

-- Whom front ends name at seats, by ids of their own that belong to their keys. They go with their game.
CREATE TABLE seated_players (
    game       TEXT    NOT NULL REFERENCES games (id),
    seat       INTEGER NOT NULL,
    key        TEXT    NOT NULL, -- the name of the front end's key
    player     TEXT    NOT NULL,
    created_at TEXT    NOT NULL, -- that of the game, in whose order a player's games are listed
    since      INTEGER NOT NULL, -- the version with which they were named
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_players_player ON seated_players (key, player, created_at, game, seat, since);

-- Who waits for whoever wants the same: one wish a person. They go when their table is full, or with their game.
CREATE TABLE wishes (
    person     BLOB    NOT NULL PRIMARY KEY, -- keyed hash: nobody finds the person by it
    terms      BLOB    NOT NULL, -- keyed hash of what has to be equal
    game       TEXT    NOT NULL REFERENCES games (id),
    seat       INTEGER NOT NULL,
    generation INTEGER NOT NULL, -- of the seat's token
    seen       TEXT    NOT NULL, -- when somebody last looked with it
    since      TEXT    NOT NULL, -- since when the person waits without having been away
    strength   INTEGER NOT NULL, -- points of the person
    reach      INTEGER NOT NULL  -- how far from these others at the table may be
) STRICT, WITHOUT ROWID;
CREATE INDEX wishes_terms ON wishes (terms, seen);
CREATE INDEX wishes_game ON wishes (game);

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
    creator       BLOB    NOT NULL, -- keyed hash of the caller
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
CREATE INDEX player_ratings_ladder ON player_ratings (key, game, (mean - 2 * own) DESC, player);
CREATE INDEX player_ratings_rated ON player_ratings (rated_at);

-- What the owner of the file says of itself. There is one row.
CREATE TABLE life (
    id        INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    in_use    INTEGER NOT NULL CHECK (in_use IN (0, 1)), -- what was written last may be in the log alone
    served_at TEXT                                       -- when somebody said last that it is served
) STRICT;
INSERT INTO life (id, in_use) VALUES (1, 0);

-- When nobody served the database: no clock of a game ran. They are kept for as long as a clock may run.
CREATE TABLE absences (
    since TEXT NOT NULL PRIMARY KEY,
    until TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The key whose experiment it is, by its name: no other cancels it.
ALTER TABLE experiments ADD COLUMN asked_by TEXT;

-- The public list of games at which no seat is open: of those that wait there are few among many.
CREATE INDEX games_public_full ON games (status, created_at, id) WHERE visibility = 'public' AND open_seats = 0;

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

-- Facts: what finished games said, never changed: a row a game, in the order they ended.
CREATE TABLE facts (
    no         INTEGER NOT NULL PRIMARY KEY,
    game       TEXT    NOT NULL UNIQUE, -- counted once; a simulated game has no row in games
    population INTEGER NOT NULL REFERENCES populations (id),
    ended_at   TEXT    NOT NULL,
    body       TEXT    NOT NULL         -- JSON, see engine/statistics/body.rs
) STRICT;
INSERT INTO facts (no, game, population, ended_at, body)
SELECT fact_games.no, game, population, ended_at, json_object(
    'length', length,
    'seats', (SELECT json_group_array(json_object(
            'score', score, 'rank', rank, 'win_units', win_units, 'turns', turns, 'bot', bot_level,
            'numbers', (SELECT json_group_array(json_array(name, number)) FROM fact_features
                JOIN feature_values ON feature_values.id = feature
                WHERE fact_features.no = seats.no AND fact_features.seat = seats.seat AND kind = 'number'),
            'words', (SELECT json_group_array(json_array(name, category)) FROM fact_features
                JOIN feature_values ON feature_values.id = feature
                WHERE fact_features.no = seats.no AND fact_features.seat = seats.seat AND kind = 'category')
        )) FROM (SELECT * FROM fact_seats WHERE fact_seats.no = fact_games.no ORDER BY seat) AS seats),
    'measures', (SELECT json_group_array(json_array(name, value)) FROM fact_measures
        JOIN measures ON measures.id = measure WHERE fact_measures.no = fact_games.no)
) FROM fact_games ORDER BY fact_games.no;
CREATE INDEX facts_period ON facts (population, ended_at);
DROP TABLE fact_features;
DROP TABLE fact_measures;
DROP TABLE fact_seats;
DROP TABLE fact_games;

-- Rollups: sums of facts. What each `kind` has in its keys and sums says engine/statistics/tally.rs; the rest is 0. There is one slot.
CREATE TABLE rollups (
    kind       INTEGER NOT NULL,
    population INTEGER NOT NULL REFERENCES populations (id),
    k1         INTEGER NOT NULL,
    k2         INTEGER NOT NULL,
    k3         INTEGER NOT NULL,
    slot       INTEGER NOT NULL,
    s1         INTEGER NOT NULL,
    s2         INTEGER NOT NULL,
    s3         INTEGER NOT NULL,
    s4         INTEGER NOT NULL,
    s5         INTEGER NOT NULL,
    PRIMARY KEY (kind, population, k1, k2, k3, slot)
) STRICT, WITHOUT ROWID;
INSERT INTO rollups SELECT 1, population, 0, 0, 0, 0, n, tied, 0, 0, 0 FROM rollup_games;
INSERT INTO rollups SELECT 2, population, seat, 0, 0, 0, n, win_units, win_squares, sole_wins, shared_wins FROM rollup_seats;
INSERT INTO rollups SELECT 3, population, seat, measure, 0, 0, n, total, squares, 0, 0 FROM rollup_moments;
INSERT INTO rollups SELECT 4, population, seat, measure, value, 0, n, 0, 0, 0, 0 FROM rollup_values;
INSERT INTO rollups SELECT 5, population, seat, feature, 0, 0, n, win_units, win_squares, score_total, score_squares FROM rollup_features;
INSERT INTO rollups SELECT 6, population, day, 0, 0, 0, n, tied, length_total, length_squares, 0 FROM rollup_days;
INSERT INTO rollups SELECT 7, population, day, seat, 0, 0, n, win_units, win_squares, sole_wins, shared_wins FROM rollup_day_seats;
INSERT INTO rollups SELECT 8, population, feature, 0, 0, 0, seats_square, seats_units, units_square, 0, 0 FROM rollup_feature_games;
DROP TABLE rollup_games;
DROP TABLE rollup_seats;
DROP TABLE rollup_moments;
DROP TABLE rollup_values;
DROP TABLE rollup_features;
DROP TABLE rollup_days;
DROP TABLE rollup_day_seats;
DROP TABLE rollup_feature_games;
