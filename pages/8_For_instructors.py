"""For instructors: what learners get, as code for a course page or as a SCORM package."""

from __future__ import annotations

import streamlit as st

from views import instructors
from views.frame import close_page, heading, open_page

lesson = open_page("instructors")
heading(lesson.text("instructors.title"), lesson.text("instructors.lead"))
left, right = st.columns([2, 3], gap="medium")
with left:
    instructors.choose(lesson)
with right:
    instructors.preview(lesson)
address = instructors.snippet(lesson)
instructors.packages(lesson, address)
close_page(lesson, "instructors")
