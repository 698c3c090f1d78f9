# Ce qu’un navigateur montre quand la page d’une partie est fermée, sous le nom du jeu.
push-your_turn = À vous de jouer.
push-undo_asked = On demande à reprendre un coup.
push-timed_out = Votre temps est écoulé : un robot joue à votre place.
push-game_ended = La partie est terminée.
