#!/usr/bin/env python3
"""Writes the SBOM of a release, SPDX 2.3 as JSON: Weft and what it needs to run, to build and to be tested.

    sbom.py VERSION COMMIT SECONDS_SINCE_1970 SHA256_OF_THE_ARCHIVE

Nothing of these is part of the archive: each is installed by its package. A row says the name, the least
version or "", the licence, the supplier, what it is to Weft, and the name by which CMake looks for it.
"""

import datetime
import json
import sys

RUN, OPTIONAL, BUILD, TEST = ("DEPENDS_ON", "OPTIONAL_DEPENDENCY_OF", "BUILD_DEPENDENCY_OF",
                              "TEST_DEPENDENCY_OF")
NEEDED = [
    ("glibc", "", "LGPL-2.1-or-later", "Free Software Foundation", RUN, "Threads"),
    ("libgomp", "", "GPL-3.0-or-later WITH GCC-exception-3.1", "Free Software Foundation", RUN,
     "OpenMP"),
    ("cuda-driver", "", "NOASSERTION", "NVIDIA", OPTIONAL, ""),
    ("libclang", "17", "Apache-2.0 WITH LLVM-exception", "LLVM", OPTIONAL, "clang"),
    ("cuda-nvcc", "12.8", "NOASSERTION", "NVIDIA", BUILD, "Nvcc"),
    ("gcc", "12", "GPL-3.0-or-later WITH GCC-exception-3.1", "Free Software Foundation", BUILD, ""),
    ("cmake", "3.25", "BSD-3-Clause", "Kitware", BUILD, ""),
    ("ninja", "", "Apache-2.0", "Ninja", BUILD, ""),
    ("pkgconf", "", "ISC", "pkgconf", BUILD, "PkgConfig"),
    ("python", "3.9", "PSF-2.0", "Python Software Foundation", TEST, "Python3"),
    ("cmocka", "", "Apache-2.0", "cmocka", TEST, "cmocka"),
    ("mpfr", "", "LGPL-3.0-or-later", "Free Software Foundation", TEST, "mpfr"),
    ("libxsmm", "", "BSD-3-Clause", "libxsmm", TEST, "xsmm"),
    ("openblas", "", "BSD-3-Clause", "OpenBLAS", TEST, "openblas"),
    ("numpy", "2.1", "BSD-3-Clause", "NumPy", OPTIONAL, ""),
    ("libpng", "", "libpng-2.0", "PNG Development Group", TEST, "libpng"),
    ("openmpi", "", "BSD-3-Clause", "Open MPI", TEST, "MPI"),
    ("erfa", "", "BSD-3-Clause", "NumFOCUS Foundation", TEST, "erfa"),
]


def package(name, version, licence, supplier, **more):
    made = {
        "SPDXID": f"SPDXRef-{name}",
        "name": name,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "supplier": f"Organization: {supplier}",
    }
    if version:
        made["versionInfo"] = version
    return made | more


def relationship(name, kind):
    """DEPENDS_ON goes from Weft to it, what ends in _OF from it to Weft."""
    ends = ["SPDXRef-weft", f"SPDXRef-{name}"]
    if kind.endswith("_OF"):
        ends.reverse()
    return {"spdxElementId": ends[0], "relationshipType": kind, "relatedSpdxElement": ends[1]}


def document(version, commit, seconds, checksum):
    created = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    weft = package("weft", version, "BSD-3-Clause", "The Weft developers",
                   copyrightText="Copyright (c) 2026, The Weft developers",
                   packageFileName=f"weft-{version}.tar.gz", primaryPackagePurpose="SOURCE",
                   checksums=[{"algorithm": "SHA256", "checksumValue": checksum}])
    needed = [package(name, f"{least} or newer" if least else "", licence, supplier)
              for name, least, licence, supplier, _, _ in NEEDED]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"weft-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/weft-{version}-{commit}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: weft-release"]},
        "documentDescribes": ["SPDXRef-weft"],
        "packages": [weft, *needed],
        "relationships": [relationship(row[0], row[4]) for row in NEEDED],
    }


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    json.dump(document(*sys.argv[1:]), sys.stdout, indent=2, sort_keys=True)
    print()
