-- A snapshot: finished games for others to read. Read the views; the tables `stored_…` behind them keep names once and may
-- change. `about` says what each column of each view is.

PRAGMA application_id = 0x54415053; -- "TAPS"
PRAGMA user_version = 1;

CREATE TABLE stored_rulesets (
    no            INTEGER NOT NULL PRIMARY KEY,
    ruleset       TEXT    NOT NULL UNIQUE,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT    NOT NULL
) STRICT;

CREATE TABLE stored_populations (
    no       INTEGER NOT NULL PRIMARY KEY,
    ruleset  INTEGER NOT NULL REFERENCES stored_rulesets (no),
    source   TEXT    NOT NULL,
    assisted INTEGER NOT NULL,
    players  INTEGER NOT NULL,
    line_up  TEXT    NOT NULL
) STRICT;

CREATE TABLE stored_games (
    no         INTEGER NOT NULL PRIMARY KEY,
    id         TEXT,
    deal       INTEGER,
    population INTEGER NOT NULL REFERENCES stored_populations (no),
    length     INTEGER NOT NULL,
    tied       INTEGER NOT NULL,
    ended_on   TEXT    NOT NULL
) STRICT;

CREATE TABLE stored_seats (
    game      INTEGER NOT NULL REFERENCES stored_games (no),
    seat      INTEGER NOT NULL,
    player    TEXT    NOT NULL,
    score     INTEGER NOT NULL,
    rank      INTEGER NOT NULL,
    win_units INTEGER NOT NULL, -- 420ths of a win
    turns     INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_values (
    no       INTEGER NOT NULL PRIMARY KEY,
    feature  TEXT    NOT NULL,
    number   INTEGER, -- NULL for a category
    category TEXT     -- NULL for a number
) STRICT;

CREATE TABLE stored_seat_values (
    game  INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    value INTEGER NOT NULL REFERENCES stored_values (no),
    PRIMARY KEY (game, seat, value),
    FOREIGN KEY (game, seat) REFERENCES stored_seats (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_measures (
    game    INTEGER NOT NULL REFERENCES stored_games (no),
    measure TEXT    NOT NULL,
    value   INTEGER NOT NULL,
    PRIMARY KEY (game, measure)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_features (
    game    TEXT NOT NULL,
    feature TEXT NOT NULL,
    role    TEXT NOT NULL,
    label   TEXT NOT NULL,
    PRIMARY KEY (game, feature)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_value_labels (
    game    TEXT NOT NULL,
    feature TEXT NOT NULL,
    value   TEXT NOT NULL,
    label   TEXT NOT NULL,
    PRIMARY KEY (game, feature, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_units (
    measure TEXT NOT NULL PRIMARY KEY,
    unit    TEXT NOT NULL,
    label   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIEW rulesets AS
SELECT ruleset, game, rules_version, options FROM stored_rulesets;

CREATE VIEW games AS
SELECT g.no AS game_number, g.id AS game_id, r.game, r.ruleset, p.source, g.deal, p.assisted, p.players, p.line_up, g.length,
       g.tied, g.ended_on
FROM stored_games AS g JOIN stored_populations AS p ON p.no = g.population JOIN stored_rulesets AS r ON r.no = p.ruleset;

CREATE VIEW seat_results AS
SELECT g.no AS game_number, g.id AS game_id, r.game, r.ruleset, p.source, g.deal, p.assisted, p.players, p.line_up, g.length,
       g.tied, g.ended_on, s.seat, s.player, s.score, s.rank, s.win_units, s.win_units / 420.0 AS win_share, s.turns
FROM stored_games AS g JOIN stored_populations AS p ON p.no = g.population JOIN stored_rulesets AS r ON r.no = p.ruleset
     JOIN stored_seats AS s ON s.game = g.no;

CREATE VIEW feature_values AS
SELECT g.no AS game_number, r.game, r.ruleset, p.source, g.deal, p.assisted, p.players, p.line_up, s.seat, v.feature,
       w.role, w.label, v.number, v.category, l.label AS value_label, s.score, s.win_units, s.win_units / 420.0 AS win_share
FROM stored_games AS g JOIN stored_populations AS p ON p.no = g.population JOIN stored_rulesets AS r ON r.no = p.ruleset
     JOIN stored_seats AS s ON s.game = g.no JOIN stored_seat_values AS f ON f.game = s.game AND f.seat = s.seat
     JOIN stored_values AS v ON v.no = f.value LEFT JOIN stored_features AS w
     ON w.game = r.game AND w.feature = v.feature
     LEFT JOIN stored_value_labels AS l ON l.game = r.game AND l.feature = v.feature AND l.value = v.category;

CREATE VIEW game_measures AS
SELECT g.no AS game_number, r.game, r.ruleset, p.source, g.deal, p.assisted, p.players, p.line_up, m.measure, m.value,
       w.unit, w.label
FROM stored_games AS g JOIN stored_populations AS p ON p.no = g.population JOIN stored_rulesets AS r ON r.no = p.ruleset
     JOIN stored_measures AS m ON m.game = g.no LEFT JOIN stored_units AS w ON w.measure = m.measure;

CREATE TABLE about (
    views   TEXT NOT NULL, -- the views that have the column
    name    TEXT NOT NULL PRIMARY KEY,
    meaning TEXT NOT NULL
) STRICT;
INSERT INTO about (name, views, meaning) VALUES
    ('game_number', 'games, seat_results, feature_values, game_measures', 'the number of the game in this file: what the views are joined on'),
    ('game_id', 'games, seat_results', 'the id of the game at the service; NULL for unlisted and private games'),
    ('game', 'all', 'the game: richelieu'),
    ('ruleset', 'all', 'the hash of the ruleset, 64 hex digits'),
    ('rules_version', 'rulesets', 'the version of the rules of the game'),
    ('options', 'rulesets', 'the options of the ruleset, JSON'),
    ('source', 'all but rulesets', 'where the game comes from: played, bots, practice or experiment:<id>; do not mix them'),
    ('deal', 'all but rulesets', 'the number of the deal of a simulated game, otherwise NULL: games of one seed with one number were dealt alike, in all arms of an experiment and in all seatings'),
    ('assisted', 'all but rulesets', '1 when anybody was given hints or took moves back'),
    ('players', 'all but rulesets', 'the number of players'),
    ('line_up', 'all but rulesets', 'the players by seat: human, human:low, human:middle or human:high where the strength was known, or the level of a bot'),
    ('length', 'games, seat_results', 'the number of plies, without the set-up'),
    ('tied', 'games, seat_results', '1 when the win was shared'),
    ('ended_on', 'games, seat_results', 'the beginning of the day the game ended, UTC; of the day of the simulation for a simulated one'),
    ('seat', 'seat_results, feature_values', 'the seat, from 0'),
    ('player', 'seat_results', 'who sat there: human, human:low, human:middle or human:high where the strength was known, or the level of a bot'),
    ('score', 'seat_results, feature_values', 'the final score of the seat'),
    ('rank', 'seat_results', '1 is best; tied seats share a rank'),
    ('win_units', 'seat_results, feature_values', 'the share of the win of the seat in 420ths: whole numbers, to be added up exactly'),
    ('win_share', 'seat_results, feature_values', 'the share of the win of the seat, from 0 to 1; a shared win counts as a part for each winner'),
    ('turns', 'seat_results', 'how many moves the seat made'),
    ('feature', 'feature_values', 'what the game counts for designers; a seat has each value at most once'),
    ('number', 'feature_values', 'the value of the feature where it is a number, otherwise NULL'),
    ('category', 'feature_values', 'the value of the feature where it is a category, otherwise NULL'),
    ('value_label', 'feature_values', 'what the category is called where it is the number of a card, otherwise NULL'),
    ('role', 'feature_values', 'dealt by chance, a choice of the seat, or a consequence of the game; only what is dealt is a cause'),
    ('label', 'feature_values, game_measures', 'what a feature counts, or what a measure is called'),
    ('measure', 'game_measures', 'a further measure of the game as a whole'),
    ('value', 'game_measures', 'its value, a whole number'),
    ('unit', 'game_measures', 'what a measure is counted in: percent, points, tenths or times');
