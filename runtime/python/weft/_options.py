"""options: what calls do where they are not told."""
import contextlib
import contextvars
import functools
import inspect

from . import _core
from ._cold import checked, wrong_call

_EMPTY = (0, 0, 0, ())
# What weft._core reads: (target, threads, device), as libweft has them, and the blocks that say so.
_current = contextvars.ContextVar("weft.options", default=_EMPTY)


def _settle(blocks):
    """What the blocks say together: each keeps of those around it what it does not name."""
    merged = [0, 0, 0]
    for block in blocks:
        merged = [old if new is None else new for old, new in zip(merged, block._wanted)]
    return *merged, blocks


class options(contextlib.ContextDecorator):
    """with weft.options(target="cpu", threads=1): …

    The defaults of calls until the block ends; for workers of a pool, whose calls should not spread over all
    cores once more. What is not named stays as it is around the block. They belong to the context, as those of
    numpy.errstate: each thread and each task of asyncio has its own. device="all": calls of the gpu spread
    large arrays of host memory over all devices. As a decorator, of coroutines too: for each call of the function.
    """

    @checked
    def __init__(self, *, target=None, threads=None, device=None):
        self._wanted = _core.check_defaults(target, threads, device)

    def __enter__(self):
        _core.follow_defaults(_current.get)
        _current.set(_settle((*_current.get()[3], self)))
        return self

    def __exit__(self, *_):
        blocks = list(_current.get()[3])
        for k in reversed(range(len(blocks))):  # the last one of this block, wherever others end
            if blocks[k] is self:
                del blocks[k]
                break
        _current.set(_settle(tuple(blocks)))

    def __call__(self, function):
        if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
            raise wrong_call(TypeError(f"{function.__qualname__} is a generator, whose body runs when the call is over: a `with` "
                                       "block belongs inside"), "weft.options", -1, None)
        if not inspect.iscoroutinefunction(function):
            return super().__call__(function)

        @functools.wraps(function)
        async def inside(*args, **words):
            with self:
                return await function(*args, **words)
        return inside
