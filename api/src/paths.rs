//! Paths of requests.

use actix_web::HttpRequest;

/// The path of a request as the router reads it, with what needed no percent-encoding decoded. Whatever is decided by a path is
/// decided by this one: as it was sent, one place has many paths.
pub fn routed_path(request: &HttpRequest) -> &str {
    request.match_info().as_str()
}

/// A path as it may stand in a log: with what `alias` says in place of the id of a player.
pub fn logged_path(path: &str, alias: impl FnOnce(&str) -> String) -> String {
    let Some(rest) = path.strip_prefix(PLAYERS) else { return path.to_owned() };
    let (player, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match player {
        "" | "me" => path.to_owned(),
        player => format!("{PLAYERS}{}{rest}", alias(player)),
    }
}

/// Where paths have ids of players.
const PLAYERS: &str = "/v1/players/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_in_a_log_has_the_id_of_a_player() {
        let cases = [
            ("/v1/players/u-17", "/v1/players/~4"),
            ("/v1/players/u-17/games", "/v1/players/~4/games"),
            ("/v1/players/me/rating", "/v1/players/me/rating"),
            ("/v1/players/", "/v1/players/"),
            ("/v1/games/u-17", "/v1/games/u-17"),
        ];
        for (path, logged) in cases {
            assert_eq!(logged_path(path, |player| format!("~{}", player.len())), logged);
        }
    }
}
