"""All of GSW-C, the Gibbs SeaWater toolbox of oceanography, as array functions: see ../whole_library.py.

The header, the sources and their comments say 170 of its functions; layouts.c says the layouts of the other 20, which
no header can.
"""
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import whole_library  # noqa: E402

# What is drawn for an input: ranges that make sense together.
RANGES = {"sa": (30, 36), "sp": (30, 36), "ct": (1, 20), "t": (1, 20), "pt": (1, 20), "p": (0, 4000),
          "p_i": (100, 3000), "p_ref": (0, 1000), "z": (-4000, 0), "lon": (0, 360), "lat": (-80, 80), "c": (30, 50), "h": (1e4, 1e5),
          "rho": (1020, 1040), "w_ih": (0.1, 0.9), "t_ih": (-20, -1), "saturation_fraction": (0, 1), "factor": (5, 9),
          "max_dp_i": (1, 1), "dp": (1, 1)}
SIZES = {"ny": 4, "npi": 7, "nxi": 7, "ni": 7, "mp_i": 7, "m_i": 7}  # of what is interpolated to; else 12


def draw(random, name, dtype, shape):
    is_profile = len(shape) > 1
    if dtype == np.int32:
        if name == "interp_method":
            return np.full(shape, 2, np.int32)
        drawn = random.integers(0, 2, shape)
        return (np.sort(drawn, -1) if not is_profile else np.arange(shape[-1]) + np.zeros(shape)).astype(np.int32)
    drawn = random.uniform(*RANGES.get(name.lower(), (0, 30)), shape)
    if is_profile and name.lower() in ("p", "p_i", "x", "x_i", "xi"):
        drawn = np.sort(drawn, -1)
    if is_profile and name.lower() == "ct":
        drawn = -np.sort(-drawn, -1)
    return drawn


def make(folder):
    source = whole_library.fetch("gsw==3.6.23", "src/c_gsw", folder)
    files = [source / "gsw_oceanographic_toolbox.c", source / "gsw_saar.c"]
    # refine_grid_for_dh finds the size of its output, which the caller then gives.
    return whole_library.Library("gsw", "gsw_", source / "gswteos-10.h", files, folder, [HERE / "layouts.c"], draw,
                                 lambda name: SIZES.get(name, 12), without=["refine_grid_for_dh"])


if __name__ == "__main__":
    near = "finite differences, near zero"
    whole_library.main(make, {
        "source": {"ct_second_derivatives": near, "pt_second_derivatives": near},
        "gpu": {"ct_second_derivatives": near, "pt_second_derivatives": near}})
