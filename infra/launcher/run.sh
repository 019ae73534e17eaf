#!/bin/sh
# Finds a Python that can run the launcher; `up`, `down` and `test` all come through here.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)

for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        # -P: a json.py in the caller's folder must not shadow the standard library
        PYTHONPATH="$root" exec "$candidate" -P -m infra.launcher "$@"
    fi
done

echo "Enfilade needs Python 3.11 or newer and found none." >&2
echo "On Debian 12 or newer: apt-get install python3 python3-pip" >&2
exit 1
