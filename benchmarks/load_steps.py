"""What learners do on each page of the lesson, once every two seconds.

Each page has a few changes with weights; the pages are opened with every question answered, so that
all of a page is drawn: the dearest a page can be.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from load_session import Learner, chosen, data_of, pressed, reported, slid

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = tomllib.loads((ROOT / "lessons/8.3/questions.toml").read_text("utf-8"))
FAULTS = tomllib.loads((ROOT / "lessons/8.3/faults.toml").read_text("utf-8"))

Change = Callable[[Learner], Any]


class MissingWidgetError(LookupError):
    """A widget that a change needs is not on the page: page or load test have changed."""


def widget(learner: Learner, name: str) -> Any:
    """Return the widget whose key is `name`, or begins with it when it ends in "*"."""
    for key, element in learner.widgets.items():
        if key == name or (name.endswith("*") and key.startswith(name[:-1])):
            return element
    raise MissingWidgetError(f"{learner.page or 'home'}: no {name!r} in {sorted(learner.widgets)}")


def press(name: str) -> Change:
    """Return the press of a button."""
    return lambda learner: (pressed(widget(learner, name)), widget(learner, name).fragment)


def slide(name: str) -> Change:
    """Return the move of a slider."""

    def change(learner: Learner) -> Any:
        slider = widget(learner, name)
        return slid(slider, learner.chance), slider.fragment

    return change


def pick(name: str) -> Change:
    """Return the pick of an option."""

    def change(learner: Learner) -> Any:
        group = widget(learner, name)
        return chosen(group, learner.chance), group.fragment

    return change


def place(learner: Learner) -> Any:
    """Page 1: the round that plays enters another step."""
    scene = widget(learner, "scene")
    data = data_of(scene)
    learner.stamp = getattr(learner, "stamp", 0) + 1
    at = {"round": 1, "step": learner.chance.randint(1, 5), "stamp": learner.stamp}
    state = {"seed": data["seed"], "gamma": data["gamma"], **at}
    return reported(scene, place=state), scene.fragment


def drag(learner: Learner) -> Any:
    """Page 2: a bar is released."""
    editor = widget(learner, "editor")
    data = data_of(editor)
    learner.stamp = getattr(learner, "stamp", 0) + 1
    weights = [learner.chance.random() + 0.01 for _ in data["words"]]
    p = [weight / sum(weights) for weight in weights]
    state = {"words": data["words"], "p": p, "q": data["q"], "stamp": learner.stamp}
    return reported(editor, edited=state), editor.fragment


def word(learner: Learner) -> Any:
    """Page 3: a word of the sum is picked."""
    picture = widget(learner, "identity")
    index = learner.chance.randrange(len(data_of(picture)["words"]))
    learner.stamp = getattr(learner, "stamp", 0) + 1
    return reported(picture, word={"word": index, "stamp": learner.stamp}), picture.fragment


def line(learner: Learner) -> Any:
    """Page 4: the tracer goes to another line."""
    tracer = widget(learner, "tracer")
    last = len(data_of(tracer)["steps"]) - 1
    learner.stamp = getattr(learner, "stamp", 0) + 1
    state = {"place": learner.chance.randint(0, last), "stamp": learner.stamp}
    return reported(tracer, line=state), tracer.fragment


# Page -> address, and the changes of its learners with their weights.
PAGES: dict[str, tuple[str, dict[str, str], dict[str, tuple[Change, int]]]] = {
    "home": ("", {}, {"again": (press("again"), 1)}),
    "draft": (
        "Draft_ahead",
        {"step": "5"},
        {
            "step": (place, 6),
            "seed": (press("seed-all-accepted"), 1),
            "other seed": (press("seed-first-rejected"), 1),
            "gamma": (slide("draft:gamma*"), 1),
        },
    ),
    "math": (
        "Accept_or_correct",
        {"rolls": "5"},
        {"drag": (drag, 6), "word": (pick("math:word*"), 2), "roll": (press("roll-one"), 2)},
    ),
    "exact": ("Why_it_is_exact", {"part": "1"}, {"word": (word, 1)}),
    "exact-run": (
        "Why_it_is_exact",
        {"part": "2"},
        {
            "position": (pick("exact:position*"), 3),
            "gamma": (slide("exact:gamma*"), 1),
            "seed": (press("new-seed"), 1),
        },
    ),
    "exact-break": ("Why_it_is_exact", {"part": "3"}, {"fault": (pick("exact:fault*"), 1)}),
    "code": (
        "The_code",
        {},
        {
            "line": (line, 6),
            "gamma": (slide("code:gamma*"), 1),
            "another": (press("code-another"), 1),
        },
    ),
    "nimbus": (
        "So_what",
        {},
        {
            "alpha": (slide("nimbus:alpha*"), 2),
            "gamma": (slide("nimbus:gamma*"), 1),
            "cost": (slide("nimbus:cost*"), 1),
        },
    ),
}
STEPS = {"1-4": ["draft", "math", "exact", "exact-run", "exact-break", "code"]}
STEPS["all"] = [*STEPS["1-4"], "nimbus"]


def learner_of(url: str, page: str, number: int, *, seeds: int = 40) -> Learner:
    """Return a learner at the door of a page, with all its questions answered.

    The first `seeds` learners have a seed each; 1 is a class that opens one link.
    """
    address, query, _ = PAGES[page]
    answered = {f"fault-{name}": "a" for name in FAULTS} | dict.fromkeys(QUESTIONS, "a")
    query = {**query, "answers": "|".join(f"{name}:{key}" for name, key in answered.items())}
    return Learner(url, address, urlencode({**query, "seed": str(number % seeds)}), number)


async def act(learner: Learner, page: str) -> str:
    """Make one change, drawn by weight; return its name."""
    changes = PAGES[page][2]
    weights = [weight for _, weight in changes.values()]
    name = learner.chance.choices(list(changes), weights)[0]
    await learner.change(*changes[name][0](learner))
    return name
