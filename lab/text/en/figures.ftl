# Figures on the command line.

figures-seed = seed { $seed }
figures-played = { $games } games: every deal in { $seatings } { $seatings ->
    [one] seating
   *[other] seatings
 }
figures-recorded = recorded in { $database } as { $source }
figures-replayed = { $seats }: { $deals } deals, { $seatings } seating(s), each played { $replays } times
figures-games = { $n } games from { $source }
figures-line_ups = over { $n } line-ups, each counting the same (--lineup counts one alone)
figures-line_ups_differ = { figures-line_ups }; they differ by more than chance explains, so look at each by itself
figures-share = seat { $seat }: win share { $share }
figures-score = seat { $seat }: score { $score }
figures-player = { $name }: win share { $share }
figures-seats_unknown = all seats at once: no line-up with the same player in every seat has enough games
figures-seats_differ = all seats at once: the seats differ, p { $p } (chi-square { $chi_square }, { $degrees } degrees of freedom, n { $n })
figures-seats_alike = all seats at once: no difference between the seats is shown, p { $p } (chi-square { $chi_square }, { $degrees } degrees of freedom, n { $n })
figures-ties = shared wins: { $value }
figures-plies = plies: { $value }
figures-points = points
figures-one_look = intervals hold 95 % of the time for one look at a number of games that was chosen beforehand; to look while games come in and stop when an interval pleases, use `tapis experiment`
figures-interval = { $value } [{ $low }, { $high }] n { $n }
figures-unknown = unknown, n { $n }
figures-no_dealt = dealt by chance: of { $tested } values none is shown to raise or lower the win share
figures-dealt = dealt by chance, to be believed (*): { $found } of { $tested } values raise or lower the win share, of which at most { $rate } are expected to be false; the most important first: points of win share moved in an average seat
figures-no_choice = chosen: of { $tested } values none is shown to go with winning or losing
figures-choices = chosen, to be believed (*): { $found } of { $tested } values go with winning or losing, of which at most { $rate } are expected to be false; the most important first: points of win share moved in an average seat
figures-believed = {"  "}{ $name } { $value }: { $moved }; lift { $lift }
figures-every_value = every value of every feature: win share; lift over the same seats without it, an average value of its kind at 0 if dealt. What came of the game only goes with winning or losing
figures-feature = { $name }, { $role ->
    [dealt] dealt by chance
    [choice] chosen
   *[consequence] came of the game
 }: { $title }
figures-value = { $mark ->
    [yes] {"* "}
   *[no] {"  "}
 }{ $name } { $value }: win share { $share }; { $role ->
    [consequence] goes with
   *[other] lift
 } { $lift }
figures-value_same = { figures-value }; the same as { $same }
figures-rating = { $bot }: { $elo }, { $games } games
figures-drawn = beside the games that were played, one drawn game of every two bots is counted, so that a bot that always wins has a rating, too
figures-fit = misfit: chi-square { $chi_square }, { $degrees } degrees, p { $p }
figures-misfit = { figures-fit }: who is stronger depends on who else sits at the table; the intervals are wider for it
figures-variance_of_win_share = variance of the win share:
figures-variance_of_score = variance of the score:
figures-of_deal = {"  "}the deal (luck): { $share }
figures-of_players = {"  "}who plays (skill): { $share }
figures-of_deal_and_players = {"  "}deals that suit a player: { $share }
figures-of_play = {"  "}how it happens to be played: { $share }
figures-not_asked = not asked, because all bots are alike
figures-share_open = { $value }, too few deals for an interval
figures-crossed_untested = { $feature } crossed with { $by } in { $games } games: nothing is tested, because what came of the game is no cause, or too few seats have the values
figures-crossed_none = { $feature } crossed with { $by } in { $games } games: of { $tested } pairs none is shown to be worth something else together
figures-crossed_some = { $feature } crossed with { $by } in { $games } games, to be believed (*): { $found } of { $tested } pairs are worth something else together, of which at most { $rate } are expected to be false; what is least likely by chance first
figures-crossed_pair = { $mark ->
    [yes] {"* "}
   *[no] {"  "}
 }{ $feature } { $value } with { $by } { $with }: lift { $lift }; without: { $without }; difference { $difference }
figures-adjusted = { $games } games of { $seats }, { $deals } deals; each position is worth { $plays } games of the reference player
figures-adjusted_player = { $name }: win share { $share }; without luck { $adjusted }: { $part } of the luck is taken out, { $variance } of the variance is left
figures-adjusted_seat = seat { $seat } ({ $name }): win share { $share }; without luck { $adjusted }: { $part } of the luck is taken out, { $variance } of the variance is left
