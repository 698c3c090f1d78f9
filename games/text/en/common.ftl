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
seat-bot = Bot { $n }
