//! What hints look like, for the documents.

use serde_json::{Value, json};
use tapis_solver::words::caveat;

/// A stream of improving answers.
pub(super) const STREAM: &str = "event: partial\ndata: {\"version\":17,\"level\":\"move\",\"kind\":\"take\",…}\n\n\
    event: final\ndata: {\"version\":17,\"level\":\"move\",\"kind\":\"take\",…}\n\n";

/// A hint as it is shown in the documents.
pub(in crate::routes) fn example_hint() -> Value {
    json!({
        "version": 17, "level": "full", "kind": "take",
        "text": {"en": "Take the 2-shield Provence at the right of row 2", "fr": "Prendre la Provence à 2 blasons à droite de la rangée 2"},
        "candidates": ["take 1L", "take 2R"], "move": "take 2R", "sure": "sure",
        "named": [
            {"notation": "take 1L", "picks": ["row:1#L"], "text": {
                "en": "Take the Anjou at the left of row 1", "fr": "Prendre l’Anjou à gauche de la rangée 1"}},
            {"notation": "take 2R", "picks": ["row:2#R"], "text": {
                "en": "Take the 2-shield Provence at the right of row 2", "fr": "Prendre la Provence à 2 blasons à droite de la rangée 2"}}
        ],
        "caveats": [{"code": "playouts", "text": caveat("playouts")}],
        "seat": 0, "observation_hash": "9b74c9897bac770ffc029102a200c5de2a5bb9c1e4b5e1f3f1a0c8d7e6f50413",
        "status": "final", "objective": "win_share",
        "exactness": {"level": "sampled", "proved": false, "caveats": ["playouts"], "texts": [caveat("playouts")]},
        "method": {"name": "ismcts", "engine": "0.1.0",
            "ruleset": "3f0c2a4d9e8b7c6a5f4e3d2c1b0a99887766554433221100ffeeddccbbaa9988",
            "seed": "c0ffee0000000000000000000000000000000000000000000000000000000001"},
        "worlds": {"consistent": 504.0, "counted": "exact", "used": 504,
            "text": {"en": "504 possible worlds", "fr": "504 mondes possibles"}},
        "moves": [
            {"notation": "take 2R", "rank": 1, "value": 0.63, "low": 0.6, "high": 0.66, "margin": 2.1, "regret": 0.0,
                "samples": 6400, "pv": [{"seat": 1, "notation": "take 4L", "text": {
                    "en": "Ada takes the Berry at the left of row 4.", "fr": "Ada prend le Berry à gauche de la rangée 4."}}], "pv_kind": "most_likely", "equals": []},
            {"notation": "take 1L", "rank": 2, "value": 0.57, "low": 0.54, "high": 0.6, "margin": 0.8, "regret": 0.06,
                "behind": {"mean": 0.06, "low": 0.02, "high": 0.1, "paired": true},
                "samples": 6400, "pv": [], "pv_kind": "most_likely", "equals": []}
        ],
        "confidence": {"within": 0.02, "probability": 0.97, "set": ["take 2R"],
            "gap": {"mean": 0.06, "low": 0.02, "high": 0.1, "paired": true}},
        "explanation": [{"code": "sets_apart", "text": {
            "en": "You get the majority in Provence more often: in 71 % of the lines, against 43 % after “Take the Anjou at the left of row 1”.",
            "fr": "Vous obtenez la majorité en Provence plus souvent : dans 71 % des suites, contre 43 % après « Prendre l’Anjou à gauche de la rangée 1 »."}}],
        "stop": "budget", "timing": {"elapsed_ms": 412, "nodes": 910_233}
    })
}
