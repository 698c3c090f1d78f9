-- Version 5.

-- Analyses that last: what the node that searches said of each last, for the others. A row whose time is up is of an
-- analysis that is forgotten, or of a node that is gone.

CREATE TABLE analyses (
    id    text        NOT NULL PRIMARY KEY,
    body  text        NOT NULL, -- JSON
    ended boolean     NOT NULL,
    until timestamptz NOT NULL
);

-- How often the row of a game was changed: whoever has it in memory sees which of two readings is the newer.
ALTER TABLE games ADD COLUMN changes bigint NOT NULL DEFAULT 0;
