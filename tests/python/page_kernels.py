"""Writes the C of a page, its blocks one behind the other, to a file.

    page_kernels.py PAGE FILE
"""
import pathlib
import re
import sys


def c_of(text):
    return "\n".join(re.findall(r"```c\n(.*?)```", text, re.S))


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(c_of(pathlib.Path(sys.argv[1]).read_text()))
