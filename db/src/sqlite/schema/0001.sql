-- The first version. Conventions: hashes and secrets are 32-byte BLOBs; times are RFC 3339 texts of fixed width; `seal` is the
-- SHA-256 of its row, verified by readers.

PRAGMA application_id = 0x54415049; -- "TAPI"

CREATE TABLE rulesets (
    hash          BLOB    NOT NULL PRIMARY KEY,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT    NOT NULL,
    seal          BLOB    NOT NULL
) STRICT;

-- Who plays what. What every event changes is in `heads`.
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
    -- changed by few events
    status     TEXT    NOT NULL CHECK (status IN ('waiting', 'running', 'finished', 'aborted')),
    seats      TEXT    NOT NULL,
    open_seats INTEGER NOT NULL,
    assisted   INTEGER NOT NULL CHECK (assisted IN (0, 1)),
    hints_at   TEXT    NOT NULL, -- by seat the versions about which there was a hint, JSON
    seal       BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

-- The public list: newest first, whatever the filter. See the tests of the query plans.
CREATE INDEX games_public ON games (created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_status ON games (status, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_game ON games (game, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_game_status ON games (game, status, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_open ON games (created_at, id) WHERE visibility = 'public' AND open_seats > 0;
CREATE INDEX games_unfinished ON games (id) WHERE status IN ('waiting', 'running');
-- Games in which nobody may move any more, by their age: what is looked at now and then is what is old.
CREATE INDEX games_old ON games (created_at, id) WHERE status IN ('waiting', 'running');
CREATE INDEX games_ruleset ON games (ruleset);

-- Apart from the games, so that no list ever reads them.
CREATE TABLE game_secrets (
    game  TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    seed  BLOB NOT NULL,
    nonce BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How far a game is: what every event changes, in a small row, so that many games share a page.
CREATE TABLE heads (
    no         INTEGER NOT NULL PRIMARY KEY, -- what events call the game
    game       TEXT    NOT NULL UNIQUE REFERENCES games (id),
    newest     INTEGER, -- where the newest event lies; NULL while the first is written
    version    INTEGER NOT NULL CHECK (version >= 1),
    turn       INTEGER,
    updated_at TEXT    NOT NULL,
    deadline   TEXT,             -- when something is to happen if nobody moves: a player's time is up; NULL: never
    chain      BLOB    NOT NULL, -- chain hash of the newest event
    seal       BLOB    NOT NULL
) STRICT;

-- The events of all games in the order they came, each with where its game's event before it lies: moves are written where all
-- games write, a quarter of a page each in groups. To load a game means to gather its events, the newest first.
CREATE TABLE events (
    place      INTEGER NOT NULL PRIMARY KEY,
    game       INTEGER NOT NULL REFERENCES heads (no),
    before     INTEGER, -- where the game's event before it lies; NULL for its first
    version    INTEGER NOT NULL CHECK (version >= 1),
    kind       TEXT    NOT NULL,
    seat       INTEGER,
    notation   TEXT,
    chance     TEXT,
    payload    TEXT,
    state_hash BLOB,
    at         TEXT    NOT NULL,
    request    BLOB,             -- the request that made it, see engine/request.rs; NULL: no key, or its record is in `idempotency`
    chain      BLOB    NOT NULL  -- SHA-256 of the chain hash before it and all other columns but the first three
) STRICT;

CREATE TABLE idempotency (
    id          BLOB    NOT NULL PRIMARY KEY, -- hash of scope and key
    scope       TEXT    NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint BLOB    NOT NULL,
    status      INTEGER NOT NULL,
    game        TEXT,
    version     INTEGER,
    response    TEXT,
    expires_at  TEXT    NOT NULL,
    seal        BLOB    NOT NULL
) STRICT;
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

-- Dictionaries of the statistics: facts and rollups hold their ids.
CREATE TABLE populations (
    id       INTEGER NOT NULL PRIMARY KEY,
    ruleset  BLOB    NOT NULL REFERENCES rulesets (hash),
    source   TEXT    NOT NULL,
    assisted INTEGER NOT NULL CHECK (assisted IN (0, 1)),
    players  INTEGER NOT NULL,
    line_up  TEXT    NOT NULL, -- see model/line_up.rs
    seal     BLOB    NOT NULL,
    UNIQUE (ruleset, source, assisted, players, line_up)
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

-- Sums by the day (UTC) on which games ended, written as 20260131: a series over time reads no facts.
CREATE TABLE rollup_days (
    population     INTEGER NOT NULL REFERENCES populations (id),
    day            INTEGER NOT NULL,
    n              INTEGER NOT NULL,
    tied           INTEGER NOT NULL,
    length_total   INTEGER NOT NULL,
    length_squares INTEGER NOT NULL,
    check_sum      INTEGER NOT NULL,
    PRIMARY KEY (population, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE rollup_day_seats (
    population  INTEGER NOT NULL REFERENCES populations (id),
    day         INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    n           INTEGER NOT NULL,
    win_units   INTEGER NOT NULL,
    win_squares INTEGER NOT NULL,
    sole_wins   INTEGER NOT NULL,
    shared_wins INTEGER NOT NULL,
    check_sum   INTEGER NOT NULL,
    PRIMARY KEY (population, day, seat)
) STRICT, WITHOUT ROWID;

-- What the seats of a game that had a value of a feature won together: how far seats of one game say the same.
CREATE TABLE rollup_feature_games (
    population   INTEGER NOT NULL REFERENCES populations (id),
    feature      INTEGER NOT NULL REFERENCES feature_values (id),
    seats_square INTEGER NOT NULL, -- sum over games of the square of the number of seats that had it
    seats_units  INTEGER NOT NULL, -- of that number times what these seats won, in 420ths
    units_square INTEGER NOT NULL, -- of the square of what they won
    check_sum    INTEGER NOT NULL,
    PRIMARY KEY (population, feature)
) STRICT, WITHOUT ROWID;

-- Experiments: what was asked, how far each is, and what its chunks of deals measured. The results of the games themselves are
-- facts, as those of all games.
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

-- Keys that front ends and designers call with: the hash of each, never the key itself. A row is sealed; only revoked_at and the
-- seal ever change, and no row is deleted, so that a name always means the same caller.
CREATE TABLE api_keys (
    name          TEXT    NOT NULL PRIMARY KEY,
    hash          BLOB    NOT NULL,
    scope         TEXT    NOT NULL, -- play or lab
    rate_requests INTEGER,          -- a minute; 0: no limit; NULL: as an address
    rate_create   INTEGER,
    rate_moves    INTEGER,
    rate_hints    INTEGER,
    created_at    TEXT    NOT NULL,
    revoked_at    TEXT,
    seal          BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

-- Reviews of finished games: of a game one for each version of what makes them and each effort. They go with their game.
CREATE TABLE reviews (
    id         TEXT    NOT NULL PRIMARY KEY,
    game       TEXT    NOT NULL REFERENCES games (id),
    engine     INTEGER NOT NULL,
    effort     TEXT    NOT NULL, -- quick, standard, deep
    body       TEXT    NOT NULL, -- JSON
    created_at TEXT    NOT NULL,
    seal       BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX reviews_game ON reviews (game, engine, effort);

-- With which secret the tokens of the games are made: its fingerprint, which tells secrets apart and nothing else. No row: nobody
-- has said so yet.
CREATE TABLE token_secret (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    fingerprint BLOB    NOT NULL
) STRICT;

-- One row, written by readiness checks.
CREATE TABLE probe (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    n  INTEGER NOT NULL
) STRICT;
INSERT INTO probe (id, n) VALUES (1, 0);
