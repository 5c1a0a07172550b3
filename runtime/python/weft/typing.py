"""The types of calls, for stubs: those that `weft python` writes are made of these."""
from typing import Any, Literal, Sequence, TypeAlias, TypedDict

ArrayLike: TypeAlias = Any
"""An array of any framework, a number, or what numpy.asarray takes."""
Out: TypeAlias = Any
Outs: TypeAlias = tuple[Any, ...] | None
Axes: TypeAlias = int | tuple[int, ...] | None
Target: TypeAlias = Literal["auto", "cpu", "parallel", "gpu"]
Device: TypeAlias = int | Literal["all"]
Casting: TypeAlias = Literal["no", "equiv", "safe", "same_kind", "unsafe"]
Order: TypeAlias = Literal["K", "C", "F", "A"]


class Placing(TypedDict, total=False):
    """Where a call runs."""

    target: Target
    stream: Any
    threads: int
    device: Device


class Options(Placing, total=False):
    """What every call takes."""

    casting: Casting
    dtype: Any
    signature: Any
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


class Reduction(Placing, total=False):
    """What reductions take behind the axes."""

    dtype: Any
    out: Out
    keepdims: bool
    initial: ArrayLike
    where: ArrayLike
    casting: Casting
