"""A real OpenID Connect provider on loopback: discovery, authorization code with PKCE, tokens, keys, userinfo.

It believes whoever types an address. `lie` makes it issue what a sound client must refuse.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, PASSWORD = "murmur", secrets.token_urlsafe(24)
FORM = """<!doctype html><title>Sign in</title><form method="post">
<label>Address <input name="email" autofocus></label><button>Continue</button></form>"""
NONE = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').decode().rstrip("=")


class Provider:
    """The provider, running while `with` holds it. `lie`: what is wrong with the next tokens; `lasts`: their seconds.

    Lies: audience, issuer, nonce, expired, unsigned, key (another signs), unverified, unsaid, speechless (no address).
    """

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
        self.lie = ""
        self.lasts = 3600.0
        self.codes: dict[str, dict[str, str]] = {}
        self.subjects: dict[str, str] = {}
        self.exchanged = 0
        handler = type("Handler", (_Handler,), {"provider": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://localhost:{self.server.server_port}"
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Provider:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self._thread.join()

    def secrets(self, path: Path, cookie_secret: str | None = None) -> Path:
        """Writes a secrets.toml that names this provider, for a dashboard on whichever port."""
        path.write_text(
            "[auth]\n"
            'redirect_uri = "http://localhost:{port}/oauth2callback"\n'
            f'cookie_secret = "{secrets.token_urlsafe(48) if cookie_secret is None else cookie_secret}"\n'
            f'client_id = "{CLIENT}"\n'
            f'client_secret = "{PASSWORD}"\n'
            f'server_metadata_url = "{self.url}/.well-known/openid-configuration"\n'
        )
        return path

    def discovery(self) -> dict[str, Any]:
        """What a client needs to know."""
        names = {"authorization": "authorize", "token": "token", "userinfo": "userinfo", "end_session": "leave"}
        return {
            "issuer": self.url,
            **{f"{name}_endpoint": f"{self.url}/{path}" for name, path in names.items()},
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }

    def grant(self, asked: dict[str, str], email: str) -> str:
        """A code for somebody who typed an address; the address of the client to go back to."""
        code = secrets.token_urlsafe(16)
        self.codes[code] = {**asked, "email": email}
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def exchange(self, form: dict[str, str]) -> dict[str, Any] | None:
        """Tokens for a code, once, for who knows the verifier of its challenge."""
        asked = self.codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        known = (form.get("client_id"), form.get("client_secret")) == (CLIENT, PASSWORD)
        if asked is None or not known or asked.get("code_challenge") != challenge:
            return None
        self.exchanged += 1
        access = secrets.token_urlsafe(16)
        return {"access_token": access, "token_type": "Bearer", "expires_in": 300, "id_token": self._token(asked)}

    def claims(self, email: str, nonce: str = "") -> dict[str, Any]:
        """What an ID token says of somebody, lies and all."""
        now = time.time()
        subject = self.subjects.setdefault(email, secrets.token_hex(8))
        said: dict[str, Any] = {
            "iss": "https://elsewhere.example" if self.lie == "issuer" else self.url,
            "aud": "another" if self.lie == "audience" else CLIENT,
            "sub": subject,
            "iat": int(now),
            "exp": int(now - 3600 if self.lie == "expired" else now + self.lasts),
            "nonce": "another" if self.lie == "nonce" else nonce,
            "email": email,
            "email_verified": self.lie != "unverified",
            "name": email.split("@")[0].title(),
        }
        dropped = {"unsaid": "email_verified", "speechless": "email"}.get(self.lie)
        return {name: value for name, value in said.items() if name != dropped}

    def _token(self, asked: dict[str, str]) -> str:
        claims = self.claims(asked["email"], asked.get("nonce", ""))
        if self.lie == "unsigned":
            body = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
            return f"{NONE}.{body}."
        key = RSAKey.generate_key(2048, {"kid": "one"}) if self.lie == "key" else self.key
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims, key)


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        address, asked = self._asked()
        if address == "/.well-known/openid-configuration":
            self._say(self.provider.discovery())
        elif address == "/keys":
            self._say({"keys": [self.provider.key.as_dict(private=False)]})
        elif address == "/authorize" and asked.get("code_challenge_method") == "S256":
            self._send(200, FORM.encode(), "text/html")
        elif address == "/leave":
            self._go(asked["post_logout_redirect_uri"])
        else:
            self._send(404, html.escape(address).encode(), "text/html")

    def do_POST(self) -> None:
        address, asked = self._asked()
        form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        if address == "/authorize":
            self._go(self.provider.grant(asked, form["email"]))
            return
        name, _, word = (
            base64.b64decode(self.headers.get("Authorization", "Basic Og==").split()[1]).decode().partition(":")
        )
        tokens = self.provider.exchange({"client_id": name, "client_secret": word, **form})
        self._say(tokens or {"error": "invalid_grant"}, 200 if tokens else 400)

    def _asked(self) -> tuple[str, dict[str, str]]:
        parts = urlsplit(self.path)
        return parts.path, dict(parse_qsl(parts.query))

    def _go(self, address: str) -> None:
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _say(self, data: dict[str, Any], status: int = 200) -> None:
        self._send(status, json.dumps(data).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Silence."""
