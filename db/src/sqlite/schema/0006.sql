-- Version 6. Sums by the day (UTC) on which games ended, written as 20260131: a series over time reads no facts. Filled from
-- the facts in `statistics/days.rs`, because SQL cannot make the checksums.

CREATE TABLE rollup_days (
    population     INTEGER NOT NULL REFERENCES populations (id),
    day            INTEGER NOT NULL,
    n              INTEGER NOT NULL,
    tied           INTEGER NOT NULL,
    length_total   INTEGER NOT NULL,
    length_squares INTEGER NOT NULL,
    check_sum      INTEGER NOT NULL,
    PRIMARY KEY (population, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE rollup_day_seats (
    population  INTEGER NOT NULL REFERENCES populations (id),
    day         INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    n           INTEGER NOT NULL,
    win_units   INTEGER NOT NULL,
    win_squares INTEGER NOT NULL,
    sole_wins   INTEGER NOT NULL,
    shared_wins INTEGER NOT NULL,
    check_sum   INTEGER NOT NULL,
    PRIMARY KEY (population, day, seat)
) STRICT, WITHOUT ROWID;
