"""Step page."""

from views.frame import close_page, heading, open_page

lesson = open_page("math")
heading(lesson.text("math.title"), lesson.text("math.lead"))
close_page(lesson, "math")
