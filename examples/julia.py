"""A Julia set, from Python: one scalar function with a loop, called on a row of x and a column of y.

    PYTHONPATH=build/default/python WEFT_TOOL=build/default/generator/weft python3 examples/julia.py julia.png
"""
import struct
import sys
import zlib

import numpy as np

import weft

SOURCE = """
#include <weft/annotate.h>

/** How many steps of z = z * z + c it takes to leave the circle of radius 2; at most 255. */
WEFT_VECTORIZE("uint8(float64, float64, float64, float64)")
unsigned char escape(double x, double y, double re, double im)
{
    int steps = 0;
    while (x * x + y * y < 4 && steps < 255) {
        double next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
        steps++;
    }
    return steps;
}
"""


def write_png(path, pixels):
    """An image of bytes (height, width, 3)."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def main(path):
    kernels = weft.compile(SOURCE)
    x, y = np.linspace(-1.6, 1.6, 720), np.linspace(-1.0, 1.0, 450)[:, None]
    steps = kernels.escape(x, y, -0.8, 0.156)
    assert steps.shape == (450, 720) and steps.dtype == np.uint8
    assert abs(steps.astype(int) - steps[::-1, ::-1]).mean() < 1  # the set of c and z is that of c and -z
    glow = weft.std.divide(steps, 255.0)
    shades = np.stack([glow ** 0.45, glow ** 0.8, 0.25 + 0.75 * glow ** 1.5], axis=-1)
    write_png(path, (255 * shades).astype(np.uint8))
    print(f"{path}: {steps.size} points on {kernels.escape.choose(x, y, -0.8, 0.156)}, "
          f"{100 * (steps == 255).mean():.1f} % never left")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "julia.png")
