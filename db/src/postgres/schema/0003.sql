-- Version 3. Work that one node does for all: whose it is, and until when unless that node says so again.

CREATE TABLE leases (
    work   text        NOT NULL PRIMARY KEY,
    holder uuid        NOT NULL,
    until  timestamptz NOT NULL
);
