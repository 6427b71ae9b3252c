"""A file made when it is asked for is there when the learner's browser comes for it."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from serving import made

NAMES = ["speculative_decode.py", "speculative_decode.ipynb", None]


class Files:
    """Streamlit's files, and one learner with a button that makes one of them."""

    def __init__(self, monkeypatch, name: str | None = "round.py", mime: str = "text/x-python"):
        monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: "learner")
        self.manager = MediaFileManager(MemoryMediaFileStorage("/media"))
        self.text = "first"
        self.button = self.manager.add_deferred(lambda: self.text, mime, "0.1", name)

    def others_runs_end(self) -> None:
        for _ in range(3):
            self.manager.remove_orphaned_files()

    def held(self, url: str) -> bytes | None:
        file = self.manager.read_file(PurePosixPath(url).stem)
        return file and file.content


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mime", ["text/x-python", "application/x-ipynb+json", "text/markdown"])
def test_a_file_outlasts_the_runs_of_others(monkeypatch, name, mime) -> None:
    """With an ending in its address or without one."""
    files = Files(monkeypatch, name, mime)
    url = made.learners(files.manager, files.button)
    files.others_runs_end()

    assert files.held(url) == b"first"


def test_a_file_goes_when_it_is_made_again_or_the_learner_goes(monkeypatch) -> None:
    """A learner holds one file a button, and nothing once they have left."""
    files = Files(monkeypatch)
    first = made.learners(files.manager, files.button)
    files.text = "second"
    second = made.learners(files.manager, files.button)
    files.others_runs_end()
    while_here = files.held(first), files.held(second)
    files.manager.clear_session_refs("learner")
    files.others_runs_end()

    assert while_here == (None, b"second")
    assert files.held(second) is None
    assert not files.manager._files_by_session_and_coord


def test_streamlit_by_itself_would_lose_it(monkeypatch) -> None:
    """With the second run that ends. When this fails, see whether made.py is still needed."""
    files = Files(monkeypatch)
    url = made.nobodys(files.manager, files.button)
    at_once = files.held(url)
    files.others_runs_end()

    assert at_once == b"first"
    assert files.held(url) is None


def test_the_server_uses_it() -> None:
    """Installed, it is what a click on a button reaches."""
    made.install()

    assert MediaFileManager.execute_deferred is made.learners
