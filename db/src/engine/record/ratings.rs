//! How strong players are. Points are stored as whole thousandths.

use crate::engine::invalid;
use crate::error::Result;

/// Points as they are stored: never so many that thousandths of them are not exact.
pub(crate) fn thousandths(points: f64) -> Result<i64> {
    const MOST: f64 = 1e9;
    let whole = (points * 1000.0).round();
    if whole.abs() <= MOST { Ok(whole as i64) } else { Err(invalid(format!("{points} is no rating"))) }
}
