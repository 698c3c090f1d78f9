-- How strong players are, and where messages of single games are sent.

-- In thousandths of a point; docs/ratings.md says what the numbers mean. They belong to the keys of front ends and outlive the games.
CREATE TABLE player_ratings (
    key      TEXT    NOT NULL, -- the name of the front end's key
    player   TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    mean     INTEGER NOT NULL,
    own      INTEGER NOT NULL,
    lent     INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    rated_at TEXT    NOT NULL, -- when the newest of these games ended
    seal     BLOB    NOT NULL,
    PRIMARY KEY (key, player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX player_ratings_ladder ON player_ratings (key, game, mean DESC, player);
CREATE INDEX player_ratings_rated ON player_ratings (rated_at);

-- Where the messages of a game are sent, instead of the address of the key.
ALTER TABLE webhook_games ADD COLUMN url TEXT;
