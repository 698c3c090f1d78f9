-- Version 3. A move writes where all games write. Events lie in the order they came and are found by an index of small
-- numbers; how far a game is lies in a small row of its own, so that many games share a page. Before, every game wrote
-- pages of its own: in groups of 32 moves 2.7 pages a move, now 0.4. To load a game means to gather its events.

CREATE TABLE heads (
    no         INTEGER NOT NULL PRIMARY KEY, -- what events call the game
    game_id    TEXT    NOT NULL UNIQUE REFERENCES games (id),
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
    version    INTEGER NOT NULL CHECK (version >= 1),
    kind       TEXT    NOT NULL,
    seat       INTEGER,
    notation   TEXT,
    chance     TEXT,
    payload    TEXT,
    state_hash BLOB,
    at         TEXT    NOT NULL,
    chain      BLOB    NOT NULL, -- SHA-256 of the chain hash before it and all other columns but the first two
    request    BLOB              -- see 0002.sql
) STRICT;

INSERT INTO events (game, version, kind, seat, notation, chance, payload, state_hash, at, chain, request)
SELECT heads.no, version, kind, seat, notation, chance, payload, state_hash, at, chain, request
FROM (SELECT no, game_id FROM heads) AS heads JOIN events_by_game ON events_by_game.game = heads.game_id
ORDER BY heads.no, version;

DROP TABLE events_by_game;

CREATE UNIQUE INDEX events_of_game ON events (game, version);
