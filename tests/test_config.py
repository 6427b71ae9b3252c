"""The settings that a class depends on are set, and the pinned Streamlit still knows them."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from streamlit import config

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))
PLAIN = [
    (f"{section}.{name}", value)
    for section, entries in SETTINGS.items()
    for name, value in entries.items()
    if not isinstance(value, dict)
]


@pytest.mark.parametrize(("name", "value"), PLAIN, ids=[name for name, _ in PLAIN])
def test_every_setting_is_an_option_of_this_streamlit(name: str, value: object) -> None:
    """A misspelt or withdrawn option is ignored in silence; here it is told."""
    assert name in config.get_config_options(force_reparse=False)
    assert config.get_option(name) == value


def test_no_collection_runs_after_each_script() -> None:
    """A hidden option: it would hold the interpreter's lock for about 60 ms after every change.

    The option must be there, be off, and be what the runner asks for.
    """
    import inspect

    from streamlit.runtime.scriptrunner import script_runner

    assert config.get_option("runner.postScriptGC") is False
    assert '"runner.postScriptGC"' in inspect.getsource(script_runner)


def test_pages_are_not_searched_for_lines_that_draw_themselves() -> None:
    """Streamlit would parse each page for that, in the threads of several learners at once."""
    assert config.get_option("runner.magicEnabled") is False


def test_no_file_is_watched() -> None:
    """The watcher costs about 130 ms for each learner who joins."""
    assert config.get_option("server.fileWatcherType") == "none"


def test_nothing_is_reported_to_others_and_errors_tell_learners_nothing() -> None:
    """No usage statistics, no stack traces on the page, no way in for programs."""
    assert config.get_option("browser.gatherUsageStats") is False
    assert config.get_option("client.showErrorDetails") == "none"
    assert config.get_option("server.enableAgentApi") is False
    assert config.get_option("server.enableStaticServing") is False


def test_a_message_of_another_site_is_refused() -> None:
    """Streamlit's checks of the websocket's origin are on."""
    assert config.get_option("server.enableCORS") is True
    assert config.get_option("server.enableXsrfProtection") is True


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_what_is_installed_is_what_is_pinned(file: str) -> None:
    """Every requirement is an exact pin, with its reason, and is the version at hand."""
    rows = [row for row in (ROOT / file).read_text("utf-8").splitlines() if row[:1] not in "#-"]
    pins = [row.split("#")[0].strip() for row in rows if row]

    assert all(pin.count("==") == 1 for pin in pins)
    assert all("#" in row for row in rows if row)
    assert {pin: version(pin.split("==")[0]) for pin in pins} == {
        pin: pin.split("==")[1] for pin in pins
    }


def test_what_streamlit_offers_its_developers_still_has_the_name_that_hides_it() -> None:
    """On a developer's own machine it would lie over the lesson; no option turns it off."""
    import streamlit

    scripts = (Path(streamlit.__file__).parent / "static" / "static" / "js").glob("index.*.js")
    named = any("stSkillsNudge" in script.read_text("utf-8") for script in scripts)

    assert named
    assert ".stSkillsNudge { display: none; }" in (ROOT / "assets/css/app.css").read_text("utf-8")
