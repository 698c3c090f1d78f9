//! Which of many differences to believe.

/// The share of false ones expected among the differences that are flagged.
pub const FALSE_DISCOVERY_RATE: f64 = 0.05;

/// For each p-value whether it is a discovery at [`FALSE_DISCOVERY_RATE`], by the step-up procedure of Benjamini and
/// Hochberg (1995): with the p-values ascending, all up to the last whose p ≤ rank / number × rate.
pub fn discoveries(p_values: &[f64]) -> Vec<bool> {
    let mut ascending = p_values.to_vec();
    ascending.sort_by(f64::total_cmp);
    let number = p_values.len() as f64;
    let within = |(at, p): (usize, &f64)| *p <= (at + 1) as f64 / number * FALSE_DISCOVERY_RATE;
    let threshold = ascending.iter().enumerate().rfind(|&(at, p)| within((at, p))).map(|(_, p)| *p);
    p_values.iter().map(|p| threshold.is_some_and(|threshold| *p <= threshold)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_benjamini_and_hochberg() {
        // The fifteen p-values of section 4.1 of the paper: four discoveries (Bonferroni finds three).
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528, 0.7590, 1.0,
        ];
        let found = discoveries(&p);
        assert_eq!(found.iter().filter(|found| **found).count(), 4);
        assert!(found[..4].iter().all(|found| *found));
    }

    #[test]
    fn it_steps_up() {
        // The first fails its own bound (0.0125) and passes by the bound of the last.
        assert_eq!(discoveries(&[0.02, 0.03, 0.04, 0.049]), [true; 4]);
    }

    #[test]
    fn order_does_not_matter() {
        assert_eq!(discoveries(&[0.9, 0.001, 0.8]), [false, true, false]);
        assert_eq!(discoveries(&[]), Vec::<bool>::new());
        assert_eq!(discoveries(&[0.06]), [false]);
    }
}
