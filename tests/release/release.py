#!/usr/bin/env python3
"""cmake/release.sh: the archive is the commit, the same bytes come out anywhere, the SBOM holds together and
knows what CMake looks for, and a version that is not the changelog's is refused. Ends with 77 where the
sources are no git repository.

    release.py ROOT
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

SKIPPED = 77
# What a build of ours finds of its own; what is a part of another row.
OWN = {"Weft", "xsmmnoblas"}


def git(folder, *arguments):
    return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True,
                          text=True).stdout


def release(root, folder, **changes):
    return subprocess.run(["sh", root / "cmake/release.sh", folder], cwd="/", text=True,
                          capture_output=True, check=False, env=dict(os.environ, **changes))


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def check_archive(root, data, name):
    with tarfile.open(data) as archive:
        members = {member.name: member for member in archive}
    files = {path for path, member in members.items() if member.isfile()}
    tracked = {f"{name}/{path}" for path in git(root, "ls-tree", "-rz", "--name-only", "HEAD").split("\0")
               if path}
    assert files == tracked, files ^ tracked
    assert all(member.uid == 0 and member.mode & 0o022 == 0 for member in members.values())


def check_bom(bom, root, archive):
    assert bom["spdxVersion"] == "SPDX-2.3" and bom["dataLicense"] == "CC0-1.0"
    packages = {package["SPDXID"]: package for package in bom["packages"]}
    assert len(packages) == len(bom["packages"]), "an identifier twice"
    assert all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) for name in packages)
    ends = [one[end] for one in bom["relationships"] for end in ("spdxElementId", "relatedSpdxElement")]
    assert set(ends) == set(packages), "every package stands in a relationship, and no other"
    assert bom["documentDescribes"] == ["SPDXRef-weft"]
    checksum = packages["SPDXRef-weft"]["checksums"][0]["checksumValue"]
    assert checksum == hashlib.sha256(archive).hexdigest()
    check_known(root)


def check_known(root):
    """What CMake files look for has a row in sbom.py."""
    sys.path.insert(0, str(root / "cmake"))
    sys.dont_write_bytecode = True
    from sbom import NEEDED
    known = {row[5] for row in NEEDED} | OWN
    wanted = set()
    for path in git(root, "ls-files", "*CMakeLists.txt", "*.cmake").split():
        text = re.sub(r"#.*", "", (root / path).read_text())
        wanted |= set(re.findall(r"find_package\((\w+)", text))
        wanted |= set(re.findall(r"pkg_check_modules\(\w+ (?:REQUIRED )?IMPORTED_TARGET (\w+)", text))
        wanted |= set(re.findall(r"find_library\(\w+ (?:NAMES )?(\w+)", text))
    assert wanted and wanted <= known, f"cmake/sbom.py has no row for {sorted(wanted - known)}"


def check_refusal(root, folder, path, change, words):
    """In a copy whose file says something else a release is refused, and nothing is left."""
    copy = folder / path.replace("/", "_")
    git(folder, "clone", "-q", "--no-hardlinks", root, copy)
    file = copy / path
    old = file.read_text()
    assert change[0] in old
    file.write_text(old.replace(*change, 1))
    git(copy, "-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "-qam", "x")
    done = release(copy, folder / "none")
    assert done.returncode == 1 and words in done.stderr, done.stderr
    assert not (folder / "none").exists()


def main(root):
    head = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, check=False)
    if head.returncode or not (root / ".git").exists():
        print("skipped: no git repository that git reads")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        one = release(root, folder / "one")
        assert one.returncode == 0, one.stderr
        two = release(root, folder / "a b", TZ="Asia/Tokyo", LC_ALL="C.UTF-8", GZIP="")
        assert two.returncode == 0, two.stderr
        made = contents(folder / "one")
        assert made == contents(folder / "a b"), "the bytes differ"
        archive, = (path for path in made if path.endswith(".tar.gz"))
        assert sorted(made) == sorted(["SHA256SUMS", archive, archive.replace("tar.gz", "spdx.json")])
        version = archive.removeprefix("weft-").removesuffix(".tar.gz")
        check_archive(root, folder / "one" / archive, f"weft-{version}")
        check_bom(json.loads(made[f"weft-{version}.spdx.json"]), root, made[archive])
        subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=folder / "one", check=True)
        check_refusal(root, folder, "docs/changelog.md", (f"## {version}", "## 99.0"),
                      "docs/changelog.md begins with 99.0")
        check_refusal(root, folder, "docs/weft.1", (f"weft {version}", "weft 99.0"), "docs/weft.1")
    print(f"{archive}: {len(made)} files, the same twice")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
