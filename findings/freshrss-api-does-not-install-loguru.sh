#!/bin/sh
# freshrss_api 2.0.5 (PyPI) imports loguru, but does not name it as a dependency. Installed alone, it cannot be imported.
#
# Seen:
#   ModuleNotFoundError: No module named 'loguru'
#   with loguru: FreshRSSAPI
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet freshrss_api==2.0.5
env/bin/python -c 'import freshrss_api' 2>errors || true
tail -n 1 errors >seen
env/bin/pip install --quiet loguru==0.7.3
env/bin/python -c 'import freshrss_api; print("with loguru:", freshrss_api.FreshRSSAPI.__name__)' >>seen
cat seen
cat >expected <<'SEEN'
ModuleNotFoundError: No module named 'loguru'
with loguru: FreshRSSAPI
SEEN
diff expected seen
