# Les bilans de parties finies, à la ligne de commande.
review-game = { $game }, { $moves } coups
review-reference = joueur de référence, version { $version } : { $plays } parties depuis chaque position, attente tirée de { $deals } donnes
review-points = en points, centièmes de la victoire ; résultat = attente + donne + tirages + ses coups + coups des autres
review-seat = place { $seat } : résultat { $result }
review-par = {"  "}attente avant la donne : { $par } (erreur type { $error })
review-deal = {"  "}chance de la donne : { $change }
review-draws = {"  "}chance de ce qui fut tiré ensuite : { $change }
review-play = {"  "}ses coups, face au joueur de référence : { $change }
review-others = {"  "}coups des autres : { $change }
review-fortune = {"  "}dont fortune, ce que les cartes ont fait des coups au-delà de l’attendu : { $change } (erreur type { $error })
review-turned_by_deal = {"  "}tournant : la donne du coup { $ply } : { $change } ({ $before } → { $after })
review-turned_by_draw = {"  "}tournant : ce qui fut tiré au coup { $ply } : { $change } ({ $before } → { $after })
review-turned_by_own = {"  "}tournant : son coup { $ply }, { $move } : { $change } ({ $before } → { $after })
review-turned_by_other = {"  "}tournant : coup { $ply } de la place { $seat }, { $move } : { $change } ({ $before } → { $after })
review-gained_by_fault = {"  "}pourquoi le coup { $ply } est un gain et une faute : les cartes étant ce qu’elles étaient, il a bien tourné, mais d’après ce qu’on pouvait savoir un autre coup valait mieux
review-choices = {"  "}{ $made } choix, jugés sur ce qu’on pouvait savoir.
review-faults = {"  "}Imprécisions { $slips }, erreurs { $mistakes }, gaffes { $blunders } : ensemble, perte { $loss }.
review-faultless = {"  "}Aucune faute ne peut être montrée.
review-all = {"  "}tous les choix ensemble, petits doutes compris : perte { $loss }
review-expected = {"  "}dans les mêmes positions { $level } aurait perdu { $loss }
review-plays_like = {"  "}joue comme { $level } ({ $low } à { $high })
review-slip = imprécision : coup { $ply } de la place { $seat }, { $move }, perte { $loss } ({ $low } à { $high }) face à { $best }
review-mistake = erreur : coup { $ply } de la place { $seat }, { $move }, perte { $loss } ({ $low } à { $high }) face à { $best }
review-blunder = gaffe : coup { $ply } de la place { $seat }, { $move }, perte { $loss } ({ $low } à { $high }) face à { $best }
review-may_follow = Ce qui vaut mieux peut encore suivre dans le même tour : à lui seul ce coup ne perd rien, ou trop peu pour le dire.
review-lines_against = La recherche trouve un autre coup meilleur, mais ses suites finissent mieux après celui-ci dans { $better }, moins bien dans { $worse } : ce n’est pas une faute.
review-kind = { $game }, { $kind } : choix { $made }, perte { $loss }, chacun { $each }, fautes { $faults }
