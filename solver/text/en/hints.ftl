# What hints say. Keys: fact-, value- (what a number counts), caveat-, worlds- (how many there are), level- (how exact a value is), hint- (what lines show),
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
fact-better_than_next = { $value } more than the next best move.
fact-depth_limited = Looked { $n } plies ahead; beyond that the position is judged, not searched.
fact-cannot_tell = The search cannot tell yet what is best.
fact-cannot_tell-times = The search cannot tell yet what is best: it would take about { $times } times as long.
fact-best_in_worlds = A best move in { $share } of the worlds considered.
fact-fusion_price = Knowing the world would be worth { $value } more, at this move alone.
fact-plan_price = The best single plan makes { $value }: seeing through the cards would be worth { $more } more.
fact-plan_disagrees = The best single plan begins with another move.
fact-contract_chances = Contract { $contract }: met in { $met } of { $deals } deals played out; tricks taken { $tricks }.

caveat-strategy_fusion = The values are averages over worlds that you cannot tell apart: one plan for all of them may be worth less.
caveat-depth_limited = Lines end early: there the position is judged, not searched.
caveat-horizon = Lines end with the round: what comes after it is not searched.
caveat-concepts_disagree = The best move depends on how the others are supposed to play.
caveat-playouts = Lines end in simulated play, which is not perfect.
caveat-learned_values = Lines end in positions whose value was learned from games of the search with itself.
caveat-open_ends = Some lines end in worlds that were solved with all cards open.
caveat-weighed_worlds = Worlds are weighed by how well they explain what the others announced.

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
hint-decides = { $fact }: lines in which it is so are worth { $with } % of the win, the others { $without } %.
hint-decides-points = { $fact }: lines in which it is so are worth { SIGNED($with) } points, the others { SIGNED($without) }.
hint-expected = { $fact } in { $n } of { $all } lines, whatever you choose of what is compared.
hint-expected-all = { $fact } in { $n } of the { $all } lines of all moves compared.
hint-differs = { $fact } in { $most } of { $all } lines after one of the moves compared, in { $least } after another.
hint-more = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after the next best.
hint-more-than = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after “{ $move }”.
hint-more-rest = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after lesser moves.
hint-unsettled = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after the next best: too few lines to tell.
hint-unsettled-as = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after “{ $move }”: too few lines to tell.
hint-alike = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after the next best: that hardly tells them apart.
hint-alike-as = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after “{ $move }”: that hardly tells them apart.
hint-points = Points of the round: { $own } on average after this move, { $other } after the next best.
hint-points-than = Points of the round: { $own } on average after this move, { $other } after “{ $move }”.
hint-points-rest = Points of the round: { $own } on average after this move, { $other } after lesser moves.

bot-random = Plays any legal move, and looks at nothing.
bot-greedy = Looks at the table right after each move, and at no reply.
bot-lines = Imagines up to { $n } ways in which the game may go on.
bot-lacks-habits = Beyond the next moves it supposes that everybody plays at random.
bot-lacks-ends = Does not work out ends.
bot-lacks-signs = Does not infer from announcements what others hold.
bot-careless = At times plays a move that seems to cost up to { $cap } of the win.
bot-careful = Plays the move that it finds best. Does not bluff.
