"""Texts that are made to crash the tool or to keep it busy for ever: each run ends soon, with an
error, and leaves no file."""

import os
import signal
import subprocess
import sys
import time

import common
from common import WEFT

# Each macro is the one before it twice, and the first is nothing.
ENDLESS = "#define M0\n" + "".join(f"#define M{k + 1} M{k} M{k}\n" for k in range(60)) + "M60\n"
LONGEST = 30  # seconds


class Hostile(common.ToolTest):
    def write(self, text):
        with open(self.path("kernels.c"), "w", encoding="utf-8") as file:
            file.write(text)

    def refuse_soon(self, text, *arguments):
        begin = time.monotonic()
        errors = self.refuse(1, text, *arguments)
        self.assertLess(time.monotonic() - begin, LONGEST)
        return errors

    def test_endless_macros(self):
        self.write(ENDLESS)
        for command in (["generate", "-oout"], ["explain"], ["build", "-olib.so"]):
            with self.subTest(command[0]):
                self.refuse_soon("kernels.c cannot be read: reading takes longer than "
                                 "--time-limit=1 allows", *command, "kernels.c", "--time-limit=1")

    def test_functions_that_call_each_other_in_many_ways(self):
        """Eight calls in each of ten functions are as long to read as any other eighty."""
        text = "#include <weft/annotate.h>\nstatic const double table[4] = {1, 2, 3, 4};\n"
        for i in range(10):
            calls = " + ".join(f"l{i - 1}(x + {k}, n + {k})" for k in range(8)) if i else "x * n"
            text += f"static double l{i}(double x, int n) {{ return x > {i} ? n : {calls}; }}\n"
            calls = " + ".join(f"t{i - 1}(x + {k})" for k in range(8)) if i else "(x > 3)"
            text += f"static int t{i}(double x) {{ if (x > {i}) return 1; return {calls}; }}\n"
            calls = " ".join(f"w{i - 1}(x + {k}, y);" for k in range(8)) if i else "*y = x;"
            text += f"static void w{i}(double x, double *y) {{ if (x > {i}) *y = 1; else {{ {calls} }} }}\n"
        for i in range(12):
            text += f"static double c{i}(double x, double *y, const double *a);\n"
        for i in range(12):
            calls = " + ".join(f"c{k}(x - 1, y, a)" for k in range(12))
            text += (f"static double c{i}(double x, double *y, const double *a)\n"
                     f"{{ if (x < {i}) {{ *y = a[0]; return x; }} return {calls}; }}\n")
        text += """
            static double r(double x, int n) { return n ? r(x, n - 1) + r(x + 1, n - 1) : x; }
            WEFT_VECTORIZE() double ladder(double x) { return l9(x, 1); }
            WEFT_VECTORIZE() double truth(double x) { return table[(size_t)(t9(x) > 0)]; }
            WEFT_VECTORIZE() void writes(double x, double *y) { w9(x, y); }
            WEFT_GUVECTORIZE("(3),()->(),()")
            double cycle(const double *a, double x, double *y) { return c0(x, y, a); }
            WEFT_GUVECTORIZE("(n)->(n)") void rows(size_t n, const double x[n], double y[n])
            { for (size_t i = 0; i < n; i++) y[i] = r(x[i], 2) + l9(x[i], 2); }
            """
        self.write(text)
        begin = time.monotonic()
        output = self.succeed("explain", "kernels.c", "--targets=cpu,parallel", "--time-limit=20")
        self.assertLess(time.monotonic() - begin, LONGEST)
        for name in ("ladder", "truth", "writes", "cycle", "rows"):
            self.assertIn(f"\n  {name}, kernels.c:", output)

    def test_file_that_includes_itself(self):
        self.write('#include "kernels.c"\n#include "kernels.c"\n')
        self.refuse_soon("#include nested too deeply", "generate", "-oout", "kernels.c")

    def test_waiting_for_a_pipe(self):
        os.mkfifo(self.path("pipe.h"))
        self.write('#include "pipe.h"\n')
        self.refuse_soon("error: ", "generate", "-oout", "kernels.c", "--time-limit=1")

    def test_deep_nesting(self):
        for opening in ("(", "{", "[", "if (1) ", "f(", "- ", "*", "x ? ", "1 + "):
            with self.subTest(opening):
                self.write("double f(double x) { return " + opening * 200000 + "x; }\n")
                self.refuse_soon("error: ", "build", "-olib.so", "kernels.c", "--time-limit=5")

    def test_many_errors(self):
        self.write("#include <weft/annotate.h>\n" + "".join(
            f"WEFT_VECTORIZE(\"float64(x{i})\") double f{i}(double x) {{ return x; }}\n"
            for i in range(5000)))
        errors = self.refuse_soon("too many errors: 4900 more are not shown", "explain",
                                  "kernels.c")
        self.assertEqual(errors.count("is no dtype"), 100)

    def test_errors_in_a_file_that_includes_itself(self):
        self.write('#include "kernels.c"\n' + "".join(
            f"WEFT_VECTORIZE() double f{i}(double x) {{ return x; }}\n" for i in range(5)))
        self.refuse_soon("#include nested too deeply", "explain", "kernels.c")

    def test_long_lines(self):
        self.write("double f(double x) { return x" + " + 1" * 250000 + " + unknown + 1; }\n")
        errors = self.refuse_soon("use of undeclared identifier", "explain", "kernels.c")
        line, caret = errors.splitlines()[-2:]
        self.assertLess(len(line), 200)
        self.assertEqual(line.index("unknown"), caret.index("^"))

    def test_long_sums(self):
        """What is read of a sum takes steps in proportion to its terms, not to their square."""
        long = " + ".join(f"{i} * k" for i in range(1, 900))
        self.write("#include <weft/annotate.h>\n" + "".join(
            f"WEFT_VECTORIZE() double f{i}(int k) {{ return {long}; }}\n" for i in range(12)))
        self.succeed("generate", "-oout", "kernels.c", "--time-limit=30")

    def test_characters_in_lines(self):
        self.write("/* äöü€ \x1b[31m\t\x7f */ double f(double x) { return x + unknown; }\n")
        errors = self.refuse_soon("use of undeclared identifier", "explain", "kernels.c")
        self.assertNotIn("\x1b", errors)
        line, caret = errors.splitlines()[-2:]
        self.assertIn("äöü€ ?[31m\t? */", line)
        self.assertEqual(line.index("unknown"), caret.index("^"))

    def test_crash_of_libclang(self):
        self.write("double f(double x) { return " + "- " * 1000000 + "x; }\n")  # its stack is full
        self.refuse_soon("kernels.c cannot be read: libclang or weft crashed on it; nothing was "
                         "written", "generate", "-oout", "kernels.c")

    def test_interrupt_while_reading(self):
        self.write(ENDLESS)
        for command in (["build", "-olib.so"], ["generate", "-omade"], ["explain"]):
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(command[0], number=number):
                    self.interrupt(number, [WEFT, *command, "kernels.c"])
                    self.assertEqual(os.listdir(self.scratch), [])
                    self.assertEqual(self.files(), ["kernels.c"])

    def interrupt(self, number, command):
        with subprocess.Popen(command, cwd=self.folder, env=self.environment(),
                              stderr=subprocess.DEVNULL) as run:
            time.sleep(1.5)  # then it reads
            begin = time.monotonic()
            run.send_signal(number)
            self.assertEqual(run.wait(timeout=LONGEST), -number)
            self.assertLess(time.monotonic() - begin, 5)

    def test_no_shell_reads_names(self):
        """Names are words of compilers, whatever they would be to a shell."""
        name = "$(touch pwned) `touch pwned`;&|'.c"
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write("#include <weft/annotate.h>\n/** `touch pwned` $(touch pwned) */\n"
                       "WEFT_VECTORIZE() int f(int x) { return x + A; }\n")
        self.succeed("build", "--targets=cpu", "-o$(touch pwned).so",
                     "-DA=1 /* $(touch pwned) `touch pwned` */", name)
        self.assertEqual(self.files(), sorted([name, "$(touch pwned).so"]))

    def test_names_with_a_dash(self):
        with open(self.path("-x.c"), "w", encoding="utf-8") as file:
            file.write("#include <weft/annotate.h>\nWEFT_VECTORIZE() int f(int x) { return x; }\n")
        self.succeed("generate", "-oout", "--", "-x.c")
        self.assertIn("-x.table.c", os.listdir(self.path("out")))

    def test_limit_is_a_number(self):
        self.write(ENDLESS)
        for wrong in ("0", "-1", "x", "", "99999999999999999999"):
            with self.subTest(wrong):
                self.refuse(2, "--time-limit", "generate", "-oout", "kernels.c",
                            f"--time-limit={wrong}")


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
