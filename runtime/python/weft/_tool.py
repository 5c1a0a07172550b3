"""The tool `weft`: where it is, and its name as a command of the package."""
import importlib.util
import os
import pathlib
import shutil
import sys

from . import _core


class ToolNotFoundError(_core.FileError, FileNotFoundError):
    """The tool `weft`, or what it needs, is not there."""

    status, operand, axis = "file", None, None


def find():
    """Its path: $WEFT_TOOL, else the package's own, else the one in PATH."""
    named = os.environ.get("WEFT_TOOL")
    own = pathlib.Path(__file__).resolve().parent / "prefix" / "bin" / "weft"
    found = named or (str(own) if own.exists() else None) or shutil.which("weft")
    if found == str(own) and lack(own):
        raise ToolNotFoundError(lack(own))
    if not found:
        raise ToolNotFoundError("the tool `weft` is not there: neither in the package, nor in PATH, and "
                                "WEFT_TOOL is not set")
    return found


def lack(tool):
    """What the tool of a wheel needs and has not, as a sentence; else None."""
    if b"libclang.so\0" in tool.read_bytes() and importlib.util.find_spec("clang") is None:
        return "the tool reads C by the package libclang: pip install 'libclang>=18,<19'"
    return None


def main():
    tool = pathlib.Path(__file__).resolve().parent / "prefix" / "bin" / "weft"
    if not tool.exists():
        sys.exit("weft: this package was built without the tool")
    if lack(tool):
        sys.exit(f"weft: {lack(tool)}")
    os.execv(tool, [str(tool), *sys.argv[1:]])
