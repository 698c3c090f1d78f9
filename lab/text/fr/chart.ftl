# Les graphiques.

chart-too_few_games = trop peu de parties
chart-mean = moyenne
chart-intervals = Les intervalles sont à 95 %.
chart-joint_intervals = Tous les intervalles valent ensemble à 95 % ; chacun seul est à { $each }.
chart-fair_share = part équitable
chart-win_share_by_seat = part de victoire par place
chart-win_share_by_turn = part de victoire par place dans l’ordre de jeu
chart-begins = commence
chart-turn = tour { $n }
chart-win_share_axis = part de victoire ; tous les intervalles valent ensemble à 95 %
chart-all_games = toutes les parties
chart-length_of_the_games = durée des parties
chart-plies = coups
chart-final_score_by_seat = score final par place
chart-points = points
chart-the_most_important_features = les caractéristiques les plus importantes
chart-lift = gain
chart-lift_axis = part de victoire moins celle des mêmes places sans la valeur ou, si elle est reçue, avec d’autres, en points de pourcentage ; * à croire
chart-no_difference = aucune différence
chart-seat = place
chart-played = jouées
chart-bots = robots
chart-games = parties
chart-line_up = joueurs
chart-line_ups = compositions de joueurs, chacune comptant autant dans les parts et moyennes ; les barres comptent toutes les parties
chart-interval = { $value } [{ $low } ; { $high }], n { $n }
