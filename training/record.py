"""`python -m training.record`: record what the reference tokenizer makes of all kinds of text.

Writes `tests/nimbus/encodings.json`, so that the run-time loader is held to the reference where
the reference isn't installed.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from training.tokens import load

ROOT = Path(__file__).resolve().parent.parent
TEXTS = (
    "",
    " ",
    "\n",
    "Your export failed because your",
    "Customer: Hi, this is Maya from the finance team.\nNimbus: Hi Maya!",
    "survey-q3.csv costs $49 (error 413), 50,000 rows",
    "two  spaces,\ttab, \r\n line ends \n\n\n and  \t mixed",
    "don't can't we'll I'M",
    "EXPORT export Export eXpOrT",
    "🙂👍🏽👩‍👩‍👧‍👦🏳️‍🌈 emoji",
    "naïve café Ærøskøbing straße",
    "Ваш экспорт не удался",
    "导出失败，因为您的文件太大",
    "エクスポートに失敗しました",
    "내보내기에 실패했습니다",
    "فشل التصدير لأن ملفك",
    "הייצוא נכשל",
    "निर्यात विफल रहा",
    "e\u0301 \u202eright to left\u202c \ufeff \u200b zero width",
    "\x00\x01\x1b[31m control \x7f\x80\x9f",
    "\u2028line\u2029paragraph\u00a0nbsp\u3000wide",
    "²³½ ٣٤ 四 Ⅷ 12345678901234567890",
    "<|end|> and <|end|>",
    "a" * 300,
    "!?!?!?...---___***",
    "def f(x):\n    return x ** 2  # code",
    "\U0010ffff\ud7ff\ue000\uffff",
)


def main() -> None:
    """Write the file."""
    reference = load(ROOT / "assets" / "models" / "tokenizer.json")
    rng = np.random.default_rng(5)
    size = reference.get_vocab_size()
    lists = [[], *(rng.integers(0, size, n).tolist() for n in (1, 1, 2, 3, 5, 8, 13, 21, 34, 55))]
    lists += [rng.integers(1, 257, n).tolist() for n in (1, 2, 3, 4, 6, 9, 40, 80)]  # bytes alone
    data = {
        "encode": [{"text": text, "tokens": reference.encode(text).ids} for text in TEXTS],
        "decode": [{"tokens": tokens, "text": reference.decode(tokens)} for tokens in lists],
    }
    path = ROOT / "tests" / "nimbus" / "encodings.json"
    path.write_text(json.dumps(data, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
