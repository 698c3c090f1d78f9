//! Which lifts to believe, so many being looked at.

use std::collections::HashMap;

use tapis_db::model::{Bucket, FeatureRow, LineUp};
use tapis_games::feature::{Role, TURN_ORDER};
use tapis_games::refusal::Text;

use super::{BucketFigures, FeatureFigures, SameAs};
use crate::statistics::discoveries;

/// What tells one value from another: the seats that had it and what came of them, by line-up.
pub(super) type Signature = Vec<(LineUp, u8, [i64; 5])>;

/// The signature of a value with these rows.
pub(super) fn signature(rows: &[&FeatureRow]) -> Signature {
    let of = |row: &&FeatureRow| {
        let n = i64::try_from(row.n).unwrap_or(i64::MAX);
        let sums = [n, row.win_units, row.win_units_squared, row.score_sum, row.score_sum_squares];
        (row.line_up.clone(), row.seat, sums)
    };
    let mut signature: Signature = rows.iter().map(of).collect();
    signature.sort();
    signature
}

/// Names the first of values that are the same by another name, what is dealt before what is chosen before what comes of it.
/// `signatures` are by feature and value.
pub(super) fn name_duplicates(features: &mut [FeatureFigures], signatures: &[Vec<Signature>]) {
    let mut order: Vec<usize> = (0..features.len()).collect();
    order.sort_by_key(|at| features[*at].rank());
    let mut first: HashMap<&Signature, SameAs> = HashMap::new();
    for at in order {
        let name = features[at].name.clone();
        for (bucket, signature) in features[at].buckets.iter_mut().zip(&signatures[at]) {
            if bucket.lift.value.is_none() {
                continue;
            }
            let own = SameAs { feature: name.clone(), bucket: bucket.bucket.clone() };
            match first.get(signature) {
                Some(same) => bucket.same_as = Some(same.clone()),
                None => drop(first.insert(signature, own)),
            }
        }
    }
}

/// Sets which lifts to believe. What is dealt is a family of its own, so that many true differences between choices make no
/// difference there; the places in the order of play are named by the one test over all of them, where that test is made.
pub(super) fn flag(features: &mut [FeatureFigures], turns: Option<Vec<usize>>) {
    for role in [Role::Dealt, Role::Choice] {
        let by_turns = |feature: &FeatureFigures| turns.is_some() && feature.name == TURN_ORDER;
        let of_role = features.iter_mut().filter(|of| of.role == Some(role) && !by_turns(of));
        let tested = of_role.flat_map(judged);
        believe(tested.filter(|bucket| bucket.p_value.is_some() && bucket.same_as.is_none()));
    }
    for FeatureFigures { buckets, kinds, .. } in features.iter_mut() {
        for bucket in buckets.iter_mut().filter(|bucket| bucket.p_value.is_some()) {
            let kind = kinds.iter().find(|kind| kind.text == bucket.text);
            bucket.discovery = kind.and_then(|kind| kind.discovery).or(bucket.discovery);
        }
    }
    let turn_order = features.iter_mut().filter(|feature| feature.name == TURN_ORDER);
    for (bucket, found) in turn_order.flat_map(|of| &mut of.buckets).zip(turns.iter().cycle()) {
        let place = match bucket.bucket {
            Bucket::Number(number) => usize::try_from(number - 1).ok(),
            Bucket::Category(_) => None,
        };
        bucket.discovery = bucket.p_value.map(|_| place.is_some_and(|place| found.contains(&place)));
    }
    duplicates(features);
}

/// What is judged of a feature, as [`FeatureFigures::judged`] has it.
pub(super) fn judged(
    FeatureFigures { buckets, kinds, .. }: &mut FeatureFigures,
) -> impl Iterator<Item = &mut BucketFigures> {
    let names: Vec<Option<Text>> = kinds.iter().map(|kind| kind.text.clone()).collect();
    kinds.iter_mut().chain(buckets.iter_mut().filter(move |bucket| !names.contains(&bucket.text)))
}

fn believe<'a>(tested: impl Iterator<Item = &'a mut BucketFigures>) {
    let mut tested: Vec<_> = tested.collect();
    let p_values: Vec<f64> = tested.iter().filter_map(|bucket| bucket.p_value).collect();
    for (bucket, discovery) in tested.iter_mut().zip(discoveries(&p_values)) {
        bucket.discovery = Some(discovery);
    }
}

/// What is the same by another name is believed as that is.
fn duplicates(features: &mut [FeatureFigures]) {
    let values = features.iter().flat_map(|of| of.buckets.iter().map(move |bucket| (&of.name, bucket)));
    let found: HashMap<(String, String), bool> = values
        .filter_map(|(name, bucket)| Some(((name.clone(), bucket.bucket.to_string()), bucket.discovery?)))
        .collect();
    for bucket in features.iter_mut().flat_map(|of| &mut of.buckets).filter(|of| of.p_value.is_some()) {
        let same = bucket.same_as.as_ref();
        let of = same.and_then(|same| found.get(&(same.feature.clone(), same.bucket.to_string())));
        bucket.discovery = of.copied().or(bucket.discovery);
    }
}
