"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No test is judged by the clock: machines are noisy, and speed is measured in benchmarks/.
settings.register_profile(
    "lesson", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("lesson")
