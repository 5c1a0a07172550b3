"""options: what calls of the thread do where they are not told."""
import contextlib
import threading

from . import _core


class _Stack(threading.local):
    """What each thread had before the blocks that it is in."""

    def __init__(self):
        self.before = []


class options(contextlib.ContextDecorator):
    """with weft.options(target="cpu", threads=1): …

    The defaults of the calling thread, until the block ends; for workers of a pool, whose calls
    should not spread over all cores once more. device="all": calls of the gpu spread large arrays of
    host memory over all devices. As a decorator: for each call of the function.
    """

    def __init__(self, *, target="auto", threads=0, device=0):
        self._wanted = (target, threads, device)
        self._stack = _Stack()

    def __enter__(self):
        self._stack.before.append(_core.set_defaults(*self._wanted))
        return self

    def __exit__(self, *_):
        _core.set_defaults(*self._stack.before.pop())
