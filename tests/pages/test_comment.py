"""Comments of a tab whose sign-in ended elsewhere: none is written, none goes."""

from __future__ import annotations

import pytest

from dpcore.errors import AccessError
from pages.ui.person import signin
from tests.pages.test_publish import PUBLISH, open_link, publish, token


@pytest.fixture(params=["shared", "publish"])
def commented(request, answered, monkeypatch):
    """A page with one comment and a box, its link, and what ends the sign-in elsewhere."""
    answered.go(PUBLISH)
    secret = token(publish(answered))
    desk = answered.desk
    desk.comment_on(secret, "What of March?")
    if request.param == "shared":
        open_link(answered, secret)
    else:
        (share,) = desk.sharing("sample").all
        answered.at.session_state[f"link-{share.id}-comments"] = True
        answered.run()

    def nobody():
        raise AccessError("Nobody is signed in.", "Sign in first.")

    yield (
        answered,
        lambda: [one.text for one in desk.comments_on(secret)],
        lambda: monkeypatch.setattr(signin, "user", nobody),
    )
    monkeypatch.undo()


def test_a_comment_is_written_while_the_sign_in_lasts(commented):
    screen, comments, _ = commented
    screen.type("Comment", "And April?").press("Send the comment")
    assert comments() == ["What of March?", "And April?"]
    screen.press("Delete")
    assert comments() == ["And April?"]


def test_no_comment_is_written_after_it(commented):
    screen, comments, end = commented
    screen.type("Comment", "And April?")
    end()
    screen.press("Send the comment")
    assert comments() == ["What of March?"]


def test_no_comment_is_deleted_after_it(commented):
    screen, comments, end = commented
    end()
    screen.press("Delete")
    assert comments() == ["What of March?"]
