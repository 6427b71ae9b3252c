"""Fill in deploy/nginx.conf.template for a machine of your own.

    python deploy/render.py --listen 8080 --static /srv/lesson/static \
        127.0.0.1:8501 127.0.0.1:8502 > /etc/nginx/conf.d/lesson.conf

Any number of processes: each gets a line in `upstream`.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

TEMPLATE = Path(__file__).resolve().parent / "nginx.conf.template"
APP = re.compile(r"^ *server \$\{LESSON_APP_\d\}.*\n", re.MULTILINE)


def rendered(listen: str, static: str, apps: list[str]) -> str:
    """Return the configuration.

    Parameters
    ----------
    listen
        Port, or address and port, that nginx serves on.
    static
        Folder that deploy/precompress.py has written.
    apps
        Address and port of each process of the app.

    Raises
    ------
    ValueError
        If there is no process, or the template has a variable that isn't filled in.
    """
    if not apps:
        raise ValueError("apps: name at least one process, as host:port")
    text = TEMPLATE.read_text("utf-8")
    lines = APP.findall(text)
    one = re.sub(r"\$\{LESSON_APP_\d\}", "{}", lines[0])
    text = APP.sub("", text.replace(lines[0], "".join(one.format(app) for app in apps), 1))
    settings, body = text.split("\nmap ", 1)  # the head only speaks of the variables
    body = body.replace("${LESSON_LISTEN}", listen).replace("${LESSON_STATIC}", static)
    if left := re.findall(r"\$\{LESSON_\w+\}", body):
        raise ValueError(f"{TEMPLATE.name}: not filled in: {', '.join(left)}")
    return f"{settings}\nmap {body}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--listen", default="8080")
    parser.add_argument("--static", default="/srv/lesson/static")
    parser.add_argument("apps", nargs="+", metavar="HOST:PORT")
    given = parser.parse_args()
    print(rendered(given.listen, given.static, given.apps), end="")
