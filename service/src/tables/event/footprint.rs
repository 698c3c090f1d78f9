//! How much memory an event uses.

use serde_json::Value;
use tapis_games::erased::StoredPly;
use tapis_games::log::AnySeenPly;

use super::Entry;

/// Bytes of an entry without what it points to: the entry, the ply's record, their places in the histories, and what the
/// allocator adds.
const ENTRY_BYTES: usize = 480;
/// What the allocator adds to a text or a list.
const HEAP_BYTES: usize = 16;
/// Bytes of a node of the tree that a JSON object is. However few its members are, it has room for eleven.
const NODE_BYTES: usize = 640;
/// Members in a node, about.
const NODE_MEMBERS: usize = 8;

fn seen_bytes(ply: &AnySeenPly) -> usize {
    size_of::<AnySeenPly>() + notation_bytes(&ply.notation) + ply.outcome.as_ref().map_or(0, json_bytes)
}

fn stored_bytes(ply: &StoredPly) -> usize {
    notation_bytes(&ply.notation) + list_bytes(&ply.chance)
}

fn notation_bytes(notation: &Option<String>) -> usize {
    notation.as_ref().map_or(0, |text| HEAP_BYTES + text.len())
}

/// About how many bytes a JSON value uses on the heap, beside its own size.
fn json_bytes(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => HEAP_BYTES + text.len(),
        Value::Array(items) => list_bytes(items),
        Value::Object(members) => {
            let contents = members.iter().map(|(key, value)| HEAP_BYTES + key.len() + json_bytes(value));
            NODE_BYTES * members.len().div_ceil(NODE_MEMBERS) + contents.sum::<usize>()
        }
    }
}

fn list_bytes(items: &[Value]) -> usize {
    HEAP_BYTES + items.iter().map(|item| size_of::<Value>() + json_bytes(item)).sum::<usize>()
}

impl Entry {
    /// About how many bytes of memory it uses, what the table shares with it included.
    pub fn bytes(&self) -> usize {
        let seen: usize = self.kind.seen().map_or(0, |seen| seen.values().map(seen_bytes).sum());
        let stored = self.stored.as_deref().map_or(0, stored_bytes);
        let scores = self.after.scores.values();
        let scores: usize =
            scores.map(|scores| HEAP_BYTES + size_of_val(scores) + size_of_val(&**scores)).sum();
        let clocks = self.after.clocks.as_deref();
        let clocks =
            clocks.map_or(0, |clocks| 2 * HEAP_BYTES + size_of_val(clocks) + size_of_val(&*clocks.left_ms));
        ENTRY_BYTES + seen + stored + scores + clocks
    }
}
