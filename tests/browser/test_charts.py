"""The charts in Chromium: words in place at any width, colours that follow, no chart library."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SHOWS, settle

STEP = "/So_what"
LAB = "/Speed_lab?answers=lab-speed-batch:skip"
WIDTHS = (360, 700, 1280)

# Per chart: words that leave the plot, ticks that leave the chart, and any two that overlap.
FAULTS = """() => [...document.querySelectorAll('.chart')].flatMap((chart, place) => {
  const seen = name => [...chart.querySelectorAll(name)]
    .filter(one => one.getClientRects().length)
    .map(one => ({ text: one.innerText, ...one.getBoundingClientRect().toJSON() }));
  const [whole, plot] = [chart, chart.querySelector('.chart-plot')]
    .map(one => one.getBoundingClientRect());
  const within = (one, box) => one.left > box.left - 1 && one.right < box.right + 1
    && one.top > box.top - 1 && one.bottom < box.bottom + 1;
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const labels = seen('.chart-label'), ticks = seen('[class*="-tick"]');
  const titles = seen('[class$="-title"]');
  const found = [
    ...labels.filter(one => !within(one, plot)).map(one => `outside: ${one.text}`),
    ...ticks.filter(one => !within(one, whole)).map(one => `outside: ${one.text}`),
  ];
  for (const group of [labels, [...ticks, ...titles]])
    group.forEach((one, i) => group.slice(i + 1).filter(other => !apart(one, other))
      .forEach(other => found.push(`collide: ${one.text} / ${other.text}`)));
  if (!labels.length || !ticks.length) found.push('nothing is seen');
  return found.map(one => `chart ${place}: ${one}`);
})"""

COLOURS = """() => [...document.querySelectorAll('.chart-line, .chart-dot, .chart-x-tick')]
  .map(one => getComputedStyle(one)).map(style => `${style.backgroundColor} ${style.color}`)"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("address", [STEP, LAB], ids=["step", "lab"])
def test_no_words_leave_a_chart_or_collide(open_page, address: str, language: str) -> None:
    """On a phone, between, and on a laptop: what Python guessed of the type's width is enough."""
    joined = "&" if "?" in address else "?"
    page = open_page(f"{address}{joined}lang={language}")
    page.locator(".chart").last.wait_for()
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        found[width] = page.evaluate(FAULTS)

    assert page.locator(".chart").count() == (1 if address == STEP else 2)
    assert found == {width: [] for width in WIDTHS}


def test_type_keeps_its_size_and_colours_follow_the_theme(open_page) -> None:
    """15 px on a phone as on a laptop; dark and light without a run of the page."""
    page = open_page(STEP)
    line = page.locator(".chart-line").first
    sizes, light = set(), page.evaluate(COLOURS)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        sizes |= set(
            page.locator(".chart-x-tick, .chart-label").evaluate_all(
                "all => all.map(one => getComputedStyle(one).fontSize)"
            )
        )
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(SHOWS, arg="dark")
    dark = page.evaluate(COLOURS)

    assert line.is_visible()
    assert sizes == {"15px"}
    assert all(one != other for one, other in zip(light, dark, strict=True))


def test_a_point_under_the_pointer_says_its_number(open_page) -> None:
    """And goes quiet when the pointer leaves."""
    page = open_page(STEP)
    plot = page.locator(".chart-plot")
    plot.scroll_into_view_if_needed()
    said = page.locator(".chart-hover em", has_text="γ = 4: 2.40×")
    hidden = said.is_visible()
    page.locator(".chart-hover").filter(has_text="γ = 4:").hover()

    assert (hidden, said.is_visible()) == (False, True)


@pytest.mark.parametrize("address", [STEP, LAB], ids=["step", "lab"])
def test_no_chart_library_is_fetched(open_page, address: str) -> None:
    """Streamlit brings plotly's 4.7 MB along and fetches them when a page asks for such a chart."""
    page = open_page(address)
    page.locator(".chart").last.wait_for()
    fetched = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")

    assert any("/static/js/Html" in name for name in fetched), "fetched files are not seen"
    assert [name for name in fetched if "plotly" in name.lower()] == []
