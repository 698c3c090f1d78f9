//! One choice in full: every move, why, what could be believed, and what lay there.

use serde::Serialize;
use tapis_games::locale::Language;
use tapis_games::log::ObservationLog;
use tapis_games::refusal::Text;
use tapis_solver::answer::{Answer, Explanation, Gap, HintLevel, LinePly, MoveAdvice, Sure};
use tapis_solver::answer::{Beliefs, WhyNot};
use tapis_solver::reference::Sampling;
use tapis_solver::request::Request;
use utoipa::ToSchema;

use super::look::{Look, Search, answered, seed_of, seen};
use super::made::{SUSPICIOUS, is_suspicious};
use super::order::{At, speak_for};
use super::{Behind, Decision, Grade, at_two};
use crate::effort::Depth;
use crate::error::ReviewError;
use crate::game::FinishedGame;
use crate::made::{Reviewer, Watch};
use crate::words::{TEXTS, say};

/// One choice in full.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ReviewChoice, example = json!({
    "decision": {"ply": 12, "seat": 0, "notation": "take 2L", "best": "take 3R", "moves": 2,
        "behind": {"mean": 0.08, "low": 0.03, "high": 0.13}, "grade": "mistake", "proved": false, "lines": 10000},
    "sure": "probably", "moves": [
        {"notation": "take 3R", "rank": 1, "value": 0.62, "low": 0.55, "high": 0.69, "regret": 0.0, "samples": 5200, "pv": [{"seat": 1, "notation": "take 1L"}], "pv_kind": "most_likely", "equals": []},
        {"notation": "take 2L", "rank": 2, "value": 0.54, "low": 0.47, "high": 0.61, "regret": 0.08, "behind": {"mean": 0.08, "low": 0.03, "high": 0.13, "paired": true}, "samples": 4800, "pv": [], "pv_kind": "most_likely", "equals": []}],
    "explanation": [], "hindsight": [{"notation": "take 2L", "value": 0.5, "error": 0.06}, {"notation": "take 3R", "value": 0.66, "error": 0.06}]
}))]
pub struct Choice {
    /// The choice as the review judges it.
    pub decision: Decision,
    /// How sure the hint was that its first move is good.
    pub sure: Sure,
    /// All legal moves with the values of the hint that the seat could have had, the best first.
    pub moves: Vec<MoveAdvice>,
    /// Facts about the best move.
    pub explanation: Vec<Explanation>,
    /// Why not the move that was asked about, or the one that was played; absent if that is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
    /// Where hidden pieces could lie; absent where nothing is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beliefs: Option<Beliefs>,
    /// What every move was worth as the cards lay: nobody could know it, and nothing is graded by it.
    pub hindsight: Vec<OpenMove>,
}

/// What a move was worth as the cards lay.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ReviewOpenMove)]
pub struct OpenMove {
    /// The move.
    pub notation: String,
    /// What the seat could expect after it if the reference player went on.
    pub value: f64,
    /// The standard error.
    pub error: f64,
}

/// What a move of an exercise is: another try at a choice.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ExerciseVerdict, example = json!({"notation": "take 2L", "verdict": "mistake",
    "behind": {"mean": 0.08, "low": 0.03, "high": 0.13}, "line": [{"seat": 1, "notation": "take 1L"}]}))]
pub struct Tried {
    /// The move.
    pub notation: String,
    /// What it is.
    pub verdict: Try,
    /// How far it lies behind the best move.
    pub behind: Behind,
    /// The line that answers it.
    pub line: Vec<LinePly>,
}

/// What a try is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExerciseTry)]
pub enum Try {
    /// The first move of the hint.
    Right,
    /// About as good: it seems to lose less than a slip.
    AsGood,
    /// It seems to lose as much as a slip or more, but that is not shown.
    NotShown,
    /// A slip, or a smaller loss that is proved.
    Slip,
    /// A mistake.
    Mistake,
    /// A blunder.
    Blunder,
}

impl Try {
    /// What a move is that is not the first of the hint. That it is not shown to be worse does not make it as good.
    pub(super) fn of(grade: Grade, behind: Behind, proved: bool, seats: usize) -> Self {
        match grade {
            Grade::AsGood if proved && behind.mean > 0.0 => Self::Slip,
            Grade::AsGood if at_two(behind.mean, seats) >= SUSPICIOUS => Self::NotShown,
            Grade::AsGood => Self::AsGood,
            Grade::Slip => Self::Slip,
            Grade::Mistake => Self::Mistake,
            Grade::Blunder => Self::Blunder,
        }
    }
}

impl Reviewer {
    /// A choice of `game` in full; why not the move `why`, or else the one that was played. The same game, depth and question give the
    /// same answer. Runs in the rayon pool of the caller.
    ///
    /// # Errors
    /// See [`ReviewError`]; a move that is not legal is refused as by a hint.
    pub fn choice(
        &self,
        game: &FinishedGame,
        decision: &Decision,
        why: Option<&str>,
        depth: Depth,
        watch: Watch<'_>,
    ) -> Result<Choice, ReviewError> {
        let depth = depth.in_game_of(game.choices());
        let why = why.or(Some(&*decision.notation)).filter(|why| *why != decision.best);
        let mut again = Again::of(game, decision, depth)?;
        again.search.compared = why;
        let (plain, answer) = self.answered(&again, true, watch)?;
        let (explanation, why_not, answer) = match why {
            Some(why) => {
                let asked = Request { why_not: Some(why.to_owned()), ..plain.clone() };
                let looked = Look::of(&answer, again.search).behind(why);
                let answer = self.engine.more(&again.log, &asked, answer, watch.control)?;
                let mut why_not = answer.why_not.clone();
                if let Some(why_not) = why_not.as_mut().filter(|_| why == decision.notation) {
                    as_judged(why_not, decision, looked);
                }
                (told_once(&answer, why_not.as_ref()), why_not, answer)
            }
            None => (told_once(&answer, None), None, answer),
        };
        // Where nothing is hidden there is nothing to believe.
        let asked = Request { beliefs: true, ..plain };
        let beliefs = self.engine.more(&again.log, &asked, answer.clone(), watch.control).ok();
        let beliefs = beliefs.and_then(|more| more.beliefs);
        let sampling = Sampling { plays: depth.plays, outcomes: depth.outcomes, seed: game.review_seed() };
        let open = self.reference().open_moves(&game.plies, decision.ply, sampling, watch.control)?;
        let open =
            open.into_iter().map(|(notation, of)| OpenMove { notation, value: of.value, error: of.error });
        Ok(Choice {
            decision: decision.clone(),
            sure: answer.sure,
            moves: answer.moves,
            explanation,
            why_not,
            beliefs,
            hindsight: open.collect(),
        })
    }

    /// What `notation` would have been in the place of the move that was played; `None` if it was not legal there.
    ///
    /// # Errors
    /// See [`ReviewError`].
    pub fn verdict(
        &self,
        game: &FinishedGame,
        decision: &Decision,
        notation: &str,
        depth: Depth,
        watch: Watch<'_>,
    ) -> Result<Option<Tried>, ReviewError> {
        let depth = depth.in_game_of(game.choices());
        let mut again = Again::of(game, decision, depth)?;
        let seats = game.ruleset().seats();
        let mut answer = self.answered(&again, false, watch)?.1;
        let mut look = Look::of(&answer, again.search);
        let Some(mut behind) = look.behind(notation) else { return Ok(None) };
        let mut grade = decision.grade;
        if notation == decision.notation {
            behind = decision.behind;
        } else {
            // As a move that was played.
            if decision.lines == depth.lines && is_suspicious(&look, behind, seats) {
                again = again.second(game, decision, depth);
                answer = self.answered(&again, false, watch)?.1;
                look = Look::of(&answer, again.search);
            }
            let (engine, control) = (&*self.engine, watch.control);
            let at = At { game, engine, ply: decision.ply, seat: decision.seat, control };
            behind = at.behind(&look, notation)?.unwrap_or(behind);
            grade = Grade::of(behind, seats);
        }
        let verdict = match notation == decision.best {
            true => Try::Right,
            false => Try::of(grade, behind, look.proved, seats),
        };
        let line = answer.moves.into_iter().find(|of| of.notation == notation).map(|of| of.pv);
        Ok(Some(Tried { notation: notation.to_owned(), verdict, behind, line: line.unwrap_or_default() }))
    }

    fn answered(
        &self,
        again: &Again<'_>,
        explained: bool,
        watch: Watch<'_>,
    ) -> Result<(Request, Answer), ReviewError> {
        let search = Search { explained, ..again.search };
        let answered = answered(&*self.engine, &again.log, search, watch.control)?;
        if watch.control.cancel.is_cancelled() { Err(ReviewError::Cancelled) } else { Ok(answered) }
    }
}

/// Every fact about the best move once, as whoever sees all figures is told it, without those that are told of another move.
fn told_once(answer: &Answer, why_not: Option<&WhyNot>) -> Vec<Explanation> {
    let against =
        |of: &Explanation| why_not.is_some_and(|why| why.explanation.iter().any(|one| one.text == of.text));
    let told = answer.explanation.iter().filter(|of| of.is_shown_at(HintLevel::Full) && !against(of));
    told.cloned().collect()
}

/// A move that costs less than the look says, because what is better may still follow it or because the lines speak for it, is not said
/// to lose what the look says.
fn as_judged(why_not: &mut WhyNot, decision: &Decision, looked: Option<Behind>) {
    let Behind { mean, low, high } = decision.behind;
    if looked == Some(decision.behind) {
        return;
    }
    why_not.regret = mean;
    why_not.behind = Some(Gap { mean, low, high, paired: false });
    if !decision.grade.is_fault() {
        let [better, worse] = [why_not.better, why_not.worse];
        let (code, text) = match speak_for([better, worse], why_not.lines) {
            true => ("lines_against", lines_against(better, worse)),
            false => ("may_follow", TEXTS.both("review-may_follow", &[])),
        };
        why_not.explanation = vec![Explanation::full(code, text)];
    }
}

/// That the lines speak for a move which the search puts behind another one.
fn lines_against(better: f64, worse: f64) -> Text {
    let said = |language: Language| {
        let [better, worse] = [better, worse].map(|share| language.percent(share, 0));
        say!(language, "review-lines_against"; better: better, worse: worse)
    };
    Text::new(said(Language::English), said(Language::French))
}

/// The look at a choice by which it was judged, once more.
struct Again<'a> {
    log: ObservationLog,
    search: Search<'a>,
}

impl<'a> Again<'a> {
    fn of(game: &'a FinishedGame, decision: &Decision, depth: Depth) -> Result<Self, ReviewError> {
        let ruleset = game.ruleset();
        let table = ruleset.restore(&game.plies)?;
        let log = seen(&*table, &ruleset.ruleset().reference(), decision.seat, decision.ply);
        let number = u32::from(decision.lines != depth.lines);
        let seed = seed_of(game.review_seed(), "look", decision.ply, number);
        let search =
            Search { lines: decision.lines, seed, names: &game.names, compared: None, explained: true };
        Ok(Self { log, search })
    }

    /// The second look at the same choice.
    fn second(self, game: &FinishedGame, decision: &Decision, depth: Depth) -> Self {
        let seed = seed_of(game.review_seed(), "look", decision.ply, 1);
        Self { search: Search { lines: depth.more_lines, seed, ..self.search }, ..self }
    }
}
