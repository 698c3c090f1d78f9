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
experiment-arm = { $name }: { $mean } ({ $games } games, { $source })
experiment-arm_dropped = { experiment-arm }, dropped after { $deals } deals
experiment-compared = { $arm } less { $with }: { $difference }: { $verdict }
verdict-higher = higher
verdict-lower = lower
verdict-same_games = no difference: both play the same games
verdict-no_relevant_difference = no difference that matters
verdict-undecided = undecided
verdict-undecided_about = undecided; about { $about } more deals would decide
verdict-undecided_range = undecided; { $from } to { $to } more deals would decide, in four of five cases
verdict-undecided_from = undecided; at least { $from } more deals would decide, how many cannot be told
interval-whole = { $value } [{ $low }, { $high }] n { $n }
interval-open = { $value }, no interval yet, n { $n }
interval-none = not played yet
