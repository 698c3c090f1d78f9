//! The imports that nearly every route needs.

pub(super) use actix_web::http::{StatusCode, header};
pub(super) use actix_web::middleware::from_fn;
pub(super) use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
pub(super) use bytes::Bytes;
pub(super) use serde::{Deserialize, Serialize};
pub(super) use tapis_games::locale::{Language, Languages, said};
pub(super) use tapis_games::ruleset::Ruleset;
pub(super) use tapis_games::seat::{Seat, Viewer};
pub(super) use tapis_service::catalogue::Document;
pub(super) use tapis_service::pool::Caller;
pub(super) use tapis_service::{ServiceError, serving};
pub(super) use utoipa::{IntoParams, ToSchema};
pub(super) use utoipa_actix_web::service_config::ServiceConfig;

pub(super) use super::respond::{self, Answer, HEARTBEAT, STANDALONE, in_query, public, with};
pub(super) use crate::allowance::{as_change, as_creation, as_hint, as_move};
pub(super) use crate::extract::*;
pub(super) use crate::languages;
pub(super) use crate::problem::*;
pub(super) use crate::state::AppState;
pub(super) use crate::wire::*;

/// The extractors of a call about a game or a seat, in the order in which they run.
pub(super) type At<P> = (AppState, HttpRequest, P, Bearer);
/// The extractors of a call about a game of the catalogue, in the order in which they run.
pub(super) type OfGame = (AppState, web::Path<String>, HttpRequest);
