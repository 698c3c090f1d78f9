//! A difference of equal numbers can come out as −0. No answer shows that.

use super::Findings;

/// Turns every −0 of `findings` into 0. Adding 0 changes no other number.
pub(super) fn without_signs(findings: &mut Findings) {
    for advice in &mut findings.moves {
        let single = [&mut advice.value, &mut advice.low, &mut advice.high, &mut advice.regret];
        let values = advice.values.iter_mut().flatten();
        single.into_iter().chain(advice.margin.as_mut()).chain(values).for_each(unsign);
    }
    let gap = findings.confidence.iter_mut().filter_map(|confidence| confidence.gap.as_mut());
    let behind = findings.moves.iter_mut().filter_map(|advice| advice.behind.as_mut());
    for gap in gap.chain(behind) {
        [&mut gap.mean, &mut gap.low, &mut gap.high].into_iter().for_each(unsign);
    }
}

fn unsign(number: &mut f64) {
    *number += 0.0;
}
