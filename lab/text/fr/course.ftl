# Le déroulement des parties par probabilités de victoire.

course-label-lead_changes = changements de meneur
course-text-lead_changes = combien de fois une autre place a devancé toutes les autres de plus de deux erreurs types (Browne 2008)
course-label-drama = suspense
course-text-drama = de combien la probabilité de victoire du vainqueur était derrière la meilleure autre, en moyenne sur les positions où elle l’était ; 0 si jamais (Browne 2008, Ludii Drama)
course-label-behind = vainqueur mené
course-text-behind = la part des positions où le vainqueur était derrière
course-label-decided_after = décidée après
course-text-decided_after = la part de la partie après laquelle la probabilité de victoire du vainqueur est restée au-dessus de 0,9 (Ludii DecisivenessMoves)
course-label-uncertainty = incertitude
course-text-uncertainty = entropie des probabilités de victoire des places, 1 quand toutes sont égales, en moyenne sur les positions (Browne 2008)
course-lead = avance du premier sur le second
course-open = incertitude
course-winner = qui gagne à la fin
course-title = le déroulement des parties
course-axis = part de la partie jouée ; probabilité de victoire, ou part de la plus grande incertitude
course-games = { $games } parties jouées par { $seats } ; chaque position vaut { $lines } suites du joueur de référence
course-points = { $label } : au début { $first } ; au milieu { $middle } ; à la fin { $last }.
course-measure = { $name } : { $value } – { $label } : { $text }
course-curve = à { $at } de la partie : avance { $lead }, incertitude { $open }, qui gagne à la fin { $winner }
