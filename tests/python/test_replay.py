"""NumPy's own answers, through weft.Ufunc. WEFT_TEST_TARGET names the target, WEFT_TEST_EVERY takes
every so many of the cases."""
import os
import pathlib

import pytest

import weft
from replay import Case

CASES = pathlib.Path(__file__).parent.parent / "numpy"
LISTS = [*sorted((CASES / "cases").glob("*.txt")), CASES / "differs.txt"]
TARGET = os.environ.get("WEFT_TEST_TARGET", "cpu")
EVERY = int(os.environ.get("WEFT_TEST_EVERY", "1"))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_answers(path):
    if TARGET == "gpu" and not weft.devices():
        pytest.skip("there is no GPU")
    wrong, count = [], 0
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#") or number % EVERY:
            continue
        case = Case(line)
        if not case.is_for_python():
            continue
        count += 1
        fault = case.check(TARGET)
        if fault:
            wrong.append(f"{path.name}:{number}: {line[:200]}: {fault[:300]}")
    assert count > 0 or path.stem == "casts"
    assert not wrong, f"{len(wrong)} of {count}\n" + "\n".join(wrong[:20])
