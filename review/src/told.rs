//! A review in words, for the command line.

use tapis_games::locale::Language;

use crate::words::say;
use crate::{
    Behind, Choices, Decision, Faults, Grade, Kind, Origin, PlaysLike, ReferencePlayer, Review, SeatReview,
    TurningPoint,
};

/// The lines of a review.
pub fn review(review: &Review, language: Language) -> Vec<String> {
    let ReferencePlayer { version, plays, deals, .. } = review.reference;
    let game = review.ruleset.game.clone();
    let mut lines = vec![
        say!(language, "review-game"; game: game, moves: review.moves),
        say!(language, "review-reference"; version: version, plays: plays, deals: deals),
        say!(language, "review-points"),
    ];
    let errors = review.par.error.iter().copied().chain(std::iter::repeat(0.0));
    let faults: Vec<&Decision> = review.decisions.iter().filter(|of| of.grade.is_fault()).collect();
    lines.extend(review.seats.iter().zip(errors).flat_map(|(of, error)| seat(of, error, &faults, language)));
    lines.extend(faults.into_iter().map(|of| fault(of, language)));
    lines
}

/// How much a kind of decision mattered.
pub fn kind(of: &Kind, language: Language) -> String {
    let each = language.number(of.loss * 100.0 / of.choices.max(1) as f64, 2);
    say!(language, "review-kind"; game: of.game.clone(), kind: of.kind.clone(), made: of.choices,
        loss: points(of.loss, language), each: each, faults: of.faults)
}

fn seat(of: &SeatReview, error: f64, faults: &[&Decision], language: Language) -> Vec<String> {
    let parts = [
        ("review-deal", of.luck.deal),
        ("review-draws", of.luck.draws),
        ("review-play", of.play),
        ("review-others", of.others),
    ];
    let mut lines = vec![
        say!(language, "review-seat"; seat: of.seat.0 + 1, result: points(of.result, language)),
        say!(language, "review-par"; par: points(of.par, language), error: points(error, language)),
    ];
    lines.extend(parts.map(|(key, part)| say!(language, key; change: signed(part, language))));
    lines.extend(of.fortune.map(|of| {
        say!(language, "review-fortune"; change: signed(of.value, language), error: points(of.error, language))
    }));
    for point in &of.turning_points {
        lines.push(turning_point(point, language));
        if gained_by_a_fault(point, faults) {
            lines.push(say!(language, "review-gained_by_fault"; ply: point.ply));
        }
    }
    let own = faults.iter().filter(|fault| fault.seat == of.seat);
    let lost = own.map(|fault| fault.behind.mean).sum();
    lines.extend(of.choices.iter().flat_map(|of| choices(of, lost, language)));
    lines
}

/// What a seat chose, of which the faults lost so much. All choices together are only told beside those of bots: most of what they lose is
/// doubt.
fn choices(of: &Choices, lost: f64, language: Language) -> Vec<String> {
    let Faults { slips, mistakes, blunders } = of.faults;
    let mut lines = vec![say!(language, "review-choices"; made: of.made)];
    if of.by_service > 0 {
        lines.push(say!(language, "review-by_service"; number: of.by_service));
    }
    lines.push(match slips + mistakes + blunders {
        0 => say!(language, "review-faultless"),
        _ => say!(language, "review-faults"; slips: slips, mistakes: mistakes, blunders: blunders,
            loss: points(lost, language)),
    });
    if of.unsure > 0 {
        lines.push(say!(language, "review-unsure"; number: of.unsure));
    }
    if !of.expected.is_empty() {
        lines.push(say!(language, "review-all"; loss: points(of.loss, language)));
    }
    lines.extend(of.expected.iter().map(
        |of| say!(language, "review-expected"; level: of.level.clone(), loss: points(of.loss, language)),
    ));
    lines.extend(of.plays_like.clone().map(|PlaysLike { level, low, high }| {
        say!(language, "review-plays_like"; level: level, low: low, high: high)
    }));
    lines
}

fn fault(of: &Decision, language: Language) -> String {
    let key = match of.grade {
        Grade::Blunder => "review-blunder",
        Grade::Mistake => "review-mistake",
        Grade::Slip | Grade::AsGood => "review-slip",
    };
    let Behind { mean, low, high } = of.behind;
    let [loss, low, high] = [mean, low, high].map(|share| points(share, language));
    say!(language, key; ply: of.ply, seat: of.seat.0 + 1, move: of.notation.clone(), best: of.best.clone(),
        loss: loss, low: low, high: high)
}

/// Whether the seat gained by a move of its own that is called a fault: one is measured as the cards lay, the other by what could be known.
fn gained_by_a_fault(point: &TurningPoint, faults: &[&Decision]) -> bool {
    point.by == Origin::Own && point.after > point.before && faults.iter().any(|of| of.ply == point.ply)
}

fn turning_point(point: &TurningPoint, language: Language) -> String {
    let key = match point.by {
        Origin::Deal => "review-turned_by_deal",
        Origin::Draw => "review-turned_by_draw",
        Origin::Own => "review-turned_by_own",
        Origin::Other => "review-turned_by_other",
    };
    let [before, after] = [point.before, point.after].map(|share| language.percent(share, 1));
    say!(language, key; ply: point.ply, seat: point.seat.map_or(0, |seat| seat.0 + 1),
        move: point.notation.clone().unwrap_or_default(),
        change: signed(point.after - point.before, language), before: before, after: after)
}

/// A share in points.
fn points(share: f64, language: Language) -> String {
    language.number(share * 100.0, 1)
}

/// A difference of shares in points.
fn signed(share: f64, language: Language) -> String {
    language.signed(share * 100.0, 1)
}
