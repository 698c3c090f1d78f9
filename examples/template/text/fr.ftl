# Tous les mots du jeu en français. Clés comme dans en.ftl.

about = Fournissez et faites des levées, en manches de moins en moins de cartes.

zone-stock = talon
zone-turned = retourne
zone-played = cartes jouées
zone-trick = levée
zone-hand = main
counter-round = manche
counter-points = points
counter-tricks = levées
counter-leader = entame
phase-deal = Les cartes sont distribuées.
phase-play = Jouez une carte.
phase-over = La partie est finie.

move-play = Jouer { THE($card) }
ply-play = { $seat } joue { THE($card) }.
milestone-trick_won = { $seat } fait la levée.
milestone-round_scored = Les points de la manche sont comptés.
row-tricks = Levées

refusal-must_follow = Fournissez la couleur : { LIST($cards, form: "the") }.
refusal-not_in_hand = Jouez une carte de votre main.

hint-play = Jouez une carte.

option-cards = Cartes de chaque joueur à la première manche
option-players = Joueurs

feature-first = qui entame la première levée
feature-tricks = Levées de la partie
feature-card_dealt = Cartes données au joueur
