"""The landing page: the promise, where to start or resume, the five steps."""

from __future__ import annotations

from views import home
from views.frame import close_page, heading, open_page

lesson = open_page("home")
heading(lesson.title, lesson.hook)

home.opening(lesson)
home.steps(lesson)
home.instructors(lesson)

close_page(lesson, "home")
