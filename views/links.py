"""Ways from page to page that take the state along in the address.

Streamlit's own links drop the query: the next page would begin with an empty address, and Back
would come to it again. `st.page_link` and `st.switch_page` with `query_params` don't.
"""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from views import state
from views.site import SCRIPTS


def link(slug: str, label: str) -> None:
    """Show a link to a page of the lesson."""
    st.page_link(SCRIPTS[slug], label=label, query_params=state.address())


def go(slug: str) -> NoReturn:
    """Switch to a page of the lesson at once."""
    st.switch_page(SCRIPTS[slug], query_params=state.address())
