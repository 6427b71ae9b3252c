"""A file that is made when a learner asks for it stays until the learner has it.

Streamlit makes such a file, sends its address, and notes it as nobody's. What is nobody's goes with
the second run that ends after that, whoever's it is: in a class, before the learner's browser can
ask for it. Here the file belongs to the learner who asked, as one that came with the page does.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from streamlit.runtime.media_file_manager import MediaFileManager

nobodys = MediaFileManager.execute_deferred


def learners(self: MediaFileManager, file_id: str) -> str:
    """Do what `nobodys` does, and note whose the file is: until it's made again, or they leave."""
    url = nobodys(self, file_id)
    with self._lock:
        asked = self._deferred_callables.get(file_id)
        if asked:
            theirs = self._files_by_session_and_coord[asked["session_id"]]
            theirs[f"made at {asked['coordinates']}"] = PurePosixPath(url).stem
    return url


def install() -> None:
    """Have Streamlit use it."""
    MediaFileManager.execute_deferred = learners  # type: ignore[method-assign]
