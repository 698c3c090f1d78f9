# What hints say. Keys: fact-, value- (what a number counts), caveat-, worlds- (how many there are), level- (how exact a value is), hint- (what lines show), equal-, sure- (how sure it is),
# bot- (what a bot does and does not look at).

value-win_share = { $n } of the win
value-round_payoff = { $n } points

fact-only_move = The only legal move.
fact-forced_win = Wins against every reply.
fact-forced_loss = Every move loses against the best replies.
fact-forced_draw = The best play of both shares the win.
fact-exact_value = Worth exactly { $value }.
fact-exact_value-chance = Worth exactly { $value } on average over chance.
fact-all_moves_equal = All legal moves are worth the same.
fact-all_moves_equal-share = All legal moves bring the same share of the win.
fact-more_points = Other moves bring the same share of the win, but fewer points, or less of a lead.
fact-better_than_next = { $value } more than “{ $move }”.
fact-better_than_next-all = { $value } more than every other move.
fact-depth_limited = Looked { $n } plies ahead; beyond that the position is judged, not searched.
fact-best_in_worlds = A best move in { $share } of the worlds considered.
fact-contract_chances = Contract { $contract }: { $points } on average, met in { $met } of { $deals } deals played out; tricks taken { $tricks }.

caveat-strategy_fusion = The values are averages over worlds that you cannot tell apart: one plan for all of them may be worth less.
caveat-depth_limited = Lines end early: there the position is judged, not searched.
caveat-horizon = Lines end with the round: what comes after it is not searched.
caveat-concepts_disagree = The best move depends on how the others are supposed to play.
caveat-playouts = Lines end in simulated play, which is not perfect.
caveat-learned_values = Lines end in positions whose value was learned from games of the search with itself.
caveat-open_ends = Some lines end in worlds that were solved with all cards open.
caveat-weighed_worlds = Worlds are weighed by how well they explain what the others announced.
caveat-no_surer = Searching longer is not expected to make it surer which move is best.

# How many worlds are possible. $written is the number as it is written.
worlds-exact =
    { $n ->
        [one] { $written } possible world
       *[other] { $written } possible worlds
    }
worlds-estimate =
    { $n ->
        [one] about { $written } possible world
       *[other] about { $written } possible worlds
    }
worlds-at_least = some 10¹⁵ possible worlds or more

level-heuristic = a rule of thumb, no search
level-sampled = tree search with playouts, with an interval
level-sampled_worlds = some of the possible worlds, each solved exactly
level-all_worlds = every possible world solved exactly, then averaged
level-exact_concept = exact under the named concept, three or more players, nothing privately known
level-exact_chance = exact expectation over chance, two players
level-exact = game-theoretic value, two players, nothing hidden

# What hints say of a game, see solver/src/insight. $fact is a text of the game and begins a sentence, $move a move as its button says it.
# Lines are games played on from here, with what is hidden drawn at random.
somebody-else = Somebody else
the-others = the others
quoted = “{ $move }”
lines-in-all = in all lines
lines-in-nearly_all = in nearly all lines
lines-in-some = in { $n } of the lines
lines-in-hardly_any = in hardly any line
lines-in-none = in no line
lines-often-all = always
lines-often-nearly_all = nearly always
lines-often-hardly_any = hardly ever
lines-often-none = never
lines-in_short-all = in all
lines-in_short-nearly_all = in nearly all
lines-in_short-some = in { $n }
lines-in_short-hardly_any = in hardly any
lines-in_short-none = in none
lines-against-all = all
lines-against-nearly_all = nearly all
lines-against-some = { $n }
lines-against-hardly_any = hardly any
lines-against-none = none
hint-differs = { $fact } { $most } after one move, { $least } after another.
hint-more = { $fact } more often: { $n }, against { $m } after “{ $move }”.
hint-less = { $fact } less often: { $n }, against { $m } after “{ $move }”.
hint-rows = Points on average, compared with “{ $move }”: { $rows }.
hint-rows-between = ;{ " " }
hint-row = { $row } { $points }
hint-total = in all
hint-row-own = { $points } for you
hint-row-other = { $points } for { $who }
hint-points = Your points of the round: { $own } on average, { $other } after “{ $move }”.
hint-fault = “{ $move }”? { $fact }
hint-look_out = Look out: { $reply } { $n }, and that costs you.
best-other = the best of the others

# Moves that are as good: $n of $all. $moves are some of them, or those that are not.
equal-these = { $moves }
equal-all = all { $all } moves
equal-but = all moves but { $moves }
equal-such = { $n } of the { $all } moves, such as { $moves }

# How sure it is. $moves are the moves that are as good.
sure-proved = Proved: no move is better.
sure-proved-equal = Proved to be equally good: { $moves }. Take the one you like.
sure-proved-share = Proved to bring the same share of the win: { $moves }.
sure-share = About the same share of the win: { $moves }.
sure-bounds = Surely the best move, or as good as the best.
sure-sure = No other move is better by more than { $within } ({ $probability }).
sure-few = I am not sure which is best: { $moves }.
sure-probably = Probably the best move.
sure-guess = I am not sure: probably this one.
sure-equal = About equally good: { $moves }. Take the one you like.

# Why not another move, $move, in the place of the best one, and where hidden pieces lie.
why_not-ends = “{ $move }” ends better than “{ $best }” { $better }, worse { $worse }.
why_not-worth = Lines after “{ $move }” are worth { $with } on average, after “{ $best }” { $without }.
why_not-open = The lines show no reason: “{ $move }” ends better than “{ $best }” { $better }, worse { $worse }.
why_not-unseen = Lines that are played on with little looking ahead do not show what “{ $move }” loses: it ends better than “{ $best }” { $better }, worse { $worse }. Only the search for the best replies finds it worse.
why_not-unseen-worth = Lines that are played on with little looking ahead do not show what “{ $move }” loses: after it they are worth { $with } on average, after “{ $best }” { $without }. Only the search for the best replies finds it worse.
why_not-unseen-besides = Lines that are played on with little looking ahead do not show all that “{ $move }” loses: it ends better than “{ $best }” { $better }, worse { $worse }. Only the search for the best replies finds the rest.
why_not-unseen-besides-worth = Lines that are played on with little looking ahead do not show all that “{ $move }” loses: after it they are worth { $with } on average, after “{ $best }” { $without }. Only the search for the best replies finds the rest.
why_not-expects = After “{ $move }” the search expects: { $line }
why_not-not_legal = “{ $move }” is no legal move here
why_not-no_choice = there is only one legal move: nothing to compare it with
why_not-best = that is the move which the hint puts first: name another one
why_not-level = asks for a hint that names the best move: level move or full
beliefs-nothing = nothing is hidden from this seat
beliefs-chance = what lies face down here is known to nobody: chance decides it when it is turned up

bot-random = Plays any legal move, and looks at nothing.
bot-greedy = Looks at the table right after each move, and at no reply.
bot-lines = Imagines up to { $n } ways in which the game may go on.
bot-lacks-habits = Beyond the next moves it supposes that everybody plays at random.
bot-lacks-ends = Does not work out ends.
bot-lacks-signs = Does not infer from announcements what others hold.
bot-careless = At times plays a move that seems to cost up to { $cap } of the win.
bot-careful = Plays the move that it finds best. Does not bluff.
