-- Version 2. When something is to happen in a game if nobody moves: a player's time is up. NULL: never. Covered by the head's seal
-- where it is not NULL.

ALTER TABLE heads ADD COLUMN deadline timestamptz;
