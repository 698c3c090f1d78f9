//! Every tool that agents have, as a viewer calls it.

use serde_json::{Value, json};
use tapis_games::seat::Viewer;

use crate::two_worlds::ears::Ears;
use crate::two_worlds::game::Game;
use crate::two_worlds::world::World;

/// Calls each of them, with questions that must be refused; nothing of the game is changed.
pub async fn call_all(world: &World, game: &Game, viewer: Viewer, ears: &mut Ears) {
    let version = game.version;
    let seed = "11".repeat(32);
    let hint = json!({"solver": "sampling", "budget": {"iterations": 48}, "seed": seed, "beliefs": true});
    for (tool, arguments) in [
        ("look", json!({})),
        ("look", json!({"version": 1, "lang": "fr"})),
        ("wait_for_turn", json!({"wait_s": 0})),
        ("wait_for_turn", json!({"wait_s": 0, "since": 1, "lang": "fr"})),
        ("log", json!({})),
        ("log", json!({"since": 1, "lang": "en"})),
        ("undo", json!({"version": version + 1})),
        ("rematch", json!({})),
        ("play", json!({"move": "take 1L", "version": version + 1})),
        ("play", json!({"move": "take 7X", "version": version})),
        ("play", json!({"move": "take 1L"})),
        ("hint", hint),
        ("hint", json!({"level": "none"})),
        ("new_game", json!({"seat": 1})),
    ] {
        let mut arguments = arguments;
        arguments["game_id"] = json!(game.id);
        if let Viewer::Seat(seat) = viewer {
            arguments["token"] = json!(game.tokens[seat.index()]);
        }
        call(world, tool, arguments, ears).await;
    }
    call(world, "resign", json!({"game_id": game.id}), ears).await;
    call(world, "list_games", json!({}), ears).await;
    call(world, "list_games", json!({"game": "richelieu"}), ears).await;
    call(world, "statistics", json!({"game": "richelieu", "assisted": "include"}), ears).await;
    call(world, "run_experiment", json!({"experiment_id": game.id}), ears).await;
    let uri = format!("tapis://replays/{}", game.id);
    ask(world, "replay as a resource", "resources/read", json!({"uri": uri}), ears).await;
}

async fn call(world: &World, tool: &str, arguments: Value, ears: &mut Ears) {
    let label = format!("tool {tool} {}", arguments["move"]);
    ask(world, &label, "tools/call", json!({"name": tool, "arguments": arguments}), ears).await;
}

async fn ask(world: &World, label: &str, method: &str, params: Value, ears: &mut Ears) {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let request = world.http.post(format!("{}/mcp", world.base)).header("X-Request-Id", "two-worlds");
    ears.hear_tool(label, request.json(&body)).await;
}
