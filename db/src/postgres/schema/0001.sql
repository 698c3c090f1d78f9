-- The first version. Conventions: a game's id comes first in every key of a game's data; hashes and secrets are 32 bytes; JSON is
-- text, because hashes are over its bytes; `seal` is the SHA-256 of its row, verified by readers. No foreign keys: they cost a
-- tenth of the moves, and what refers to a row is written in its transaction.

CREATE TABLE rulesets (
    hash          bytea NOT NULL PRIMARY KEY,
    game          text  NOT NULL,
    rules_version bigint NOT NULL,
    options       text  NOT NULL,
    seal          bytea NOT NULL
);

-- What few events change about a game.
CREATE TABLE games (
    id         uuid        NOT NULL PRIMARY KEY,
    ruleset    bytea       NOT NULL,
    game       text        NOT NULL,
    visibility text        NOT NULL,
    hints      text        NOT NULL,
    practice   boolean     NOT NULL,
    commitment text        NOT NULL,
    created_at timestamptz NOT NULL,
    anchor     bytea       NOT NULL, -- hash of the columns above and the secrets: where the chain of events starts
    status     text        NOT NULL,
    seats      text        NOT NULL,
    open_seats bigint      NOT NULL,
    assisted   boolean     NOT NULL,
    hints_at   text        NOT NULL, -- by seat the versions about which there was a hint, JSON
    changes    bigint      NOT NULL DEFAULT 0, -- how often the row was changed: which of two readings is the newer
    seal       bytea       NOT NULL
);
CREATE INDEX games_public ON games (created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_status ON games (status, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_game ON games (game, created_at, id) WHERE visibility = 'public';
CREATE INDEX games_public_open ON games (created_at, id) WHERE visibility = 'public' AND open_seats > 0;
CREATE INDEX games_unfinished ON games (id) WHERE status IN ('waiting', 'running');
-- Games in which nobody may move any more, by their age: what is looked at now and then is what is old.
CREATE INDEX games_old ON games (created_at, id) WHERE status IN ('waiting', 'running');

-- Apart from the games, so that no list ever reads them.
CREATE TABLE game_secrets (
    game  uuid  NOT NULL PRIMARY KEY,
    seed  bytea NOT NULL,
    nonce bytea NOT NULL
);

-- What every event changes. Nothing that changes is in an index, and a quarter of each page is free: an update stays on its
-- page and touches no index.
CREATE TABLE heads (
    game       uuid        NOT NULL PRIMARY KEY,
    version    int         NOT NULL,
    turn       smallint,
    updated_at timestamptz NOT NULL,
    deadline   timestamptz,          -- when something is to happen if nobody moves: a player's time is up; NULL: never
    chain      bytea       NOT NULL, -- chain hash of the newest event
    seal       bytea       NOT NULL
) WITH (fillfactor = 75);

CREATE TABLE events (
    game       uuid        NOT NULL,
    version    int         NOT NULL,
    kind       text        NOT NULL,
    seat       smallint,
    notation   text,
    chance     text,
    payload    text,
    state_hash bytea,
    at         timestamptz NOT NULL,
    chain      bytea       NOT NULL, -- SHA-256 of the chain hash before it and all other columns but the game
    request    bytea,                -- the request that made it, see engine/request.rs
    PRIMARY KEY (game, version)
);

CREATE TABLE idempotency (
    id          bytea       NOT NULL PRIMARY KEY, -- hash of scope and key
    scope       text        NOT NULL,
    key         text        NOT NULL,
    fingerprint bytea       NOT NULL,
    status      int         NOT NULL,
    game        uuid,
    version     bigint,
    response    text,
    expires_at  timestamptz NOT NULL,
    seal        bytea       NOT NULL
);
CREATE INDEX idempotency_expiry ON idempotency (expires_at);

CREATE TABLE experiments (
    id         text        NOT NULL PRIMARY KEY,
    plan       text        NOT NULL,
    state      text        NOT NULL,
    detail     text,
    created_at timestamptz NOT NULL,
    ended_at   timestamptz,
    seal       bytea       NOT NULL
);
CREATE INDEX experiments_newest ON experiments (created_at, id);

CREATE TABLE experiment_chunks (
    experiment text   NOT NULL,
    number     bigint NOT NULL,
    measured   bytea  NOT NULL,
    seal       bytea  NOT NULL,
    PRIMARY KEY (experiment, number)
);

-- Names of the statistics. Ids are made of the seals, so every node knows them without asking.
CREATE TABLE populations (
    id       bigint  NOT NULL PRIMARY KEY,
    ruleset  bytea   NOT NULL,
    source   text    NOT NULL,
    assisted boolean NOT NULL,
    players  bigint  NOT NULL,
    line_up  text    NOT NULL,
    seal     bytea   NOT NULL
);
CREATE INDEX populations_ruleset ON populations (ruleset, source);

CREATE TABLE measures (
    id   bigint NOT NULL PRIMARY KEY,
    name text   NOT NULL,
    seal bytea  NOT NULL
);

CREATE TABLE feature_values (
    id       bigint NOT NULL PRIMARY KEY,
    name     text   NOT NULL,
    kind     text   NOT NULL,
    number   bigint NOT NULL, -- 0 for a category
    category text   NOT NULL, -- empty for a number
    seal     bytea  NOT NULL
);
CREATE INDEX feature_values_name ON feature_values (name);

-- What finished games said, never changed: a row a game, counted once; a simulated game has no row in games.
CREATE TABLE facts (
    game       uuid        NOT NULL PRIMARY KEY,
    population bigint      NOT NULL,
    ended_at   timestamptz NOT NULL,
    body       text        NOT NULL, -- JSON, see postgres/statistics/facts.rs
    seal       bytea       NOT NULL
);
CREATE INDEX facts_period ON facts (population, ended_at);

-- Sums of facts. A population is spread over slots, because every game that ends adds to its rows; readers add them up.
-- `check_sum` is a checksum of the row that adds up as the sums do.
CREATE TABLE rollup_games (
    population bigint   NOT NULL,
    slot       smallint NOT NULL,
    n          bigint   NOT NULL,
    tied       bigint   NOT NULL,
    check_sum  bigint   NOT NULL,
    PRIMARY KEY (population, slot)
);
CREATE TABLE rollup_seats (
    population  bigint   NOT NULL,
    slot        smallint NOT NULL,
    seat        bigint   NOT NULL,
    n           bigint   NOT NULL,
    win_units   bigint   NOT NULL,
    win_squares bigint   NOT NULL,
    sole_wins   bigint   NOT NULL,
    shared_wins bigint   NOT NULL,
    check_sum   bigint   NOT NULL,
    PRIMARY KEY (population, slot, seat)
);
CREATE TABLE rollup_moments (
    population bigint   NOT NULL,
    slot       smallint NOT NULL,
    seat       bigint   NOT NULL, -- -1 is the game as a whole
    measure    bigint   NOT NULL,
    n          bigint   NOT NULL,
    total      bigint   NOT NULL,
    squares    bigint   NOT NULL,
    check_sum  bigint   NOT NULL,
    PRIMARY KEY (population, slot, seat, measure)
);
CREATE TABLE rollup_values (
    population bigint   NOT NULL,
    slot       smallint NOT NULL,
    seat       bigint   NOT NULL,
    measure    bigint   NOT NULL,
    value      bigint   NOT NULL,
    n          bigint   NOT NULL,
    check_sum  bigint   NOT NULL,
    PRIMARY KEY (population, slot, seat, measure, value)
);
CREATE TABLE rollup_features (
    population    bigint   NOT NULL,
    slot          smallint NOT NULL,
    seat          bigint   NOT NULL,
    feature       bigint   NOT NULL,
    n             bigint   NOT NULL,
    win_units     bigint   NOT NULL,
    win_squares   bigint   NOT NULL,
    score_total   bigint   NOT NULL,
    score_squares bigint   NOT NULL,
    check_sum     bigint   NOT NULL,
    PRIMARY KEY (population, slot, seat, feature)
);
CREATE TABLE rollup_days (
    population     bigint   NOT NULL,
    slot           smallint NOT NULL,
    day            bigint   NOT NULL, -- 20260131
    n              bigint   NOT NULL,
    tied           bigint   NOT NULL,
    length_total   bigint   NOT NULL,
    length_squares bigint   NOT NULL,
    check_sum      bigint   NOT NULL,
    PRIMARY KEY (population, slot, day)
);
CREATE TABLE rollup_day_seats (
    population  bigint   NOT NULL,
    slot        smallint NOT NULL,
    day         bigint   NOT NULL,
    seat        bigint   NOT NULL,
    n           bigint   NOT NULL,
    win_units   bigint   NOT NULL,
    win_squares bigint   NOT NULL,
    sole_wins   bigint   NOT NULL,
    shared_wins bigint   NOT NULL,
    check_sum   bigint   NOT NULL,
    PRIMARY KEY (population, slot, day, seat)
);
CREATE TABLE rollup_feature_games (
    population   bigint   NOT NULL,
    slot         smallint NOT NULL,
    feature      bigint   NOT NULL,
    seats_square bigint   NOT NULL,
    seats_units  bigint   NOT NULL,
    units_square bigint   NOT NULL,
    check_sum    bigint   NOT NULL,
    PRIMARY KEY (population, slot, feature)
);

-- Work that one node does for all: whose it is, and until when unless that node says so again.
CREATE TABLE leases (
    work   text        NOT NULL PRIMARY KEY,
    holder uuid        NOT NULL,
    until  timestamptz NOT NULL
);

-- Keys that front ends and designers call with: the hash of each, never the key itself. A row is sealed; only revoked_at and the
-- seal ever change, and no row is deleted, so that a name always means the same caller.
CREATE TABLE api_keys (
    name          text        NOT NULL PRIMARY KEY,
    hash          bytea       NOT NULL,
    scope         text        NOT NULL, -- play or lab
    rate_requests bigint,               -- a minute; 0: no limit; NULL: as an address
    rate_create   bigint,
    rate_moves    bigint,
    rate_hints    bigint,
    created_at    timestamptz NOT NULL,
    revoked_at    timestamptz,
    seal          bytea       NOT NULL
);

-- Reviews of finished games: of a game one for each version of what makes them and each effort. They go with their game.
CREATE TABLE reviews (
    game       uuid        NOT NULL,
    engine     bigint      NOT NULL,
    effort     text        NOT NULL,
    id         text        NOT NULL,
    body       text        NOT NULL, -- JSON
    created_at timestamptz NOT NULL,
    seal       bytea       NOT NULL,
    PRIMARY KEY (game, engine, effort)
);
CREATE INDEX reviews_id ON reviews (id);

-- Analyses that last: what the node that searches said of each last, for the others. A row whose time is up is of an analysis that
-- is forgotten, or of a node that is gone.
CREATE TABLE analyses (
    id    text        NOT NULL PRIMARY KEY,
    body  text        NOT NULL, -- JSON
    ended boolean     NOT NULL,
    until timestamptz NOT NULL
);

-- The nodes that serve the database: each says every few seconds that it goes on. One whose time is up left work behind; whoever
-- takes the row away takes up that work.
CREATE TABLE nodes (
    id    uuid        NOT NULL PRIMARY KEY,
    until timestamptz NOT NULL
);

-- What readiness checks write, a page each, and nobody reads: whether another page fits is what a move at the end of a page asks.
CREATE TABLE probes (
    body bytea NOT NULL
);
