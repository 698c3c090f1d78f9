-- Version 2. A move remembers the request that made it in its own row instead of in one of `idempotency`: a row less
-- to write, in a table whose keys lie anywhere. What is in `idempotency` stays until it expires.

-- SHA-256 of scope and key, that of the body, the status in two bytes, and when the key is free again as text; see
-- `games/request.rs`. NULL: no key, or its record is in `idempotency`. Covered by `chain`.
ALTER TABLE events ADD COLUMN request BLOB;
