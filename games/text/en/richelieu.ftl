# Richelieu in English. Keys: noun- (cards, discs, regions, symbols), move- (a button), ply- (a line of the log),
# milestone-, row- (of the score sheet), phase- (what is wanted), zone-, counter-, mark-, button-,
# refusal- (why a move is refused), hint- (what a hint says of a kind of move), option- (of the rules, and its values).

about = Take cards from the ends of four rows, protect what you want with markers, and hold the majority in nine regions and three symbols.

noun-bourgogne = Bourgogne
    .the = Bourgogne
    .of = of Bourgogne
    .to = to Bourgogne
noun-bretagne = Bretagne
    .the = Bretagne
    .of = of Bretagne
    .to = to Bretagne
noun-champagne = Champagne
    .the = Champagne
    .of = of Champagne
    .to = to Champagne
noun-normandie = Normandie
    .the = Normandie
    .of = of Normandie
    .to = to Normandie
noun-languedoc = Languedoc
    .the = Languedoc
    .of = of Languedoc
    .to = to Languedoc
noun-provence = Provence
    .the = Provence
    .of = of Provence
    .to = to Provence
noun-anjou = Anjou
    .the = Anjou
    .of = of Anjou
    .to = to Anjou
noun-bourbon = Bourbon
    .the = Bourbon
    .of = of Bourbon
    .to = to Bourbon
noun-auvergne = Auvergne
    .the = Auvergne
    .of = of Auvergne
    .to = to Auvergne
noun-sword = sword
noun-cross = cross
noun-tower = tower
noun-bourgogne_2 = 2-shield Bourgogne
noun-bourgogne_2_sword = 2-shield Bourgogne with the sword
noun-bourgogne_2_cross = 2-shield Bourgogne with the cross
noun-bourgogne_2_tower = 2-shield Bourgogne with the tower
noun-bourgogne_1 = 1-shield Bourgogne
noun-bourgogne_1_sword = Bourgogne with the sword
noun-bourgogne_1_cross = Bourgogne with the cross
noun-bourgogne_1_tower = Bourgogne with the tower
noun-bretagne_2 = 2-shield Bretagne
noun-bretagne_2_sword = 2-shield Bretagne with the sword
noun-bretagne_2_cross = 2-shield Bretagne with the cross
noun-bretagne_2_tower = 2-shield Bretagne with the tower
noun-bretagne_1 = 1-shield Bretagne
noun-bretagne_1_sword = Bretagne with the sword
noun-bretagne_1_cross = Bretagne with the cross
noun-bretagne_1_tower = Bretagne with the tower
noun-champagne_2 = 2-shield Champagne
noun-champagne_2_sword = 2-shield Champagne with the sword
noun-champagne_2_cross = 2-shield Champagne with the cross
noun-champagne_2_tower = 2-shield Champagne with the tower
noun-champagne_1 = 1-shield Champagne
noun-champagne_1_sword = Champagne with the sword
noun-champagne_1_cross = Champagne with the cross
noun-champagne_1_tower = Champagne with the tower
noun-normandie_2 = 2-shield Normandie
noun-normandie_2_sword = 2-shield Normandie with the sword
noun-normandie_2_cross = 2-shield Normandie with the cross
noun-normandie_2_tower = 2-shield Normandie with the tower
noun-normandie_1 = 1-shield Normandie
noun-normandie_1_sword = Normandie with the sword
noun-normandie_1_cross = Normandie with the cross
noun-normandie_1_tower = Normandie with the tower
noun-languedoc_2 = 2-shield Languedoc
noun-languedoc_2_sword = 2-shield Languedoc with the sword
noun-languedoc_2_cross = 2-shield Languedoc with the cross
noun-languedoc_2_tower = 2-shield Languedoc with the tower
noun-languedoc_1 = 1-shield Languedoc
noun-languedoc_1_sword = Languedoc with the sword
noun-languedoc_1_cross = Languedoc with the cross
noun-languedoc_1_tower = Languedoc with the tower
noun-provence_2 = 2-shield Provence
noun-provence_2_sword = 2-shield Provence with the sword
noun-provence_2_cross = 2-shield Provence with the cross
noun-provence_2_tower = 2-shield Provence with the tower
noun-provence_1 = 1-shield Provence
noun-provence_1_sword = Provence with the sword
noun-provence_1_cross = Provence with the cross
noun-provence_1_tower = Provence with the tower
noun-anjou_2 = 2-shield Anjou
noun-anjou_2_sword = 2-shield Anjou with the sword
noun-anjou_2_cross = 2-shield Anjou with the cross
noun-anjou_2_tower = 2-shield Anjou with the tower
noun-anjou_1 = 1-shield Anjou
noun-anjou_1_sword = Anjou with the sword
    .elides = yes
noun-anjou_1_cross = Anjou with the cross
    .elides = yes
noun-anjou_1_tower = Anjou with the tower
    .elides = yes
noun-bourbon_2 = 2-shield Bourbon
noun-bourbon_2_sword = 2-shield Bourbon with the sword
noun-bourbon_2_cross = 2-shield Bourbon with the cross
noun-bourbon_2_tower = 2-shield Bourbon with the tower
noun-bourbon_1 = 1-shield Bourbon
noun-bourbon_1_sword = Bourbon with the sword
noun-bourbon_1_cross = Bourbon with the cross
noun-bourbon_1_tower = Bourbon with the tower
noun-auvergne_2 = 2-shield Auvergne
noun-auvergne_2_sword = 2-shield Auvergne with the sword
noun-auvergne_2_cross = 2-shield Auvergne with the cross
noun-auvergne_2_tower = 2-shield Auvergne with the tower
noun-auvergne_1 = 1-shield Auvergne
noun-auvergne_1_sword = Auvergne with the sword
    .elides = yes
noun-auvergne_1_cross = Auvergne with the cross
    .elides = yes
noun-auvergne_1_tower = Auvergne with the tower
    .elides = yes
noun-disc_bourgogne = Bourgogne disc
noun-disc_bretagne = Bretagne disc
noun-disc_champagne = Champagne disc
noun-disc_normandie = Normandie disc
noun-disc_languedoc = Languedoc disc
noun-disc_provence = Provence disc
noun-disc_anjou = Anjou disc
    .elides = yes
noun-disc_bourbon = Bourbon disc
noun-disc_auvergne = Auvergne disc
    .elides = yes
noun-disc_sword = sword disc
noun-disc_cross = cross disc
noun-disc_tower = tower disc
noun-disc_marker_return = return disc
noun-marker_return = return disc
# What a thing that lies face down is one of.
noun-card = card
noun-disc = disc

zone-table = the four rows
zone-stock = pack
zone-discs = discs on the cards
zone-removed = discs out of the game
zone-taken = cards taken
zone-held = discs taken
zone-given_up = return discs given up
counter-first = begins
counter-reserve = markers in the reserve
counter-box = markers in the box
mark-marker = marker that costs others one
mark-disc = disc
button-reserve = From the reserve
button-stop = Stop
button-recover = Give up a return disc
button-skip = No marker
button-pass = Pass
phase-deal = The cards are laid out.
phase-take = Take a card at the end of a row.
phase-second_card = Take a second card of one shield, same region, or stop.
phase-marker = Put a marker on a card, move one of yours, or leave them.
phase-over = The game is over.

move-take = Take { THE($card) }{ $end ->
    [left] {" "}at the left of row { $row }
    [right] {" "}at the right of row { $row }
   *[only] , the last card of row { $row }
 }
move-take_reserve = { move-take }, and pay a marker of the reserve
move-take_marker = { move-take }, and pay the marker on { THE($paid) } (row { $paid_row }, place { $paid_place })
move-stop = Take no second card
move-recover = Give up a return disc to get a marker back
move-mark = Put a marker on { THE($card) } (row { $row }, place { $place })
move-shift = Move the marker from { THE($from) } (row { $from_row }, place { $from_place }) to { THE($card) } (row { $row }, place { $place })
move-skip = Leave the markers as they are
move-pass = Pass: no card can be taken

ply-take = { $seat } takes { THE($card) }{ $end ->
    [left] {" "}at the left of row { $row }
    [right] {" "}at the right of row { $row }
   *[only] , the last card of row { $row }
 }.
ply-take_reserve = { ply-take } It costs a marker of the reserve.
ply-take_marker = { ply-take } It costs the marker on { THE($paid) } (row { $paid_row }, place { $paid_place }).
ply-stop = { $seat } takes no second card.
ply-recover = { $seat } gives up a return disc and gets a marker back.
ply-mark = { $seat } puts a marker on { THE($card) } (row { $row }, place { $place }).
ply-shift = { $seat } moves a marker from { THE($from) } (row { $from_row }, place { $from_place }) to { THE($card) } (row { $row }, place { $place }).
ply-skip = { $seat } leaves the markers as they are.
ply-pass = { $seat } cannot take a card.

milestone-set_up = Four rows of twelve cards lie on the table, with eight discs. { $seat } begins.
milestone-disc_taken = { $seat } takes the disc that lay on the card.
milestone-marker_returned = { $seat } gets back the marker that lay on the card taken.
milestone-round_scored = The discs are turned up and the points are counted.
row-region = Majority in { NAME($of) }
row-no_region = Without a card: { LIST($of) }
row-symbol = Majority of { $of ->
    [sword] swords
    [cross] crosses
   *[tower] towers
 }
row-no_symbol = Without a card: { LIST($of) }

refusal-game_over = The game is over.
refusal-not_dealt = The cards are not dealt yet.
refusal-a_card_can_be_taken = Only who can take no card passes: take one; after that, take no second card or leave the markers as they are.
refusal-stop_not_now = There is no second card to leave: take a first card, or in the marker step leave the markers as they are.
refusal-not_the_marker_step = Markers come after the cards: take a card, or take no second card.
refusal-not_the_marker_step-between = Only a card at an end of its row can be taken; markers come after the cards.
refusal-row_empty = Row { $row } is empty: take from another row.
refusal-only_card_is_left = The only card of row { $row } is taken as its left end.
refusal-other_region = The second card must be of the region of the first, { NAME($region) }, and { THE($card) } is not.
refusal-two_shields = Two cards of a turn show one shield each, and { THE($card) } shows two.
refusal-uncovered_this_turn = { CAP(THE($card)) } was not at an end of its row before this turn: take one that was.
refusal-reserve_empty = The reserve is empty: move a marker that lies on a card, get one back, or leave them as they are.
refusal-reserve_empty-pay = Your reserve is empty: pay with a marker that lies on a card.
refusal-reserve_not_empty = A marker is moved only when the reserve is empty: put one of the reserve on a card, or leave them as they are.
refusal-no_boxed_marker = None of your markers is in the box.
refusal-no_return_disc = You hold no return disc.
refusal-nothing_to_pay = No opponent’s marker lies on { THE($card) } (row { $row }, place { $place }): take it without paying.
refusal-no_marker_to_pay = An opponent’s marker lies on { THE($card) } (row { $row }, place { $place }), and you have no marker left to pay with.
refusal-card_protected = An opponent’s marker lies on { THE($card) } (row { $row }, place { $place }): pay a marker { $from ->
    [reserve] of the reserve
    [cards] that lies on a card
   *[both] of the reserve or one that lies on a card
 }.
refusal-card_gone = No card lies in row { $row }, place { $place } any more: choose one that does.
refusal-card_marked = { CAP(THE($card)) } (row { $row }, place { $place }) carries a marker already: choose a card without one.
refusal-no_own_marker_there = None of your markers lies in row { $row }, place { $place }{ $n ->
    [0] , and none on any other card
    [one] : yours lies on { LIST($own, form: "the") }
   *[other] : they lie on { LIST($own, form: "the") }
 }.
refusal-first_turn_one_card = Who begins takes one card only in the first turn: put down a marker, or leave them as they are.
refusal-no_second_card = No further card can be taken in this turn: put down a marker, or leave them as they are.

hint-take = Take a card.
hint-stop = Take no second card.
hint-recover = Give up a return disc.
hint-mark = Put a marker on a card.
hint-move = Move a marker that lies on a card.
hint-skip = Leave the markers as they are.
hint-pass = Pass.

option-players = Number of players
option-variant = The game ends
option-variant-standard = when the last card is taken
option-variant-three_rows = when three rows are empty
option-second_card = The second card lies at an end of its row
option-second_card-uncovered = when it is taken
option-second_card-visible_at_start = before the first is taken
option-move_marker = A marker on a card may be moved
option-move_marker-empty_reserve = when the reserve is empty
option-move_marker-always = always
option-open_discs = All discs lie face up, for analysis
option-taken_discs = A disc taken is seen by
option-taken_discs-private = its taker alone
option-taken_discs-public = everybody, for analysis
option-penalty = Points for each region or symbol without a card
option-points_bourgogne = Points of a shield of Bourgogne
option-points_bretagne = Points of a shield of Bretagne
option-points_champagne = Points of a shield of Champagne
option-points_normandie = Points of a shield of Normandie
option-points_languedoc = Points of a shield of Languedoc
option-points_provence = Points of a shield of Provence
option-points_anjou = Points of a shield of Anjou
option-points_bourbon = Points of a shield of Bourbon
option-points_auvergne = Points of a shield of Auvergne
option-points_sword = Points of a card with the sword
option-points_cross = Points of a card with the cross
option-points_tower = Points of a card with the tower
option-first_seat = Who begins
option-deck = The 48 cards
option-disc_cells = Where the discs lie

feature-first = it took the first turn
feature-score_margin = Points ahead of the best other seat
feature-majority_points = Points before what is lost for regions and symbols without a card
feature-cards_taken = Cards taken
feature-regions_missing = Number of regions without a card
feature-symbols_missing = Number of symbols without a card
feature-discs_taken = Number of discs taken
feature-returns_unused = Marker returns never given up
feature-two_card_turns = Turns in which two cards were taken
feature-markers_placed = Markers placed from the reserve
feature-markers_moved = Markers moved on the table
feature-markers_paid = Markers paid for protected cards
feature-markers_broken = Own markers that others paid to remove
feature-markers_boxed = Markers in the box at the end
feature-recovers = Markers recovered with a marker return
feature-passes = Turns passed for want of a card to take
feature-region_won = Regions scored
feature-symbol_won = Symbols scored
feature-region_missing = Regions without a card, each at a loss
feature-disc_taken = Discs taken
feature-first_card = Region of the first card taken

# Facts of lines for hints, see solver/src/insight: -other is about anybody else, called $who. ask- is the question, points- what points are made of.
fact-disc_taken = You take the next disc
fact-disc_taken-other = { $who } takes the next disc
fact-row-region = You get the majority in { NAME($of) }
fact-row-region-other = { $who } gets the majority in { NAME($of) }
fact-row-symbol = You get the majority of { $of ->
    [sword] swords
    [cross] crosses
   *[tower] towers
 }
fact-row-symbol-other = { $who } gets the majority of { $of ->
    [sword] swords
    [cross] crosses
   *[tower] towers
 }
fact-row-no_region = You end without a card of { NAME($of) }
fact-row-no_region-other = { $who } ends without a card of { NAME($of) }
ask-disc_taken = Who takes the next disc?
ask-row-region = Who gets the majority in { NAME($of) }?
ask-row-symbol = Who gets the majority of { $of ->
    [sword] swords?
    [cross] crosses?
   *[tower] towers?
 }
ask-row-no_region = Who ends without a card of { NAME($of) }?
points-region = majority in { NAME($of) }
points-symbol = majority of { $of ->
    [sword] swords
    [cross] crosses
   *[tower] towers
 }
points-no_region = having a card { OF($of) }

# What stands on the table, for hints, see solver/src/heuristics: what a person can count. $who is who has most of all others.
table-region = Shields { OF($of) }: { $own } for you, { $others } for { $who }, { $left } on the table.
table-symbol = { $of ->
    [sword] Swords
    [cross] Crosses
   *[tower] Towers
 }: { $own } for you, { $others } for { $who }, { $left } on the table.
table-region-first = Your last chance for a card { OF($of) }: without one you lose { $cost } points.
table-symbol-first = Your last chance for a { $of ->
    [sword] sword
    [cross] cross
   *[tower] tower
 }: without one you lose { $cost } points.
table-region-decided = Shields { OF($of) } stand { $own } : { $others }, { $left } on the table: this card decides it.
table-symbol-decided = { $of ->
    [sword] Swords
    [cross] Crosses
   *[tower] Towers
 } stand { $own } : { $others }, { $left } on the table: this card decides it.
table-region-makes = Shields { OF($of) } stand { $own } : { $others }, { $left } on the table; this card makes it { $then } : { $others }.
table-symbol-makes = { $of ->
    [sword] Swords
    [cross] Crosses
   *[tower] Towers
 } stand { $own } : { $others }, { $left } on the table; this card makes it { $then } : { $others }.
table-region-marked = Shields { OF($of) } stand { $own } : { $others }, { $left } on the table, { $n } of them on the card that you mark.
table-symbol-marked = { $of ->
    [sword] Swords
    [cross] Crosses
   *[tower] Towers
 } stand { $own } : { $others }, { $left } on the table, { $n } of them on the card that you mark.
table-disc = A disc comes with this card.
table-opens-disc = It uncovers a card with a disc for the next player.
table-last-marker = It costs your last marker.
table-guard = It opens the card that your marker guards, at an end of its row.
