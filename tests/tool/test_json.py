"""weft list --json and weft explain --json: documents that Python reads, with the members that
docs/json.md says and no others, and the facts that the texts print."""

import codecs
import json
import math
import os
import pathlib
import random
import re
import struct
import subprocess
import unittest

import common
from common import SAMPLE, WEFT

ODD = os.path.abspath(os.environ["WEFT_ODD_LIBRARY"])
STD = os.path.join(os.path.dirname(WEFT), "../runtime/libweft_std.so")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GOLDEN = ROOT / "tests/golden"
ROUNDS = 300  # of odd bytes
PLACEHOLDER = b"@" * 64  # odd.c: the documentation of `bytes`
HOST_TARGETS = ["cpu", "parallel"]
TARGETS = [*HOST_TARGETS, "gpu"]

# ---- what a document holds: types, alternatives in a tuple, [each], {member: …}, {str: each} ----

PLACE = {"file": str, "line": int}
PLACE_AND_COLUMN = dict(PLACE, column=int)
TEXT = (str, None)
COST = [{"nanoseconds": (int, float), "powers": {str: int}}]
CONTRACTION = ({"einsum": str, "operands": [str], "conjugated": [bool], "dtype": str,
                "product": str, "subtracted": bool, "start": TEXT, "finish": TEXT,
                "finish_dtype": TEXT}, None)
OPERAND = {"name": str, "core": [str], "fields": TEXT, "contiguous": bool}
STATUS = ({"output": str, "codes": [{"from": (int, None), "to": (int, None), "error": bool,
                                     "text": str}]}, None)
DIMENSION = ({"name": str, "kind": ("named", "optional", "ragged"), "limit": int},
             {"name": str, "kind": "fixed", "size": int},
             {"name": str, "kind": "computed", "terms": {str: int}, "constant": int,
              "divisor": int})
FLAGS = dict.fromkeys(["elementwise", "strict", "reorderable", "has_identity", "divergent",
                       "widening", "optional", "serial"], bool)
LISTED_LOOP = {"prototype": str, "inputs": [str], "outputs": [str], "targets": [tuple(TARGETS)],
               "contraction": CONTRACTION}
INPUT = dict(OPERAND, written=bool)
STAGE = {"layout": str, "inputs": [(INPUT, dict(INPUT, default=(int, float)))],
         "outputs": [dict(OPERAND, kept=bool)], "loops": [LISTED_LOOP], "cost": COST}
LISTED = dict(STAGE, name=str, doc=TEXT, location=(PLACE, None), dimensions=[DIMENSION],
              flags=FLAGS, identity=(int, float, "inf", "-inf", "nan", None),
              targets=[tuple(TARGETS)], gpu_refusal=TEXT, status=STATUS,
              reduction=(dict.fromkeys(["map", "pair", "combine", "finish"], (STAGE, None)), None))
LIST = {"weft": str, "abi": int, "library": str, "path": str, "ufuncs": [LISTED]}

HOSTS = ("tiles", "core", "fft", "contiguous", "broadcast-scalar", "strided", "tree",
         "lanes", "fold", "largest", "least", "groups", "ragged")
FOLDS = ("fold", "fold-rows", "fold-lanes")
SCANS = ("scan", "scan-lanes")
DEVICE = ("vector", "strided", "masked", "product", "item", "tree", *FOLDS, *SCANS, "stream", "team",
          "deal", "blas", "nest", "front", "ragged", "ragged-team", "raw")
OBSTACLE = ({"reason": str, "location": (PLACE_AND_COLUMN, None)}, None)
LOOPS = [{"prototype": str, "accumulator": TEXT, "contraction": CONTRACTION,
          "no_tiles": OBSTACLE}]
BODY = {"kind": ("elementwise", "contraction", "sequential axis", "general"), "reason": TEXT,
        "divergent": bool, "recursive": bool, "pure": bool,
        "tree_gap": ({"because": str, "location": PLACE_AND_COLUMN}, None), "cost": COST,
        "blocks": [{"operand": str, "any_strides": bool, "because": TEXT,
                    "location": (PLACE_AND_COLUMN, None)}]}
FUNCTION = {"name": str, "stage": ("map", "combine", "finish", None), "location": PLACE_AND_COLUMN,
            "loops": LOOPS, "body": (BODY, None), "linked": TEXT, "serial": TEXT, "launch": TEXT,
            "not_fused": TEXT,
            "no_lanes": OBSTACLE,
            "no_team": OBSTACLE,
            "rows": [{"location": PLACE_AND_COLUMN}],
            "no_rows": OBSTACLE,
            "nests": [{"rows": str, "columns": TEXT, "in_order": str, "hosts": bool, "gpu": bool,
                       "location": PLACE_AND_COLUMN}],
            "no_nests": OBSTACLE,
            "effects": [{"operand": str, "effect": ("written", "kept"),
                         "why": ("unknown source", "incomplete", "expression"), "because": TEXT,
                         "location": (PLACE, PLACE_AND_COLUMN, None)}],
            "comes_along": [{"name": str, "device_twin": bool, "location": (PLACE, PLACE_AND_COLUMN)}],
            "host_kernels": ([HOSTS], None)}
EXPLAINED = {"name": str, "layout": str, "reduction": bool, "loops": LOOPS, "functions": [FUNCTION],
             "targets": [tuple(TARGETS)], "host_kernels": ([HOSTS], None),
             "gpu_kernels": ([DEVICE], None), "gpu_refusal": TEXT}
EXPLAIN = {"weft": str, "ufuncs": [EXPLAINED]}


def difference(value, wanted, where=""):
    """Where a value is not what is wanted, in words; "" where it is."""
    if isinstance(wanted, tuple):
        found = [difference(value, one, where) for one in wanted]
        return "" if "" in found else max(found, key=len)
    if isinstance(wanted, list):
        if not isinstance(value, list):
            return f"{where} is no array: {value!r}"
        return next(filter(None, (difference(one, wanted[0], f"{where}[{i}]")
                                  for i, one in enumerate(value))), "")
    if isinstance(wanted, dict):
        if not isinstance(value, dict):
            return f"{where} is no object: {value!r}"
        if str in wanted:
            wanted = dict.fromkeys(value, wanted[str])
        if set(value) != set(wanted):
            return f"{where} has {sorted(value)}, not {sorted(wanted)}"
        return next(filter(None, (difference(value[name], wanted[name], f"{where}.{name}")
                                  for name in wanted)), "")
    if isinstance(wanted, type):
        return "" if type(value) is wanted else f"{where} is {value!r}, no {wanted.__name__}"
    return "" if value == wanted else f"{where} is {value!r}, not {wanted!r}"


def members(wanted):
    """The names of all members."""
    if isinstance(wanted, (list, tuple)):
        return set().union(*map(members, wanted))
    if isinstance(wanted, dict) and str not in wanted:
        return set(wanted).union(*map(members, wanted.values()))
    return set()


def distinct(pairs):
    """An object whose members all have names of their own."""
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)


# ---- the text of `explain`, from the document ----

HOST_WORDS = {
    ("tiles", "core"): "a sum of products: tiles of libweft's own, on any strides",
    ("core",): "one call an item on contiguous core blocks",
    ("ragged",): "one call a list; what does not lie side by side is copied",
    ("core", "fft"): "a Fourier transform: passes of libweft's own, on any strides; the function itself for floating-point flags",
    ("contiguous", "broadcast-scalar", "strided"): "contiguous, broadcast-scalar and strided loops",
    ("contiguous", "broadcast-scalar", "strided", "fold", "groups"):
        "contiguous, broadcast-scalar and strided loops; reductions by several elements at a time",
    ("contiguous", "strided"): "contiguous and strided loops",
    ("strided",): "one loop for all strides, around a body with its own loops",
    ("strided", "lanes"): "vectors of items under a mask, on any strides; one by one for "
                          "floating-point flags",
    ("core", "lanes"): "vectors of items under a mask, of transposed core blocks; one call an item on "
                       "large blocks and for floating-point flags",
    ("tree",): "a tree; elements are mapped a tile at a time",
}
HOST_WORDS.update({(*(one for one in kernels if one != "groups"), own, *(one for one in kernels if one == "groups")):
                   f"{words}; the {own} of all in any order"
                   for kernels, words in list(HOST_WORDS.items()) if "strided" in kernels
                   for own in ("largest", "least")})
GPU_WORDS = {
    ("vector", "strided", "masked"):
        "vectors of contiguous rows, tiles of all else",
    ("vector", "strided", "masked", *FOLDS, *SCANS):
        "vectors of contiguous rows, tiles of all else; reductions by segments",
    ("product", "item"): "a sum of products: kernels of libweft's own, on any strides",
    ("item",): "one thread an item",
    ("item", "stream"): "one thread an item; long axes through windows of a group's items",
    ("item", "team"): "one thread an item; long rows by teams of threads",
    ("item", "stream", "team"): "one thread an item; long rows by teams of threads, other long axes through windows of "
                                "a group's items",
    ("item", "nest"): "tiles of results, a block of threads each; one thread an item where these are few",
    ("item", "front"): "rounds of a parallel loop, a thread each; one thread an item where these are few",
    ("item", "team", "front"): "rounds of a parallel loop, a thread each; where these are few, one thread an item, and long "
                               "rows by teams of threads",
    ("item", "deal"): "one thread an item; larger items by teams of threads that share the loops inside",
    ("product", "item", "team"): "a sum of products: kernels of libweft's own, on any strides; long rows by teams of "
                                 "threads",
    ("product", "item", "blas"): "a sum of products: kernels of libweft's own, on any strides; large matrices by cuBLAS, "
                                 "where there is one",
    ("ragged",): "a thread a list; what does not lie side by side is copied",
    ("ragged", "ragged-team"): "a thread a list, long ones by teams of threads; what does not lie side by side is copied",
    ("raw",): "a hand-written kernel, on a grid of its author's",
    ("tree",): "the same tree; its first step maps and combines in one kernel",
}


def place_text(place):
    return f"{place['file']}:{place['line']}"


def cost_text(terms):
    return " + ".join(f"{term['nanoseconds']:.3g} ns" + "".join(
        f" × {name}" + (f"^{power}" if power > 1 else "") for name, power in term["powers"].items())
        for term in terms)


def sum_text(prototype, told):
    if not told:
        return ""
    dtype, product = told["dtype"], told["product"]
    return ((f", products in {product}" if product != dtype else "") +
            (f", summed in {dtype}" if dtype not in prototype else "") +
            (f", from {told['start']}" if told["start"] else "") +
            (f", stored as {told['finish']}" if told["finish"] else ""))


def loop_lines(loops):
    for loop in loops:
        obstacle = loop["no_tiles"]
        yield ("    loop: " + loop["prototype"] +
               (f", in {loop['accumulator']}" if loop["accumulator"] else "") +
               sum_text(loop["prototype"], loop["contraction"]) +
               (f", no tiles: {obstacle['reason']} ({place_text(obstacle['location'])})"
                if obstacle else ""))


def body_lines(body):
    words = {"divergent": ", loop lengths depend on data", "recursive": ", recursive",
             "pure": ", pure"}
    yield (f"    body: {body['kind']}" + (f" ({body['reason']})" if body["reason"] else "") +
           "".join(text for name, text in words.items() if body[name]))
    yield f"    cost: {cost_text(body['cost'])} an item (estimate)"
    if body["tree_gap"]:
        place = body["tree_gap"]["location"]
        yield (f"    syntax tree: does not tell all, because of {body['tree_gap']['because']} "
               f"({place['file']}:{place['line']})")
    for block in body["blocks"]:
        yield f"    {block['operand']}: " + (
            "any strides on gpu; cpu packs a core block that is not contiguous"
            if block["any_strides"] else "core block packed unless contiguous, because of "
            f"\"{block['because']}\" ({place_text(block['location'])})")


def effect_line(effect):
    what = {"written": "every item gets a copy", "kept": "starts as what is there"}
    line = f"    {effect['operand']}: {what[effect['effect']]}, because "
    if effect["why"] == "unknown source":
        return line + "the source is not known"
    reason = (f"of \"{effect['because']}\"" if effect["why"] == "expression"
              else "the function can end without writing it all")
    return line + f"{reason} ({place_text(effect['location'])})"


def function_lines(function):
    stage = f"{function['stage']}: " if function["stage"] else ""
    yield f"  {stage}{function['name']}, {place_text(function['location'])}"
    yield from loop_lines(function["loops"])
    if function["body"]:
        yield from body_lines(function["body"])
    elif function["linked"]:
        yield f"    body: linked, not carried: {function['linked']}"
    elif not stage:
        yield f"    body: not known; {' and '.join(HOST_TARGETS)} link to it"
    if function["serial"]:
        yield f"    one item after the other, on one thread: {function['serial']}"
    if function["launch"]:
        yield f"    on gpu its own kernel: {function['launch']}"
    if function["not_fused"]:
        yield f"    no fused multiply-add: {function['not_fused']}"
    if function["no_lanes"]:
        yield (f"    no vectors of items, because of {function['no_lanes']['reason']} "
               f"({place_text(function['no_lanes']['location'])})")
    if function["no_team"]:
        yield (f"    no team of threads: {function['no_team']['reason']} "
               f"({place_text(function['no_team']['location'])})")
    for row in function["rows"]:
        yield f"    rounds of a loop as vectors ({place_text(row['location'])})"
    if function["no_rows"]:
        yield (f"    no rounds of a loop as vectors: {function['no_rows']['reason']} "
               f"({place_text(function['no_rows']['location'])})")
    for nest in function["nests"]:
        where = " and ".join(name for name in ("hosts", "gpu") if nest[name])
        yield ((f"    tiles of results: rows by {nest['rows']}, columns by {nest['columns']}, {nest['in_order']} in order; "
                if nest["columns"] else f"    rounds side by side: of {nest['rows']}, through {nest['in_order']} in order; ")
               + f"on {where} ({place_text(nest['location'])})")
    if function["no_nests"]:
        yield (f"    no tiles of results: {function['no_nests']['reason']} "
               f"({place_text(function['no_nests']['location'])})")
    yield from map(effect_line, function["effects"])
    for piece in function["comes_along"]:
        twin = ", and the gpu has its twin" if piece["device_twin"] else ""
        yield f"    comes along: {piece['name']} ({place_text(piece['location'])}){twin}"


def ufunc_lines(ufunc):
    yield f"{ufunc['name']} {ufunc['layout']}" + (", a reduction" if ufunc["reduction"] else "")
    yield from loop_lines(ufunc["loops"])
    for function in ufunc["functions"]:
        yield from function_lines(function)
    if ufunc["host_kernels"]:
        yield f"  {', '.join(HOST_TARGETS)}: " + HOST_WORDS[tuple(ufunc["host_kernels"])]
    elif set(HOST_TARGETS) & set(ufunc["targets"]):
        for function in ufunc["functions"]:
            yield (f"  {', '.join(HOST_TARGETS)}, {function['name']}: "
                   f"{HOST_WORDS[tuple(function['host_kernels'])]}")
    assert bool(ufunc["gpu_kernels"]) == ("gpu" in ufunc["targets"]) != bool(ufunc["gpu_refusal"])
    yield "  gpu: " + (GPU_WORDS[tuple(ufunc["gpu_kernels"])] if ufunc["gpu_kernels"]
                       else f"none: {ufunc['gpu_refusal']}")


def explain_text(document):
    return "\n".join("".join(line + "\n" for line in ufunc_lines(ufunc))
                     for ufunc in document["ufuncs"])


# ---- the tests ----

class Json(common.ToolTest):
    def read(self, text, wanted):
        """A document, which must be as wanted."""
        document = json.loads(text, object_pairs_hook=distinct, parse_constant=self.fail)
        self.assertEqual(difference(document, wanted), "")
        self.assertEqual(text[-3:], "\n}\n")
        return document

    def list(self, library):
        text = self.succeed("list", library, "--json")
        self.assertEqual(text, self.succeed("list", library, "--json"))
        return self.read(text, LIST)

    def list_odd(self):
        document = self.list(ODD)
        return document, {ufunc["name"]: ufunc for ufunc in document["ufuncs"]}


class List(Json):
    def check_against_text(self, library):
        """Every function of the document is one of the texts', and the other way round."""
        document = self.list(library)
        short = [line.split()[:3] for line in self.succeed("list", library).splitlines()]
        self.assertEqual(short, [[ufunc["name"] + (".reduce" if ufunc["reduction"] else ""),
                                  ufunc["layout"], ",".join(ufunc["targets"])]
                                 for ufunc in document["ufuncs"]])
        long = self.succeed("list", library, "--long")
        for ufunc in document["ufuncs"]:
            self.assertIn(place_text(ufunc["location"]) + "\n", long)
            for loop in ufunc["loops"]:
                self.assertIn(f"  {loop['prototype']}\n", long)
                self.assertEqual(len(loop["inputs"]), len(ufunc["inputs"]))
                self.assertEqual(len(loop["outputs"]), len(ufunc["outputs"]))
            for line in filter(None, ufunc["doc"].split("\n")):
                self.assertIn(f"    {line}\n", long)
        return document

    def test_sample(self):
        document = self.check_against_text(SAMPLE)
        self.assertEqual((document["library"], document["path"]), ("sample", SAMPLE))
        add, _, matvec, total = document["ufuncs"]
        self.assertEqual(add["location"], {"file": "sample.c", "line": 1})
        self.assertEqual(add["gpu_refusal"], "sample.c:1: written by hand")
        self.assertEqual([operand["core"] for operand in matvec["inputs"]], [["m", "n"], ["n"]])
        self.assertEqual(matvec["cost"], [{"nanoseconds": 1, "powers": {"m": 1, "n": 1}}])
        self.assertIsNone(total["reduction"]["map"])
        self.assertEqual(total["reduction"]["combine"]["layout"], "(),()->()")

    @unittest.skipUnless(os.path.exists(STD), "the library that ships was not built")
    def test_library_that_ships(self):
        document = self.check_against_text("std")
        ufuncs = {ufunc["name"]: ufunc for ufunc in document["ufuncs"]}
        self.assertTrue(os.path.samefile(document["path"], STD))
        self.assertEqual([ufuncs[name]["identity"] for name in
                          ("maximum", "multiply", "bitwise_and")], [None, 1, -1])
        self.assertEqual(ufuncs["add"]["loops"][-1]["inputs"], ["complex128", "complex128"])
        sums = [loop["contraction"]["einsum"] for loop in ufuncs["matmul"]["loops"]
                if loop["contraction"]]
        self.assertIn("ac,cb->ab", sums)

    def test_laid_out_as_python_does(self):
        text = self.succeed("list", SAMPLE, "--json")
        self.assertEqual(text, json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n")

    def test_members_are_documented(self):
        for page, quoted in (("json.md", r"[`\"](\w+)[`\"]"), ("weft.1", r"\b(\w+)\b")):
            text = (ROOT / "docs" / page).read_text(encoding="utf-8")
            if page == "weft.1":
                text = text.split(".SH JSON\n")[1].split(".SH")[0]
            missing = (members(LIST) | members(EXPLAIN)) - set(re.findall(quoted, text))
            self.assertEqual(missing, set())

    def test_odd_texts(self):
        document, ufuncs = self.list_odd()
        self.assertEqual(document["library"], 'o"d\\d')
        self.assertEqual(ufuncs["bytes"]["location"], {"file": 'a b/"c":d\\e.c', "line": 2**32 - 1})
        quoted = ufuncs['"quo\\ted"']
        self.assertEqual(quoted["doc"], '"\\/\b\f\n\r\t\x01\x1b[31m\x7f\x9b ä € 🧵 '
                                        "� �� ��� ��")
        self.assertIsNone(quoted["location"])
        self.assertEqual(quoted["gpu_refusal"], 'odd.c:1: "€"')
        self.assertEqual((ufuncs["none"]["doc"], ufuncs["none"]["location"]), (None, None))
        text = self.succeed("list", ODD, "--json")
        self.assertEqual([one for one in text if one < " " and one != "\n" or
                          "\x7f" <= one < "\xa0"], [])

    def test_numbers(self):
        ufuncs = self.list_odd()[1]
        values = {"0.0": 0.0, "-0.0": -0.0, "1.0": 1.0, "0.1": 0.1, "1.0 / 3": 1 / 3,
                  "0x1p-1074": 5e-324, "-0x1.fffffffffffffp+1023": -1.7976931348623157e308,
                  "9007199254740993e3": 9007199254740993e3}
        for name, value in values.items():
            found = float(ufuncs[name]["identity"])
            self.assertEqual(struct.pack("d", found), struct.pack("d", value), name)
        self.assertEqual([ufuncs[name]["identity"] for name in
                          ("-HUGE_VAL", "HUGE_VAL", "(double)NAN", "none")],
                         ["-inf", "inf", "nan", None])
        self.assertEqual([term["nanoseconds"] for term in ufuncs["none"]["cost"]], [0.1, 1e-9])
        self.assertEqual(math.copysign(1, ufuncs["-0.0"]["identity"]), -1)

    def test_dimensions_and_contraction(self):
        matrices = self.list_odd()[1]["matrices"]
        self.assertEqual(matrices["dimensions"], [
            {"name": "m", "kind": "optional", "limit": 2**31 - 1},
            {"name": "n", "kind": "named", "limit": 2**63 - 1},
            {"name": "3", "kind": "fixed", "size": 3},
            {"name": "m+2*n-1", "kind": "computed", "terms": {"m": 1, "n": 2}, "constant": -1, "divisor": 1}])
        self.assertEqual(matrices["loops"][0]["contraction"],
                         {"einsum": "ac,cb->ab", "operands": ["A", "B", "C"],
                          "conjugated": [False, True], "dtype": "complex128",
                          "product": "complex128", "subtracted": False, "start": None,
                          "finish": None, "finish_dtype": None})
        self.assertEqual([operand["written"] for operand in matrices["inputs"]], [True, False])
        self.assertEqual([operand["kept"] for operand in matrices["outputs"]], [True, False])
        self.assertEqual([operand["contiguous"] for operand in matrices["inputs"]], [True, False])
        self.assertEqual(matrices["cost"], [{"nanoseconds": 2.5, "powers": {}},
                                            {"nanoseconds": 0.3, "powers": {"m": 1, "n": 2}}])
        self.assertEqual([name for name, flag in matrices["flags"].items() if flag],
                         ["divergent", "optional"])

    def test_targets_of_loops(self):
        ufuncs = self.list_odd()[1]
        self.assertEqual(ufuncs["bytes"]["targets"], ["gpu"])
        self.assertEqual([loop["targets"] for loop in ufuncs["bytes"]["loops"]], [[], ["gpu"]])
        self.assertEqual([loop["targets"] for loop in ufuncs["none"]["loops"]],
                         [HOST_TARGETS] * 2)

    def test_any_bytes(self):
        codecs.register_error("each", lambda error: ("�", error.start + 1))
        with open(ODD, "rb") as file:
            library = file.read()
        self.assertEqual(library.count(PLACEHOLDER), 1)
        chance = random.Random(20260722)
        pieces = [b'"', b"\\", b"\\u0000", "ä€🧵".encode(), b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
                  b"\xe0\x80\xaf", b"\xf0\x9f", b"\xc2\x85"]
        for number in range(ROUNDS):
            text = bytes(chance.randrange(1, 256) for _ in range(64))
            for _ in range(number % 4):
                at = chance.randrange(64)
                text = text[:at] + chance.choice(pieces) + text[at:]
            text = text[:64]
            with open(self.path("odd.so"), "wb") as file:
                file.write(library.replace(PLACEHOLDER, text))
            done = subprocess.run([WEFT, "list", "odd.so", "--json"], cwd=self.folder,
                                  env=self.environment(), capture_output=True, check=True)
            document = self.read(done.stdout.decode("utf-8", "strict"), LIST)
            self.assertEqual(document["ufuncs"][0]["doc"], text.decode("utf-8", "each"))

    def test_versions(self):
        own = self.list(ODD)["abi"]
        with open(ODD, "rb") as file:
            library = file.read()
        begins = struct.pack("=II", own, 32)  # a table, with its size behind it
        self.assertEqual(library.count(begins), 1)
        for abi, is_served in ((own - own % 1000, True), (own, True), (own + 1, False),
                               (own - 1000, False), (own + 1000, False)):
            with open(self.path("odd.so"), "wb") as file:
                file.write(library.replace(begins, struct.pack("=II", abi, 32)))
            if is_served:
                self.assertEqual(self.list("./odd.so")["abi"], abi)
            else:
                self.refuse(1, f"built for version {abi // 1000}.{abi % 1000} of the kernel interface; this libweft "
                            f"serves {own // 1000}.0 to {own // 1000}.{own % 1000}", "list", "./odd.so")

    def test_wrong_use(self):
        self.refuse(2, "--json says all that --long does", "list", SAMPLE, "--long", "--json")
        self.refuse(1, "nothing.so", "list", "nothing.so", "--json")
        self.assertEqual(self.weft("list", "nothing.so", "--json")[1], "")

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([WEFT, "list", ODD, "--json"], stdout=full, text=True,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write to standard output", done.stderr)


@unittest.skipUnless(common.has_generator(), "this tool has no generator")
class Explain(Json):
    def both(self, folder, *words):
        """The text and the document of `explain`, None where it fails, and what was said."""
        said = []
        for more in ([], ["--json"]):
            said.append(subprocess.run([WEFT, "explain", *words, *more], cwd=folder, text=True,
                                       capture_output=True, env=self.environment(), check=False))
        text, document = said
        self.assertNotIn("Sanitizer", document.stderr)
        self.assertEqual((text.returncode, text.stderr), (document.returncode, document.stderr))
        if text.returncode:
            self.assertEqual(document.stdout, "")
            return None, None
        return text.stdout, self.read(document.stdout, EXPLAIN)

    def test_same_facts_as_the_text(self):
        count = 0
        sources = sorted([*GOLDEN.glob("*/*.c"), *ROOT.glob("signatures/*.c"), *ROOT.glob("examples/*.c")])
        for source in sources if os.environ.get("WEFT_LONG_TESTS") else sources[::4]:
            with self.subTest(source.name):
                first = source.read_text(encoding="utf-8").split("\n", 1)[0]
                flags = first.partition("flags:")[2].replace("*/", "").split()
                text, document = self.both(source.parent, source.name, *flags)
                if document:
                    self.assertEqual(explain_text(document), text)
                    count += len(document["ufuncs"])
        self.assertGreater(count, 30)

    def test_targets(self):
        self.write("kernels.c", "#include <weft/annotate.h>\n"
                   "WEFT_VECTORIZE(\"float64(float64)\") double f(double x) { return x; }\n")
        for targets in ("gpu", "cpu", "cpu,parallel", "cpu,parallel,gpu"):
            text, document = self.both(self.folder, "kernels.c", f"--targets={targets}")
            self.assertEqual(explain_text(document), text)
            ufunc = document["ufuncs"][0]
            self.assertEqual(ufunc["targets"], targets.split(","))
            self.assertEqual(ufunc["host_kernels"] is None, targets == "gpu")
            self.assertEqual(ufunc["functions"][0]["host_kernels"] is None, targets == "gpu")

    def test_functions_of_other_loops_and_odd_names(self):
        name = "k\u00e4rnels 'a' $(b).c"
        self.write(name, "#include <weft/annotate.h>\n"
                   "WEFT_NAME(\"f\") WEFT_VECTORIZE(\"float64(float64)\")\n"
                   "double f1(double x) { return x; }\n"
                   "WEFT_NAME(\"f\") WEFT_VECTORIZE(\"float32(float32)\")\n"
                   "float f2(float x) { while (x > 1) x /= 2; return x; }\n")
        text, document = self.both(self.folder, name)
        self.assertEqual(explain_text(document), text)
        ufunc = document["ufuncs"][0]
        self.assertIsNone(ufunc["host_kernels"])
        self.assertEqual([one["host_kernels"] for one in ufunc["functions"]],
                         [["contiguous", "strided"], ["strided", "lanes"]])
        self.assertEqual(ufunc["functions"][0]["location"]["file"], name)

    def test_what_tiles_compute(self):
        """All loops of sums.c, and none of no_tiles.c but the one that sizes decide; the reasons are the golden
        texts'."""
        golden = os.path.join(os.path.dirname(__file__), os.pardir, "golden", "explain")
        for name, count, served in (("no_tiles.c", 60, False), ("sums.c", 5, True)):
            document = json.loads(self.succeed("explain", "--json", os.path.join(golden, name)))
            loops = [loop for ufunc in document["ufuncs"] for function in ufunc["functions"]
                     for loop in function["loops"] if function["name"] != "flat_narrow"]
            self.assertGreaterEqual(len(loops), count)
            self.assertEqual({bool(loop["contraction"]) for loop in loops}, {served})

    def test_contraction_is_the_one_of_the_library(self):
        self.write("kernels.c", "#include <weft/annotate.h>\n"
                   "WEFT_GUVECTORIZE(\"(m,n),(n,p)->(m,p)\", \"void(float64[:,:], float64[:,:], "
                   "float64[:,:])\")\n"
                   "/** Quotes \" and \\\\ and \u00e4. */\n"
                   "void product(long m, long n, long p, const double A[m][n], const double "
                   "B[n][p], double C[m][p])\n"
                   "{\n    for (long i = 0; i < m; i++)\n        for (long j = 0; j < p; j++) {\n"
                   "            double sum = 0;\n            for (long k = 0; k < n; k++)\n"
                   "                sum += A[i][k] * B[k][j];\n"
                   "            C[i][j] = sum < 0 ? 0 : 2.5 * sum;\n"
                   "        }\n}\n")
        self.succeed("build", "kernels.c", "-o", "libkernels.so", "--targets=cpu")
        listed = self.list("./libkernels.so")["ufuncs"][0]
        told = self.both(self.folder, "kernels.c")[1]["ufuncs"][0]["functions"][0]
        self.assertEqual(listed["loops"][0]["contraction"], told["loops"][0]["contraction"])
        self.assertEqual(told["loops"][0]["contraction"]["einsum"], "ac,cb->ab")
        self.assertEqual(told["loops"][0]["contraction"]["finish"], "sum < 0 ? 0 : (2.5 * sum)")
        self.assertIn('" and', listed["doc"])
        self.assertIn("\u00e4", listed["doc"])
        self.assertEqual(listed["location"], {name: told["location"][name]
                                              for name in ("file", "line")})
        self.assertEqual([term["powers"] for term in listed["cost"]],
                         [term["powers"] for term in told["body"]["cost"]])

    def test_wrong_use(self):
        self.write("kernels.c", "#include <weft/annotate.h>\n"
                   "WEFT_VECTORIZE(\"float64(x)\") double f(double x) { return x; }\n")
        self.refuse(1, "is no dtype", "explain", "kernels.c", "--json")
        self.assertEqual(self.both(self.folder, "kernels.c"), (None, None))
        self.refuse(2, "--print-ir prints text", "explain", "kernels.c", "--json", "--print-ir")


if __name__ == "__main__":
    common.main()
