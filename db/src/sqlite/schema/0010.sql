-- Version 10.

-- With which secret the tokens of the games are made: its fingerprint, which tells secrets apart and nothing else. No row: nobody
-- has said so yet.
CREATE TABLE token_secret (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    fingerprint BLOB NOT NULL
) STRICT;

-- Games in which nobody may move any more, by their age: what is looked at now and then is what is old.
CREATE INDEX games_old ON games (created_at, id) WHERE status IN ('waiting', 'running');
