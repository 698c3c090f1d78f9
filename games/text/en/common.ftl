# What the texts of all games share. `noun`, `gender` and `elides` are the noun's own, see games/src/locale.
and = and
form-the = the { $noun }
form-a =
    { $elides ->
        [yes] an { $noun }
       *[no] a { $noun }
    }
form-of = of the { $noun }
form-to = to the { $noun }
# Before the name of a person: of Ada, to Ada.
form-of-name = of{ " " }
form-of-name-vowel = of{ " " }
form-to-name = to{ " " }
# What somebody without a name is called.
seat-open = Seat { $n }
seat-human = Player { $n }
seat-bot = Bot { $n }
# Why something is refused.
refusal-impossible_chance = This chance outcome cannot happen here.
refusal-inconsistent_log = Ply { $n } cannot follow what came before.
refusal-wrong_ply_number = This ply is number { $at }, not { $n }.
refusal-set_up_without_move = Ply 0 is the set-up: nobody makes it, and it has no notation.
refusal-move_without_mover = Every ply but the set-up has a seat and a notation.
refusal-bad_outcome = The outcome of ply { $n } is none of this game.
refusal-no_such_seat = There are the seats 0 to { $last }.
refusal-no_set_up = A log begins with ply 0, the set-up.
# What is counted of every game; `first` is who begins it.
feature-turn_order = place in the order of play, clockwise; 1 is the seat that began: { $first }
feature-begins = it moves first
# What is measured of the course of a game. Value: the share of the win if the game ended after the ply.
label-lead_changes = changes of the lead in the standing
measure-lead_changes = how often another seat came to lead alone; a tie changes nothing (Browne 2008)
label-drama = drama of the standing
measure-drama = mean of the best other value less the winner's, over the plies at which the winner was behind; 0 if never (Browne 2008, Ludii Drama). With two seats it is 0 or 100: see behind
label-behind = winner behind in the standing
measure-behind = share of the plies at which the winner was behind
label-decisiveness = standing decided after
measure-decisiveness = share of the plies played when the winner's value had passed 0.9 for good; 100 where the win is shared (Ludii DecisivenessMoves)
label-comeback = comebacks in the standing
measure-comeback = 100 where the winner's value was below half the fair share at or after mid-game, else 0
label-closeness = margin at the end
measure-closeness = points between the first and the second at the end (Browne 2008)
label-uncertainty = uncertainty of the standing
measure-uncertainty = entropy of the values over the seats, 100 where all are alike, as a mean over the plies (Browne 2008)
label-decisions = moves with a choice
measure-decisions = share of the plies with more than one legal move; the rest were forced (Ludii DecisionMoves)
label-branching = legal moves
measure-branching = legal moves where there was more than one, as a mean (Ludii DecisionFactor)
