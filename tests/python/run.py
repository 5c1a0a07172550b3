"""Runs tests of the Python package by pytest; ends with 77, and a word, where what they need is missing.

    run.py TEST… [-- PYTEST ARGUMENTS]
"""
import sys

SKIPPED = 77


def main():
    try:
        import numpy
        import pytest
        if tuple(map(int, numpy.__version__.split(".")[:2])) < (2, 1):
            raise ImportError(f"NumPy is {numpy.__version__}, older than 2.1")
    except ImportError as error:
        print(f"skipped: {error}")
        return SKIPPED
    status = pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]])
    return SKIPPED if status == pytest.ExitCode.NO_TESTS_COLLECTED else int(status)


if __name__ == "__main__":
    sys.exit(main())
