"""What the tests of the pages share: headings, code blocks and links of Markdown."""

import re
import unicodedata

LINK = re.compile(r"(?<!\\)!?\[(?:[^\]\\]|\\.)*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")


def anchor_of(heading):
    """The anchor that a heading gets: lower case, without marks, with '-' for blanks."""
    text = unicodedata.normalize("NFC", re.sub(r"[`*]", "", heading)).lower()
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


def prose_and_blocks(text):
    """(lines outside of code blocks, [(heading, language, text of a block)])."""
    prose, blocks, heading, language, block = [], [], "", None, []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if language is not None:
                blocks.append((heading, language, "\n".join(block) + "\n"))
            language, block = (line[3:].strip(), []) if language is None else (None, [])
        elif language is not None:
            block.append(line)
        else:
            if line.startswith("#"):
                heading = line.lstrip("# ")
            prose.append((number, line))
    return prose, blocks


def headings(text):
    return [line.lstrip("# ") for _, line in prose_and_blocks(text)[0] if re.match("#+ ", line)]


def anchors(text):
    """All anchors of a page: of its headings, and those that it writes itself."""
    found = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in headings(text):
        anchor, number = anchor_of(heading), 0
        while (name := f"{anchor}-{number}" if number else anchor) in found:
            number += 1
        found.add(name)
    return found


def links(text):
    """(line, target) of every link and picture, none of those in code."""
    for number, line in prose_and_blocks(text)[0]:
        for match in LINK.finditer(re.sub(r"`[^`]*`", "``", line)):
            yield number, match[1]
