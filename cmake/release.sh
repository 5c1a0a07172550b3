#!/bin/sh
# Makes a release of the last commit: the archive of its sources, its SBOM, and the sums of both. The same
# commit gives the same bytes anywhere. Fails where changelog or manual page speak of another version.
#   sh cmake/release.sh [FOLDER]        build/release by default
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build/release}
LC_ALL=C
export LC_ALL

committed() {
    git show "HEAD:$1"
}
fail() {
    echo "release.sh: $*" >&2
    exit 1
}

version=$(committed CMakeLists.txt | sed -n 's/^project(Weft VERSION \([0-9.]*\) .*/\1/p')
[ "$version" ] || fail "there is no version in CMakeLists.txt"
newest=$(committed docs/changelog.md | sed -n 's/^## //p' | head -n 1)
[ "$newest" = "$version" ] || fail "docs/changelog.md begins with $newest, not with $version"
committed docs/weft.1 | head -n 1 | grep -qF "\"weft $version\"" ||
    fail "docs/weft.1 is not that of version $version"

umask 022
mkdir -p "$folder"
work=$(mktemp -d "$folder/making.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM
name=weft-$version
git -c tar.umask=0022 -c core.autocrlf=false -c core.attributesFile=/dev/null \
    archive --format=tar "--prefix=$name/" HEAD >"$work/$name.tar"
gzip -9 -n "$work/$name.tar"
sum=$(sha256sum "$work/$name.tar.gz" | cut -d ' ' -f 1)
python3 cmake/sbom.py "$version" "$(git rev-parse HEAD)" "$(git log -1 --format=%ct)" "$sum" \
    >"$work/$name.spdx.json"
(cd "$work" && sha256sum "$name.spdx.json" "$name.tar.gz" >SHA256SUMS)
for file in "$name.tar.gz" "$name.spdx.json" SHA256SUMS; do
    mv "$work/$file" "$folder/$file"
    echo "$folder/$file"
done
