-- Version 7. What the seats of a game that had a value of a feature won together: how far seats of one game say the same.
-- Filled from the facts by the migration itself.

CREATE TABLE rollup_feature_games (
    population   INTEGER NOT NULL,
    feature      INTEGER NOT NULL,
    seats_square INTEGER NOT NULL, -- sum over games of the square of the number of seats that had it
    seats_units  INTEGER NOT NULL, -- of that number times what these seats won, in 420ths
    units_square INTEGER NOT NULL, -- of the square of what they won
    check_sum    INTEGER NOT NULL,
    PRIMARY KEY (population, feature)
) STRICT, WITHOUT ROWID;
