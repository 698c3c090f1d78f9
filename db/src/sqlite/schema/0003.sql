-- Version 3. A move writes where all games write. Events lie in the order they came, each knows where its game's event
-- before it lies, and where the newest lies and how far the game is are in a small row of its own, so that many games share
-- a page. Before, every game wrote pages of its own: in groups of 32 moves 2.7 pages a move, now a quarter of one. To load
-- a game means to gather its events, the newest first.

CREATE TABLE heads (
    no         INTEGER NOT NULL PRIMARY KEY, -- what events call the game
    game_id    TEXT    NOT NULL UNIQUE REFERENCES games (id),
    newest     INTEGER, -- where the newest event lies
    -- What every event changes. NULL as long as nothing happened that the row in `games` does not say; that row says
    -- how far the game was when it was last written.
    version    INTEGER CHECK (version >= 1),
    turn       INTEGER,
    updated_at TEXT,
    chain      BLOB, -- chain hash of the newest event
    seal       BLOB
) STRICT;

INSERT INTO heads (game_id) SELECT id FROM games ORDER BY id;

ALTER TABLE events RENAME TO events_by_game;

CREATE TABLE events (
    place      INTEGER NOT NULL PRIMARY KEY, -- in the order they came
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
    chain      BLOB    NOT NULL, -- SHA-256 of the chain hash before it and all other columns but the first three
    request    BLOB              -- see 0002.sql
) STRICT;

INSERT INTO events (place, game, before, version, kind, seat, notation, chance, payload, state_hash, at, chain, request)
SELECT row_number() OVER log, heads.no, CASE old.version WHEN 1 THEN NULL ELSE row_number() OVER log - 1 END,
       old.version, kind, seat, notation, chance, payload, state_hash, at, old.chain, request
FROM events_by_game AS old JOIN heads ON heads.game_id = old.game
WINDOW log AS (ORDER BY heads.no, old.version);

UPDATE heads SET newest = log.place
FROM (SELECT game, max(place) AS place FROM events GROUP BY game) AS log WHERE log.game = heads.no;

DROP TABLE events_by_game;
