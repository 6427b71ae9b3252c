"""Each rule of a lesson folder, broken once: the message names file, line, key, rule and value."""

from copy import deepcopy
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons import LESSONS, LessonError
from lessons.graph import read_continuation
from lessons.reading import key_lines, read_toml
from lessons.tables import Origin, Table
from tests.helpers import reproducible

P_FILE = "p_target = [0.34,       0.30,  0.14,  0.12,       0.10]"
NEXT_FILE = 'next     = ["exceeded", "was", "had", "exceeded", "had"]'
WORDS_FILE = 'words    = ["exceeded", "was", "had", "reached",  "contained"]'
GRAPH, SEEDS, PRESETS = "continuation.toml", "seeds.toml", "presets.toml"
QUESTIONS, FAULTS, OPENING = "questions.toml", "faults.toml", "lesson.toml"

# file, text, what it is replaced by, key, part of the rule, value; the error stands on that line
ON_THE_LINE = [
    (GRAPH, P_FILE, "p_target = [0.33, 0.30, 0.14, 0.12, 0.10]",
     "nodes.file.p_target", "must sum to 1", 0.99),
    (GRAPH, P_FILE, "p_target = [0.44, 0.30, 0.24, 0.12, -0.1]",
     "nodes.file.p_target[4]", "must not be negative", -0.1),
    (GRAPH, P_FILE, "p_target = [1.34, 0.30, 0.14, 0.12, 0.10]",
     "nodes.file.p_target[0]", "must not exceed 1", 1.34),
    (GRAPH, P_FILE, "p_target = [inf, 0.30, 0.14, 0.12, 0.10]",
     "nodes.file.p_target[0]", "must be finite", float("inf")),
    (GRAPH, P_FILE, "p_target = [0.3401, 0.2999, 0.14, 0.12, 0.10]",
     "nodes.file.p_target[0]", "must have at most 3 decimals", 0.3401),
    (GRAPH, P_FILE, 'p_target = ["a", 0.30, 0.14, 0.12, 0.10]',
     "nodes.file.p_target[0]", "must be a number", "a"),
    (GRAPH, P_FILE, "p_target = [true, 0.0, 0.0, 0.0, 0.0]",
     "nodes.file.p_target[0]", "must be a number", True),
    (GRAPH, P_FILE, "p_target = [0.34, 0.30, 0.24, 0.12]",
     "nodes.file.p_target", "must have one number per word, that is 5", 4),
    (GRAPH, P_FILE, "p_target = 0.34",
     "nodes.file.p_target", "must be a list", 0.34),
    (GRAPH, NEXT_FILE, 'next = ["exceded", "was", "had", "exceeded", "had"]',
     "nodes.file.next[0]", "must name a node; did you mean 'exceeded'?", "exceded"),
    (GRAPH, NEXT_FILE, 'next = ["exceeded", "was", "had", "exceeded"]',
     "nodes.file.next", "must have one node per word, that is 5", 4),
    (GRAPH, NEXT_FILE, 'next = ["end", "was", "had", "exceeded", "had"]',
     "nodes.file.next[0]", "must be 'end' exactly where the word is '.'", "end"),
    (GRAPH, 'next     = ["end", "close",     "close", "close", "this"]',
     'next = ["close", "close", "close", "close", "this"]',
     "nodes.tail.next[0]", "must be 'end' exactly where the word is '.'", "close"),
    (GRAPH, NEXT_FILE, 'next = ["exceeded", "was", "had", "exceeded", "file"]',
     "nodes.file.next", "must not lead back to its own node", "file → file"),
    (GRAPH, WORDS_FILE, 'words = ["was", "was", "had", "reached", "contained"]',
     "nodes.file.words[1]", "must not repeat an entry", "was"),
    (GRAPH, WORDS_FILE, 'words = ["", "was", "had", "reached", "contained"]',
     "nodes.file.words[0]", "must be text and not empty", ""),
    (GRAPH, WORDS_FILE, 'words = ["was", "had", "reached", "contained"]',
     "nodes.file.words", "must have 5 to 8 entries, or be the end token alone", 4),
    (GRAPH, WORDS_FILE, 'words = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]',
     "nodes.file.words", "must have 1 to 8 entries", 9),
    (GRAPH, 'start = "your"', 'start = "yours"',
     "start", "did you mean 'your'?", "yours"),
    (GRAPH, 'context = "…your file ___"', 'contxt = "…your file ___"',
     "nodes.file.contxt", "is not a known key; did you mean 'context'?", "contxt"),
    (GRAPH, "[nodes.your]", "[nodes.end]",
     "nodes.end", "is a reserved name", "end"),
    (SEEDS, "seed = 552", "seed = -1",
     "default.seed", "must be a whole number of 0 or more", -1),
    (SEEDS, "seed = 552", "seed = 5.5",
     "default.seed", "must be a whole number of 0 or more", 5.5),
    (SEEDS, "seed = 552", "seed = true",
     "default.seed", "must be a whole number of 0 or more", True),
    (PRESETS, 'words    = ["on", "off"]', 'words = ["on"]',
     "two.words", "must have 2 to 12 entries", 1),
    (PRESETS, 'words    = ["on", "off"]', f"words = {[str(n) for n in range(13)]}",
     "two.words", "must have 2 to 12 entries", 13),
    (PRESETS, 'words    = ["on", "off"]', 'words = "on off"',
     "two.words", "must be a list", "on off"),
    (PRESETS, 'words    = ["on", "off"]', 'words = ["on", "on"]',
     "two.words[1]", "must not repeat an entry", "on"),
    (PRESETS, "q_draft  = [0.8,  0.2]", "q_draft = [0.8, 0.3]",
     "two.q_draft", "must sum to 1", 1.1),
    (PRESETS, "[greedy-agree]", "[greedy_agree]",
     "greedy_agree", "must be letters, digits and single hyphens", "greedy_agree"),
    (QUESTIONS, 'page = "draft"', 'page = "drafts"',
     "draft-what-decides.page", "did you mean 'draft'?", "drafts"),
    (QUESTIONS, "misconception = 2", "misconception = 17",
     "draft-what-decides.misconception", "must be a whole number from 0 to 16", 17),
    (QUESTIONS, "quiz = true\n", 'quiz = "yes"\n',
     "draft-what-decides.quiz", "must be true or false", "yes"),
    (QUESTIONS, 'key = "a"', 'key = "x"',
     "draft-what-decides.options[0].key", "must be 'a', in order", "x"),
    (FAULTS, 'pair = "A"', 'pair = "C"',
     "draft-argmax.pair", "must be one of module, A, B", "C"),
    (FAULTS, "[no-bonus]", "[no-bonuses]",
     "no-bonuses", "is not a known key; did you mean 'no-bonus'?", "no-bonuses"),
    (OPENING, 'slug = "draft"', 'slug = "math"',
     "steps[0].slug", "must be 'draft'", "draft"),
    (OPENING, "minutes = 6", "minutes = 0",
     "steps[0].minutes", "must be a whole number from 1 to 60", 0),
    (OPENING, 'title = "Faster', 'titel = "Faster',
     "titel", "is not a known key; did you mean 'title'?", "titel"),
    (OPENING, 'title = "Faster, not different"', 'title = " "',
     "title", "must be text and not empty", " "),
    (GRAPH, 'next     = ["close",   "close", "close", "close",     "close"]',
     'next = ["tail", "close", "close", "close", "close"]',
     "nodes.this.next", "must not lead back to its own node", "this → tail → this"),
    (GRAPH, P_FILE, f"p_target = [{10**400}, 0.0, 0.0, 0.0, 0.0]",
     "nodes.file.p_target[0]", "must not exceed 1", 10**400),
    (SEEDS, "[default]", "other = 3\n[default]",
     "other", "must be a table: [other]", 3),
    ("module.toml", "acceptance = [", "old = ''\nacceptance = [",
     "old", "is not a known key", "old"),
    ("module.toml", "so_what =", "so_waht =",
     "so_waht", "is not a known key; did you mean 'so_what'?", "so_waht"),
]  # fmt: skip

# file, text, what it is replaced by, key, part of the rule, value; the line is another one or none
ELSEWHERE = [
    (GRAPH, "q_draft  = [0.40,     0.40,    0.08,",
     "q_draft  = [0.80,     0.0,     0.08,",
     "nodes.size.words[1]", "must be a word that at least one model can say", "limit"),
    (QUESTIONS, 'values = ["alpha", "z"]', 'values = ["alpha"]',
     "math-what-z.options[0].feedback", "must declare its placeholders in values", "{z}"),
    (GRAPH, P_FILE + "\n", "", "nodes.file.p_target", "is missing", None),
    (GRAPH, '"session", "account", "plan", "browser", "account"]',
     '"file",    "account", "plan", "browser", "account"]',
     "nodes.session", "must be reachable from the start node 'your'", "session"),
    (SEEDS, "[default]", "[standard]", "default", "is missing", None),
    (SEEDS, "seed = 552\n", "", "default.seed", "is missing", None),
    (QUESTIONS, "right = true\n", "", "draft-what-decides.options",
     "must have exactly one right answer", []),
    (QUESTIONS, 'feedback = "There is no threshold.', 'right = true\nfeedback = "There is none.',
     "draft-what-decides.options", "must have exactly one right answer",
     ["The target must give it a high enough probability.",
      "A coin that falls on “keep” with probability min(1, p/q)."]),
    (QUESTIONS, 'values = ["alpha", "z"]', 'values = ["alpha", "z"]\nquiz = true',
     "math-what-z.values", "must be empty in the quiz", ("alpha", "z")),
    (QUESTIONS, "[draft-what-decides]", "[draft_what]\n[draft-what-decides]",
     "draft_what.misconception", "is missing", None),
    (FAULTS, 'name = "The draft takes its favourite"\n', "",
     "draft-argmax.name", "is missing", None),
    (QUESTIONS, "[draft-behind-rejected]", "[one]\nmisconception = 0\npage = 'draft'\n"
     "prompt = 'x'\nexplanation = 'x'\noptions = 'x'\n[draft-behind-rejected]",
     "one.options", "must be a list of tables: [[one.options]]", "x"),
    (QUESTIONS, "[draft-behind-rejected]", "[one]\nmisconception = 0\npage = 'draft'\n"
     "prompt = 'x'\nexplanation = 'x'\noptions = []\n[draft-behind-rejected]",
     "one.options", "must have 2 to 5 entries", 0),
    (OPENING, '[[steps]]\nslug = "draft"',
     '[[steps]]\nslug = "draft"\n[[steps]]\nslug = "draft"',
     "steps", "must have 5 entries", 6),
    ("module.toml", 'acceptance = [\n', 'acceptance = "x"\nexact = [\n',
     "", "must be valid TOML", "Cannot overwrite a value"),
    (OPENING, "[sources]", "[source]", "source", "did you mean 'sources'?", "source"),
]  # fmt: skip


def _error(copy):
    with pytest.raises(LessonError) as caught:
        copy.load()
    return caught.value


def _check(error, file, key, rule, value):
    assert (error.file, error.key, error.value) == (f"8.3/{file}", key, value)
    assert rule in error.rule
    for part in (error.file, error.key, error.rule):
        assert part in str(error)
    assert value is None or repr(value) in str(error)


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "rule", "value"),
    [pytest.param(*case, id=f"{case[3]}-{n}") for n, case in enumerate(ON_THE_LINE)],
)
def test_a_broken_rule_is_named_with_its_line(copy, file, old, new, key, rule, value):
    """The message names file, line, key, rule and value, and the line is the one to mend."""
    line = copy.replace(file, old, new)

    error = _error(copy)

    _check(error, file, key, rule, value)
    assert error.line == line
    assert f"line {line}: " in str(error)


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "rule", "value"),
    [pytest.param(*case, id=f"{case[3]}-{n}") for n, case in enumerate(ELSEWHERE)],
)
def test_a_rule_broken_by_what_is_absent_is_named(copy, file, old, new, key, rule, value):
    """What is missing or unreachable is named by its key, its file and its rule."""
    copy.replace(file, old, new)

    _check(_error(copy), file, key, rule, value)


@pytest.mark.parametrize(
    "file",
    [OPENING, GRAPH, SEEDS, PRESETS, QUESTIONS, FAULTS, "module.toml", "module_listing.py.txt",
     "text/frame.toml", "text/home.toml", "text/draft.toml", "text/math.toml",
     "text/exact.toml", "text/code.toml", "text/nimbus.toml"],
)  # fmt: skip
def test_a_missing_file_is_named(copy, file):
    """Without one of its files a lesson does not load, and the message names the file."""
    copy.path(file).unlink()
    if file == OPENING:  # without it the folder is no lesson at all
        file, rule = "", "is not a lesson"
    else:
        rule = "the file is missing"

    error = _error(copy)

    assert file in error.file
    assert rule in str(error)


def test_a_syntax_error_is_named_with_its_line(copy):
    """What is not TOML is reported with file, line and what the parser found."""
    line = copy.replace(SEEDS, "seed = 552", "seed = = 552")

    error = _error(copy)

    assert (error.file, error.line) == ("8.3/seeds.toml", line)
    assert "must be valid TOML" in error.rule
    assert "Invalid value" in str(error)


def test_a_key_set_twice_is_named_with_its_line(copy):
    """Two tables of one name are reported, not merged."""
    line = copy.replace(SEEDS, "[all-accepted]", "[default]")

    error = _error(copy)

    assert error.line == line
    assert "must be valid TOML" in error.rule


def test_a_file_that_breaks_off_is_named_with_its_last_line(copy):
    """A list that is never closed is reported at the end of the file."""
    copy.path(SEEDS).write_text("[default]\nseed = [1,\n", encoding="utf-8")

    error = _error(copy)

    assert error.file == "8.3/seeds.toml"
    assert error.line in {2, 3}
    assert "must be valid TOML" in error.rule


@pytest.mark.parametrize(
    ("file", "content"), [(PRESETS, ""), (GRAPH, "start = 'a'\nend = '.'\n[nodes]")]
)
def test_an_empty_file_is_no_lesson(copy, file, content):
    """Presets without a preset and a graph without a node are refused."""
    copy.path(file).write_text(content, encoding="utf-8")

    assert _error(copy).file == f"8.3/{file}"


def test_a_texts_file_has_a_name_that_keys_can_begin_with(copy):
    """A file such as my-page.toml is refused, since no dotted key could tell it."""
    copy.path("text/my-page.toml").write_text("a = 'x'", encoding="utf-8")

    _check(_error(copy), "text/my-page.toml", "", "must be letters, digits and", "my-page")


def test_bad_utf8_is_named_with_its_line(copy):
    """A byte that is not UTF-8 is reported with file, line and the byte."""
    copy.path("text/math.toml").write_bytes(b'title = "a"\nlead = "\xff"\n')

    error = _error(copy)

    assert (error.file, error.line, error.value) == ("8.3/text/math.toml", 2, b"\xff")
    assert "must be UTF-8" in error.rule


@pytest.mark.parametrize(
    ("text", "key", "rule", "value"),
    [
        ("a = 3", "a", "must be text", 3),
        ('a = ["x"]', "a", "must be text", ["x"]),
        ('[b]\na = "{"', "b.a", "must write a literal brace as {{ or }}", "{"),
        ('a = "{0}"', "a", "must have plain names in its placeholders", "{0}"),
        ('a = "{x.y}"', "a", "must have plain names in its placeholders", "{x.y}"),
        ('a = "{}"', "a", "must have plain names in its placeholders", "{}"),
    ],
)
def test_a_broken_text_is_named(copy, text, key, rule, value):
    """A text that is empty, no text, or has a placeholder that cannot be filled is reported."""
    copy.path("text/extra.toml").write_text(text, encoding="utf-8")

    error = _error(copy)

    _check(error, "text/extra.toml", key, rule, value)
    assert error.line == text.count("\n") + 1


def test_a_page_without_a_lead_is_named(copy):
    """Each page's texts have a title and a lead."""
    copy.path("text/math.toml").write_text('title = "x"', encoding="utf-8")

    _check(_error(copy), "text/math.toml", "lead", "is missing", None)


@st.composite
def thousandths(draw):
    """Probabilities of 3 decimals that sum to 1, as one writes them down."""
    cuts = draw(st.lists(st.integers(0, 1000), min_size=1, max_size=7).map(sorted))
    whole = [b - a for a, b in zip([0, *cuts], [*cuts, 1000], strict=True)]
    return [round(n / 1000, 3) for n in whole]


def _row(values):
    return Table(Origin("8.3/x.toml", MappingProxyType({})), "", {"p": values})


@reproducible
@given(thousandths())
def test_whatever_sums_to_1_on_paper_is_taken_as_it_is(values):
    """Binary rounding never makes a right list of decimals a wrong one, and changes none."""
    actual = _row(values).distribution("p", len(values))

    assert tuple(values) == actual


@reproducible
@given(thousandths(), st.data())
def test_whatever_is_off_by_a_thousandth_is_refused(values, data):
    """A sum that is off by the last digit is found, and said."""
    place = data.draw(st.integers(0, len(values) - 1))
    sign = -1 if values[place] >= 0.999 else 1
    values[place] = round(values[place] + sign * 0.001, 3)

    with pytest.raises(LessonError, match="must sum to 1") as caught:
        _row(values).distribution("p", len(values))

    assert caught.value.value == pytest.approx(1 + sign * 0.001)


@reproducible
@given(st.data())
def test_every_way_back_is_found(data):
    """Whichever word is led back to a node before it, the circle is reported."""
    top = read_toml(LESSONS / "8.3" / GRAPH, GRAPH)
    changed = deepcopy(top.data)
    nodes = changed["nodes"]
    walk = [changed["start"]]
    while len(nodes[walk[-1]]["words"]) > 1:
        ways = [name for name in nodes[walk[-1]]["next"] if name != "end"]
        walk.append(data.draw(st.sampled_from(ways)))
    later = data.draw(st.integers(0, len(walk) - 2))
    words = nodes[walk[later]]["words"]
    index = data.draw(st.sampled_from([i for i, word in enumerate(words) if word != "."]))
    nodes[walk[later]]["next"][index] = walk[data.draw(st.integers(0, later))]

    with pytest.raises(LessonError, match="must not lead back to its own node"):
        read_continuation(Table(top.origin, "", changed), "")


NAMES = st.text("abcxyz", min_size=1, max_size=4)


@reproducible
@given(st.lists(st.tuples(NAMES, st.lists(NAMES, unique=True)), unique_by=lambda table: table[0]))
def test_each_key_is_found_on_its_line(tables):
    """Blank lines, comments and strings over several lines do not shift a key's line."""
    lines = ["# a comment = 1", 'top = """', "[no.table]", 'not = "a key"', '"""', ""]
    expected = {"top": 2}
    for table, names in tables:
        lines.append(f"[[list.{table}]]")
        expected[f"list.{table}[0]"] = len(lines)
        for name in names:
            lines.append(f"  {name} = [1,")
            expected[f"list.{table}[0].{name}"] = len(lines)
            lines.append("  2]")

    assert expected == key_lines("\n".join(lines))
