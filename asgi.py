"""The dashboard behind its security middleware, as an ASGI application. `make run` is `streamlit run asgi.py`."""

import sys
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.server import address, event_log, health, log_redaction, share_route, startup
from pages.server.page_language import PageLanguageMiddleware
from pages.server.security import SecurityMiddleware
from pages.server.signin_middleware import SigninMiddleware
from pages.server.upload import UploadGate
from pages.ui.person import signin_settings

log_redaction.install()
event_log.install()
if refusal := signin_settings.refusal() or address.refusal() or startup.refusal():
    sys.exit(refusal)
app = st.App(
    Path(__file__).with_name("app.py"),
    routes=[share_route.route, *health.routes],
    middleware=[
        Middleware(SecurityMiddleware),
        Middleware(PageLanguageMiddleware),
        Middleware(SigninMiddleware),
        Middleware(UploadGate),
    ],
    lifespan=startup.lifespan,
)
