"""Weft's functions under Dask, on arrays that no worker could hold: prices of options by threads, by the
processes of a LocalCluster, and by xarray.

    PYTHONPATH=build/default/python WEFT_TOOL=build/default/generator/weft python3 examples/cluster_dask.py [MILLIONS]
"""
import math
import pathlib
import resource
import sys
import time

import dask
import dask.array as da
import numpy as np
import xarray as xr
from dask.distributed import Client, LocalCluster

import weft

SOURCE = pathlib.Path(__file__).with_name("black_scholes.c").read_text()
RATE, VOLATILITY = 0.02, 0.3
CHUNK = 250_000
WORKER_MEMORY = 320 << 20


def pricer():
    """The function: a name and the path of its library are all that travels to a worker."""
    return weft.compile(SOURCE, targets="cpu,parallel").black_scholes


def market(count):
    """Spot prices, strikes and years, made where they are used: chunk by chunk, on the workers."""
    item = da.arange(count, chunks=CHUNK)
    return 80.0 + item % 41, 90.0 + item % 23, 0.25 + (item % 8) / 4.0


def exact_mean():
    """The mean price over one period of the market, by formulas of its own."""
    def phi(x):
        return 0.5 * math.erfc(-x / math.sqrt(2))
    period, total = 41 * 23 * 8, 0.0
    for k in range(period):
        spot, strike, years = 80.0 + k % 41, 90.0 + k % 23, 0.25 + k % 8 / 4
        width = VOLATILITY * math.sqrt(years)
        d1 = (math.log(spot / strike) + (RATE + VOLATILITY**2 / 2) * years) / width
        total += spot * phi(d1) - strike * math.exp(-RATE * years) * phi(d1 - width)
    return total / period


def price_chunk(spot, strike, years, price=None):
    """What a worker does to a chunk. One thread: the pool has a thread for every core."""
    with weft.options(target="cpu", threads=1):
        return price(spot, strike, years, RATE, VOLATILITY)[0]


def mean_call(count):
    """The mean price of `count` calls; a graph, of which nothing is computed yet."""
    return da.map_blocks(price_chunk, *market(count), price=pricer(), dtype=float).mean()


def timed(what, count, compute):
    begin = time.perf_counter()
    mean = float(compute())
    seconds = time.perf_counter() - begin
    print(f"{what}: {count / 1e6:.0f} million prices, {count / seconds / 1e6:.1f} million a second", flush=True)
    return mean, seconds


def by_threads(count, workers):
    with dask.config.set(scheduler="threads", num_workers=workers):
        return timed(f"{workers} threads", count, mean_call(count).compute)


def by_processes(count, workers):
    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, memory_limit=WORKER_MEMORY,
                      dashboard_address=None) as cluster, Client(cluster) as client:
        client.wait_for_workers(workers)
        mean_call(10 * CHUNK).compute()  # imports, and opens the library, on every worker
        return timed(f"{workers} processes", count, mean_call(count).compute)


def by_xarray(count):
    """Named dimensions; the ufunc is called on each chunk."""
    spot, strike, years = (xr.DataArray(part, dims="option") for part in market(count))
    call, put = xr.apply_ufunc(pricer().ufunc, spot, strike, years, RATE, VOLATILITY, dask="parallelized",
                               output_core_dims=[[], []], output_dtypes=[float, float])
    assert call.dims == put.dims == ("option",)
    return timed("xarray, parallelized", count, call.mean().compute)


def main(millions):
    period = 41 * 23 * 8
    count = millions * 1_000_000 // period * period  # whole periods, so that the mean is that of one
    wanted = exact_mean()
    means = []
    for workers in (1, 2):
        means += [by_threads(count, workers)[0], by_processes(count, workers)[0]]
    means.append(by_xarray(count)[0])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    arrays = 4 * 8 * count
    print(f"the mean of {count} prices is {means[0]:.9f}; the arrays have {arrays >> 20} MiB, this process at most "
          f"{peak >> 20}, a worker {WORKER_MEMORY >> 20}")
    assert all(abs(mean - wanted) < 1e-9 * wanted for mean in means), (means, wanted)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
