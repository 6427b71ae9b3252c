"""The lesson as a SCORM package: a manifest, and a page that frames the lesson and reports for it.

`python -m scorm ADDRESS --version 2004 -o lesson.zip` makes one; the instructors' page does the
same. Standard library only. docs/embedding.md says what is reported, and what that can't promise.
"""

from scorm.package import VERSIONS, PackageError, file_name, package

__all__ = ["VERSIONS", "PackageError", "file_name", "package"]
