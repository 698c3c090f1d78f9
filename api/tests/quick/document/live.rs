//! Games of every ruleset, each answer held against the document. What is played is composed from what the answers offer, sets
//! of candidates by their description alone.

use std::collections::BTreeSet;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tapis_service::tables::GameStatus;

use crate::common::{Answer, Call, Table, TestApp};
use crate::document::shape::Document;

/// A service, the document that describes it, and what was asked of it so far.
struct Live {
    app: TestApp,
    document: Document,
    seen: BTreeSet<String>,
    rng: ChaCha8Rng,
    /// What `getRuleset` says of the moves of the game that is played.
    moves: Option<jsonschema::Validator>,
}

/// Rulesets: a game with options, and how many play. The first four are of one game each.
fn rulesets() -> [(&'static str, Value, usize); 7] {
    [
        ("richelieu", json!({}), 2),
        ("sept-blasons", all_variants(), 4),
        ("malin", json!({"malheurs": true}), 3),
        ("parbourg", json!({}), 2),
        ("richelieu", json!({"variant": "three_rows", "open_discs": true}), 3),
        ("sept-blasons", json!({"variants": ["consultent"]}), 3),
        ("malin", json!({"twins": "fixed", "points": 6}), 4),
    ]
}

fn all_variants() -> Value {
    json!({"variants": ["consultent", "curieux", "religieux", "se_servent"]})
}

/// Plies of each game: `TAPIS_DOCUMENT_PLIES`. With the size of a night every game of every ruleset is played to its end; with
/// less, one of each is given up after so many, and only one that two bots have played is looked at after its own end.
fn plies() -> usize {
    std::env::var("TAPIS_DOCUMENT_PLIES").map_or(FEW, |text| text.parse().unwrap())
}

const FEW: usize = 4;

#[tokio::test]
async fn every_answer_of_games_is_as_documented() {
    let arguments = ["--rate-requests", "0", "--rate-create", "0", "--rate-moves", "0", "--rate-hints", "0"];
    let app = TestApp::start_with(&arguments).await;
    let mut live = Live {
        app,
        document: Document::new(),
        seen: BTreeSet::new(),
        rng: ChaCha8Rng::seed_from_u64(7),
        moves: None,
    };
    let whole = plies() > FEW;
    let (games, least) = if whole { (7, 20) } else { (4, 1) };
    let mut composed = 0;
    for (game, options, players) in rulesets().into_iter().take(games) {
        composed += live.game(game, options, players).await;
    }
    for _ in 0..10 {
        if whole && composed < least {
            composed += live.game("sept-blasons", all_variants(), 4).await;
        }
    }
    assert!(composed >= least, "{composed} moves composed of candidates");
    live.of_bots().await;
    live.about().await;
    for wanted in [
        "post /v1/games 201",
        "get /v1/games/{id} 200",
        "get /v1/games/{id}/moves 200",
        "get /v1/games/{id}/events 200",
        "get /v1/games/{id}/replay 200",
        "get /v1/games/{id}/replay 409",
        "post /v1/games/{id}/moves 200",
        "post /v1/games/{id}/moves 401",
        "post /v1/games/{id}/moves 409",
        "post /v1/games/{id}/moves 412",
        "post /v1/games/{id}/moves 422",
        "post /v1/games/{id}/moves 428",
        "post /v1/games/{id}/hints 200",
    ] {
        assert!(live.seen.contains(wanted), "{wanted} among {:?}", live.seen);
    }
}

impl Live {
    /// Sends a call and checks its answer.
    async fn ask(&mut self, operation: &str, call: Call) -> Answer {
        let answer = call.send().await;
        self.document.check(operation, &answer);
        self.seen.insert(format!("{operation} {}", answer.status));
        answer
    }

    /// Plays a game to its end, or gives it up; answers how many moves were composed from a description.
    async fn game(&mut self, game: &str, options: Value, players: usize) -> usize {
        let about = self.app.get(&format!("/v1/rulesets/{game}")).send().await.expect(200);
        jsonschema::draft202012::new(&about["options"]).unwrap().validate(&options).unwrap();
        self.moves = Some(jsonschema::draft202012::new(&about["moves"]).unwrap());
        let seats = vec![json!({"kind": "mine"}); players];
        let wanted = json!({"game": game, "options": options, "seats": seats, "auto_pass": "off"});
        let call = self.app.post("/v1/games").json(&wanted);
        let created = self.ask("post /v1/games", call).await.expect(201);
        let table = Table::from_created(created, players);
        let mut composed = 0;
        for ply in 0.. {
            let call = self.app.get(&table.path("")).token(table.token(0));
            let state = self.ask("get /v1/games/{id}", call).await.expect(200);
            let Some(seat) = state["turn"]["seat"].as_u64() else { break };
            // Les 7 Blasons has sets of candidates to compose moves from.
            if ply >= plies() && (composed > 0 || game != "sept-blasons") {
                let call = self.app.post(&table.path("/resign")).token(table.token(seat as usize));
                let resigned = self.ask("post /v1/games/{id}/resign", call).await.expect(200);
                if resigned["status"] == "running" {
                    // A bot plays on.
                    return composed;
                }
                break;
            }
            composed += self.ply(&table, seat as usize, ply).await;
        }
        self.over(&table).await;
        composed
    }

    /// A game that two bots play to its end.
    async fn of_bots(&mut self) {
        let bots = json!([{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "greedy"}]);
        let table = Table::of(&self.app, json!({"game": "richelieu", "seats": bots})).await;
        let live = self.app.state.service.live_games().open(table.id.parse().unwrap()).await.unwrap();
        let mut news = live.news();
        while live.snapshot().status != GameStatus::Finished {
            news.changed().await.unwrap();
        }
        self.over(&table).await;
    }

    /// What may be read after the end.
    async fn over(&mut self, table: &Table) {
        for (rest, operation) in [
            ("", "get /v1/games/{id}"),
            ("/moves", "get /v1/games/{id}/moves"),
            ("/events?after=0&wait=0", "get /v1/games/{id}/events"),
            ("/replay", "get /v1/games/{id}/replay"),
        ] {
            let call = self.app.get(&table.path(rest));
            self.ask(operation, call).await.expect(200);
        }
    }

    /// One ply, with what else may be asked at it now and then.
    async fn ply(&mut self, table: &Table, seat: usize, ply: usize) -> usize {
        let call = self.app.get(&table.path("")).token(table.token(seat));
        let state = self.ask("get /v1/games/{id}", call).await.expect(200);
        let etag = format!("\"v{}-s{seat}\"", state["version"]);
        if ply.is_multiple_of(9) {
            self.read(table, seat, state["version"].as_u64().unwrap()).await;
        }
        let legal = state["legal_moves"].as_array().unwrap();
        for mv in legal.iter().filter(|mv| mv.get("notation").is_some()) {
            let parts = json!({"kind": mv["kind"], "args": mv["args"]});
            self.moves.as_ref().unwrap().validate(&parts).unwrap_or_else(|fault| panic!("{mv}: {fault}"));
        }
        if ply.is_multiple_of(17) {
            self.refused(table, seat, &etag, legal).await;
        }
        let described = legal.iter().find(|mv| mv.get("notation").is_none());
        let described = described.filter(|_| self.rng.random_bool(0.75));
        let mv = described.unwrap_or_else(|| legal.choose(&mut self.rng).unwrap());
        let set = mv.get("notation").is_none();
        let notation =
            if set { compose(mv, seat, &mut self.rng) } else { mv["notation"].as_str().unwrap().to_owned() };
        let call = self.app.post(&table.path("/moves")).token(table.token(seat)).if_match(&etag);
        let answer = self.ask("post /v1/games/{id}/moves", call.json(&json!({"move": notation}))).await;
        assert_eq!(answer.status, 200, "{notation} by seat {seat} of {mv}: {}", answer.text());
        usize::from(set)
    }

    /// What may be read in the middle of a game.
    async fn read(&mut self, table: &Table, seat: usize, version: u64) {
        let token = table.token(seat);
        for rest in ["", "?include=ruleset"] {
            let call = self.app.get(&table.path(rest));
            self.ask("get /v1/games/{id}", call).await.expect(200);
            let call = self.app.get(&table.path(&format!("/moves{rest}"))).token(token);
            self.ask("get /v1/games/{id}/moves", call).await.expect(200);
        }
        let since = version.saturating_sub(10);
        let call = self.app.get(&table.path(&format!("/events?after={since}&wait=0"))).token(token);
        self.ask("get /v1/games/{id}/events", call).await.expect(200);
        let call = self.app.get(&table.path("/replay"));
        self.ask("get /v1/games/{id}/replay", call).await.expect(409);
        let level = ["nudge", "candidates", "move", "full"].choose(&mut self.rng).unwrap();
        let call = self.app.post(&table.path("/hints")).token(token);
        let budget = json!({"solver": "sampling", "budget": {"iterations": 30}, "level": level});
        self.ask("post /v1/games/{id}/hints", call.json(&budget)).await.expect(200);
    }

    /// Moves that are refused: without a token, a version or a sense, out of turn, and against the rules.
    async fn refused(&mut self, table: &Table, seat: usize, etag: &str, legal: &[Value]) {
        let other = (seat + 1) % table.secrets.len();
        let others = etag.replace(&format!("s{seat}"), &format!("s{other}"));
        let to = |app: &TestApp, seat: usize| app.post(&table.path("/moves")).token(table.token(seat));
        let calls = [
            (401, self.app.post(&table.path("/moves")).if_match(etag), "pass"),
            (428, to(&self.app, seat), "pass"),
            (412, to(&self.app, seat).if_match("\"v0-s0\""), "pass"),
            (422, to(&self.app, seat).if_match(etag), "nonsense"),
            (409, to(&self.app, other).if_match(&others), "pass"),
        ];
        for (status, call, notation) in calls {
            let answer = self.ask("post /v1/games/{id}/moves", call.json(&json!({"move": notation}))).await;
            // Where `pass` is no notation of the game, that is said first.
            assert!(answer.status == status || answer.status == 422, "{status}: {}", answer.text());
        }
        let tried = ["take 4R pay reserve", "draw t01", "play 7", "play 34", "bet #1", "recover"];
        for notation in tried.into_iter().filter(|tried| legal.iter().all(|mv| mv["notation"] != **tried)) {
            let call = to(&self.app, seat).if_match(etag).json(&json!({"move": notation}));
            let answer = self.ask("post /v1/games/{id}/moves", call).await;
            assert!(matches!(answer.status, 409 | 422), "{notation}: {}", answer.text());
        }
    }

    /// What is told about all games.
    async fn about(&mut self) {
        let call = self.app.get("/v1/games");
        self.ask("get /v1/games", call).await.expect(200);
        let call = self.app.get("/v1/rulesets");
        self.ask("get /v1/rulesets", call).await.expect(200);
        for game in ["richelieu", "sept-blasons", "malin", "parbourg"] {
            let call = self.app.get(&format!("/v1/rulesets/{game}"));
            let about = self.ask("get /v1/rulesets/{game}", call).await.expect(200);
            let hash = about["default_hash"].as_str().unwrap();
            let call = self.app.get(&format!("/v1/rulesets/{game}/{hash}"));
            self.ask("get /v1/rulesets/{game}/{hash}", call).await.expect(200);
            for (of, operation) in
                [("summary", "get /v1/stats/{game}/summary"), ("features", "get /v1/stats/{game}/features")]
            {
                let call = self.app.get(&format!("/v1/stats/{game}/{of}"));
                self.ask(operation, call).await.expect(200);
            }
        }
        for path in ["/v1/games?limit=x", "/v1/games?colour=red", "/v1/games?status=asleep"] {
            let call = self.app.get(path);
            self.ask("get /v1/games", call).await.problem(422, "invalid_query");
        }
    }
}

/// A move of a set, by nothing but its description: some candidates, of the mover and one other owner.
fn compose(of: &Value, mover: usize, rng: &mut ChaCha8Rng) -> String {
    let choose = &of["choose"];
    let owners = choose["by_owner"].as_array().unwrap();
    let texts = |owner: &Value| -> Vec<String> {
        owner["candidates"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
    };
    let (own, others): (Vec<_>, Vec<_>) = owners.iter().partition(|owner| owner["owner"] == mover);
    let mut candidates: Vec<String> =
        own.into_iter().chain(others.choose(rng).copied()).flat_map(texts).collect();
    candidates.shuffle(rng);
    let most = candidates.len().min(choose["max"].as_u64().unwrap() as usize);
    candidates.truncate(rng.random_range(1..=most));
    let order =
        |candidate: &String| choose["candidates"].as_array().unwrap().iter().position(|one| one == candidate);
    candidates.sort_by_key(order);
    format!("{} {}", of["kind"].as_str().unwrap(), candidates.join(" "))
}
