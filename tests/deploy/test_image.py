"""What the image of the app holds serves the lesson; every file that starts it starts the same."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from benchmarks.load_process import ONE_HEAP, Process, free_port

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", "")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
DEPLOYMENT, SERVICE = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8"))
POD = DEPLOYMENT["spec"]["template"]["spec"]
CONTAINERS = {one["name"]: one for one in POD["containers"]}


def stage(name: str) -> str:
    """Return the lines of one stage of the Containerfile."""
    return CONTAINERFILE.split(f" AS {name}\n")[1].split("\nFROM ")[0]


def last(instruction: str, text: str) -> list[str]:
    """Return the words of an instruction such as CMD or the CMD of a HEALTHCHECK."""
    return json.loads(re.findall(rf"^{instruction}.*?(\[.*\])$", text, re.MULTILINE)[-1])


def inside(folder: Path) -> Path:
    """Copy to a folder what .dockerignore lets through: names, and no caches."""
    everything, *lines = [
        line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] != "#"
    ]
    names = [line.removeprefix("!") for line in lines if line.startswith("!")]

    assert everything == "*"
    assert [line for line in lines if not line.startswith("!")] == ["**/__pycache__"]
    for name in names:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, target)
    return folder


class Image(Process):
    """The app's command of the Containerfile, in a folder that holds what the image holds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        super().__init__(port=free_port())

    def begin(self) -> subprocess.Popen[bytes]:
        """Start it at a port of its own."""
        program, *words = last("CMD", stage("app"))
        words = [word.replace("8501", str(self.port)) for word in words]
        command = [sys.executable, "-m", program, *words]
        with (self.folder / "said").open("w") as said:
            return subprocess.Popen(command, cwd=self.folder, stdout=said, stderr=said)

    def healthy(self) -> int:
        """Return how the health check of the image ends."""
        _, *words = last("HEALTHCHECK", stage("app"))
        words = [word.replace("8501", str(self.port)) for word in words]
        return subprocess.run(
            [sys.executable, *words], capture_output=True, timeout=20, check=False
        ).returncode


@pytest.fixture(scope="module")
def image(tmp_path_factory) -> Iterator[Image]:
    running = Image(inside(tmp_path_factory.mktemp("image")))
    yield running
    running.kill()


def test_what_the_image_holds_serves_every_page(image) -> None:
    """Nothing that a page reads is left out; the server asks no host for its own address."""
    command = [sys.executable, "benchmarks/load.py", "--url", image.url, "--pages", "all"]
    ran = subprocess.run(
        [*command, "--learners", "1", "--changes", "1"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip

    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1])["failed"] == 0
    assert "xternal" not in (image.folder / "said").read_text()


def test_the_health_check_tells_a_served_lesson_from_none(image) -> None:
    """It ends well while the lesson is served, badly once the process has gone."""
    served = image.healthy()
    image.kill()
    gone = image.healthy()
    image.start()

    assert (served, gone) == (0, 1)


def test_what_lies_in_the_folder_besides_stays_out_of_the_image(tmp_path) -> None:
    """Settings go in, secrets beside them don't; nor do tests, history and other work."""
    names = {path.name for path in inside(tmp_path).iterdir()}

    assert [path.name for path in (tmp_path / ".streamlit").iterdir()] == ["config.toml"]
    assert names.isdisjoint({".git", "tests", "training", "docs", ".venv", "build"})


@pytest.mark.parametrize("name", ["app-0", "app-1", "unit"])
def test_all_ways_start_the_app_by_the_same_command(name: str) -> None:
    """But for where it listens: image, pod and unit give the same options."""
    elsewhere = CONTAINERS[name]["args"] if name in CONTAINERS else _unit_command()
    where = re.compile(r"--server\.(port|address)=\S+")

    assert [where.sub("", word) for word in elsewhere] == [
        where.sub("", word) for word in last("CMD", stage("app"))
    ]


def _unit_command() -> list[str]:
    text = (DEPLOY / "lesson@.service").read_text("utf-8")
    program, *words = text.split("\nExecStart=")[1].splitlines()[0].split()
    return [Path(program).name, *words]


def test_the_pod_asks_each_process_where_it_listens() -> None:
    """nginx, the probe and the process name one port; the service finds nginx by its name."""
    web = {row["name"]: row["value"] for row in CONTAINERS["web"]["env"]}
    listens = {
        name: dict(word.split("=") for word in one["args"] if "=" in word)
        for name, one in CONTAINERS.items()
        if name != "web"
    }
    address = {
        name: f"{options['--server.address']}:{options['--server.port']}"
        for name, options in listens.items()
    }
    named = {row["name"] for row in CONTAINERS["web"]["ports"]}

    assert sorted(web.values()) == sorted(address.values())
    for name, where in address.items():
        probe = CONTAINERS[name]["livenessProbe"]["exec"]["command"]
        assert f"http://{where}/_stcore/health" in probe[-1]
    assert CONTAINERS["web"]["readinessProbe"]["httpGet"]["port"] in named
    assert {row["targetPort"] for row in SERVICE["spec"]["ports"]} == named
    assert SERVICE["spec"]["selector"] == DEPLOYMENT["spec"]["template"]["metadata"]["labels"]


def test_compose_asks_as_the_images_do() -> None:
    """podman's own format drops an image's health check, so compose.yaml repeats it."""
    for service, built in {"app-0": "app", "app-1": "app", "web": "web"}.items():
        assert COMPOSE[service]["healthcheck"]["test"] == [
            "CMD",
            *last("HEALTHCHECK", stage(built)),
        ]


def test_no_container_can_write_or_gain_rights() -> None:
    """Each has a read-only root with /tmp beside it, no capability, and a limit of memory."""
    for one in COMPOSE.values():
        assert one["read_only"] is True
        assert one["tmpfs"] == ["/tmp"]
        assert one["cap_drop"] == ["ALL"]
        assert one["security_opt"] == ["no-new-privileges:true"]
        assert one["mem_limit"]
    for one in CONTAINERS.values():
        assert one["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert [mount["mountPath"] for mount in one["volumeMounts"]] == ["/tmp"]
        assert one["resources"]["limits"]["memory"]
    assert POD["securityContext"]["runAsNonRoot"] is True


def test_wherever_it_is_served_its_threads_share_a_heap() -> None:
    """The images, the unit and `make run` say so; and what is measured is what is shipped."""
    ((name, value),) = ONE_HEAP.items()

    assert f"{name}={value}" in stage("app")
    for file in (DEPLOY / "lesson@.service", ROOT / "Makefile"):
        assert re.search(rf"^[^#]*\b{name}={value}\b", file.read_text("utf-8"), re.MULTILINE)
