"""The worked examples of the rules, and the corners the text settles. Run: python3 -m unittest -v (in this folder)."""

import unittest

import richelieu_rules as rules
from fair_deal import Stream, commitment
from richelieu_rules import CELLS, DISCS, RETURN, Card, HeldDisc, Options

DECK = [
    ("bourgogne", 3, "sct-"), ("bretagne", 3, "sct"), ("champagne", 2, "sct-"), ("normandie", 2, "sct-"),
    ("languedoc", 2, "sct"), ("provence", 2, "sct"), ("anjou", 1, "sct-"), ("bourbon", 1, "sct"),
    ("auvergne", 1, "sct"),
]
LETTERS = {"s": "sword", "c": "cross", "t": "tower", "-": None}
DISC_CELLS = ("1c05", "1c08", "2c04", "2c09", "3c03", "3c10", "4c02", "4c11")


def deck():
    cards = []
    for region, doubles, singles in DECK:
        cards += [Card(region, 2)] * doubles + [Card(region, 1, LETTERS[letter]) for letter in singles]
    return cards


def table(cards=None, discs=DISCS, first_seat=0, **options):
    """A dealt table: `cards` replaces single cells of the deck laid in order."""
    laid = {**dict(zip(CELLS, deck())), **(cards or {})}
    return rules.deal(Options(**options), laid, dict(zip(DISC_CELLS, discs[:8])), list(discs[8:]), first_seat)


def clear(state, *keep):
    """Empties the table but for the given cells; nobody owns the rest."""
    for row in state.rows:
        state.rows[row] = [cell for cell in state.rows[row] if cell in keep]
    state.discs = {cell: disc for cell, disc in state.discs.items() if cell in keep}
    state.markers = {cell: seat for cell, seat in state.markers.items() if cell in keep}
    state.ends_before_turn = rules.ends(state)
    state.first_turn = False


def play(state, *moves):
    for move in moves:
        rules.play(state, move)


def takes(state):
    return [move for move in rules.legal_moves(state) if move.startswith("take")]


class WorkedExamples(unittest.TestCase):
    """The five examples of the booklet, and the one of the rules text on a lone disc."""

    def points(self, category, hands, discs=()):
        state = table(players=len(hands))
        wanted = iter(range(100))
        state.cards = {}
        for seat, weights in enumerate(hands):
            for shields in weights:
                cell = f"x{next(wanted)}"
                is_region = category in rules.REGIONS
                state.cards[cell] = Card(category, shields) if is_region else Card("anjou", 1, category)
                state.taken[seat].append(cell)
        for seat in discs:
            state.held[seat].append(HeldDisc("1c05", category))
        return rules.category_points(state, category)

    def test_the_disc_breaks_a_tie(self):
        self.assertEqual(self.points("bourgogne", [[2, 2, 1], [2, 2, 1]], discs=[0]), [6, 0])

    def test_a_tie_scores_nothing(self):
        self.assertEqual(self.points("normandie", [[2, 2], [2, 1, 1]]), [0, 0])

    def test_a_lone_disc_does_not_help(self):
        self.assertEqual(self.points("provence", [[2, 2, 1, 1, 1], []], discs=[1]), [7, -5])

    def test_symbols(self):
        self.assertEqual(self.points("cross", [[1] * 5, [1] * 4]), [5, 0])

    def test_symbols_levelled_by_the_disc(self):
        self.assertEqual(self.points("cross", [[1] * 5, [1] * 4], discs=[1]), [0, 0])

    def test_a_lone_disc_may_win_the_comparison(self):
        self.assertEqual(self.points("provence", [[], []], discs=[1]), [-5, -4])

    def test_a_lone_disc_may_tie(self):
        self.assertEqual(self.points("provence", [[1], []], discs=[1]), [0, -5])

    def test_only_the_strictly_highest_of_all_scores(self):
        self.assertEqual(self.points("provence", [[2, 1], [2, 1], [1]]), [0, 0, 0])
        self.assertEqual(self.points("provence", [[2, 1], [1], []]), [3, 0, -5])


class Taking(unittest.TestCase):
    def test_eight_ends_and_a_single_card_is_left(self):
        state = table()
        self.assertEqual(takes(state), [f"take {row}{side}" for row in rules.ROWS for side in "LR"])
        clear(state, "2c05")
        self.assertEqual(takes(state), ["take 2L"])

    def test_the_very_first_turn_takes_one_card(self):
        single = Card("anjou", 1, None)
        state = table({"1c01": single, "1c02": single})
        play(state, "take 1L")
        self.assertEqual((state.to_move, state.step), (0, "marker"))

    def test_two_cards_of_one_region_with_one_shield_each(self):
        single, double, other = Card("anjou", 1, "sword"), Card("anjou", 2), Card("provence", 1)
        ends = {"1c01": single, "1c12": double, "2c01": single, "2c12": other, "1c02": single}
        filler = Card("bourbon", 2)
        state = table({**dict.fromkeys(("3c01", "3c12", "4c01", "4c12"), filler), **ends})
        state.first_turn = False
        play(state, "take 1L")
        self.assertEqual(rules.legal_moves(state), ["take 1L", "take 2L", "stop"])

    def test_the_uncovered_neighbour_only_with_the_default_option(self):
        single = Card("anjou", 1)
        cards = {**dict.fromkeys(("1c12", "2c12", "3c01", "3c12", "4c01", "4c12"), Card("bourbon", 2))}
        cards.update({"1c01": single, "1c02": single, "2c01": single})
        state = table(cards, second_card="visible_at_start")
        state.first_turn = False
        play(state, "take 1L")
        self.assertEqual(takes(state), ["take 2L"])

    def test_both_cards_of_a_two_card_row_were_visible(self):
        single = Card("anjou", 1)
        state = table({"1c05": single, "1c06": single}, second_card="visible_at_start")
        clear(state, "1c05", "1c06", "2c01")
        play(state, "take 1R")
        self.assertEqual(rules.legal_moves(state), ["take 1L", "stop"])

    def test_a_double_shield_ends_the_taking(self):
        state = table({"1c01": Card("anjou", 2), "1c02": Card("anjou", 1)})
        state.first_turn = False
        play(state, "take 1L")
        self.assertEqual(state.step, "marker")


class Markers(unittest.TestCase):
    def test_every_source_of_payment_is_offered(self):
        state = table()
        clear(state, "1c01", "1c02", "1c03", "1c04")
        state.markers = {"1c01": 1, "1c03": 0}
        state.reserve = [1, 2]
        self.assertEqual(takes(state), ["take 1L pay reserve", "take 1L pay 1c03", "take 1R"])
        play(state, "take 1L pay 1c03")
        self.assertEqual((state.reserve, state.box), ([1, 3], [1, 0]))
        self.assertNotIn("1c03", state.markers)

    def test_without_markers_a_protected_card_stays_and_pass_is_explicit(self):
        state = table()
        clear(state, "1c01", "1c02")
        state.markers, state.reserve = {"1c01": 1, "1c02": 1}, [0, 1]
        self.assertEqual(rules.legal_moves(state), ["pass"])
        play(state, "pass")
        self.assertEqual((state.to_move, state.step), (1, "take"))

    def test_an_own_marker_comes_back(self):
        state = table()
        clear(state, "1c01", "1c02")
        state.markers, state.reserve = {"1c01": 0}, [2, 3]
        play(state, "take 1L")
        self.assertEqual(state.reserve, [3, 3])

    def test_a_marker_moves_only_from_an_empty_reserve(self):
        for option, reserve, expected in (("empty_reserve", 1, []), ("empty_reserve", 0, ["move 1c01 1c02"]),
                                          ("always", 1, ["move 1c01 1c02"])):
            with self.subTest(option=option, reserve=reserve):
                state = table(move_marker=option)
                clear(state, "1c01", "1c02")
                state.step, state.markers, state.reserve = "marker", {"1c01": 0}, [reserve, 3]
                moves = [move for move in rules.legal_moves(state) if move.startswith("move")]
                self.assertEqual(moves, expected)

    def test_the_marker_step_is_passed_over_when_every_card_carries_one(self):
        state = table()
        clear(state, "1c01", "1c02", "1c03")
        state.markers = {"1c02": 1, "1c03": 0}
        state.reserve = [2, 2]
        play(state, "take 1L")
        self.assertEqual((state.to_move, state.step), (1, "take"))


class Discs(unittest.TestCase):
    def setting(self, disc, *more, box=1):
        state = table()
        clear(state, "1c01", "1c02", *more)
        state.reserve, state.box = [0, 3], [box, 0]
        state.held[0].append(HeldDisc("2c04", disc))
        return state

    def test_a_return_disc_brings_a_marker_back_in_any_step(self):
        state = self.setting(RETURN)
        self.assertIn("recover", rules.legal_moves(state))
        play(state, "recover")
        self.assertEqual((state.reserve[0], state.box[0], state.step), (1, 0, "take"))
        self.assertNotIn("recover", rules.legal_moves(state))

    def test_the_disc_taken_first_is_given_up(self):
        state = self.setting(RETURN, box=2)
        state.held[0].append(HeldDisc("3c03", RETURN))
        play(state, "recover")
        self.assertEqual([held.given_up for held in state.held[0]], [True, False])

    def test_a_step_stays_open_whatever_the_face_down_disc_is(self):
        state = self.setting("anjou")
        state.box[0] = 3
        play(state, "take 1L")
        self.assertEqual((state.step, rules.legal_moves(state)), ("marker", ["skip"]))

    def test_recover_turns_move_into_mark(self):
        state = self.setting(RETURN, "1c03")
        state.markers = {"1c03": 0}
        play(state, "take 1L")
        self.assertCountEqual(rules.legal_moves(state), ["recover", "move 1c03 1c02", "skip"])
        play(state, "recover")
        self.assertEqual(rules.legal_moves(state), ["mark 1c02", "skip"])


class End(unittest.TestCase):
    def test_three_rows_end_between_the_two_cards_of_a_turn(self):
        single = Card("anjou", 1)
        state = table({"3c01": single, "4c01": single}, variant="three_rows")
        clear(state, "3c01", "4c01", "4c02")
        play(state, "take 3L")
        self.assertTrue(state.over)
        self.assertEqual(rules.legal_moves(state), [])

    def test_fewer_cards_win_a_tie_and_the_rest_is_shared(self):
        state = table(players=3)
        state.cards = {cell: Card("anjou", 1) for cell in "abcd"}
        state.taken = [["a", "b"], ["c", "d"], []]
        self.assertEqual((rules.scores(state), rules.ranks(state)), ([-55, -55, -60], [1, 1, 3]))
        state.taken = [["a", "b"], [], []]
        state.cards["e"] = Card("anjou", 1)
        self.assertEqual(rules.ranks(state), [1, 2, 2])


class FairDeal(unittest.TestCase):
    def test_the_keystream_is_chacha8(self):
        stream = Stream(bytes(32), 0)
        words = [next(stream._words).to_bytes(4, "little") for _ in range(4)]
        self.assertEqual(b"".join(words).hex(), "3e00ef2f895f40d67f5bb8e81f09a5a1")

    def test_streams_differ_and_shuffles_keep_the_items(self):
        first, second = list(range(48)), list(range(48))
        Stream(bytes(32), 0).shuffle(first)
        Stream(bytes(32), 1).shuffle(second)
        self.assertNotEqual(first, second)
        self.assertEqual(sorted(first), list(range(48)))

    def test_the_commitment_covers_seed_and_nonce(self):
        self.assertNotEqual(commitment(bytes(32), bytes(32)), commitment(bytes(32), b"\1" * 32))


if __name__ == "__main__":
    unittest.main()
