"""A page with nothing but the distribution editor, for the browser tests."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import streamlit as st

sys.path.insert(0, str(Path(__file__).parents[3]))  # the page is started by file, outside a package

from views.editor import EditorLabels, distribution_editor

LABELS: EditorLabels = {
    "editor": "Bars of p_target and q_draft for each word",
    "picture": "p_target and q_draft per word. {words}. alpha is {alpha}, Z is {z}.",
    "picture_word": "{word}: p_target {p}, q_draft {q}",
    "table": "The numbers of the picture",
    "decimal": ".",
    "p_name": "p_target",
    "q_name": "q_draft",
    "p_short": "p",
    "q_short": "q",
    "ratio_short": "keep",
    "word_head": "word",
    "ratio_head": "min(1, p/q)",
    "handle": "{name} of {word}",
    "kept": "kept: min(p, q)",
    "over": "over-drafted: may be rejected",
    "left": "left over: where corrections go",
    "alpha": "α = {alpha}",
    "alpha_note": "of the guesses are kept",
    "z": "Z = {z}",
    "z_note": "must be corrected",
    "sum": "{alpha} + {z} = 1",
    "sum_note": "nothing lost, nothing added",
    "quality": "Draft quality",
    "quality_hostile": "hostile",
    "quality_yours": "yours",
    "quality_perfect": "perfect",
    "quality_value": "alpha is {alpha}",
    "undo": "Undo",
    "redo": "Redo",
    "reset": "Reset",
    "swap": "Swap p and q",
    "edit_words": "Edit words",
    "add_word": "Add a word",
    "remove_word": "Remove {word}",
    "rename_word": "Name of word {number}",
    "new_word": "word {number}",
    "word_taken": "There is already a word “{word}”.",
    "said_change": "{word}: {name} is now {value}. alpha is {alpha}.",
    "said_quality": "The draft has changed. alpha is {alpha}.",
    "said_undo": "Undone. alpha is {alpha}.",
    "said_redo": "Done again. alpha is {alpha}.",
    "said_reset": "Back to the start. alpha is {alpha}.",
    "said_swap": "p_target and q_draft have changed places. alpha is {alpha}.",
    "said_added": "{word} is added. alpha is {alpha}.",
    "said_removed": "{word} is removed. alpha is {alpha}.",
    "said_renamed": "{word} is now called {new}.",
}
START = (
    ("the", "size", "our", "its", "five"),
    (0.47, 0.18, 0.16, 0.12, 0.07),
    (0.22, 0.45, 0.15, 0.11, 0.07),
)
TWELVE = (
    ("the", "size", "our", "its", "five", "maximum", "upload", "allowed", "storage", "plan",
     "configuration", "counterrevolutionaries"),
    (0.2, 0.14, 0.12, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02),
    (0.1, 0.22, 0.05, 0.12, 0.09, 0.05, 0.1, 0.04, 0.08, 0.03, 0.06, 0.06),
)  # fmt: skip
HOSTILE = (
    ("<img src=x onerror=a(1)>", "{value} $& `x`", "שלום", "</style><script>"),
    (0.4, 0.3, 0.2, 0.1),
    (0.1, 0.2, 0.3, 0.4),
)
SETS = {"start": START, "twelve": TWELVE, "hostile": HOSTILE}
TOKENS = """<style>.stApp {
--paper: light-dark(#fbfaf7, #10161d); --card: light-dark(#ffffff, #18212b);
--ink: light-dark(#16202b, #eef2f6); --soft: light-dark(#55606e, #a9b4c0);
--line: light-dark(#dcd8cf, #303b47); --target: light-dark(#0a5ea8, #7cbcff);
--draft: light-dark(#b4540a, #ffb066); --kept: light-dark(#0b7a6b, #4fd1be);
--over: light-dark(#f0b37a, #7a4b1f); --fix: light-dark(#a3217f, #f08ad6);
--bonus: light-dark(#16202b, #eef2f6);
--serif: "Source Serif", Georgia, serif; --sans: "Source Sans", system-ui, sans-serif;
--mono: "Source Code Pro", ui-monospace, monospace; background: var(--paper); color: var(--ink); }
.st-key-card { background: var(--card); border-radius: 14px; }
[data-testid="stMainBlockContainer"] { max-width: 1080px; padding: 1rem; }</style>"""

st.set_page_config(page_title="Distribution editor", layout="wide")
st.html(TOKENS)
query = st.query_params
state = st.session_state
initial = SETS[query.get("set", "start")]
state.setdefault("value", initial)
state.setdefault("calls", 0)


def keep(words: tuple[str, ...], p: tuple[float, ...], q: tuple[float, ...]) -> None:
    """Hold what the learner has released, as a page would."""
    digits = int(query.get("digits", "17"))
    state.value = (
        words, tuple(round(v, digits) for v in p), tuple(round(v, digits) for v in q)
    )  # fmt: skip
    state.calls += 1


st.title("Drag the bars")
if st.button("Preset"):
    state.value = (START[0], (0.1, 0.6, 0.1, 0.1, 0.1), (0.6, 0.1, 0.1, 0.1, 0.1))
if st.button("One word has it all"):
    state.value = (START[0], START[1], (0.0, 1.0, 0.0, 0.0, 0.0))
time.sleep(float(query.get("slow", "0")))
if st.toggle("Show the editor", value=True):
    with st.container(border=True, key="card"):
        distribution_editor(
            *state.value,
            key="editor",
            labels=LABELS,
            initial=initial,
            editable="readonly" not in query,
            quality="quality" in query,
            highlight=int(query["highlight"]) if "highlight" in query else None,
            on_change=keep,
        )
words, p, q = state.value
shown = json.dumps({"words": words, "p": p, "q": q, "calls": state.calls})
st.code(shown, language=None, wrap_lines=True)
st.write("Below the editor. " * 80)
