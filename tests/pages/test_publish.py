"""Publish, Verify and the shared page: a link made once and shown once, files, bundles, comments; markup stays text."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile

import pytest

from dpcore import Desk
from dpcore.errors import AccessError
from dpcore.present import bundle
from pages.publish import link, verdict
from pages.ui.desk import desk
from pages.ui.person import signin
from tests.pages.conftest import RESULTS
from tests.pages.test_hostile import LIVE, NAMES, texts

PUBLISH, VERIFY = "pages/publish/publish.py", "pages/publish/verify.py"
SHARED = "pages/publish/shared.py"
NOWHERE = "This link is not valid"


@pytest.fixture
def released(answered):
    """The sample table with one answer, at Publish."""
    return answered.go(PUBLISH)


@pytest.fixture
def published(released):
    """The answer published under a title."""
    return publish(released)


def publish(screen, title="Visits by age", note=""):
    screen.fill("Answers", [release.key for release in screen.desk.releases("sample")])
    return screen.fill("Title", title).fill("Note", note).press("Publish")


def token(screen) -> str:
    """The secret in the link that is shown."""
    return re.split(r"/s/|\?share=", screen.at.code[0].value)[1]


def shares(screen):
    return screen.desk.sharing("sample").all


def open_link(screen, secret):
    screen.at.query_params["share"] = secret
    return screen.go(SHARED)


# Publish


def test_an_empty_dataset_says_what_to_do(sampled):
    sampled.go(PUBLISH)
    assert "nothing to publish" in sampled.text
    assert not [button for button in sampled.at.button if button.label == "Publish"]


def test_a_link_is_made_and_shown_only_now(published, fresh):
    secret = token(published)
    assert "shown only once" in published.text
    assert published.desk.open_share(secret, count=False).share.title == "Visits by age"
    assert len(shares(published)) == 1
    assert not fresh().go(PUBLISH).at.code[:-2]  # but for the desk's own key
    published.press("I have copied it")
    assert secret not in str(published.at)
    assert published.at.text_input(key=f"publish-{published.desk.datasets()[0].id}-title").value == ""


def test_a_link_ends_when_the_form_says(released):
    publish(released)
    today = dt.datetime.now(dt.UTC).date()
    assert (shares(released)[0].until or "")[:10] in {str(today + dt.timedelta(days=add)) for add in (29, 30, 31)}
    released.press("I have copied it").fill("The link is valid", "until it is revoked")
    publish(released)
    assert shares(released)[1].until is None
    released.press("I have copied it").fill("The link is valid", "until a date")
    day = today + dt.timedelta(days=3)
    publish(released.fill("Last day (UTC)", day))
    assert (shares(released)[2].until or "").startswith((str(day), str(day + dt.timedelta(days=1))))


def test_a_title_is_needed_and_nothing_typed_is_lost(released):
    publish(released, title=" ", note="a note")
    assert "needs a title" in released.errors[0]
    assert shares(released) == []
    publish(released, note="a note")
    assert shares(released)[0].note == "a note"


def test_the_preview_is_what_a_colleague_sees(released):
    released.fill("Answers", [release.key for release in released.desk.releases("sample")])
    released.fill("Title", "Visits by age").fill("Note", "first line\n\nsecond line")
    assert "margin of error from privacy noise: ±" not in released.text
    released.at.session_state["publish-preview"] = True
    released.run()
    assert "Visits by age" in released.text
    assert "second line" in released.text
    assert "margin of error from privacy noise" in released.text
    assert "What you may not conclude" in released.text
    assert shares(released) == []


def test_the_list_says_who_when_and_how_often_and_revoking_needs_a_second_press(published):
    secret = token(published)
    published.desk.open_share(secret)
    published.press("I have copied it")
    assert "opened once" in published.text
    assert "by owner on" in published.text.replace("\\", "")
    published.press("Revoke this link")
    assert shares(published)[0].state == "revoked"
    with pytest.raises(AccessError):
        published.desk.open_share(secret)


def test_results_lead_to_publish_with_that_answer_chosen(released):
    released.go(RESULTS).press("Publish…")
    assert released.at.title[0].value == "Publish"
    assert released.at.multiselect[0].value == [release.key for release in released.desk.releases("sample")]


def test_a_viewer_sees_why_and_is_refused(published, monkeypatch):
    published.desk.team("sample").add("vera@example.org", "viewer")
    with monkeypatch.context() as patch:
        patch.setattr(signin, "user", lambda: "vera@example.org")
        published.go(PUBLISH)
        assert "You are a viewer" in published.at.info[0].value
        assert not [button for button in published.at.button if button.label in ("Publish", "Revoke this link")]
        assert "Visits by age" in published.text
        assert not [button for button in published.go(RESULTS).at.button if button.label == "Publish…"]
        name = desk().datasets()[0].name
        with pytest.raises(AccessError):
            desk().sharing(name).publish(desk().releases(name), "Visits by age")


# Shared


def test_a_link_opens_in_the_app_and_is_counted_once(published):
    secret = token(published)
    open_link(published, secret)
    assert not published.errors
    assert "margin of error from privacy noise" in published.text
    published.run().run()
    assert shares(published)[0].opened == 1


@pytest.mark.sample(3)
@pytest.mark.parametrize("bad", ["", "x", "../../etc/passwd", "a" * 500, "<script>"])
def test_every_wrong_link_says_the_same(published, bad):
    open_link(published, token(published)[:-1])
    said = published.errors
    assert NOWHERE in said[0]
    assert open_link(published, bad).errors == said


def test_a_revoked_link_says_the_same(published):
    secret = token(published)
    published.press("Revoke this link")
    assert NOWHERE in open_link(published, secret).errors[0]


def test_comments_are_written_read_and_deleted(published):
    secret = token(published)
    open_link(published, secret).fill("Comment", "What of March?\nAnd April?").press("Send the comment")
    assert "What of March?" in published.text
    assert "And April?" in published.text
    published.press("Send the comment")  # with nothing in the box
    assert [one.text for one in published.desk.comments_on(secret)] == ["What of March?\nAnd April?"]


def test_a_comment_that_cannot_be_kept_stays_in_its_box(published):
    open_link(published, token(published)).fill("Comment", "a\u202eb").press("Send the comment")
    assert "U+202E" in published.errors[0].replace("\\", "")
    assert published.at.text_area[0].value == "a\u202eb"


def test_a_passer_by_reads_and_cannot_write(published, monkeypatch):
    secret = token(published)
    published.desk.comment_on(secret, "What of March?")

    def nobody():
        raise AccessError("Nobody is signed in.", "Sign in first.")

    with monkeypatch.context() as patch:
        patch.setattr(signin, "user", nobody)
        patch.setattr(link, "routed", lambda: False)  # as `streamlit run app.py` has it, whatever was imported here
        open_link(published, secret)
        assert "margin of error from privacy noise" in published.text
        assert "Sign in to read comments" in published.text
        assert "March" not in published.text and "owner**" not in published.text
        assert not published.at.text_area
        published.at.query_params.clear()
        for page in (SHARED, PUBLISH, RESULTS):
            assert "margin of error from privacy noise: ±" not in published.go(page).text


# Verify


@pytest.fixture
def sealed(released) -> bytes:
    desk = released.desk
    return bundle.write(desk.dossier("sample", desk.releases("sample"), "Visits by age"), desk.seal)


def check(screen, data, name="bundle.zip"):
    screen.at.query_params.clear()  # as the menu's links do
    return screen.go(VERIFY).upload(data, name)


def test_a_genuine_bundle_shows_its_answers(released, sealed):
    check(released, sealed)
    assert "Genuine" in released.at.success[0].value
    assert "Visits by age" in released.text
    assert "margin of error from privacy noise" in released.text


def test_an_altered_bundle_is_said_to_be_and_shows_nothing(released, sealed):
    middle = len(sealed) // 2
    check(released, sealed[:middle] + bytes([sealed[middle] ^ 1]) + sealed[middle + 1 :])
    assert "Altered" in released.errors[0]
    assert "margin of error from privacy noise: ±" not in released.text


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"not a zip at all"])
def test_what_is_no_bundle_is_told_in_words(released, data):
    check(released, data)
    assert len(released.errors) == 1
    assert "Something went wrong" not in released.errors[0]


def test_an_unknown_signer_is_trusted_by_name_after_comparing(released, sealed, tmp_path):
    with Desk(home=tmp_path / "other") as other:
        dossier = released.desk.dossier("sample", released.desk.releases("sample"), "From elsewhere")
        foreign, key = bundle.write(dossier, other.seal), other.seal.fingerprint
    check(released, foreign)
    assert "Unknown signer" in released.at.warning[0].value
    assert released.at.code[0].value == key
    assert "margin of error from privacy noise: ±" not in released.text
    assert next(button for button in released.at.button if button.label == "Trust this key").disabled
    released.fill("I have compared the fingerprint, and it matches.", True).fill(
        "Owner of the key", "Statistics office"
    )
    released.press("Trust this key")
    assert "Genuine" in released.at.success[0].value
    assert "From elsewhere" in released.text
    assert [one.name for one in released.desk.trusted][1:] == ["Statistics office"]
    assert "Signed by Statistics office" in released.text
    released.press("Stop trusting")
    assert "Unknown signer" in released.at.warning[0].value
    assert "From elsewhere" not in released.text


def test_a_bundle_that_is_too_large_is_not_read(released):
    check(released, b"PK" * (verdict.MOST_MB * 2**19 + 1))
    assert "at most 50 MB" in released.errors[0]


# Markup


def test_hostile_titles_notes_and_comments_are_inert(sent, published, sealed):
    secret = token(published)
    published.press("I have copied it")
    words = [name for name in NAMES if len(name) < 200]  # titles and notes may be longer than names
    for name in words:
        publish(published, title=name, note=f"{name}\n\n{name}").press("I have copied it")
        published.desk.comment_on(secret, f"{name}\n{name}")
    everything = "\n".join(words)
    published.desk.sharing("sample").publish(published.desk.releases("sample"), NAMES[0], everything)
    open_link(published, secret)
    dossier = published.desk.dossier("sample", published.desk.releases("sample"), NAMES[2], everything)
    check(published, bundle.write(dossier, published.desk.seal), f"{NAMES[0].replace('/', '')}.zip")
    assert "Genuine" in published.at.success[0].value
    published.go(PUBLISH)
    live = [(path, text) for message in sent for path, text in texts(message) if LIVE.search(text)]
    assert live == []


def test_links_lead_where_colleagues_reach_the_desk(published, monkeypatch):
    monkeypatch.setenv("MURMUR_URL", "https://murmur.example.org/")
    assert published.run().at.code[0].value.startswith("https://murmur.example.org/")
    monkeypatch.setattr(link, "routed", lambda: True)
    assert link.address("abc") == "https://murmur.example.org/s/abc"
    monkeypatch.setattr(link, "routed", lambda: False)
    assert link.address("abc") == "https://murmur.example.org/?share=abc"


def test_downloads_are_made_when_asked_for(released):
    released.fill("Answers", [release.key for release in released.desk.releases("sample")])
    labels = [button.proto.label for button in released.at.get("download_button")]
    assert {"Offline page", "Signed bundle", "Python script", "Notebook", "CSV"} <= set(labels)
    assert zipfile.is_zipfile(io.BytesIO(sealed_of(released)))


def sealed_of(screen) -> bytes:
    desk = screen.desk
    return bundle.write(desk.dossier("sample", desk.releases("sample")), desk.seal)
