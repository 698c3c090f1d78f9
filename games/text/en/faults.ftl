# What is wrong with a field of a request, an option, a deck, a notation or a posted log. A program names a sentence by its key
# (`said` in locale/said.rs); what libraries say in English is given a key in locale/unread.rs. A variable that begins with `fault_`
# holds a sentence of this file.

## What serde and the readers of numbers say
fault-whole_number_0_255 = a whole number, 0 to 255
fault-whole_number_0_65535 = a whole number, 0 to 65535
fault-whole_number_0 = a whole number, 0 or more
fault-whole_number_1 = a whole number, 1 or more
fault-whole_number_i8 = a whole number, -128 to 127
fault-whole_number_i16 = a whole number, -32768 to 32767
fault-whole_number = a whole number
fault-number = a number
fault-true_or_false = true or false
fault-text = a text
fault-list = a list
fault-object = an object
fault-something_else = something else
fault-shown_text = the text { $value }
fault-shown_number = the number { $value }
fault-expected_not = { $fault_wanted } is expected, not { $fault_found }
fault-expected = { $fault_wanted } is expected
fault-number_too_large = the number is too large
fault-number_too_small = the number is too small
fault-number_out_of_range = the number is out of range
fault-integers = integers lie within ±9007199254740991
fault-missing = it is missing
fault-twice = it is there twice
fault-unknown = `{ $name }` is unknown: { $known }
fault-unknown_none = `{ $name }` is unknown: there are none
fault-unknown_bare = `{ $name }` is unknown
fault-none_of = `{ $name }` is none of them: { $known }
fault-none_of_none = `{ $name }` is none of them: there are none
fault-none_of_bare = `{ $name }` is none of them
fault-key_twice = "{ $key }" appears twice

## What cannot be read as JSON
fault-json_at = { $fault_why } at line { $line } column { $column }
fault-json_eof_list = EOF while parsing a list
fault-json_eof_object = EOF while parsing an object
fault-json_eof_string = EOF while parsing a string
fault-json_eof_value = EOF while parsing a value
fault-json_colon = expected `:`
fault-json_list_end = expected `,` or `]`
fault-json_object_end = expected `,` or `{ $end }`
fault-json_ident = expected ident
fault-json_value = expected value
fault-json_double_quote = expected `"`
fault-json_escape = invalid escape
fault-json_number = invalid number
fault-json_code_point = invalid unicode code point
fault-json_control = control character (\u0000-\u001F) found while parsing a string
fault-json_key = key must be a string
fault-json_lone_surrogate = lone leading surrogate in hex escape
fault-json_end_surrogate = unexpected end of hex escape
fault-json_comma = trailing comma
fault-json_trailing = trailing characters
fault-json_deep = recursion limit exceeded
fault-utf8 = not UTF-8 at byte { $byte }
fault-bom = it starts with a byte order mark
fault-options_list = expected an object of options, found a list

## Numbers and texts within bounds
fault-at_most = at most { $most }
fault-at_most_seconds = at most { $most } seconds
fault-webhook_url = an address of http or https is needed, without name, password and fragment: https://example.com/hook
fault-push_endpoint = the address of https at which the browser’s push service takes messages is needed, without name, password and fragment
fault-push_key = the browser’s public key is needed: the 65 bytes of a point of P-256 in Base64 for URLs, as getKey("p256dh") has them
fault-push_secret = the browser’s secret is needed: 16 bytes in Base64 for URLs, as getKey("auth") has them
fault-webhook_of_key = the key has no webhook whose secret could sign the messages: set one first with PUT /v1/webhook
fault-webhook_private = the address of a receiver on the internet is needed; this one is private, which the service takes only with --webhooks-to-private-networks
fault-player_id = an id of a player has 1 to { $most } letters a to z, digits and signs of -._~:@|= and begins with a letter or digit
fault-player_expected = only at seats of kind mine or invite is a player named; whoever takes an open seat is named then
fault-control_characters = a text without line breaks and other control characters is needed
fault-at_most_tokens = at most { $most } tokens
fault-at_most_bytes = at most { $most } bytes
fault-at_most_characters = at most { $most } characters
fault-between = between { $least } and { $most }
fault-from_to = from { $least } to { $most }
fault-bounds = { $least } to { $most }
fault-value_bounds = { $value }; { $least } to { $most } is right
fault-option_bounds = { $value }; { $least } to { $most } is right, { $usual } is usual
fault-at_least_at_most = { $least } or more, at most a million
fault-visible_character = at least one visible character is needed
fault-unseen_character = { $code } cannot be taken: no control, direction or invisible characters
fault-code_points = at most { $most } code points make one character
fault-hex_seed = 1 to 64 hex digits
fault-seed = a seed is written as 64 hex digits
fault-hash = a hash is written as 64 lower-case hex digits
fault-day = a day is written as 2026-01-31
fault-last_day = the last day is before the first

## Requests about games
fault-version_number = a version of the game: a whole number from 1 on
fault-version_digits = expected a version, 1 to 15 digits
fault-versions = the game has the versions 1 to { $newest }
fault-entity_tag = expected an entity tag in double quotes, as in "v17-s0"
fault-not_ascii = it is not visible ASCII
fault-cursor = not a cursor of this list
fault-said_move = `move`, `picks` or `kind` says what is played
fault-said_move_once = exactly one of `move`, `picks`, and `kind` with `args`
fault-no_such_args = no legal move of kind { $kind } has these arguments; legal_moves has all that can be played
fault-expected_as_it_is = it is not what is expected
fault-made_before = the move is made before this pick
fault-possible_here = possible here: { $picks }
fault-possible_and_more = possible here: { $picks } and { $more } more
fault-a_pick = a pick such as `hand:0/7h`, `lane:2#3`, `@2`, `=35` or `!pass`
fault-bot_has_level = a bot has a level: { $levels }
fault-only_bot_level = only a bot has a level
fault-levels = the levels are { $levels }
fault-hint_policy = expected off, free, after_game or metered:<1 to 1000>
fault-private_open = nobody could find an open seat of a private game; invite somebody
fault-options_or_hash = give either options or the hash of a ruleset
fault-ruleset_of = the ruleset is one of { $game }
fault-this_ruleset_of = this ruleset is one of { $game }
fault-hash_ruleset_of = the ruleset of this hash is one of { $game }
fault-name_game = name a game, or give the hash of a ruleset
fault-no_such_game = there is no such game; the games are { $games }
fault-no_game = there is no game "{ $game }"
fault-no_game_of = there is no game '{ $game }'; there are { $games }
fault-no_ruleset = there is no ruleset of this hash
fault-options_invalid = the options are not valid
fault-retired = the ruleset is of version { $found } of the rules, this program plays version { $played }
fault-plays_version = this program plays version { $played }
fault-options_of = the options are those of { $hash }
fault-said_once = { $players } players, and { $seats } seats: leave the players out, they follow from the seats
fault-practice = a chosen seed tells the deal: no open or invited seats
fault-seats = the ruleset has { $players } players, so { $same } seats, not { $seats }

## Hints, analyses and posted logs
fault-budget_forms = exactly one of ms, iterations, worlds, nodes, or confidence (with ms)
fault-seat_to_advise = the seat to advise; a spectator has nothing to decide
fault-turn_of = after these plies it is the turn of seat { $seat }
fault-over_after = after these plies the game is over
fault-not_this_turn = it is not this seat's turn

## Reviews
fault-review_too_dear = this would take about { $seconds } s; at most { $most } s are worked for one review: ask for less effort
fault-not_legal_there = the move was not legal in ply { $ply }

## Options of games and decks
fault-three_teams = three teams of two need 6 players
fault-effect_twice = listed twice; each effect once, with its copies
fault-malheurs = { $n } cards; at least one a player and at most { $most }
fault-malin_card = a number, `twin`, `twin 0` or `wish`
fault-variant_twice = named twice; each variant at most once
fault-eight_values = { $n } values; one for each of the eight characters
fault-malandrin = the malandrin's value is 0
fault-families = { $n } families for { $players } players; one a seat
fault-family_taken = taken by another seat; each family once
fault-first_seat = a seat from 0 to { $last }, not { $seat }
fault-cards_exactly = exactly { $n } cards, not { $given }
fault-one_card_of = at least one card of { $region }
fault-shields_found = expected 1 or 2 shields, found { $n }
fault-cells_exactly = exactly { $n } cells, not { $given }
fault-cell_twice = eight different cells; { $cell } is also number { $before }
fault-cell_found = expected a cell from 1c01 to 4c12, found { $found }
fault-pack_order = cards in the order of the pack, each once
fault-id_twice = #{ $id } is listed twice; each id once
fault-cards_played = { $n } cards are played; { $least } ({ $each } a player) to { $most } are right
fault-henchmen = { $n } henchmen; { $least } to { $most } with { $players } players (two players use two a day)
fault-score_twice = { $n } is listed twice; each score once
fault-card_bet = a card of the kind { $kind } has a `value` or `values`
fault-card_one_bet = either one central `value` or four `values`, not both
fault-card_no_bet = a card of the kind { $kind } has no bet
fault-card_colour = a card of the kind { $kind } names at least one colour
fault-card_no_colour = a card of the kind { $kind } needs no colour
fault-card_effect = a card of the kind { $kind } has an effect
fault-bet_no_effect = a bet has no effect; `bet_and_event` and `bet_or_event` have
fault-effect_on = `{ $effect }` cannot be on a card of the kind { $kind }
fault-spare_henchmen = `{ $effect }` needs henchmen that two players do not have; true is right
fault-name_characters = a name has 1 to 40 printable characters

## Statistics and experiments
fault-features = the features are { $known }
fault-of_features = goes with of=features
fault-export_too_large = more than { $most } MiB: ask for .parquet, for fewer games, or let tapis export write a file
fault-crossed_with = cross it with one of { $known }
fault-source_of = not `played`, `bots`, `practice` or `experiment:<id>`
fault-line_up = not a player for each seat, `human` or a bot's level, such as `club,greedy`
fault-experiment_arms = an experiment has its games from its arms: { $sources }
fault-seats_players = a game of this ruleset has { $players } players, not { $seats }
fault-metric_name = not `seat_share:<seat>`, `win_share:<bot>`, `first_share`, `lift:<feature>=<value>`, `balance`, `feature:<name>`, `measure:<name>`, `course:<name>`, `ties`, `length` or `margin`
fault-no_bot = no bot '{ $name }': random, greedy, novice, beginner, apprentice, casual, club, expert, solver:N for N playouts a move (1 to 10000000), or plain:N for the same without guidance
fault-some_options = { $n } options; at most { $most }
fault-a_value = a list of at least one value
fault-combinations = { $n } combinations; at most { $most }
fault-not_so_many = there are not so many arms
fault-no_place = the options have no such place: an option or a JSON pointer
fault-arms = { $least } to { $most } arms
fault-search_base = a search makes its arms from one
fault-games = { $least } to { $most } games
fault-earlier_plans = at most { $most } earlier plans
fault-arm_name = { $least } to { $most } characters
fault-arm_same = the name of another arm
fault-options_or_ruleset = options or ruleset, not both
fault-too_many_games = { $games } games in all arms and seatings together; at most { $most }
fault-line_up_bots = { $bots } bots for { $seats } seats: name one for all seats, or one for each
fault-too_few_games = { $games } games cannot find a difference of { $effect }: it takes at least { $least }
fault-no_metric = a game of the arm '{ $arm }' has no { $metric }: it has no such seat, bot or number
fault-search_levels = a search has one strength: name it in `seats`
fault-strengths = arms times levels: at most { $most }
fault-level_same = named before
fault-no_seats = one bot for all seats, or one for each
fault-seats_and_levels = `levels` says who plays: leave `seats` out
fault-lift_feature = a game of the arm '{ $arm }' has no feature '{ $feature }'; it has { $known }
fault-course_measure = there is no measure of the course '{ $measure }'; there are { $known }
fault-lift_number = the feature '{ $feature }' of the arm '{ $arm }' has no value '{ $value }'; it has whole numbers
fault-lift_value = the feature '{ $feature }' of the arm '{ $arm }' has no value '{ $value }'; it has { $first } to { $last }
fault-lift_other = the feature '{ $feature }' of the arm '{ $arm }' has no value '{ $value }'

## Notations
fault-notation = cannot read '{ $found }' at column { $column }: expected { $fault_wanted }
fault-twin_value = the twin's value: 0 or the highest
fault-twin_0 = `twin 0` or the twin of the highest value
fault-wish_value = the wish's value
fault-card_number = a card: a number, `twin` or `wish`
fault-malheur = a Malheur such as `boost`, `drain`, `swap`
fault-plus_minus = `+1` or `-1`
fault-bid_number = a number of tricks
fault-malin_move = `bid 3`, `play 17`, `malheur boost` or `pass`
fault-tricks_order = seats and their tricks in ascending order, each once
fault-single_other = one single other player
fault-tokens_order = tokens on the table in ascending order, each once
fault-pool_or_token = `pool` or a token such as `t07`
fault-a_token = a token such as `t07`
fault-blasons_action = `consult`, `serve` or `peek`
fault-seat_tricks = a seat and its tricks in ascending order, such as `s3:1,4`
fault-character = a character from 0 to 7
fault-blasons_move = a move such as `play 5`, `draw pool`, `value s2` or `none`
fault-hidden_event = `hidden`, `event` or the end of the move
fault-deck_card = a card of the deck such as `#17`
fault-laid_card = a laid card such as `#44` or, face down, `?3`
fault-initiative = the initiative score of a henchman
fault-parbourg_move = a move such as `bet #17`, `event #67`, `pass`, `end` or `fold`
fault-move_end = the end of the move
fault-form = `{ $form }`
fault-a_seat = a seat such as `s2`
fault-a_card = a card such as `Qs`: a rank of 23456789TJQKA and a suit of cdhs
fault-richelieu_move = take, stop, recover, mark, move, skip or pass
fault-a_row = a row from 1 to 4
fault-left_right = L or R
fault-pay_end = the end of the move, or " pay " and a marker
fault-reserve_cell = reserve or a cell from 1c01 to 4c12
fault-a_cell = a cell from 1c01 to 4c12

## Why a ply of a posted log cannot follow
fault-ply_cannot_follow = ply { $n } cannot follow here
fault-ply_empty = ply { $n } has an empty outcome
fault-ply_lacks = ply { $n } lacks a chance outcome
fault-not_turn_of = it is not the turn of seat { $seat }
fault-cannot_follow = it cannot follow here
fault-cards_cannot = these cards cannot have come
fault-not_that_turn = it is not the turn of that seat
fault-cannot_have = the seat cannot have that card
fault-no_world = no world agrees
fault-not_so_many_dealt = so many cards cannot have been dealt
fault-bartered_missing = the bartered card is missing
fault-deal_missing = the deal is missing
fault-deal_impossible = the deal is impossible
fault-malheurs_drawn = these Malheur cards cannot have been drawn
fault-card_elsewhere = a card it names lies elsewhere
fault-card_known_elsewhere = a card it names is known to lie elsewhere
fault-no_world_with = no world agrees with it
fault-no_such_seat = there is no such seat
fault-barter_not_hidden = such a barter is not hidden
fault-not_numbered = the plies are not numbered 0, 1, 2, …
fault-all_but_first = every ply but the first has a seat and a notation
fault-ply_seat_notation = a ply has a seat and a notation
fault-set_up_neither = a ply has a seat and a notation, the set-up neither
fault-family_missing = the family turned up is missing
fault-deal_not_due = a deal where none is due
fault-names_unseen = the outcome names what cannot have been seen
fault-outcome_cannot = the outcome cannot follow what was seen before
fault-no_history = no history that agrees with the log was found
fault-unreadable_notation = the notation cannot be read
fault-forbidden = the rules forbid that move
fault-no_malheur = no such Malheur card can be in that hand
fault-of_ply = ply { $n }: { $fault_why }
fault-ply_expected = expected ply { $n }, found ply { $found }
fault-outcome_wanted = the outcome must have { $fault_wanted }
fault-outcome_set_up = exactly the field set_up
fault-outcome_disc_cells = disc_cells as in the options, and discs exactly with open_discs
fault-outcome_fields = disc exactly when this viewer sees a disc taken, given_up exactly after recover, revealed exactly at the end
fault-outcome_given_up = given_up is the cell of the marker return that this seat took first
fault-outcome_revealed = revealed names every disc held and agrees with what is known
fault-disc_known = the disc { $disc } is already accounted for
fault-disc_taken_is = the disc taken is { $known }, not { $seen }
fault-other_ruleset = the log is of another ruleset than { $hash }

## Why chance cannot decide so
fault-no_chance = nothing is left to chance here
fault-no_such_chance = nothing of the kind is left to chance here
fault-fourteen_discs = the discs laid and removed must be the fourteen discs, each once and two marker returns
fault-cannot_begin = seat { $seat } cannot begin under these options
fault-discs_lie_on = the discs lie on { $cells }, each of the fourteen once
fault-four_rows = the set-up has four rows of twelve cards, 1c01 to 4c12 in order
fault-cards_of_deck = the cards laid are not those of the deck
