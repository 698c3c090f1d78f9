-- Where the messages of a game are sent, instead of the address of the key.
ALTER TABLE webhook_games ADD COLUMN url text;
