"""Step 5: the Nimbus thread, what speed costs, so what, the quiz, and what to take along."""

from __future__ import annotations

from views.frame import close_page, heading, open_page

lesson = open_page("nimbus")
heading(lesson.text("nimbus.title"), lesson.text("nimbus.lead"))
close_page(lesson, "nimbus")
