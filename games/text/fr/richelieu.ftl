# Richelieu en français. Clés : noun- (cartes, jetons, provinces, symboles), move- (un bouton), ply- (une ligne du journal),
# milestone-, row- (de la feuille de marque), phase- (ce qui est demandé), zone-, counter-, mark-, button-,
# refusal- (pourquoi un coup est refusé), hint- (ce qu’un conseil dit d’une sorte de coup), option- (des règles, et ses valeurs).

about = Prenez des cartes aux bouts de quatre rangées, protégez ce que vous voulez par des marqueurs, et ayez la majorité dans neuf provinces et trois symboles.

noun-bourgogne = Bourgogne
    .gender = feminine
noun-bretagne = Bretagne
    .gender = feminine
noun-champagne = Champagne
    .gender = feminine
noun-normandie = Normandie
    .gender = feminine
noun-languedoc = Languedoc
noun-provence = Provence
    .gender = feminine
noun-anjou = Anjou
    .elides = yes
noun-bourbon = Bourbon
noun-auvergne = Auvergne
    .gender = feminine
    .elides = yes
noun-sword = épée
    .gender = feminine
    .elides = yes
noun-cross = croix
    .gender = feminine
noun-tower = tour
    .gender = feminine
noun-bourgogne_2 = Bourgogne à 2 blasons
    .gender = feminine
noun-bourgogne_2_sword = Bourgogne à 2 blasons et à l’épée
    .gender = feminine
noun-bourgogne_2_cross = Bourgogne à 2 blasons et à la croix
    .gender = feminine
noun-bourgogne_2_tower = Bourgogne à 2 blasons et à la tour
    .gender = feminine
noun-bourgogne_1 = Bourgogne à 1 blason
    .gender = feminine
noun-bourgogne_1_sword = Bourgogne à l’épée
    .gender = feminine
noun-bourgogne_1_cross = Bourgogne à la croix
    .gender = feminine
noun-bourgogne_1_tower = Bourgogne à la tour
    .gender = feminine
noun-bretagne_2 = Bretagne à 2 blasons
    .gender = feminine
noun-bretagne_2_sword = Bretagne à 2 blasons et à l’épée
    .gender = feminine
noun-bretagne_2_cross = Bretagne à 2 blasons et à la croix
    .gender = feminine
noun-bretagne_2_tower = Bretagne à 2 blasons et à la tour
    .gender = feminine
noun-bretagne_1 = Bretagne à 1 blason
    .gender = feminine
noun-bretagne_1_sword = Bretagne à l’épée
    .gender = feminine
noun-bretagne_1_cross = Bretagne à la croix
    .gender = feminine
noun-bretagne_1_tower = Bretagne à la tour
    .gender = feminine
noun-champagne_2 = Champagne à 2 blasons
    .gender = feminine
noun-champagne_2_sword = Champagne à 2 blasons et à l’épée
    .gender = feminine
noun-champagne_2_cross = Champagne à 2 blasons et à la croix
    .gender = feminine
noun-champagne_2_tower = Champagne à 2 blasons et à la tour
    .gender = feminine
noun-champagne_1 = Champagne à 1 blason
    .gender = feminine
noun-champagne_1_sword = Champagne à l’épée
    .gender = feminine
noun-champagne_1_cross = Champagne à la croix
    .gender = feminine
noun-champagne_1_tower = Champagne à la tour
    .gender = feminine
noun-normandie_2 = Normandie à 2 blasons
    .gender = feminine
noun-normandie_2_sword = Normandie à 2 blasons et à l’épée
    .gender = feminine
noun-normandie_2_cross = Normandie à 2 blasons et à la croix
    .gender = feminine
noun-normandie_2_tower = Normandie à 2 blasons et à la tour
    .gender = feminine
noun-normandie_1 = Normandie à 1 blason
    .gender = feminine
noun-normandie_1_sword = Normandie à l’épée
    .gender = feminine
noun-normandie_1_cross = Normandie à la croix
    .gender = feminine
noun-normandie_1_tower = Normandie à la tour
    .gender = feminine
noun-languedoc_2 = Languedoc à 2 blasons
noun-languedoc_2_sword = Languedoc à 2 blasons et à l’épée
noun-languedoc_2_cross = Languedoc à 2 blasons et à la croix
noun-languedoc_2_tower = Languedoc à 2 blasons et à la tour
noun-languedoc_1 = Languedoc à 1 blason
noun-languedoc_1_sword = Languedoc à l’épée
noun-languedoc_1_cross = Languedoc à la croix
noun-languedoc_1_tower = Languedoc à la tour
noun-provence_2 = Provence à 2 blasons
    .gender = feminine
noun-provence_2_sword = Provence à 2 blasons et à l’épée
    .gender = feminine
noun-provence_2_cross = Provence à 2 blasons et à la croix
    .gender = feminine
noun-provence_2_tower = Provence à 2 blasons et à la tour
    .gender = feminine
noun-provence_1 = Provence à 1 blason
    .gender = feminine
noun-provence_1_sword = Provence à l’épée
    .gender = feminine
noun-provence_1_cross = Provence à la croix
    .gender = feminine
noun-provence_1_tower = Provence à la tour
    .gender = feminine
noun-anjou_2 = Anjou à 2 blasons
    .elides = yes
noun-anjou_2_sword = Anjou à 2 blasons et à l’épée
    .elides = yes
noun-anjou_2_cross = Anjou à 2 blasons et à la croix
    .elides = yes
noun-anjou_2_tower = Anjou à 2 blasons et à la tour
    .elides = yes
noun-anjou_1 = Anjou à 1 blason
    .elides = yes
noun-anjou_1_sword = Anjou à l’épée
    .elides = yes
noun-anjou_1_cross = Anjou à la croix
    .elides = yes
noun-anjou_1_tower = Anjou à la tour
    .elides = yes
noun-bourbon_2 = Bourbon à 2 blasons
noun-bourbon_2_sword = Bourbon à 2 blasons et à l’épée
noun-bourbon_2_cross = Bourbon à 2 blasons et à la croix
noun-bourbon_2_tower = Bourbon à 2 blasons et à la tour
noun-bourbon_1 = Bourbon à 1 blason
noun-bourbon_1_sword = Bourbon à l’épée
noun-bourbon_1_cross = Bourbon à la croix
noun-bourbon_1_tower = Bourbon à la tour
noun-auvergne_2 = Auvergne à 2 blasons
    .gender = feminine
    .elides = yes
noun-auvergne_2_sword = Auvergne à 2 blasons et à l’épée
    .gender = feminine
    .elides = yes
noun-auvergne_2_cross = Auvergne à 2 blasons et à la croix
    .gender = feminine
    .elides = yes
noun-auvergne_2_tower = Auvergne à 2 blasons et à la tour
    .gender = feminine
    .elides = yes
noun-auvergne_1 = Auvergne à 1 blason
    .gender = feminine
    .elides = yes
noun-auvergne_1_sword = Auvergne à l’épée
    .gender = feminine
    .elides = yes
noun-auvergne_1_cross = Auvergne à la croix
    .gender = feminine
    .elides = yes
noun-auvergne_1_tower = Auvergne à la tour
    .gender = feminine
    .elides = yes
noun-disc_bourgogne = jeton Bourgogne
noun-disc_bretagne = jeton Bretagne
noun-disc_champagne = jeton Champagne
noun-disc_normandie = jeton Normandie
noun-disc_languedoc = jeton Languedoc
noun-disc_provence = jeton Provence
noun-disc_anjou = jeton Anjou
noun-disc_bourbon = jeton Bourbon
noun-disc_auvergne = jeton Auvergne
noun-disc_sword = jeton épée
noun-disc_cross = jeton croix
noun-disc_tower = jeton tour
noun-disc_marker_return = jeton retour
noun-marker_return = jeton retour
# Ce dont une chose cachée est une.
noun-card = carte
    .gender = feminine
noun-disc = jeton

zone-table = les quatre rangées
zone-stock = paquet
zone-discs = jetons sur les cartes
zone-removed = jetons hors du jeu
zone-taken = cartes prises
zone-held = jetons pris
zone-given_up = jetons retour rendus
counter-first = commence
counter-reserve = marqueurs en réserve
counter-box = marqueurs dans la boîte
mark-marker = marqueur qui en coûte un aux autres
mark-disc = jeton
button-reserve = De la réserve
button-stop = Arrêter
button-recover = Rendre un jeton retour
button-skip = Pas de marqueur
button-pass = Passer
phase-deal = On dispose les cartes.
phase-take = Prenez une carte au bout d’une rangée.
phase-second_card = Prenez une seconde carte à un blason, de même province, ou arrêtez.
phase-marker = Posez un marqueur sur une carte, déplacez l’un des vôtres, ou laissez-les.
phase-over = La partie est finie.

move-take = Prendre { THE($card) }{ $end ->
    [left] , à gauche de la rangée { $row }
    [right] , à droite de la rangée { $row }
   *[only] , dernière carte de la rangée { $row }
 }
move-take_reserve = { move-take }, et payer un marqueur de la réserve
move-take_marker = { move-take }, et payer le marqueur posé sur { THE($paid) } (rangée { $paid_row }, place { $paid_place })
move-stop = Ne pas prendre de seconde carte
move-recover = Rendre un jeton retour pour reprendre un marqueur
move-mark = Poser un marqueur sur { THE($card) } (rangée { $row }, place { $place })
move-shift = Déplacer le marqueur posé sur { THE($from) } (rangée { $from_row }, place { $from_place }) vers { THE($card) } (rangée { $row }, place { $place })
move-skip = Laisser les marqueurs comme ils sont
move-pass = Passer : aucune carte ne peut être prise

ply-take = { $seat } prend { THE($card) }{ $end ->
    [left] , à gauche de la rangée { $row }
    [right] , à droite de la rangée { $row }
   *[only] , dernière carte de la rangée { $row }
 }.
ply-take_reserve = { ply-take } Cela coûte un marqueur de la réserve.
ply-take_marker = { ply-take } Cela coûte le marqueur posé sur { THE($paid) } (rangée { $paid_row }, place { $paid_place }).
ply-stop = { $seat } ne prend pas de seconde carte.
ply-recover = { $seat } rend un jeton retour et reprend un marqueur.
ply-mark = { $seat } pose un marqueur sur { THE($card) } (rangée { $row }, place { $place }).
ply-shift = { $seat } déplace un marqueur posé sur { THE($from) } (rangée { $from_row }, place { $from_place }) vers { THE($card) } (rangée { $row }, place { $place }).
ply-skip = { $seat } laisse les marqueurs comme ils sont.
ply-pass = { $seat } ne peut prendre aucune carte.

milestone-set_up = Quatre rangées de douze cartes sont sur la table, avec huit jetons. { $seat } commence.
milestone-disc_taken = { $seat } prend le jeton posé sur la carte.
milestone-marker_returned = { $seat } reprend le marqueur posé sur la carte prise.
milestone-round_scored = On retourne les jetons et on compte les points.
row-region = Majorité en { NAME($of) }
row-no_region = Sans carte : { LIST($of) }
row-symbol = Majorité des { $of ->
    [sword] épées
    [cross] croix
   *[tower] tours
 }
row-no_symbol = Sans carte : { LIST($of) }

refusal-game_over = La partie est terminée.
refusal-not_dealt = Les cartes ne sont pas encore distribuées.
refusal-a_card_can_be_taken = Passer est pour qui ne peut prendre aucune carte : prenez-en une ; ensuite, renoncez à la seconde ou laissez les marqueurs.
refusal-stop_not_now = Il n’y a pas de seconde carte à laisser : prenez une première carte, ou, à l’étape du marqueur, laissez les marqueurs.
refusal-not_the_marker_step = Les marqueurs viennent après les cartes : prenez une carte, ou renoncez à la seconde.
refusal-not_the_marker_step-between = Seule une carte au bout de sa rangée peut être prise ; les marqueurs viennent après les cartes.
refusal-row_empty = La rangée { $row } est vide : prenez dans une autre.
refusal-only_card_is_left = La seule carte de la rangée { $row } se prend par le bout gauche.
refusal-other_region = La seconde carte doit être de la province de la première, { NAME($region) }, ce qui n’est pas le cas pour { THE($card) }.
refusal-two_shields = Deux cartes d’un tour montrent un seul blason chacune ; { THE($card) } en montre deux.
refusal-uncovered_this_turn = { CAP(THE($card)) } n’était pas au bout de sa rangée avant ce tour : prenez une carte qui y était.
refusal-reserve_empty = La réserve est vide : déplacez un marqueur posé, reprenez-en un, ou laissez-les.
refusal-reserve_empty-pay = Votre réserve est vide : payez avec un marqueur posé sur une carte.
refusal-reserve_not_empty = Un marqueur ne se déplace que si la réserve est vide : posez-en un de la réserve, ou laissez-les.
refusal-no_boxed_marker = Aucun de vos marqueurs n’est dans la boîte.
refusal-no_return_disc = Vous n’avez pas de jeton retour.
refusal-nothing_to_pay = Aucun marqueur adverse n’est sur { THE($card) } (rangée { $row }, place { $place }) : prenez cette carte sans payer.
refusal-no_marker_to_pay = Un marqueur adverse est sur { THE($card) } (rangée { $row }, place { $place }), et vous n’avez plus de marqueur pour payer.
refusal-card_protected = Un marqueur adverse est sur { THE($card) } (rangée { $row }, place { $place }) : payez un marqueur { $from ->
    [reserve] de la réserve
    [cards] posé sur une carte
   *[both] de la réserve ou posé sur une carte
 }.
refusal-card_gone = Il n’y a plus de carte dans la rangée { $row }, place { $place } : choisissez-en une autre.
refusal-card_marked = Un marqueur est déjà sur { THE($card) } (rangée { $row }, place { $place }) : choisissez une carte libre.
refusal-no_own_marker_there = Aucun de vos marqueurs n’est dans la rangée { $row }, place { $place }{ $n ->
    [0] , ni sur une autre carte
    [one] {" "}: le vôtre est sur { LIST($own, form: "the") }
   *[other] {" "}: ils sont sur { LIST($own, form: "the") }
 }.
refusal-first_turn_one_card = Qui commence ne prend qu’une carte au premier tour : posez un marqueur, ou laissez-les.
refusal-no_second_card = Plus aucune carte à prendre dans ce tour : posez un marqueur, ou laissez-les.

hint-take = Prenez une carte.
hint-stop = Renoncez à la seconde carte.
hint-recover = Rendez un jeton retour.
hint-mark = Posez un marqueur sur une carte.
hint-move = Déplacez un marqueur posé.
hint-skip = Laissez les marqueurs comme ils sont.
hint-pass = Passez.

option-players = Nombre de joueurs
option-variant = La partie finit
option-variant-standard = quand la dernière carte est prise
option-variant-three_rows = quand trois rangées sont vides
option-second_card = La seconde carte est au bout de sa rangée
option-second_card-uncovered = au moment où on la prend
option-second_card-visible_at_start = avant la prise de la première
option-move_marker = Un marqueur posé peut être déplacé
option-move_marker-empty_reserve = quand la réserve est vide
option-move_marker-always = toujours
option-open_discs = Tous les jetons sont visibles, pour l’analyse
option-taken_discs = Un jeton pris est vu de
option-taken_discs-private = celui qui le prend seul
option-taken_discs-public = tous, pour l’analyse
option-penalty = Points pour chaque province ou symbole sans carte
option-points_bourgogne = Points d’un blason : Bourgogne
option-points_bretagne = Points d’un blason : Bretagne
option-points_champagne = Points d’un blason : Champagne
option-points_normandie = Points d’un blason : Normandie
option-points_languedoc = Points d’un blason : Languedoc
option-points_provence = Points d’un blason : Provence
option-points_anjou = Points d’un blason : Anjou
option-points_bourbon = Points d’un blason : Bourbon
option-points_auvergne = Points d’un blason : Auvergne
option-points_sword = Points d’une carte avec l’épée
option-points_cross = Points d’une carte avec la croix
option-points_tower = Points d’une carte avec la tour
option-first_seat = Qui commence
option-deck = Les 48 cartes
option-disc_cells = Où sont les jetons

feature-first = elle a joué le premier tour
feature-score_margin = Points d’avance sur le meilleur autre
feature-majority_points = Points avant les pertes pour provinces et symboles sans carte
feature-cards_taken = Cartes prises
feature-regions_missing = Nombre de provinces sans carte
feature-symbols_missing = Nombre de symboles sans carte
feature-discs_taken = Nombre de jetons pris
feature-returns_unused = Retours de marqueur non utilisés
feature-two_card_turns = Tours à deux cartes
feature-markers_placed = Marqueurs posés de la réserve
feature-markers_moved = Marqueurs déplacés
feature-markers_paid = Marqueurs payés pour des cartes protégées
feature-markers_broken = Marqueurs levés par paiement adverse
feature-markers_boxed = Marqueurs dans la boîte à la fin
feature-recovers = Marqueurs récupérés par un jeton
feature-passes = Tours passés faute de carte à prendre
feature-region_won = Provinces marquées
feature-symbol_won = Symboles marqués
feature-region_missing = Provinces sans carte, chacune à perte
feature-disc_taken = Jetons pris
feature-first_card = Province de la première carte prise

# Faits des suites, pour les conseils, voir solver/src/insight : -other parle de tout autre joueur, appelé $who. ask- est la question, points- ce qui rapporte des points.
fact-disc_taken = Vous prenez le prochain jeton
fact-disc_taken-other = { $who } prend le prochain jeton
fact-row-region = Vous obtenez la majorité en { NAME($of) }
fact-row-region-other = { $who } obtient la majorité en { NAME($of) }
fact-row-symbol = Vous obtenez la majorité des { $of ->
    [sword] épées
    [cross] croix
   *[tower] tours
 }
fact-row-symbol-other = { $who } obtient la majorité des { $of ->
    [sword] épées
    [cross] croix
   *[tower] tours
 }
fact-row-no_region = Vous finissez sans carte { OF($of) }
fact-row-no_region-other = { $who } finit sans carte { OF($of) }
ask-disc_taken = Qui prend le prochain jeton ?
ask-row-region = Qui obtient la majorité en { NAME($of) } ?
ask-row-symbol = Qui obtient la majorité des { $of ->
    [sword] épées ?
    [cross] croix ?
   *[tower] tours ?
 }
ask-row-no_region = Qui finit sans carte { OF($of) } ?
points-region = majorité en { NAME($of) }
points-symbol = majorité des { $of ->
    [sword] épées
    [cross] croix
   *[tower] tours
 }
points-no_region = avoir une carte { OF($of) }

# Ce qu’on voit sur la table, pour les conseils, voir solver/src/heuristics : ce qu’une personne peut compter. $who est celui des autres qui en a le plus.
table-region = Blasons { OF($of) } : { $own } pour vous, { $others } pour { $who }, { $left } sur la table.
table-symbol = { $of ->
    [sword] Épées
    [cross] Croix
   *[tower] Tours
 } : { $own } pour vous, { $others } pour { $who }, { $left } sur la table.
table-region-first = Dernière occasion d’avoir une carte { OF($of) } : sans elle, vous perdez { $cost } points.
table-symbol-first = Dernière occasion d’avoir { $of ->
    [sword] une épée
    [cross] une croix
   *[tower] une tour
 } : sans elle, vous perdez { $cost } points.
table-region-decided = Blasons { OF($of) } : { $own } à { $others }, { $left } sur la table ; cette carte en décide.
table-symbol-decided = { $of ->
    [sword] Épées
    [cross] Croix
   *[tower] Tours
 } : { $own } à { $others }, { $left } sur la table ; cette carte en décide.
table-region-makes = Blasons { OF($of) } : { $own } à { $others }, { $left } sur la table ; avec cette carte, { $then } à { $others }.
table-symbol-makes = { $of ->
    [sword] Épées
    [cross] Croix
   *[tower] Tours
 } : { $own } à { $others }, { $left } sur la table ; avec cette carte, { $then } à { $others }.
table-region-marked = Blasons { OF($of) } : { $own } à { $others }, { $left } sur la table, dont { $n } sur la carte que vous marquez.
table-symbol-marked = { $of ->
    [sword] Épées
    [cross] Croix
   *[tower] Tours
 } : { $own } à { $others }, { $left } sur la table, dont { $n } sur la carte que vous marquez.
table-disc = Un jeton vient avec cette carte.
table-opens-disc = Il découvre une carte à jeton pour le joueur suivant.
table-last-marker = Cela coûte votre dernier marqueur.
table-guard = Cela libère la carte que garde votre marqueur, à un bout de sa rangée.
