"""Stream and Event: the order of work on a device, and the time that it takes."""
import contextvars

from . import _core
from ._cold import checked

_blocks = contextvars.ContextVar("weft streams", default=())


def current_stream():
    """The stream of the innermost `with` block of the calling context; None outside of all."""
    streams = _blocks.get()
    return streams[-1] if streams else None


def _named(name, function):
    """A function of weft._core under the name that wrong calls of it go by."""
    def inside(*args):
        return function(*args)
    inside.__name__ = name
    return checked(inside)


_create_stream = _named("Stream", _core.stream_create)
_create_event = _named("Event", _core.event_create)


class Stream:
    """A CUDA stream: what is enqueued on it runs in that order, beside the work of other streams.

        s = weft.Stream()
        y = std.sin(x, stream=s)                # or: with s: y = std.sin(x)
        s.synchronize()

    It and the default stream wait for each other, unless non_blocking. In a `with` block it is the stream of all calls
    that name none, of the same context (thread, task of asyncio). Arrays that calls made on it keep it.
    """

    __slots__ = ("_stream", "_device", "__weakref__")

    @checked
    def __init__(self, device=0, *, non_blocking=False):
        self._stream = _create_stream(device, non_blocking)
        self._device = device

    @property
    def device(self):
        """The number of its device."""
        return self._device

    @property
    def ptr(self):
        """CUDA's handle, as a number."""
        return _core.stream_number(self._stream)

    def __cuda_stream__(self):
        return 0, self.ptr

    def synchronize(self):
        """Waits for all that is enqueued on it; reports late faults."""
        _core.synchronize(self, self._device)

    @property
    def done(self):
        """Whether all that is enqueued on it is done; does not wait."""
        return _core.stream_is_done(self, self._device)

    def record(self):
        """A new Event, recorded behind what is enqueued on it by now."""
        return Event(self._device).record(self)

    @checked
    def wait(self, other):
        """Lets what is enqueued on it from now on wait for an Event, or for what is on another stream by now. The host
        does not wait."""
        if isinstance(other, Event):
            other.wait(self)
        else:
            _core.stream_follow(self, other, self._device)

    def __enter__(self):
        _blocks.set((*_blocks.get(), self))
        _core.count_stream_blocks(1)
        return self

    def __exit__(self, *_):
        _core.count_stream_blocks(-1)
        _blocks.set(_blocks.get()[:-1])

    def __repr__(self):
        return f"<weft.Stream {self.ptr:#x} of CUDA device {self._device}>"


class Event:
    """A point in the work of a stream, to wait for, and to take times between.

        start = s.record()
        y = std.sin(x, stream=s)
        print(start.elapsed(s.record()), "ms")
    """

    __slots__ = ("_event", "_device", "__weakref__")

    @checked
    def __init__(self, device=0):
        self._event = _create_event(device)
        self._device = device

    @property
    def device(self):
        """The number of its device."""
        return self._device

    @checked
    def record(self, stream=None):
        """Marks what is enqueued on the stream by now (None: the current one); returns the event."""
        _core.event_record(self._event, stream, self._device)
        return self

    @checked
    def wait(self, stream=None):
        """Lets what is enqueued on the stream from now on wait for the event. The host does not wait."""
        _core.event_follow(self._event, stream, self._device)

    def synchronize(self):
        """Waits, on the host, until what it marks is done; reports late faults."""
        _core.event_wait(self._event)

    @property
    def done(self):
        """Whether what it marks is done; does not wait."""
        return _core.event_is_done(self._event)

    @checked
    def elapsed(self, end):
        """Milliseconds from this event to `end`, which is waited for."""
        return _core.event_elapsed(self._event, end._event)

    def __repr__(self):
        return f"<weft.Event of CUDA device {self._device}>"
