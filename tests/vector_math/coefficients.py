#!/usr/bin/env python3
"""Makes runtime/include/weft/vector/steps/tables.h: the numbers of the vector functions.

    python3 coefficients.py OUTPUT        needs mpmath; takes a minute or two

Each polynomial has the least squares of weighted errors on Chebyshev's points, which is close to
the least greatest error; its coefficients are rounded one after the other, the first ones first,
and those that are left make up for what was lost."""

import struct
import sys

from mpmath import mp, mpf

mp.prec = 200
LN2 = mp.log(2)


def rounded(value, kind):
    """The nearest double ("d") or float ("f"), as a number of mpmath."""
    if kind == "d":
        with mp.workprec(53):
            return +mpf(value)
    with mp.workprec(24):
        return +mpf(value)


def cut(value, digits):
    """The value rounded to so many binary digits."""
    with mp.workprec(digits):
        return +mpf(value)


# ---- polynomials ----

def grid(low, high, count=400):
    """Chebyshev's points, with both ends."""
    return [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * i / count)
            for i in range(count + 1)]


def fitted(points, values, weights, powers):
    """The coefficients of the sum of these powers with the least weighted squares of errors."""
    columns = [[w * x ** power for x, w in zip(points, weights)] for power in powers]
    right = [w * v for v, w in zip(values, weights)]
    matrix = mp.matrix(len(powers), len(powers))
    for i, one in enumerate(columns):
        for k in range(i + 1):
            matrix[i, k] = matrix[k, i] = mp.fdot(one, columns[k])
    return mp.lu_solve(matrix, mp.matrix([mp.fdot(one, right) for one in columns]))


def polynomial(function, low, high, powers, weight=lambda x: mpf(1), kind="d", fixed=(), count=400,
               pair=False):
    """Rounded coefficients of `powers` for the function on [low, high], and the greatest error.
    fixed: the first coefficients where they are given. pair: the first is followed by its rest."""
    points = [x for x in grid(mpf(low), mpf(high), count) if x != 0]
    wanted = [function(x) for x in points]
    weights = [weight(x) for x in points]
    left = list(wanted)
    terms = []
    for i, power in enumerate(powers):
        if i < len(fixed):
            term = mpf(fixed[i])
        else:
            exact = fitted(points, left, weights, powers[i:])[0]
            term = rounded(exact, kind)
        terms.append(term)
        if pair and i == 0:
            terms.append(rounded(exact - term, kind))
            term += terms[1]
        left = [v - term * x ** power for v, x in zip(left, points)]
    error = max(abs(w * e) for w, e in zip(weights, left))
    return terms, error


# ---- the header ----

OUT = []


def literal(value, kind):
    value = float(rounded(value, kind))
    if abs(value) < (2.0 ** -126 if kind == "f" else 2.0 ** -1022):
        value = 0.0
    digits, power = value.hex().split("p")
    return "%sp%s%s" % (digits.rstrip("0").rstrip("."), power, "f" if kind == "f" else "")


def put(name, comment, values, kind="d"):
    ctype = "float" if kind == "f" else "double"
    OUT.append("/* %s */" % comment)
    OUT.append("static const %s weft_%s[%d] = {" % (ctype, name, len(values)))
    texts = [literal(v, kind) for v in values]
    for i in range(0, len(texts), 4 if kind == "f" else 3):
        OUT.append("    " + ", ".join(texts[i:i + (4 if kind == "f" else 3)]) + ",")
    OUT.append("};")
    OUT.append("")


def put_polynomial(name, comment, *args, **keywords):
    terms, error = polynomial(*args, **keywords)
    bits = "2^%.1f" % float(mp.log(error, 2)) if error else "0"
    sys.stderr.write("%-24s %2d terms, error %s\n" % (name, len(terms), bits))
    put(name, "%s; error %s" % (comment, bits), terms, keywords.get("kind", "d"))


def split(value, *digits):
    """A sum of numbers of so many digits, and a last one, that is the value."""
    parts = []
    for count in digits:
        parts.append(cut(value - sum(parts), count))
    parts.append(rounded(value - sum(parts), "d"))
    return parts


def exponentials():
    put("exp_tops", "2^(i/16)", [mpf(2) ** (mpf(i) / 16) for i in range(16)])
    put("exp_rests", "what these were rounded by",
        [mpf(2) ** (mpf(i) / 16) - rounded(mpf(2) ** (mpf(i) / 16), "d") for i in range(16)])
    put("exp_step", "ln 2 / 16: 41 digits, the next; 16 / ln 2",
        split(LN2 / 16, 41) + [16 / LN2])
    edge = LN2 / 32 * mpf("1.0001")
    put_polynomial("exp_terms", "(e^x - 1 - x) / x^2, |x| < ln 2 / 32",
                   lambda x: (mp.expm1(x) - x) / x ** 2, -edge, edge, range(5), lambda x: x ** 2)
    edge2 = mpf(1) / 32 * mpf("1.0001")
    put_polynomial("exp2_terms", "(2^x - 1) / x, |x| < 1/32",
                   lambda x: mp.expm1(x * LN2) / x, -edge2, edge2, range(6), lambda x: x)
    half = LN2 / 2 * mpf("1.0001")
    put_polynomial("expm1_terms_f64", "(e^x - 1 - x - x^2/2) / x^3, |x| < ln 2 / 2",
                   lambda x: (mp.expm1(x) - x - x * x / 2) / x ** 3, -half, half, range(9),
                   lambda x: x ** 2)
    put("expm1_step_f64", "ln 2: 42 digits, the next; 1 / ln 2", split(LN2, 42) + [1 / LN2])
    put_polynomial("expm1_terms_f32", "(e^x - 1 - x - x^2/2) / x^3, |x| < ln 2 / 2",
                   lambda x: (mp.expm1(x) - x - x * x / 2) / x ** 3, -half, half, range(4),
                   lambda x: x ** 2, kind="f")
    put_polynomial("expf_terms", "(e^x - 1 - x) / x^2, |x| < ln 2 / 2",
                   lambda x: (mp.expm1(x) - x) / x ** 2, -half, half, range(5), lambda x: x ** 2,
                   kind="f")
    put_polynomial("exp2f_terms", "(2^x - 1) / x, |x| < 1/2",
                   lambda x: mp.expm1(x * LN2) / x, mpf("-0.5001"), mpf("0.5001"), range(6),
                   lambda x: x, kind="f")
    parts = [cut(LN2, 16)]
    for name in ("expf_step", "expm1_step_f32"):
        put(name, "ln 2: 16 digits, the next; 1 / ln 2", parts + [LN2 - parts[0], 1 / LN2], "f")


def logarithm_tables(prefix, base, digits):
    """For m in [0.75, 1.5) by the upper four digits of its fraction: 1/m roughly, and the logarithm
    of that, in two parts."""
    inverses, tops, rests = [], [], []
    for i in range(16):
        low = mpf(1) + mpf(i) / 16
        if i >= 8:
            low /= 2
        width = mpf(1) / 16 if i < 8 else mpf(1) / 32
        inverse = cut(1 / (low + width / 2), 8) if i not in (0, 15) else mpf(1)
        value = -mp.log(inverse) / base
        top = mpf(mp.nint(value * mpf(2) ** digits)) / mpf(2) ** digits
        inverses.append(inverse)
        tops.append(top)
        rests.append(value - top)
    return inverses, tops, rests


def put_near(name, kind):
    """As the inverses of logarithm_tables: numbers whose logarithms are multiples of 2^-16 but for some hundredth of
    their last place, and these logarithms, negative."""
    inverses, tops = [], []
    for middle in logarithm_tables("log", mpf(1), 16)[1]:
        tried = [middle + mpf(n) / 2 ** 16 for n in range(-256, 257)] if middle else [middle]
        best = min(tried, key=lambda top: abs(mp.log(rounded(mp.exp(-top), kind)) + top))
        inverses.append(rounded(mp.exp(-best), kind))
        tops.append(best)
    put(name + "_near_inverses", "1/m roughly, with logarithms that are multiples of 2^-16 nearly", inverses, kind)
    put(name + "_near_tops", "these logarithms, negative", tops, kind)


def logarithms():
    for name, base in (("log", mpf(1)), ("log2", LN2), ("log10", mp.log(10))):
        inverses, tops, rests = logarithm_tables(name, base, 41)
        if name == "log":
            put("log_inverses", "1/m of 8 digits, by the first 4 digits of the fraction of m",
                inverses)
        put(name + "_tops", "%s of these, negative, in multiples of 2^-41" % name, tops)
        put(name + "_rests", "the rests", rests)
        step = LN2 / base
        top = mpf(mp.nint(step * mpf(2) ** 41)) / mpf(2) ** 41
        put(name + "_step",
            "%s 2, in a multiple of 2^-41 and the rest; %s e and its rest" % (name, name),
            [top, step - top, 1 / base, 1 / base - rounded(1 / base, "d")])
    low, high = mpf(-1) / 24, mpf(1) / 16
    put_polynomial("log_terms", "(log(1+x) - x) / x^2, -1/24 < x < 1/16",
                   lambda x: (mp.log1p(x) - x) / x ** 2, low, high, range(9),
                   lambda x: x ** 2 / (abs(x) + mpf(1) / 64), fixed=[mpf(-1) / 2])
    put_near("log", "d")
    put("pow_third", "1/3 and the rest", split(mpf(1) / 3, 53))
    put_polynomial("pow_terms", "(log(1+x) - x + x^2/2 - x^3/3) / x^4, -1/24 < x < 1/16",
                   lambda x: (mp.log1p(x) - x + x * x / 2 - x ** 3 / 3) / x ** 4, low, high,
                   range(9),
                   lambda x: abs(x) ** 3)
    for name, base in (("log", mpf(1)), ("log2", LN2), ("log10", mp.log(10))):
        inverses, tops, rests = logarithm_tables(name, base, 16)
        if name == "log":
            put("logf_inverses", "1/m of 8 digits, as above", inverses, "f")
        put(name + "f_tops", "%s of these, negative, in multiples of 2^-16" % name, tops, "f")
        put(name + "f_rests", "the rests", rests, "f")
        step = LN2 / base
        top = mpf(mp.nint(step * 2 ** 16)) / 2 ** 16
        put(name + "f_step",
            "%s 2, in a multiple of 2^-16 and the rest; %s e and its rest" % (name, name),
            [top, step - top, 1 / base, 1 / base - rounded(1 / base, "f")], "f")
    put_polynomial("logf_terms", "(log(1+x) - x) / x^2, -1/24 < x < 1/16",
                   lambda x: (mp.log1p(x) - x) / x ** 2, low, high, range(5),
                   lambda x: x ** 2 / (abs(x) + mpf(1) / 64), kind="f")
    put_near("logf", "f")
    put_polynomial("logf_near_terms", "the same in fewer terms",
                   lambda x: (mp.log1p(x) - x) / x ** 2, low, high, range(4),
                   lambda x: x ** 2 / (abs(x) + mpf(1) / 64), kind="f")


def halves_of_pi(kind):
    """pi / 2 as a sum of three numbers, and 2 / pi."""
    parts = []
    for _ in range(3):
        parts.append(rounded(mp.pi / 2 - sum(parts), kind))
    return parts + [2 / mp.pi]


def sines():
    edge = (mp.pi / 4 * mpf("1.001")) ** 2
    for kind, suffix, count in (("d", "f64", 6), ("f", "f32", 3)):
        put("sin_step_" + suffix, "pi / 2, a sum of three; 2 / pi", halves_of_pi(kind), kind)
        put_polynomial("sin_terms_" + suffix, "of x^2: (sin x - x) / x^3, |x| < pi / 4",
                       lambda z: (mp.sin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, mpf(0), edge,
                       range(count), lambda z: z, kind=kind)
        put_polynomial("cos_terms_" + suffix, "of x^2: (cos x - 1 + x^2/2) / x^4, |x| < pi / 4",
                       lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z ** 2, mpf(0), edge,
                       range(count), lambda z: z ** 2, kind=kind)


# ---- functions of 16 pieces ----

def put_pieces(name, comment, function, pieces, count, kind="d", weight=None, pair=True):
    """For each piece (center, low, high): the function at the center, the rest of that, and `count`
    terms of (f(center + d) - f(center)) / d, as arrays of 16 numbers each. pair: the first term is
    followed by its rest."""
    rows = []
    worst = mpf(0)
    for center, low, high in pieces:
        value = function(center)
        scale = (lambda d: weight(center + d)) if weight else (lambda d: mpf(1))
        terms, error = polynomial(lambda d: (function(center + d) - value) / d, low, high,
                                  range(count), lambda d: d * scale(d), kind=kind, count=120,
                                  pair=pair)
        worst = max(worst, error)
        rows.append([value, value - rounded(value, kind)] + terms)
    bits = "2^%.1f" % float(mp.log(worst, 2))
    sys.stderr.write("%-24s %2d terms, error %s\n" % (name, count, bits))
    OUT.append("/* %s; error %s */" % (comment, bits))
    ctype = "float" if kind == "f" else "double"
    OUT.append("static const %s weft_%s[%d][16] = {" % (ctype, name, len(rows[0])))
    for i in range(len(rows[0])):
        texts = [literal(row[i], kind) for row in rows]
        step = 4 if kind == "f" else 3
        lines = ["     " + ", ".join(texts[k:k + step]) for k in range(0, 16, step)]
        OUT.append("    {" + ",\n".join(lines).lstrip() + "},")
    OUT.append("};")
    OUT.append("")


def evenly(step, last):
    """16 pieces around the multiples of step, the last one up to `last`."""
    half = mpf(step) / 2 * mpf("1.0001")
    pieces = [(mpf(step) * i, -half, half) for i in range(16)]
    pieces[15] = (pieces[15][0], -half, mpf(last) - pieces[15][0])
    return pieces


def error_functions():
    relative = lambda x: 1 / (mp.erf(abs(x)) if x else mpf(1))
    put_pieces("erf_pieces_f64", "erf around multiples of 3/8; to 6", mp.erf,
               evenly(mpf(3) / 8, 6), 13, weight=relative)
    put_pieces("erf_pieces_f32", "erf around multiples of 1/4; to 4", mp.erf,
               evenly(mpf(1) / 4, 4), 7, kind="f", weight=relative)

    steep = lambda x: 1 / (mp.tanh(abs(x)) if x else mpf(1))
    put_pieces("tanh_pieces_f32", "tanh around multiples of 9/16; to 10", mp.tanh,
               evenly(mpf(9) / 16, 10), 8, kind="f", weight=steep)

    def scaled(s):
        """e^(x^2) erfc(x) at x = 4 / s - 4."""
        x = 4 / s - 4
        return mp.exp(x * x) * mp.erfc(x)
    half = mpf(1) / 32 * mpf("1.0001")
    pieces = [(mpf(i + 1) / 16, -half, half if i < 15 else mpf(0)) for i in range(16)]
    pieces[0] = (mpf(2) / 16, -half, half)  # not used
    put_pieces("erfc_pieces", "e^(x^2) erfc(x) of 4 / (x + 4), around sixteenths", scaled,
               pieces, 10, weight=lambda s: 1 / scaled(s))

    scaled_x = lambda x: mp.exp(x * x) * mp.erfc(x)
    pieces = [None] * 16
    for octave in range(4):
        for quarter in range(4):
            half = mpf(2) ** octave / 8
            center = 2 ** octave + (2 * quarter + 1) * half - 1
            pieces[(4 * (127 + octave) + quarter) % 16] = \
                (center, -half * mpf("1.0001"), half * mpf("1.0001"))
    put_pieces("erfcf_pieces", "e^(x^2) erfc(x), four pieces an octave of x + 1", scaled_x, pieces, 6,
               kind="f", weight=lambda x: 1 / scaled_x(x), pair=False)


def arc_functions():
    step = mpf(9) / 128
    put_pieces("atan_pieces", "atan around multiples of 9/128; to 1", mp.atan,
               evenly(step, 1 + step / 2), 9,
               weight=lambda x: 1 / (mp.atan(abs(x)) if x else mpf(1)))
    put_polynomial("atan_terms_f32", "of x^2: (atan x - x) / x^3, x < 1",
                   lambda z: (mp.atan(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, mpf(0), mpf("1.0001"),
                   range(9), lambda z: z, kind="f")
    for kind, suffix, digits, count in (("d", "f64", 53, 12), ("f", "f32", 24, 5)):
        put("half_turns_" + suffix, "pi / 2, its rest, pi, its rest",
            split(mp.pi / 2, digits) + split(mp.pi, digits), kind)
        put_polynomial("asin_terms_" + suffix, "of x^2: (asin x - x) / x^3, |x| < 1/2",
                       lambda z: (mp.asin(mp.sqrt(z)) / mp.sqrt(z) - 1) / z, mpf(0),
                       mpf("0.2501"), range(count), lambda z: z, kind=kind)


def roots():
    inverses, _, _ = logarithm_tables("log", mpf(1), 41)
    values = [mp.cbrt(1 / v) for v in inverses]
    powers = [mpf(1)] * 16
    powers[1], powers[15] = mp.cbrt(2), mp.cbrt(mpf(1) / 2)
    low, high = mpf(-1) / 24, mpf(1) / 16
    for kind, suffix, count in (("d", "f64", 9), ("f", "f32", 4)):
        put("cbrt_tops_" + suffix, "cube roots of the inverses of weft_log_inverses", values, kind)
        put("cbrt_rests_" + suffix, "what these were rounded by",
            [v - rounded(v, kind) for v in values], kind)
        put("cbrt_powers_" + suffix, "2^(i/3) for i = 0, 1 and, at 15, -1", powers, kind)
        put("cbrt_power_rests_" + suffix, "what these were rounded by",
            [v - rounded(v, kind) for v in powers], kind)
        put_polynomial("cbrt_terms_" + suffix, "((1+x)^(1/3) - 1) / x, -1/24 < x < 1/16",
                       lambda x: (mp.cbrt(1 + x) - 1) / x, low, high, range(count), lambda x: x,
                       kind=kind)


def gammas():
    constant = (mp.log(2 * mp.pi) - 1) / 2
    put("gamma_constant", "(log 2 pi - 1) / 2 and the rest", split(constant, 53))

    def rest(z):
        y = 1 / mp.sqrt(z)
        return (mp.loggamma(y) - (y - mpf(1) / 2) * (mp.log(y) - 1) - constant) * y
    put_polynomial("gamma_terms", "of 1/x^2: x (log gamma(x) - (x - 1/2)(log x - 1) - (log 2 pi - 1)/2), x > 8",
                   rest, mpf("1e-12"), mpf(1) / 64 * mpf("1.0001"), range(8))
    put_polynomial("sinpi_terms", "of x^2: (sin(pi x) / (pi x) - 1) / x^2, |x| < 1/2",
                   lambda z: (mp.sinpi(mp.sqrt(z)) / (mp.pi * mp.sqrt(z)) - 1) / z, mpf(0),
                   mpf("0.2501"), range(9), lambda z: z, pair=True)
    for center in (1, 2):
        put_polynomial("lgamma_terms_%d" % center, "log gamma(%d + x) / x, |x| < 1/8" % center,
                       lambda x: mp.diff(mp.loggamma, center) if abs(x) < mpf("1e-30")
                       else mp.loggamma(center + x) / x, mpf("-0.1251"), mpf("0.1251"), range(15),
                       pair=True)


def main():
    for part in PARTS:
        part()
    head = ["/* vector/tables.h: numbers of the vector functions, for their headers; made by",
            " * tests/vector_math/coefficients.py. Polynomials begin with their lowest term. */",
            "/* clang-format off */",
            "#ifndef WEFT_VECTOR_TABLES_H", "#define WEFT_VECTOR_TABLES_H", ""]
    with open(sys.argv[1], "w") as file:
        file.write("\n".join(head + OUT + ["#endif", ""]))


PARTS = [exponentials, logarithms, sines, error_functions, arc_functions, roots, gammas]

if __name__ == "__main__":
    main()
