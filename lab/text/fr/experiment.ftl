# Ce qu’une expérience a trouvé.

experiment-deals = { $deals } donnes dans chaque bras{ $early ->
    [yes] , arrêtée plus tôt : tout est décidé
   *[no] {""}
 }
experiment-certainty = tous les intervalles, des bras et des différences, valent ensemble avec une probabilité { $kind ->
    [points] d’environ { $confidence }
   *[share] de { $confidence }
 }, si souvent qu’on regarde
experiment-extended = { experiment-certainty } ; les regards précédents sur { $earlier } parties de ces donnes sont comptés
experiment-goal = { $goal ->
    [highest] le plus haut
    [lowest] le plus bas
   *[nearest] le plus près de { $value }
 }
experiment-found = { experiment-goal } : { $best } ; tous les autres bras sont moins bons
experiment-found_none = { experiment-goal } : aucun ne se distingue ; { $best } paraît le meilleur, mais ce peut aussi être { $others }
experiment-found_some = { experiment-goal } : { $best } paraît le meilleur et ne se distingue pas de { $others } ; les autres bras sont moins bons
experiment-arm = { $name } : { $mean } ({ $games } parties, { $source })
experiment-arm_dropped = { experiment-arm }, écarté après { $deals } donnes
experiment-compared = { $arm } moins { $with } : { $difference } : { $verdict }
verdict-higher = plus haut
verdict-lower = plus bas
verdict-same_games = aucune différence : les deux jouent les mêmes parties
verdict-no_relevant_difference = aucune différence qui compte
verdict-undecided = indécis
verdict-undecided_about = indécis ; environ { $about } donnes de plus décideraient
verdict-undecided_range = indécis ; de { $from } à { $to } donnes de plus décideraient, dans quatre cas sur cinq
verdict-undecided_from = indécis ; au moins { $from } donnes de plus décideraient, combien ne peut se dire
interval-whole = { $value } [{ $low } ; { $high }] n { $n }
interval-open = { $value }, pas encore d’intervalle, n { $n }
interval-none = pas encore joué
