-- Players that last.

-- Whom front ends name at seats, by ids of their own that belong to their keys. They go with their game.
CREATE TABLE seated_players (
    game       TEXT    NOT NULL REFERENCES games (id),
    seat       INTEGER NOT NULL,
    key        TEXT    NOT NULL, -- the name of the front end's key
    player     TEXT    NOT NULL,
    created_at TEXT    NOT NULL, -- that of the game, in whose order a player's games are listed
    seal       BLOB    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_players_player ON seated_players (key, player, created_at, game, seat);
