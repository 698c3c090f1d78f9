# Ce que les conseils disent d’un jeu, voir solver/src/insight. $fact est un texte du jeu et commence une phrase, $move un coup tel que le dit son bouton.
# Les suites sont des parties jouées à partir d’ici, où ce qui est caché est tiré au hasard.
hint-decides = { $fact } : les suites où c’est le cas valent { $with } % de la victoire, les autres { $without } %.
hint-decides-points = { $fact } : les suites où c’est le cas valent { SIGNED($with) } points, les autres { SIGNED($without) }.
hint-expected = { $fact } dans { $n } suites sur { $all }, quel que soit celui des coups comparés que vous jouez.
hint-differs = { $fact } dans { $most } suites sur { $all } après un bon coup, dans { $least } après un autre.
hint-more = { $fact } dans { $n } suites sur { $all } après ce coup, dans { $m } sur { $others } après le suivant.
hint-more-than = { $fact } dans { $n } suites sur { $all } après ce coup, dans { $m } sur { $others } après « { $move } ».
hint-more-rest = { $fact } dans { $n } suites sur { $all } après ce coup, dans { $m } sur { $others } après des coups moins bons.
hint-alike = { $fact } dans { $n } suites sur { $all } après ce coup, dans { $m } sur { $others } après le suivant : cela ne les distingue guère.
hint-alike-as = { $fact } dans { $n } suites sur { $all } après ce coup, dans { $m } sur { $others } après « { $move } » : cela ne les distingue guère.
hint-points = Points de la manche : { $own } en moyenne après ce coup, { $other } après le suivant.
hint-points-than = Points de la manche : { $own } en moyenne après ce coup, { $other } après « { $move } ».
hint-points-rest = Points de la manche : { $own } en moyenne après ce coup, { $other } après des coups moins bons.
hint-cannot-tell = La recherche ne distingue pas encore les coups.
hint-cannot-tell-times = La recherche ne distingue pas encore les coups : il faudrait environ { $times } fois plus de temps.
