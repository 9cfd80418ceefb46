"""The answers as files: an offline page, data, a signed bundle, records, a script."""

from __future__ import annotations

import streamlit as st

from dpcore.present import bundle, page, record
from dpcore.present.file import again, export, script
from dpcore.release.dataset import Dataset
from dpcore.text import Text
from pages.ui.card import release_card
from pages.ui.card.publish_form import Publication
from pages.ui.desk import desk
from pages.ui.language import say


def files(dataset: Dataset, publication: Publication) -> None:
    """Draws one button per file. Each file is made on request, for users who may read the answers."""
    own, name = desk(), release_card.stem(dataset)
    dossier = own.dossier(dataset.id, publication.releases, publication.title, publication.note)
    plan = again.plan(dossier.releases) if len({release.kind for release in dossier.releases}) == 1 else None
    offered = [
        (
            Text("Offline page"),
            f"{name}.html",
            "text/html",
            lambda: page.html(dossier, fingerprint=own.seal.fingerprint, offline=True).encode(),
        ),
        (Text("CSV"), f"{name}.csv", "text/csv", lambda: export.long_csv(publication.releases, dossier.unread)),
        (Text("Signed bundle"), f"{name}.zip", "application/zip", lambda: bundle.write(dossier, own.seal)),
        (Text("Methods note"), f"{name}-methods.md", "text/markdown", lambda: record.methods(dossier).encode()),
        (
            Text("Registry record"),
            f"{name}-registry.json",
            "application/json",
            lambda: record.to_json(record.registry(dossier)),
        ),
        (
            Text("NIST SP 800-226 points"),
            f"{name}-nist.json",
            "application/json",
            lambda: record.to_json(record.nist(dossier)),
        ),
    ]
    if plan is not None:
        offered += [
            (Text("Python script"), f"{name}.py", "text/x-python", lambda: script.python(dataset, plan).encode()),
            (Text("Notebook"), f"{name}.ipynb", "application/x-ipynb+json", lambda: script.notebook(dataset, plan)),
        ]
    with st.container(horizontal=True):
        for label, file, kind, make in offered:
            key = f"publish-file-{label.key}"
            st.download_button(say(label), make, file, kind, key, on_click="ignore", icon=":material/download:")
    if plan is None:
        st.caption(say("A script holds one plan: choose answers that were all paid in mu, or all in epsilon."))
