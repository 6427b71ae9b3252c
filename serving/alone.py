"""A stranger's websocket makes the server ask nobody.

Streamlit refuses a websocket whose Origin is not the lesson's own. Before that it asks
checkip.amazonaws.com for this machine's address, each time where no answer comes, and every learner
waits up to two seconds. Nobody opens the lesson by that address, so there is none. A start asks for
it too, before this is read: `browser.serverAddress` in .streamlit/config.toml keeps it from that.
"""

from __future__ import annotations

from streamlit import net_util


def install() -> None:
    """Have Streamlit know no external address from now on."""
    net_util.get_external_ip = _none


def _none() -> str | None:
    return None
