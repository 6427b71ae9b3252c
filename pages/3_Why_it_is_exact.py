"""Step 3: the sum that proves it, a million texts that show it, and the ways to break it."""

from views import exact
from views.frame import close_page, heading, open_page
from views.sections import presenting, show

lesson = open_page("exact")
heading(lesson.text("exact.title"), lesson.text("exact.lead"))

exact.claim(lesson)
if presenting():
    show(
        lesson,
        {
            "sum": lambda: exact.sums(lesson),
            "run": lambda: exact.runs(lesson),
            "break": lambda: exact.mistakes(lesson),
        },
    )
else:
    exact.parts(lesson)

close_page(lesson, "exact")
