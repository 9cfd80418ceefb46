"""The dashboard behind its guard: app.py as an ASGI application. `make run` is `streamlit run asgi.py`."""

import sys
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.ui import address, quiet, setting, share_route, warm
from pages.ui.door import Door
from pages.ui.guard import Guard
from pages.ui.upload import Gate

quiet.install()
if refusal := setting.refusal() or address.refusal():
    sys.exit(refusal)
app = st.App(
    Path(__file__).with_name("app.py"),
    routes=[share_route.route],
    middleware=[Middleware(Guard), Middleware(Door), Middleware(Gate)],
    lifespan=warm.lifespan,
)
