"""What a call of one and of 1000 float64 costs in Python, beside NumPy's: nanoseconds, the least of rounds
that are interleaved. By hand:

    PYTHONPATH=build/default/python python3 tests/bench/python_calls.py [ROUNDS]
"""
import sys
import time

import numpy as np

from weft import std


def measure(cases, rounds, count=200):
    best = dict.fromkeys(cases, float("inf"))
    for _ in range(rounds):
        for name, function in cases.items():
            start = time.perf_counter_ns()
            for _ in range(count // 10):
                function(), function(), function(), function(), function()
                function(), function(), function(), function(), function()
            best[name] = min(best[name], (time.perf_counter_ns() - start) / count)
    return best


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    f, u = std.add, std.add.ufunc
    for n in (1, 1000):
        a, b, c = np.ones(n), np.ones(n), np.ones(n)
        m, d, e = np.ones((4, 4)), np.ones((4, 4)), np.ones((4, 4))
        forms = {
            "f(a, b, c)": lambda f: lambda: f(a, b, c), "f(a, b)": lambda f: lambda: f(a, b),
            "f(a, 2.0, c)": lambda f: lambda: f(a, 2.0, c), "f(a, 2.0)": lambda f: lambda: f(a, 2.0),
            "f(a, b, out=c)": lambda f: lambda: f(a, b, out=c), "f.reduce(a)": lambda f: lambda: f.reduce(a)}
        cases = {(form, name): make(g) for form, make in forms.items()
                 for name, g in (("np.add", np.add), ("weft", f), ("ufunc", u))}
        if n == 1:
            cases.update({("matmul(m, d, e), 4x4", name): (lambda g: lambda: g(m, d, e))(g) for name, g in
                          (("np.add", np.matmul), ("weft", std.matmul), ("ufunc", std.matmul.ufunc))})
        best = measure(cases, rounds)
        for form in dict.fromkeys(form for form, _ in cases):
            print(f"| {n} | `{form}` | " + " | ".join(f"{best[form, name]:.0f}" for name in ("np.add", "weft", "ufunc")) + " |")


if __name__ == "__main__":
    main()
