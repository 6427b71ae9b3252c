"""Components that are known by their key have the names they had, and report what they reported."""

from __future__ import annotations

import inspect
import json
from types import SimpleNamespace

import pytest
from streamlit.components.v2.bidi_component.main import BidiComponentMixin
from streamlit.elements.lib.utils import compute_and_register_element_id
from streamlit.proto.BidiComponent_pb2 import BidiComponent

from views.component import component
from views.lighter import by_key


def identity(build, data: dict[str, object]) -> dict[str, object]:
    """Return what Streamlit would tell a component by, as `_bidi_component` asks for it."""
    return build(
        BidiComponentMixin(),
        component_name="editor",
        isolate_styles=True,
        width="stretch",
        height="content",
        proto=BidiComponent(json=json.dumps(data)),
        data=data,
        default=None,
    )


@pytest.mark.parametrize("data", [{}, {"words": ["a", "b"], "p": [0.5, 0.5]}])
def test_a_component_with_a_key_has_the_same_name(data) -> None:
    """Whatever its data are, and as it would have without this."""
    names = {
        compute_and_register_element_id(
            "bidi_component",
            user_key="bars",
            key_as_main_identity=True,
            dg=None,
            **identity(build, data),  # type: ignore[arg-type]
        )
        for build in (by_key.by_key, by_key.by_data)
    }

    assert len(names) == 1


def test_every_component_has_a_key() -> None:
    """One without would be taken for another of its kind."""
    with pytest.raises(TypeError, match="key"):
        component("editor")(data={})


def test_what_was_reported_is_the_same() -> None:
    """Streamlit's own way gives an equal dictionary, into which one can write."""
    events = SimpleNamespace(value_type="json_trigger_value")
    values = SimpleNamespace(widget_metadata={"events": events}, __getitem__=lambda _: None)
    session = SimpleNamespace(_new_widget_state=values)
    reported = {"edited": {"p": [0.5, 0.5]}, "place": 3}

    assert by_key.as_it_is("events", "editor", {"edited"}) is None  # Streamlit: shown as stored
    assert by_key.writable("events", "editor", {"edited"})(reported, session) == reported


def test_streamlit_still_makes_components_in_this_way() -> None:
    """The key is all that counts, and a presenter may be missing."""
    source = inspect.getsource(BidiComponentMixin._bidi_component)

    assert "key_as_main_identity=True" in source
    assert "presenter = make_bidi_component_presenter(" in source
    assert "self._build_bidi_identity_kwargs(" in source
