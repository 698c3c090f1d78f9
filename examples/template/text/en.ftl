# Every word of the game in English. docs/add-a-game.md says what the keys are; the names of the cards are shared by all games.

about = Follow suit and take tricks, in rounds of fewer and fewer cards.

zone-stock = stock
zone-turned = card turned up
zone-played = cards played
zone-trick = trick
zone-hand = hand
counter-round = round
counter-points = points
counter-tricks = tricks
counter-leader = leads
phase-deal = The cards are dealt.
phase-play = Play a card.
phase-over = The game is over.

move-play = Play { THE($card) }
ply-play = { $seat } plays { THE($card) }.
milestone-trick_won = { $seat } takes the trick.
milestone-round_scored = The points of the round are counted.
row-tricks = Tricks

refusal-must_follow = Follow suit: { LIST($cards, form: "the") }.
refusal-not_in_hand = Play a card of your hand.

hint-play = Play a card.

option-cards = Cards of each seat in the first round
option-players = Players

feature-first = it leads to the first trick
feature-tricks = Tricks of the game
feature-card_dealt = Cards dealt to the seat
