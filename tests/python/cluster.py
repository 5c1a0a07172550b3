"""Runs an example of a cluster in the environment of suites/packages.py: with Dask's processes, or two of MPI.

    cluster.py dask|mpi FOLDER_OF_EXAMPLES ENVIRONMENT
"""
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77


def main(name, examples, environment):
    python, script = pathlib.Path(environment, "bin/python"), pathlib.Path(examples, f"cluster_{name}.py")
    command, needs = [python, script, "10"], "dask.distributed, xarray"
    if name == "mpi":
        command, needs = ["mpiexec", "-n", "2", python, script], "mpi4py.MPI"
        if not shutil.which("mpiexec"):
            print("skipped: there is no mpiexec (Debian: openmpi-bin)")
            return SKIPPED
    if not python.exists() or subprocess.run([python, "-c", f"import {needs}"], check=False).returncode:
        print(f"skipped: {environment} has no {needs}")
        return SKIPPED
    # On a machine of one user, who is root in a container; and with fewer cores than processes.
    settings = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    done = subprocess.run(command, env=dict(os.environ, **settings), stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout)
    if done.returncode:
        return 1
    wanted = "the mean of" if name == "dask" else "sum of 60000 products:"
    return 0 if wanted in done.stdout else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
