"""The lesson as a server sees it: the Streamlit app, its headers, and the card that a link shows.

`streamlit run asgi.py` and `uvicorn asgi:app` both serve it; `streamlit run app.py` serves the same
lesson without them. serving/headers.py says what FRAME_ANCESTORS may hold.
"""

from __future__ import annotations

import os
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

import lessons
import nimbus
import scorm
import serving
import specdec
import views
from lessons import load_lesson
from serving import alone, start
from serving.headers import SETTING, Headers, security_headers
from serving.preview import Preview, card_route
from views import lighter

alone.install()
lighter.install()  # here already: the first learner's connection comes before the first page is run
lesson = load_lesson()
start.settle(lessons, nimbus, scorm, serving, specdec, views)
app = st.App(
    Path(__file__).resolve().parent / "app.py",
    routes=[card_route()],
    middleware=[
        Middleware(Headers, headers=security_headers(os.environ.get(SETTING, "")).items()),
        Middleware(Preview, title=lesson.title, description=lesson.hook),
    ],
)
