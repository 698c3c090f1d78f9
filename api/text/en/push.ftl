# What a browser shows while the page of a game is closed, below the name of the game.
push-your_turn = It is your turn.
push-undo_asked = Somebody asks to take back a move.
push-timed_out = Your time is up: a bot plays on.
push-game_ended = The game is over.
