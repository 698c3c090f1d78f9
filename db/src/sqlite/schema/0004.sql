-- Version 4. The line-up is part of a population: bots of different levels are no longer counted together. Games recorded
-- before are of the line-up `unknown`. Foreign keys are off while this runs; ids stay what they were.

CREATE TABLE populations_by_line_up (
    id       INTEGER NOT NULL PRIMARY KEY,
    ruleset  BLOB    NOT NULL REFERENCES rulesets (hash),
    source   TEXT    NOT NULL,
    assisted INTEGER NOT NULL CHECK (assisted IN (0, 1)),
    players  INTEGER NOT NULL,
    line_up  TEXT    NOT NULL, -- see model/line_up.rs
    seal     BLOB    NOT NULL,
    UNIQUE (ruleset, source, assisted, players, line_up)
) STRICT;

INSERT INTO populations_by_line_up (id, ruleset, source, assisted, players, line_up, seal)
SELECT id, ruleset, source, assisted, players, 'unknown', seal FROM populations;

DROP TABLE populations;
ALTER TABLE populations_by_line_up RENAME TO populations;
