# Les 7 Blasons in English. Keys as in richelieu.ftl. Families and characters are called as they are printed.
# noun-down is a face-down token; noun-down_token_… one whose family the reader knows.

about = Tricks of open hands whose characters move tokens; a family's cards count by its tokens. 3 to 7 players.

-effect-malandrin = Takes over the value of a card of the trick, or a power that is still to come; or nothing.
-effect-manant = Takes a token from the pool.
-effect-menetrier = Turns a face-down token up.
-effect-magistrat = Sends a token back to the pool.
-effect-religieux = Has a power in a variant only: moves a token from one player to another.
-effect-intendant = Exchanges two tokens of different places.
noun-aubigny = Aubigny
    .the = Aubigny
    .of = of Aubigny
    .to = to Aubigny
noun-token_aubigny = Aubigny token
    .elides = yes
noun-down_token_aubigny = face-down Aubigny token
noun-aubigny_malandrin = Aubigny malandrin
    .elides = yes
noun-aubigny_manant = Aubigny manant
    .elides = yes
noun-aubigny_menetrier = Aubigny ménétrier
    .elides = yes
noun-aubigny_magistrat = Aubigny magistrat
    .elides = yes
noun-aubigny_religieux = Aubigny religieux
    .elides = yes
noun-aubigny_intendant = Aubigny intendant
    .elides = yes
noun-aubigny_bourgeoise = Aubigny bourgeoise
    .elides = yes
noun-aubigny_bourgeois = Aubigny bourgeois
    .elides = yes
effect-aubigny_malandrin = { -effect-malandrin }
effect-aubigny_manant = { -effect-manant }
effect-aubigny_menetrier = { -effect-menetrier }
effect-aubigny_magistrat = { -effect-magistrat }
effect-aubigny_religieux = { -effect-religieux }
effect-aubigny_intendant = { -effect-intendant }
noun-bellay = Bellay
    .the = Bellay
    .of = of Bellay
    .to = to Bellay
noun-token_bellay = Bellay token
noun-down_token_bellay = face-down Bellay token
noun-bellay_malandrin = Bellay malandrin
noun-bellay_manant = Bellay manant
noun-bellay_menetrier = Bellay ménétrier
noun-bellay_magistrat = Bellay magistrat
noun-bellay_religieux = Bellay religieux
noun-bellay_intendant = Bellay intendant
noun-bellay_bourgeoise = Bellay bourgeoise
noun-bellay_bourgeois = Bellay bourgeois
effect-bellay_malandrin = { -effect-malandrin }
effect-bellay_manant = { -effect-manant }
effect-bellay_menetrier = { -effect-menetrier }
effect-bellay_magistrat = { -effect-magistrat }
effect-bellay_religieux = { -effect-religieux }
effect-bellay_intendant = { -effect-intendant }
noun-contades = Contades
    .the = Contades
    .of = of Contades
    .to = to Contades
noun-token_contades = Contades token
noun-down_token_contades = face-down Contades token
noun-contades_malandrin = Contades malandrin
noun-contades_manant = Contades manant
noun-contades_menetrier = Contades ménétrier
noun-contades_magistrat = Contades magistrat
noun-contades_religieux = Contades religieux
noun-contades_intendant = Contades intendant
noun-contades_bourgeoise = Contades bourgeoise
noun-contades_bourgeois = Contades bourgeois
effect-contades_malandrin = { -effect-malandrin }
effect-contades_manant = { -effect-manant }
effect-contades_menetrier = { -effect-menetrier }
effect-contades_magistrat = { -effect-magistrat }
effect-contades_religieux = { -effect-religieux }
effect-contades_intendant = { -effect-intendant }
noun-grandbois = Grandbois
    .the = Grandbois
    .of = of Grandbois
    .to = to Grandbois
noun-token_grandbois = Grandbois token
noun-down_token_grandbois = face-down Grandbois token
noun-grandbois_malandrin = Grandbois malandrin
noun-grandbois_manant = Grandbois manant
noun-grandbois_menetrier = Grandbois ménétrier
noun-grandbois_magistrat = Grandbois magistrat
noun-grandbois_religieux = Grandbois religieux
noun-grandbois_intendant = Grandbois intendant
noun-grandbois_bourgeoise = Grandbois bourgeoise
noun-grandbois_bourgeois = Grandbois bourgeois
effect-grandbois_malandrin = { -effect-malandrin }
effect-grandbois_manant = { -effect-manant }
effect-grandbois_menetrier = { -effect-menetrier }
effect-grandbois_magistrat = { -effect-magistrat }
effect-grandbois_religieux = { -effect-religieux }
effect-grandbois_intendant = { -effect-intendant }
noun-guilloux = Guilloux
    .the = Guilloux
    .of = of Guilloux
    .to = to Guilloux
noun-token_guilloux = Guilloux token
noun-down_token_guilloux = face-down Guilloux token
noun-guilloux_malandrin = Guilloux malandrin
noun-guilloux_manant = Guilloux manant
noun-guilloux_menetrier = Guilloux ménétrier
noun-guilloux_magistrat = Guilloux magistrat
noun-guilloux_religieux = Guilloux religieux
noun-guilloux_intendant = Guilloux intendant
noun-guilloux_bourgeoise = Guilloux bourgeoise
noun-guilloux_bourgeois = Guilloux bourgeois
effect-guilloux_malandrin = { -effect-malandrin }
effect-guilloux_manant = { -effect-manant }
effect-guilloux_menetrier = { -effect-menetrier }
effect-guilloux_magistrat = { -effect-magistrat }
effect-guilloux_religieux = { -effect-religieux }
effect-guilloux_intendant = { -effect-intendant }
noun-la_ferte = La Ferté
    .the = La Ferté
    .of = of La Ferté
    .to = to La Ferté
noun-token_la_ferte = La Ferté token
noun-down_token_la_ferte = face-down La Ferté token
noun-la_ferte_malandrin = La Ferté malandrin
noun-la_ferte_manant = La Ferté manant
noun-la_ferte_menetrier = La Ferté ménétrier
noun-la_ferte_magistrat = La Ferté magistrat
noun-la_ferte_religieux = La Ferté religieux
noun-la_ferte_intendant = La Ferté intendant
noun-la_ferte_bourgeoise = La Ferté bourgeoise
noun-la_ferte_bourgeois = La Ferté bourgeois
effect-la_ferte_malandrin = { -effect-malandrin }
effect-la_ferte_manant = { -effect-manant }
effect-la_ferte_menetrier = { -effect-menetrier }
effect-la_ferte_magistrat = { -effect-magistrat }
effect-la_ferte_religieux = { -effect-religieux }
effect-la_ferte_intendant = { -effect-intendant }
noun-rochebrune = Rochebrune
    .the = Rochebrune
    .of = of Rochebrune
    .to = to Rochebrune
noun-token_rochebrune = Rochebrune token
noun-down_token_rochebrune = face-down Rochebrune token
noun-rochebrune_malandrin = Rochebrune malandrin
noun-rochebrune_manant = Rochebrune manant
noun-rochebrune_menetrier = Rochebrune ménétrier
noun-rochebrune_magistrat = Rochebrune magistrat
noun-rochebrune_religieux = Rochebrune religieux
noun-rochebrune_intendant = Rochebrune intendant
noun-rochebrune_bourgeoise = Rochebrune bourgeoise
noun-rochebrune_bourgeois = Rochebrune bourgeois
effect-rochebrune_malandrin = { -effect-malandrin }
effect-rochebrune_manant = { -effect-manant }
effect-rochebrune_menetrier = { -effect-menetrier }
effect-rochebrune_magistrat = { -effect-magistrat }
effect-rochebrune_religieux = { -effect-religieux }
effect-rochebrune_intendant = { -effect-intendant }
# The characters by themselves.
noun-malandrin = malandrin
noun-manant = manant
noun-menetrier = ménétrier
noun-magistrat = magistrat
noun-religieux = religieux
noun-intendant = intendant
    .elides = yes
noun-bourgeoise = bourgeoise
noun-bourgeois = bourgeois
noun-down = face-down token
# What a thing that lies face down is one of.
noun-arms = family
noun-card = card
noun-token = token
zone-box = box
zone-aside = cards set aside
zone-pool = pool
zone-bag = face-down tokens of the pool
zone-trick = trick
zone-family = family
zone-hand = hand
zone-area = tokens
zone-won = tricks taken
counter-round = round
counter-trick = trick
counter-points = points
counter-tricks = tricks taken
counter-leader = leads
counter-strength = strength of the bourgeoisie card
counter-activated = has used the bourgeoisie card
counter-to_look = has yet to look
mark-value = value
mark-actor = power used by
mark-consult = with the bourgeoisie card, to look at tricks
mark-serve = with the bourgeoisie card, to take a card out of the trick
mark-peek = with the bourgeoisie card, to look at face-down tokens
phase-deal = The tokens are dealt.
phase-play = Play a card.
phase-power = Use the power of the card.
phase-power_malandrin = Malandrin: take the value of a card of the trick, or a power still to come, or nothing.
phase-power_manant = Manant: take a token of the pool.
phase-power_menetrier = Ménétrier: turn a hidden token up.
phase-power_magistrat = Magistrat: send a token back to the pool.
phase-power_religieux = Religieux: move a token from one player to another.
phase-power_intendant = Intendant: exchange two tokens that lie in different places.
phase-serve = Take a card of the trick, or none.
phase-free_action = You take the trick: turn a token up, or take one of the pool.
phase-look = Choose what to look at, or nothing.
phase-over = The game is over.
button-value = Take its value
button-power = Take its power
button-self = Leave everything
button-consult = And look at tricks
button-serve = And take a card of the trick
button-peek = Look at tokens
button-look = Look at these tricks
button-none = Nothing
# Where a token lies among those of its place, if another there looks the same.
at = { $place ->
    [0] {""}
   *[other] {" "}(place { $place })
 }
with_at = { $with_place ->
    [0] {""}
   *[other] {" "}(place { $with_place })
 }
move-play = Play { THE($card) }{ $value ->
    [0] {""}
   *[other] {" "}({ $value })
 }
ply-play = { $seat } plays { THE($card) }{ $value ->
    [0] {""}
   *[other] {" "}({ $value })
 }.
move-play_consult = Play { THE($card) }, and look at tricks
ply-play_consult = { $seat } plays { THE($card) }, using the bourgeoisie card to look at tricks.
move-play_serve = Play { THE($card) }, and take a card of the trick
ply-play_serve = { $seat } plays { THE($card) }, using the bourgeoisie card to take a card of the trick.
move-play_peek = Play { THE($card) }, and look at tokens
ply-play_peek = { $seat } plays { THE($card) }, using the bourgeoisie card to look at tokens.
move-value = Take the value of { THE($card) }
ply-value = { $seat } takes the value of { THE($card) } with the malandrin.
move-power = Take the power of { THE($card) }
ply-power = { $seat } takes the power of { THE($card) } with the malandrin.
move-self = Leave everything as it is
ply-self = { $seat } takes nothing with the malandrin.
move-draw = Take { A($token) }{ at } from the pool
ply-draw = { $seat } takes { A($token) }{ at } from the pool.
move-draw_pool = Draw a face-down token from the pool
ply-draw_pool = { $seat } draws a face-down token from the pool.
move-reveal_pool = Turn up a token of the pool
ply-reveal_pool = { $seat } turns up a token of the pool.
move-reveal_own = Turn up { $token ->
    [down] one of your face-down tokens
   *[other] your { NAME($token) }
 }{ at }
ply-reveal_own = { $seat } turns up { $token ->
    [down] one of their face-down tokens
   *[other] their { NAME($token) }
 }{ at }.
move-reveal = Turn up { A($token) }{ at } of { $target }
ply-reveal = { $seat } turns up { A($token) }{ at } of { $target }.
move-remove_own = Send { $token ->
    [down] one of your face-down tokens
   *[other] your { NAME($token) }
 }{ at } to the pool
ply-remove_own = { $seat } sends { $token ->
    [down] one of their face-down tokens
   *[other] their { NAME($token) }
 }{ at } to the pool.
move-remove = Send { A($token) }{ at } of { $target } to the pool
ply-remove = { $seat } sends { A($token) }{ at } of { $target } to the pool.
move-give = Give { $token ->
    [down] one of your face-down tokens
   *[other] your { NAME($token) }
 }{ at } to { $to }
ply-give = { $seat } gives { $token ->
    [down] one of their face-down tokens
   *[other] their { NAME($token) }
 }{ at } to { $to }.
move-take = Take { A($token) }{ at } from { $target }
ply-take = { $seat } takes { A($token) }{ at } from { $target }.
move-pass_on = Move { A($token) }{ at } from { $target } to { $to }
ply-pass_on = { $seat } moves { A($token) }{ at } from { $target } to { $to }.
move-swap_own = Exchange { $token ->
    [down] one of your face-down tokens
   *[other] your { NAME($token) }
 }{ at } for { A($with) }{ with_at } of { $other }
ply-swap_own = { $seat } exchanges { $token ->
    [down] one of their face-down tokens
   *[other] their { NAME($token) }
 }{ at } for { A($with) }{ with_at } of { $other }.
move-swap = Exchange { A($token) }{ at } of { $target } for { A($with) }{ with_at } of { $other }
ply-swap = { $seat } exchanges { A($token) }{ at } of { $target } for { A($with) }{ with_at } of { $other }.
move-swap_own_pool = Exchange { $token ->
    [down] one of your face-down tokens
   *[other] your { NAME($token) }
 }{ at } for { A($with) }{ with_at } of the pool
ply-swap_own_pool = { $seat } exchanges { $token ->
    [down] one of their face-down tokens
   *[other] their { NAME($token) }
 }{ at } for { A($with) }{ with_at } of the pool.
move-swap_pool = Exchange { A($token) }{ at } of { $target } for { A($with) }{ with_at } of the pool
ply-swap_pool = { $seat } exchanges { A($token) }{ at } of { $target } for { A($with) }{ with_at } of the pool.
move-swap_own_drawn = Exchange { $token ->
    [down] one of your face-down tokens
   *[other] your { NAME($token) }
 }{ at } for one drawn from the pool
ply-swap_own_drawn = { $seat } exchanges { $token ->
    [down] one of their face-down tokens
   *[other] their { NAME($token) }
 }{ at } for one drawn from the pool.
move-swap_drawn = Exchange { A($token) }{ at } of { $target } for one drawn from the pool
ply-swap_drawn = { $seat } exchanges { A($token) }{ at } of { $target } for one drawn from the pool.
move-serve = Take { THE($card) }
ply-serve = { $seat } takes { THE($card) } out of the trick.
move-serve_own = Take back { THE($card) }
ply-serve_own = { $seat } takes { THE($card) } back out of the trick.
move-look_own = Look at { $own ->
    [one] one trick
   *[other] { $own } tricks
 } of your own
ply-look_own = { $seat } looks at { $own ->
    [one] one trick
   *[other] { $own } tricks
 } of their own.
move-look = Look at { $n ->
    [one] one trick
   *[other] { $n } tricks
 } of { $target }
ply-look = { $seat } looks at { $n ->
    [one] one trick
   *[other] { $n } tricks
 } of { $target }.
move-look_both = Look at { $own ->
    [one] one trick
   *[other] { $own } tricks
 } of your own and { $n ->
    [one] one trick
   *[other] { $n } tricks
 } of { $target }
ply-look_both = { $seat } looks at { $own ->
    [one] one trick
   *[other] { $own } tricks
 } of their own and { $n ->
    [one] one trick
   *[other] { $n } tricks
 } of { $target }.
move-peek_own = Look at { $own ->
    [one] one face-down token
   *[other] { $own } face-down tokens
 } of your own
ply-peek_own = { $seat } looks at { $own ->
    [one] one face-down token
   *[other] { $own } face-down tokens
 } of their own.
move-peek = Look at { $n ->
    [one] one face-down token
   *[other] { $n } face-down tokens
 } of { $target }
ply-peek = { $seat } looks at { $n ->
    [one] one face-down token
   *[other] { $n } face-down tokens
 } of { $target }.
move-peek_both = Look at { $own ->
    [one] one face-down token
   *[other] { $own } face-down tokens
 } of your own and { $n ->
    [one] one face-down token
   *[other] { $n } face-down tokens
 } of { $target }
ply-peek_both = { $seat } looks at { $own ->
    [one] one face-down token
   *[other] { $own } face-down tokens
 } of their own and { $n ->
    [one] one face-down token
   *[other] { $n } face-down tokens
 } of { $target }.
move-look_some = Look at { $most ->
    [one] one trick
   *[other] up to { $most } tricks
 }
move-peek_some = Look at { $most ->
    [one] one face-down token
   *[other] up to { $most } face-down tokens
 }
move-none = Make no use of it
ply-none = { $seat } makes no use of the bourgeoisie card.
milestone-round_dealt = Round { $round }: { $seat } leads.
milestone-trick_won = { $seat } takes the trick with { THE($cards) }{ $equals ->
    [0] {""}
   *[other] : the higher values are equal and cancel each other
 }.
milestone-trick_aside = Nobody takes the trick; its cards are set aside.
milestone-token_revealed = It is { A($token) }.
milestone-round_scored = The round is scored.
row-product = { NAME($family) }, { $tokens ->
    [one] 1 token
   *[other] { $tokens } tokens
 } × { $values }

refusal-game_over = Nobody is to move.
refusal-not_numbered = A malandrin has no value to take over.
refusal-power_not_takeable = Only the power of a card played later than this one, and that has a power, can be taken.
refusal-not_your_strength = That card is not the character this bourgeoisie card serves.
refusal-own_token = The magistrat removes a token of another player’s area.
refusal-bad_choice = Look at your own and at those of one other player only: at least one, and at most as many as the strength of the card.
refusal-bad_token = That token does not lie where this power can take it: take one of those offered.
refusal-card_played = That card is no longer in your hand.
refusal-illegal = That card cannot be played.
refusal-no_bourgeoisie = You hold no bourgeoisie card.
refusal-already_activated = A bourgeoisie card is activated once a round.
refusal-last_trick = Nothing is activated in the last trick.
refusal-variant_not_played = The variant of this action is not played.
refusal-wrong_phase-play = Now a card is played.
refusal-wrong_phase-power = Now a power is used.
refusal-wrong_phase-serve = Now a card of the trick may be taken, or nothing.
refusal-wrong_phase-free = Now the winner draws a token or turns one up.
refusal-wrong_phase-look = Now something may be looked at, or nothing.

hint-play = Play a card.
hint-value = Take the value of another card.
hint-power = Take the power of another card.
hint-self = Leave everything as it is.
hint-draw = Take a token of the pool.
hint-reveal = Turn up a token.
hint-remove = Send a token to the pool.
hint-give = Give a token to somebody.
hint-swap = Exchange two tokens.
hint-serve = Take a card of the trick.
hint-look = Look at cards played before.
hint-peek = Look at face-down tokens.
hint-none = Make no use of it.

option-players = Number of players
option-variants = Variants
option-variants-consultent = The bourgeois consult: tricks are looked at by activation only
option-variants-se_servent = The bourgeois help themselves: activation takes a card of the trick
option-variants-curieux = Curious bourgeois: activation looks at face-down tokens
option-variants-religieux = The religieux moves a token
option-ties = Equal highest values
option-ties-one_step = cancel each other once
option-ties-cascade = cancel each other, and so on downwards
option-magistrat_may_target_self = The magistrat may remove one of your own tokens
option-rounds = Rounds of a game
option-max_extra_rounds = Rounds played at most to break a tie
option-families = The family of each seat
option-deck = The values of the characters

feature-first = it led the first trick of the game
feature-tricks_won = tricks won
feature-tricks_nobody_won = tricks of the game nobody won
feature-tricks_led = tricks led
feature-tricks_led_and_won = tricks led and won
feature-tokens_gained = tokens that came into the area
feature-tokens_lost = tokens that left the area
feature-powers_on_others = moves that moved or turned a token of another area
feature-powers_stolen = powers of other seats used
feature-malandrin_value = malandrin: value taken
feature-malandrin_power = malandrin: power taken
feature-malandrin_itself = malandrin: itself
feature-free_action_draw = free actions: token drawn
feature-free_action_reveal = free actions: token turned up
feature-bourgeoisie_used = bourgeoisie cards activated
feature-trick_won_with = characters that won a trick
feature-score_family = family that scored in the last round
feature-gained_by_manant = tokens drawn by the manant
feature-gained_by_intendant = tokens that came by an exchange
feature-gained_by_religieux = tokens given by the religieux
feature-gained_by_free_action = tokens drawn by the free action
feature-lost_to_magistrat = tokens a magistrat removed
feature-lost_to_intendant = tokens that left by an exchange
feature-lost_to_religieux = tokens a religieux moved away
feature-power_malandrin = times the power of the malandrin was used
feature-power_manant = times the power of the manant was used
feature-power_menetrier = times the power of the ménétrier was used
feature-power_magistrat = times the power of the magistrat was used
feature-power_religieux = times the power of the religieux was used
feature-power_intendant = times the power of the intendant was used

# Facts of lines for hints, see solver/src/insight: -other is about anybody else, called $who. ask- is the question, points- what points are made of.
fact-trick_won = You take the trick
fact-trick_won-other = { $who } takes the trick
fact-trick_aside-other = The trick stays without a winner
fact-row-product = You score for { NAME($family) }
fact-row-product-other = { $who } scores for { NAME($family) }
ask-trick_won = Who takes the trick?
ask-trick_aside = Does anybody take the trick?
ask-row-product = Who scores for { NAME($family) }?
points-product = { NAME($family) }

# What stands on the table, for hints, see solver/src/heuristics: what a person can count. $whose is a player.
table-product = { NAME($of) } for you: { $tokens } × { $values }, face-up tokens times the values that you have won.
table-token = This token lies open: with it { NAME($of) } makes { $tokens } × { $values } = { $points } for you.
table-token-removed = It takes a token of { NAME($of) } away from { $whose }, for whom it counts { $tokens } × { $values } = { $points } now.
table-card-equal = { $best ->
    [8] An 8
   *[other] A { $best }
 } already lies: equal values cancel each other.
table-card-lower = { $best ->
    [8] An 8
   *[other] A { $best }
 } already lies, your card is worth { $value }.
table-card-highest = You are the last to play, and your { $value } is the highest card.
table-card-unmatched = Your { $value } is the highest so far, and nobody who follows holds one as high.
table-card-matched = Your { $value } is the highest so far; { $n } of the { $all } who follow { $n ->
    [one] holds
   *[other] hold
 } one as high or higher.
table-card-matched_by_all = Your { $value } is the highest so far, but everybody who follows holds one as high or higher.
table-card-lowest_held = It is your lowest card: the { $n ->
    [one] higher one stays
   *[other] { $n } higher ones stay
 } for later tricks.
