"""The kernels of prototypes/, written by hand for the shapes of some rows: what a row can reach. As a library of C
functions (pointers, then numbers, then the stream), compiled here by nvcc or elsewhere:

    nvcc -std=c++17 -O3 -arch=sm_90 -Xcompiler -fPIC -shared -o libprototypes.so tests/bench/gpu/prototypes/*.cu
"""

import ctypes
import os
import pathlib
import shutil
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).parent / "prototypes"


def load(torch, path=None):
    """The library at a path, or compiled for this GPU. Raises OSError, which says why, where that cannot be."""
    if path:
        return Prototypes(ctypes.CDLL(str(pathlib.Path(path).resolve())))
    compiler = os.environ.get("NVCC") or shutil.which("nvcc")
    if not compiler:
        raise OSError("nvcc is not in PATH, and NVCC is not set")
    major, minor = torch.cuda.get_device_capability()
    if major < 9:
        raise OSError(f"they copy blocks as a GPU of 9.0 does, this one is of {major}.{minor}")
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "libprototypes.so"
        made = subprocess.run([compiler, "-std=c++17", "-O3", f"-arch=sm_{major}{minor}", "-Xcompiler", "-fPIC",
                               "-shared", "-o", str(library), *map(str, sorted(FOLDER.glob("*.cu")))],
                              capture_output=True, text=True)
        if made.returncode:
            raise OSError(f"{compiler}: {made.stderr[-400:]}")
        return Prototypes(ctypes.CDLL(str(library)))


class Prototype:
    """A call without arguments: writes `outputs`, one tensor or a tuple, and gives them."""

    def __init__(self, function, outputs, arguments):
        self.function, self.outputs = function, outputs
        self.arguments = [convert(argument) for argument in
                          (*(outputs if isinstance(outputs, tuple) else (outputs,)), *arguments)]
        self.kept = arguments  # tensors must outlive their addresses

    def clear(self):
        """Outputs that a wrong prototype would leave as they were must not look right."""
        for output in self.outputs if isinstance(self.outputs, tuple) else (self.outputs,):
            output.zero_()

    def __call__(self):
        import torch
        status = self.function(*self.arguments, ctypes.c_void_p(torch.cuda.current_stream().cuda_stream))
        if status:
            raise RuntimeError(f"{self.function.__name__}: CUDA error {status}")
        return self.outputs


def convert(argument):
    """A number or a tensor as C takes it."""
    if isinstance(argument, float):
        return ctypes.c_double(argument)
    return ctypes.c_int64(argument) if isinstance(argument, int) else ctypes.c_void_p(argument.data_ptr())


class Prototypes:
    """Makes calls of the library's functions."""

    def __init__(self, library):
        self.library = library

    def __call__(self, name, outputs, *arguments):
        return Prototype(getattr(self.library, name), outputs, arguments)
