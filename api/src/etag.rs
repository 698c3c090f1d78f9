//! Entity tags: version, viewer and language.

use tapis_games::locale::Languages;
use tapis_games::seat::Viewer;
use tapis_service::tables::{Beside, Presence, WillPass};

use crate::languages;

/// The entity tag of an answer by its content: 128 bits of its hash.
pub fn content_etag(body: &[u8]) -> String {
    format!("\"{}\"", &blake3::hash(body).to_hex()[..32])
}

/// The entity tag of a version for a viewer in the languages that are asked for: `"v17-s0"`, `"v17-spectator"`, `"v17-s0-fr"`.
pub fn etag(version: u64, viewer: Viewer) -> String {
    written(version, viewer, languages::asked())
}

fn written(version: u64, viewer: Viewer, languages: Languages) -> String {
    let language = match languages {
        Languages::All => String::new(),
        Languages::One(language) => format!("-{}", language.code()),
    };
    match viewer {
        Viewer::Seat(seat) => format!("\"v{version}-s{}{language}\"", seat.0),
        Viewer::Spectator | Viewer::Replay => format!("\"v{version}-spectator{language}\""),
    }
}

/// The entity tag of a state: that of its version, and what is told beside it, as in `"v17-s0-ah3"`: assisted, three hints left.
pub fn state_etag(version: u64, viewer: Viewer, beside: Beside) -> String {
    let mut told = String::new();
    if beside.assisted {
        told.push('a');
    }
    if let Some(left) = beside.hints_left {
        told += &format!("h{left}");
    }
    told.push_str(match beside.will_pass {
        Some(WillPass::NoChoice) => "p",
        Some(WillPass::Unless) => "w",
        None => "",
    });
    let tag = etag(version, viewer);
    if told.is_empty() { tag } else { format!("{}-{told}\"", tag.trim_end_matches('"')) }
}

/// The entity tag of a finished game as a seat saw it, as in `"v17-s0-seen"`.
pub fn seen_etag(tag: &str) -> String {
    format!("{}-seen\"", tag.trim_end_matches('"'))
}

/// The entity tag of a state that also tells who follows the game, as in `"v17-s0-o2s1"`: two spectators, and seat 1.
pub fn presence_etag(tag: &str, presence: &Presence) -> String {
    let seats: String = presence.seats().iter().map(|seat| format!("s{}", seat.0)).collect();
    format!("{}-o{}{seats}\"", tag.trim_end_matches('"'), presence.spectators)
}

/// The version that an entity tag of this viewer names, in whatever language and whatever is told beside it.
pub fn tagged_version(tag: &str, viewer: Viewer) -> Option<u64> {
    let version = tag.strip_prefix("\"v")?.split('-').next()?.parse().ok()?;
    let named = written(version, viewer, Languages::All);
    let rest = tag.strip_prefix(named.trim_end_matches('"'))?;
    (rest == "\"" || rest.starts_with('-')).then_some(version)
}

#[cfg(test)]
mod tests {
    use tapis_games::seat::Seat;

    use super::*;

    #[test]
    fn a_tag_names_its_version_to_its_viewer_whatever_is_told_beside_it() {
        let (own, other) = (Viewer::Seat(Seat(1)), Viewer::Seat(Seat(0)));
        let told = Beside { assisted: true, hints_left: Some(3), will_pass: Some(WillPass::NoChoice) };
        let tags = [Beside::default(), told].map(|beside| state_etag(17, own, beside));
        let mut presence = Presence::default();
        presence.spectators = 2;
        let followed = tags.each_ref().map(|tag| presence_etag(tag, &presence));
        let tags = [tags, followed].concat();
        assert_eq!(tags, ["\"v17-s1\"", "\"v17-s1-ah3p\"", "\"v17-s1-o2\"", "\"v17-s1-ah3p-o2\""]);
        for tag in &tags {
            assert_eq!((tagged_version(tag, own), tagged_version(tag, other)), (Some(17), None));
        }
        for wrong in ["\"v17-s10\"", "\"v017-s1\"", "\"v+17-s1\"", "\"3\"", "v17-s1"] {
            assert_eq!(tagged_version(wrong, own), None, "{wrong}");
        }
    }
}
