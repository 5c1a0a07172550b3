#!/usr/bin/env python3
"""No page and no text of a program fetches Weft's Python package from an index, where the name is another project's.

    names.py ROOT
"""

import pathlib
import re
import sys

SUFFIXES = {".md", ".1", ".c", ".h", ".py", ".toml", ".txt", ".cmake", ".sh"}
SKIPPED = {"build", ".git", "tests"}
# What pip and a build system would look up: the bare name, with or without an extra or a version.
FETCHED = re.compile(r"""(?:pip3?\ (?:install|download|wheel)[^\n`]*?[\ "'])weft(?:-ufuncs)?(?=[\s"'`\[=<>~]|$)
                       | requires\s*=\s*\[[^\]]*["']weft["'\[=<>~]""", re.VERBOSE)


def fetches(text):
    return [match[0] for match in FETCHED.finditer(text)]


def main(root):
    assert all(map(fetches, ('pip install weft', 'pip install "weft[build]"', "pip install -q 'weft-ufuncs>=0.1'",
                             'requires = ["scikit-build-core", "weft[build]"]')))
    assert not any(map(fetches, ("pip install .", "pip install ./weft_ufuncs-0.1.0-cp312-abi3-linux_x86_64.whl",
                                 "apt install weft", 'pip install "./weft_ufuncs-0.1.0.whl[build]"')))
    paths = [path for path in sorted(root.rglob("*"))
             if path.suffix in SUFFIXES and path.is_file() and not SKIPPED & set(path.relative_to(root).parts)]
    wrong = [f"{path.relative_to(root)}: {found}" for path in paths
             for found in fetches(path.read_text(encoding="utf-8"))]
    print("\n".join(wrong))
    print(f"{len(paths)} files, {len(wrong)} fetch a stranger's package")
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
