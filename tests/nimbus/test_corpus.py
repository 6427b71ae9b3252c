"""The corpus is repeatable, its held-out text is new, and what is said early is needed late."""

from __future__ import annotations

import re
from itertools import islice

from training.corpus import documents, reserved


def some(n, seed, *, held_out):
    return list(islice(documents(10**9, seed, held_out=held_out), n))


def test_a_seed_gives_the_same_text():
    """And another seed another."""
    assert some(50, 3, held_out=False) == some(50, 3, held_out=False)
    assert some(50, 3, held_out=False) != some(50, 4, held_out=False)


def test_training_never_sees_a_held_out_combination():
    """Topic, cause, plan and form."""
    seen = {one.combination for one in some(1500, 1, held_out=False)}
    unseen = {one.combination for one in some(150, 2, held_out=True)}

    assert not seen & unseen
    assert all(reserved(combination) for combination in unseen)


def test_no_template_is_left_unfilled():
    """No brackets of the grammar, no double spaces, no empty text."""
    for one in some(1500, 5, held_out=False):
        assert not re.search(r"[\[\]{}|]|  ", one.text), one.text
        assert one.text == one.text.strip()


def test_replies_take_up_what_was_said():
    """In tickets, the file, the name and the plan of the head come back in the reply."""
    tickets = [one.text for one in some(3000, 6, held_out=False) if "|ticket" in one.combination]
    taken_up = 0
    for text in tickets:
        head, _, reply = text.partition("\nReply: ")
        fields = dict(re.findall(r"^(File|Item|Plan|Owner|Agent): (.+)$", head, re.MULTILINE))
        fields["Name"] = re.search(r"Customer: (\w+)", head)[1]
        taken_up += sum(value in reply for value in fields.values()) >= 2

    assert taken_up > 0.4 * len(tickets) > 0


def test_the_plan_of_a_ticket_is_the_plan_of_its_reply():
    """What could be looked up is never contradicted."""
    for one in some(2500, 7, held_out=False):
        if "|ticket" in one.combination:
            plan = re.search(r"\nPlan: (\w+)", one.text)[1]
            said = re.findall(r"limit of the (\w+) plan|too large for the (\w+) plan", one.text)

            assert {a or b for a, b in said} <= {plan}
