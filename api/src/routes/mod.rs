//! The one list of what the service answers. It feeds the server, the tests and the OpenAPI document.

#![allow(unused_qualifications, reason = "the route macros name parameters with their path")]

use utoipa_actix_web::service_config::ServiceConfig;

pub(crate) mod analyses;
pub(crate) mod create;
pub(crate) mod docs;
mod events;
pub(crate) mod experiments;
mod games;
pub(crate) mod health;
pub(crate) mod hints;
mod in_force;
mod lookup;
pub(crate) mod moves;
mod pages;
mod pictures;
mod players;
mod prelude;
mod push;
mod ratings;
pub(crate) mod rematch;
mod respond;
pub(crate) mod reviews;
mod rules;
pub(crate) mod rulesets;
pub(crate) mod seats;
pub(crate) mod statistics;
mod together;
mod undo;
mod webhook;

pub(crate) use pages::lost_page;

/// Registers every operation. What is asked most comes first: a path is compared with one pattern after the other.
pub fn configure(config: &mut ServiceConfig) {
    config
        .service(games::get_game)
        .service(moves::play_move)
        .service(moves::list_moves)
        .service(events::stream_events)
        .service(create::create_game)
        .service(create::match_players)
        .service(games::list_games)
        .service(hints::create_hint)
        .service(seats::join_seat)
        .service(seats::leave_seat)
        .service(seats::rotate_seat_token)
        .service(seats::get_seat_settings)
        .service(seats::put_seat_settings)
        .service(events::create_event_ticket)
        .service(undo::undo_move)
        .service(undo::refuse_undo_request)
        .service(undo::resign_game)
        .service(lookup::look_up_seats)
        .service(moves::validate_move)
        .service(rematch::rematch_game)
        .service(games::get_replay)
        .service(push::put_push)
        .service(push::delete_push)
        .service(push::get_push)
        .service(webhook::put_webhook)
        .service(webhook::get_webhook)
        .service(webhook::delete_webhook)
        .service(players::list_player_games)
        .service(together::stream_player_events)
        .service(players::delete_player)
        .service(ratings::get_player_rating)
        .service(ratings::get_ladder);
    rulesets::configure(config);
    statistics::configure(config);
    analyses::configure(config);
    reviews::configure(config);
    experiments::configure(config);
    health::configure(config);
    docs::configure(config);
    pages::configure(config);
}
