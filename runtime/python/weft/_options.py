"""options: what calls of the thread do where they are not told."""
from . import _core


class options:
    """with weft.options(target="cpu", threads=1): …

    The defaults of the calling thread, until the block ends; for workers of a pool, whose calls
    should not spread over all cores once more.
    """

    def __init__(self, *, target="auto", threads=0, device=0):
        self._wanted = (target, threads, device)
        self._before = []

    def __enter__(self):
        self._before.append(_core.set_defaults(*self._wanted))
        return self

    def __exit__(self, *_):
        _core.set_defaults(*self._before.pop())
