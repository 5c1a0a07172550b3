"""`weft new` and `weft doctor`."""

import os
import sys

import common
from common import ToolTest

FILES = [".gitignore", "CMakeLists.txt", "README.md", "kernels.c", "main.c"]


class New(ToolTest):
    def test_writes_five_files_that_bear_the_name(self):
        said = self.succeed("new", "stars")
        self.assertEqual(sorted(os.listdir(self.path("stars"))), FILES)
        self.assertEqual(self.files(), ["stars"])
        for name in FILES:
            with open(self.path("stars/" + name), encoding="utf-8") as file:
                self.assertNotIn("new_project", file.read())
        self.assertIn("cmake --build stars/build", said)
        self.assertIn("./stars/build/stars", said)

    def test_the_folder_has_the_rights_of_any_other(self):
        os.mkdir(self.path("plain"))
        self.succeed("new", "stars/")
        self.assertEqual(os.stat(self.path("stars")).st_mode, os.stat(self.path("plain")).st_mode)

    def test_kernels_build_and_run(self):
        self.succeed("new", "stars")
        self.succeed("build", "stars/kernels.c", "-o", "libkernels.so", "--targets=cpu,parallel")
        self.write_npy("a.npy", "f8", (2,), [3, 5])
        self.succeed("run", "libkernels.so", "hypotenuse", "a.npy", "12", "-o", "c.npy")
        self.assertEqual(self.read_npy("c.npy"), ("f8", (2,), [153 ** .5, 13.0]))

    def test_what_is_there_stays(self):
        os.mkdir(self.path("stars"))
        self.write("file", "mine")
        os.symlink("nowhere", self.path("link"))
        for name in ("stars", "stars/", "file", "link"):
            self.refuse(1, f"{name.rstrip('/')} is there already", "new", name)

    def test_names_that_a_build_cannot_have(self):
        for name in ("", "9lives", "a b", "grün", "-x" * 40, "a" * 65, "/", "..", "a;b", "$(x)"):
            self.refuse(1, "a project cannot be named", "new", "--", name)
        for name in ("test", "all", "install", "kernels"):
            self.refuse(1, "its build has something else of that name", "new", name)
        self.refuse(2, "FOLDER is missing", "new")
        self.refuse(2, "one FOLDER is made", "new", "a", "b")

    def test_names_that_its_build_has(self):
        for name in ("weft", "m", "CMakeFiles", "test"):
            self.refuse(1, f"a project cannot be named '{name}': its build has something else of that name", "new", name)

    def test_short_help(self):
        for words in ((), ("new",), ("run",)):
            self.assertEqual(self.succeed(*words, "-h"), self.succeed(*words, "--help"))

    def test_a_folder_that_cannot_be_made(self):
        self.refuse(1, "cannot make the folder nowhere/stars: No such file or directory",
                    "new", "nowhere/stars")


class Doctor(ToolTest):
    def test_names_what_is_there(self):
        said = self.succeed("doctor")
        for subject in ("weft", "headers", "std", "C compiler", "processor", "nvcc", "gpu"):
            self.assertRegex(said, rf"(?m)^(ok|absent) +{subject} ")
        self.assertIn("Functions can be built and called here.", said)
        self.assertEqual(os.listdir(self.scratch), [])

    def test_a_compiler_that_is_not_there(self):
        status, said, errors = self.weft("doctor", CC="no-such-cc", NVCC="no-such-nvcc")
        self.assertEqual((status, errors), (1, ""))
        self.assertRegex(said, r"MISSING +C compiler +there is no C compiler 'no-such-cc'")
        # Nor can it be asked what #if finds; a file that asks for nothing of a compiler's does without.
        self.write("asks.c", "#include <weft/annotate.h>\n#if __GNUC__ > 3\n"
                             "WEFT_VECTORIZE() int f(int x) { return x; }\n#endif\n")
        self.write("plain.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE() int f(int x) { return x; }\n")
        status, _, errors = self.weft("generate", "asks.c", "-o", "out", CC="no-such-cc")
        self.assertEqual(status, 0)
        self.assertRegex(errors, r"warning: #if is decided with what libclang [\d.]+ defines, for the compiler's "
                                 r"macros are not known: there is no C compiler 'no-such-cc'")
        self.assertEqual(self.weft("generate", "plain.c", "-o", "out", CC="no-such-cc")[::2], (0, ""))
        self.assertRegex(said, r"absent +nvcc +.* no 'no-such-nvcc', which \$NVCC names")
        self.assertIn("apt install gcc", said)
        self.assertEqual(os.listdir(self.scratch), [])

    def test_a_compiler_without_headers(self):
        self.write("cc", "#!/bin/sh\ncase \"$*\" in *-shared*) exit 1;; esac\nexec cc \"$@\"\n")
        os.chmod(self.path("cc"), 0o755)
        status, said, _ = self.weft("doctor", CC=self.path("cc"))
        self.assertEqual(status, 1)
        self.assertIn("does not make a shared library of a file that includes <math.h>", said)

    def test_refuses_words(self):
        self.refuse(2, "", "doctor", "now")


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
