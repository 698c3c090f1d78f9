-- Version 1. Conventions: a game's id is the first column of every key of a game's data; hashes and secrets are
-- 32-byte BLOBs; times are RFC 3339 texts of fixed width; `seal` is the SHA-256 of its row, verified by readers.

PRAGMA application_id = 0x54415049; -- "TAPI"

CREATE TABLE rulesets (
    hash          BLOB    NOT NULL PRIMARY KEY,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT    NOT NULL,
    seal          BLOB    NOT NULL
) STRICT;

CREATE TABLE games (
    id         TEXT    NOT NULL PRIMARY KEY,
    -- fixed at creation
    ruleset    BLOB    NOT NULL REFERENCES rulesets (hash),
    game       TEXT    NOT NULL,
    visibility TEXT    NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    hints      TEXT    NOT NULL,
    practice   INTEGER NOT NULL CHECK (practice IN (0, 1)),
    commitment TEXT    NOT NULL,
    created_at TEXT    NOT NULL,
    anchor     BLOB    NOT NULL, -- hash of the fixed columns and the secrets: where the chain of events starts
    -- changed by events
    version    INTEGER NOT NULL CHECK (version >= 1),
    status     TEXT    NOT NULL CHECK (status IN ('waiting', 'running', 'finished', 'aborted')),
    turn       INTEGER,
    seats      TEXT    NOT NULL,
    open_seats INTEGER NOT NULL,
    assisted   INTEGER NOT NULL CHECK (assisted IN (0, 1)),
    hints_used TEXT    NOT NULL,
    updated_at TEXT    NOT NULL,
    chain      BLOB    NOT NULL, -- chain hash of the newest event
    seal       BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

-- The public list: newest first, whatever the filter. See the tests of the query plans.
CREATE INDEX games_public ON games (created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_status ON games (status, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_game ON games (game, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_game_status ON games (game, status, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_open ON games (created_at, id) WHERE visibility = 'public' AND open_seats > 0;
CREATE INDEX games_unfinished ON games (id) WHERE status IN ('waiting', 'running');
CREATE INDEX games_ruleset ON games (ruleset);

-- Apart from the games, so that no list ever reads them.
CREATE TABLE game_secrets (
    game  TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    seed  BLOB NOT NULL,
    nonce BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    game       TEXT    NOT NULL REFERENCES games (id),
    version    INTEGER NOT NULL CHECK (version >= 1),
    kind       TEXT    NOT NULL,
    seat       INTEGER,
    notation   TEXT,
    chance     TEXT,
    payload    TEXT,
    state_hash BLOB,
    at         TEXT    NOT NULL,
    chain      BLOB    NOT NULL, -- SHA-256 of the chain hash before it and all other columns
    PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
    scope       TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint BLOB    NOT NULL,
    status      INTEGER NOT NULL,
    game        TEXT,
    version     INTEGER,
    response    TEXT,
    expires_at  TEXT    NOT NULL,
    seal        BLOB    NOT NULL,
    PRIMARY KEY (scope, key)
) STRICT;
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

-- Dictionaries of the statistics: facts and rollups hold their ids.
CREATE TABLE populations (
    id       INTEGER NOT NULL PRIMARY KEY,
    ruleset  BLOB    NOT NULL REFERENCES rulesets (hash),
    source   TEXT    NOT NULL,
    assisted INTEGER NOT NULL CHECK (assisted IN (0, 1)),
    players  INTEGER NOT NULL,
    seal     BLOB    NOT NULL,
    UNIQUE (ruleset, source, assisted, players)
) STRICT;

CREATE TABLE measures (
    id   INTEGER NOT NULL PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE,
    seal BLOB    NOT NULL
) STRICT;

CREATE TABLE feature_values (
    id       INTEGER NOT NULL PRIMARY KEY,
    name     TEXT    NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('number', 'category')),
    number   INTEGER NOT NULL, -- 0 for a category
    category TEXT    NOT NULL, -- empty for a number
    seal     BLOB    NOT NULL,
    UNIQUE (name, kind, number, category)
) STRICT;

-- Facts: what finished games said, never changed. The seal of a game covers its rows in the tables below it.
CREATE TABLE fact_games (
    no         INTEGER NOT NULL PRIMARY KEY,
    game       TEXT    NOT NULL UNIQUE, -- counted once; a simulated game has no row in games
    population INTEGER NOT NULL REFERENCES populations (id),
    length     INTEGER NOT NULL,
    ended_at   TEXT    NOT NULL,
    seal       BLOB    NOT NULL
) STRICT;

CREATE TABLE fact_seats (
    no        INTEGER NOT NULL REFERENCES fact_games (no),
    seat      INTEGER NOT NULL,
    score     INTEGER NOT NULL,
    rank      INTEGER NOT NULL,
    win_units INTEGER NOT NULL, -- 420ths of a win
    turns     INTEGER NOT NULL,
    bot_level TEXT,
    PRIMARY KEY (no, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact_measures (
    no      INTEGER NOT NULL REFERENCES fact_games (no),
    measure INTEGER NOT NULL REFERENCES measures (id),
    value   INTEGER NOT NULL,
    PRIMARY KEY (no, measure)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact_features (
    no      INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    feature INTEGER NOT NULL REFERENCES feature_values (id),
    PRIMARY KEY (no, seat, feature),
    FOREIGN KEY (no, seat) REFERENCES fact_seats (no, seat)
) STRICT, WITHOUT ROWID;

-- Rollups: sums of facts. `check_sum` is a checksum of the row that adds up as the sums do.
CREATE TABLE rollup_games (
    population INTEGER NOT NULL REFERENCES populations (id),
    n          INTEGER NOT NULL,
    tied       INTEGER NOT NULL,
    check_sum  INTEGER NOT NULL,
    PRIMARY KEY (population)
) STRICT, WITHOUT ROWID;

CREATE TABLE rollup_seats (
    population  INTEGER NOT NULL REFERENCES populations (id),
    seat        INTEGER NOT NULL,
    n           INTEGER NOT NULL,
    win_units   INTEGER NOT NULL,
    win_squares INTEGER NOT NULL,
    sole_wins   INTEGER NOT NULL,
    shared_wins INTEGER NOT NULL,
    check_sum   INTEGER NOT NULL,
    PRIMARY KEY (population, seat)
) STRICT, WITHOUT ROWID;

-- Count, sum and sum of squares of a measure; seat -1 is the game as a whole.
CREATE TABLE rollup_moments (
    population INTEGER NOT NULL REFERENCES populations (id),
    seat       INTEGER NOT NULL,
    measure    INTEGER NOT NULL REFERENCES measures (id),
    n          INTEGER NOT NULL,
    total      INTEGER NOT NULL,
    squares    INTEGER NOT NULL,
    check_sum  INTEGER NOT NULL,
    PRIMARY KEY (population, seat, measure)
) STRICT, WITHOUT ROWID;

-- Histogram of a measure.
CREATE TABLE rollup_values (
    population INTEGER NOT NULL REFERENCES populations (id),
    seat       INTEGER NOT NULL,
    measure    INTEGER NOT NULL REFERENCES measures (id),
    value      INTEGER NOT NULL,
    n          INTEGER NOT NULL,
    check_sum  INTEGER NOT NULL,
    PRIMARY KEY (population, seat, measure, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE rollup_features (
    population    INTEGER NOT NULL REFERENCES populations (id),
    seat          INTEGER NOT NULL,
    feature       INTEGER NOT NULL REFERENCES feature_values (id),
    n             INTEGER NOT NULL,
    win_units     INTEGER NOT NULL,
    win_squares   INTEGER NOT NULL,
    score_total   INTEGER NOT NULL,
    score_squares INTEGER NOT NULL,
    check_sum     INTEGER NOT NULL,
    PRIMARY KEY (population, seat, feature)
) STRICT, WITHOUT ROWID;

-- One row, written by readiness checks.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    n  INTEGER NOT NULL
) STRICT;
INSERT INTO probe (id, n) VALUES (1, 0);
