//! Enums that have a value of a more frequent one: they are written out where they are used. Generators of Go put the values of all
//! named enums into one scope.

use utoipa::openapi::{RefOr, Schema};

use super::Schemas;

/// Their names.
const WRITTEN_OUT: [&str; 14] = [
    "Algorithm",
    "Counted",
    "EndedBy",
    "ExerciseTry",
    "ExperimentState",
    "JobState",
    "OnTimeout",
    "ReviewOrigin",
    "SeatViewKind",
    "Status",
    "Stop",
    "SuccessorName",
    "WebhookEvent",
    "WebhookStatus",
];

/// Writes them out, each with the text of the member that has it.
pub(super) fn write_out(schemas: &mut Schemas) {
    let enums: Vec<_> = WRITTEN_OUT
        .iter()
        .filter_map(|name| Some((format!("#/components/schemas/{name}"), schemas.remove(*name)?)))
        .collect();
    for schema in schemas.values_mut() {
        let RefOr::T(Schema::Object(object)) = schema else { continue };
        for member in object.properties.values_mut() {
            let RefOr::Ref(named) = member else { continue };
            let found = enums.iter().find(|(place, _)| *place == named.ref_location);
            let Some((_, RefOr::T(Schema::Object(values)))) = found else { continue };
            let mut values = values.clone();
            if !named.description.is_empty() {
                values.description = Some(std::mem::take(&mut named.description));
            }
            *member = Schema::Object(values).into();
        }
    }
}
