//! Records whose fields are their columns.

use crate::engine::statistics::dictionary::Population;
use crate::model::{
    Absence, ApiKey, ExperimentRecord, KeyRates, PlayerRating, PushSubscription, ReviewRecord, RulesetRecord,
    SeatedPlayer, WatchedGame, Webhook, Wish,
};
use crate::rating::Rating;

plain_record!(Absence in "absences": since, until);
plain_record!(ApiKey in "api_keys":
    name, hash, scope; rates: KeyRates as "rate_" { requests, create, moves, hints }; created_at, revoked_at);
plain_record!(ExperimentRecord in "experiments": id, plan, state, detail, created_at, ended_at, asked_by);
plain_record!(Population in "populations": ruleset, source, assisted, players, line_up);
plain_record!(PlayerRating in "player_ratings":
    key, player, game; rating: Rating as "" { mean, own, lent, games }; rated_at);
plain_record!(PushSubscription in "push_subscriptions":
    id, game, seat, generation, endpoint, p256dh, auth, creator, language, since, told, tries, next_try,
    failing_since);
plain_record!(ReviewRecord in "reviews": id, game, engine, effort, body, created_at);
plain_record!(RulesetRecord in "rulesets": hash, game, rules_version, options);
plain_record!(SeatedPlayer in "seated_players": game, seat, key, player, created_at, since);
plain_record!(WatchedGame in "webhook_games":
    game, key, delivered, tries, next_try, failing_since, fault, is_done, url);
plain_record!(Webhook in "webhooks":
    key, url, secret, old_secret, old_until, on_since, failing_since, off_since, fault);
plain_record!(Wish in "wishes": person, terms, game, seat, generation, seen, since, strength, reach);
