//! Why there is no review, in words.

use tapis_review::ReviewError;

use crate::advice::hints::hint_error;
use crate::{FieldError, ServiceError};

/// Why a question about a choice has no answer.
pub(crate) fn refused(error: ReviewError) -> ServiceError {
    match error {
        ReviewError::Hint(error) => match hint_error(error) {
            ServiceError::Invalid(faults) => {
                let why = faults.into_iter().map(|fault| FieldError { pointer: "/why".to_owned(), ..fault });
                ServiceError::Invalid(why.collect())
            }
            other => other,
        },
        other => ServiceError::internal(other),
    }
}
