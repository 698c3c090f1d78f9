use std::collections::HashSet;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use tapis_games::game::Published;

use super::*;
use crate::perft::perft;

fn play(columns: &str) -> Board {
    let (rules, mut board) = (ConnectFour::default(), Board::default());
    for digit in columns.chars() {
        let mv = rules.parse(&board, &format!("drop {digit}")).expect("a column");
        rules.play(&mut board, mv).expect("a legal move");
    }
    board
}

/// 7⁷ sequences of seven moves less the seven that would put a seventh stone into a column, and so on.
#[test]
fn perft_counts_are_those_of_the_literature() {
    let rules = ConnectFour::default();
    let counts: Vec<_> = (0..=8).map(|depth| perft(&rules, &rules.start(), depth)).collect();
    assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

/// J. Tromp's count of legal positions by the number of stones, OEIS A212693.
#[test]
fn distinct_positions_are_as_many_as_tromp_counted() {
    let rules = ConnectFour::default();
    let mut layer = HashSet::from([rules.start()]);
    for expected in [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275] {
        assert_eq!(layer.len(), expected);
        let keys: HashSet<_> = layer.iter().map(|board| rules.key(board)).collect();
        assert_eq!(keys.len(), expected, "keys are a bijection");
        let next = |board: &Board| {
            let board = *board;
            let after = move |mv: &ColumnMove| {
                let mut next = board;
                next.drop_into(mv.0);
                next
            };
            rules.legal_moves(&board).iter().map(after).collect::<Vec<_>>()
        };
        layer = layer.iter().flat_map(next).collect();
    }
}

#[test]
fn four_in_a_line_wins_in_every_direction() {
    let lines = [
        "6133524",
        "01125324",
        "4243464",
        "41212141",
        "54432545305",
        "3422413344",
        "11314212243",
        "4425223233",
    ];
    for line in lines {
        let (board, winner) = (play(line), Seat(1 - line.len() as u8 % 2));
        assert_eq!(board.winner(), Some(winner), "{line}");
        assert_eq!(ConnectFour::default().turn(&board), Turn::Over);
        assert_eq!(ConnectFour::default().payoffs(&board).shares[winner], 1.0);
        assert!(!play(&line[..line.len() - 1]).is_over(), "{line} was over too soon");
    }
}

/// Looks at every line of four squares, one by one.
fn winner_by_looking(board: &Board) -> Option<Seat> {
    let lines = (0..ROWS as i32).flat_map(|row| (0..COLUMNS as i32).map(move |column| (row, column)));
    let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let stone = |row: i32, column: i32| {
        let inside = (0..ROWS as i32).contains(&row) && (0..COLUMNS as i32).contains(&column);
        if inside { board.at(row as usize, column as usize) } else { None }
    };
    lines.flat_map(|from| steps.map(|step| (from, step))).find_map(|((row, column), (up, right))| {
        let first = stone(row, column)?;
        (1..4).all(|i| stone(row + i * up, column + i * right) == Some(first)).then_some(first)
    })
}

#[test]
fn random_games_end_as_a_look_at_the_board_says() {
    let rules = ConnectFour::default();
    let mut rng = ChaCha8Rng::from_seed([2; 32]);
    let mut wins = 0;
    for _ in 0..500 {
        let mut board = rules.start();
        while let Some(mv) = rules.random_move(&board, &mut rng) {
            assert_eq!(winner_by_looking(&board), None, "{board:?}");
            rules.play_unchecked(&mut board, mv);
        }
        assert_eq!(winner_by_looking(&board), board.winner(), "{board:?}");
        wins += usize::from(board.winner().is_some());
    }
    assert!(wins > 490, "random games are hardly ever drawn: {wins} of 500 won");
}

#[test]
fn a_full_board_is_a_draw() {
    let board = play("144350651605233452264003023654214321516016");
    assert_eq!((board.is_over(), board.winner()), (true, None));
    assert_eq!(ConnectFour::default().payoffs(&board).shares.as_slice(), [0.5, 0.5]);
    assert_eq!(ConnectFour::default().round_scores(&board).map(|scores| scores[Seat(0)]), Some(0));
}

#[test]
fn random_moves_are_uniform_over_columns_with_room() {
    let (rules, board) = (ConnectFour::default(), play("000000"));
    let mut rng = ChaCha8Rng::from_seed([4; 32]);
    let mut counts = [0_i32; COLUMNS];
    for _ in 0..60_000 {
        let ColumnMove(column) = rules.random_move(&board, &mut rng).expect("room");
        counts[column as usize] += 1;
    }
    assert_eq!(counts[0], 0);
    // Five standard deviations of a binomial with p = 1/6.
    assert!(counts[1..].iter().all(|count| (count - 10_000).abs() < 460), "{counts:?}");
}
