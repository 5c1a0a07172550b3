"""The types of calls, for stubs: those that `weft python` writes are made of these."""
from typing import Any, Literal, Protocol, Sequence, TypeAlias, TypedDict

import numpy.typing


class SupportsDLPack(Protocol):
    """An array of a framework, by DLPack."""

    def __dlpack__(self, *, stream: Any = ...) -> Any: ...
    def __dlpack_device__(self) -> tuple[Any, int]: ...


class SupportsCudaArray(Protocol):
    """An array of a device, by the CUDA array interface."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...


class SupportsArrowArray(Protocol):
    """An array of Arrow: lists, where a function takes these."""

    def __arrow_c_array__(self, requested_schema: Any = ...) -> tuple[Any, Any]: ...


class SupportsArrowDeviceArray(Protocol):
    """The same, which may lie on a device."""

    def __arrow_c_device_array__(self, requested_schema: Any = ..., **words: Any) -> tuple[Any, Any]: ...


class SupportsLists(Protocol):
    """Lists: a weft.Ragged."""

    @property
    def values(self) -> Any: ...
    @property
    def offsets(self) -> numpy.ndarray[Any, Any]: ...


class SupportsCudaStream(Protocol):
    """A stream of a framework."""

    def __cuda_stream__(self) -> tuple[int, int]: ...


class HasPointer(Protocol):
    """A stream of CuPy."""

    @property
    def ptr(self) -> int: ...


class HasCudaStream(Protocol):
    """A stream of PyTorch."""

    @property
    def cuda_stream(self) -> int: ...


ArrayLike: TypeAlias = numpy.typing.ArrayLike | SupportsDLPack | SupportsCudaArray | SupportsArrowArray | \
    SupportsArrowDeviceArray | SupportsLists
"""An array of any framework, a number, what numpy.asarray takes; or lists."""
Array: TypeAlias = numpy.ndarray[Any, Any] | SupportsDLPack | SupportsCudaArray | SupportsLists | bytearray | memoryview
"""What a call may write to."""
Out: TypeAlias = Array | tuple[Array | None, ...] | None
Outs: TypeAlias = tuple[Array | None, ...] | None
Stream: TypeAlias = int | SupportsCudaStream | HasPointer | HasCudaStream | None
DType: TypeAlias = numpy.typing.DTypeLike
Axes: TypeAlias = int | tuple[int, ...] | None
Target: TypeAlias = Literal["auto", "cpu", "parallel", "gpu"]
Device: TypeAlias = int | Literal["all"]
Casting: TypeAlias = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
Order: TypeAlias = Literal["K", "C", "F", "A"]


class Placing(TypedDict, total=False):
    """Where a call runs."""

    target: Target
    stream: Stream
    threads: int
    device: Device


class Options(Placing, total=False):
    """What every call takes."""

    casting: Casting
    dtype: DType
    signature: str | tuple[DType, ...]
    order: Order
    status: Literal["fail", "count", "keep"]


class ElementOptions(Options, total=False):
    """Of functions of elements."""

    where: ArrayLike


class CoreOptions(Options, total=False):
    """Of functions of arrays: where their core dimensions are."""

    axes: Sequence[int | tuple[int, ...]] | None
    axis: int | None
    keepdims: bool


class AnyOptions(ElementOptions, CoreOptions, total=False):
    """Of functions of a library that is opened by its path, of which no stub tells the kind."""

    out: Out


class Reduction(Placing, total=False):
    """What reductions take behind the axes."""

    dtype: DType
    out: Out
    keepdims: bool
    initial: ArrayLike
    where: ArrayLike
    casting: Casting
