"""weft run: numbers and arrays in, all outputs or none."""

import os

import common
from common import SAMPLE


class Run(common.ToolTest):
    def add(self, first, second, *options):
        self.succeed("run", SAMPLE, "add", first, second, "-o", "out.npy", *options)
        return self.read_npy("out.npy")

    def test_numbers(self):
        self.assertEqual(self.add("2", "3"), ("i8", (), [5]))
        self.assertEqual(self.add("2", "-3"), ("i8", (), [-1]))
        self.assertEqual(self.add("-2.5", "-.5"), ("f8", (), [-3.0]))
        self.assertEqual(self.add("0x1p3", "1e-1"), ("f8", (), [8.1]))
        self.assertEqual(self.add("-inf", "1"), ("f8", (), [float("-inf")]))
        self.assertEqual(self.add("1+2j", "-3j"), ("c16", (), [(1.0, -1.0)]))
        self.assertEqual(self.add("-1e1-2.5j", "1"), ("c16", (), [(-9.0, -2.5)]))
        self.assertEqual(self.add("true", "2"), ("i8", (), [3]))
        self.assertEqual(self.add("True", "False"), self.add("true", "false"))
        self.assertEqual(self.add("-INF", "1"), ("f8", (), [float("-inf")]))

    def test_words_that_are_no_numbers_are_files(self):
        for word in ["1.5x", "1+2", "nan(3)", " 1", "1 ", "j", "1+j2", "0x", "", "infinite"]:
            with self.subTest(word=word):
                self.refuse(1, "weft: error: ", "run", SAMPLE, "add", word, "1", "-o", "out.npy")

    def test_arrays(self):
        self.write_npy("x.npy", "f8", (2, 3), range(6))
        self.write_npy("row.npy", "f8", (3,), [10, 20, 30])
        self.assertEqual(self.add("x.npy", "row.npy"),
                         ("f8", (2, 3), [10.0, 21.0, 32.0, 13.0, 24.0, 35.0]))
        self.assertEqual(self.add("x.npy", "-2")[2], [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0])
        self.write_npy("n.npy", "i8", (2,), [1, 2])
        self.assertEqual(self.add("n.npy", "1"), ("i8", (2,), [2, 3]))

    def test_targets_agree(self):
        self.write_npy("x.npy", "f8", (1000,), [i / 7 for i in range(1000)])
        results = [self.add("x.npy", "x.npy", f"--target={target}")
                   for target in ("cpu", "parallel", "auto")]
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])
        self.assertEqual(results[0], self.add("x.npy", "x.npy", "--target=parallel", "--threads=1"))

    def test_core_dimensions(self):
        self.write_npy("A.npy", "f8", (2, 2, 3), range(12))
        self.write_npy("x.npy", "f8", (3,), [1, 0, 2])
        self.succeed("run", SAMPLE, "matvec", "A.npy", "x.npy", "-o", "y.npy")
        self.assertEqual(self.read_npy("y.npy"), ("f8", (2, 2), [4.0, 13.0, 22.0, 31.0]))
        self.write_npy("z.npy", "f8", (4,), [1, 0, 2, 0])
        errors = self.refuse(1, "matvec", "run", SAMPLE, "matvec", "A.npy", "z.npy", "-o", "no.npy")
        self.assertIn("n", errors)

    def test_shapes(self):
        self.assertEqual(self.add("2", "3", "--shape=2,3"), ("i8", (2, 3), [5] * 6))
        self.assertEqual(self.add("2", "3", "--shape=0"), ("i8", (0,), []))
        self.write_npy("x.npy", "f8", (3,), range(3))
        self.assertEqual(self.add("x.npy", "1", "--shape=2,1"), ("f8", (2, 3), [1.0, 2.0, 3.0] * 2))
        self.refuse(1, "shape", "run", SAMPLE, "add", "x.npy", "1", "-o", "no.npy", "--shape=2")
        self.refuse(1, "--shape goes with calls", "run", SAMPLE, "add.reduce", "x.npy", "-o", "no.npy", "--shape=2")
        for wrong in ("", "a", "2,", ",2", "-1", "2x3", "1" * 20, ",".join("1" * 100)):
            with self.subTest(wrong=wrong):
                self.refuse(2, "is no list", "run", SAMPLE, "add", "1", "1", "-o", "no.npy", "--shape=" + wrong)

    def test_several_outputs(self):
        self.write_npy("x.npy", "f8", (2,), [1.25, -0.5])
        self.succeed("run", SAMPLE, "split", "x.npy", "-o", "whole.npy", "-o", "rest.npy")
        self.assertEqual(self.read_npy("whole.npy")[2], [1.0, -1.0])
        self.assertEqual(self.read_npy("rest.npy")[2], [0.25, 0.5])

    def test_all_outputs_or_none(self):
        os.mkdir(self.path("folder"))
        os.symlink("/dev/null", self.path("null"))
        for second in ["folder", "null", "nowhere/out.npy", "first.npy", ""]:
            with self.subTest(second=second):
                self.refuse(1, "weft: error: ", "run", SAMPLE, "split", "1.5", "-o", "first.npy",
                          "-o", second)

    def test_a_failed_call_keeps_what_was_there(self):
        self.write("out.npy", "kept")
        self.write_npy("x.npy", "f8", (2,), [1, 2])
        self.write_npy("y.npy", "f8", (3,), [1, 2, 3])
        self.refuse(1, "add", "run", SAMPLE, "add", "x.npy", "y.npy", "-o", "out.npy")
        self.refuse(1, "y.c", "run", SAMPLE, "add", "x.npy", "y.c", "-o", "out.npy")
        with open(self.path("out.npy"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "kept")

    def test_output_may_replace_an_input(self):
        self.write_npy("x.npy", "f8", (2,), [1, 2])
        self.succeed("run", SAMPLE, "add", "x.npy", "1", "-o", "x.npy")
        self.assertEqual(self.read_npy("x.npy")[2], [2.0, 3.0])
        self.assertEqual(self.files(), ["x.npy"])

    def test_wrong_counts_name_the_operands(self):
        errors = self.refuse(2, "add takes 2 inputs (a, b)", "run", SAMPLE, "add", "1", "-o", "o.npy")
        self.assertIn("gives 1 output (result)", errors)
        self.refuse(2, "2 inputs (A (m,n), x (n))", "run", SAMPLE, "matvec", "1", "2", "3")
        self.refuse(2, "gives 2 outputs (whole, rest)", "run", SAMPLE, "split", "1", "-o", "o.npy")
        self.refuse(2, "gives 1 output", "run", SAMPLE, "add", "1", "2")

    def test_unknown_names(self):
        self.refuse(1, "there is no function 'sub'", "run", SAMPLE, "sub", "1", "2", "-o", "o.npy")
        self.refuse(1, "its methods are reduce", "run", SAMPLE, "add.sum", "1", "-o", "o.npy")
        self.refuse(1, "weft: error: ", "run", "./no.so", "add", "1", "2", "-o", "o.npy")

    def test_gpu_is_refused_with_a_reason(self):
        errors = self.refuse(1, "gpu", "run", SAMPLE, "add", "1", "2", "-o", "o.npy", "--target=gpu")
        self.assertTrue(errors.startswith("weft: error: "))

    def test_names_that_are_not_there(self):
        self.refuse(1, f"there is no function 'ad' in {SAMPLE} (did you mean 'add'?)", "run", SAMPLE, "ad", "1", "2",
                    "-o", "o.npy")
        errors = self.refuse(1, "there is no function 'zzzzz'", "run", SAMPLE, "zzzzz", "1", "2", "-o", "o.npy")
        self.assertNotIn("did you mean", errors)
        open(self.path("e1.c"), "w", encoding="utf-8").close()
        self.refuse(1, "e1.c is not the name of a library: a path to one has a slash or .so in it", "list", "e1.c")
        self.refuse(1, "no library 'noext' is installed (libweft_noext.so)", "list", "noext")

    def test_a_dtype_that_is_none_of_weft(self):
        self.write_npy("long.npy", "f8", (2,), [1, 2])
        with open(self.path("long.npy"), "r+b") as file:
            text = file.read().replace(b"<f8", b"<f9")
            file.seek(0)
            file.write(text)
        errors = self.refuse(1, "dtype '<f9' is not supported; those that are: bool, int8, ", "run", SAMPLE, "add",
                             "long.npy", "1", "-o", "o.npy")
        self.assertIn("complex128", errors)

    def test_verbose(self):
        self.assertEqual(self.weft("run", SAMPLE, "add", "1", "2", "-o", "o.npy"), (0, "", ""))
        status, output, errors = self.weft("run", SAMPLE, "add", "1", "2", "-o", "o.npy", "-v",
                                           "--target=cpu")
        self.assertEqual((status, output), (0, ""))
        self.assertIn("add: target cpu, 1 2 -> int64(), ", errors)
        self.assertTrue(errors.startswith("weft: add, int64(int64, int64)\n  items: 1\n"), errors)
        self.assertIn("\n  kernel: strided\n", errors)
        for name, inputs, last in (("add", ["1", "2"], r"\nadd: target (cpu|parallel|gpu), "),
                                   ("add.reduce", ["x.npy"], r"\nadd.reduce: targets as above, ")):
            self.write_npy("x.npy", "f8", (3,), [1, 2, 3])
            errors = self.weft("run", SAMPLE, name, *inputs, "-o", "o.npy", "-v")[2]
            self.assertRegex(errors, r"(?m)^weft: add, ")
            self.assertRegex(errors, r"(?m)^  target: (cpu|parallel|gpu)")
            self.assertRegex(errors, last)

    def test_where(self):
        self.write_npy("x.npy", "f8", (3,), [1, 2, 3])
        self.write_npy("m.npy", "b1", (2, 1), [True, False])
        self.assertEqual(self.add("x.npy", "1", "--where=m.npy"),
                         ("f8", (2, 3), [2.0, 3.0, 4.0, 0.0, 0.0, 0.0]))
        self.assertEqual(self.add("x.npy", "1", "--where", "false")[2], [0.0, 0.0, 0.0])
        self.refuse(1, "where is float64; it must be bool",
                    "run", SAMPLE, "add", "x.npy", "1", "-o", "o.npy", "--where=x.npy")
        self.refuse(1, "nowhere.npy",
                    "run", SAMPLE, "add", "x.npy", "1", "-o", "o.npy", "--where=nowhere.npy")
        self.write_npy("A.npy", "f8", (2, 3), range(6))
        self.refuse(1, "where is for elementwise ufuncs", "run", SAMPLE, "matvec", "A.npy", "x.npy",
                    "-o", "o.npy", "--where=true")

    def test_forced_dtypes(self):
        self.write_npy("x.npy", "i8", (2,), [1, 2])
        self.assertEqual(self.add("x.npy", "1", "--dtype=float64"), ("f8", (2,), [2.0, 3.0]))
        self.assertEqual(self.add("x.npy", "1", "--signature", "any,complex128,any")[0], "c16")
        base = ("run", SAMPLE, "add", "x.npy", "1", "-o", "o.npy")
        self.refuse(1, "no loop of add gives int8", *base, "--dtype=int8")
        self.refuse(2, "--dtype: 'int' is no dtype", *base, "--dtype=int")
        self.refuse(2, "--signature: '' is no dtype", *base, "--signature=any,")
        self.refuse(1, "--signature names 2 dtypes; add has 3 operands", *base, "--signature=any,any")
        self.refuse(1, "both given", *base, "--signature=any,any,any", "--dtype=int64")
        self.write_npy("y.npy", "f8", (2,), [1.5, 2])
        self.refuse(1, "casting same_kind does not allow", "run", SAMPLE, "add", "y.npy", "1",
                    "-o", "o.npy", "--dtype=int64")

    def test_axes(self):
        self.write_npy("A.npy", "f8", (2, 2, 3), range(12))
        self.write_npy("x.npy", "f8", (2, 2), [1, 0, 2, 5])
        self.succeed("run", SAMPLE, "matvec", "A.npy", "x.npy", "-o", "y.npy",
                     "--axes=(2,0),(0),(-1)")  # y[l, n] = sum over m of A[m, l, n] x[m, l]
        self.assertEqual(self.read_npy("y.npy"),
                         ("f8", (2, 3), [12.0, 15.0, 18.0, 45.0, 50.0, 55.0]))
        base = ("run", SAMPLE, "matvec", "A.npy", "x.npy", "-o", "o.npy")
        self.refuse(2, "is no list like", *base, "--axes=2,0")
        self.refuse(2, "is no list like", *base, "--axes=(2,0),(0),(a)")
        self.refuse(1, "names 1 axes of operand 0 (A)", *base, "--axes=(2),(0),(0)")
        self.refuse(1, "--axes has 3 axes; the layout", *base, "--axes=(2,0),(0)")
        self.refuse(1, "has rank 2 and no axis 2", *base, "--axes=(2,0),(2),(0)")
        self.refuse(1, "needs one core dimension", *base, "--axis=0")
        self.refuse(1, "needs inputs of equal core rank", *base, "--keepdims")
        self.refuse(1, "is for ufuncs with core dimensions",
                    "run", SAMPLE, "add", "x.npy", "1", "-o", "o.npy", "--axis=0")

    def test_flags(self):
        def flags(first, second):
            return self.succeed("run", SAMPLE, "add", first, second, "-o", "o.npy", "--flags")
        self.assertEqual(flags("1.0", "2.0"), "floating-point flags: none\n")
        self.assertEqual(flags("1e308", "1e308"), "floating-point flags: overflow\n")
        self.assertEqual(flags("inf", "-inf"), "floating-point flags: invalid\n")

    def test_order(self):
        self.write_npy("x.npy", "i8", (2, 3), range(6))
        self.succeed("run", SAMPLE, "add", "x.npy", "0", "-o", "f.npy", "--order=F")
        with open(self.path("f.npy"), "rb") as file:
            data = file.read()
        self.assertIn(b"'fortran_order': True", data)
        self.refuse(2, "--order: 'k' is none of K, C, F, A",
                    "run", SAMPLE, "add", "x.npy", "0", "-o", "o.npy", "--order=k")

    def test_names_that_a_shell_would_read(self):
        name = "a b$(touch made)'`touch made`;\"&.npy"
        self.write_npy(name, "f8", (1,), [1])
        self.succeed("run", SAMPLE, "add", name, "1", "-o", "$(touch made).npy")
        self.assertEqual(self.files(), ["$(touch made).npy", name])

    def test_two_outputs_are_two_files(self):
        self.refuse(1, "two outputs cannot both be ./o.npy", "run", SAMPLE, "split", "7.5",
                    "-o", "o.npy", "-o", "./o.npy")

    def test_the_library_is_no_output(self):
        os.symlink(SAMPLE, self.path("lib.so"))
        for name in (SAMPLE, "lib.so", "./lib.so"):
            self.refuse(1, "is the library that is called",
                        "run", "lib.so", "add", "1", "2", "-o", name)
        self.assertTrue(os.path.samefile(self.path("lib.so"), SAMPLE))

    def test_folders_that_take_no_file(self):
        self.write("file", "")
        run = ("run", SAMPLE, "add", "1", "2", "-o")
        self.refuse(1, "folder file: Not a directory", *run, "file/o.npy")
        self.refuse(1, "folder /proc: ", *run, "/proc/o.npy")
        self.refuse(1, "not a regular file", *run, "/dev/full")

    def test_names_with_a_dash(self):
        self.write_npy("-x.npy", "f8", (1,), [1])
        self.succeed("run", SAMPLE, "add", "-o", "-2", "--", "-x.npy", "-1")
        self.assertEqual(self.read_npy("-2")[2], [0.0])


if __name__ == "__main__":
    common.main()
