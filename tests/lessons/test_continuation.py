"""The graph of words: every context as promised, and both models' log-probabilities."""

import re
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons import END, LESSONS, lesson_names, load_lesson
from lessons.__main__ import main, sentences, summary
from tests.helpers import assert_close, reproducible

CONTINUATION = load_lesson("8.3").continuation
CONTEXTS = [node for node in CONTINUATION.nodes.values() if not node.is_end]
CHOICES = [node for node in CONTEXTS if len(node.words) > 1]


@st.composite
def written(draw, most=12):
    """Tokens that can follow the prompt under the draft or the target, up to and past the end."""
    tokens = []
    for _ in range(draw(st.integers(0, most))):
        tokens.append(draw(st.sampled_from(CONTINUATION.node_after(tokens).words)))
    return tokens


@pytest.mark.parametrize("node", CONTEXTS, ids=lambda node: node.name)
def test_a_context_is_sound(node):
    """Its words differ, each model's numbers are a distribution, and its words lead to nodes."""
    assert len(set(node.words)) == len(node.words) == len(node.next)
    for row in (node.p_target, node.q_draft):
        assert row.shape == (len(node.words),)
        assert row.min() >= 0
        assert_close(1.0, row.sum(), tolerance=1e-9)
    assert set(node.next) <= set(CONTINUATION.nodes)
    assert node.context.startswith("…")
    assert node.context.endswith(" ___")


@pytest.mark.parametrize("node", CHOICES, ids=lambda node: node.name)
def test_a_context_teaches(node):
    """The draft is neither useless nor perfect anywhere, and somewhere oversells a word."""
    assert 5 <= len(node.words) <= 8
    assert 0.55 <= node.alpha <= 0.9
    assert (node.q_draft > node.p_target).any()


def test_the_average_alpha_is_near_three_quarters():
    """Over the contexts with a choice, about three guesses in four are kept."""
    assert 0.72 <= np.mean([node.alpha for node in CHOICES]) <= 0.80


def test_the_third_position_is_that_of_the_editor(lesson):
    """After "file exceeded" the walkthrough and the editor show the same bars."""
    node = CONTINUATION.node_after(CONTINUATION.tokens_of("file", "exceeded"))
    preset = lesson.presets[0]

    assert preset.words == tuple(CONTINUATION.words[token] for token in node.words)
    assert_close(preset.p_target, node.p_target, tolerance=0)
    assert_close(preset.q_draft, node.q_draft, tolerance=0)


@cache
def _lengths(name):
    """Return the fewest, the expected and the most words from a context to the end."""
    node = CONTINUATION.nodes[name]
    if node.is_end:
        return 0, 0.0, 0
    said = [(p, _lengths(n)) for p, n in zip(node.p_target, node.next, strict=True) if p > 0]
    fewest, _, most = zip(*(lengths for _, lengths in said), strict=True)
    return 1 + min(fewest), 1 + sum(p * mean for p, (_, mean, _) in said), 1 + max(most)


def test_sentences_have_a_fair_length():
    """The target's sentences have 3 to 13 words, full stop included, and six or seven on average:
    two to four rounds of four guesses."""
    fewest, mean, most = _lengths(CONTINUATION.start)

    assert (fewest, most) == (3, 13)
    assert 6 <= mean <= 7


def test_no_sentence_stutters():
    """No word comes twice in a row or leads to a wrong article, in 2,000 sentences."""
    for sentence in sentences(CONTINUATION, 2000):
        assert not re.search(r"\b(\w+) \1\b", sentence), sentence
        assert not re.search(r"\ba [aeiou]", sentence), sentence
        assert re.fullmatch(r"Your export failed because your [A-Za-z ]+\.", sentence), sentence


@reproducible
@given(written(), st.data())
def test_a_batch_says_what_single_calls_say(tokens, data):
    """Row j of one call equals the only row of a call with the shorter prefix."""
    last = data.draw(st.integers(1, len(tokens) + 1))
    for model in (CONTINUATION.target, CONTINUATION.draft):
        rows = model.log_probs(tokens, last)

        assert rows.shape == (last, model.vocabulary_size)
        for j, row in enumerate(rows):
            prefix = tokens[: len(tokens) - last + 1 + j]
            assert np.array_equal(model.log_probs(prefix, 1)[0], row)


@reproducible
@given(written())
def test_a_row_holds_the_context_and_nothing_else(tokens):
    """exp(row) is the node's numbers on its words and 0 elsewhere."""
    node = CONTINUATION.node_after(tokens)
    for model, numbers in (
        (CONTINUATION.target, node.p_target),
        (CONTINUATION.draft, node.q_draft),
    ):
        expected = np.zeros(model.vocabulary_size)
        expected[list(node.words)] = numbers

        assert_close(expected, np.exp(model.log_probs(tokens, 1)[0]), tolerance=1e-15)


def test_behind_the_end_only_the_end_follows():
    """After the full stop both models are certain of a full stop, again and again."""
    end = CONTINUATION.end_token
    tokens = (*CONTINUATION.tokens_of("file", "exceeded", "the", "limit", "."), end)
    certain = np.full(len(CONTINUATION.words), -np.inf)
    certain[end] = 0.0

    assert CONTINUATION.path(tokens)[-2:] == [END, END]
    for model in (CONTINUATION.target, CONTINUATION.draft):
        assert np.array_equal(np.stack([certain, certain]), model.log_probs(tokens, 2))


@pytest.mark.parametrize("last", [0, -1, 3])
def test_the_number_of_rows_is_checked(last):
    """One token allows one or two rows; any other number is refused with its bounds."""
    with pytest.raises(ValueError, match=f"last must be from 1 to 2, got {last}"):
        CONTINUATION.target.log_probs(CONTINUATION.tokens_of("file"), last)


def test_a_caller_cannot_change_the_numbers():
    """Rows are copies, and a node's arrays are read-only."""
    before = CONTINUATION.target.log_probs([], 1)
    CONTINUATION.target.log_probs([], 1)[:] = 0

    assert np.array_equal(before, CONTINUATION.target.log_probs([], 1))
    with pytest.raises(ValueError, match="read-only"):
        CONTEXTS[0].p_target[0] = 1


def test_a_word_that_cannot_follow_is_named():
    """The message names the word and the context."""
    with pytest.raises(ValueError, match=r"\('limit'\) cannot follow '…because your ___'"):
        CONTINUATION.path(CONTINUATION.tokens_of("limit"))
    with pytest.raises(ValueError, match=r"token 999 \(no such word\) cannot follow"):
        CONTINUATION.path([999])


@pytest.mark.parametrize(
    ("words", "sentence", "label"),
    [
        ([], "", "…because your ___"),
        (["file"], "file", "…your file ___"),
        (["report", "was", "too", "large", "."], "report was too large.", "…too large. ___"),
    ],
)
def test_words_become_a_sentence(words, sentence, label):
    """Words are joined with spaces, none before the full stop; the label shows the last two."""
    tokens = CONTINUATION.tokens_of(*words)

    assert CONTINUATION.sentence(tokens) == sentence
    assert CONTINUATION.sentence(tokens, prompt=True).endswith(sentence)
    assert CONTINUATION.label(tokens) == label


def test_the_prompt_stands_in_front_when_asked():
    """With prompt=True the text begins as the module does."""
    tokens = CONTINUATION.tokens_of("session", "expired", ".")

    expected = "Your export failed because your session expired."
    assert expected == CONTINUATION.sentence(tokens, prompt=True)


@pytest.mark.parametrize("name", lesson_names())
def test_every_lesson_folder_loads(name, capsys):
    """Each folder under lessons/ keeps every rule, and the command says so."""
    status = main([name, "2"])

    assert capsys.readouterr().out.startswith(summary(load_lesson(name)))
    assert status == 0


def test_the_command_names_what_is_wrong(capsys):
    """A lesson that does not load gives a status of 1 and its message, not a traceback."""
    status = main(["8.33"])

    assert "8.33 is not a lesson; did you mean '8.3'?" in capsys.readouterr().err
    assert status == 1


def test_lessons_are_found_by_their_opening_file(tmp_path):
    """A folder counts as a lesson exactly if it holds a lesson.toml."""
    (tmp_path / "9.1").mkdir()
    (tmp_path / "9.1" / "lesson.toml").touch()
    (tmp_path / "draft").mkdir()

    assert lesson_names(tmp_path) == ("9.1",)
    assert "8.3" in lesson_names(LESSONS)
