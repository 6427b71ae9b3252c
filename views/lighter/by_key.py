"""A component is known by its key, and what it reported is shown as it is.

Streamlit writes out and hashes a component's data to tell it from others, and then takes the key
where there is one, as every component here has. And each time somebody looks at what a component
reported, it makes a new Python class for that one look, so that a page may write into it; no page
here does. Together they were a twentieth of a change.
"""

from __future__ import annotations

from typing import Any

from streamlit.components.v2.bidi_component import main
from streamlit.components.v2.bidi_component.main import BidiComponentMixin

by_data = BidiComponentMixin._build_bidi_identity_kwargs
writable = main.make_bidi_component_presenter  # type: ignore[attr-defined]


def by_key(_: BidiComponentMixin, *, component_name: str, **__: Any) -> dict[str, Any]:  # noqa: ANN401
    """Do what `by_data` does where a key follows, which then is all that counts."""
    return {"component_name": component_name}


def as_it_is(*_: object) -> None:
    """Have no other way to show what a component reported, in place of `writable`."""


def install() -> None:
    """Have Streamlit use it."""
    BidiComponentMixin._build_bidi_identity_kwargs = by_key  # type: ignore[assignment, method-assign]
    main.make_bidi_component_presenter = as_it_is  # type: ignore[attr-defined, assignment]
