#!/usr/bin/env python3
"""Every weft_NAME of the public headers is in emit_header.c's list of names that a typed entry must
not have.  usage: names.py SOURCE_FOLDER"""
import re
import sys
from pathlib import Path


def main(folder):
    names = set()
    for header in ("weft.h", "raw.h", "kernel.h", "dtypes.h", "shapes.h", "loop/grid.h"):
        text = (folder / "runtime/include/weft" / header).read_text()
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        names |= set(re.findall(r"\bweft_([a-z0-9_]+)\b", text))
    text = (folder / "generator/emit/emit_header.c").read_text()
    table = text[text.index("public_names[] = {"):]
    known = set(re.findall(r'"([a-z0-9_]+)"', table[:table.index("};")]))
    for name in sorted(names - known):
        print(f"generator/emit/emit_header.c: public_names lacks {name}")
    for name in sorted(known - names):
        print(f"generator/emit/emit_header.c: public_names has {name}, which no header declares")
    return 1 if names ^ known or not names else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))
