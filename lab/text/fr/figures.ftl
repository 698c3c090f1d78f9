# Les nombres à la ligne de commande.

figures-seed = graine { $seed }
figures-played = { $games } parties : chaque donne en { $seatings } { $seatings ->
    [one] disposition
   *[other] dispositions
 }
figures-recorded = enregistré dans { $database } comme { $source }
figures-replayed = { $seats } : { $deals } donnes, { $seatings } disposition(s), chacune jouée { $replays } fois
figures-games = { $n } parties, source { $source }
figures-line_ups = sur { $n } compositions de joueurs, chacune comptant autant (--lineup en compte une seule)
figures-line_ups_differ = { figures-line_ups } ; elles diffèrent plus que le hasard ne l’explique : regardez chacune à part
figures-share = place { $seat } : part de victoire { $share }
figures-score = place { $seat } : score { $score }
figures-player = { $name } : part de victoire { $share }
figures-seats_unknown = toutes les places ensemble : aucune composition avec le même joueur à toutes les places n’a assez de parties
figures-seats_differ = toutes les places ensemble : les places diffèrent, p { $p } (khi carré { $chi_square }, { $degrees } degrés de liberté, n { $n })
figures-seats_alike = toutes les places ensemble : aucune différence entre les places n’est établie, p { $p } (khi carré { $chi_square }, { $degrees } degrés de liberté, n { $n })
figures-ties = victoires partagées : { $value }
figures-plies = coups : { $value }
figures-points = points
figures-one_look = les intervalles valent à 95 % pour un seul regard sur un nombre de parties choisi d’avance ; pour regarder au fil des parties et s’arrêter quand un intervalle plaît, utilisez `tapis experiment`
figures-interval = { $value } [{ $low } ; { $high }] n { $n }
figures-unknown = inconnu, n { $n }
figures-no_dealt = reçu du hasard : sur { $tested } valeurs, aucune n’élève ou n’abaisse visiblement la part de victoire
figures-dealt = reçu du hasard, à croire (*) : { $found } valeurs sur { $tested } élèvent ou abaissent la part de victoire, dont au plus { $rate } devraient être fausses ; les plus importantes d’abord : points de part de victoire déplacés à une place moyenne
figures-no_choice = choisi : sur { $tested } valeurs, aucune ne va visiblement avec la victoire ou la défaite
figures-choices = choisi, à croire (*) : { $found } valeurs sur { $tested } vont avec la victoire ou la défaite, dont au plus { $rate } devraient être fausses ; les plus importantes d’abord : points de part de victoire déplacés à une place moyenne
figures-believed = {"  "}{ $name } { $value } : { $moved } ; gain { $lift }
figures-every_value = toutes les valeurs de toutes les caractéristiques : part de victoire ; gain face aux mêmes places sans elle, une valeur moyenne du même genre étant à 0 si elle est reçue. Ce qui résulte de la partie va seulement avec la victoire ou la défaite
figures-feature = { $name }, { $role ->
    [dealt] reçu du hasard
    [choice] choisi
   *[consequence] résulte de la partie
 } : { $title }
figures-value = { $mark ->
    [yes] {"* "}
   *[no] {"  "}
 }{ $name } { $value } : part de victoire { $share } ; { $role ->
    [consequence] va avec
   *[other] gain
 } { $lift }
figures-value_same = { figures-value } ; identique à { $same }
figures-rating = { $bot } : { $elo }, { $games } parties
figures-drawn = outre les parties jouées, une partie nulle de chaque paire de robots est comptée : ainsi un robot qui gagne toujours a aussi une cote
figures-fit = désaccord : khi carré { $chi_square }, { $degrees } degrés, p { $p }
figures-misfit = { figures-fit } : qui est plus fort dépend de qui d’autre est à la table ; les intervalles en sont plus larges
figures-variance_of_win_share = variance de la part de victoire :
figures-variance_of_score = variance du score :
figures-of_deal = {"  "}la donne (chance) : { $share }
figures-of_players = {"  "}qui joue (habileté) : { $share }
figures-of_deal_and_players = {"  "}donnes qui conviennent à un joueur : { $share }
figures-of_play = {"  "}comment cela se joue : { $share }
figures-not_asked = non demandé, car tous les robots sont pareils
figures-share_open = { $value }, trop peu de donnes pour un intervalle
figures-crossed_untested = { $feature } croisé avec { $by } en { $games } parties : rien n’est testé, car ce qui résulte de la partie n’est pas une cause, ou trop peu de places ont les valeurs
figures-crossed_none = { $feature } croisé avec { $by } en { $games } parties : de { $tested } paires, aucune ne vaut visiblement autre chose ensemble
figures-crossed_some = { $feature } croisé avec { $by } en { $games } parties, à croire (*) : { $found } des { $tested } paires valent autre chose ensemble, dont au plus { $rate } devraient être fausses ; les moins probables par hasard d’abord
figures-crossed_pair = { $mark ->
    [yes] {"* "}
   *[no] {"  "}
 }{ $feature } { $value } avec { $by } { $with } : gain { $lift } ; sans : { $without } ; différence { $difference }
figures-adjusted = { $games } parties jouées par { $seats }, { $deals } donnes ; chaque position vaut { $plays } parties du joueur de référence
figures-adjusted_player = { $name } : part de victoire { $share } ; sans la chance { $adjusted } : on retire { $part } de la chance, il reste { $variance } de la variance
figures-adjusted_seat = place { $seat } ({ $name }) : part de victoire { $share } ; sans la chance { $adjusted } : on retire { $part } de la chance, il reste { $variance } de la variance
