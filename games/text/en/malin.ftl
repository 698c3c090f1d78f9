# Le Malin in English. Keys as in richelieu.ftl.

noun-1 = 1
noun-2 = 2
noun-3 = 3
noun-4 = 4
noun-5 = 5
noun-6 = 6
noun-7 = 7
noun-8 = 8
    .elides = yes
noun-9 = 9
noun-10 = 10
noun-11 = 11
    .elides = yes
noun-12 = 12
noun-13 = 13
noun-14 = 14
noun-15 = 15
noun-16 = 16
noun-17 = 17
noun-18 = 18
    .elides = yes
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
noun-twin = twin
noun-twin_0 = twin 0
noun-twin_20 = twin 20
noun-twin_35 = twin 35
noun-wish = wish
noun-inversion = Inversion
    .the = Inversion
noun-boost = Coup de pouce
    .the = Coup de pouce
noun-drain = Coup de fatigue
    .the = Coup de fatigue
noun-swap = Échange
    .the = Échange
noun-void = Pli nul
    .the = Pli nul
noun-gift = Cadeau
    .the = Cadeau
noun-retake = Reprise
    .the = Reprise
noun-perjury = Parjure
    .the = Parjure
noun-curse = Malédiction
    .the = Malédiction
noun-evil_eye = Mauvais œil
    .the = Mauvais œil
noun-barter = Troc
    .the = Troc
noun-parry = Parade
    .the = Parade
# What a thing that lies face down is one of.
noun-card = card
noun-malheur = malheur
effect-inversion = The lowest value takes this trick; two of them cancel out.
effect-boost = +10 to your card of this trick.
effect-drain = −10 to the card of another player in this trick.
effect-swap = Two laid cards of this trick change owners.
effect-void = Nobody takes this trick; its leader leads again.
effect-gift = If you take this trick, it counts for another player of your choice.
effect-retake = Take back your laid card and lay another one.
effect-perjury = Your contract goes up or down by one.
effect-curse = The contract of another player goes up or down by one.
effect-evil_eye = Look at the hand of another player.
effect-barter = Give a card of your choice to another player and get one at random.
effect-parry = The last Malheur that waits in this trick does not act.
zone-stock = pack
zone-removed = card set aside
zone-left_over = card left over
zone-played = cards played
zone-trick = trick
zone-hand = hand
zone-malheur_pile = pile of Malheurs
zone-malheurs_used = used Malheurs
zone-waiting = Malheurs that will act
zone-malheurs = Malheurs
counter-round = round
counter-tricks = tricks played
counter-announced = has announced
counter-contract = contract
counter-taken = tricks taken
counter-points = points
counter-dealer = deals
counter-leader = leads
mark-value = value
mark-seat = used by
button-pass = Pass
button-up = One trick more
button-down = One trick less
phase-deal = The cards are dealt.
phase-reshuffle = The used Malheurs are shuffled.
phase-bid = Announce your tricks.
phase-deal_window = Use a Malheur before the first trick, or pass.
phase-play = Play a card, or use a Malheur first.
phase-after_window = The trick lies complete. Use a Malheur, or pass.
phase-trick_end = The trick lies complete.
phase-barter = A card is drawn at random.
phase-over = The game is over.
move-bid = Announce { $contract ->
    [one] { $contract } trick
   *[other] { $contract } tricks
 }
ply-bid = { $seat } announces { $contract ->
    [one] { $contract } trick
   *[other] { $contract } tricks
 }.
move-play = Play { THE($card) }
ply-play = { $seat } plays { THE($card) }.
move-play_as = Play { THE($card) } as { $value }
ply-play_as = { $seat } plays { THE($card) } as { $value }.
move-pass = Pass
ply-pass = { $seat } passes.
move-malheur_plain = Use { NAME($malheur) }
ply-malheur_plain = { $seat } uses { NAME($malheur) }.
move-malheur_at = Use { NAME($malheur) } against { $target }
ply-malheur_at = { $seat } uses { NAME($malheur) } against { $target }.
move-malheur_gift = Use { NAME($malheur) } for { $target }
ply-malheur_gift = { $seat } uses { NAME($malheur) } for { $target }.
move-malheur_swap = Use { NAME($malheur) } on the cards of { $first } and { $second }
ply-malheur_swap = { $seat } uses { NAME($malheur) } on the cards of { $first } and { $second }.
move-malheur_retake = Use { NAME($malheur) } to lay { THE($card) } instead
ply-malheur_retake = { $seat } uses { NAME($malheur) } to lay { THE($card) } instead.
move-malheur_retake_as = Use { NAME($malheur) } to lay { THE($card) } as { $value } instead
ply-malheur_retake_as = { $seat } uses { NAME($malheur) } to lay { THE($card) } as { $value } instead.
move-malheur_own = Use { NAME($malheur) }: your contract goes { $change ->
    [1] up
   *[other] down
 } by one
ply-malheur_own = { $seat } uses { NAME($malheur) }: their own contract goes { $change ->
    [1] up
   *[other] down
 } by one.
move-malheur_curse = Use { NAME($malheur) }: the contract of { $target } goes { $change ->
    [1] up
   *[other] down
 } by one
ply-malheur_curse = { $seat } uses { NAME($malheur) }: the contract of { $target } goes { $change ->
    [1] up
   *[other] down
 } by one.
move-malheur_look = Use { NAME($malheur) }: look at the hand of { $target }
ply-malheur_look = { $seat } uses { NAME($malheur) } and looks at the hand of { $target }.
move-malheur_barter = Use { NAME($malheur) }: give { THE($card) } to { $target }
ply-malheur_barter = { $seat } uses { NAME($malheur) } and gives { THE($card) } to { $target }.
ply-malheur_barter_hidden = { $seat } uses { NAME($malheur) } and gives a card to { $target }.
milestone-round_dealt = Round { $round }: { $seat } deals. Set aside: { THE($cards) }.
milestone-trick_won = { $seat } takes the trick with { THE($cards) }.
milestone-trick_given = { CAP(THE($cards)) } wins the trick, and { $seat } gets it as a gift.
milestone-trick_void = Nobody takes the trick.
milestone-malheur_acted = { $seat }’s { NAME($cards) } acts.
milestone-contract_met = { $seat } makes the contract of { $contract ->
    [one] { $contract } trick
   *[other] { $contract } tricks
 }.
milestone-round_scored = The round is scored.
row-off_contract = { $taken ->
    [one] { $taken } trick
   *[other] { $taken } tricks
 } against a contract of { $contract }
row-partner = Loss of the partner
# Facts of lines for hints, see solver/src/insight: -other is about anybody else.
fact-trick_won = You take the next trick
fact-trick_won-other = Somebody else takes the next trick
fact-trick_given = You are given the next trick
fact-trick_void-other = Nobody takes the next trick
fact-row-off_contract = You miss your contract
fact-row-off_contract-other = Somebody else misses a contract
