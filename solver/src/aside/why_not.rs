//! Why not another move: the same comparison as of the best move with the next best.

use tapis_games::game::Published;
use tapis_games::refusal::Text;

use crate::answer::{Answer, Compared, Explanation, HintLevel, LinePly, MoveAdvice, WhyNot};
use crate::control::Control;
use crate::heuristics::Heuristics;
use crate::insight::{self, Extent};
use crate::request::Objective;
use crate::task::Task;
use crate::words::{IN, IN_SHORT, TEXTS, joined, lines, text, value, worth, write};
use crate::{report, sampling};

/// Plies of the expected line to quote where only the search finds the move worse.
const EXPECTED: usize = 3;
/// Where a move ends worse in so many lines more than it ends better, the lines show that it is worse:
const CLEARLY: f64 = 0.08;
/// or where they are so many standard errors more, by the lines that end differently. What lines are worth on average tells moves apart from
/// as many on.
const ERRORS: f64 = 2.5;
/// Digits of the worth of lines, in hundredths of the win or in points.
const DIGITS: usize = 1;

/// The comparison of a legal move with the first of `answer`.
pub(super) fn of<G: Published + Heuristics>(
    task: &Task<'_, G>,
    answer: &Answer,
    notation: &str,
    control: &Control,
) -> Option<WhyNot> {
    let (best, advice) =
        (answer.moves.first()?, answer.moves.iter().find(|advice| advice.notation == notation)?);
    let closer = sampling::look_at(task, answer, notation, control);
    let advice = closer.as_ref().unwrap_or(advice);
    let late = task.late(control);
    let extent = Extent::of(&task.request.budget, answer, &late);
    let mut compared = insight::compare(task, answer, notation, extent);
    let mut explanation: Vec<Explanation> = std::mem::take(&mut compared.explanation);
    explanation.retain(|one| one.is_shown_at(HintLevel::Full));
    if compared.lines > 0 {
        let ends = Ends::of(&compared, task.objective);
        // What the first move does on the table that this one does not do is a reason, too.
        let on_table = |one: &Explanation| one.code == "on_table" && one.from >= HintLevel::Move;
        let is_compared = answer.compared.as_ref().is_some_and(|compared| compared.other == notation);
        let reasons = match explanation.is_empty() {
            false => Reasons::Here,
            true if is_compared && answer.explanation.iter().any(on_table) => Reasons::OnTable,
            true => Reasons::None,
        };
        let key = key(advice, answer.exactness.proved, reasons, &ends);
        let names = [best, advice].map(|of| report::quoted(&answer.moves, &of.notation));
        explanation.push(sentence(key, &names, &ends));
        if key.starts_with(UNSEEN) {
            explanation.extend(expected(&advice.pv, &names[1]));
        }
    }
    Some(WhyNot {
        notation: notation.to_owned(),
        text: advice.text.clone(),
        picks: advice.picks.clone(),
        best: best.notation.clone(),
        regret: advice.regret,
        behind: advice.behind.clone(),
        reply: advice.pv.first().filter(|ply| ply.seat != task.seat).cloned(),
        lines: compared.lines,
        better: compared.better,
        worse: compared.worse,
        explanation,
    })
}

/// How lines end after a move, beside those after the best one.
struct Ends {
    better: f64,
    worse: f64,
    /// How many more must end worse than better to show that it is worse, or the other way round.
    clearly: f64,
    /// What they are worth on average after the best move and after this one.
    worth: [f64; 2],
    /// How much the averages surely favour the best move: less than 0 if they favour the other one, and 0 if it is not sure.
    favours: f64,
    objective: Objective,
}

impl Ends {
    fn of(compared: &Compared, objective: Objective) -> Self {
        let &Compared { better, worse, worth: worths, lead: (lead, error), lines, .. } = compared;
        let by_chance = ERRORS * ((worse + better) / lines.max(1) as f64).sqrt();
        // What is written alike says nothing.
        let [best, other] = worths.map(|value| worth(objective, value, DIGITS));
        let is_seen = best != other && lead.abs() >= ERRORS * error;
        let favours = if is_seen { lead } else { 0.0 };
        Self { better, worse, clearly: CLEARLY.min(by_chance), worth: worths, favours, objective }
    }

    /// Whether more of them end worse, and not by chance.
    fn show_it(&self) -> bool {
        self.worse > self.better && self.worse - self.better >= self.clearly
    }
}

/// The sentence about how lines end. They are played on without a search: where the search is sure of a loss that they do not show, it is
/// said why they do not. Where as many end better as worse, the average worth is quoted.
fn key(other: &MoveAdvice, proved: bool, reasons: Reasons, ends: &Ends) -> &'static str {
    let surely = other.regret > 0.0 && (proved || other.behind.as_ref().is_some_and(|gap| gap.low > 0.0));
    let by_worth = ends.favours < 0.0 && (ends.worse - ends.better).abs() < ends.clearly;
    match reasons {
        _ if ends.favours > 0.0 && !ends.show_it() => WORTH,
        // All of them begin with `UNSEEN`.
        Reasons::Here if surely && ends.better >= ends.worse && by_worth => "why_not-unseen-besides-worth",
        Reasons::Here if surely && ends.better >= ends.worse => "why_not-unseen-besides",
        _ if surely && ends.better >= ends.worse && by_worth => "why_not-unseen-worth",
        _ if surely && ends.better >= ends.worse => "why_not-unseen",
        // That it ends worse in more of them is a reason.
        Reasons::None if !ends.show_it() => "why_not-open",
        _ => "why_not-ends",
    }
}

/// The sentence about what lines are worth on average.
const WORTH: &str = "why_not-worth";
/// Prefix of the keys used where neither lines nor the table show a reason.
const UNSEEN: &str = "why_not-unseen";

/// What the search expects after a move, for a person to think about; nothing where its line has no words.
fn expected(line: &[LinePly], other: &Text) -> Option<Explanation> {
    let plies: Vec<Text> = line.iter().take(EXPECTED).map(|ply| ply.text.clone()).collect::<Option<_>>()?;
    let blanks = [("move", text(other)), ("line", text(&joined(&plies, [" "; 2])))];
    (!plies.is_empty()).then(|| Explanation::full("expected", write(&TEXTS, "why_not-expects", &blanks)))
}

/// The reasons that are written down against a move.
#[derive(Clone, Copy)]
enum Reasons {
    None,
    /// What the best move does on the table.
    OnTable,
    /// What lines show, or what the move itself does on the table.
    Here,
}

fn sentence(key: &'static str, [best, other]: &[Text; 2], ends: &Ends) -> Explanation {
    let [without, with] = ends.worth;
    let blanks = [
        ("best", text(best)),
        ("move", text(other)),
        ("better", lines(IN, ends.better)),
        ("worse", lines(IN_SHORT, ends.worse)),
        ("with", value(ends.objective, with)),
        ("without", worth(ends.objective, without, DIGITS)),
    ];
    Explanation::full(if key == WORTH { "worth" } else { "ends" }, write(&TEXTS, key, &blanks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tapis_games::seat::Seat;

    use crate::answer::Gap;

    #[test]
    fn what_only_the_search_finds_is_told_with_what_it_expects() {
        let ply = |en: &str| LinePly {
            seat: Seat(1),
            notation: "x".to_owned(),
            text: (!en.is_empty()).then(|| Text::new(en, en.to_uppercase())),
        };
        let other = Text::new("Lay the bet", "Poser la mise");
        let line = [ply("Player 2 builds."), ply("You pass."), ply("Player 2 passes."), ply("You lie down.")];
        let said = expected(&line, &other).expect("words");
        let (en, fr) = (&said.text.en, &said.text.fr);
        assert_eq!(en, "After “Lay the bet” the search expects: Player 2 builds. You pass. Player 2 passes.");
        assert!(fr.contains("PLAYER 2 BUILDS. YOU PASS. PLAYER 2 PASSES."), "{fr}");
        assert_eq!(expected(&[], &other), None);
        assert_eq!(expected(&[ply("Player 2 builds."), ply("")], &other), None);
    }

    #[test]
    fn it_is_said_that_lines_show_no_reason_only_where_they_show_none() {
        let of = |low: f64| MoveAdvice {
            regret: 0.1,
            behind: Some(Gap { mean: 0.1, low, high: 0.2, paired: true }),
            ..MoveAdvice::default()
        };
        let (sure, unsure) = (of(0.05), of(-0.05));
        let ends = |[better, worse]: [f64; 2], lines| {
            let compared = Compared { better, worse, lines, ..Compared::default() };
            Ends::of(&compared, Objective::WinShare)
        };
        let key = |of, reasons, ends_of| key(of, false, reasons, &ends(ends_of, 100));
        assert_eq!(key(&sure, Reasons::None, [0.2, 0.27]), "why_not-open");
        assert_eq!(key(&sure, Reasons::None, [0.2, 0.4]), "why_not-ends");
        assert_eq!(key(&sure, Reasons::OnTable, [0.2, 0.27]), "why_not-ends");
        assert_eq!(key(&sure, Reasons::Here, [0.2, 0.27]), "why_not-ends");
        assert_eq!(key(&sure, Reasons::None, [0.4, 0.2]), "why_not-unseen");
        assert_eq!(key(&sure, Reasons::OnTable, [0.4, 0.2]), "why_not-unseen");
        assert_eq!(key(&sure, Reasons::Here, [0.4, 0.2]), "why_not-unseen-besides");
        assert_eq!(key(&unsure, Reasons::Here, [0.4, 0.2]), "why_not-ends");
        assert_eq!(key(&unsure, Reasons::None, [0.4, 0.2]), "why_not-open");
        assert_eq!(key(&unsure, Reasons::None, [0.0; 2]), "why_not-open", "no line differs");
        // Never better and at times worse is a reason.
        assert_eq!(super::key(&sure, false, Reasons::None, &ends([0.0, 0.07], 400)), "why_not-ends");
        assert_eq!(super::key(&sure, false, Reasons::None, &ends([0.0, 0.07], 20)), "why_not-open");
    }

    /// Half of the lines end better and half of them worse: the average says by how much.
    #[test]
    fn what_lines_are_worth_is_told_where_their_number_says_nothing() {
        let sure = MoveAdvice {
            regret: 0.1,
            behind: Some(Gap { mean: 0.1, low: 0.05, high: 0.2, paired: true }),
            ..MoveAdvice::default()
        };
        let names = [Text::new("pass", "passer"), Text::new("bet", "miser")];
        let told = |[better, worse]: [f64; 2], worth: [f64; 2], error: f64, reasons, objective| {
            let lead = (worth[0] - worth[1], error);
            let compared = Compared { better, worse, worth, lead, lines: 400, ..Compared::default() };
            let ends = Ends::of(&compared, objective);
            let mut told = sentence(key(&sure, false, reasons, &ends), &names, &ends);
            told.text =
                Text::new(told.text.en.replace('\u{202f}', " "), told.text.fr.replace('\u{202f}', " "));
            told
        };
        let even = [0.5, 0.48];
        let of_win = |worth, error| told(even, worth, error, Reasons::None, Objective::WinShare);
        let worse = of_win([0.471, 0.432], 0.01);
        assert_eq!(
            worse.text.en,
            "Lines after “bet” are worth 43.2 % of the win on average, after “pass” 47.1 %."
        );
        let fr =
            "Les suites après « miser » valent en moyenne 43,2 % de la victoire, après « passer » 47,1 %.";
        assert_eq!((worse.text.fr.as_str(), worse.code.as_str()), (fr, "worth"));
        let counted = "it ends better than “pass” in 50 % of the lines, worse in 48 %";
        assert!(of_win([0.471, 0.432], 0.02).text.en.contains(counted), "by chance");
        assert!(of_win([0.4712, 0.4708], 0.0001).text.en.contains(counted), "written alike");
        let unseen = of_win([0.432, 0.471], 0.01);
        let (begin, worth) =
            ("Lines that are played on with", "after it they are worth 47.1 % of the win on average");
        assert!(unseen.text.en.starts_with(begin) && unseen.text.en.contains(worth), "{unseen:?}");
        assert_eq!(unseen.code, "ends");
        let points = told(even, [0.4, -0.2], 0.1, Reasons::Here, Objective::RoundPayoff);
        assert!(
            points.text.en.contains("are worth −0.2 points on average, after “pass” +0.4."),
            "{points:?}"
        );
        // Numbers that speak for themselves are told.
        let counted = told([0.2, 0.4], [0.471, 0.432], 0.01, Reasons::Here, Objective::WinShare);
        assert!(counted.text.en.contains("in 20 % of the lines, worse in 40 %"), "{counted:?}");
    }
}
