"""weft run NAME.reduce and its like."""

import common
from common import SAMPLE


class Methods(common.ToolTest):
    def setUp(self):
        super().setUp()
        self.write_npy("x.npy", "f8", (2, 3), [1, 2, 3, 10, 20, 30])

    def result(self, name, *words):
        self.succeed("run", SAMPLE, name, *words, "-o", "y.npy")
        return self.read_npy("y.npy")

    def test_reduce(self):
        self.write_npy("two.npy", "f8", (2,), [5, 3])
        self.assertEqual(self.result("add.reduce", "two.npy"), ("f8", (), [8.0]))

    def test_axis(self):
        self.assertEqual(self.result("add.reduce", "x.npy", "--axis=-1"), ("f8", (2,), [6.0, 60.0]))
        self.assertEqual(self.result("add.reduce", "x.npy", "--axis=0", "--keepdims"),
                         ("f8", (1, 3), [11.0, 22.0, 33.0]))
        self.assertEqual(self.result("add.reduce", "x.npy", "--initial", "-1"),
                         ("f8", (3,), [10.0, 21.0, 32.0]))

    def test_where(self):
        self.write_npy("mask.npy", "b1", (3,), [True, False, True])
        self.assertEqual(self.result("add.reduce", "x.npy", "--axis=1", "--where=mask.npy",
                                     "--initial=0"), ("f8", (2,), [4.0, 40.0]))

    def test_declared(self):
        self.assertEqual(self.result("total.reduce", "x.npy", "--axis=1", "--initial=10"),
                         ("f8", (2,), [8.0, 35.0]))
        self.assertEqual(self.result("total.reduce", "x.npy", "--axis=all"), ("f8", (), [33.0]))
        out = ("-o", "no.npy")
        self.refuse(2, "total is a reduction: write total.reduce", "run", SAMPLE, "total", "x.npy", *out)
        self.refuse(2, "total is a reduction: write total.reduce", "run", SAMPLE, "total.outer",
                    "x.npy", "x.npy", *out)
        self.refuse(2, "total is a reduction; only plain calls are timed and compared", "bench", SAMPLE, "total",
                    "x.npy")
        self.refuse(2, "total.reduce takes 1 input (x) and gives 1 output (result)", "run", SAMPLE,
                    "total.reduce", "x.npy", "2", *out)

    def test_accumulate(self):
        self.assertEqual(self.result("add.accumulate", "x.npy", "--axis=1")[2],
                         [1.0, 3.0, 6.0, 10.0, 30.0, 60.0])

    def test_reduceat_outer_at(self):
        self.write_npy("i.npy", "i8", (2,), [2, 0])
        self.assertEqual(self.result("add.reduceat", "x.npy", "i.npy", "--axis=1"),
                         ("f8", (2, 2), [3.0, 6.0, 30.0, 60.0]))
        self.write_npy("a.npy", "f8", (2,), [1, 2])
        self.assertEqual(self.result("add.outer", "a.npy", "x.npy")[1], (2, 2, 3))
        self.write_npy("k.npy", "i8", (3,), [0, 0, -1])
        self.assertEqual(self.result("add.at", "a.npy", "k.npy", "5"), ("f8", (2,), [11.0, 7.0]))
        self.assertEqual(self.read_npy("a.npy")[2], [1.0, 2.0])

    def test_groups(self):
        self.write_npy("o.npy", "i8", (4,), [0, 1, 1, 3])
        self.assertEqual(self.result("add.reduce_segments", "x.npy", "o.npy", "--axis=1", "--initial=5"),
                         ("f8", (2, 3), [6.0, 5.0, 10.0, 15.0, 5.0, 55.0]))
        self.write_npy("k.npy", "i4", (2, 3), [1, 0, 1, 7, 0, 1])
        run = ("run", SAMPLE, "add.reduce_keys", "x.npy", "k.npy", "-o", "no.npy")
        self.assertEqual(self.result("add.reduce_keys", "x.npy", "k.npy", "--count=2", "--skip"),
                         ("f8", (2,), [22.0, 34.0]))
        self.assertEqual(self.result("total.reduce_keys", "x.npy", "k.npy", "--count=8", "--initial=0")[1], (8,))
        self.refuse(1, "key 7 at position 3 is none of the 2 groups", *run, "--count=2")
        self.refuse(2, "add.reduce_keys needs --count=N", *run)
        self.refuse(2, "--count: '-1' is no number of groups", *run, "--count=-1")
        self.refuse(2, "--skip does not go with add.reduce; it goes with NAME.reduce_keys", "run", SAMPLE,
                    "add.reduce", "x.npy", "-o", "no.npy", "--skip")
        self.refuse(2, "takes its operands and the keys and gives 1 output", *run[:4], *run[5:], "--count=2")

    def test_loops(self):
        self.write_npy("i.npy", "i8", (2,), [1, 2])
        for name, shape, values in [("add.reduce", (), [3]), ("add.accumulate", (2,), [1, 3]),
                                    ("add.outer", (2, 2), [2, 3, 3, 4])]:
            inputs = ["i.npy"] * (2 if name == "add.outer" else 1)
            self.assertEqual(self.result(name, *inputs), ("i8", shape, values))
            for option in ("--dtype=float64", "--signature=any,any,float64"):
                self.assertEqual(self.result(name, *inputs, option), ("f8", shape, values))
        run = ("run", SAMPLE, "add.reduce", "x.npy", "-o", "no.npy")
        self.refuse(1, "int8", *run, "--dtype=int8")
        self.refuse(1, "int8", "run", SAMPLE, "total.reduce", "x.npy", "-o", "no.npy",
                    "--dtype=int8")
        self.refuse(1, "--signature names 2 dtypes; add has 3 operands", *run,
                    "--signature=any,any")

    def test_options_of_calls(self):
        self.succeed("run", SAMPLE, "add.outer", "x.npy", "1", "-o", "y.npy", "--order=F",
                     "--flags")
        for option in ("--axes=(0),(0),(0)", "--order=C", "--flags"):
            self.refuse(1, f"{option.split('=')[0]} goes with calls, not with add.reduce", "run",
                        SAMPLE, "add.reduce", "x.npy", "-o", "no.npy", option)

    def test_wrong(self):
        run = ("run", SAMPLE)
        self.refuse(2, "add.reduce takes 1 input and gives 1 output", *run, "add.reduce", "x.npy", "2",
                    "-o", "no.npy")
        self.refuse(1, "add: --axis is for ufuncs with core dimensions", *run, "add", "x.npy", "2",
                    "--axis=0", "-o", "no.npy")
        self.refuse(2, "--axis does not go with add.outer; it goes with NAME, NAME.reduce, "
                    "NAME.accumulate, NAME.reduceat and NAME.reduce_segments", *run, "add.outer", "x.npy", "2",
                    "--axis=0", "-o", "no.npy")
        self.refuse(2, "--initial does not go with add", *run, "add", "x.npy", "2", "--initial=1",
                    "-o", "no.npy")
        self.refuse(2, "add.accumulate takes one axis", *run, "add.accumulate", "x.npy",
                    "--axis=0,1", "-o", "no.npy")
        self.refuse(2, "'1.5' is neither a list of axes nor all", *run, "add.reduce", "x.npy",
                    "--axis=1.5", "-o", "no.npy")
        self.refuse(2, "--initial: 'x' is no number", *run, "add.reduce", "x.npy", "--initial=x",
                    "-o", "no.npy")
        self.refuse(1, "there is no axis 2", *run, "add.reduce", "x.npy", "--axis=2", "-o", "no.npy")
        self.refuse(1, "not declared reorderable", *run, "add.reduce", "x.npy", "--axis=all", "-o",
                    "no.npy")
        self.refuse(1, "there is no function 'nothing'", *run, "nothing.reduce", "x.npy", "-o", "no.npy")
        self.refuse(2, "only plain calls are timed and compared", "bench", SAMPLE, "add.reduce", "x.npy")


if __name__ == "__main__":
    common.main()
