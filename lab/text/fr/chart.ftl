# Les graphiques.

chart-too_few_games = trop peu de parties, n { $n }
chart-mean = moyenne
chart-intervals = Les intervalles sont à 95 %.
chart-picked_intervals = Ce qui est montré a été choisi parmi d’autres : il est rapproché de la moyenne de son genre, et son intervalle vaut bien qu’il ait été choisi.
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
chart-lift_axis = part de victoire moins celle des mêmes places sans la valeur ; une valeur moyenne que le hasard distribue est à 0 ; points de pourcentage ; * à croire
chart-no_difference = aucune différence
chart-seat = place
chart-games = { $games } parties, { $source ->
    [played] jouées
    [bots] robots
   *[other] { $source }
 }
chart-games_of_line_up = { chart-games }, joueurs { $lineup }
chart-games_of_line_ups = { chart-games }, { $strata } compositions de joueurs, chacune comptant autant dans les parts et moyennes ; les barres comptent toutes les parties
chart-interval = { $value } [{ $low } ; { $high }], n { $n }
chart-arms = les bras
chart-differences = différences entre les bras
chart-less = {" "}moins { $with }
chart-differences_axis = différence de ce qui est mesuré ({ $what }) ; * décidé
chart-deals = { $deals } donnes dans chaque bras, { $games } parties
