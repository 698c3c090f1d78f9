# Voir en/table.ftl.
timeout-bot = { $name } a dépassé son temps : un robot joue à sa place.
timeout-pass_or_first = { $name } a dépassé son temps : un coup est joué à sa place.
timeout-forfeit = { $name } a dépassé son temps et perd la partie.
timeout-forfeit-bot = { $name } a dépassé son temps et abandonne : un robot joue à sa place.
clock-without-time = donnez per_move_s ou bank_s : les secondes pour chaque coup, ou pour tous les coups d’une place ensemble
clock-with-two-times = donnez soit per_move_s, soit bank_s
clock-out-of-bounds = de 1 à { $most } secondes
clock-increment-without-bank = seule une réserve de temps a des incréments : avec per_move_s, ne le donnez pas
clock-increment-out-of-bounds = de 0 à { $most } secondes
abandoned =
    { $days ->
        [one] Personne n’a joué depuis { $days } jour : la partie est close.
       *[other] Personne n’a joué depuis { $days } jours : la partie est close.
    }

event-join = { $name } prend place.
event-back = { $name } est de retour : le robot rend la place.
event-leave = { $name } s’en va. La place attend quelqu’un d’autre.
event-takeover = { $name } s’en va. Un robot joue à sa place.
event-no_show = { $name } ne vient pas. Un robot joue à sa place.
event-resign = { $name } abandonne.
event-resign_takeover = { $name } abandonne. Un robot joue à sa place.
event-undo_request = { $name } demande à reprendre un coup.
event-undo_consent = { $name } est d’accord.
event-undo_refusal = Rien n’est repris.
event-undo = { $name } reprend un coup.
event-end = La partie est finie : { LIST($winners) } { $n ->
    [one] l’emporte
   *[other] se partagent la victoire
 }. Points : { $points }.
event-abort = La partie est abandonnée avant de commencer.
event-rematch = Une autre partie suit.
yours-since = la place { $seat } est à vous depuis la version { $version } : ce qui y fut vu avant ne l’est pas

doubt-ahead = Le dernier événement date de { $n } jours : l’horloge se trompe, ou rien ne s’est passé pendant tout ce temps. Pendant une heure, aucune partie n’est close faute de coup, et qui devait jouer a jusqu’à une heure.
doubt-behind = Le dernier événement est { $n } s dans l’avenir : l’horloge retarde.
doubt-set = L’horloge de la machine avance de { $n } s sur l’heure que suivent les parties : elle a été changée, ou n’est pas celle des autres nœuds. Aucune partie n’en pâtit.
