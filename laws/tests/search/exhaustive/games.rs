//! Random small games.

use rand::Rng;
use tapis_games::game::Published;
use tapis_games::random::{below, shuffle};
use tapis_games::richelieu::Richelieu;
use tapis_games::richelieu::cell::Cell;
use tapis_games::richelieu::options::{MoveMarker, Options, SecondCard, TakenDiscs, Variant};
use tapis_testkit::script::{Node, Script, choice, draw, end};
use tapis_testkit::three_pile::{self, ThreePile};

use super::positions::{coin, pick};

/// The variant of Richelieu.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub players: u8,
    pub open_discs: bool,
    pub taken: TakenDiscs,
}

/// A ruleset whose other options are random. Discs are often in the middle of the rows, where the last cards lie.
pub fn richelieu<R: Rng + ?Sized>(table: Table, rng: &mut R) -> Richelieu {
    let mut options = Options {
        players: table.players,
        open_discs: table.open_discs,
        taken_discs: table.taken,
        variant: pick(rng, &[Variant::Standard, Variant::Standard, Variant::ThreeRows]),
        second_card: pick(rng, &[SecondCard::Uncovered, SecondCard::VisibleAtStart]),
        move_marker: pick(rng, &[MoveMarker::EmptyReserve, MoveMarker::Always]),
        ..Options::default()
    };
    if coin(rng) {
        let mut middle: Vec<Cell> = Cell::all().filter(|cell| (3..9).contains(&cell.column())).collect();
        shuffle(rng, &mut middle);
        options.disc_cells = middle[..8].to_vec();
    }
    Richelieu::new(options).expect("legal options")
}

/// Few points per stone, so that ties are frequent.
pub fn three_pile<R: Rng + ?Sized>(players: u8, rng: &mut R) -> ThreePile {
    let piles = std::array::from_fn(|_| (0..2 + below(rng, 2)).map(|_| below(rng, 3) as u8).collect());
    ThreePile::new(three_pile::Settings { players, piles }).expect("legal options")
}

/// A random tree whose root is a choice of seat 0. Its few different scores make ties frequent.
pub fn script<R: Rng + ?Sized>(players: u8, rng: &mut R) -> Script {
    let branches = 2 + below(rng, 3);
    let root = choice(0, (0..branches).map(|_| tree(players, 1 + below(rng, 5), rng)).collect::<Vec<_>>());
    Script::of(players, root).expect("a legal tree")
}

fn tree<R: Rng + ?Sized>(players: u8, depth: u32, rng: &mut R) -> Node {
    if depth == 0 || below(rng, 8) == 0 {
        return end((0..players).map(|_| below(rng, 4) as i32).collect::<Vec<_>>());
    }
    let branches = 1 + below(rng, 4);
    let mut below_here = || tree(players, depth - 1, rng);
    let nodes: Vec<Node> = (0..branches).map(|_| below_here()).collect();
    if below(rng, 3) == 0 {
        draw(nodes.into_iter().map(|node| (1 + below(rng, 3) as u16, node)).collect::<Vec<_>>())
    } else {
        choice(below(rng, players.into()) as u8, nodes)
    }
}
