# Les 7 Blasons en français. Clés comme dans richelieu.ftl. Familles et personnages s’appellent comme ils sont imprimés.
# noun-down est un blason face cachée ; noun-down_token_… un blason caché dont le lecteur connaît la famille.

about = Des plis à mains ouvertes dont les personnages déplacent des blasons ; les cartes d’une famille comptent selon ses blasons. De 3 à 7 joueurs.

-effect-malandrin = Prend la valeur d’une carte du pli, ou un pouvoir encore à venir ; ou rien.
-effect-manant = Prend un blason de la réserve.
-effect-menetrier = Retourne un blason caché.
-effect-magistrat = Renvoie un blason dans la réserve.
-effect-religieux = N’a de pouvoir que dans une variante : déplace un blason d’un joueur vers un autre.
-effect-intendant = Échange deux blasons de places différentes.
noun-aubigny = Aubigny
    .the = les Aubigny
    .of = des Aubigny
    .to = aux Aubigny
noun-token_aubigny = blason Aubigny
noun-down_token_aubigny = blason Aubigny caché
noun-aubigny_malandrin = malandrin Aubigny
noun-aubigny_manant = manant Aubigny
noun-aubigny_menetrier = ménétrier Aubigny
noun-aubigny_magistrat = magistrat Aubigny
noun-aubigny_religieux = religieux Aubigny
noun-aubigny_intendant = intendant Aubigny
    .elides = yes
noun-aubigny_bourgeoise = bourgeoise Aubigny
    .gender = feminine
noun-aubigny_bourgeois = bourgeois Aubigny
effect-aubigny_malandrin = { -effect-malandrin }
effect-aubigny_manant = { -effect-manant }
effect-aubigny_menetrier = { -effect-menetrier }
effect-aubigny_magistrat = { -effect-magistrat }
effect-aubigny_religieux = { -effect-religieux }
effect-aubigny_intendant = { -effect-intendant }
noun-bellay = Bellay
    .the = les Bellay
    .of = des Bellay
    .to = aux Bellay
noun-token_bellay = blason Bellay
noun-down_token_bellay = blason Bellay caché
noun-bellay_malandrin = malandrin Bellay
noun-bellay_manant = manant Bellay
noun-bellay_menetrier = ménétrier Bellay
noun-bellay_magistrat = magistrat Bellay
noun-bellay_religieux = religieux Bellay
noun-bellay_intendant = intendant Bellay
    .elides = yes
noun-bellay_bourgeoise = bourgeoise Bellay
    .gender = feminine
noun-bellay_bourgeois = bourgeois Bellay
effect-bellay_malandrin = { -effect-malandrin }
effect-bellay_manant = { -effect-manant }
effect-bellay_menetrier = { -effect-menetrier }
effect-bellay_magistrat = { -effect-magistrat }
effect-bellay_religieux = { -effect-religieux }
effect-bellay_intendant = { -effect-intendant }
noun-contades = Contades
    .the = les Contades
    .of = des Contades
    .to = aux Contades
noun-token_contades = blason Contades
noun-down_token_contades = blason Contades caché
noun-contades_malandrin = malandrin Contades
noun-contades_manant = manant Contades
noun-contades_menetrier = ménétrier Contades
noun-contades_magistrat = magistrat Contades
noun-contades_religieux = religieux Contades
noun-contades_intendant = intendant Contades
    .elides = yes
noun-contades_bourgeoise = bourgeoise Contades
    .gender = feminine
noun-contades_bourgeois = bourgeois Contades
effect-contades_malandrin = { -effect-malandrin }
effect-contades_manant = { -effect-manant }
effect-contades_menetrier = { -effect-menetrier }
effect-contades_magistrat = { -effect-magistrat }
effect-contades_religieux = { -effect-religieux }
effect-contades_intendant = { -effect-intendant }
noun-grandbois = Grandbois
    .the = les Grandbois
    .of = des Grandbois
    .to = aux Grandbois
noun-token_grandbois = blason Grandbois
noun-down_token_grandbois = blason Grandbois caché
noun-grandbois_malandrin = malandrin Grandbois
noun-grandbois_manant = manant Grandbois
noun-grandbois_menetrier = ménétrier Grandbois
noun-grandbois_magistrat = magistrat Grandbois
noun-grandbois_religieux = religieux Grandbois
noun-grandbois_intendant = intendant Grandbois
    .elides = yes
noun-grandbois_bourgeoise = bourgeoise Grandbois
    .gender = feminine
noun-grandbois_bourgeois = bourgeois Grandbois
effect-grandbois_malandrin = { -effect-malandrin }
effect-grandbois_manant = { -effect-manant }
effect-grandbois_menetrier = { -effect-menetrier }
effect-grandbois_magistrat = { -effect-magistrat }
effect-grandbois_religieux = { -effect-religieux }
effect-grandbois_intendant = { -effect-intendant }
noun-guilloux = Guilloux
    .the = les Guilloux
    .of = des Guilloux
    .to = aux Guilloux
noun-token_guilloux = blason Guilloux
noun-down_token_guilloux = blason Guilloux caché
noun-guilloux_malandrin = malandrin Guilloux
noun-guilloux_manant = manant Guilloux
noun-guilloux_menetrier = ménétrier Guilloux
noun-guilloux_magistrat = magistrat Guilloux
noun-guilloux_religieux = religieux Guilloux
noun-guilloux_intendant = intendant Guilloux
    .elides = yes
noun-guilloux_bourgeoise = bourgeoise Guilloux
    .gender = feminine
noun-guilloux_bourgeois = bourgeois Guilloux
effect-guilloux_malandrin = { -effect-malandrin }
effect-guilloux_manant = { -effect-manant }
effect-guilloux_menetrier = { -effect-menetrier }
effect-guilloux_magistrat = { -effect-magistrat }
effect-guilloux_religieux = { -effect-religieux }
effect-guilloux_intendant = { -effect-intendant }
noun-la_ferte = La Ferté
    .the = les La Ferté
    .of = des La Ferté
    .to = aux La Ferté
noun-token_la_ferte = blason La Ferté
noun-down_token_la_ferte = blason La Ferté caché
noun-la_ferte_malandrin = malandrin La Ferté
noun-la_ferte_manant = manant La Ferté
noun-la_ferte_menetrier = ménétrier La Ferté
noun-la_ferte_magistrat = magistrat La Ferté
noun-la_ferte_religieux = religieux La Ferté
noun-la_ferte_intendant = intendant La Ferté
    .elides = yes
noun-la_ferte_bourgeoise = bourgeoise La Ferté
    .gender = feminine
noun-la_ferte_bourgeois = bourgeois La Ferté
effect-la_ferte_malandrin = { -effect-malandrin }
effect-la_ferte_manant = { -effect-manant }
effect-la_ferte_menetrier = { -effect-menetrier }
effect-la_ferte_magistrat = { -effect-magistrat }
effect-la_ferte_religieux = { -effect-religieux }
effect-la_ferte_intendant = { -effect-intendant }
noun-rochebrune = Rochebrune
    .the = les Rochebrune
    .of = des Rochebrune
    .to = aux Rochebrune
noun-token_rochebrune = blason Rochebrune
noun-down_token_rochebrune = blason Rochebrune caché
noun-rochebrune_malandrin = malandrin Rochebrune
noun-rochebrune_manant = manant Rochebrune
noun-rochebrune_menetrier = ménétrier Rochebrune
noun-rochebrune_magistrat = magistrat Rochebrune
noun-rochebrune_religieux = religieux Rochebrune
noun-rochebrune_intendant = intendant Rochebrune
    .elides = yes
noun-rochebrune_bourgeoise = bourgeoise Rochebrune
    .gender = feminine
noun-rochebrune_bourgeois = bourgeois Rochebrune
effect-rochebrune_malandrin = { -effect-malandrin }
effect-rochebrune_manant = { -effect-manant }
effect-rochebrune_menetrier = { -effect-menetrier }
effect-rochebrune_magistrat = { -effect-magistrat }
effect-rochebrune_religieux = { -effect-religieux }
effect-rochebrune_intendant = { -effect-intendant }
# Les personnages seuls.
noun-malandrin = malandrin
noun-manant = manant
noun-menetrier = ménétrier
noun-magistrat = magistrat
noun-religieux = religieux
noun-intendant = intendant
    .elides = yes
noun-bourgeoise = bourgeoise
    .gender = feminine
noun-bourgeois = bourgeois
noun-down = blason caché
# Ce dont une chose cachée est une.
noun-arms = famille
    .gender = feminine
noun-card = carte
    .gender = feminine
noun-token = blason
zone-box = boîte
zone-aside = cartes écartées
zone-pool = réserve
zone-bag = blasons cachés de la réserve
zone-trick = pli
zone-family = famille
zone-hand = main
zone-area = blasons
zone-won = plis remportés
counter-round = manche
counter-trick = pli
counter-points = points
counter-tricks = plis remportés
counter-leader = entame
counter-strength = force de la carte bourgeoisie
counter-activated = a utilisé sa carte bourgeoisie
counter-to_look = va encore regarder
mark-value = valeur
mark-actor = pouvoir utilisé par
mark-consult = avec la carte bourgeoisie, pour consulter des plis
mark-serve = avec la carte bourgeoisie, pour prendre une carte du pli
mark-peek = avec la carte bourgeoisie, pour regarder des blasons cachés
phase-deal = On distribue les blasons.
phase-play = Jouez une carte.
phase-power = Utilisez le pouvoir de la carte.
phase-power_malandrin = Malandrin : prenez la valeur d’une carte du pli, un pouvoir encore à venir, ou rien.
phase-power_manant = Manant : prenez un blason dans la réserve.
phase-power_menetrier = Ménétrier : retournez un blason caché.
phase-power_magistrat = Magistrat : renvoyez un blason dans la réserve.
phase-power_religieux = Religieux : déplacez un blason d’un joueur vers un autre.
phase-power_intendant = Intendant : échangez deux blasons de places différentes.
phase-serve = Prenez une carte du pli, ou aucune.
phase-free_action = Vous remportez le pli : retournez un blason, ou prenez-en un dans la réserve.
phase-look = Choisissez ce que vous regardez, ou rien.
phase-over = La partie est finie.
button-value = Prendre sa valeur
button-power = Prendre son pouvoir
button-self = Ne rien prendre
button-consult = Et consulter des plis
button-serve = Et prendre une carte du pli
button-peek = Regarder des blasons
button-look = Consulter ces plis
button-none = Rien
# Où un blason se trouve parmi ceux de son endroit, si un autre y a le même aspect.
at = { $place ->
    [0] {""}
   *[other] {" "}(place { $place })
 }
with_at = { $with_place ->
    [0] {""}
   *[other] {" "}(place { $with_place })
 }
move-play = Jouer { THE($card) }{ $value ->
    [0] {""}
   *[other] {" "}({ $value })
 }
ply-play = { $seat } joue { THE($card) }{ $value ->
    [0] {""}
   *[other] {" "}({ $value })
 }.
move-play_consult = Jouer { THE($card) }, et consulter des plis
ply-play_consult = { $seat } joue { THE($card) } et active sa carte bourgeoisie pour consulter des plis.
move-play_serve = Jouer { THE($card) }, et prendre une carte du pli
ply-play_serve = { $seat } joue { THE($card) } et active sa carte bourgeoisie pour prendre une carte du pli.
move-play_peek = Jouer { THE($card) }, et regarder des blasons
ply-play_peek = { $seat } joue { THE($card) } et active sa carte bourgeoisie pour regarder des blasons.
move-value = Prendre la valeur { OF($card) }
ply-value = { $seat } prend avec son malandrin la valeur { OF($card) }.
move-power = Prendre le pouvoir { OF($card) }
ply-power = { $seat } prend avec son malandrin le pouvoir { OF($card) }.
move-self = Laisser tout en place
ply-self = { $seat } ne prend rien avec son malandrin.
move-draw = Prendre { A($token) }{ at } dans la réserve
ply-draw = { $seat } prend { A($token) }{ at } dans la réserve.
move-draw_pool = Tirer un blason caché de la réserve
ply-draw_pool = { $seat } tire un blason caché de la réserve.
move-reveal_pool = Retourner un blason de la réserve
ply-reveal_pool = { $seat } retourne un blason de la réserve.
move-reveal_own = Retourner { $token ->
    [down] un de vos blasons cachés
   *[other] votre { NAME($token) }
 }{ at }
ply-reveal_own = { $seat } retourne { $token ->
    [down] un de ses blasons cachés
   *[other] son { NAME($token) }
 }{ at }.
move-reveal = Retourner { A($token) }{ at } { OF($target) }
ply-reveal = { $seat } retourne { A($token) }{ at } { OF($target) }.
move-remove_own = Renvoyer { $token ->
    [down] un de vos blasons cachés
   *[other] votre { NAME($token) }
 }{ at } dans la réserve
ply-remove_own = { $seat } renvoie { $token ->
    [down] un de ses blasons cachés
   *[other] son { NAME($token) }
 }{ at } dans la réserve.
move-remove = Renvoyer { A($token) }{ at } { OF($target) } dans la réserve
ply-remove = { $seat } renvoie { A($token) }{ at } { OF($target) } dans la réserve.
move-give = Donner { $token ->
    [down] un de vos blasons cachés
   *[other] votre { NAME($token) }
 }{ at } { TO($to) }
ply-give = { $seat } donne { $token ->
    [down] un de ses blasons cachés
   *[other] son { NAME($token) }
 }{ at } { TO($to) }.
move-take = Prendre { A($token) }{ at } { TO($target) }
ply-take = { $seat } prend { A($token) }{ at } { TO($target) }.
move-pass_on = Déplacer { A($token) }{ at } { OF($target) } vers { $to }
ply-pass_on = { $seat } déplace { A($token) }{ at } { OF($target) } vers { $to }.
move-swap_own = Échanger { $token ->
    [down] un de vos blasons cachés
   *[other] votre { NAME($token) }
 }{ at } contre { A($with) }{ with_at } { OF($other) }
ply-swap_own = { $seat } échange { $token ->
    [down] un de ses blasons cachés
   *[other] son { NAME($token) }
 }{ at } contre { A($with) }{ with_at } { OF($other) }.
move-swap = Échanger { A($token) }{ at } { OF($target) } contre { A($with) }{ with_at } { OF($other) }
ply-swap = { $seat } échange { A($token) }{ at } { OF($target) } contre { A($with) }{ with_at } { OF($other) }.
move-swap_own_pool = Échanger { $token ->
    [down] un de vos blasons cachés
   *[other] votre { NAME($token) }
 }{ at } contre { A($with) }{ with_at } de la réserve
ply-swap_own_pool = { $seat } échange { $token ->
    [down] un de ses blasons cachés
   *[other] son { NAME($token) }
 }{ at } contre { A($with) }{ with_at } de la réserve.
move-swap_pool = Échanger { A($token) }{ at } { OF($target) } contre { A($with) }{ with_at } de la réserve
ply-swap_pool = { $seat } échange { A($token) }{ at } { OF($target) } contre { A($with) }{ with_at } de la réserve.
move-swap_own_drawn = Échanger { $token ->
    [down] un de vos blasons cachés
   *[other] votre { NAME($token) }
 }{ at } contre un autre tiré de la réserve
ply-swap_own_drawn = { $seat } échange { $token ->
    [down] un de ses blasons cachés
   *[other] son { NAME($token) }
 }{ at } contre un autre tiré de la réserve.
move-swap_drawn = Échanger { A($token) }{ at } { OF($target) } contre un autre tiré de la réserve
ply-swap_drawn = { $seat } échange { A($token) }{ at } { OF($target) } contre un autre tiré de la réserve.
move-serve = Prendre { THE($card) }
ply-serve = { $seat } prend { THE($card) } dans le pli.
move-serve_own = Reprendre { THE($card) }
ply-serve_own = { $seat } reprend { THE($card) } dans le pli.
move-look_own = Consulter { $own ->
    [one] un de vos plis
   *[other] { $own } de vos plis
 }
ply-look_own = { $seat } consulte { $own ->
    [one] un de ses plis
   *[other] { $own } de ses plis
 }.
move-look = Consulter { $n ->
    [one] un pli
   *[other] { $n } plis
 } { OF($target) }
ply-look = { $seat } consulte { $n ->
    [one] un pli
   *[other] { $n } plis
 } { OF($target) }.
move-look_both = Consulter { $own ->
    [one] un de vos plis
   *[other] { $own } de vos plis
 } et { $n ->
    [one] un pli
   *[other] { $n } plis
 } { OF($target) }
ply-look_both = { $seat } consulte { $own ->
    [one] un de ses plis
   *[other] { $own } de ses plis
 } et { $n ->
    [one] un pli
   *[other] { $n } plis
 } { OF($target) }.
move-peek_own = Regarder { $own ->
    [one] un de vos blasons cachés
   *[other] { $own } de vos blasons cachés
 }
ply-peek_own = { $seat } regarde { $own ->
    [one] un de ses blasons cachés
   *[other] { $own } de ses blasons cachés
 }.
move-peek = Regarder { $n ->
    [one] un blason caché
   *[other] { $n } blasons cachés
 } { OF($target) }
ply-peek = { $seat } regarde { $n ->
    [one] un blason caché
   *[other] { $n } blasons cachés
 } { OF($target) }.
move-peek_both = Regarder { $own ->
    [one] un de vos blasons cachés
   *[other] { $own } de vos blasons cachés
 } et { $n ->
    [one] un blason caché
   *[other] { $n } blasons cachés
 } { OF($target) }
ply-peek_both = { $seat } regarde { $own ->
    [one] un de ses blasons cachés
   *[other] { $own } de ses blasons cachés
 } et { $n ->
    [one] un blason caché
   *[other] { $n } blasons cachés
 } { OF($target) }.
move-look_some = Consulter { $most ->
    [one] un pli
   *[other] jusqu’à { $most } plis
 }
move-peek_some = Regarder { $most ->
    [one] un blason caché
   *[other] jusqu’à { $most } blasons cachés
 }
move-none = Ne pas en profiter
ply-none = { $seat } renonce à sa carte bourgeoisie.
milestone-round_dealt = Manche { $round } : { $seat } entame.
milestone-trick_won = { $seat } remporte le pli avec { THE($cards) }{ $equals ->
    [0] {""}
   *[other] {" "}: les valeurs plus hautes, égales, s’annulent
 }.
milestone-trick_aside = Personne ne remporte le pli ; ses cartes sont écartées.
milestone-token_revealed = C’est { A($token) }.
milestone-round_scored = On compte la manche.
row-product = { NAME($family) }, { $tokens ->
    [one] 1 blason
   *[other] { $tokens } blasons
 } × { $values }

refusal-game_over = Personne n’est au trait.
refusal-not_numbered = Un malandrin n’a pas de valeur à prendre.
refusal-power_not_takeable = Seul le pouvoir d’une carte posée après celle-ci, et qui en a un, peut être pris.
refusal-not_your_strength = Cette carte n’est pas le personnage que sert cette carte bourgeoisie.
refusal-own_token = Le magistrat retire un blason d’un autre joueur.
refusal-bad_choice = Regardez les vôtres et ceux d’un seul autre joueur : au moins un, et au plus la force de la carte.
refusal-bad_token = Ce blason n’est pas là où ce pouvoir peut le prendre : prenez l’un de ceux proposés.
refusal-card_played = Cette carte n’est plus dans votre main.
refusal-illegal = Cette carte ne peut être jouée.
refusal-no_bourgeoisie = Vous n’avez pas de carte bourgeoisie.
refusal-already_activated = Une carte bourgeoisie s’active une fois par manche.
refusal-last_trick = Rien ne s’active au dernier pli.
refusal-variant_not_played = La variante de cette action n’est pas jouée.
refusal-wrong_phase-play = Il faut maintenant poser une carte.
refusal-wrong_phase-power = Il faut maintenant utiliser un pouvoir.
refusal-wrong_phase-serve = On peut maintenant prendre une carte du pli, ou rien.
refusal-wrong_phase-free = Le gagnant prend maintenant un blason ou en retourne un.
refusal-wrong_phase-look = On peut maintenant regarder quelque chose, ou rien.

hint-play = Jouez une carte.
hint-value = Prenez la valeur d’une autre carte.
hint-power = Prenez le pouvoir d’une autre carte.
hint-self = Laissez tout comme c’est.
hint-draw = Prenez un blason de la réserve.
hint-reveal = Retournez un blason.
hint-remove = Renvoyez un blason à la réserve.
hint-give = Donnez un blason à quelqu’un.
hint-swap = Échangez deux blasons.
hint-serve = Prenez une carte du pli.
hint-look = Regardez des cartes déjà jouées.
hint-peek = Regardez des blasons face cachée.
hint-none = N’en faites rien.

option-players = Nombre de joueurs
option-variants = Variantes
option-variants-consultent = Les bourgeois consultent : on ne regarde les plis qu’en activant
option-variants-se_servent = Les bourgeois se servent : activer prend une carte du pli
option-variants-curieux = Bourgeois curieux : activer regarde des blasons face cachée
option-variants-religieux = Le religieux déplace un blason
option-ties = Plus hautes valeurs égales
option-ties-one_step = s’annulent une fois
option-ties-cascade = s’annulent, et ainsi de suite vers le bas
option-magistrat_may_target_self = Le magistrat peut retirer un de vos blasons
option-rounds = Manches d’une partie
option-max_extra_rounds = Manches de plus pour départager, au plus
option-families = La famille de chaque place
option-deck = Les valeurs des personnages

feature-first = elle a entamé le premier pli de la partie
feature-tricks_won = plis remportés
feature-tricks_nobody_won = plis de la partie non attribués
feature-tricks_led = entames
feature-tricks_led_and_won = plis entamés et remportés
feature-tokens_gained = blasons arrivés devant soi
feature-tokens_lost = blasons partis de devant soi
feature-powers_on_others = coups touchant un blason d’un autre joueur
feature-powers_stolen = pouvoirs d’autrui utilisés
feature-malandrin_value = malandrin : valeur prise
feature-malandrin_power = malandrin : pouvoir pris
feature-malandrin_itself = malandrin : lui-même
feature-free_action_draw = actions gratuites : blason pris
feature-free_action_reveal = actions gratuites : blason retourné
feature-bourgeoisie_used = cartes bourgeoisie activées
feature-trick_won_with = personnages ayant remporté un pli
feature-score_family = famille comptée à la dernière manche
feature-gained_by_manant = blasons pris par le manant
feature-gained_by_intendant = blasons arrivés par échange
feature-gained_by_religieux = blasons donnés par le religieux
feature-gained_by_free_action = blasons pris par l’action gratuite
feature-lost_to_magistrat = blasons retirés par un magistrat
feature-lost_to_intendant = blasons partis par échange
feature-lost_to_religieux = blasons emportés par un religieux
feature-power_malandrin = usages du pouvoir du malandrin
feature-power_manant = usages du pouvoir du manant
feature-power_menetrier = usages du pouvoir du ménétrier
feature-power_magistrat = usages du pouvoir du magistrat
feature-power_religieux = usages du pouvoir du religieux
feature-power_intendant = usages du pouvoir de l’intendant

# Faits des suites, pour les conseils, voir solver/src/insight : -other parle de tout autre joueur, appelé $who. ask- est la question, points- ce qui rapporte des points.
fact-trick_won = Vous remportez le pli
fact-trick_won-other = { $who } remporte le pli
fact-trick_aside-other = Le pli reste sans gagnant
fact-row-product = Vous marquez pour { NAME($family) }
fact-row-product-other = { $who } marque pour { NAME($family) }
ask-trick_won = Qui remporte le pli ?
ask-trick_aside = Quelqu’un remporte-t-il le pli ?
ask-row-product = Qui marque pour { NAME($family) } ?
points-product = { NAME($family) }

# Ce qu’on voit sur la table, pour les conseils, voir solver/src/heuristics : ce qu’une personne peut compter. $whose est un joueur.
table-product = { NAME($of) } pour vous : { $tokens } × { $values }, blasons visibles par valeurs remportées.
table-token = Ce blason est visible : avec lui, { NAME($of) } fait { $tokens } × { $values } = { $points } pour vous.
table-token-removed = Il retire un blason { NAME($of) } à { $whose }, pour qui { $tokens } × { $values } = { $points } à présent.
table-card-equal = Un { $best } est déjà posé : les valeurs égales s’annulent.
table-card-lower = Un { $best } est déjà posé, votre carte vaut { $value }.
table-card-highest = Vous jouez en dernier, et votre { $value } est la plus haute carte.
table-card-unmatched = Votre { $value } est la plus haute jusqu’ici, et aucun des suivants n’en tient d’aussi haute.
table-card-matched = Votre { $value } est la plus haute jusqu’ici ; { $n } des { $all } suivants { $n ->
    [one] en tient
   *[other] en tiennent
 } une aussi haute ou plus haute.
table-card-matched_by_all = Votre { $value } est la plus haute jusqu’ici, mais tous ceux qui suivent en tiennent une aussi haute ou plus haute.
table-card-lowest_held = C’est votre carte la plus basse : { $n ->
    [one] la plus haute reste
   *[other] les { $n } plus hautes restent
 } pour les plis suivants.
