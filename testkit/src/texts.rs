//! Texts of a game, held against what random games say.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value, json};
use tapis_games::erased::{AnyGame, AnyRuleset, AnyTable, Factory, LegalMove, ToldPly};
use tapis_games::feature::TURN_ORDER;
use tapis_games::game::{Published, Turn};
use tapis_games::locale::{COMMON_EN, Language, Texts, Uses};
use tapis_games::playing_card::CARDS_EN;
use tapis_games::random::{Seed, below};
use tapis_games::refusal::Text;
use tapis_games::seat::{Seat, Viewer};
use tapis_games::shown::{Arg, Pieces, keys};

const NAMES: [&str; 7] = ["Ada", "Boris", "Élise", "David", "Hugo", "Inès", "Zoé"];

/// Words that are not French.
const ENGLISH: [&str; 24] = [
    "the", "of", "and", "with", "card", "cards", "takes", "plays", "his", "her", "its", "is", "are", "by",
    "from", "for", "in", "at", "to", "trick", "hand", "turn", "stack", "draws",
];

/// What random games said.
#[derive(Default)]
struct Said {
    uses: Uses,
    lines: BTreeSet<[String; 2]>,
}

/// Names of players, in seat order.
pub fn names() -> Vec<Text> {
    NAMES.map(|name| Text::new(name, name)).into()
}

/// A random game of a ruleset; `each` is called before every move, with what can be moved.
///
/// # Panics
/// A legal move is refused.
pub fn random_game(
    rules: &dyn AnyRuleset,
    seed: u64,
    mut each: impl FnMut(&dyn AnyTable, &[LegalMove]),
) -> Box<dyn AnyTable> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut table = rules.deal(&Seed(bytes));
    while let Turn::Player(seat) = table.turn() {
        let moves = table.legal_moves();
        each(&*table, &moves);
        let mv = &moves[below(&mut rng, moves.len() as u32) as usize];
        let [one, two] = notations(mv, &mut rng);
        if table.play(seat, &two, &mut rng).is_err() {
            table.play(seat, &one, &mut rng).expect("a legal move");
        }
    }
    table
}

/// A move; of a set-valued one, with one of its candidates, and with two of them, which may not go together.
fn notations(mv: &LegalMove, rng: &mut ChaCha8Rng) -> [String; 2] {
    let Some(candidates) = mv.parts["choose"]["candidates"].as_array() else {
        return [mv.notation.clone(), mv.notation.clone()];
    };
    let [first, second] = [0; 2].map(|_| below(rng, candidates.len() as u32) as usize);
    let name = |n: usize| candidates[n].as_str().unwrap_or_default();
    let one = format!("{} {}", mv.parts["kind"].as_str().unwrap_or_default(), name(first.min(second)));
    let two = format!("{one} {}", name(first.max(second)));
    [one, two]
}

/// Everything wrong with the texts of `G`: what is missing, unused or half translated, what reads as no sentence should. Of each
/// ruleset with these options a random game is played for each of these seeds, and [`times`](crate::times) as many. Keys that
/// stand in `sources` are used, too.
///
/// # Panics
/// The game has no texts, or its options have a fault.
pub fn faults<G: Published>(options: &[&str], games: Range<u64>, sources: &[&'static str]) -> Vec<String> {
    let mut said = Said { uses: Uses { sources: sources.to_vec(), ..Uses::default() }, ..Said::default() };
    said.uses.keys.insert("about".to_owned());
    said.line(&(G::about().text)());
    let mut all = None;
    for options in options {
        let rules = Factory::<G>::NEW.ruleset(options).expect("options");
        let texts = rules.texts().expect("a game with texts");
        all = Some(texts);
        said.pieces(&*rules, texts);
        said.options(&Factory::<G>::NEW, texts);
        said.features(&*rules);
        (games.start..games.start + (games.end - games.start) * crate::times())
            .for_each(|seed| said.game(&*rules, texts, seed));
    }
    let shared =
        |texts: &Texts| texts.en.iter().take_while(|&&file| [COMMON_EN, CARDS_EN].contains(&file)).count();
    let mut faults = all.map(|texts| texts.faults(shared(texts), &said.uses)).unwrap_or_default();
    faults.extend(said.lines.iter().filter(|[_, fr]| !reads_as_french(fr)).map(|[_, fr]| fr.clone()));
    let unreadable = |line: &&String| !is_told(line);
    faults.extend(said.lines.iter().flatten().filter(unreadable).cloned());
    faults
}

/// Whether a sentence is told to people: it is there, and has no id, notation or key of the files.
pub(crate) fn is_told(line: &str) -> bool {
    !line.trim().is_empty() && !line.contains(['{', '_', '`']) && !line.contains("refusal-")
}

/// Without English words, with narrow spaces before high punctuation and with curved apostrophes.
pub(crate) fn reads_as_french(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphabetic());
    let spaced = line
        .chars()
        .zip(line.chars().skip(1))
        .all(|(before, c)| !":;!?".contains(c) || "\u{202f}!".contains(before));
    spaced && !line.contains('\'') && !words.any(|word| ENGLISH.contains(&word.to_lowercase().as_str()))
}

/// The keys that facts of lines may have, for hints: sentences, questions, and what points are made of.
fn facts(pieces: &Pieces) -> impl Iterator<Item = String> + '_ {
    let kinds = pieces.milestones.keys().map(|kind| (*kind).to_owned());
    let all = kinds.chain(pieces.rows.iter().map(|kind| format!("row-{kind}")));
    let said = all.flat_map(|kind| ["fact", "ask"].map(|prefix| format!("{prefix}-{kind}")));
    let points = pieces.rows.iter().map(|kind| format!("points-{kind}"));
    said.flat_map(|key| [format!("{key}-other"), key]).chain(points)
}

impl Said {
    fn line(&mut self, text: &Text) {
        self.lines.insert([text.en.clone(), text.fr.clone()]);
    }

    fn pieces(&mut self, rules: &dyn AnyRuleset, texts: &'static Texts) {
        let pieces = rules.pieces().expect("a game that is drawn");
        let named = |info: &tapis_games::shown::PieceInfo| info.facts.contains_key("name");
        // A piece without a noun has its name printed on it.
        let printed = |key: &String| {
            let id = key.strip_prefix("noun-").unwrap_or_default();
            pieces.pieces.iter().any(|(name, info)| name.as_str() == id && named(info)) && !texts.has(key)
        };
        self.uses.keys.extend(keys(&pieces).filter(|key| !printed(key)));
        self.uses.keys.extend(facts(&pieces).filter(|key| texts.has(key)));
        for (id, info) in &pieces.pieces {
            info.facts.values().for_each(|fact| self.nouns(texts, fact));
            self.uses.keys.extend(Some(format!("effect-{id}")).filter(|key| texts.has(key)));
        }
        let plain = ["noun-", "effect-", "zone-", "counter-", "mark-", "phase-", "button-"];
        let keys = self.uses.keys.iter().filter(|key| plain.iter().any(|prefix| key.starts_with(prefix)));
        let lines: Vec<_> = keys.filter(|key| texts.has(key)).map(|key| texts.both(key, &[])).collect();
        lines.iter().for_each(|text| self.line(text));
    }

    fn features(&mut self, rules: &dyn AnyRuleset) {
        self.uses.keys.insert("feature-first".to_owned());
        for info in rules.feature_infos() {
            self.uses.keys.extend((info.name != TURN_ORDER).then(|| format!("feature-{}", info.name)));
            self.line(&info.text);
        }
    }

    /// What the options and their values are called; values with a noun need no words of their own.
    fn options(&mut self, game: &dyn AnyGame, texts: &'static Texts) {
        let schemas = game.schemas();
        let all: BTreeMap<_, _> =
            schemas.all.iter().map(|(name, schema)| (name.as_str(), json!(schema))).collect();
        let Some(properties) = all[schemas.options.as_str()]["properties"].as_object() else { return };
        for (name, schema) in properties {
            let schema = schema.get("items").unwrap_or(schema);
            let reference = schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str());
            let name_of = reference.and_then(|reference| reference.rsplit('/').next());
            let schema = name_of.and_then(|name| all.get(name)).unwrap_or(schema);
            let alternatives = schema["oneOf"].as_array().into_iter().flatten().map(|one| &one["enum"]);
            let values =
                [&schema["enum"]].into_iter().chain(alternatives).filter_map(Value::as_array).flatten();
            self.uses.keys.insert(format!("option-{name}"));
            for value in values.filter_map(Value::as_str) {
                let key = format!("option-{name}-{value}");
                let needed = texts.has(&key) || !texts.has(&format!("noun-{value}"));
                self.uses.keys.extend(needed.then_some(key));
            }
        }
        let keys: Vec<_> = self.uses.keys.iter().filter(|key| key.starts_with("option-")).cloned().collect();
        keys.iter().filter(|key| texts.has(key)).for_each(|key| self.line(&texts.both(key, &[])));
    }

    fn nouns(&mut self, texts: &'static Texts, arg: &Arg) {
        let ids = match arg {
            Arg::Id(id) => vec![*id],
            Arg::Ids(ids) => ids.clone(),
            arg => arg.pieces().iter().map(|piece| piece.id).collect(),
        };
        let known = ids.iter().filter(|id| texts.noun(Language::English, id.as_str()).is_some());
        self.uses.keys.extend(known.map(|id| format!("noun-{id}")));
    }

    fn game(&mut self, rules: &dyn AnyRuleset, texts: &'static Texts, seed: u64) {
        let names = names();
        let kinds = &mut BTreeSet::new();
        let table = random_game(rules, seed, |table, legal| {
            let of = |mv: &LegalMove| format!("hint-{}", mv.parts["kind"].as_str().unwrap_or_default());
            let set =
                |mv: &LegalMove| mv.notation.is_empty().then(|| of(mv).replace("hint-", "move-") + "_some");
            kinds.extend(legal.iter().flat_map(|mv| set(mv).into_iter().chain([of(mv)])));
            let shown = table.shown().expect("drawn");
            // What was done last, as whoever did it reads it.
            let last = table.plies().len() - 1;
            if let Some(seat) = table.plies()[last].seen_by(Viewer::Replay).seat {
                shown
                    .told(last, Viewer::Seat(seat), &names)
                    .iter()
                    .for_each(|ply| self.ply(texts, ply, true));
            }
            // The buttons of one position in four, in eight where there are many: they are much the same from move to move.
            let every = if legal.len() > 30 { 8 } else { 4 };
            if !(table.plies().len() as u64 + seed).is_multiple_of(every) {
                return;
            }
            let moves = shown.legal(&names);
            moves.iter().filter_map(|mv| mv.text.as_ref()).for_each(|text| self.line(text));
        });
        let plain = kinds.iter().filter(|key| key.starts_with("hint-") && texts.has(key));
        plain.for_each(|key| self.line(&texts.both(key, &[])));
        self.uses.keys.extend(kinds.iter().cloned());
        let shown = table.shown().expect("drawn");
        let movers: Vec<_> = table.plies().iter().map(|ply| ply.seen_by(Viewer::Replay).seat).collect();
        // The whole of it as one seat reads it, another one each time, or a spectator.
        let viewer = Seat::all(rules.seats()).nth(seed as usize % (rules.seats() + 1));
        let viewer = viewer.map_or(Viewer::Spectator, Viewer::Seat);
        for (ply, mover) in shown.told(0, viewer, &names).iter().zip(&movers) {
            self.ply(texts, ply, mover.is_some_and(|seat| viewer == Viewer::Seat(seat)));
        }
    }

    fn ply(&mut self, texts: &'static Texts, ply: &ToldPly, own: bool) {
        ply.text.iter().for_each(|text| self.line(text));
        if let Some(told) = &ply.told {
            self.uses.keys.insert(format!("ply-{}", told.kind));
            self.uses.keys.extend(own.then(|| format!("move-{}", told.kind)));
            told.args.values().for_each(|arg| self.nouns(texts, arg));
        }
        for milestone in ply.steps.iter().flat_map(|step| &step.milestones) {
            milestone.text.iter().for_each(|text| self.line(text));
            milestone.args.values().for_each(|arg| self.nouns(texts, arg));
            for row in &milestone.sheet {
                row.text.iter().for_each(|text| self.line(text));
                row.args.values().for_each(|arg| self.nouns(texts, arg));
            }
        }
    }
}

/// Buttons that cannot be told apart: the positions of random games in which two moves are called the same, and how.
///
/// # Panics
/// The game has no texts, or its options have a fault.
pub fn alike<G: Published>(options: &[&str], games: u64) -> Vec<String> {
    let (names, mut found, mut positions) = (names(), Vec::new(), 0u32);
    for (rules, seed) in rulesets::<G>(options, games) {
        random_game(&*rules, seed, |table, _| {
            let moves = table.shown().expect("drawn").legal(&names);
            let texts = moves.iter().filter_map(|mv| mv.text.as_ref());
            positions += 1;
            for language in [Language::English, Language::French] {
                let mut said = BTreeSet::new();
                let labels = texts.clone().map(|text| language.say(&text.en, &text.fr));
                found.extend(labels.filter(|label| !said.insert(*label)).cloned());
            }
        });
    }
    assert!(positions > 500, "{positions} positions are too few");
    found
}

/// The seats of random games whose rows of the score sheet do not add up to what they have.
///
/// # Panics
/// The options have a fault, or the game is not drawn.
pub fn wrong_sums<G: Published>(options: &[&str], games: u64) -> Vec<String> {
    let mut wrong = Vec::new();
    for (rules, seed) in rulesets::<G>(options, games) {
        let table = random_game(&*rules, seed, |_, _| {});
        let scores = table.scores(Viewer::Replay);
        let rows = table.shown().expect("drawn").score_sheet(Viewer::Replay, &names()).concat();
        for seat in Seat::all(rules.seats()) {
            let sum: i32 = rows.iter().filter(|row| row.seat == seat).map(|row| row.points).sum();
            if sum != scores[seat] {
                let hash = &rules.ruleset().hash;
                wrong.push(format!("{hash} {seed} {seat:?}: {sum} are not {}", scores[seat]));
            }
        }
    }
    wrong
}

/// Each of these rulesets with so many seeds.
fn rulesets<G: Published>(options: &[&str], games: u64) -> impl Iterator<Item = (Arc<dyn AnyRuleset>, u64)> {
    let ruleset = |options: &&str| Factory::<G>::NEW.ruleset(options).expect("options");
    options.iter().map(ruleset).flat_map(move |rules| (0..games).map(move |seed| (rules.clone(), seed)))
}
