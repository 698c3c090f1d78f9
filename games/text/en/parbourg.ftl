# Parbourg in English. Keys: noun- (cards, henchmen, colours, kinds and effects), effect- (of a card or henchman), move- (a
# button), ply- (a line of the log), milestone-, row- (of the score sheet), phase- (what is wanted), zone-, counter-, mark-, button-,
# refusal- (why a move is refused), hint- (what a hint says of a kind of move), option- (of the rules, and its values).
# A bet is called by its values in politics, war, intrigue and science.

about = Four days of four challenges, won with bets, events, buildings and the henchman of the day. 2 to 6 players.

noun-yellow = politics
noun-red = war
noun-green = intrigue
noun-blue = science
noun-h1 = Éclaireur
noun-h2 = Maraudeur
noun-h3 = Diplomate
noun-h4 = Capitaine
noun-h5 = Espion
noun-h6 = Savant
noun-h7 = Mage
noun-h8 = Noble
noun-1 = bet of 6·3·1·0
noun-2 = bet of 6·3·0·1
noun-3 = bet of 6·1·3·0
noun-4 = bet of 6·1·0·3
noun-5 = bet of 6·0·3·1
noun-6 = bet of 6·0·1·3
noun-7 = bet of 3·6·1·0
noun-8 = bet of 3·6·0·1
noun-9 = bet of 3·1·6·0
noun-10 = bet of 3·1·0·6
noun-11 = bet of 3·0·6·1
noun-12 = bet of 3·0·1·6
noun-13 = bet of 1·6·3·0
noun-14 = bet of 1·6·0·3
noun-15 = bet of 1·3·6·0
noun-16 = bet of 1·3·0·6
noun-17 = bet of 1·0·6·3
noun-18 = bet of 1·0·3·6
noun-19 = bet of 0·6·3·1
noun-20 = bet of 0·6·1·3
noun-21 = bet of 0·3·6·1
noun-22 = bet of 0·3·1·6
noun-23 = bet of 0·1·6·3
noun-24 = bet of 0·1·3·6
noun-25 = bet of 1
noun-26 = bet of 1
noun-27 = bet of 1
noun-28 = bet of 1
noun-29 = bet of 2
noun-30 = bet of 2
noun-31 = bet of 2
noun-32 = bet of 2
noun-33 = bet of 2
noun-34 = bet of 2
noun-35 = bet of 2
noun-36 = bet of 2
noun-37 = bet of 3
noun-38 = bet of 3
noun-39 = bet of 3
noun-40 = bet of 3
noun-41 = bet of 3
noun-42 = bet of 3
noun-43 = bet of 4
noun-44 = bet of 4
noun-45 = bet of 2 & +4
noun-46 = bet of 2 & draw 2
noun-47 = bet of 2 & swap
noun-48 = bet of 2 & limit 2
noun-49 = bet of 2 & shield
noun-50 = bet of 2 & +4
noun-51 = bet of 2 & removal
noun-52 = bet of 2 & destruction
noun-53 = bet of 2 & lie down
noun-54 = bet of 2 & double
noun-55 = bet of 2 & +4
noun-56 = bet of 2 & theft
noun-57 = bet of 2 & look
noun-58 = bet of 2 & discard 1
noun-59 = bet of 2 & turn to intrigue
noun-60 = bet of 2 & +4
noun-61 = bet of 2 & draw 2
noun-62 = bet of 2 & return
noun-63 = bet of 2 & retrieval
noun-64 = bet of 2 & turn to science
noun-65 = bet of 3 or cancel
noun-66 = bet of 3 or turn to politics
noun-67 = bet of 3 or +5
noun-68 = bet of 3 or draw 3
noun-69 = bet of 3 or turn to war
noun-70 = bet of 3 or removal
noun-71 = bet of 3 or lie down
noun-72 = bet of 3 or +5
noun-73 = bet of 3 or theft
noun-74 = bet of 3 or discard 2
noun-75 = bet of 3 or swap
noun-76 = bet of 3 or +5
noun-77 = bet of 3 or double
noun-78 = bet of 3 or retrieval
noun-79 = bet of 3 or draw 3
noun-80 = bet of 3 or +5
noun-81 = Forum
noun-82 = Caserne
noun-83 = Taverne
noun-84 = Laboratoire
noun-85 = Rempart
noun-86 = Bibliothèque
noun-87 = Beffroi
noun-88 = Cimetière
noun-89 = Dédoublement
    .the = Dédoublement
noun-90 = Élixir
    .the = Élixir
noun-91 = Philtre
    .the = Philtre
noun-92 = Philtre
    .the = Philtre
noun-93 = Philtre
    .the = Philtre
noun-94 = Philtre
    .the = Philtre
noun-95 = Garde du Corps
    .the = Garde du Corps
noun-96 = Garde du Corps
    .the = Garde du Corps
noun-97 = Shinobi Gob
    .the = Shinobi Gob
noun-98 = Boouuuhh !!!
    .the = Boouuuhh !!!
noun-99 = Sablier
    .the = Sablier
noun-100 = Contre
    .the = Contre
noun-event_used = event
    .elides = yes
noun-bet = bet
noun-bet_and_event = bet & event
noun-bet_or_event = bet or event
noun-building = building
noun-alchemy = alchemy
    .elides = yes
noun-ephemeral = ephemeral card
    .elides = yes
noun-bonus = bonus
noun-draw = draw
noun-discard_hand = discard
noun-steal_card = theft
noun-peek_hand = look
noun-discard_action = removal
noun-take_back = return
noun-double = double
noun-retrieve = retrieval
noun-destroy_building = destruction
noun-force_fold = lie down
noun-limit_actions = limit
noun-change_colour = other colour
noun-cancel_challenge = cancel
noun-swap_order = swap
noun-shield = shield
noun-colour_bonus = bonus in a colour
noun-protect_actions = protection
noun-draw_first_challenge = more cards
noun-win_ties = wins ties
noun-choose_henchman = choice of henchman
noun-second_henchman = second henchman
noun-exchange_henchman = exchange
noun-replace_henchman = replacement
noun-skip_turn = skipped turn
noun-counter = counter
noun-draw_challenge = more cards at each challenge
noun-draw_day = more cards each day
noun-every_bonus = bonus in every challenge
noun-face_down = cards face down
# What a thing that lies face down is one of.
noun-card = card
noun-henchman = henchman
noun-token = token

-bonus = +{ $n } in this challenge.
-draw = Draw { $n ->
    [one] one card
   *[other] { $n } cards
 }.
-discard-hand = Another player discards { $n ->
    [one] one card
   *[other] { $n } cards
 } at random.
-steal-card = Take a card at random from another player’s hand.
-peek-hand = Look at the hand of another player.
-discard-action = Remove a card laid before another player.
-take-back = Take another of your laid cards back to your hand.
-double = The bet of one of your laid cards counts twice.
-retrieve = Take any card of the discard.
-destroy-building = Destroy a building of another player.
-force-fold = Another player lies down.
-limit-actions = In this challenge nobody else may have more than { $n } action cards laid.
-change-colour = The token of the challenge is exchanged for one of { $colour }.
-cancel-challenge = The challenge ends at once, and nobody gets its token.
-swap-order = The two challenges after this one change places.
-shield = Until the challenge ends nobody can choose you.
-colour-bonus = +{ $n } in { $colour }.
-day-bonus = +{ $n } in { $colour } for the day.
-protect-actions = Other players cannot remove your laid cards.
-draw-first-challenge = Draw { $n ->
    [one] one card more
   *[other] { $n } cards more
 } at the first challenge of the day.
-win-ties = You win ties.
-choose-henchman = Draw two henchmen at the start of the day and keep one.
-second-henchman = A second henchman for the day; you choose whose initiative counts.
-exchange-henchman = Exchange your henchman for the one on top of the pile.
-replace-henchman = The henchman of another player makes way for the one on top of the pile.
-skip-turn = The next turn of another player in this challenge is skipped.
-counter = A card that has just been used does not act.
-draw-challenge = Draws { $n ->
    [one] one card more
   *[other] { $n } cards more
 } at each challenge.
-draw-day = Draws { $n ->
    [one] one card more
   *[other] { $n } cards more
 } at the start of the day.
-every-bonus = +{ $n } in every challenge.
-face-down = May lay action cards face down.
effect-h1 = { -draw-challenge(n: 1) }
effect-h2 = { -draw-day(n: 2) }
effect-h3 = { -colour-bonus(n: 2, colour: "politics") }
effect-h4 = { -colour-bonus(n: 2, colour: "war") }
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
effect-66 = { -change-colour(colour: "politics") }
effect-67 = { -bonus(n: 5) }
effect-68 = { -draw(n: 3) }
effect-69 = { -change-colour(colour: "war") }
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
effect-81 = { -colour-bonus(n: 2, colour: "politics") }
effect-82 = { -colour-bonus(n: 2, colour: "war") }
effect-83 = { -colour-bonus(n: 2, colour: "intrigue") }
effect-84 = { -colour-bonus(n: 2, colour: "science") }
effect-85 = { -protect-actions }
effect-86 = { -draw-first-challenge(n: 1) }
effect-87 = { -win-ties }
effect-88 = { -choose-henchman }
effect-89 = { -second-henchman }
effect-90 = { -draw(n: 3) }
effect-91 = { -day-bonus(n: 2, colour: "politics") }
effect-92 = { -day-bonus(n: 2, colour: "war") }
effect-93 = { -day-bonus(n: 2, colour: "intrigue") }
effect-94 = { -day-bonus(n: 2, colour: "science") }
effect-95 = { -limit-actions(n: 2) }
effect-96 = { -limit-actions(n: 2) }
effect-97 = { -exchange-henchman }
effect-98 = { -replace-henchman }
effect-99 = { -skip-turn }
effect-100 = { -counter }

zone-pile = pile
zone-discard = discard
zone-chain = cards in use
zone-henchman_pile = pile of henchmen
zone-out = henchmen out of the game
zone-tokens = tokens of the day
zone-spare = spare tokens
zone-box = box
zone-hand = hand
zone-lane = laid cards
zone-buildings = buildings
zone-henchmen = henchman
zone-choice = two henchmen to choose from
zone-won = tokens won
counter-day = day
counter-challenge = challenge
counter-round = round
counter-actions = action cards used
counter-built = has built
counter-points = points
counter-bonus = bonus
counter-standing = stands
counter-shielded = cannot be chosen
counter-skips = turns skipped
counter-limited = action cards limited
counter-limit = most action cards
counter-first = draws first
counter-order = place in the round
counter-mover = has the turn
counter-passed = has passed
counter-to_ask = still asked
counter-yellow_bonus = bonus in politics
counter-red_bonus = bonus in war
counter-green_bonus = bonus in intrigue
counter-blue_bonus = bonus in science
mark-doubled = counts twice
mark-by = used by
mark-acts = acts
mark-at = aimed at
mark-card = aimed at card
mark-place = aimed at place
mark-henchman = aimed at henchman
button-bet = Bet only
button-hide = Face down
button-bet_event = Bet and event
button-hide_event = Face down, and event
button-event = Use as event
button-pass = Pass
button-end = End turn
button-fold = Lie down
phase-chance = Cards or henchmen are drawn.
phase-keep_henchman = Keep one of the two henchmen.
phase-alchemy = Start of the day: use an alchemy card, or pass.
phase-choose_initiative = Choose the henchman whose initiative counts.
phase-turn = Lay a card, build, or lie down.
phase-window = Use an ephemeral card, or pass.
phase-response = A card has been used. Answer with Contre, or pass.
phase-over = The game is over.

# What an effect does, and to what; after a colon.
what =
    { $effect ->
        [bonus] gain +{ $n } in this challenge
        [draw] { $n ->
        [one] draw one card
       *[other] draw { $n } cards
     }
        [discard_hand] { $n ->
        [one] make { $target } discard one card at random
       *[other] make { $target } discard { $n } cards at random
     }
        [steal_card] take a card from the hand { OF($target) } at random
        [peek_hand] look at the hand { OF($target) }
        [discard_action] remove { THE($aim) }{ aim_number } { OF($target) }
        [discard_action_down] remove the face-down card { OF($target) } in place { $place }
        [take_back] take back { THE($aim) }{ aim_number }
        [take_back_down] take back the face-down card in place { $place }
        [double] let { THE($aim) }{ aim_number } count twice
        [double_down] let the face-down card in place { $place } count twice
        [retrieve] get { THE($aim) }{ aim_number } from the discard
        [destroy_building] destroy { THE($aim) }{ aim_number } { OF($target) }
        [force_fold] make { $target } lie down
        [limit_actions] allow everybody else no more than { $n } action cards
        [change_colour] turn the token into one of { NAME($colour) }
        [cancel_challenge] cancel the challenge
        [swap_order] exchange the places of the next two challenges
        [colour_bonus] gain +{ $n } in { NAME($colour) } for the day
        [second_henchman] get a second henchman for the day
        [exchange_henchman] exchange { THE($aim) } for the henchman on top of the pile
        [replace_henchman] replace { THE($aim) } { OF($target) } by the henchman on top of the pile
        [skip_turn] make { $target } skip the next turn
        [counter] stop { THE($aim) } { OF($target) }
       *[shield] be protected until the challenge ends
    }

# The number of a card, if another one there is called the same.
number = { $number ->
    [0] {""}
   *[other] {" "}(no. { $number })
 }
aim_number = { $aim_number ->
    [0] {""}
   *[other] {" "}(no. { $aim_number })
 }
move-bet = Lay { THE($card) }{ number }: { $n } in { NAME($colour) }
move-bet_central = Lay { THE($card) }{ number }: { $n } in every colour
move-bet_only = Lay { THE($card) }{ number } without its event
move-hide = Lay { THE($card) }{ number } face down
move-bet_event = Lay { THE($card) }{ number } with its event: { what }
move-hide_event = Lay face down { THE($card) }{ number } with its event: { what }
move-event = Use the event { OF($card) }{ number }: { what }
move-use = Use { THE($card) }{ number }: { what }
move-build = Build { THE($card) }{ number }
move-keep = Keep { THE($henchman) }
move-initiative = Let the initiative { OF($henchman) } count
move-pass = Use no card
move-pass_alchemy = Use no alchemy
move-pass_answer = Let it happen
move-end = End the turn standing
move-fold = Lie down: no more turns in this challenge

ply-bet = { $seat } lays { THE($card) }: { $n } in { NAME($colour) }.
ply-bet_central = { $seat } lays { A($card) } in every colour.
ply-bet_only = { $seat } lays { A($card) }, without its event.
ply-hide = { $seat } lays { THE($card) } face down.
ply-hide_unseen = { $seat } lays a card face down.
ply-bet_event = { $seat } lays { A($card) } and uses its event to { what }.
ply-hide_event = { $seat } lays { A($card) } face down and uses its event to { what }.
ply-event = { $seat } uses the event { OF($card) } to { what }.
ply-use = { $seat } uses { THE($card) } to { what }.
ply-build = { $seat } builds { THE($card) }.
ply-keep = { $seat } keeps { THE($henchman) }.
ply-initiative = { $seat } lets the initiative { OF($henchman) } count.
ply-pass = { $seat } uses no card.
ply-pass_alchemy = { $seat } uses no alchemy.
ply-pass_answer = { $seat } lets it happen.
ply-end = { $seat } ends the turn standing.
ply-fold = { $seat } lies down: no more turns in this challenge.

milestone-day_begins = Day { $day } begins.
milestone-henchman_drawn = { $seat } draws { THE($name) }.
milestone-henchman_replaced = { CAP(THE($name)) } takes the place and is the henchman { OF($seat) } now.
milestone-challenge_begins = Day { $day }, challenge { $challenge }: { NAME($colour) }.
milestone-power_used = { $seat }’s { NAME($name) } acts.
milestone-power_countered = { $seat }’s { NAME($name) } does not act.
milestone-challenge_won =
    { $points ->
        [one] { $seat } wins the challenge with one point, and the token of { NAME($colour) }.
       *[other] { $seat } wins the challenge with { $points } points, and the token of { NAME($colour) }.
    }
milestone-challenge_cancelled = The challenge is cancelled. Nobody gets its token of { NAME($colour) }.
milestone-round_scored = The game ends. The tokens are counted.
row-tokens = Tokens of { NAME($colour) }

refusal-game_over = Nobody is to move.
refusal-card_not_held = { CAP(THE($card)) } is not in your hand.
refusal-must_fold = Whoever is the last one standing, or has a turn in the last round, ends it by leaving the challenge.
refusal-nothing_done = A turn without action card or building ends by leaving the challenge; ephemeral cards do not count.
refusal-bad_henchman = Choose one of the two henchmen.
refusal-third_action = A turn has no more than { $most } action cards.
refusal-action_limit = No more than { $most } action cards may lie here in this challenge.
refusal-not_face_down = Only the Mage lays cards face down.
refusal-second_building = At most one building a turn.
refusal-no_colour = It needs a henchman with one of its colours, { LIST($colours) }, and you have none.
refusal-no_colour-action = Its event needs a henchman with one of its colours, { LIST($colours) }, and you have none: the card can be laid without it.
refusal-nothing_to_counter = Contre is used only when another card has been used.
refusal-no_target = There is nothing this effect could choose or change now.
refusal-bad_target = That target does not exist or cannot be chosen: take one of those offered.
refusal-wrong_kind-bet = This card is a bet without event.
refusal-wrong_kind-bet_and_event = This card is laid as a bet, its event besides.
refusal-wrong_kind-bet_or_event = This card is either laid without its event or used as an event.
refusal-wrong_kind-building = This card is a building: build it.
refusal-wrong_kind-alchemy = This card is an alchemy: it is used at the start of the day.
refusal-wrong_kind-ephemeral = This card is ephemeral: use it, it is not laid.
refusal-wrong_phase-answer = Now pass, or use Contre.
refusal-wrong_phase-keep = Now keep one of two henchmen.
refusal-wrong_phase-initiative = Now choose which initiative counts.
refusal-wrong_phase-alchemy = At the start of the day an alchemy can be used, or nothing.
refusal-wrong_phase-window = Now an ephemeral card can be used, or nothing.
refusal-wrong_phase-turn = A turn has action cards, a building and ephemeral cards, and then ends; an alchemy is used at the start of the day only.

hint-bet = Lay an action card.
hint-event = Use a card as an event.
hint-build = Build.
hint-alchemy = Use an alchemy.
hint-ephemeral = Use an ephemeral card.
hint-keep = Keep one of the two henchmen.
hint-initiative = Choose which initiative counts.
hint-pass = Pass.
hint-end = End the turn standing.
hint-fold = Lie down.

option-players = Number of players
option-windows = In a window is asked
option-windows-all = everybody who stands: it tells nothing
option-windows-holders = only who could use a card: quicker
option-days = Days of a game
option-first_hand = Cards each draws before the first day
option-challenge_draw = Cards each draws at a challenge, by two players one more
option-actions = Action cards of a turn, at most
option-spare_tokens = Spare tokens of each colour
option-max_rounds = Rounds after which a challenge ends
option-deck = The cards and the henchmen

feature-first = it is the first player, who draws a henchman first every day
feature-winning_margin = points beyond the second in all challenges won
feature-cards_spent = cards laid or used
feature-cards_per_token_tenths = action cards of the challenges won, tenths a token
feature-buildings_laid = buildings laid
feature-alchemy_used = alchemy cards used
feature-ephemeral_used = ephemeral cards used
feature-events_used = events that acted
feature-events_undone = events undone by Contre
feature-events_swing = change of one's lead by one's events
feature-lay_down_first = challenges in which one lay down first
feature-lay_down_last = challenges in which one lay down last
feature-cards_left = cards in hand at the end
feature-event_used = effects of events that acted
feature-card_played = cards laid or used, by their ids
feature-building_laid = buildings laid, by name
feature-alchemy_played = alchemy cards used, by name
feature-card_dealt = cards of the first hand and cards drawn, by their ids
feature-henchman = henchmen drawn from the pile
feature-henchman_won = henchmen with whom a token was won
feature-won_politique = politique tokens won
feature-won_militaire = militaire tokens won
feature-won_intrigue = intrigue tokens won
feature-won_science = science tokens won

# Facts of lines for hints, see solver/src/insight: -other is about anybody else, called $who. ask- is the question, points- what points are made of.
fact-challenge_won = You win the challenge for the token of { NAME($colour) }
fact-challenge_won-other = { $who } wins the challenge for the token of { NAME($colour) }
fact-challenge_cancelled-other = The challenge for the token of { NAME($colour) } is cancelled
ask-challenge_won = Who wins the challenge for the token of { NAME($colour) }?
ask-challenge_cancelled = Is the challenge for the token of { NAME($colour) } cancelled?
points-tokens = tokens of { NAME($colour) }

# What stands on the table, for hints, see solver/src/heuristics: what a person can count. $who is who shows most of all others.
points_of_all = { $own ->
    [one] 1 point
   *[other] { $own } points
 } for you, { $others } face up for { $who }{ $hidden ->
    [0] { "." }
    [one] { ", " }one card face down.
   *[other] { ", " }{ $hidden } cards face down.
 }
shown_by_others = { $others } face up{ $hidden ->
    [0] { "." }
    [one] { " " }and one card face down.
   *[other] { " " }and { $hidden } cards face down.
 }
table-challenge = The challenge for the token of { NAME($of) }: { points_of_all }
table-challenge-alone = Nobody else stands in the challenge for the token of { NAME($of) }: { points_of_all }
table-bet = This bet adds { $more }: { $then } against { shown_by_others }
table-bet-event = This bet adds { $bet }, and its event { $bonus } unless it is undone: { $then } against { shown_by_others }
table-event = Unless it is undone, this event adds { $more }: { $then } against { shown_by_others }
table-event-draws = Unless it is undone, you draw { $n ->
    [one] one card.
   *[other] { $n } cards.
 }
table-event-limit = Unless it is undone, no opponent lays more than { $n ->
    [one] one action card
   *[other] { $n } action cards
 } in this challenge.
table-event-nobody = Nobody else stands: it limits nobody.
table-bet-nobody = Nobody else stands: its event limits nobody.
table-event-lies = { $whose } no longer stands: it changes nothing.
table-bet-lies = { $whose } no longer stands: its event changes nothing.
table-event-folds = { $whose } shows { $points } and, unless it is undone, lays nothing more in this challenge.
table-event-skips = { $whose } shows { $points } and, unless it is undone, loses the next turn of this challenge.
table-event-doubles = Unless it is undone, that bet counts twice, which adds { $more }: { $then } against { shown_by_others }
table-event-cancels = Unless it is undone, nobody gets this token; it stands { $own } to { shown_by_others }
table-event-removes = { $whose } shows { $points } and, unless it is undone, loses { $less } of them.
table-event-discards = { $whose } holds { $cards ->
    [one] one card
   *[other] { $cards } cards
 } and, unless it is undone, discards { $n ->
    [one] one
   *[other] { $n }
 } at random.
table-event-steals = { $whose } holds { $cards ->
    [one] one card
   *[other] { $cards } cards
 }: unless it is undone, you take one at random.
table-event-sees = { $whose } holds { $cards ->
    [one] one card
   *[other] { $cards } cards
 }: unless it is undone, you see all.
table-day-bonus = Unless it is undone, this alchemy adds { $n } in { $left ->
    [one] one challenge
   *[other] { $left } challenges
 } of the day, for the token of { NAME($of) }.
table-day-henchman = Unless it is undone, you have a second henchman for the day.
table-build = This building adds { $more } here and in later challenges of this colour: { $then } against { shown_by_others }
table-build-last = This building adds { $more }: { $then } against { shown_by_others }
table-build-later = This building adds { $n } in challenges to come for the token of { NAME($of) }.
table-build-ties = From now on you win ties.
table-build-protects = From now on opponents cannot remove your action cards.
table-build-draws = At the first challenge of each day to come you draw { $n ->
    [one] one card
   *[other] { $n } cards
 } more.
table-pass = You keep what you could use; it stands { $own } to { shown_by_others }
table-fold = You have { $own } against { $others }, and keep your { $cards ->
    [one] card
   *[other] { $cards } cards
 } for the { $left ->
    [0] next day
    [one] challenge still to come
   *[other] { $left } challenges still to come
 }.
table-fold-ahead = You stop at { $own } to { $others }, and can still be passed. You keep your { $cards ->
    [one] card
   *[other] { $cards } cards
 } for the { $left ->
    [0] next day
    [one] challenge still to come
   *[other] { $left } challenges still to come
 }.
table-stay-ahead = You lead { $own } to { $others } and can still answer.
table-stay-level = It stands { $own } to { $others }, and you can still lay more.
table-stay-behind = You are behind, { $own } to { $others }, but can still lay more.
