#!/usr/bin/env python3
"""The words of C++ that C text may use, which are written down in three places, are the same there.

    keywords.py SOURCE_FOLDER
"""
import pathlib
import re
import sys


def main(root):
    known = (root / "generator/model/keywords.c").read_text()
    block = re.search(r"\bwords\[\] = \{(.*?)\};", known, re.DOTALL).group(1)
    device = root / "runtime/device"
    lists = {
        "generator/model/keywords.c": re.findall(r'"(\w+)"', block),
        "weft_keywords.h": re.findall(r"^#define (\w+)", (device / "weft_keywords.h").read_text(),
                                      re.MULTILINE),
        "weft_keywords_end.h": re.findall(r"^#undef (\w+)",
                                          (device / "weft_keywords_end.h").read_text(),
                                          re.MULTILINE),
    }
    everywhere = set.intersection(*map(set, lists.values()))
    failed = len(everywhere) < 40
    for name, words in lists.items():
        extra = sorted(set(words) - everywhere)
        failed |= bool(extra) or len(words) != len(set(words))
        print(f"{name}: {len(words)} words; not everywhere: {', '.join(extra) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
