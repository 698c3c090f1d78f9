# Ce qu’une expérience a trouvé.

experiment-deals = { $deals } donnes dans chaque bras{ $early ->
    [yes] , arrêtée plus tôt : tout est décidé
   *[no] {""}
 }
experiment-certainty = tous les intervalles, des bras et des différences, valent ensemble avec une probabilité { $kind ->
    [points] d’environ { $confidence }
   *[share] de { $confidence }
 }, aussi souvent qu’on regarde
experiment-extended = { experiment-certainty } ; les regards précédents sur { $earlier } parties de ces donnes sont comptés
experiment-goal = { $goal ->
    [highest] le plus haut
    [lowest] le plus bas
   *[nearest] le plus près de { $value }
 }
experiment-found = { experiment-goal } : { $best } ; tous les autres bras sont moins bons
experiment-found_none = { experiment-goal } : aucun ne se distingue ; { $best } paraît le meilleur, mais ce peut aussi être { $others }
experiment-found_some = { experiment-goal } : { $best } paraît le meilleur, à égalité possible avec { $others } ; les autres bras sont moins bons
experiment-arm = { $name } : { $mean } ({ $games } parties)
experiment-arm_dropped = { experiment-arm }, écarté après { $deals } donnes
experiment-compared = { $arm } moins { $with } : { $difference } : { $verdict }{ experiment-role }
experiment-role = { $role ->
    [consequence] , de ce qui résulte de la partie : cela va avec la victoire ou la défaite, et n’est pas une cause
    [choice] , de ce qui a été choisi : qui choisit ainsi joue peut-être mieux par ailleurs
   *[other] {""}
 }
verdict-higher = plus haut
verdict-lower = plus bas
verdict-same_games = aucune différence : les deux jouent les mêmes parties
verdict-no_relevant_difference = aucune différence qui compte dans ce qui est mesuré
verdict-undecided = indécis
verdict-equal_so_far = indécis : jusqu’ici égal à chaque donne
verdict-undecided_about = indécis ; environ { $about } donnes de plus décideraient
verdict-undecided_range = indécis ; de { $from } à { $to } donnes de plus décideraient, dans quatre cas sur cinq
verdict-undecided_from = indécis ; au moins { $from } donnes de plus décideraient, combien ne peut se dire
interval-open = { $value }, pas encore d’intervalle, n { $n }
interval-none = pas encore joué
metric-seat_share = la part de victoire de la place { $of }
metric-win_share = la part de victoire du bot { $of }
metric-first_share = la part de victoire de la place qui a commencé
metric-lift = le gain de « { $of } », c’est-à-dire la part de victoire des places qui l’ont moins celle des mêmes places sans elle, une valeur moyenne du même genre étant à 0 si elle est reçue
metric-balance = l’équilibre, c’est-à-dire 1 moins la plus grande différence entre les parts de victoire de deux places dans l’ordre du jeu
metric-feature = { $of }, en moyenne sur les places
metric-measure = { $of }, du déroulement de la partie
metric-course = { $of }, par probabilités de victoire
metric-ties = la part des parties dont la victoire est partagée
metric-length = le nombre de coups
metric-margin = les points entre le premier et le second
interval-no_lift = pas de gain : en { $n } donnes, moins de 30 places ont eu la valeur, ou moins de 30 ne l’ont pas eue
experiment-too_large = arrêtée parce qu’une différence est trouvée : trouvée si tôt, une différence paraît plus grande qu’elle n’est ; son intervalle vaut quand même
experiment-paired = { $arm } et { $with } sur les mêmes donnes : aussi sûr que { $gain } fois autant de donnes à chacun
experiment-interacting = { $arm } moins { $with }, avec { $level } moins avec { $than } : { $difference } : { $verdict }{ experiment-role }
interaction-higher = la différence est plus haute à cette force
interaction-lower = la différence est plus basse à cette force
interaction-alike = aucune différence entre les forces qui compte
experiment-measured = mesure : { $what }
interval-no_holder = pas de gain : en { $n } donnes, aucune place n’avait { $feature } = { $value } ; `tapis stats --feature { $feature }` dit quelles valeurs ont paru
experiment-twins = { $arm } et { $with } jouent les mêmes parties : aucune différence ne sera trouvée. Changez les options de l’un, ou qui y joue.
experiment-no_least = le plan ne nomme pas la plus petite différence qui compte (`minimum_effect`) : sans elle, on ne peut jamais trouver qu’aucune différence ne compte
experiment-slow = les robots forts jouent de { $from } à { $to } partie par seconde de processeur : { $games } parties prennent de { $least } à { $most } heures d’un processeur, à moins qu’elle ne s’arrête plus tôt
experiment-unit = { $kind ->
    [ties] {" "}points de victoires partagées
    [course] {" "}points sur cent
    [length] {" "}coups
    [margin] {" "}points
    [feature] {""}
    [measure] {""}
   *[win_share] {" "}points de part de victoire
 }
