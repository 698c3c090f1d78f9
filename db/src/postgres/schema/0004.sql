-- How strong players are, and where messages of single games are sent.

-- In thousandths of a point; docs/ratings.md says what the numbers mean. They belong to the keys of front ends and outlive the games.
CREATE TABLE player_ratings (
    key      text        NOT NULL, -- the name of the front end's key
    player   text        NOT NULL,
    game     text        NOT NULL,
    mean     bigint      NOT NULL,
    own      bigint      NOT NULL,
    lent     bigint      NOT NULL,
    games    bigint      NOT NULL,
    rated_at timestamptz NOT NULL, -- when the newest of these games ended
    seal     bytea       NOT NULL,
    PRIMARY KEY (key, player, game)
);
CREATE INDEX player_ratings_ladder ON player_ratings (key, game, mean DESC, player);
CREATE INDEX player_ratings_rated ON player_ratings (rated_at);

-- Where the messages of a game are sent, instead of the address of the key.
ALTER TABLE webhook_games ADD COLUMN url text;
