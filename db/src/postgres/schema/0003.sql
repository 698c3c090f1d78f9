-- Players that last.

-- Whom front ends name at seats, by ids of their own that belong to their keys. They go with their game.
CREATE TABLE seated_players (
    game       uuid        NOT NULL,
    seat       smallint    NOT NULL,
    key        text        NOT NULL, -- the name of the front end's key
    player     text        NOT NULL,
    created_at timestamptz NOT NULL, -- that of the game, in whose order a player's games are listed
    seal       bytea       NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seated_players_player ON seated_players (key, player, created_at, game, seat);
