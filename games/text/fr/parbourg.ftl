# Parbourg en français. Clés comme dans l’anglais. Une mise s’appelle par ses valeurs en politique, militaire, intrigue et science.

about = Quatre journées de quatre défis, remportés par des mises, des événements, des bâtiments et l’homme de main du jour. De 2 à 6 joueurs.

noun-yellow = politique
noun-red = militaire
noun-green = intrigue
noun-blue = science
noun-h1 = Éclaireur
    .elides = yes
noun-h2 = Maraudeur
noun-h3 = Diplomate
noun-h4 = Capitaine
noun-h5 = Espion
    .elides = yes
noun-h6 = Savant
noun-h7 = Mage
noun-h8 = Noble
noun-1 = mise de 6·3·1·0
    .gender = feminine
noun-2 = mise de 6·3·0·1
    .gender = feminine
noun-3 = mise de 6·1·3·0
    .gender = feminine
noun-4 = mise de 6·1·0·3
    .gender = feminine
noun-5 = mise de 6·0·3·1
    .gender = feminine
noun-6 = mise de 6·0·1·3
    .gender = feminine
noun-7 = mise de 3·6·1·0
    .gender = feminine
noun-8 = mise de 3·6·0·1
    .gender = feminine
noun-9 = mise de 3·1·6·0
    .gender = feminine
noun-10 = mise de 3·1·0·6
    .gender = feminine
noun-11 = mise de 3·0·6·1
    .gender = feminine
noun-12 = mise de 3·0·1·6
    .gender = feminine
noun-13 = mise de 1·6·3·0
    .gender = feminine
noun-14 = mise de 1·6·0·3
    .gender = feminine
noun-15 = mise de 1·3·6·0
    .gender = feminine
noun-16 = mise de 1·3·0·6
    .gender = feminine
noun-17 = mise de 1·0·6·3
    .gender = feminine
noun-18 = mise de 1·0·3·6
    .gender = feminine
noun-19 = mise de 0·6·3·1
    .gender = feminine
noun-20 = mise de 0·6·1·3
    .gender = feminine
noun-21 = mise de 0·3·6·1
    .gender = feminine
noun-22 = mise de 0·3·1·6
    .gender = feminine
noun-23 = mise de 0·1·6·3
    .gender = feminine
noun-24 = mise de 0·1·3·6
    .gender = feminine
noun-25 = mise de 1
    .gender = feminine
noun-26 = mise de 1
    .gender = feminine
noun-27 = mise de 1
    .gender = feminine
noun-28 = mise de 1
    .gender = feminine
noun-29 = mise de 2
    .gender = feminine
noun-30 = mise de 2
    .gender = feminine
noun-31 = mise de 2
    .gender = feminine
noun-32 = mise de 2
    .gender = feminine
noun-33 = mise de 2
    .gender = feminine
noun-34 = mise de 2
    .gender = feminine
noun-35 = mise de 2
    .gender = feminine
noun-36 = mise de 2
    .gender = feminine
noun-37 = mise de 3
    .gender = feminine
noun-38 = mise de 3
    .gender = feminine
noun-39 = mise de 3
    .gender = feminine
noun-40 = mise de 3
    .gender = feminine
noun-41 = mise de 3
    .gender = feminine
noun-42 = mise de 3
    .gender = feminine
noun-43 = mise de 4
    .gender = feminine
noun-44 = mise de 4
    .gender = feminine
noun-45 = mise de 2 & +4
    .gender = feminine
noun-46 = mise de 2 & pioche 2
    .gender = feminine
noun-47 = mise de 2 & échange
    .gender = feminine
noun-48 = mise de 2 & limite 2
    .gender = feminine
noun-49 = mise de 2 & bouclier
    .gender = feminine
noun-50 = mise de 2 & +4
    .gender = feminine
noun-51 = mise de 2 & retrait
    .gender = feminine
noun-52 = mise de 2 & destruction
    .gender = feminine
noun-53 = mise de 2 & coucher
    .gender = feminine
noun-54 = mise de 2 & double
    .gender = feminine
noun-55 = mise de 2 & +4
    .gender = feminine
noun-56 = mise de 2 & vol
    .gender = feminine
noun-57 = mise de 2 & regard
    .gender = feminine
noun-58 = mise de 2 & défausse 1
    .gender = feminine
noun-59 = mise de 2 & passage en intrigue
    .gender = feminine
noun-60 = mise de 2 & +4
    .gender = feminine
noun-61 = mise de 2 & pioche 2
    .gender = feminine
noun-62 = mise de 2 & retour
    .gender = feminine
noun-63 = mise de 2 & récupération
    .gender = feminine
noun-64 = mise de 2 & passage en science
    .gender = feminine
noun-65 = mise de 3 ou annulation
    .gender = feminine
noun-66 = mise de 3 ou passage en politique
    .gender = feminine
noun-67 = mise de 3 ou +5
    .gender = feminine
noun-68 = mise de 3 ou pioche 3
    .gender = feminine
noun-69 = mise de 3 ou passage en militaire
    .gender = feminine
noun-70 = mise de 3 ou retrait
    .gender = feminine
noun-71 = mise de 3 ou coucher
    .gender = feminine
noun-72 = mise de 3 ou +5
    .gender = feminine
noun-73 = mise de 3 ou vol
    .gender = feminine
noun-74 = mise de 3 ou défausse 2
    .gender = feminine
noun-75 = mise de 3 ou échange
    .gender = feminine
noun-76 = mise de 3 ou +5
    .gender = feminine
noun-77 = mise de 3 ou double
    .gender = feminine
noun-78 = mise de 3 ou récupération
    .gender = feminine
noun-79 = mise de 3 ou pioche 3
    .gender = feminine
noun-80 = mise de 3 ou +5
    .gender = feminine
noun-81 = Forum
noun-82 = Caserne
    .gender = feminine
noun-83 = Taverne
    .gender = feminine
noun-84 = Laboratoire
noun-85 = Rempart
noun-86 = Bibliothèque
    .gender = feminine
noun-87 = Beffroi
noun-88 = Cimetière
noun-89 = Dédoublement
noun-90 = Élixir
    .elides = yes
noun-91 = Philtre
noun-92 = Philtre
noun-93 = Philtre
noun-94 = Philtre
noun-95 = Garde du Corps
noun-96 = Garde du Corps
noun-97 = Shinobi Gob
noun-98 = Boouuuhh !!!
    .the = Boouuuhh !!!
    .of = de Boouuuhh !!!
noun-99 = Sablier
noun-100 = Contre
noun-event_used = événement
    .elides = yes
noun-bet = mise
    .gender = feminine
noun-bet_and_event = mise & événement
    .gender = feminine
noun-bet_or_event = mise ou événement
    .gender = feminine
noun-building = bâtiment
noun-alchemy = alchimie
    .gender = feminine
    .elides = yes
noun-ephemeral = carte éphémère
    .gender = feminine
noun-bonus = bonus
noun-draw = pioche
noun-discard_hand = défausse
noun-steal_card = vol
noun-peek_hand = regard
noun-discard_action = retrait
noun-take_back = retour
noun-double = double
noun-retrieve = récupération
noun-destroy_building = destruction
noun-force_fold = coucher
noun-limit_actions = limite
noun-change_colour = autre couleur
noun-cancel_challenge = annulation
noun-swap_order = échange
noun-shield = bouclier
noun-colour_bonus = bonus d’une couleur
noun-protect_actions = protection
noun-draw_first_challenge = cartes de plus
noun-win_ties = gagne les égalités
noun-choose_henchman = choix de l’homme de main
noun-second_henchman = second homme de main
noun-exchange_henchman = échange
noun-replace_henchman = remplacement
noun-skip_turn = tour sauté
noun-counter = contre
noun-draw_challenge = cartes de plus à chaque défi
noun-draw_day = cartes de plus chaque jour
noun-every_bonus = bonus à chaque défi
noun-face_down = cartes face cachée
# Ce dont une chose cachée est une.
noun-card = carte
    .gender = feminine
noun-henchman = homme de main
    .elides = yes
noun-token = jeton

-bonus = +{ $n } dans ce défi.
-draw = Piochez { $n ->
    [one] une carte
   *[other] { $n } cartes
 }.
-discard-hand = Un autre joueur défausse { $n ->
    [one] une carte
   *[other] { $n } cartes
 } au hasard.
-steal-card = Prenez au hasard une carte de la main d’un autre joueur.
-peek-hand = Regardez la main d’un autre joueur.
-discard-action = Retirez une carte posée devant un autre joueur.
-take-back = Reprenez en main une autre de vos cartes posées.
-double = La mise d’une de vos cartes posées compte double.
-retrieve = Prenez une carte quelconque de la défausse.
-destroy-building = Détruisez un bâtiment d’un autre joueur.
-force-fold = Un autre joueur se couche.
-limit-actions = Dans ce défi, personne d’autre ne peut avoir plus de { $n } cartes action posées.
-change-colour = Le jeton du défi est échangé contre un jeton { $colour }.
-cancel-challenge = Le défi finit aussitôt, et personne ne gagne son jeton.
-swap-order = Les deux défis suivants changent de place.
-shield = Jusqu’à la fin du défi, personne ne peut vous choisir.
-colour-bonus = +{ $n } en { $colour }.
-day-bonus = +{ $n } en { $colour } pour la journée.
-protect-actions = Les autres joueurs ne peuvent pas retirer vos cartes posées.
-draw-first-challenge = Piochez { $n ->
    [one] une carte de plus
   *[other] { $n } cartes de plus
 } au premier défi de la journée.
-win-ties = Vous gagnez les égalités.
-choose-henchman = Tirez deux hommes de main au début de la journée et gardez-en un.
-second-henchman = Un second homme de main pour la journée ; vous choisissez l’initiative qui compte.
-exchange-henchman = Échangez votre homme de main contre le premier de la pile.
-replace-henchman = L’homme de main d’un autre joueur cède sa place au premier de la pile.
-skip-turn = Le prochain tour d’un autre joueur dans ce défi est sauté.
-counter = Une carte qui vient d’être jouée n’agit pas.
-draw-challenge = Pioche { $n ->
    [one] une carte de plus
   *[other] { $n } cartes de plus
 } à chaque défi.
-draw-day = Pioche { $n ->
    [one] une carte de plus
   *[other] { $n } cartes de plus
 } au début de la journée.
-every-bonus = +{ $n } à chaque défi.
-face-down = Peut poser ses cartes action face cachée.
effect-h1 = { -draw-challenge(n: 1) }
effect-h2 = { -draw-day(n: 2) }
effect-h3 = { -colour-bonus(n: 2, colour: "politique") }
effect-h4 = { -colour-bonus(n: 2, colour: "militaire") }
effect-h5 = { -colour-bonus(n: 2, colour: "intrigue") }
effect-h6 = { -colour-bonus(n: 2, colour: "science") }
effect-h7 = { -face-down }
effect-h8 = { -every-bonus(n: 1) }
effect-45 = { -bonus(n: 4) }
effect-46 = { -draw(n: 2) }
effect-47 = { -swap-order }
effect-48 = { -limit-actions(n: 2) }
effect-49 = { -shield }
effect-50 = { -bonus(n: 4) }
effect-51 = { -discard-action }
effect-52 = { -destroy-building }
effect-53 = { -force-fold }
effect-54 = { -double }
effect-55 = { -bonus(n: 4) }
effect-56 = { -steal-card }
effect-57 = { -peek-hand }
effect-58 = { -discard-hand(n: 1) }
effect-59 = { -change-colour(colour: "intrigue") }
effect-60 = { -bonus(n: 4) }
effect-61 = { -draw(n: 2) }
effect-62 = { -take-back }
effect-63 = { -retrieve }
effect-64 = { -change-colour(colour: "science") }
effect-65 = { -cancel-challenge }
effect-66 = { -change-colour(colour: "politique") }
effect-67 = { -bonus(n: 5) }
effect-68 = { -draw(n: 3) }
effect-69 = { -change-colour(colour: "militaire") }
effect-70 = { -discard-action }
effect-71 = { -force-fold }
effect-72 = { -bonus(n: 5) }
effect-73 = { -steal-card }
effect-74 = { -discard-hand(n: 2) }
effect-75 = { -swap-order }
effect-76 = { -bonus(n: 5) }
effect-77 = { -double }
effect-78 = { -retrieve }
effect-79 = { -draw(n: 3) }
effect-80 = { -bonus(n: 5) }
effect-81 = { -colour-bonus(n: 2, colour: "politique") }
effect-82 = { -colour-bonus(n: 2, colour: "militaire") }
effect-83 = { -colour-bonus(n: 2, colour: "intrigue") }
effect-84 = { -colour-bonus(n: 2, colour: "science") }
effect-85 = { -protect-actions }
effect-86 = { -draw-first-challenge(n: 1) }
effect-87 = { -win-ties }
effect-88 = { -choose-henchman }
effect-89 = { -second-henchman }
effect-90 = { -draw(n: 3) }
effect-91 = { -day-bonus(n: 2, colour: "politique") }
effect-92 = { -day-bonus(n: 2, colour: "militaire") }
effect-93 = { -day-bonus(n: 2, colour: "intrigue") }
effect-94 = { -day-bonus(n: 2, colour: "science") }
effect-95 = { -limit-actions(n: 2) }
effect-96 = { -limit-actions(n: 2) }
effect-97 = { -exchange-henchman }
effect-98 = { -replace-henchman }
effect-99 = { -skip-turn }
effect-100 = { -counter }

zone-pile = pioche
zone-discard = défausse
zone-chain = cartes en jeu
zone-henchman_pile = pile des hommes de main
zone-out = hommes de main hors jeu
zone-tokens = jetons de la journée
zone-spare = jetons de réserve
zone-box = boîte
zone-hand = main
zone-lane = cartes posées
zone-buildings = bâtiments
zone-henchmen = homme de main
zone-choice = deux hommes de main au choix
zone-won = jetons gagnés
counter-day = journée
counter-challenge = défi
counter-round = tour
counter-actions = cartes action jouées
counter-built = a bâti
counter-points = points
counter-bonus = bonus
counter-standing = debout
counter-shielded = ne peut être choisi
counter-skips = tours sautés
counter-limited = cartes action limitées
counter-limit = cartes action au plus
counter-first = tire en premier
counter-order = place dans le tour
counter-mover = a le tour
counter-passed = a passé
counter-to_ask = à consulter
counter-yellow_bonus = bonus en politique
counter-red_bonus = bonus en militaire
counter-green_bonus = bonus en intrigue
counter-blue_bonus = bonus en science
mark-doubled = compte double
mark-by = jouée par
mark-acts = agit
mark-at = vise
mark-card = vise la carte
mark-place = vise la place
mark-henchman = vise l’homme de main
button-bet = Mise seule
button-hide = Face cachée
button-bet_event = Mise et événement
button-hide_event = Face cachée et événement
button-event = En événement
button-pass = Passer
button-end = Finir le tour
button-fold = Se coucher
phase-chance = On tire des cartes ou des hommes de main.
phase-keep_henchman = Gardez l’un des deux hommes de main.
phase-alchemy = Début de journée : une carte alchimie, ou passez.
phase-choose_initiative = Choisissez l’homme de main dont l’initiative compte.
phase-turn = Posez, bâtissez ou couchez-vous.
phase-window = Une carte éphémère, ou passez.
phase-response = Une carte vient d’être jouée. Répondez par Contre, ou passez.
phase-over = La partie est finie.

# Ce qu’on veut faire par un effet, et à quoi ; après « pour » ou deux-points.
what =
    { $effect ->
        [bonus] gagner +{ $n } dans ce défi
        [draw] { $n ->
        [one] piocher une carte
       *[other] piocher { $n } cartes
     }
        [discard_hand] { $n ->
        [one] faire défausser { TO($target) } une carte au hasard
       *[other] faire défausser { TO($target) } { $n } cartes au hasard
     }
        [steal_card] prendre au hasard une carte de la main { OF($target) }
        [peek_hand] regarder la main { OF($target) }
        [discard_action] retirer { THE($aim) }{ aim_number } { OF($target) }
        [discard_action_down] retirer la carte cachée { OF($target) } en place { $place }
        [take_back] reprendre en main { THE($aim) }{ aim_number }
        [take_back_down] reprendre en main la carte cachée en place { $place }
        [double] compter double { THE($aim) }{ aim_number }
        [double_down] compter double la carte cachée en place { $place }
        [retrieve] reprendre { THE($aim) }{ aim_number } dans la défausse
        [destroy_building] détruire { THE($aim) }{ aim_number } { OF($target) }
        [force_fold] faire coucher { $target }
        [limit_actions] limiter tous les autres à { $n } cartes action
        [change_colour] échanger le jeton contre un jeton { NAME($colour) }
        [cancel_challenge] annuler le défi
        [swap_order] échanger les places des deux défis suivants
        [colour_bonus] gagner +{ $n } en { NAME($colour) } pour la journée
        [second_henchman] tirer un second homme de main pour la journée
        [exchange_henchman] échanger { THE($aim) } contre le premier homme de main de la pile
        [replace_henchman] remplacer { THE($aim) } { OF($target) } par le premier homme de main de la pile
        [skip_turn] faire sauter { TO($target) } son prochain tour
        [counter] contrer { THE($aim) } { OF($target) }
       *[shield] être à l’abri jusqu’à la fin du défi
    }

# Le numéro d’une carte, si une autre y porte le même nom.
number = { $number ->
    [0] {""}
   *[other] {" "}(n° { $number })
 }
aim_number = { $aim_number ->
    [0] {""}
   *[other] {" "}(n° { $aim_number })
 }
move-bet = Poser { THE($card) }{ number } : { $n } en { NAME($colour) }
move-bet_central = Poser { THE($card) }{ number } : { $n } dans chaque couleur
move-bet_only = Poser { THE($card) }{ number } sans son événement
move-hide = Poser { THE($card) }{ number } face cachée
move-bet_event = Poser { THE($card) }{ number } avec son événement : { what }
move-hide_event = Poser face cachée { THE($card) }{ number } avec son événement : { what }
move-event = Utiliser l’événement { OF($card) }{ number } : { what }
move-use = Utiliser { THE($card) }{ number } : { what }
move-build = Bâtir { THE($card) }{ number }
move-keep = Garder { THE($henchman) }
move-initiative = Prendre l’initiative { OF($henchman) }
move-pass = N’utiliser aucune carte
move-pass_alchemy = N’utiliser aucune alchimie
move-pass_answer = Laisser faire
move-end = Finir le tour debout
move-fold = Se coucher : plus de tour dans ce défi

ply-bet = { $seat } pose { THE($card) } : { $n } en { NAME($colour) }.
ply-bet_central = { $seat } pose { A($card) } dans chaque couleur.
ply-bet_only = { $seat } pose { A($card) }, sans son événement.
ply-hide = { $seat } pose { THE($card) } face cachée.
ply-hide_unseen = { $seat } pose une carte face cachée.
ply-bet_event = { $seat } pose { A($card) } et en utilise l’événement pour { what }.
ply-hide_event = { $seat } pose face cachée { A($card) } et en utilise l’événement pour { what }.
ply-event = { $seat } utilise l’événement { OF($card) } pour { what }.
ply-use = { $seat } utilise { THE($card) } pour { what }.
ply-build = { $seat } bâtit { THE($card) }.
ply-keep = { $seat } garde { THE($henchman) }.
ply-initiative = { $seat } prend l’initiative { OF($henchman) }.
ply-pass = { $seat } n’utilise aucune carte.
ply-pass_alchemy = { $seat } n’utilise aucune alchimie.
ply-pass_answer = { $seat } laisse faire.
ply-end = { $seat } finit son tour debout.
ply-fold = { $seat } se couche : plus de tour dans ce défi.

milestone-day_begins = La journée { $day } commence.
milestone-henchman_drawn = { $seat } tire { THE($name) }.
milestone-henchman_replaced = { CAP(THE($name)) } prend la place : c’est maintenant l’homme de main { OF($seat) }.
milestone-challenge_begins = Journée { $day }, défi { $challenge } : { NAME($colour) }.
milestone-power_used = { CAP(THE($name)) } { OF($seat) } agit.
milestone-power_countered = { CAP(THE($name)) } { OF($seat) } n’agit pas.
milestone-challenge_won =
    { $points ->
        [one] { $seat } remporte le défi avec { $points } point, et le jeton { NAME($colour) }.
       *[other] { $seat } remporte le défi avec { $points } points, et le jeton { NAME($colour) }.
    }
milestone-challenge_cancelled = Le défi est annulé. Personne ne gagne son jeton { NAME($colour) }.
milestone-round_scored = La partie finit. On compte les jetons.
row-tokens = Jetons ({ NAME($colour) })

refusal-game_over = Personne n’est au trait.
refusal-card_not_held = { CAP(THE($card)) } n’est pas dans votre main.
refusal-must_fold = Le dernier debout, ou qui en est au dernier tour, finit par se coucher.
refusal-nothing_done = Qui ne joue ni carte action ni bâtiment finit par se coucher ; les éphémères ne comptent pas.
refusal-bad_henchman = Choisissez l’un des deux hommes de main.
refusal-third_action = Un tour compte au plus { $most } cartes action.
refusal-action_limit = Pas plus { $most ->
    [one] d’une carte
   *[other] de { $most } cartes
 } action ici dans ce défi.
refusal-not_face_down = Seul le Mage pose des cartes face cachée.
refusal-second_building = Au plus un bâtiment par tour.
refusal-no_colour = Il faut un homme de main de l’une de ses couleurs, { LIST($colours) }, et vous n’en avez pas.
refusal-no_colour-action = Son événement demande un homme de main de l’une de ses couleurs, { LIST($colours) }, et vous n’en avez pas : la carte peut être posée sans lui.
refusal-nothing_to_counter = Contre ne s’utilise qu’en réponse à une autre carte.
refusal-no_target = Cet effet n’a rien à choisir ou à changer maintenant.
refusal-bad_target = Cette cible n’existe pas ou ne peut être choisie : prenez l’une de celles proposées.
refusal-wrong_kind-bet = Cette carte est une mise sans événement.
refusal-wrong_kind-bet_and_event = Cette carte se pose en mise, son événement en plus.
refusal-wrong_kind-bet_or_event = Cette carte est soit posée sans son événement, soit utilisée comme événement.
refusal-wrong_kind-building = Cette carte est un bâtiment : construisez-le.
refusal-wrong_kind-alchemy = Cette carte est une alchimie : elle s’utilise au début de la journée.
refusal-wrong_kind-ephemeral = Cette carte est éphémère : utilisez-la, elle ne se pose pas.
refusal-wrong_phase-answer = Passez maintenant, ou utilisez Contre.
refusal-wrong_phase-keep = Gardez maintenant l’un des deux hommes de main.
refusal-wrong_phase-initiative = Choisissez maintenant l’initiative qui compte.
refusal-wrong_phase-alchemy = Au début de la journée, seule une alchimie peut servir, ou rien.
refusal-wrong_phase-window = Seule une carte éphémère peut servir maintenant, ou rien.
refusal-wrong_phase-turn = Un tour compte des cartes action, un bâtiment et des éphémères, puis finit ; une alchimie ne sert qu’au début de la journée.

hint-bet = Posez une carte action.
hint-event = Utilisez une carte comme événement.
hint-build = Bâtissez.
hint-alchemy = Utilisez une alchimie.
hint-ephemeral = Utilisez une carte éphémère.
hint-keep = Gardez l’un des deux hommes de main.
hint-initiative = Choisissez l’initiative qui compte.
hint-pass = Passez.
hint-end = Finissez le tour debout.
hint-fold = Couchez-vous.

option-players = Nombre de joueurs
option-windows = Dans une fenêtre on demande
option-windows-all = à tous ceux debout : cela ne dit rien
option-windows-holders = à qui peut utiliser une carte : plus rapide
option-days = Jours d’une partie
option-first_hand = Cartes que chacun pioche avant le premier jour
option-challenge_draw = Cartes que chacun pioche à un défi, une de plus à deux joueurs
option-actions = Cartes action d’un tour, au plus
option-spare_tokens = Jetons de réserve par couleur
option-max_rounds = Tours après lesquels un défi finit
option-deck = Les cartes et les hommes de main

feature-first = c’est le premier joueur, qui tire le premier homme de main chaque jour
feature-winning_margin = points d’avance sur le second, défis remportés
feature-cards_spent = cartes posées ou utilisées
feature-cards_per_token_tenths = cartes action des défis remportés, en dixièmes par jeton
feature-buildings_laid = bâtiments posés
feature-alchemy_used = cartes alchimie utilisées
feature-ephemeral_used = cartes éphémères utilisées
feature-events_used = événements accomplis
feature-events_undone = événements annulés par Contre
feature-events_swing = changement d’avance dû à ses événements
feature-lay_down_first = défis où l’on s’est couché le premier
feature-lay_down_last = défis où l’on s’est couché le dernier
feature-cards_left = cartes en main à la fin
feature-event_used = effets des événements accomplis
feature-card_played = cartes posées ou utilisées, par numéro
feature-building_laid = bâtiments posés, par nom
feature-alchemy_played = cartes alchimie utilisées, par nom
feature-card_dealt = cartes de la première main et cartes piochées, par numéro
feature-henchman = hommes de main tirés de la pile
feature-henchman_won = hommes de main avec qui un jeton fut gagné
feature-won_politique = jetons politiques gagnés
feature-won_militaire = jetons militaires gagnés
feature-won_intrigue = jetons d’intrigue gagnés
feature-won_science = jetons de science gagnés

# Faits des suites, pour les conseils, voir solver/src/insight : -other parle de tout autre joueur, appelé $who. ask- est la question, points- ce qui rapporte des points.
fact-challenge_won = Vous remportez le défi pour le jeton { NAME($colour) }
fact-challenge_won-other = { $who } remporte le défi pour le jeton { NAME($colour) }
fact-challenge_cancelled-other = Le défi pour le jeton { NAME($colour) } est annulé
ask-challenge_won = Qui remporte le défi pour le jeton { NAME($colour) } ?
ask-challenge_cancelled = Le défi pour le jeton { NAME($colour) } est-il annulé ?
points-tokens = jetons { NAME($colour) }

# Ce qu’on voit sur la table, pour les conseils, voir solver/src/heuristics : ce qu’une personne peut compter. $who est celui des autres qui en montre le plus.
points_of_all = { $own ->
    [one] { $own } point
   *[other] { $own } points
 } pour vous, { $others ->
    [one] { $others } visible
   *[other] { $others } visibles
 } pour { $who }{ $hidden ->
    [0] { "." }
    [one] { ", " }une carte face cachée.
   *[other] { ", " }{ $hidden } cartes face cachée.
 }
shown_by_others = { $others ->
    [one] { $others } visible
   *[other] { $others } visibles
 }{ $hidden ->
    [0] { "." }
    [one] { " " }et une carte face cachée.
   *[other] { " " }et { $hidden } cartes face cachée.
 }
table-challenge = Le défi pour le jeton { NAME($of) } : { points_of_all }
table-challenge-alone = Personne d’autre n’est debout dans le défi pour le jeton { NAME($of) } : { points_of_all }
table-bet = Cette mise ajoute { $more } : { $then } contre { shown_by_others }
table-bet-event = Cette mise ajoute { $bet }, et son événement { $bonus } s’il n’est pas contré : { $then } contre { shown_by_others }
table-event = S’il n’est pas contré, cet événement ajoute { $more } : { $then } contre { shown_by_others }
table-event-draws = S’il n’est pas contré, vous piochez { $n ->
    [one] une carte.
   *[other] { $n } cartes.
 }
table-event-limit = Sauf contre, aucun adversaire ne pose plus de { $n ->
    [one] une carte action
   *[other] { $n } cartes action
 } dans ce défi.
table-event-nobody = Personne d’autre n’est debout : il ne limite personne.
table-bet-nobody = Personne d’autre n’est debout : son événement ne limite personne.
table-event-lies = { $whose } n’est plus debout : cela ne change rien.
table-bet-lies = { $whose } n’est plus debout : son événement ne change rien.
table-event-folds = { $whose } montre { $points } et, sauf contre, ne pose plus rien dans ce défi.
table-event-skips = { $whose } montre { $points } et, sauf contre, perd son prochain tour dans ce défi.
table-event-doubles = Sauf contre, cette mise compte double, ce qui ajoute { $more } : { $then } contre { shown_by_others }
table-event-cancels = Sauf contre, personne ne reçoit ce jeton ; c’est { $own } contre { shown_by_others }
table-event-removes = { $whose } montre { $points } et, sauf contre, en perd { $less }.
table-event-discards = { $whose } tient { $cards ->
    [one] une carte
   *[other] { $cards } cartes
 } et, sauf contre, en défausse { $n ->
    [one] une
   *[other] { $n }
 } au hasard.
table-event-steals = { $whose } tient { $cards ->
    [one] une carte
   *[other] { $cards } cartes
 } : sauf contre, vous en prenez une au hasard.
table-event-sees = { $whose } tient { $cards ->
    [one] une carte
   *[other] { $cards } cartes
 } : sauf contre, vous les voyez toutes.
table-day-bonus = Sauf contre, cette alchimie ajoute { $n } dans { $left ->
    [one] un défi
   *[other] { $left } défis
 } de la journée, pour le jeton { NAME($of) }.
table-day-henchman = Sauf contre, vous avez un second homme de main pour la journée.
table-build = Ce bâtiment ajoute { $more } ici et dans les défis suivants de cette couleur : { $then } contre { shown_by_others }
table-build-last = Ce bâtiment ajoute { $more } : { $then } contre { shown_by_others }
table-build-later = Ce bâtiment ajoute { $n } dans les défis à venir pour le jeton { NAME($of) }.
table-build-ties = Désormais vous remportez les égalités.
table-build-protects = Désormais les adversaires ne peuvent plus retirer vos cartes action.
table-build-draws = Au premier défi de chaque jour à venir, vous piochez { $n ->
    [one] une carte
   *[other] { $n } cartes
 } de plus.
table-pass = Vous gardez ce que vous pourriez utiliser ; c’est { $own } contre { shown_by_others }
table-fold = Vous avez { $own } contre { $others }, et gardez { $cards ->
    [one] votre carte
   *[other] vos { $cards } cartes
 } pour { $left ->
    [0] le jour suivant
    [one] le défi qui reste
   *[other] les { $left } défis qui restent
 }.
table-fold-ahead = Vous vous arrêtez à { $own } contre { $others } : on peut encore vous dépasser. Vous gardez { $cards ->
    [one] votre carte
   *[other] vos { $cards } cartes
 } pour { $left ->
    [0] le jour suivant
    [one] le défi qui reste
   *[other] les { $left } défis qui restent
 }.
table-stay-ahead = Vous menez { $own } à { $others } et pouvez encore répondre.
table-stay-level = C’est { $own } à { $others }, et vous pouvez encore miser.
table-stay-behind = Vous êtes derrière, { $own } à { $others }, mais pouvez encore miser.
