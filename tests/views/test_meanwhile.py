"""What takes seconds hears that the learner wants something else."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests

from views import meanwhile


@pytest.fixture
def requests(monkeypatch) -> ScriptRequests:
    """What Streamlit keeps of the requests to a script, while that is running."""
    kept = ScriptRequests()
    context = SimpleNamespace(script_requests=kept)
    monkeypatch.setattr(meanwhile, "get_script_run_ctx", lambda: context)
    return kept


def test_a_change_in_a_part_is_heard(requests: ScriptRequests) -> None:
    """Streamlit itself lets it wait: it would stop nothing."""
    before = meanwhile.asked()
    requests.request_rerun(RerunData(fragment_id="race"))

    assert requests.on_scriptrunner_yield() is None
    assert (before, meanwhile.asked()) == (False, True)


def test_it_is_heard_once(requests: ScriptRequests) -> None:
    """The run that answers it has nothing to hear."""
    requests.request_rerun(RerunData(fragment_id="race"))
    requests.on_scriptrunner_ready()

    assert not meanwhile.asked()


def test_without_a_learner_nobody_asks() -> None:
    """As in a test, or from a shell."""
    assert not meanwhile.asked()
