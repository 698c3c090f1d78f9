# Écarté en français. Clés comme dans en.ftl.

zone-stock = talon
zone-trump = retourne
zone-trick = levée
zone-hand = main
zone-discards = écart
zone-taken = levées faites
counter-round = donne
counter-points = points
counter-tricks = levées
counter-dealer = donne
counter-vulnerable = vulnérable
button-propose = Proposer
button-stand = Jouer d’autorité
button-accept = Accepter
button-refuse = Refuser
button-discard = Écarter
button-keep = Tout garder
phase-deal = On distribue les cartes.
phase-propose = Proposez un échange, ou jouez d’autorité.
phase-answer = Acceptez l’échange, ou refusez-le.
phase-discard = Choisissez les cartes à écarter.
phase-draw = On remplace les cartes écartées.
phase-play = Jouez une carte.
phase-over = La partie est finie.

move-propose = Proposer un échange
move-stand =
    { $discarded ->
        [0] Jouer d’autorité, vulnérable
       *[other] Jouer d’autorité
    }
move-accept = Accepter l’échange
move-refuse =
    { $discarded ->
        [0] Refuser, vulnérable
       *[other] Refuser
    }
move-discard = Écarter { LIST($cards, form: "the") }
move-keep = Garder les cinq cartes
move-play = Jouer { THE($card) }

ply-propose = { $seat } propose un échange.
ply-stand =
    { $discarded ->
        [0] { $seat } joue d’autorité, sans aucun échange, et devient vulnérable.
       *[other] { $seat } joue d’autorité.
    }
ply-accept = { $seat } accepte.
ply-refuse =
    { $discarded ->
        [0] { $seat } refuse tout échange et devient vulnérable.
       *[other] { $seat } refuse.
    }
ply-discard = { $seat } écarte { LIST($cards, form: "the") }.
ply-discard_hidden =
    { $n ->
        [one] { $seat } écarte une carte.
       *[other] { $seat } écarte { $n } cartes.
    }
ply-keep = { $seat } garde ses cinq cartes.
ply-play = { $seat } joue { THE($card) }.

milestone-hand_dealt = Donne { $round } : { $seat } donne et retourne { THE($cards) }. Atout { NAME($trump) }.
milestone-king_turned = La retourne est un roi : { $seat } marque 1 point.
milestone-king_announced = { $seat } annonce { THE($cards) } et marque 1 point.
milestone-trick_won = { $seat } fait la levée.
milestone-round_scored = On compte les points de la donne.
row-king_turned = Roi retourné
row-king_announced = Roi d’atout
row-tricks = Trois levées ou plus
row-vole = Vole

refusal-wrong_number = Écartez au plus les { $n } cartes du talon, le premier au moins une.
refusal-must_follow = Fournissez, forcez si possible, sinon coupez : { LIST($cards, form: "the") }.
refusal-not_now = Personne n’est au trait.
refusal-not_now-propose = Proposez ou jouez d’autorité.
refusal-not_now-answer = Acceptez ou refusez.
refusal-not_now-discard = Écartez des cartes de votre main, ou gardez-la.
refusal-not_now-play = Jouez une carte de votre main.

hint-propose = Proposez un échange.
hint-stand = Jouez d’autorité.
hint-accept = Acceptez l’échange.
hint-refuse = Refusez l’échange.
hint-discard = Échangez des cartes, ou gardez les cinq.
hint-play = Jouez une carte.

option-points = Points pour gagner
option-first_dealer = Qui donne d’abord
option-king_turned = Le roi retourné compte

feature-first = elle était premier en cartes à la première donne
feature-points = Points de la partie
