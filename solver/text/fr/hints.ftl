# Ce que disent les conseils. Clés : fact-, value- (ce que compte un nombre), caveat-, worlds- (combien il y en a), level- (exactitude), hint- (ce que montrent les suites),
# bot- (ce que fait un robot, et ce qu’il ne regarde pas).

value-win_share = { $n } de la victoire
value-round_payoff = { $n } points

fact-only_move = Le seul coup permis.
fact-forced_win = Gagne contre toute réponse.
fact-forced_loss = Tout coup perd contre les meilleures réponses.
fact-forced_draw = Le meilleur jeu des deux partage la victoire.
fact-exact_value = Vaut exactement { $value }.
fact-exact_value-chance = Vaut exactement { $value } en moyenne sur le hasard.
fact-all_moves_equal = Tous les coups permis se valent.
fact-better_than_next = { $value } de plus que le meilleur des autres coups.
fact-depth_limited = Prévoit { $n } demi-coups ; au-delà, la position est estimée, pas calculée.
fact-cannot_tell = La recherche ne distingue pas encore les coups.
fact-cannot_tell-times = La recherche ne distingue pas encore les coups : il faudrait environ { $times } fois plus de temps.
fact-best_in_worlds = Un meilleur coup dans { $share } des mondes considérés.
fact-fusion_price = Connaître le monde vaudrait { $value } de plus, à ce seul coup.
fact-plan_price = Le meilleur plan unique donne { $value } ; voir à travers les cartes vaudrait { $more } de plus.
fact-plan_disagrees = Le meilleur plan unique commence par un autre coup.
fact-contract_chances = Contrat { $contract } : tenu dans { $met } de { $deals } donnes simulées ; plis faits { $tricks }.

caveat-strategy_fusion = Les valeurs sont des moyennes sur des mondes que vous ne pouvez pas distinguer : un seul plan pour tous peut valoir moins.
caveat-depth_limited = Les suites s’arrêtent tôt : la position y est estimée, pas calculée.
caveat-horizon = Les suites s’arrêtent à la fin de la manche : ce qui vient après n’est pas calculé.
caveat-concepts_disagree = Le meilleur coup dépend de la façon dont on suppose que les autres jouent.
caveat-playouts = Les suites se terminent par un jeu simulé, qui n’est pas parfait.
caveat-learned_values = Les suites se terminent dans des positions dont la valeur a été apprise en jouant contre soi-même.
caveat-open_ends = Certaines suites se terminent dans des mondes résolus cartes sur table.
caveat-weighed_worlds = Les mondes sont pondérés selon qu’ils expliquent plus ou moins bien ce que les autres ont annoncé.

# Le nombre de mondes possibles. $written est ce nombre tel qu’on l’écrit.
worlds-exact =
    { $n ->
        [one] { $written } monde possible
       *[other] { $written } mondes possibles
    }
worlds-estimate =
    { $n ->
        [one] environ { $written } monde possible
       *[other] environ { $written } mondes possibles
    }
worlds-at_least = quelque 10¹⁵ mondes possibles, ou plus

level-heuristic = une règle empirique, sans recherche
level-sampled = recherche arborescente par parties simulées, avec intervalle
level-sampled_worlds = une partie des mondes possibles, chacun résolu exactement
level-all_worlds = chaque monde possible résolu exactement, puis la moyenne
level-exact_concept = exact selon le concept nommé, trois joueurs ou plus, rien de caché à certains
level-exact_chance = espérance exacte sur le hasard, deux joueurs
level-exact = valeur exacte du jeu, deux joueurs, rien de caché

# Ce que les conseils disent d’un jeu, voir solver/src/insight. $fact est un texte du jeu et commence une phrase, $move un coup tel que le dit son bouton.
# Les suites sont des parties jouées à partir d’ici, où ce qui est caché est tiré au hasard.
hint-decides = { $fact } : les suites où c’est le cas valent { $with } % de la victoire, les autres { $without } %.
hint-decides-points = { $fact } : les suites où c’est le cas valent { SIGNED($with) } points, les autres { SIGNED($without) }.
hint-expected = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all }, quel que soit celui des coups comparés que vous jouez.
hint-expected-all = { $fact } dans { $n } des { $all } suites de tous les coups comparés.
hint-differs = { $fact } dans { $most ->
    [one] { $most } suite
   *[other] { $most } suites
 } sur { $all } après l’un des coups comparés, dans { $least } après un autre.
hint-more = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all } après ce coup, dans { $m } sur { $others } après le suivant.
hint-more-than = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all } après ce coup, dans { $m } sur { $others } après « { $move } ».
hint-more-rest = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all } après ce coup, dans { $m } sur { $others } après des coups moins bons.
hint-unsettled = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all } après ce coup, dans { $m } sur { $others } après le suivant : trop peu de suites pour trancher.
hint-unsettled-as = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all } après ce coup, dans { $m } sur { $others } après « { $move } » : trop peu de suites pour trancher.
hint-alike = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all } après ce coup, dans { $m } sur { $others } après le suivant : cela ne les distingue guère.
hint-alike-as = { $fact } dans { $n ->
    [one] { $n } suite
   *[other] { $n } suites
 } sur { $all } après ce coup, dans { $m } sur { $others } après « { $move } » : cela ne les distingue guère.
hint-points = Points de la manche : { $own } en moyenne après ce coup, { $other } après le suivant.
hint-points-than = Points de la manche : { $own } en moyenne après ce coup, { $other } après « { $move } ».
hint-points-rest = Points de la manche : { $own } en moyenne après ce coup, { $other } après des coups moins bons.

bot-random = Joue n’importe quel coup permis, sans rien regarder.
bot-greedy = Regarde la table juste après chaque coup, et aucune réponse.
bot-lines = Imagine jusqu’à { $n } suites de la partie.
bot-lacks-habits = Au-delà des prochains coups, suppose que tout le monde joue au hasard.
bot-lacks-ends = Ne calcule pas les fins de partie.
bot-lacks-signs = Ne déduit pas des annonces ce que tiennent les autres.
bot-careless = Joue parfois un coup qui semble coûter jusqu’à { $cap } de la victoire.
bot-careful = Joue le coup qu’il juge le meilleur. Ne bluffe pas.
