# Reviews of finished games, on the command line.
review-game = { $game }, { $moves } moves
review-reference = reference player version { $version }: { $plays } games from each position, par from { $deals } deals
review-points = in points, hundredths of the win; result = par + deal + draws + own moves + moves of the others
review-seat = seat { $seat }: result { $result }
review-par = {"  "}par before the deal: { $par } (standard error { $error })
review-deal = {"  "}luck of the deal: { $change }
review-draws = {"  "}luck of what was drawn later: { $change }
review-play = {"  "}own moves, against the reference player: { $change }
review-others = {"  "}moves of the others: { $change }
review-fortune = {"  "}of that fortune, what the cards made of the moves beyond what was to be expected: { $change } (standard error { $error })
review-turned_by_deal = {"  "}turning point: the deal of ply { $ply }: { $change } ({ $before } → { $after })
review-turned_by_draw = {"  "}turning point: what was drawn in ply { $ply }: { $change } ({ $before } → { $after })
review-turned_by_own = {"  "}turning point: own move { $ply }, { $move }: { $change } ({ $before } → { $after })
review-turned_by_other = {"  "}turning point: move { $ply } of seat { $seat }, { $move }: { $change } ({ $before } → { $after })
review-gained_by_fault = {"  "}why move { $ply } is a gain and a fault: as the cards lay it turned out well, but by what could be known another move was better
review-choices = {"  "}{ $made } choices, judged by what could be known.
review-faults = {"  "}Slips { $slips }, mistakes { $mistakes }, blunders { $blunders }: together they lost { $loss }.
review-faultless = {"  "}No fault can be shown.
review-all = {"  "}all choices together, small doubts included, lost { $loss }
review-expected = {"  "}in the same positions { $level } would have lost { $loss }
review-plays_like = {"  "}plays like { $level } ({ $low } to { $high })
review-slip = slip: move { $ply } of seat { $seat }, { $move }, lost { $loss } ({ $low } to { $high }) against { $best }
review-mistake = mistake: move { $ply } of seat { $seat }, { $move }, lost { $loss } ({ $low } to { $high }) against { $best }
review-blunder = blunder: move { $ply } of seat { $seat }, { $move }, lost { $loss } ({ $low } to { $high }) against { $best }
review-may_follow = What is better may still follow in the same turn: this move alone loses nothing, or too little to tell.
review-lines_against = The search finds another move better, but its lines end better after this one in { $better }, worse in { $worse }: that is no fault.
review-kind = { $game }, { $kind }: choices { $made }, lost { $loss }, { $each } each, faults { $faults }
