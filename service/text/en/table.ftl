# What happens at a table beside moves, and what is said about clocks. `name` is the name shown at the seat.
timeout-bot = { $name } ran out of time: a bot plays on.
timeout-pass_or_first = { $name } ran out of time: a move is made in their place.
timeout-forfeit = { $name } ran out of time and has lost.
timeout-forfeit-bot = { $name } ran out of time and has given up: a bot plays on.
clock-without-time = give per_move_s or bank_s: the seconds for each move, or for all moves of a seat together
clock-with-two-times = give either per_move_s or bank_s
clock-out-of-bounds = 1 to { $most } seconds
clock-increment-without-bank = only a bank has increments: with per_move_s leave it out
clock-increment-out-of-bounds = 0 to { $most } seconds
abandoned =
    { $days ->
        [one] Nobody moved for a day: the game was ended.
       *[other] Nobody moved for { $days } days: the game was ended.
    }

event-join = { $name } sits down.
event-back = { $name } is back: the bot gives up the seat.
event-leave = { $name } leaves. The seat waits for somebody else.
event-takeover = { $name } leaves. A bot plays on.
event-no_show = { $name } does not come. A bot plays there.
event-resign = { $name } gives up.
event-resign_takeover = { $name } gives up. A bot plays on.
event-undo_request = { $name } asks to take back a move.
event-undo_consent = { $name } consents.
event-undo_refusal = Nothing is taken back.
event-undo = { $name } takes back a move.
event-end = The game is over: { LIST($winners) } { $n ->
    [one] wins
   *[other] share the win
 }. Points: { $points }.
event-abort = The game is given up before it begins.
event-rematch = Another game follows.
yours-since = seat { $seat } is yours since version { $version }: what was seen there before is not

doubt-ahead = The newest event is { $n } days old: the clock is wrong, or nothing happened for so long. For an hour no game is ended because nobody moves, and whoever was to move has up to an hour.
doubt-behind = The newest event lies { $n } s in the future: the clock is behind.
doubt-set = The machine’s clock is { $n } s ahead of the time that games go by: it was set, or is not that of the other nodes. No game pays for it.
