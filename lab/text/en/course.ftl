# The course of games by win probabilities.

course-label-lead_changes = changes of the lead
course-text-lead_changes = how often another seat came to be ahead of all others by more than two standard errors (Browne 2008)
course-label-drama = drama
course-text-drama = how far the winner's win probability was behind the best other, as a mean over the positions at which it was behind; 0 if never (Browne 2008, Ludii Drama)
course-label-behind = winner behind
course-text-behind = the part of the positions at which the winner was behind
course-label-decided_after = decided after
course-text-decided_after = the part of the game after which the winner's win probability stayed above 0.9 (Ludii DecisivenessMoves)
course-label-uncertainty = uncertainty
course-text-uncertainty = entropy of the win probabilities over the seats, 1 where all are alike, as a mean over the positions (Browne 2008)
course-lead = lead of the first over the second
course-open = uncertainty
course-winner = who wins in the end
course-title = the course of the games
course-axis = part of the game played; win probability, or part of the greatest uncertainty
course-games = { $games } games of { $seats }; each position is worth { $lines } lines of the reference player
course-points = { $label }: at the beginning { $first }; in the middle { $middle }; at the end { $last }.
course-measure = { $name }: { $value } – { $label }: { $text }
course-curve = at { $at } of the game: lead { $lead }, uncertainty { $open }, who wins in the end { $winner }
