# Écarté in English. Keys: move- (a button), ply- (a line of the log), milestone-, row- (of the score
# sheet), phase- (what is wanted), zone-, counter-, button-,
# refusal- (why a move is refused), hint- (what a hint says of a kind of move), option- (of the rules, and its values).

zone-stock = stock
zone-trump = card turned up
zone-trick = trick
zone-hand = hand
zone-discards = discards
zone-taken = cards taken
counter-round = hand
counter-points = points
counter-tricks = tricks
counter-dealer = deals
counter-vulnerable = vulnerable
button-propose = Propose
button-stand = Stand
button-accept = Accept
button-refuse = Refuse
button-discard = Discard
button-keep = Keep all
phase-deal = The cards are dealt.
phase-propose = Propose an exchange, or stand.
phase-answer = Accept the exchange, or refuse it.
phase-discard = Choose the cards you discard.
phase-draw = Discarded cards are replaced.
phase-play = Play a card.
phase-over = The game is over.

move-propose = Propose an exchange
move-stand =
    { $discarded ->
        [0] Stand, and be vulnerable
       *[other] Stand
    }
move-accept = Accept the exchange
move-refuse =
    { $discarded ->
        [0] Refuse, and be vulnerable
       *[other] Refuse
    }
move-discard = Discard { LIST($cards, form: "the") }
move-keep = Keep all five cards
move-play = Play { THE($card) }

ply-propose = { $seat } proposes an exchange.
ply-stand =
    { $discarded ->
        [0] { $seat } stands without any exchange, and is vulnerable.
       *[other] { $seat } stands.
    }
ply-accept = { $seat } accepts.
ply-refuse =
    { $discarded ->
        [0] { $seat } refuses any exchange, and is vulnerable.
       *[other] { $seat } refuses.
    }
ply-discard = { $seat } discards { LIST($cards, form: "the") }.
ply-discard_hidden =
    { $n ->
        [one] { $seat } discards one card.
       *[other] { $seat } discards { $n } cards.
    }
ply-keep = { $seat } keeps all five cards.
ply-play = { $seat } plays { THE($card) }.

milestone-hand_dealt = Hand { $round }: { $seat } deals and turns up { THE($cards) }. { CAP(NAME($trump)) } are trumps.
milestone-king_turned = The card turned up is a king: { $seat } scores 1 point.
milestone-king_announced = { $seat } announces { THE($cards) } and scores 1 point.
milestone-trick_won = { $seat } takes the trick.
milestone-round_scored = The points of the hand are counted.
row-king_turned = King turned up
row-king_announced = King of trumps
row-tricks = Most tricks
row-vole = All five tricks

refusal-wrong_number = Discard at most the { $n } cards of the stock, the elder hand at least one.
refusal-must_follow = Follow suit, beat the card led if you can, else trump: { LIST($cards, form: "the") }.
refusal-not_now = Nobody is to move.
refusal-not_now-propose = Now propose or stand.
refusal-not_now-answer = Now accept or refuse.
refusal-not_now-discard = Discard from your hand, or keep it.
refusal-not_now-play = Play a card of your hand.

hint-propose = Propose an exchange.
hint-stand = Play as it is.
hint-accept = Accept the exchange.
hint-refuse = Refuse the exchange.
hint-discard = Exchange some cards, or keep all five.
hint-play = Play a card.

option-points = Points that win
option-first_dealer = Who deals first
option-king_turned = A king turned up scores

feature-first = it was the elder hand of the first deal
feature-points = Points of the game
