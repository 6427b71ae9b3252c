"""One BLAS thread for the whole process.

A pass of these models is a chain of small products: a second thread makes it wait for the other
core (and for other learners' runs) and its time erratic, and the race measures time. The
environment variables that set the number count only before numpy is first imported, which an app
that Streamlit starts can't promise; threadpoolctl sets it in the library that is already loaded.
The number belongs to the process, not to a run, so it is set once and never set back: a run that
restored it at its end would change it under another one.
"""

from __future__ import annotations

from functools import cache

from threadpoolctl import threadpool_info, threadpool_limits  # type: ignore[import-untyped]


@cache
def one_blas_thread() -> None:
    """Hold this process's BLAS to one thread, from now on."""
    threadpool_limits(limits=1, user_api="blas")


def blas_threads() -> int:
    """Return the largest number of threads that a BLAS of this process uses."""
    return max(
        (int(i["num_threads"]) for i in threadpool_info() if i["user_api"] == "blas"), default=1
    )
