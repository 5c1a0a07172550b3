"""What a launch of a weft.Kernel costs in Python, beside CuPy's RawKernel where CuPy is there: nanoseconds until the
call returns, the least and the median of rounds that are interleaved. The kernel is PTX, which the driver translates: no
compiler is needed. By hand, on a machine with a GPU:

    PYTHONPATH=build/default/python python3 tests/bench/python_launch.py [ROUNDS]
"""
import importlib
import os
import statistics
import sys
import tempfile
import time

import numpy as np

import weft

NAME, COUNT = "raw_add", 32
PTX = """.version 7.0
.target sm_75
.address_size 64
.visible .entry raw_add(.param .u64 n, .param .u64 a, .param .u64 b, .param .u64 c)
{
    .reg .pred %p<2>;
    .reg .f32 %f<4>;
    .reg .b32 %r<5>;
    .reg .b64 %d<10>;
    ld.param.u64 %d1, [n];
    ld.param.u64 %d2, [a];
    ld.param.u64 %d3, [b];
    ld.param.u64 %d4, [c];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    cvt.u64.u32 %d5, %r4;
    setp.ge.u64 %p1, %d5, %d1;
    @%p1 bra DONE;
    shl.b64 %d6, %d5, 2;
    add.s64 %d7, %d2, %d6;
    add.s64 %d8, %d3, %d6;
    add.s64 %d9, %d4, %d6;
    ld.global.f32 %f1, [%d7];
    ld.global.f32 %f2, [%d8];
    add.f32 %f3, %f1, %f2;
    st.global.f32 [%d9], %f3;
DONE:
    ret;
}
"""


def optional(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def cases_of(path):
    """{what: (a launch, its result as an array of the host's)}"""
    host = np.arange(COUNT, dtype=np.float32), np.ones(COUNT, np.float32), np.zeros(COUNT, np.float32)
    kernel, cupy, torch = weft.Kernel(path, NAME), optional("cupy"), optional("torch")
    cases = {}

    def add(what, function, grid, arrays, fetch):
        arguments = (COUNT, *arrays)
        cases[what] = (lambda: function(*grid, arguments)), lambda: fetch(arrays[2])

    add("weft.Kernel, weft's arrays", kernel, (1, COUNT), [weft.to_device(x) for x in host], lambda x: x.to_host())
    if torch and torch.cuda.is_available():
        add("weft.Kernel, torch's", kernel, (1, COUNT), [torch.from_numpy(x).cuda() for x in host], lambda x: x.cpu().numpy())
    if cupy:
        add("weft.Kernel, CuPy's", kernel, (1, COUNT), [cupy.asarray(x) for x in host], cupy.asnumpy)
        own = cupy.RawModule(path=path).get_function(NAME)
        arrays = [cupy.asarray(x) for x in host]
        number = np.uint64(COUNT)  # CuPy takes an int for 32 bits or 64 by its value
        cases["CuPy's RawKernel"] = (lambda: own((1,), (COUNT,), (number, *arrays))), lambda: cupy.asnumpy(arrays[2])
    return cases


def measure(function, count=200):
    weft.synchronize()
    start = time.perf_counter_ns()
    for _ in range(count // 10):
        function(), function(), function(), function(), function()
        function(), function(), function(), function(), function()
    spent = time.perf_counter_ns() - start
    weft.synchronize()
    return spent / count


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "raw.ptx")
        with open(path, "w", encoding="ascii") as file:
            file.write(PTX)
        cases = cases_of(path)
    times = {what: [] for what in cases}
    for what, (function, result) in cases.items():
        function()
        weft.synchronize()
        if not np.array_equal(result(), np.arange(COUNT) + 1):
            sys.exit(f"{what} gives {result()}")
    for _ in range(rounds):
        for what, (function, _) in cases.items():
            times[what].append(measure(function))
    for what, all_of in times.items():
        print(f"| {what} | {min(all_of):.0f} | {statistics.median(all_of):.0f} |")


if __name__ == "__main__":
    main()
