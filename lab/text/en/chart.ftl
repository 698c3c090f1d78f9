# Charts.

chart-too_few_games = too few games, n { $n }
chart-mean = mean
chart-intervals = Intervals are of 95 %.
chart-picked_intervals = What is shown was picked out: it is drawn towards the mean of its kind, and its interval holds although it was picked out.
chart-joint_intervals = All intervals hold together with 95 %; each by itself is one of { $each }.
chart-fair_share = fair share
chart-win_share_by_seat = win share by seat
chart-win_share_by_turn = win share by place in the order of play
chart-begins = begins
chart-turn = turn { $n }
chart-win_share_axis = win share; all intervals hold together with 95 %
chart-all_games = all games
chart-length_of_the_games = length of the games
chart-plies = plies
chart-final_score_by_seat = final score by seat
chart-points = points
chart-the_most_important_features = the most important features
chart-lift = lift
chart-lift_axis = win share less that of the same seats without the value; an average dealt value is at 0; percentage points; * to be believed
chart-no_difference = no difference
chart-seat = seat
chart-games = { $games } games, { $source ->
    [played] played
    [bots] bots
   *[other] { $source }
 }
chart-games_of_line_up = { chart-games }, line-up { $lineup }
chart-games_of_line_ups = { chart-games }, { $strata } line-ups, of which each counts the same in shares and means; bars count all games
chart-interval = { $value } [{ $low }, { $high }], n { $n }
chart-arms = the arms
chart-differences = differences between the arms
chart-less = {" "}less { $with }
chart-differences_axis = difference in { $what }; * decided
chart-deals = { $deals } deals in every arm, { $games } games
