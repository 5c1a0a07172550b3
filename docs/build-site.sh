#!/bin/sh
# Builds the site: the pages, and the C interface from the headers. Installs Sphinx, MyST and Furo into
# build/site-venv where $SPHINX names no sphinx-build, and doxygen where it is missing. No user needs this.
#   sh docs/build-site.sh [FOLDER]        build/site by default
set -eu
cd "$(dirname "$0")/.."
folder=${1:-build/site}

if [ -z "${SPHINX:-}" ]; then
    sh cmake/install-packages.sh python3-venv doxygen
    python3 -m venv build/site-venv
    build/site-venv/bin/pip install --quiet --requirement docs/site/requirements.txt
    SPHINX=build/site-venv/bin/sphinx-build
fi
mkdir -p "$folder"
"$SPHINX" -q -W --keep-going -d "$folder/.doctrees" -c docs/site -b html . "$folder"
if command -v doxygen >/dev/null; then
    { cat docs/site/Doxyfile && echo "OUTPUT_DIRECTORY = \"$folder\""; } | doxygen -
else
    echo "no doxygen: the C interface is left out" >&2
fi
echo '<!doctype html><meta http-equiv="refresh" content="0; url=docs/site/index.html">' \
    >"$folder/index.html"
echo "$folder/index.html"
