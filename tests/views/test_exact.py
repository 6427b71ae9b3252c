"""Page 3: exact laws beside simulation, sums that add up, and honest claims of detection."""

from dataclasses import replace

import numpy as np
import pytest

from lessons import load_lesson
from specdec import FAULTS, coupling, expected_tokens, running_counts, simulate_rounds
from views import exact_convergence, exact_faults, exact_identity, exact_numbers, exact_runs
from views.exact_coupling import _cells, _flow
from views.exact_playback import Scene, data
from views.fields import Learner

LESSON = load_lesson()
WORDS = ("today", "tomorrow", "Friday")
B = {"p": (0.1, 0.6, 0.3), "q": (0.6, 0.3, 0.1)}
EQUAL = {"p": (0.4, 0.3, 0.3), "q": (0.4, 0.3, 0.3)}
TWO = {"p": (0.4, 0.6), "q": (0.8, 0.2)}
N = 20_000


def learner(pair, **more):
    words = ("one", "two", "three", "four")[: len(pair["p"])]
    return Learner(words=words, **pair, **{"seed": 3, "gamma": 3, **more})


# --- the runs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["", *FAULTS])
@pytest.mark.parametrize("gamma", [1, 2, 4])
def test_laws_are_what_the_simulation_lands_on(fault, gamma):
    """Pairs of words of 20,000 texts lie within noise of the exact law, right program or broken.

    A pair's share has a standard error below .0036; the largest of 9 beyond 6 of them is a
    chance of about 1e-8 a case.
    """
    exact = exact_runs.laws(B["p"], B["q"], gamma, fault)
    run = exact_runs.run(B["p"], B["q"], gamma, 11, N, fault)

    assert np.abs(run.pairs / N - exact.pairs).max() < 6 * 0.0036


def test_a_right_program_has_the_target_s_law_at_both_words():
    """Without a fault the exact laws are p, p, and p times p."""
    exact = exact_runs.laws(B["p"], B["q"], 4)

    assert exact.distances == pytest.approx((0, 0, 0), abs=1e-12)


def test_a_reseeded_generator_spoils_the_second_word_and_not_the_first():
    """For p = (.4, .6), q = (.8, .2): P(0, 0) is .32 instead of .16; the first word is right."""
    exact = exact_runs.laws(TWO["p"], TWO["q"], 4, "reseeded")
    first, second, both = exact.distances

    assert exact.pairs[0, 0] == pytest.approx(0.32)
    assert first == pytest.approx(0)
    assert second == pytest.approx(0.16)
    assert both == pytest.approx(0.16)


def test_division_by_zero_breaks_every_text_off_where_p_is_q():
    """The run then has no counts to draw, and says so instead of failing."""
    exact = exact_runs.laws(EQUAL["p"], EQUAL["q"], 3, "zero-residual")
    run = exact_runs.run(EQUAL["p"], EQUAL["q"], 3, 1, 1_000, "zero-residual")

    assert exact.broke_off == pytest.approx(1)
    assert run.broke_off == 1
    assert run.at.size == 0


def test_the_missing_bonus_costs_words_and_not_the_law():
    """Measured words a round are those of one guess less."""
    run = exact_runs.run(B["p"], B["q"], 3, 5, N, "no-bonus")

    assert run.emitted == pytest.approx(expected_tokens(0.5, 2), abs=0.03)
    assert run.noticed == (None, None, None)


def test_counts_of_a_run_add_up_at_every_frame():
    """At each count, and at each position, the words counted are as many as the texts."""
    run = exact_runs.run(B["p"], B["q"], 3, 5, N)

    assert run.counts.shape == (4, len(run.at), 3)
    assert (run.counts.sum(axis=2) == run.at).all()
    assert run.at[0] == 1
    assert run.at[-1] == N


def test_detection_is_found_by_running():
    """Two seeds notice a fault after different numbers of texts; neither is a formula's."""
    first = exact_runs.run(B["p"], B["q"], 3, 1, N, "resample-target").noticed[0]
    other = exact_runs.run(B["p"], B["q"], 3, 2, N, "resample-target").noticed[0]

    assert 100 < first < N
    assert 100 < other < N
    assert first != other


# --- the sum and the coupling -----------------------------------------------------------------


def test_each_word_s_sum_is_p_target():
    """Kept and left over, as shown, add up to p_target with the same decimals."""
    masses = exact_identity.parts(learner(B))

    for word in range(3):
        values = masses.values(word)
        shown = float(values["kept"]) + float(values["left"])
        assert shown == pytest.approx(float(values["sum"]))
        assert values["sum"] == values["p"]


@pytest.mark.parametrize(
    ("word", "case"), [(0, "over"), (1, "under"), (2, "under")], ids=["over", "under", "under"]
)
def test_a_word_is_told_from_its_own_numbers(word, case):
    """Said too often, too seldom: pair B has both."""
    assert exact_identity.parts(learner(B)).case(word) == case


def test_equal_models_leave_nothing_to_correct():
    """Where p = q, every word is `equal` and the corrected line divides by nothing."""
    masses = exact_identity.parts(learner(EQUAL))
    formula = exact_identity._formula(LESSON, masses, 0)

    assert masses.case(0) == "equal"
    assert formula["lines"][1][2] == LESSON.text("exact.identity.corrected_none")


def test_a_word_that_is_not_there_gives_the_first():
    """An address may hold word 9 of three."""
    assert exact_identity.chosen_word(learner(B, word=9)) == 0
    assert exact_identity.chosen_word(learner(B, word=3)) == 2


def test_the_coupling_s_margins_are_q_and_p():
    """The numbers at the margins are those of the two models, and all is 1."""
    masses = exact_identity.parts(learner(B))
    table = _cells(LESSON, masses, coupling(B["p"], B["q"]), 0)

    assert table["rows"] == [masses.say(q) for q in B["q"]]
    assert table["columns"] == [masses.say(p) for p in B["p"]]
    assert table["all"] == "1"


def test_the_coupling_is_kept_on_its_diagonal_and_corrected_off_it():
    """Fills follow the mass: a cell without any has a dot and no fill."""
    masses = exact_identity.parts(learner(B))
    mass = coupling(B["p"], B["q"])
    cells = _cells(LESSON, masses, mass, 0)["cells"]

    for i in range(3):
        for j in range(3):
            fill = "" if mass[i, j] == 0 else "kept" if i == j else "fix"
            assert cells[i][j][1] == fill


@pytest.mark.parametrize("pair", [B, EQUAL, TWO])
def test_mass_that_moves_leaves_q_draft_and_makes_p_target(pair):
    """What leaves a word on the left is its q, what reaches one on the right its p."""
    masses = exact_identity.parts(learner(pair))
    moves = _flow(LESSON, masses, coupling(pair["p"], pair["q"]), 0)["moves"]
    leaves, arrives = np.zeros(len(pair["p"])), np.zeros(len(pair["p"]))
    for source, goal, mass in moves:
        leaves[source] += mass
        arrives[goal] += mass

    np.testing.assert_allclose(leaves, pair["q"], atol=1e-8)
    np.testing.assert_allclose(arrives, pair["p"], atol=1e-8)
    # In the picture a word's block begins with what is kept.
    assert [source == goal for source, goal, _ in moves] == sorted(
        (source == goal for source, goal, _ in moves), reverse=True
    )


# --- the playback -----------------------------------------------------------------------------


def scene(**more):
    run = exact_runs.run(B["p"], B["q"], 3, 5, N)
    band = exact_runs.noise(B["p"], tuple(run.at.tolist()))
    return Scene(WORDS, run, band, 1, np.array(B["p"]), **more)


def test_the_browser_gets_the_counts_once_and_all_that_it_says():
    """One frame a count, one number a word; the sentence names every word."""
    sent = data(LESSON, scene())

    assert len(sent["counts"]) == len(sent["at"]) == len(sent["low"]) == len(sent["distance"])
    assert all(word in sent["text"]["alt"] for word in WORDS)
    assert sent["wrong"] is None
    assert "{rounds}" in sent["text"]["value"]


def test_a_broken_program_s_law_has_its_own_mark():
    """With a wrong law there is a third entry in the key, and the count at which it is noticed."""
    sent = data(LESSON, scene(wrong=np.array([0.2, 0.5, 0.3]), noticed=1234))

    assert [kind for kind, _ in sent["text"]["shares_key"]] == ["seen", "target", "wrong"]
    assert sent["detected"] == 1234
    assert "1,234" in sent["text"]["detected"]


def test_the_band_holds_the_expected_distance():
    """Low, expected and high are in order at every count."""
    band = scene().noise

    assert (band.low <= band.expected).all()
    assert (band.expected <= band.high + 1e-12).all()


# --- what is chosen ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "used"), [(1_000, 1_000), (1_234, 1_000), (99_999, 100_000), (1_000_000, 1_000_000)]
)
def test_the_number_of_texts_is_the_choice_next_to_the_address(held, used):
    """An address may hold any number in range; the slider has ten."""
    assert exact_convergence.rounds_of(learner(B, rounds=held)) == used


def test_a_position_beyond_the_text_gives_its_last_word():
    """With three guesses a text has four words."""
    assert exact_convergence.position_of(learner(B, position=9)) == 3


@pytest.mark.parametrize(
    ("fault", "pair", "gamma", "outcome"),
    [
        ("resample-target", B, 3, "law"),
        ("reseeded", B, 3, "later"),
        ("reseeded", B, 1, "hidden"),
        ("no-bonus", B, 3, "length"),
        ("zero-residual", EQUAL, 3, "error"),
        ("zero-residual", B, 3, "hidden"),
        ("always-accept", EQUAL, 3, "hidden"),
        ("first-unchecked", B, 3, "law"),
    ],
)
def test_what_comes_of_a_fault_depends_on_the_numbers(fault, pair, gamma, outcome):
    """The same mistake shows on one pair and hides on another; the page says which."""
    case = exact_faults.broken(LESSON, learner(pair, gamma=gamma, fault=fault))

    assert case.outcome == outcome


def test_words_that_are_right_alone_and_tied_together_are_said_so(monkeypatch):
    """Were only the pairs wrong, the page would speak of pairs and not of the second word."""
    right = exact_runs.laws(B["p"], B["q"], 3)
    tied = replace(right, pairs=np.diag(right.wanted))
    monkeypatch.setattr(exact_faults, "laws", lambda *_: tied)

    case = exact_faults.broken(LESSON, learner(B, fault="reseeded"))
    says = exact_faults._filled(LESSON, f"exact.break.result.{case.outcome}.says", case)

    assert case.outcome == "pairs"
    assert ".5400" in says  # 1 - (.01 + .36 + .09)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_pair_that_the_lesson_names_shows_the_fault(fault):
    """ "Show it with ..." keeps its promise for every fault."""
    preset = next(one for one in LESSON.presets if one.key == LESSON.faults[fault].pair)
    pair = {"p": tuple(preset.p_target), "q": tuple(preset.q_draft)}

    case = exact_faults.broken(LESSON, Learner(words=preset.words, **pair, gamma=4, fault=fault))

    assert case.outcome != "hidden"


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_s_question_has_one_right_answer(fault):
    """Whatever the numbers, exactly one of the four answers is right."""
    case = exact_faults.broken(LESSON, learner(B, fault=fault))
    right = [option.right for option in exact_faults._question(LESSON, case).options]

    assert right.count(True) == 1


def test_an_unknown_fault_gives_the_first():
    """The address may name a fault that there is not."""
    assert exact_faults.fault_of(learner(B, fault="gremlin")) == exact_faults.FIRST


@pytest.mark.parametrize(
    ("values", "digits"),
    [((0.5, 0.25), 2), ((0.125, 0.875), 3), ((0.3333, 0.6667), 4), ((1 / 3, 2 / 3), 5)],
)
def test_decimals_are_as_many_as_the_numbers_need(values, digits):
    """A sum on the screen adds up, so nothing that a learner sets is rounded."""
    assert exact_numbers.digits_for(values) == digits


@pytest.mark.parametrize("gamma", [1, 4, 8])
def test_first_words_are_those_of_the_seed_alone(gamma: int) -> None:
    """The texts of a seed begin with its rounds, so one simulation serves for both."""
    p, q = (0.5, 0.3, 0.2), (0.2, 0.2, 0.6)
    rounds = simulate_rounds([q] * gamma, [p] * (gamma + 1), 5000, np.random.default_rng(7))
    first = running_counts(rounds.tokens[:, 0], [5000], 3)[0]

    assert exact_runs.run(p, q, gamma, 7, 5000).counts[0, -1].tolist() == first.tolist()
