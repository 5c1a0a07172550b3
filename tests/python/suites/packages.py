"""Makes a virtual environment with what other people's tests and the examples of clusters need, from PyPI.

    packages.py FOLDER
"""
import pathlib
import subprocess
import sys

SKIPPED = 77
PACKAGES = ["numpy>=2.1", "pytest", "hypothesis", "pyerfa", "dask[array,distributed]", "xarray", "pandas", "ml_dtypes",
            "mpi4py"]


def main(folder):
    python, done = folder / "bin/python", folder / "installed"
    wanted = "\n".join([sys.version, *PACKAGES])
    if done.exists() and done.read_text() == wanted:
        return 0
    steps = [[sys.executable, "-m", "venv", str(folder)],
             [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]]
    for step in steps:
        ended = subprocess.run(step, capture_output=True, text=True, check=False)
        if ended.returncode:
            print(f"skipped: {' '.join(step)}: {ended.stderr.strip()[-300:]}")
            return SKIPPED
    done.write_text(wanted)
    print(subprocess.run([str(python), "-m", "pip", "list"], capture_output=True, text=True, check=False).stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
