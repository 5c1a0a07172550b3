"""The tool `weft`: where it is, and its name as a command of the package."""
import os
import pathlib
import shutil
import sys


def find():
    """Its path: $WEFT_TOOL, else the package's own, else the one in PATH."""
    named = os.environ.get("WEFT_TOOL")
    own = pathlib.Path(__file__).resolve().parent / "prefix" / "bin" / "weft"
    found = named or (str(own) if own.exists() else None) or shutil.which("weft")
    if not found:
        raise FileNotFoundError("the tool `weft` is not there: neither in the package, nor in PATH, and "
                                "WEFT_TOOL is not set")
    return found


def main():
    tool = pathlib.Path(__file__).resolve().parent / "prefix" / "bin" / "weft"
    if not tool.exists():
        sys.exit("weft: this package was built without the tool")
    os.execv(tool, [str(tool), *sys.argv[1:]])
