# Le Malin in English. Keys as in richelieu.ftl.

about = Announce how many tricks you will take, and take exactly so many. 3 to 6 players.

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
effect-boost = As printed +10 to your card of this trick.
effect-drain = As printed −10 to the card of another player in this trick.
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
counter-changed = contract changed by
counter-passed = has passed
counter-to_ask = still asked
mark-value = value
mark-seat = used by
mark-target = aimed at
mark-other = and at
button-pass = Pass
button-up = One trick more
button-down = One trick less
phase-deal = The cards are dealt.
phase-reshuffle = The used Malheurs are shuffled.
phase-bid = Announce your tricks.
phase-deal_window = Use a Malheur before the first trick, or pass.
phase-play = Play a card.
phase-play_or_malheur = Play a card, or use a Malheur first.
phase-after_window = The trick lies complete. Use a Malheur, or pass.
phase-answer_window = A Malheur waits to act. Answer it with one of yours, or pass.
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
move-pass = Use no Malheur
ply-pass = { $seat } uses no Malheur.
move-malheur_plain = Use { NAME($malheur) }
ply-malheur_plain = { $seat } uses { NAME($malheur) }.
move-malheur_at = Use { NAME($malheur) } on { THE($card) } { OF($target) }
ply-malheur_at = { $seat } uses { NAME($malheur) } on { THE($card) } { OF($target) }.
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
milestone-malheur_acted = { $seat }’s { NAME($cards) } acts{ $cards ->
    [inversion] : the lowest value takes the trick, unless another Inversion cancels it
    [boost] : +{ $n } to { THE($card) }
    [drain] : −{ $n } to { THE($card) } { OF($target) }
    [swap] : { THE($card) } and { THE($other) } change owners
    [retake] : { THE($card) } goes back to the hand, and { THE($other) } lies in its place
    [void] : nobody takes the trick
    [gift] : if { $seat } takes the trick, it goes to { $target }
   *[other] {""}
 }.
milestone-contract_met = { $seat } makes the contract of { $contract ->
    [one] { $contract } trick
   *[other] { $contract } tricks
 }.
milestone-round_scored = The round is scored.
row-off_contract = { $taken ->
    [one] { $taken } trick
   *[other] { $taken } tricks
 } against a contract of { $contract }
row-start = At the start
row-partner = Loss of the partner

refusal-game_over = Nobody is to move.
refusal-bid_first = Now a contract is announced.
refusal-bids_made = The contracts have been announced.
refusal-bid_out_of_range = A contract is 0 to { $most }.
refusal-bid_repeated = { $bid } has been announced: announce another number.
refusal-bid_sum = The contracts may not add up to { $tricks }: announce another number.
refusal-value_out_of_range = That card cannot have this value.
refusal-card_not_held = That card is not in your hand.
refusal-card_not_held-none = There is no card left in your hand for that.
refusal-not_now = No Malheur can be used now.
refusal-not_now-window = Now only a Malheur can be used, or nothing.
refusal-must_play = Before your card you cannot pass: play one.
refusal-malheur_not_held = You do not hold that Malheur.
refusal-wrong_window = That Malheur cannot be used at this moment.
refusal-nothing_to_parry = No Malheur waits in this trick.
refusal-contract_out_of_range = A changed contract stays within 0 and { $most }.
refusal-card_not_free = That card has been named by a Malheur that waits, or cannot have this value.
refusal-bad_target = That target cannot be chosen: take one of those offered.

hint-bid = Announce a contract.
hint-play = Play a card.
hint-malheur = Use a Malheur.
hint-pass = Pass.

option-players = Number of players
option-points = Points everybody starts with
option-penalty = Points lost for each trick off the contract
option-malheurs = With Malheurs
option-boost = What a Coup de pouce adds and a Coup de fatigue takes
option-teams = In teams, for six
option-twins = The value of a twin
option-twins-declared = 0 or the highest, said when it is played
option-twins-fixed = one is 0, the other the highest
option-wish = The value of the wish
option-wish-declared = any, said when it is played
option-wish-removed_card = that of the card it replaced
option-ties = Among equal highest values wins
option-ties-first = who played first
option-ties-last = who played last
option-malheur_deck = The Malheur cards

feature-first = it announced and led first in the first round
feature-rounds = rounds played
feature-contracts_met = contracts met
feature-contracts_over = rounds with more tricks than the contract
feature-contracts_under = rounds with fewer tricks than the contract
feature-rounds_dealt = rounds this seat dealt
feature-strong_cards_dealt = strong cards of the first hand: of the highest third, or of a value one says
feature-twins_high = twins played high
feature-twins_low = twins played as 0
feature-wishes = wishes played
feature-malheur_dealt = Malheur card dealt before the first round
feature-malheur_drawn = first Malheur card received for lost points that was the first of its round
feature-malheurs_used = number of Malheur cards used
feature-announced = numbers announced
feature-announced_with_strength = numbers announced, with how many strong cards
feature-announced_in_turn = numbers announced, with the place in the order of announcements
feature-taken_with = cards that took a trick for this seat
feature-malheur_used = Malheur cards used
feature-malheur_parried = Malheur cards used that were parried
feature-malheur_turned_trick = Malheur cards used that gave a trick to another

# Facts of lines for hints, see solver/src/insight: -other is about anybody else, called $who. ask- is the question, points- what points are made of.
fact-trick_won = You take the trick
fact-trick_won-other = { $who } takes the trick
fact-trick_given = You are given the trick
fact-trick_void-other = The trick stays without a winner
fact-row-off_contract = You miss your contract
fact-row-off_contract-other = { $who } misses a contract
ask-trick_won = Who takes the trick?
ask-trick_given = Who takes the trick?
ask-trick_void = Does anybody take the trick?
ask-row-off_contract = Do you make your contract?
ask-row-off_contract-other = Do all the others make their contracts?
points-off_contract = contract kept

# What stands on the table, for hints, see solver/src/heuristics: what a person can count. $who is who has most of all others.
table-contract = You need { $need } of the last { $left } tricks.
table-contract-all = You need { $left ->
    [one] the last trick
   *[other] all of the last { $left } tricks
 }.
table-contract-full = You have all the tricks of your contract; { $left ->
    [one] one is
   *[other] { $left } are
 } still to come.
table-contract-over = You have { $need ->
    [one] one trick
   *[other] { $need } tricks
 } more than your contract; { $left ->
    [one] one is
   *[other] { $left } are
 } still to come.
table-contract-lost = Your contract is out of reach: you need { $need } tricks, and { $left ->
    [one] one is
   *[other] { $left } are
 } still to come.
table-trick-not = This card cannot take the trick: { $best ->
    [8] an 8
    [11] an 11
    [18] an 18
   *[other] a { $best }
 } already lies.
table-trick-takes = You are the last to play, and this card takes the trick.
table-trick-last_needed = This card takes the trick, the last one that you need.
table-trick-unbeaten = No card that is still out beats this one.
table-trick-only = Of the cards that are still out only the { $n } beats this one.
table-trick-thrown = This card takes nothing here; { $n } of the { $all } cards that are still out can beat it.
table-trick-beaten_by = This card can be beaten by { $n } of the { $all } cards that are still out.
table-card-lowest_held = It is the lowest number of your hand: the { $n ->
    [one] higher one stays
   *[other] { $n } higher ones stay
 } for later tricks.
bucket-with = { $first } with { $second }
bucket-in_turn = { $first } in turn { $second }
