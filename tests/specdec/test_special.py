"""Incomplete gamma and chi quantiles, against closed forms that share no line with them."""

import math

import numpy as np
import pytest

from specdec.special import chi_mean_share, chi_quantile, chi_squared_tail, upper_gamma
from tests.helpers import assert_close

POINTS = [1e-8, 1e-3, 0.1, 0.5, 0.99, 1, 1.5, 2, 3, 5, 7.5, 10, 20, 50, 100, 300, 700]


def poisson_tail(a, x):
    """Q(a, x) for a whole a: P(Poisson(x) < a), summed in logarithms."""
    return math.fsum(math.exp(k * math.log(x) - x - math.lgamma(k + 1)) for k in range(a))


def half_tail(a, x):
    """Q(a, x) for a half-odd a: the complementary error function and a finite sum."""
    terms = [k - 0.5 for k in range(1, round(a + 0.5))]
    steps = (math.exp(k * math.log(x) - x - math.lgamma(k + 1)) for k in terms)
    return math.erfc(math.sqrt(x)) + math.fsum(steps)


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("a", [1, 2, 3, 5, 10, 50, 300])
def test_whole_shapes(a, x):
    """Relative to 1e-11 also far out in the tail, where p-values are tiny."""
    expected = poisson_tail(a, x)

    assert_close(1, upper_gamma(a, x) / expected, tolerance=1e-11)


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("a", [0.5, 1.5, 2.5, 7.5, 49.5])
def test_half_shapes(a, x):
    """The same for odd degrees of freedom."""
    expected = half_tail(a, x)

    assert_close(1, upper_gamma(a, x) / expected, tolerance=1e-11)


@pytest.mark.parametrize(
    ("statistic", "degrees", "p_value"),
    [  # tables of the chi-squared distribution
        (3.841458820694124, 1, 0.05),
        (5.991464547107979, 2, 0.05),
        (23.92812697687947, 1, 1e-6),
        (18.307038053275146, 10, 0.05),
        (124.34211340400407, 100, 0.05),
    ],
)
def test_tabulated_quantiles(statistic, degrees, p_value):
    """Printed critical values give their levels back."""
    assert_close(p_value, chi_squared_tail(statistic, degrees), tolerance=1e-11)


def test_ends():
    """1 at 0, 0 at infinity and far out; always between."""
    assert upper_gamma(2.0, 0.0) == 1
    assert upper_gamma(2.0, math.inf) == 0
    assert upper_gamma(2.0, 1e6) == 0
    assert upper_gamma(16_000.0, 16_000.0) == pytest.approx(0.5, abs=0.01)


def test_tail_falls():
    """Q decreases in x through the switch from series to fraction at a + 1."""
    values = [upper_gamma(4.0, x) for x in np.linspace(4.5, 5.5, 101)]

    assert np.all(np.diff(values) < 0)


@pytest.mark.parametrize("degrees", [0.3, 1, 1.7, 2, 5, 40, 1000])
@pytest.mark.parametrize("level", [0.025, 0.5, 0.975])
def test_quantile_inverts(degrees, level):
    """The tail above the quantile weighs 1 - level."""
    x = chi_quantile(degrees, level)

    assert_close(1 - level, upper_gamma(degrees / 2, x**2 / 2), tolerance=1e-9)


def test_quantile_of_one_degree_is_the_absolute_normal():
    """97.5 % of absolute normal deviations are below 2.2414, 2.5 % below .03134."""
    assert_close(
        [0.031338, 2.241403], [chi_quantile(1, 0.025), chi_quantile(1, 0.975)], tolerance=1e-6
    )


def test_mean_share():
    """One degree: (2/pi); two: pi/4; many: 1."""
    actual = [chi_mean_share(1), chi_mean_share(2), chi_mean_share(1e6)]

    assert_close([2 / math.pi, math.pi / 4, 1], actual, tolerance=1e-6)
