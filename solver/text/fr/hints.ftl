# Ce que disent les conseils. Clés : fact-, value- (ce que compte un nombre), caveat-, worlds- (combien il y en a), level- (exactitude), hint- (ce que montrent les suites), equal-, sure- (à quel point c’est sûr),
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
fact-all_moves_equal-share = Tous les coups permis apportent la même part de la victoire.
fact-more_points = D’autres coups apportent la même part de la victoire, mais moins de points, ou moins d’avance.
fact-better_than_next = { $value } de plus que « { $move } ».
fact-better_than_next-all = { $value } de plus que tous les autres coups.
fact-depth_limited = Prévoit { $n } demi-coups ; au-delà, la position est estimée, pas calculée.
fact-best_in_worlds = Un meilleur coup dans { $share } des mondes considérés.
fact-contract_chances = Contrat { $contract } : { $points } en moyenne, tenu dans { $met } de { $deals } donnes simulées ; plis faits { $tricks }.

caveat-strategy_fusion = Les valeurs sont des moyennes sur des mondes que vous ne pouvez pas distinguer : un seul plan pour tous peut valoir moins.
caveat-depth_limited = Les suites s’arrêtent tôt : la position y est estimée, pas calculée.
caveat-horizon = Les suites s’arrêtent à la fin de la manche : ce qui vient après n’est pas calculé.
caveat-concepts_disagree = Le meilleur coup dépend de la façon dont on suppose que les autres jouent.
caveat-playouts = Les suites se terminent par un jeu simulé, qui n’est pas parfait.
caveat-learned_values = Les suites se terminent dans des positions dont la valeur a été apprise en jouant contre soi-même.
caveat-open_ends = Certaines suites se terminent dans des mondes résolus cartes sur table.
caveat-weighed_worlds = Les mondes sont pondérés selon qu’ils expliquent plus ou moins bien ce que les autres ont annoncé.
caveat-no_surer = Chercher plus longtemps ne devrait pas rendre le choix du meilleur coup plus sûr.

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
somebody-else = Un autre joueur
the-others = les autres
quoted = « { $move } »
lines-in-all = dans toutes les suites
lines-in-nearly_all = dans presque toutes les suites
lines-in-some = dans { $n } des suites
lines-in-hardly_any = dans presque aucune suite
lines-in-none = dans aucune suite
lines-often-all = toujours
lines-often-nearly_all = presque toujours
lines-often-hardly_any = presque jamais
lines-often-none = jamais
lines-in_short-all = dans toutes
lines-in_short-nearly_all = dans presque toutes
lines-in_short-some = dans { $n }
lines-in_short-hardly_any = dans presque aucune
lines-in_short-none = dans aucune
lines-against-all = toutes
lines-against-nearly_all = presque toutes
lines-against-some = { $n }
lines-against-hardly_any = presque aucune
lines-against-none = aucune
hint-differs = { $fact } { $most } après un coup, { $least } après un autre.
hint-more = { $fact } plus souvent : { $n }, contre { $m } après « { $move } ».
hint-less = { $fact } moins souvent : { $n }, contre { $m } après « { $move } ».
hint-rows = Points en moyenne, par rapport à « { $move } » : { $rows }.
hint-rows-between = { " " };{ " " }
hint-row = { $row } { $points }
hint-total = au total
hint-row-own = { $points } pour vous
hint-row-other = { $points } pour { $who }
hint-points = Vos points de la manche : { $own } en moyenne, { $other } après « { $move } ».
hint-fault = « { $move } » ? { $fact }
hint-look_out = Attention : { $reply }. C’est le cas { $n }, et cela vous coûte.
best-other = le meilleur des autres

# Les coups qui se valent : $n sur $all. $moves en sont quelques-uns, ou ceux qui ne les valent pas.
equal-these = { $moves }
equal-all = les { $all } coups
equal-but = tous les coups sauf { $moves }
equal-such = { $n } des { $all } coups, comme { $moves }

# À quel point c’est sûr. $moves sont les coups qui se valent.
sure-proved = C’est démontré : aucun coup n’est meilleur.
sure-proved-equal = Il est démontré que ces coups se valent : { $moves }. Jouez celui qui vous plaît.
sure-proved-share = Il est démontré que ces coups apportent la même part de la victoire : { $moves }.
sure-share = Ces coups apportent à peu près la même part de la victoire : { $moves }.
sure-bounds = Sûrement le meilleur coup, ou aussi bon que le meilleur.
sure-sure = Aucun autre coup n’est meilleur de plus de { $within } ({ $probability }).
sure-few = Je ne sais pas lequel est le meilleur : { $moves }.
sure-probably = Probablement le meilleur coup.
sure-guess = Je n’en suis pas sûr : probablement celui-ci.
sure-equal = Ces coups se valent à peu près : { $moves }. Jouez celui qui vous plaît.

# Pourquoi pas un autre coup, $move, au lieu du meilleur, et où se trouve ce qui est caché.
why_not-ends = « { $move } » finit mieux que « { $best } » { $better }, moins bien { $worse }.
why_not-worth = Les suites après « { $move } » valent en moyenne { $with }, après « { $best } » { $without }.
why_not-open = Les suites ne montrent pas de raison : « { $move } » y finit mieux que « { $best } » { $better }, moins bien { $worse }.
why_not-unseen = Des suites jouées presque sans calculer ne montrent pas ce que perd « { $move } » : ce coup y finit mieux que « { $best } » { $better }, moins bien { $worse }. Seule la recherche des meilleures réponses le trouve moins bon.
why_not-unseen-worth = Des suites jouées presque sans calculer ne montrent pas ce que perd « { $move } » : après ce coup elles valent en moyenne { $with }, après « { $best } » { $without }. Seule la recherche des meilleures réponses le trouve moins bon.
why_not-unseen-besides = Des suites jouées presque sans calculer ne montrent pas tout ce que perd « { $move } » : ce coup y finit mieux que « { $best } » { $better }, moins bien { $worse }. Seule la recherche des meilleures réponses trouve le reste.
why_not-unseen-besides-worth = Des suites jouées presque sans calculer ne montrent pas tout ce que perd « { $move } » : après ce coup elles valent en moyenne { $with }, après « { $best } » { $without }. Seule la recherche des meilleures réponses trouve le reste.
why_not-expects = Après « { $move } », la recherche attend : { $line }
why_not-not_legal = « { $move } » n’est pas un coup permis ici
why_not-no_choice = il n’y a qu’un coup permis : rien à comparer
why_not-best = c’est le coup que le conseil place en tête : nommez-en un autre
why_not-level = demande un conseil qui nomme le meilleur coup : niveau move ou full
beliefs-nothing = rien n’est caché à cette place
beliefs-chance = personne ne sait ce qui est face cachée ici : le hasard en décide quand on le retourne

bot-random = Joue n’importe quel coup permis, sans rien regarder.
bot-greedy = Regarde la table juste après chaque coup, et aucune réponse.
bot-lines = Imagine jusqu’à { $n } suites de la partie.
bot-lacks-habits = Au-delà des prochains coups, suppose que tout le monde joue au hasard.
bot-lacks-ends = Ne calcule pas les fins de partie.
bot-lacks-signs = Ne déduit pas des annonces ce que tiennent les autres.
bot-careless = Joue parfois un coup qui semble coûter jusqu’à { $cap } de la victoire.
bot-careful = Joue le coup qu’il juge le meilleur. Ne bluffe pas.
