# What an experiment found.

experiment-deals = { $deals } deals in every arm{ $early ->
    [yes] , stopped early: everything is decided
   *[no] {""}
 }
experiment-certainty = all intervals, of arms and of differences, hold together with probability { $kind ->
    [points] about { $confidence }
   *[share] { $confidence }
 }, however often one looks
experiment-extended = { experiment-certainty }; the earlier looks at { $earlier } games of these deals are counted
experiment-goal = { $goal ->
    [highest] highest
    [lowest] lowest
   *[nearest] nearest to { $value }
 }
experiment-found = { experiment-goal }: { $best }; every other arm is worse
experiment-found_none = { experiment-goal }: none can be told apart; { $best } looks best, but so may { $others } be
experiment-found_some = { experiment-goal }: { $best } looks best, and cannot be told apart from { $others }; the other arms are worse
experiment-arm = { $name }: { $mean } ({ $games } games)
experiment-arm_dropped = { experiment-arm }, dropped after { $deals } deals
experiment-compared = { $arm } less { $with }: { $difference }: { $verdict }{ experiment-role }
experiment-role = { $role ->
    [consequence] , of what came of the game: it goes with winning or losing, and is no cause
    [choice] , of what was chosen: who chooses so may play better in other ways, too
   *[other] {""}
 }
verdict-higher = higher
verdict-lower = lower
verdict-same_games = no difference: both play the same games
verdict-no_relevant_difference = no difference that matters in what is measured
verdict-undecided = undecided
verdict-equal_so_far = undecided: equal so far in every deal
verdict-undecided_about = undecided; about { $about } more deals would decide
verdict-undecided_range = undecided; { $from } to { $to } more deals would decide, in four of five cases
verdict-undecided_from = undecided; at least { $from } more deals would decide, how many cannot be told
interval-open = { $value }, no interval yet, n { $n }
interval-none = not played yet
metric-seat_share = the win share of seat { $of }
metric-win_share = the win share of { $of }
metric-first_share = the win share of the seat that began
metric-lift = the lift of { $of }, which is the win share of the seats that have it less that of the same seats without it, an average value of its kind at 0 if dealt
metric-balance = the balance, which is 1 less the largest difference between the win shares of two places in the order of play
metric-feature = { $of }, the mean over the seats
metric-measure = { $of }, of the course of the game
metric-course = { $of } by win probabilities
metric-ties = the share of games whose win is shared
metric-length = the number of plies
metric-margin = the points between the first and the second
interval-no_lift = no lift: in { $n } deals fewer than 30 seats had the value, or fewer than 30 had it not
experiment-too_large = it stopped because a difference was found: found so early, a difference looks larger than it is; its interval holds all the same
experiment-paired = { $arm } and { $with } on the same deals: as certain as { $gain } times as many deals of their own
experiment-interacting = { $arm } less { $with }, with { $level } less with { $than }: { $difference }: { $verdict }{ experiment-role }
interaction-higher = the difference is higher in this strength
interaction-lower = the difference is lower in this strength
interaction-alike = no difference between the strengths that matters
experiment-measured = measured: { $what }
interval-no_holder = no lift: in { $n } deals no seat had { $feature } = { $value }; `tapis stats --feature { $feature }` tells which values occurred
experiment-twins = { $arm } and { $with } play the same games: no difference will be found. Change the options of one, or who plays in it.
experiment-no_least = the plan names no smallest difference that matters (`minimum_effect`): without one, nothing can be found to be no difference that matters
experiment-slow = strong bots play { $from } to { $to } games a second of processor: { $games } games take { $least } to { $most } hours of one processor, unless it stops early
experiment-unit = { $kind ->
    [ties] {" "}points of shared wins
    [course] {" "}points of a hundred
    [length] {" "}plies
    [margin] {" "}points
    [feature] {""}
    [measure] {""}
   *[win_share] {" "}points of win share
 }
