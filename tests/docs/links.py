#!/usr/bin/env python3
"""Relative links, anchors and pictures of all pages: prints what leads nowhere, pictures that no page
shows or that are too large, and fails if there is any. Nothing is fetched.

    links.py ROOT
"""

import pathlib
import sys

import pages

LARGEST_PICTURE = 60 * 1024
SKIPPED = {"build", ".git"}


def all_pages(root):
    return [path for path in sorted(root.rglob("*.md"))
            if not SKIPPED & set(path.relative_to(root).parts)]


def check_link(root, page, target):
    """What is wrong with a link of a page; None if nothing is."""
    if "://" in target or target.startswith("mailto:"):
        return None
    name, _, anchor = target.partition("#")
    there = (page.parent / name).resolve() if name else page
    if root not in [there, *there.parents]:
        return "leads out of the sources"
    if not there.exists():
        return "leads nowhere"
    if anchor and there.suffix == ".md" and anchor not in pages.anchors(there.read_text()):
        return f"there is no heading #{anchor}"
    return None


def check_pictures(root, shown):
    for path in sorted((root / "docs/pictures").iterdir()):
        if path not in shown:
            yield f"{path.relative_to(root)}: no page shows it"
        if path.stat().st_size > LARGEST_PICTURE:
            yield f"{path.relative_to(root)}: {path.stat().st_size} bytes, more than {LARGEST_PICTURE}"


def main(root):
    wrong, count, shown = [], 0, set()
    for page in all_pages(root):
        for line, target in pages.links(page.read_text()):
            count += 1
            shown.add((page.parent / target).resolve())
            fault = check_link(root, page, target)
            if fault:
                wrong.append(f"{page.relative_to(root)}:{line}: {target}: {fault}")
    wrong += check_pictures(root, shown)
    print("\n".join(wrong))
    print(f"{count} links, {len(wrong)} problems")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
