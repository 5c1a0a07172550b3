#!/bin/sh
# Installs the Debian packages among its arguments that are missing, as root or through sudo, and
# says which. Does nothing where all are there.
#   sh cmake/install-packages.sh PACKAGE…
set -eu

missing=
for package in "$@"; do
    case $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || :) in
    *' installed') ;;
    *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "install-packages.sh: no apt-get here; please install:$missing" >&2
    exit 1
fi
sudo=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "please run as root, or install sudo; needed:$missing" >&2; exit 1; }
    sudo='sudo -n env'
fi
echo "installing Debian packages:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # the lists are split on purpose
$sudo ${sudo:+DEBIAN_FRONTEND=noninteractive} apt-get update -qq
# shellcheck disable=SC2086
$sudo ${sudo:+DEBIAN_FRONTEND=noninteractive} apt-get install -y -qq --no-install-recommends $missing
