# What hints say of a game, see solver/src/insight. $fact is a text of the game and begins a sentence, $move a move as its button says it.
# Lines are games played on from here, with what is hidden drawn at random.
hint-decides = { $fact }: lines in which it is so are worth { $with } % of the win, the others { $without } %.
hint-decides-points = { $fact }: lines in which it is so are worth { SIGNED($with) } points, the others { SIGNED($without) }.
hint-expected = { $fact } in { $n } of { $all } lines, whatever you choose of what is compared.
hint-differs = { $fact } in { $most } of { $all } lines after one good move, in { $least } after another.
hint-more = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after the next best.
hint-more-than = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after “{ $move }”.
hint-more-rest = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after lesser moves.
hint-alike = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after the next best: that hardly tells them apart.
hint-alike-as = { $fact } in { $n } of { $all } lines after this move, in { $m } of { $others } after “{ $move }”: that hardly tells them apart.
hint-points = Points of the round: { $own } on average after this move, { $other } after the next best.
hint-points-than = Points of the round: { $own } on average after this move, { $other } after “{ $move }”.
hint-points-rest = Points of the round: { $own } on average after this move, { $other } after lesser moves.
hint-cannot-tell = The search cannot tell yet what is best.
hint-cannot-tell-times = The search cannot tell yet what is best: it would take about { $times } times as long.
