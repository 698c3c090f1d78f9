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
seat-human = Joueur { $n }
seat-bot = Robot { $n }
# Pourquoi une chose est refusée.
refusal-impossible_chance = Ce tirage est impossible ici.
refusal-inconsistent_log = Le coup { $n } ne peut suivre ce qui précède.
refusal-wrong_ply_number = Ce coup porte le numéro { $at }, pas { $n }.
refusal-set_up_without_move = Le coup 0 est la mise en place : personne ne la joue, et elle n’a pas de notation.
refusal-move_without_mover = Chaque coup sauf la mise en place a une place et une notation.
refusal-bad_outcome = L’issue du coup { $n } n’est pas de ce jeu.
refusal-no_such_seat = Il y a les places 0 à { $last }.
refusal-no_set_up = Un journal commence par le coup 0, la mise en place.
# Ce qui est compté de toute partie ; `first` dit qui la commence.
feature-turn_order = rang dans l’ordre du jeu, dans le sens horaire ; 1 pour la place qui a commencé : { $first }
feature-begins = elle joue en premier
# Ce qui est mesuré du cours d’une partie. Valeur : la part de victoire si la partie finissait après le coup.
label-lead_changes = changements de tête au classement
measure-lead_changes = combien de fois une autre place a pris seule la tête ; une égalité ne change rien (Browne 2008)
label-drama = suspense du classement
measure-drama = moyenne de l’écart entre la meilleure autre valeur et celle du gagnant, aux coups où il était mené ; 0 si jamais (Browne 2008, Ludii Drama). À deux, seulement 0 ou 100 : voir behind
label-behind = gagnant mené au classement
measure-behind = part des coups où le gagnant était mené
label-decisiveness = classement décidé après
measure-decisiveness = part des coups joués quand la valeur du gagnant a dépassé 0,9 pour de bon ; 100 si la victoire est partagée (Ludii DecisivenessMoves)
label-comeback = remontées au classement
measure-comeback = 100 si la valeur du gagnant était sous la moitié de la part équitable à mi-partie ou après, sinon 0
label-closeness = écart à la fin
measure-closeness = points entre le premier et le second à la fin (Browne 2008)
label-uncertainty = incertitude du classement
measure-uncertainty = entropie des valeurs des places, 100 si toutes sont égales, en moyenne sur les coups (Browne 2008)
label-decisions = coups avec un choix
measure-decisions = part des coups avec plus d’un coup permis ; les autres étaient forcés (Ludii DecisionMoves)
label-branching = coups permis
measure-branching = coups permis quand il y en avait plus d’un, en moyenne (Ludii DecisionFactor)
