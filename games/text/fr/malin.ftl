# Le Malin en français. Clés comme dans richelieu.ftl.

about = Annoncez combien de plis vous ferez, et faites-en exactement autant. De 3 à 6 joueurs.

noun-1 = 1
noun-2 = 2
noun-3 = 3
noun-4 = 4
noun-5 = 5
noun-6 = 6
noun-7 = 7
noun-8 = 8
noun-9 = 9
noun-10 = 10
noun-11 = 11
noun-12 = 12
noun-13 = 13
noun-14 = 14
noun-15 = 15
noun-16 = 16
noun-17 = 17
noun-18 = 18
noun-19 = 19
noun-20 = 20
noun-21 = 21
noun-22 = 22
noun-23 = 23
noun-24 = 24
noun-25 = 25
noun-26 = 26
noun-27 = 27
noun-28 = 28
noun-29 = 29
noun-30 = 30
noun-31 = 31
noun-32 = 32
noun-33 = 33
noun-34 = 34
noun-twin = jumeau
noun-twin_0 = jumeau 0
noun-twin_20 = jumeau 20
noun-twin_35 = jumeau 35
noun-wish = vœu
noun-inversion = Inversion
    .gender = feminine
    .elides = yes
noun-boost = Coup de pouce
noun-drain = Coup de fatigue
noun-swap = Échange
    .elides = yes
noun-void = Pli nul
noun-gift = Cadeau
noun-retake = Reprise
    .gender = feminine
noun-perjury = Parjure
noun-curse = Malédiction
    .gender = feminine
noun-evil_eye = Mauvais œil
noun-barter = Troc
noun-parry = Parade
    .gender = feminine
# Ce dont une chose cachée est une.
noun-card = carte
    .gender = feminine
noun-malheur = malheur
effect-inversion = La plus petite valeur remporte ce pli ; deux inversions s’annulent.
effect-boost = +10, comme imprimé, à votre carte de ce pli.
effect-drain = −10, comme imprimé, à la carte d’un autre joueur dans ce pli.
effect-swap = Deux cartes posées de ce pli changent de propriétaire.
effect-void = Personne ne remporte ce pli ; qui l’a entamé entame de nouveau.
effect-gift = Si vous remportez ce pli, il compte pour un autre joueur de votre choix.
effect-retake = Reprenez votre carte posée et posez-en une autre.
effect-perjury = Votre contrat augmente ou diminue d’un pli.
effect-curse = Le contrat d’un autre joueur augmente ou diminue d’un pli.
effect-evil_eye = Regardez la main d’un autre joueur.
effect-barter = Donnez une carte de votre choix à un autre joueur et recevez-en une au hasard.
effect-parry = Le dernier malheur en attente dans ce pli n’agit pas.
zone-stock = paquet
zone-removed = carte écartée
zone-left_over = carte restante
zone-played = cartes jouées
zone-trick = pli
zone-hand = main
zone-malheur_pile = pioche des malheurs
zone-malheurs_used = malheurs utilisés
zone-waiting = malheurs en attente
zone-malheurs = malheurs
counter-round = manche
counter-tricks = plis joués
counter-announced = a annoncé
counter-contract = contrat
counter-taken = plis remportés
counter-points = points
counter-dealer = donne
counter-leader = entame
counter-changed = contrat modifié de
counter-passed = a passé
counter-to_ask = à consulter
mark-value = valeur
mark-seat = joué par
mark-target = vise
mark-other = et vise
button-pass = Passer
button-up = Un pli de plus
button-down = Un pli de moins
phase-deal = On distribue les cartes.
phase-reshuffle = On mélange les malheurs utilisés.
phase-bid = Annoncez vos plis.
phase-deal_window = Jouez un malheur avant le premier pli, ou passez.
phase-play = Jouez une carte.
phase-play_or_malheur = Jouez une carte, ou d’abord un malheur.
phase-after_window = Le pli est complet. Jouez un malheur, ou passez.
phase-answer_window = Un Malheur attend d’agir. Répondez par l’un des vôtres, ou passez.
phase-trick_end = Le pli est complet.
phase-barter = On tire une carte au hasard.
phase-over = La partie est finie.
move-bid = Annoncer { $contract ->
    [one] { $contract } pli
   *[other] { $contract } plis
 }
ply-bid = { $seat } annonce { $contract ->
    [one] { $contract } pli
   *[other] { $contract } plis
 }.
move-play = Jouer { THE($card) }
ply-play = { $seat } joue { THE($card) }.
move-play_as = Jouer { THE($card) } comme un { $value }
ply-play_as = { $seat } joue { THE($card) } comme un { $value }.
move-pass = N’utiliser aucun Malheur
ply-pass = { $seat } n’utilise aucun Malheur.
move-malheur_plain = Jouer { THE($malheur) }
ply-malheur_plain = { $seat } joue { THE($malheur) }.
move-malheur_at = Jouer { THE($malheur) } sur { THE($card) } { OF($target) }
ply-malheur_at = { $seat } joue { THE($malheur) } sur { THE($card) } { OF($target) }.
move-malheur_gift = Jouer { THE($malheur) } pour { $target }
ply-malheur_gift = { $seat } joue { THE($malheur) } pour { $target }.
move-malheur_swap = Jouer { THE($malheur) } sur les cartes { OF($first) } et { OF($second) }
ply-malheur_swap = { $seat } joue { THE($malheur) } sur les cartes { OF($first) } et { OF($second) }.
move-malheur_retake = Jouer { THE($malheur) } pour poser à la place { THE($card) }
ply-malheur_retake = { $seat } joue { THE($malheur) } pour poser à la place { THE($card) }.
move-malheur_retake_as = Jouer { THE($malheur) } pour poser à la place { THE($card) } comme un { $value }
ply-malheur_retake_as = { $seat } joue { THE($malheur) } pour poser à la place { THE($card) } comme un { $value }.
move-malheur_own = Jouer { THE($malheur) } : votre contrat { $change ->
    [1] augmente
   *[other] diminue
 } d’un pli
ply-malheur_own = { $seat } joue { THE($malheur) } : son contrat { $change ->
    [1] augmente
   *[other] diminue
 } d’un pli.
move-malheur_curse = Jouer { THE($malheur) } : le contrat { OF($target) } { $change ->
    [1] augmente
   *[other] diminue
 } d’un pli
ply-malheur_curse = { $seat } joue { THE($malheur) } : le contrat { OF($target) } { $change ->
    [1] augmente
   *[other] diminue
 } d’un pli.
move-malheur_look = Jouer { THE($malheur) } : regarder la main { OF($target) }
ply-malheur_look = { $seat } joue { THE($malheur) } et regarde la main { OF($target) }.
move-malheur_barter = Jouer { THE($malheur) } : donner { THE($card) } { TO($target) }
ply-malheur_barter = { $seat } joue { THE($malheur) } et donne { THE($card) } { TO($target) }.
ply-malheur_barter_hidden = { $seat } joue { THE($malheur) } et donne une carte { TO($target) }.
milestone-round_dealt = Manche { $round } : { $seat } donne. Carte écartée : { THE($cards) }.
milestone-trick_won = { $seat } remporte le pli avec { THE($cards) }.
milestone-trick_given = { CAP(THE($cards)) } l’emporte, mais { $seat } reçoit le pli en cadeau.
milestone-trick_void = Personne ne remporte le pli.
milestone-malheur_acted = { CAP(THE($cards)) } { OF($seat) } agit{ $cards ->
    [inversion] {" "}: la plus petite valeur remporte le pli, sauf si une autre Inversion l’annule
    [boost] {" "}: +{ $n } { TO($card) }
    [drain] {" "}: −{ $n } { TO($card) } { OF($target) }
    [swap] {" "}: { THE($card) } et { THE($other) } changent de propriétaire
    [retake] {" "}: { THE($card) } revient en main, et { THE($other) } est à sa place
    [void] {" "}: personne ne remporte le pli
    [gift] {" "}: si { $seat } remporte le pli, il ira { TO($target) }
   *[other] {""}
 }.
milestone-contract_met = { $seat } réussit son contrat de { $contract ->
    [one] { $contract } pli
   *[other] { $contract } plis
 }.
milestone-round_scored = On compte la manche.
row-off_contract = { $taken ->
    [one] { $taken } pli
   *[other] { $taken } plis
 } pour un contrat de { $contract }
row-start = Au départ
row-partner = Perte du partenaire

refusal-game_over = Personne n’est au trait.
refusal-bid_first = Il faut maintenant annoncer un contrat.
refusal-bids_made = Les contrats sont annoncés.
refusal-bid_out_of_range = Un contrat va de 0 à { $most }.
refusal-bid_repeated = { $bid } est déjà annoncé : annoncez un autre nombre.
refusal-bid_sum = La somme des contrats ne peut faire { $tricks } : annoncez un autre nombre.
refusal-value_out_of_range = Cette carte ne peut avoir cette valeur.
refusal-card_not_held = Cette carte n’est pas dans votre main.
refusal-card_not_held-none = Il ne vous reste aucune carte en main pour cela.
refusal-not_now = Aucun Malheur ne peut servir maintenant.
refusal-not_now-window = Seul un Malheur peut servir maintenant, ou rien.
refusal-must_play = Avant votre carte, vous ne pouvez passer : jouez-en une.
refusal-malheur_not_held = Vous n’avez pas ce Malheur en main.
refusal-wrong_window = Ce Malheur ne peut servir à ce moment.
refusal-nothing_to_parry = Aucun Malheur n’attend dans ce pli.
refusal-contract_out_of_range = Un contrat changé reste entre 0 et { $most }.
refusal-card_not_free = Cette carte est déjà nommée par un Malheur qui attend, ou ne peut avoir cette valeur.
refusal-bad_target = Cette cible ne peut être choisie : prenez l’une de celles proposées.

hint-bid = Annoncez un contrat.
hint-play = Jouez une carte.
hint-malheur = Utilisez un Malheur.
hint-pass = Passez.

option-players = Nombre de joueurs
option-points = Points de départ de chacun
option-penalty = Points perdus pour chaque pli d’écart au contrat
option-malheurs = Avec les Malheurs
option-boost = Ce qu’un Coup de pouce ajoute et qu’un Coup de fatigue retire
option-teams = En équipes, à six
option-twins = La valeur d’un jumeau
option-twins-declared = 0 ou la plus haute, dite quand on le joue
option-twins-fixed = l’un vaut 0, l’autre la plus haute
option-wish = La valeur du vœu
option-wish-declared = au choix, dite en le jouant
option-wish-removed_card = celle de la carte qu’il remplace
option-ties = Entre les plus hautes valeurs égales gagne
option-ties-first = qui a joué d’abord
option-ties-last = qui a joué en dernier
option-malheur_deck = Les cartes Malheur

feature-first = elle a annoncé et entamé en premier à la première manche
feature-rounds = manches jouées
feature-contracts_met = contrats remplis
feature-contracts_over = manches au-dessus du contrat
feature-contracts_under = manches sous le contrat
feature-rounds_dealt = manches distribuées
feature-strong_cards_dealt = cartes fortes de la première main : du tiers supérieur, ou à valeur choisie
feature-twins_high = jumeaux joués hauts
feature-twins_low = jumeaux joués à 0
feature-wishes = vœux joués
feature-malheur_dealt = carte Malheur reçue avant la première manche
feature-malheur_drawn = première carte Malheur reçue pour des points perdus qui fut la première de sa manche
feature-malheurs_used = nombre de cartes Malheur utilisées
feature-announced = nombres annoncés
feature-announced_with_strength = nombres annoncés, avec combien de cartes fortes
feature-announced_in_turn = nombres annoncés, selon le rang de l’annonce
feature-taken_with = cartes ayant remporté un pli
feature-malheur_used = cartes Malheur utilisées
feature-malheur_parried = cartes Malheur utilisées et parées
feature-malheur_turned_trick = cartes Malheur utilisées qui ont changé un pli de main

# Faits des suites, pour les conseils, voir solver/src/insight : -other parle de tout autre joueur, appelé $who. ask- est la question, points- ce qui rapporte des points.
fact-trick_won = Vous remportez le pli
fact-trick_won-other = { $who } remporte le pli
fact-trick_given = Vous recevez en cadeau le pli
fact-trick_void-other = Le pli reste sans gagnant
fact-row-off_contract = Vous manquez votre contrat
fact-row-off_contract-other = { $who } manque son contrat
ask-trick_won = Qui remporte le pli ?
ask-trick_given = Qui remporte le pli ?
ask-trick_void = Quelqu’un remporte-t-il le pli ?
ask-row-off_contract = Tenez-vous votre contrat ?
ask-row-off_contract-other = Les autres tiennent-ils tous leur contrat ?
points-off_contract = contrat tenu

# Ce qu’on voit sur la table, pour les conseils, voir solver/src/heuristics : ce qu’une personne peut compter.
table-contract = Il vous faut { $need } des { $left } derniers plis.
table-contract-all = Il vous faut { $left ->
    [one] le dernier pli
   *[other] les { $left } derniers plis
 }.
table-contract-full = Vous avez tous les plis de votre contrat ; { $left ->
    [one] il en reste un
   *[other] il en reste { $left }
 }.
table-contract-over = Vous avez { $need ->
    [one] un pli
   *[other] { $need } plis
 } de plus que votre contrat ; { $left ->
    [one] il en reste un
   *[other] il en reste { $left }
 }.
table-contract-lost = Votre contrat est hors d’atteinte : il vous faut { $need } plis, et { $left ->
    [one] il en reste un
   *[other] il en reste { $left }
 }.
table-trick-not = Cette carte ne peut pas prendre le pli : un { $best } est déjà posé.
table-trick-takes = Vous jouez en dernier, et cette carte prend le pli.
table-trick-last_needed = Cette carte prend le pli, le dernier qu’il vous faut.
table-trick-unbeaten = Aucune carte encore en jeu ne bat celle-ci.
table-trick-only = Des cartes encore en jeu, seul le { $n } bat celle-ci.
table-trick-thrown = Cette carte ne prend rien ici ; { $n } des { $all } cartes encore en jeu peuvent la battre.
table-trick-beaten_by = Cette carte peut être battue par { $n } des { $all } cartes encore en jeu.
table-card-lowest_held = C’est le plus petit nombre de votre main : { $n ->
    [one] le plus grand reste
   *[other] les { $n } plus grands restent
 } pour les plis suivants.
bucket-with = { $first } avec { $second }
bucket-in_turn = { $first } au rang { $second }
