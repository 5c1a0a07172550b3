#!/usr/bin/env python3
"""docs/promises.md maps every sentence of docs/semantics.md to tests: prints what the map lacks,
what it has too much, and every test in it that does not exist; fails if there is any.

    promises.py ROOT CTEST BUILD_FOLDER [--complete]

Without --complete the build has not all tests, and a name that is not among them is looked for by
its folder alone.
"""

import pathlib
import re
import subprocess
import sys

# Where the cases of a test are defined, by the beginning of its name; else its folder in tests/.
SOURCES = {
    "unit.": "tests/unit/test_{}.c",
    "tool.": "tests/tool/test_{}.py",
    "faults.": "tests/faults/test_faults.py",
    "signatures_": "tests/signatures/test_{}.c",
    "golden/": "tests/golden/{}.c",
}


def plain(text):
    """A text without its markup, on one line."""
    return " ".join(text.replace("**", "").replace("`", "").replace("\\|", "|").split())


def sentences_of(block):
    """Those of one block of lines; a table or a grammar counts as one, by its first line."""
    first = block[0].strip()
    if first.startswith("|"):
        return [plain(first.replace("|", " "))]
    if first.startswith("```"):
        return [plain(block[1])]
    text = re.sub(r"^- ", "", " ".join(line.strip() for line in block))
    return [plain(sentence) for sentence in re.split(r"(?<=[.!?])\s+", text)]


def read_rules(text):
    """(heading, sentence) of a document, in its order; before the first heading there are none."""
    rules, block, heading, fenced = [], [], "", False

    def end():
        rules.extend((heading, sentence) for sentence in (sentences_of(block) if block else []))
        block.clear()

    for line in text.splitlines():
        is_fence = line.startswith("```")
        starts_table = line.startswith("|") and not (block and block[0].startswith("|"))
        if not fenced and (not line.strip() or line.startswith(("#", "- ")) or starts_table
                           or is_fence):
            end()
        if is_fence and fenced:
            end()
        elif line.startswith("## "):
            heading = line[3:]
        elif line.strip() and heading:
            block.append(line)
        fenced ^= is_fence
    end()
    return rules


def read_tables(text):
    """(heading, cells) of the rows of all tables whose last column is "shown by"."""
    rows, heading, counts = [], "", False
    for line in text.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("| "))]
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|") or cells[-1] == "shown by":
            counts = line.startswith("|")
        elif counts and not set(line) <= set("|-: "):
            rows.append((heading, cells))
    return rows


def compare(rules, rows):
    """What is wrong between the rules and the rows about them, both in the rules' order."""
    rest = list(rules)
    for heading, cells in rows:
        words = plain(cells[0])
        begin = words[:-1].strip() if words.endswith("…") else words
        found = [rule for rule in rest if rule[0] == heading and rule[1].startswith(begin)
                 and (words.endswith("…") or rule[1] == begin)]
        if len(found) != 1:
            yield f"{heading}: {len(found) or 'no'} sentences left that begin \"{words}\""
        for rule in found[:1]:
            rest.remove(rule)
    for heading, sentence in rest:
        yield f"{heading}: no row for \"{sentence}\""


def sources_of(root, name):
    for begin, pattern in SOURCES.items():
        if name.startswith(begin):
            return [root / pattern.format(name[len(begin):])]
    return sorted((root / "tests" / re.split(r"[./_]", name)[0]).glob("**/*.[chp]*"))


def check_test(root, names, complete, reference):
    """What is wrong with `name` or `name / case`; None if nothing is."""
    name, _, case = (part.strip() for part in reference.partition(" / "))
    sources = [path for path in sources_of(root, name) if path.is_file()]
    exists = name in names or f"{name}.1" in names  # a test, or the first part of one
    if not exists and (complete or not sources):
        return f"there is no test {name}"
    pattern = rf'\b{re.escape(case)}\(|"{re.escape(case)}"'
    if case and not any(re.search(pattern, path.read_text(errors="replace")) for path in sources):
        return f"{name} has no case {case}"
    return None


def list_tests(ctest, folder):
    listing = subprocess.run([ctest, "--test-dir", folder, "-N"], capture_output=True, text=True,
                             check=True).stdout
    return set(re.findall(r"Test\s+#\d+: (\S+)", listing))


def main(root, names, complete):
    rules = read_rules((root / "docs/semantics.md").read_text())
    rows = read_tables((root / "docs/promises.md").read_text())
    headings = {heading for heading, _ in rules}
    wrong = list(compare(rules, [row for row in rows if row[0] in headings]))
    shown = [re.findall(r"`([^`]+)`", cells[-1]) for _, cells in rows]
    wrong += [f"{heading}: no test for \"{cells[0]}\""
              for (heading, cells), tests in zip(rows, shown) if not tests]
    tests = sorted({reference for tests in shown for reference in tests})
    problems = (check_test(root, names, complete, reference) for reference in tests)
    wrong += dict.fromkeys(filter(None, problems))
    if not rules or not names:
        wrong.append("nothing was read")
    print("\n".join(wrong))
    print(f"{len(rules)} sentences, {len(tests)} tests and cases named, {len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]), list_tests(sys.argv[2], sys.argv[3]),
                  "--complete" in sys.argv))
