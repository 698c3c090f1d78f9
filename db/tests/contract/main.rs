//! What every engine must do. The cases are generic over a [`Factory`]; an engine is added by one `contract!` line. What is
//! particular to PostgreSQL is in the same program, so that there is one server for both.

#![allow(clippy::unwrap_used)] // a test may fail by panicking

mod append;
#[allow(dead_code, reason = "things to store for all tests")]
mod build;
mod concurrency;
mod create;
mod experiments;
mod groups;
mod hints;
mod idempotency;
mod keys;
mod lists;
mod operation;
#[path = "../postgres/mod.rs"]
mod particular;
mod players;
mod properties;
mod push;
mod quotas;
mod ratings;
mod reviews;
mod rulesets;
#[path = "../server/mod.rs"]
mod server;
mod settings;
mod statistics;
mod webhooks;

use std::sync::Arc;

use tapis_db::Store;

/// Opens one database, again and again.
pub trait Factory {
    /// Makes the way to a new, empty database.
    fn new() -> Self;
    /// Opens it; the store opened before must be closed.
    fn open(&self) -> Arc<dyn Store>;
}

/// A new database, opened; it lives as long as its factory.
pub fn fresh<F: Factory>() -> (F, Arc<dyn Store>) {
    let factory = F::new();
    let store = factory.open();
    (factory, store)
}

/// SQLite, in a file of a directory of its own.
struct Sqlite(tempfile::TempDir);

impl Factory for Sqlite {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn open(&self) -> Arc<dyn Store> {
        tapis_db::open(&format!("sqlite:{}", self.0.path().join("games.db").display())).unwrap()
    }
}

/// PostgreSQL, in a database of its own of a server that all tests share.
struct Postgres(String);

impl Factory for Postgres {
    fn new() -> Self {
        Self(server::shared().database())
    }

    fn open(&self) -> Arc<dyn Store> {
        tapis_db::open(&self.0).unwrap()
    }
}

/// Runs every case as a test of its own against one engine.
macro_rules! contract {
    ($engine:ident as $name:ident: $($module:ident { $($case:ident),+ $(,)? })+) => {
        mod $name {
            $(mod $module {
                $(#[test]
                fn $case() {
                    crate::$module::$case::<crate::$engine>();
                })+
            })+
        }
    };
}

/// The cases of all engines, and those of one.
macro_rules! engine {
    ($engine:ident as $name:ident: $($more:tt)*) => {
        contract! { $engine as $name:
            create {
                a_game_comes_back_as_it_was_given, the_same_id_is_refused_and_changes_nothing,
                a_game_its_players_and_who_is_told_are_stored_together_or_not_at_all, nonsense_is_refused,
                a_missing_game_is_not_found, a_ruleset_is_shared,
            }
            append {
                events_come_back_in_order, what_became_of_a_game_since_a_version_is_read_without_what_was_before,
                everything_changes_together, a_stale_version_changes_nothing,
                a_failing_append_leaves_no_trace, who_is_named_and_told_comes_with_the_event_or_not_at_all,
                nonsense_is_refused, assisted_stays_assisted,
            }
            idempotency {
                a_used_key_answers_what_it_did, a_key_is_looked_at_before_the_version, keys_are_scoped,
                an_expired_key_is_free, a_refused_request_leaves_no_record, purging_is_bounded,
                identical_requests_apply_once, a_key_of_an_append_is_known_to_its_game,
                an_expired_key_of_an_append_is_free,
            }
            lists {
                newest_first_without_gaps_or_repeats, filters_combine, private_games_are_never_listed,
                games_that_arrive_meanwhile_do_not_disturb, unfinished_games_are_found, old_games_are_found_by_age,
                the_deadline_of_an_unfinished_game_is_that_of_its_newest_event,
                versions_are_told_of_the_games_there_are,
            }
            hints { hints_are_counted_and_mark_the_game, hints_survive_and_share_the_log }
            settings { settings_are_kept_without_an_event, settings_need_their_seat }
            experiments {
                an_experiment_comes_back_and_changes_its_state, an_experiment_that_was_ended_stays_ended, a_chunk_is_recorded_once_with_its_games,
            }
            reviews {
                a_review_comes_back_and_is_stored_once, a_review_needs_its_game, many_who_store_the_same_review_store_it_once,
            }
            players {
                a_named_player_comes_back_and_is_named_once, players_sit_in_their_game,
                seats_of_a_player_are_listed_newest_first_in_pages, a_player_is_forgotten_and_the_games_stay,
                a_person_has_one_wish, a_table_is_found_by_its_terms_while_all_who_wait_there_are_seen,
            }
            ratings {
                a_game_rates_its_players_once, a_player_alone_is_compared_with_a_bot, nobody_is_rated_against_themselves,
                a_refused_end_rates_nobody, games_that_end_at_once_all_count, a_ladder_has_pages_and_who_is_surely_strong_first,
                ratings_are_forgotten_and_copied,
            }
            rulesets { a_ruleset_is_stored_once }
            webhooks {
                a_webhook_comes_back_and_is_replaced, a_webhook_changes_only_as_it_was_known,
                each_key_that_has_a_webhook_follows_a_game,
                what_is_due_is_what_was_not_told, what_happens_after_an_end_is_told_where_it_names_followers,
                a_webhook_goes_with_its_games,
            }
            push {
                the_key_is_stored_once_and_replaced_as_it_was_known, a_subscription_comes_back_and_is_replaced,
                a_seat_has_so_many_browsers_and_no_more, a_subscription_changes_only_as_it_was_known,
                who_is_due_is_who_was_not_told, a_subscription_needs_its_game,
            }
            keys {
                a_key_comes_back_as_it_was_given, a_name_is_given_once, a_key_is_revoked_once_for_all,
                what_is_no_name_is_refused,
            }
            statistics {
                a_finished_game_is_counted_once, sums_are_exact, populations_and_their_games_are_listed, nobody_is_read_for_who_has_gone_away, sources_and_assistance_are_kept_apart,
                populations_are_split_by_players, features_and_histograms, rollups_equal_facts,
                a_refused_result_leaves_no_trace, practice_is_never_played, simulated_games_are_counted_once,
                a_dictionary_entry_of_a_failed_request_is_not_used, days_are_added_up_as_games_end,
                a_period_may_be_open_at_either_end,
            }
            concurrency {
                sixty_four_writers_never_meet_a_lock, each_version_is_made_once,
                reads_go_on_beside_writes, replies_come_without_blocking,
            }
            operation {
                everything_survives_reopening, a_closed_store_says_so, ping_answers,
                another_secret_is_refused_unless_it_is_said_to_be_new,
            }
            quotas {
                what_is_taken_adds_up_and_comes_back, a_quota_is_never_further_away_than_a_day,
                quotas_that_are_whole_are_forgotten, no_more_quotas_are_kept_than_are_wanted,
            }
            properties { a_random_history_comes_back, random_results_add_up }
            $($more)*
        }
    };
}

engine! { Sqlite as sqlite: groups { groups_share_a_commit } }
engine! { Postgres as postgres: }
