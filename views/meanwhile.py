"""Whether the learner has asked for something else while a part of the page is still at work.

A change outside of the parts stops what runs. One in a part waits until that is over, "Cancel"
included: Streamlit won't leave a page half drawn. So a part that takes seconds asks, and ends.
"""

from __future__ import annotations

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType


def asked() -> bool:
    """Return whether another run waits for the end of this one.

    Streamlit has no public way to ask; `tests/views/test_meanwhile.py` tells when this one ends.
    """
    context = get_script_run_ctx()
    requests = context.script_requests if context else None
    return requests is not None and requests._state is not ScriptRequestType.CONTINUE
