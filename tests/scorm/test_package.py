"""A SCORM package: its manifest against the standards' schemas, its address, its refusals."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from lxml import etree

from lessons import load_lesson
from scorm import VERSIONS, PackageError, file_name, package
from scorm.__main__ import main
from tests.scorm.helpers import SCHEMAS, config_of, needs_fetched, opened

LESSON = load_lesson()
ADDRESS = "https://lesson.example/s0/Draft_ahead?seed=12&words=a|b"
# The schema of the manifest itself, and those of the name spaces that it borrows from.
SETS = {
    "1.2": ("scorm12edition", ["imscp_rootv1p1p2.xsd", "adlcp_rootv1p2.xsd"]),
    "2004": ("scorm20044thedition", ["imscp_v1p1.xsd", "adlcp_v1p3.xsd", "imsss_v1p0.xsd"]),
}


def schema(version: str) -> etree.XMLSchema:
    """Return one schema that imports all that a manifest of this version may hold."""
    folder, names = SETS[version]
    files = [SCHEMAS / folder / name for name in names]
    spaces = [etree.parse(file).getroot().get("targetNamespace") for file in files]
    imports = "".join(
        f'<xs:import namespace="{space}" schemaLocation="{file.as_uri()}"/>'
        for space, file in zip(spaces, files, strict=True)
    )
    head = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
    return etree.XMLSchema(etree.fromstring(f"{head}{imports}</xs:schema>"))


@needs_fetched
@pytest.mark.parametrize("version", VERSIONS)
def test_the_manifest_is_valid(version):
    """By the XSD files of IMS and ADL for its version, foreign attributes included."""
    manifest = opened(package(LESSON, ADDRESS, version=version))["imsmanifest.xml"]
    rules = schema(version)

    assert rules.validate(etree.fromstring(manifest.encode())), rules.error_log


@needs_fetched
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("asset-or-sco", "sco"),
        ('<file path="', '<file href="'),
        ("<organization title=", "<organization identifier="),
    ],
)
def test_the_schemas_would_have_found_a_wrong_manifest(version, wrong, right):
    """A wrong value, a wrong attribute of ours and one missing are each refused."""
    manifest = opened(package(LESSON, ADDRESS, version=version))["imsmanifest.xml"]
    marker = f'"{right}"' if right == "sco" else right
    broken = manifest.replace(marker, f'"{wrong}"' if right == "sco" else wrong, 1)

    assert broken != manifest
    assert not schema(version).validate(etree.fromstring(broken.encode()))


@pytest.mark.parametrize("version", VERSIONS)
def test_the_manifest_names_every_file_and_one_thing_to_open(version):
    """One item, one resource, a SCO that opens index.html; what it lists is what is packed."""
    files = opened(package(LESSON, ADDRESS, version=version))
    root = ElementTree.fromstring(files["imsmanifest.xml"])
    space = root.tag.partition("}")[0] + "}"
    resource = root.findall(f".//{space}resource")
    item = root.findall(f".//{space}item")
    kinds = {name.rpartition("}")[2].lower(): value for name, value in resource[0].attrib.items()}

    assert (len(resource), len(item)) == (1, 1)
    assert item[0].get("identifierref") == resource[0].get("identifier")
    assert kinds["scormtype"] == "sco"
    assert kinds["href"] == "index.html"
    listed = {one.get("href") for one in root.iter(f"{space}file")}
    assert listed == set(files) - {"imsmanifest.xml"}
    assert root.findtext(f".//{space}schemaversion").startswith(version)


def test_the_address_is_framed_as_it_was_given():
    """The state in it stays; embed=true is added once, a fragment goes."""
    for given in (ADDRESS, f"{ADDRESS}#top", f"{ADDRESS}&embed=true", f"{ADDRESS}&embed=false"):
        framed = config_of(package(LESSON, given))["address"]

        assert framed.startswith("https://lesson.example/s0/Draft_ahead?")
        assert framed.count("embed=") == framed.count("embed=true") == 1
        assert "seed=12" in framed
        assert "words=a%7Cb" in framed
        assert "#" not in framed


@pytest.mark.parametrize(
    "address",
    [
        "",
        "lesson.example/Draft_ahead",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "https://",
        "https://user:secret@lesson.example/",
        "https://lesson.example:port/",
        "https://lesson.example/a b",
        "https://lesson.example/\n",
        "https://lesson.example/ä",
        "https://lesson.example/" + "a" * 2000,
        "https://[::1/",
    ],
)
def test_an_address_that_no_course_page_could_frame_is_refused(address):
    """By part, rule and value."""
    with pytest.raises(PackageError, match=r"^address: must be"):
        package(LESSON, address)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"version": "1.3"}, "version"),
        ({"mastery": -0.1}, "mastery"),
        ({"mastery": 1.1}, "mastery"),
        ({"mastery": float("nan")}, "mastery"),
        ({"needs": ("draft", "home")}, "needs"),
    ],
)
def test_an_option_that_breaks_its_rule_is_refused(options, part):
    """By part, rule and value."""
    with pytest.raises(PackageError, match=rf"^{part}: must be .*; got "):
        package(LESSON, ADDRESS, **options)


def test_nothing_in_title_or_address_becomes_markup():
    """Hostile words stay words, in the page and in the manifest."""
    hostile = '</script><script>alert("1")</script>&'
    lesson = replace(LESSON, title=hostile)
    packed = package(lesson, f"https://a.example/?words={'</script>'}|b")
    files = opened(packed)
    root = ElementTree.fromstring(files["imsmanifest.xml"])
    space = root.tag.partition("}")[0] + "}"

    assert root.findtext(f".//{space}title") == f"8.3 {hostile}"
    assert files["index.html"].count("<script") == 2
    assert "script" in config_of(packed)["address"]


def test_needs_and_mastery_are_passed_on():
    """All steps by default; a share of the quiz only when it is asked for."""
    by_default = config_of(package(LESSON, ADDRESS))
    asked = config_of(package(LESSON, ADDRESS, needs=("math",), mastery=0.7))

    assert by_default["needs"] == [step.slug for step in LESSON.steps]
    assert by_default["mastery"] == 0
    assert (asked["needs"], asked["mastery"]) == (["math"], 0.7)


def test_the_same_request_gives_the_same_bytes():
    """Nothing depends on the day; another address has another identifier."""
    again, other = package(LESSON, ADDRESS), package(LESSON, "https://other.example/")

    assert package(LESSON, ADDRESS) == again
    assert opened(again)["imsmanifest.xml"] != opened(other)["imsmanifest.xml"]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_command_writes_a_package(tmp_path, capsys, version):
    """It says where, what and how large, and the file is the package."""
    target = tmp_path / "lesson.zip"
    options = ["--version", version, "--needs", "draft,math", "--mastery", ".5"]
    status = main([ADDRESS, *options, "-o", str(target)])
    wanted = package(LESSON, ADDRESS, version=version, needs=("draft", "math"), mastery=0.5)

    assert status == 0
    assert target.read_bytes() == wanted
    assert f"SCORM {version}, {len(wanted)} bytes" in capsys.readouterr().out


def test_the_command_names_the_file_itself(tmp_path, monkeypatch):
    """Without -o it is called after the lesson and the version."""
    monkeypatch.chdir(tmp_path)

    assert main([ADDRESS, "--version", "2004"]) == 0
    assert (tmp_path / file_name("2004")).exists()


def test_the_command_says_what_is_wrong_in_one_line(tmp_path, capsys):
    """A bad address, and a folder that isn't there: status 1, no traceback, no file."""
    missing = tmp_path / "no" / "folder.zip"

    assert main(["nonsense", "-o", str(tmp_path / "x.zip")]) == 1
    assert "address: must be" in capsys.readouterr().err
    assert main([ADDRESS, "-o", str(missing)]) == 1
    assert "folder.zip" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
