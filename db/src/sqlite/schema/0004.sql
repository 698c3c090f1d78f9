-- Quotas of callers that are not whole: what was taken has come back at whole_again. Nobody finds the caller by the id.
CREATE TABLE quotas (
    id          BLOB    NOT NULL PRIMARY KEY, -- keyed hash of the caller and of what the quota is for
    whole_again INTEGER NOT NULL              -- microseconds since 1970, to which statements add
) STRICT, WITHOUT ROWID;
CREATE INDEX quotas_whole ON quotas (whole_again);
