//! The OpenAPI document and the service say the same: every example and default is of its schema, and so is every answer of
//! whole games.

mod bounds;
mod examples;
mod live;
mod rules;
mod shape;
