# Les trois premières questions sur un jeu. Clés comme dans en/asked.ftl.

asked-fair = Les places sont-elles équitables ?
asked-skill = Bien jouer paie-t-il ?
asked-cards = Quelle carte compte ?
asked-games = { $n } parties ont été jouées par des robots { $bot } à toutes les places.
asked-skill_pays = Oui : un robot { $one } parmi des robots { $others } gagne { $share }, la part équitable étant { $fair } ; n { $n }.
asked-skill_costs = Non : un robot { $one } parmi des robots { $others } ne gagne que { $share }, la part équitable étant { $fair } ; n { $n }.
asked-skill_open = Rien ne le montre : un robot { $one } parmi des robots { $others } gagne { $share }, et la part équitable est { $fair } ; n { $n }.
asked-skill_unknown = On ne peut le dire : seules { $n } parties d’un robot { $one } parmi des robots { $others } ont été jouées, et il en faut { $least } ; sa part équitable est { $fair }.
asked-skill_not_played = On ne peut le dire : aucune partie d’un robot { $one } parmi des robots { $others } n’a été jouée, et il en faut { $least }. Plus de temps les joue.
asked-nothing_dealt = Le jeu ne compte rien que le hasard distribue : une caractéristique du rôle Dealt, comme card_dealt du modèle, le dirait.
asked-early = Tout a été arrêté avant l’heure : plus de temps resserre les intervalles.
