#!/bin/sh
# Builds the site into a temporary folder, with every warning an error, and looks at what came out.
#   site.sh ROOT        77: there is no sphinx-build with MyST and Furo; $SPHINX may name one
set -eu
root=$1
SPHINX=${SPHINX:-$(command -v sphinx-build || :)}
export SPHINX
python=$([ -z "$SPHINX" ] || dirname "$SPHINX")/python3
"$python" -c 'import myst_parser, furo' 2>/dev/null || { echo "skipped: no Sphinx with MyST and Furo"; exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
sh "$root/docs/build-site.sh" "$folder/site"
for page in "$root"/docs/*.md; do
    name=$(basename "$page" .md)
    [ -s "$folder/site/docs/$name.html" ] || { echo "$name is not in the site"; exit 1; }
    grep -q "docs/$name\\|\\.\\./$name" "$root/docs/site/index.md" || { echo "$name is in no list"; exit 1; }
done
grep -q 'id="is-no-dtype"' "$folder/site/docs/errors.html"
if command -v doxygen >/dev/null; then
    grep -q 'How many items a call on these operands computes' "$folder/site/api/weft_8h.html"
fi
