"""`weft build` compiles kernels as a CMake project does, flag by flag, per instruction set."""

import json
import os
import subprocess
import sys
import unittest

import common

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))

SOURCE = """#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64)")
double twice(double x) { return 2 * x; }
"""

# Appends its arguments to a file, then is the compiler.
COMPILER = """#!{python}
import json, os, sys
with open({log!r}, "a", encoding="utf-8") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
os.execvp({compiler!r}, [{compiler!r}, *sys.argv[1:]])
"""

# What the generator made, compiled without it, and without the library.
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(flags LANGUAGES C)
add_library(Weft::runtime INTERFACE IMPORTED)
include("{root}/cmake/WeftUfuncs.cmake")
add_library(kernels STATIC)
target_include_directories(kernels PRIVATE "{root}/runtime/include")
weft_add_generated(kernels FOLDER made STEMS twice TARGETS cpu)
"""

# What --compiler-flags is to read: lines, and what GIVEN then is. Folders hold a given.h each.
GIVEN = """#include <weft/annotate.h>
#if __has_include("given.h")
#include "given.h"
#endif
#ifndef GIVEN
#define GIVEN 1
#endif
WEFT_VECTORIZE() double f(double x) { return x * GIVEN; }
"""
READ = {
    "100": ("-DGIVEN=100", "-D\nGIVEN=100", "--define-macro=GIVEN=100", "--define-macro\nGIVEN=100", "SHELL:-D GIVEN=100",
            "SHELL:-DOTHER='a b' \"-DGIVEN=100\"", "SHELL:-U GIVEN -DGIVEN=1\\0\\0", "-Wp,-DGIVEN=100", "-Wp,-D,GIVEN=100",
            "-Xpreprocessor\n-DGIVEN=100", "-Xclang\n-DGIVEN=100", "@flags/at", "SHELL:-w @flags/twice"),
    "7": ("-Iinc", "-I\ninc", "--include-directory=inc", "--include-directory\ninc", "-iquoteinc", "-iquote\ninc",
          "-isysteminc", "-isystem\ninc", "-idirafterinc", "-idirafter\ninc", "--include-directory-after=inc",
          "-Iinc\n-DGIVEN=7", "SHELL:-iquote inc"),
    "1": ("-DGIVEN=100\n-UGIVEN", "-DGIVEN=100\n--undefine-macro=GIVEN", "-DGIVEN=100\n--undefine-macro\nGIVEN",
          "-o\n-DGIVEN=100", "-MF\n-DGIVEN=100", "-Xlinker\n-DGIVEN=100", "-w\n-Wp,-MD,x\n-fno-pack-struct",
          "-D__STRICT__\n-std=c17", "--std=gnu11", "--std\nc11", "--sysroot=/", "-isysroot\n/"),
}
REFUSED = {
    "gives the compiler a text that the source does not name": (
        "-include\ninc/given.h", "-includeinc/given.h", "--include=inc/given.h", "-imacros\ninc/given.h", "--imacros\nx",
        "-Xclang\n-include\n-Xclang\nx", "-Wp,-imacros,inc/given.h", "SHELL:-imacros inc/given.h"),
    "changes where headers are looked for": ("-I-", "-nostdinc", "-iprefix\nx", "-iwithprefixinc", "-iwithprefixbefore\ninc"),
    "takes names away that the compiler has": ("-undef",),
    "@none cannot be read: No such file": ("@none",),
    "@flags/self cannot be read: it names itself": ("@flags/self",),
    "a Weft source is C99 or newer": ("-std=c89", "-ansi", "--std=gnu90"),
    "-D needs a name behind it": ("-D",),
    "-isystem needs a name behind it": ("-isystem",),
}

# Flags under which there are no kernels, by what is said of them; a compiler has not all of them.
IN_THE_WAY = {
    "an enum to be as wide as an int": "-fshort-enums",
    "structures that are not packed": "-fpack-struct -fpack-struct=2",
    "wchar_t of 32 bits": "-fshort-wchar",
    "bit-fields of": "-mms-bitfields -funsigned-bitfields",
    "inline functions as C99 has them": "-fgnu89-inline",
    "names without an underscore": "-fleading-underscore",
    "strings in UTF-8": "-fexec-charset=UTF-16 -fexec-charset=IBM1047",
}
if os.uname().machine == "x86_64":
    IN_THE_WAY |= {
        "char to be signed": "-funsigned-char -fno-signed-char",
        "pointers and long of 64 bits": "-m32 -mx32 -m16",
        "a long double of 80 bits": "-mlong-double-64 -mlong-double-128",
        "the calls of this system": "-mabi=ms",
        "SSE2 and x87": "-mno-sse -mno-sse2 -mgeneral-regs-only -mno-80387",
        "the code of programs": "-mcmodel=kernel",
    }
IGNORED_BY_CLANG = {"-funsigned-bitfields", "-mabi=ms", "-mno-80387"}
# Flags under which kernels are right, a line for each build.
TAKEN_ON_X86_64 = """
-mno-sse3 -mno-ssse3 -mno-sse4.1 -mno-sse4.2 -mno-avx -mno-avx2 -mno-fma -mno-f16c -mno-avx512f -mno-bmi -mno-bmi2 -mno-lzcnt -mno-movbe -mno-popcnt
-march=x86-64-v2 -mno-avx512vl -mno-avx512dq -mno-avx512bw -mno-avx512cd
-march=x86-64-v2 -mno-sse4.2
-march=x86-64-v4 -mno-avx512vl -mno-fma -mno-bmi2
-mavx512f -mno-avx512dq -mno-fma
-mfpmath=387 -fsingle-precision-constant -malign-double -mno-mmx -mpc32 -mrecip=all -fpcc-struct-return -ftrapv -mtune=atom -mprefer-vector-width=128 -mavx256-split-unaligned-load -mno-red-zone -mcmodel=large -mstackrealign -fveclib=libmvec -fdenormal-fp-math=positive-zero -fapprox-func -fno-honor-nans
"""
ROUNDED = """#include <math.h>
#include <weft/annotate.h>
WEFT_VECTORIZE() double whole(double x) { return floor(x) + 2 * rint(x) - trunc(x * 0.1) + 0.1; }
WEFT_VECTORIZE() float wave(float x) { return sinf(x) + ceilf(x); }
WEFT_VECTORIZE() float half(float x) { return x < 0 ? NAN : sqrtf(x / 3); }
WEFT_GUVECTORIZE("(n)->()") void most(size_t n, const float *x, float *y)
{
    *y = 0;
    for (size_t i = 0; i < n; i++)
        *y = fmaxf(*y, expf(-fabsf(x[i])));
}
WEFT_VECTORIZE("float16(float16)") float same(float x) { return x + x; }
"""

# Flags that CMake puts where it likes; and one that it leaves out where the compiler has it by itself.
PROPERTIES, STANDARD = ["-fvisibility=hidden"], "-std=gnu17"


def without_places(words):
    """The flags among the words: not where files lie, nor debug information and whether code is independent of
    its place, which in CMake is for the build type and the target to say."""
    flags, words = [], iter(words)
    for word in words:
        if word in ("-c", "-o", "-MT", "-MF"):
            next(words)
        elif not word.startswith(("-I", "-M", "-g", "-D", "@", "-ffile-prefix-map", "-fPIC", "-iquote")):
            flags.append(word)
    return flags


@unittest.skipUnless(common.has_generator(), "without the generator")
class Flags(common.ToolTest):
    def setUp(self):
        super().setUp()
        self.compiler = os.path.join(self.scratch, "compiler")
        self.write("twice.c", SOURCE)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def compilations(self, log, run):
        """What `run` asks the compiler for, per instruction set."""
        log = os.path.join(self.scratch, log)
        with open(self.compiler, "w", encoding="utf-8") as file:
            file.write(COMPILER.format(python=sys.executable, log=log, compiler=os.environ["CC"]))
        os.chmod(self.compiler, 0o755)
        run()
        found = {}
        with open(log, encoding="utf-8") as lines:
            for words in map(json.loads, lines):
                isas = [word.partition("=")[2] for word in words if word.startswith("-DWEFT_ISA=")]
                if isas:
                    self.assertNotIn(isas[0], found)
                    found[isas[0]] = without_places(words)
        return found

    def explain(self, lines):
        self.write("flags.txt", lines + "\n")
        return self.weft("explain", "given.c", "--compiler-flags=flags.txt", "--print-ir", "--targets=cpu")

    def test_what_a_compilers_flags_say(self):
        """Each spelling is read as gcc and clang read it, or refused: none is passed over."""
        for name in ("inc", "flags"):
            os.mkdir(self.path(name))
        self.write("given.c", GIVEN)
        self.write("inc/given.h", "#undef GIVEN\n#define GIVEN 7\n")
        self.write("flags/at", "-w -D'GIVEN=100'\n")
        self.write("flags/twice", "-O2\t\"@flags/at\"")
        self.write("flags/self", "@flags/self")
        for value, spellings in READ.items():
            for lines in spellings:
                with self.subTest(lines=lines):
                    status, text, errors = self.explain(lines)
                    self.assertEqual((status, errors), (0, ""))
                    self.assertIn(f"return x * (float64: {value})", text)
        for reason, spellings in REFUSED.items():
            for lines in spellings:
                with self.subTest(lines=lines):
                    status, _, errors = self.explain(lines)
                    self.assertEqual(status, 2)
                    self.assertIn(reason, errors)

    def known(self, flags):
        """Those of the flags that the compiler has."""
        def takes(flag):
            return subprocess.run([os.environ["CC"], "-Werror", "-fno-pic", flag, "-fsyntax-only", "-x", "c", "/dev/null"],
                                  capture_output=True, check=False).returncode == 0
        return [flag for flag in flags.split() if takes(flag)]

    def test_flags_in_the_way(self):
        """A flag that changes what types, names or instructions are is named, however it comes."""
        self.write("twice.c", SOURCE)
        found = 0
        for reason, flags in IN_THE_WAY.items():
            for flag in self.known(flags):
                if "clang" in os.environ["CC"] and flag in IGNORED_BY_CLANG:
                    continue
                with self.subTest(flag=flag):
                    found += 1
                    self.write("flags.txt", f"-mtune=generic\nSHELL:-w {flag}\n-fno-builtin\n")
                    for words in (("explain", "twice.c"), ("generate", "twice.c", "-o", "made")):
                        self.refuse(1, f"error: {flag} cannot be used: Weft needs {reason}", *words,
                                    "--compiler-flags=flags.txt", "--targets=cpu", CC=os.environ["CC"])
        self.assertGreater(found, 5)
        self.refuse(1, f"error: $CC, {os.environ['CC']} -fshort-enums cannot be used: Weft needs an enum", "build", "twice.c", "-o",
                    "twice.so", CC=os.environ["CC"] + " -fshort-enums")
        self.refuse(1, "error: -static: what is built is a shared library", "build", "twice.c", "-o", "twice.so", "--", "-static")

    def test_flags_behind_the_compiler(self):
        """The text is read with what $CC says of it; what the command says comes behind."""
        self.write("moved.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE() int moved(int x) { return x + OFFSET; }\n")
        self.write_npy("x.npy", "i4", (2,), [1, 2])
        compiler = os.environ["CC"]
        for words, by in (((), 3), (("-DOFFSET=5",), 5)):
            self.succeed("build", "moved.c", "-o", "moved.so", "--targets=cpu", "--isa=base", *words, CC=f"{compiler} -D OFFSET=3")
            self.succeed("run", "moved.so", "moved", "x.npy", "-o", "y.npy")
            self.assertEqual(self.read_npy("y.npy")[2], [1 + by, 2 + by])
        self.succeed("explain", "moved.c", CC=f"{compiler} -DOFFSET=3")
        self.refuse(2, "$CC: -include stdio.h gives the compiler a text that the source does not name", "build", "moved.c", "-o", "moved.so",
                    CC=f"{compiler} -DOFFSET=1 -include stdio.h")

    @unittest.skipUnless(os.uname().machine == "x86_64", "of x86-64")
    def test_flags_that_kernels_take(self):
        """Whatever is said of instructions and of speed: kernels have what they are named after, and the same numbers."""
        self.write("rounded.c", ROUNDED)
        values = [-2.5, -1e-310, 0.1, 0.5, 2.5, 3.75, 1e10, 12345.678]
        for code in ("f4", "f8"):
            self.write_npy(f"{code}.npy", code, (8,), values)

        def results(flags):
            self.succeed("build", "rounded.c", "-o", "r.so", "--targets=cpu", "--isa=base,v3,v4", CC=f"{os.environ['CC']} {flags}")
            found = {}
            for isa in ("base", "v3", "v4"):
                for name, code in (("whole", "f8"), ("wave", "f4"), ("half", "f4"), ("most", "f4"), ("same", "f4")):
                    status, _, errors = self.weft("run", "r.so", name, f"{code}.npy", "-o", "result.npy", "--casting=unsafe", WEFT_ISA=isa)
                    if status == 0:
                        with open(self.path("result.npy"), "rb") as file:
                            found[isa, name] = file.read()
                    else:
                        self.assertIn("this CPU has up to", errors)
            return found

        plain = results("-w")
        self.assertGreaterEqual(len(plain), 4)
        for line in TAKEN_ON_X86_64.replace("\\\n", "").splitlines():
            with self.subTest(line=line):
                self.assertEqual(results(" ".join(self.known(line))), plain)

    def run_cmake(self):
        self.succeed("generate", "twice.c", "-o", "made", "--targets=cpu")
        self.write("CMakeLists.txt", PROJECT.format(root=ROOT))
        cmake = os.environ["WEFT_CMAKE"]
        for words in (["-S", ".", "-B", "b", f"-DCMAKE_C_COMPILER={self.compiler}"], ["--build", "b"]):
            done = subprocess.run([cmake, *words], cwd=self.folder, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def run_build(self):
        self.succeed("build", "twice.c", "-o", "twice.so", "--targets=cpu", "--isa=base,v3,v4", "-j1", CC=self.compiler)

    def test_are_those_of_cmake(self):
        built = self.compilations("build", self.run_build)
        made = self.compilations("cmake", self.run_cmake)
        self.assertIn("base", built)
        self.assertEqual(sorted(built), sorted(made))
        for isa, flags in built.items():
            with self.subTest(isa=isa):
                self.assertIn("-fno-math-errno", flags)
                self.assertEqual(set(PROPERTIES) - set(made[isa]), set(PROPERTIES) - set(flags))
                # Their order too: of two that contradict each other the later counts.
                self.assertEqual([flag for flag in flags if flag not in PROPERTIES + [STANDARD]],
                                 [flag for flag in made[isa] if flag not in PROPERTIES + [STANDARD]])

    def test_a_variable_without_a_type(self):
        """Where the C compiler and C23 read it otherwise, nothing is computed."""
        self.write("auto.c", '#include <weft/annotate.h>\nWEFT_VECTORIZE("float64(float64)")\n'
                             "double f(double x)\n{\n    for (auto i = 0.5; i < 2; i += 1)\n        x += i;\n    return x;\n}\n")
        self.write("asked.c", "int main(void) { auto x = 1.5; return x == 1; }\n")
        asked = subprocess.run(["cc", "-w", "-std=gnu2x", "asked.c", "-o", "asked"], cwd=self.folder, check=False,
                               capture_output=True)
        words = ("build", "auto.c", "-std=gnu2x", "-o", "auto.so", "--targets=cpu")
        if asked.returncode == 0 and subprocess.run(["./asked"], cwd=self.folder, check=False).returncode == 1:
            self.refuse(1, "auto.c:5:10: error: the C compiler takes auto without a type for int", *words)
        else:
            self.succeed(*words)
            self.assertEqual(self.compute("./auto.so", "f", "3"), [5])


if __name__ == "__main__":
    common.main()
