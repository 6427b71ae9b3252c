"""Step 5: the Nimbus thread, what speed costs, so what, the quiz, and what to take along."""

from __future__ import annotations

from views import quiz, so_what, speed, speed_curve, speed_measured, takeaway_summary
from views.frame import close_page, heading, open_page
from views.questions import ask

lesson = open_page("nimbus")
heading(lesson.text("nimbus.title"), lesson.text("nimbus.lead"))

so_what.thread(lesson)
if ask(lesson, "nimbus-bit-identical"):
    so_what.promised(lesson)

numbers = speed.calculator(lesson)
speed_curve.curve(lesson, numbers)
if ask(lesson, "nimbus-logged-rate"):
    speed.logged(lesson, numbers)
if ask(lesson, "nimbus-best-draft"):
    speed_measured.measured(lesson)
if ask(lesson, "nimbus-always-faster"):
    speed_measured.stops(lesson, numbers)

if ask(lesson, "nimbus-price"):
    so_what.so_what(lesson, numbers)
quiz.quiz(lesson)
takeaway_summary.take_along(lesson)

close_page(lesson, "nimbus")
