//! A review in words, for the command line.

use tapis_games::locale::{Arg, Language};

use crate::words::TEXTS;
use crate::{Choices, Decision, Faults, Grade, Kind, Origin, PlaysLike, Review, SeatReview, TurningPoint};

/// The lines of a review.
pub fn review(review: &Review, language: Language) -> Vec<String> {
    let reference = &review.reference;
    let mut lines = vec![
        said(
            language,
            "review-game",
            &[("game", review.ruleset.game.clone().into()), ("moves", review.moves.into())],
        ),
        said(
            language,
            "review-reference",
            &[
                ("version", reference.version.into()),
                ("plays", reference.plays.into()),
                ("deals", reference.deals.into()),
            ],
        ),
        said(language, "review-points", &[]),
    ];
    let errors = review.par.error.iter().copied().chain(std::iter::repeat(0.0));
    let faults: Vec<&Decision> = review.decisions.iter().filter(|of| of.grade.is_fault()).collect();
    lines.extend(review.seats.iter().zip(errors).flat_map(|(of, error)| seat(of, error, &faults, language)));
    lines.extend(faults.into_iter().map(|of| fault(of, language)));
    lines
}

/// How much a kind of decision mattered.
pub fn kind(of: &Kind, language: Language) -> String {
    let points = |share: f64| Arg::from(language.number(share * 100.0, 1));
    let args = [
        ("game", of.game.clone().into()),
        ("kind", of.kind.clone().into()),
        ("made", of.choices.into()),
        ("loss", points(of.loss)),
        ("each", Arg::from(language.number(of.loss * 100.0 / of.choices.max(1) as f64, 2))),
        ("faults", of.faults.into()),
    ];
    said(language, "review-kind", &args)
}

fn seat(of: &SeatReview, error: f64, faults: &[&Decision], language: Language) -> Vec<String> {
    let seat = ("seat", Arg::from(of.seat.0 + 1));
    let points = |share: f64| Arg::from(language.number(share * 100.0, 1));
    let parts = [
        ("review-deal", of.luck.deal),
        ("review-draws", of.luck.draws),
        ("review-play", of.play),
        ("review-others", of.others),
    ];
    let mut lines = vec![
        said(language, "review-seat", &[seat, ("result", points(of.result))]),
        said(language, "review-par", &[("par", points(of.par)), ("error", points(error))]),
    ];
    lines.extend(
        parts.into_iter().map(|(key, part)| said(language, key, &[("change", signed(part, language))])),
    );
    lines.extend(of.fortune.map(|of| {
        let args = [("change", signed(of.value, language)), ("error", points(of.error))];
        said(language, "review-fortune", &args)
    }));
    for point in &of.turning_points {
        lines.push(turning_point(point, language));
        if gained_by_a_fault(point, faults) {
            lines.push(said(language, "review-gained_by_fault", &[("ply", point.ply.into())]));
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
    let points = |share: f64| Arg::from(language.number(share * 100.0, 1));
    let Faults { slips, mistakes, blunders } = of.faults;
    let mut lines = vec![said(language, "review-choices", &[("made", of.made.into())])];
    lines.push(match slips + mistakes + blunders {
        0 => said(language, "review-faultless", &[]),
        _ => said(
            language,
            "review-faults",
            &[
                ("slips", slips.into()),
                ("mistakes", mistakes.into()),
                ("blunders", blunders.into()),
                ("loss", points(lost)),
            ],
        ),
    });
    if !of.expected.is_empty() {
        lines.push(said(language, "review-all", &[("loss", points(of.loss))]));
    }
    let expected = of.expected.iter().map(|of| {
        let args = [("level", of.level.clone().into()), ("loss", points(of.loss))];
        said(language, "review-expected", &args)
    });
    lines.extend(expected);
    lines.extend(of.plays_like.as_ref().map(|like| {
        let PlaysLike { level, low, high } = like.clone();
        said(
            language,
            "review-plays_like",
            &[("level", level.into()), ("low", low.into()), ("high", high.into())],
        )
    }));
    lines
}

fn fault(of: &Decision, language: Language) -> String {
    let key = match of.grade {
        Grade::Blunder => "review-blunder",
        Grade::Mistake => "review-mistake",
        Grade::Slip | Grade::AsGood => "review-slip",
    };
    let points = |share: f64| Arg::from(language.number(share * 100.0, 1));
    said(
        language,
        key,
        &[
            ("ply", of.ply.into()),
            ("seat", (of.seat.0 + 1).into()),
            ("move", of.notation.clone().into()),
            ("best", of.best.clone().into()),
            ("loss", points(of.behind.mean)),
            ("low", points(of.behind.low)),
            ("high", points(of.behind.high)),
        ],
    )
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
    let percent = |share| Arg::from(language.percent(share, 1));
    said(
        language,
        key,
        &[
            ("ply", point.ply.into()),
            ("seat", point.seat.map_or(0, |seat| seat.0 + 1).into()),
            ("move", point.notation.clone().unwrap_or_default().into()),
            ("change", signed(point.after - point.before, language)),
            ("before", percent(point.before)),
            ("after", percent(point.after)),
        ],
    )
}

/// A difference of shares in points.
fn signed(share: f64, language: Language) -> Arg {
    language.signed(share * 100.0, 1).into()
}

fn said(language: Language, key: &str, args: &[(&str, Arg)]) -> String {
    TEXTS.say(language, key, args)
}
