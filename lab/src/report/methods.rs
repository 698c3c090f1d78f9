//! How the figures were computed, and the commands that compute them again.

use maud::{Markup, html};
use tapis_db::model::Assisted;

use super::Report;

/// What the words mean: a term and its definition, in English and French.
const DEFINITIONS: [[(&str, &str); 2]; 7] = [
    [
        (
            "win share",
            "Of one game: 1 for a win alone, an equal part for each of several winners, 0 otherwise. Of several: the mean.",
        ),
        (
            "part de victoire",
            "D'une partie : 1 pour une victoire seule, une part égale pour chacun de plusieurs gagnants, 0 sinon. De plusieurs : la moyenne.",
        ),
    ],
    [("fair share", "One in the number of players."), ("part équitable", "Un sur le nombre de joueurs.")],
    [
        (
            "seat",
            "A place at the table, from 0. Where the rules draw who begins, a seat does not say who began.",
        ),
        (
            "place",
            "Une place à la table, à partir de 0. Là où les règles tirent au sort qui commence, la place ne dit pas qui a commencé.",
        ),
    ],
    [
        ("n", "How many values a number rests on: games, or seats of games for features."),
        (
            "n",
            "Le nombre de valeurs sur lequel repose un nombre : des parties, ou des places de parties pour les caractéristiques.",
        ),
    ],
    [
        (
            "interval",
            "Of 95 %: so made that in 95 of 100 repetitions it has the true value in it. It is for one look at a number of games fixed before.",
        ),
        (
            "intervalle",
            "À 95 % : construit pour contenir la vraie valeur dans 95 répétitions sur 100. Il vaut pour un seul regard, sur un nombre de parties fixé d'avance.",
        ),
    ],
    [
        (
            "lift",
            "The win share of the seats with a value less that of the seats with another value of the same feature, taken within one seat and line-up and averaged with the weights of Mantel and Haenszel (1959).",
        ),
        (
            "gain",
            "La part de victoire des places ayant une valeur moins celle des places ayant une autre valeur de la même caractéristique, prise au sein d'une place et d'une composition de joueurs, puis moyennée avec les poids de Mantel et Haenszel (1959).",
        ),
    ],
    [
        (
            "to be believed",
            "A lift that stays when so many are looked at: the procedure of Benjamini and Hochberg (1995).",
        ),
        (
            "à croire",
            "Un gain qui tient quand on en regarde autant : la procédure de Benjamini et Hochberg (1995).",
        ),
    ],
];

/// Intervals by the method that figures name, in English and French.
const METHODS: [(&str, &str, &str); 3] = [
    (
        "wilson",
        "Wilson's score interval of a proportion (1927).",
        "Intervalle du score de Wilson pour une proportion (1927).",
    ),
    (
        "student_t",
        "The interval of a mean by Student's t distribution.",
        "Intervalle d'une moyenne par la loi t de Student.",
    ),
    (
        "stratified",
        "Over several line-ups or seats: each by itself, then averaged; the interval is normal.",
        "Sur plusieurs compositions ou places : chacune à part, puis moyennées ; l'intervalle est normal.",
    ),
];

pub(super) fn methods(report: &Report) -> Markup {
    let language = report.language;
    html! {
        dl {
            @for [english, french] in DEFINITIONS {
                @let (term, meaning) = language.say(english, french);
                dt { (term) }
                dd { (meaning) }
            }
            @for (name, english, french) in METHODS {
                dt { code { (name) } }
                dd { (language.say(english, french)) }
            }
        }
    }
}

pub(super) fn commands(report: &Report) -> Markup {
    let of = &report.summary.population;
    let mut which = format!(
        "--database {} --game {} --source {} --ruleset {}",
        report.database, of.game, of.source, of.ruleset
    );
    if let Some(lineup) = &of.lineup {
        which += &format!(" --lineup {lineup}");
    }
    if of.assisted == Assisted::Include {
        which += " --assisted";
    }
    let language = report.language;
    html! {
        pre {
            @if let Some(simulation) = &report.simulation { (simulation) "\n" }
            "tapis report " (which) " --language " (language.code()) " --to report.html\n"
            "tapis stats " (which) " --json\n"
            "tapis export --database " (report.database) " --source " (of.source) " --to facts.parquet\n"
        }
        @if report.simulation.is_none() { p {
            (language.say(
                "The digits after experiment: come from the ruleset, the line-up and the seed: tapis simulate with the same \
                 options, seats and seed plays the same games again. The database does not keep the seed; tapis simulate \
                 prints it.",
                "Les chiffres après experiment: viennent du jeu de règles, des joueurs et de la graine : tapis simulate avec les \
                 mêmes options, joueurs et graine rejoue les mêmes parties. La base de données ne garde pas la graine ; tapis \
                 simulate l'affiche.",
            ))
        } }
        p { "tapis " (env!("CARGO_PKG_VERSION")) }
    }
}
