//! The suites of `cargo xtask soak`, each with its size of a night.

/// Tests that read their size from the environment, or that only a night has time for.
pub struct Suite {
    pub name: &'static str,
    /// What its first size counts.
    pub counts: &'static str,
    pub run: Kind,
}

/// What a suite runs.
pub enum Kind {
    /// Tests of a package: the target, the beginning of their names, and the variables with their sizes of a night.
    Tests {
        package: &'static str,
        target: &'static str,
        filter: &'static str,
        sizes: &'static [(&'static str, u32)],
    },
    /// Seconds of schemathesis.
    Schemathesis(u32),
    /// All games of every generated client.
    Clients,
    /// All games in a browser.
    Browser,
}

impl Suite {
    /// The size that it has at night, where it has one.
    pub fn size(&self) -> Option<u32> {
        match self.run {
            Kind::Tests { sizes, .. } => sizes.first().map(|(_, size)| *size),
            Kind::Schemathesis(seconds) => Some(seconds),
            Kind::Clients | Kind::Browser => None,
        }
    }

    /// As it is written on the command line.
    pub fn written(&self, size: Option<u32>) -> String {
        size.map_or_else(|| self.name.to_owned(), |size| format!("{}={size}", self.name))
    }
}

const fn tests(
    name: &'static str,
    counts: &'static str,
    [package, target]: [&'static str; 2],
    filter: &'static str,
    sizes: &'static [(&'static str, u32)],
) -> Suite {
    Suite { name, counts, run: Kind::Tests { package, target, filter, sizes } }
}

/// Every long suite. What each promises, and its member in the quick command: docs/reliability.md.
pub const SUITES: &[Suite] = &[
    tests("kills", "kill -9 in the middle of play", API_LIVE, "kills::", &[("TAPIS_KILLS", 20)]),
    tests(
        "submits",
        "moves submitted 32 times at once",
        API_LIVE,
        "submits::",
        &[("TAPIS_SUBMITS", 1_000), ("TAPIS_COPIES", 32)],
    ),
    tests(
        "node-kills",
        "kill -9 of one of three nodes",
        API_LIVE,
        "nodes::",
        &[("TAPIS_NODE_KILLS", 6), ("TAPIS_NODE_SUBMITS", 15)],
    ),
    tests(
        "node-experiments",
        "deals on three nodes, one of which is killed",
        API_LIVE,
        "nodes_lab::",
        &[("TAPIS_NODE_LAB_GAMES", 600)],
    ),
    tests(
        "games-at-once",
        "games played at once, and five times as many",
        API_LIVE,
        "many::",
        &[("TAPIS_GAMES_AT_ONCE", 50), ("TAPIS_BUSY_CLIENTS", 8)],
    ),
    tests("sockets", "sockets that stall", API_LIVE, "sockets::", &[("TAPIS_SOCKETS", 400)]),
    tests(
        "questions",
        "2: all questions of docs/lab.md, small; 1: at full size",
        API_LIVE,
        "questions::",
        &[("TAPIS_QUESTIONS", 2)],
    ),
    tests(
        "bot-games",
        "games of bots at Richelieu, played and recounted; as many of the others",
        API_LIVE,
        "bots_finish::",
        &[
            ("TAPIS_BOT_GAMES", 60),
            ("TAPIS_BLASONS_GAMES", 80),
            ("TAPIS_MALIN_GAMES", 20),
            ("TAPIS_PARBOURG_GAMES", 10),
        ],
    ),
    tests(
        "lab-kills",
        "kills in the middle of a simulation and of an experiment",
        API_NIGHTLY,
        "lab_kills::",
        &[("TAPIS_LAB_KILLS", 5)],
    ),
    tests(
        "hints-beside-moves",
        "moves beside ten times the hints that can be searched",
        API_NIGHTLY,
        "hint_load::",
        &[("TAPIS_LOAD_MOVES", 60)],
    ),
    tests(
        "rolling",
        "restarts of three nodes in turn",
        API_NIGHTLY,
        "nodes_rolling::",
        &[("TAPIS_ROLLING_ROUNDS", 1), ("TAPIS_ROLLING_TABLES", 6)],
    ),
    tests("departed-node", "", API_NIGHTLY, "nodes::", &[]),
    tests(
        "delays",
        "turns of each kind whose delays are compared",
        API_NIGHTLY,
        "delays::",
        &[("TAPIS_DELAYS", 240)],
    ),
    tests(
        "two-worlds",
        "pairs of look-alike deals, byte for byte",
        API_QUICK,
        "two_worlds::",
        &[("TAPIS_TWO_WORLDS", 96), ("TAPIS_WAITING_DEALS", 4), ("TAPIS_REDACTION_PAIRS", 60)],
    ),
    tests(
        "experiments",
        "games of experiments that share the machine",
        API_QUICK,
        "statistics::experiments::",
        &[("TAPIS_EXPERIMENT_GAMES", 500), ("TAPIS_CANCELLED", 300)],
    ),
    tests(
        "document",
        "plies of games whose answers are held against the document",
        API_QUICK,
        "document::",
        &[("TAPIS_DOCUMENT_PLIES", 10_000), ("TAPIS_BOUNDS", 5)],
    ),
    tests(
        "sizes",
        "games of bots whose states are measured",
        API_QUICK,
        "sizes::",
        &[("TAPIS_SIZED_GAMES", 2)],
    ),
    tests(
        "shares",
        "games of bots beside a flood",
        API_QUICK,
        "table::shares::",
        &[("TAPIS_SHARED_GAMES", 60)],
    ),
    tests("passes", "plies compared", API_QUICK, "parbourg::auto_pass::", &[("TAPIS_PASS_PLIES", 110)]),
    tests("drawn", "moves of a client without rules", API_QUICK, "drawn::", &[("TAPIS_DRAWN_MOVES", 60)]),
    tests(
        "disconnects",
        "clients that go away while a hint is searched",
        API_QUICK,
        "hints::",
        &[("TAPIS_DISCONNECTS", 100)],
    ),
    tests("guesses", "guesses at tokens", API_QUICK, "operation::guesses::", &[("TAPIS_GUESSES", 20_000)]),
    tests(
        "hostile",
        "hostile options, decks and notations a game",
        API_QUICK,
        "hostile::",
        &[("PROPTEST_CASES", 200)],
    ),
    tests(
        "store-kills",
        "kills in each task of the store",
        ["tapis-db", "sqlite"],
        "killed::",
        &[("TAPIS_KILLS", 20)],
    ),
    tests(
        "writes",
        "events of each of 64 writers at once",
        ["tapis-db", "contract"],
        "concurrency::",
        &[("TAPIS_WRITES", 200)],
    ),
    tests(
        "flips",
        "flipped bytes and cut files",
        ["tapis-db", "sqlite"],
        "damage::",
        &[("TAPIS_FLIPS", 1_000)],
    ),
    tests(
        "table-worlds",
        "pairs of look-alike tables a game, in process",
        LAWS_RULES,
        "laws::two_worlds::",
        &[("TAPIS_TABLE_WORLDS", 400)],
    ),
    tests(
        "shown-games",
        "games under the laws of what is shown",
        LAWS_RULES,
        "laws::drawn::",
        &[("TAPIS_SHOWN_GAMES", 4)],
    ),
    tests("conformance", "", LAWS_NIGHTLY, "conformance::", &[]),
    tests("strength", "", LAWS_NIGHTLY, "parbourg::", &[]),
    tests(
        "worlds",
        "worlds of Le Malin drawn and counted",
        LAWS_RULES,
        "malin::sampler::",
        &[("TAPIS_WORLDS", 4_000)],
    ),
    tests(
        "parbourg",
        "random games a number of players",
        LAWS_RULES,
        "parbourg::",
        &[("TAPIS_PARBOURG_RANDOM", 20)],
    ),
    tests("recounts", "games of each game recounted", LAWS_RULES, "recounts::", &[("TAPIS_RECOUNTS", 80)]),
    tests(
        "texts",
        "times as many games whose texts are read",
        LAWS_RULES,
        "laws::texts::",
        &[("TAPIS_TIMES", 15)],
    ),
    tests(
        "texts-of-parbourg",
        "times as many games whose texts are read",
        LAWS_RULES,
        "parbourg::texts::",
        &[("TAPIS_TIMES", 6)],
    ),
    tests(
        "buttons",
        "times as many games whose buttons are read",
        LAWS_RULES,
        "told::",
        &[("TAPIS_TIMES", 6)],
    ),
    tests("template", "times as many games", ["tapis-template", "conformance"], "", &[("TAPIS_TIMES", 15)]),
    tests("hands", "games whose hands are inferred", LAWS_RULES, "kit::hands::", &[("TAPIS_HAND_GAMES", 12)]),
    tests(
        "oracle",
        "positions compared with an oracle",
        LAWS_SEARCH,
        "exhaustive::",
        &[
            ("TAPIS_ORACLE_POSITIONS", 10_000),
            ("TAPIS_ORACLE_ROUNDS", 100),
            ("TAPIS_HINT_PLACES", 6),
            ("TAPIS_ENDS", 200),
        ],
    ),
    tests(
        "work",
        "games in which the work of bots' moves is counted",
        LAWS_SEARCH,
        "work::",
        &[("TAPIS_WORK_GAMES", 1), ("TAPIS_WORK_PLACES", 2)],
    ),
    tests(
        "search-units",
        "deals on which intervals are compared with the truth",
        ["tapis-laws", "units_of_solver"],
        "",
        &[("TAPIS_COVERAGE_DEALS", 12), ("TAPIS_CLAIM_GAMES", 10), ("TAPIS_ROUND_GAMES", 3_000)],
    ),
    tests(
        "reviews",
        "reviews of each line-up",
        ["tapis-review", "reviews"],
        "",
        &[("TAPIS_REVIEWS", 24), ("TAPIS_FAULTS", 4)],
    ),
    tests(
        "reviews-at-length",
        "reviews of each line-up",
        ["tapis-review", "nightly"],
        "",
        &[("TAPIS_REVIEWS", 24), ("TAPIS_PLANTED", 2)],
    ),
    tests(
        "lab-games",
        "games of Parbourg with a card that is too strong",
        ["tapis-lab", "games"],
        "",
        &[("TAPIS_PLANTED_GAMES", 300)],
    ),
    tests(
        "lab-at-length",
        "games dealt anew without and with a planted cause",
        ["tapis-lab", "nightly"],
        "",
        &[("TAPIS_CAUSE_GAMES", 150), ("TAPIS_CAUSE_RUNS", 8), ("TAPIS_RATED_DEALS", 4)],
    ),
    tests(
        "loading",
        "rounds of moves at a game that another node loads",
        ["tapis-service", "suite"],
        "nodes::",
        &[("TAPIS_LOADING_ROUNDS", 6)],
    ),
    tests(
        "webhooks",
        "kills of a receiver",
        API_QUICK,
        "operation::webhooks::",
        &[("TAPIS_WEBHOOK_KILLS", 6), ("TAPIS_WEBHOOK_GAMES", 3)],
    ),
    tests("identical-submits", "rounds", API_QUICK, "moves::", &[("TAPIS_TEST_ROUNDS", 50)]),
    tests("richelieu", "times as many random games", LAWS_RULES, "richelieu::", &[("TAPIS_TEST_SCALE", 10)]),
    tests(
        "ladders",
        "ladders of 2,000 games of five kinds",
        ["tapis-db", "lib"],
        "rating::",
        &[("TAPIS_LADDERS", 40)],
    ),
    tests(
        "honesty",
        "experiments and data sets simulated",
        ["tapis-lab", "lib"],
        "",
        &[("TAPIS_LAB_RUNS", 200)],
    ),
    tests("benches", "", ["tapis-benches", "benches"], "", &[]),
    tests("load", "", ["tapis-load", "nightly"], "", &[]),
    Suite { name: "schemathesis", counts: "seconds", run: Kind::Schemathesis(60) },
    Suite { name: "clients", counts: "", run: Kind::Clients },
    Suite { name: "browser", counts: "", run: Kind::Browser },
];

const API_LIVE: [&str; 2] = ["tapis-api", "live"];
const API_QUICK: [&str; 2] = ["tapis-api", "quick"];
const API_NIGHTLY: [&str; 2] = ["tapis-api", "nightly"];
const LAWS_RULES: [&str; 2] = ["tapis-laws", "rules"];
const LAWS_SEARCH: [&str; 2] = ["tapis-laws", "search"];
const LAWS_NIGHTLY: [&str; 2] = ["tapis-laws", "nightly"];
