"""The landing page: the promise, where to start or resume, the five steps."""

from __future__ import annotations

from views import home
from views.frame import close_page, heading, open_page
from views.sections import show

lesson = open_page("home")
heading(lesson.title, lesson.hook)
show(
    lesson,
    {
        "promise": lambda: home.opening(lesson),
        "steps": lambda: home.steps(lesson),
        "words": lambda: home.words(lesson),
        "seeds": lambda: home.instructors(lesson),
    },
)
close_page(lesson, "home")
