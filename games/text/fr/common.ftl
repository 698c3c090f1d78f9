# Ce que partagent les textes de tous les jeux. `noun`, `gender` et `elides` sont ceux du nom, voir games/src/locale.
and = et
form-the =
    { $elides ->
        [yes] l’{ $noun }
       *[no] { $gender ->
            [feminine] la { $noun }
           *[masculine] le { $noun }
        }
    }
form-a =
    { $gender ->
        [feminine] une { $noun }
       *[masculine] un { $noun }
    }
form-of =
    { $elides ->
        [yes] de l’{ $noun }
       *[no] { $gender ->
            [feminine] de la { $noun }
           *[masculine] du { $noun }
        }
    }
form-to =
    { $elides ->
        [yes] à l’{ $noun }
       *[no] { $gender ->
            [feminine] à la { $noun }
           *[masculine] au { $noun }
        }
    }
# Devant le nom d’une personne : de Boris, d’Ada, à Ada.
form-of-name = de{ " " }
form-of-name-vowel = d’
form-to-name = à{ " " }
# Comment on appelle qui n’a pas de nom.
seat-open = Place { $n }
seat-bot = Robot { $n }
