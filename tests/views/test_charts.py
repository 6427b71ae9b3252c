"""The shared base of the plotly charts, and the shortcut past plotly's validation."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from views import charts


def _page() -> None:
    from views import charts

    spec = {
        "data": [{"type": "scatter", "x": [1, 10], "y": [0.5, 0.05], "name": "distance"}],
        "layout": charts.layout(height=260, x=charts.axis("rounds"), y=charts.axis("distance")),
    }
    charts.show(spec, key="distance", alt="The distance falls from .5 to .05.")


@pytest.fixture(scope="module")
def drawn():
    return AppTest.from_function(_page).run()


def test_streamlit_takes_a_raw_figure_as_it_is(drawn):
    """What reaches the browser is the dict, untouched. A Streamlit that breaks this fails here."""
    assert not drawn.exception

    sent = json.loads(drawn.get("plotly_chart")[0].proto.spec)

    assert sent["data"] == [{"type": "scatter", "x": [1, 10], "y": [0.5, 0.05], "name": "distance"}]
    assert sent["layout"]["xaxis"]["title"]["text"] == "rounds"
    assert "template" not in sent["layout"]


def test_plotly_never_validates_a_raw_figure():
    """A property plotly doesn't know passes: proof that the costly validation is skipped."""
    spec = {"data": [{"type": "scatter", "unheard_of": 1}], "layout": {}}

    from plotly.tools import return_figure_from_figure_or_data

    assert return_figure_from_figure_or_data(charts.RawFigure(spec), True) is not None
    with pytest.raises(ValueError, match="unheard_of"):
        return_figure_from_figure_or_data(spec, True)


def test_a_chart_has_its_sentence_and_no_toolbar(drawn):
    """The alternative text reaches the browser, and plotly's own buttons don't."""
    chart = drawn.get("plotly_chart")[0].proto

    assert chart.alt == "The distance falls from .5 to .05."
    assert json.loads(chart.config) == {"displayModeBar": False}
    assert chart.theme == ""


def test_what_a_page_asks_for_wins():
    """A property given to `layout` or `axis` replaces the shared one."""
    axis = charts.axis("rounds", type="log", showline=False)
    given = charts.layout(height=300, x=axis, y=charts.axis(""), dragmode="pan")

    assert given["dragmode"] == "pan"
    assert given["xaxis"]["type"] == "log"
    assert given["xaxis"]["showline"] is False


def test_a_raw_figure_can_not_be_changed():
    """Setting a property says what to do instead of silently doing nothing."""
    with pytest.raises(AttributeError, match="read-only"):
        charts.RawFigure({}).layout = {}
