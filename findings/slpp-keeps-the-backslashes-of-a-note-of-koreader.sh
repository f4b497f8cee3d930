#!/bin/sh
# SLPP 1.2.3 (PyPI) reads tables of Lua, the form of KOReader's highlights and notes, but not the escapes of its strings: a note
# of two lines has a backslash at the end of the first, and a backslash is two. The manual of Lua 5.1, 2.1, says what they stand
# for. luadata 1.0.5 (PyPI) reads them, and refuses a file with a small number, which Lua writes with an exponent.
#
# Seen:
#   {["note"] = "Ask Ann\
#   about C:\\mill"}
#   slpp: {'note': 'Ask Ann\\\nabout C:\\\\mill'}
#   luadata: {'note': 'Ask Ann\nabout C:\\mill'}
#   {["percent_finished"] = 5.4e-05}
#   slpp: {'percent_finished': 5.4e-05}
#   luadata: Unserialize luadata failed on pos 27
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet slpp==1.2.3 luadata==1.0.5
cat >run.py <<'PY'
import luadata
from slpp import slpp

NOTE = '{["note"] = "Ask Ann\\\nabout C:\\\\mill"}'
PLACE = '{["percent_finished"] = 5.4e-05}'


def attempt(read, text):
    try:
        return repr(read(text))
    except Exception as error:
        return str(error).split(":")[0]


for table in [NOTE, PLACE]:
    print(table)
    print("slpp:", attempt(slpp.decode, table))
    print("luadata:", attempt(luadata.unserialize, table))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
{["note"] = "Ask Ann\
about C:\\mill"}
slpp: {'note': 'Ask Ann\\\nabout C:\\\\mill'}
luadata: {'note': 'Ask Ann\nabout C:\\mill'}
{["percent_finished"] = 5.4e-05}
slpp: {'percent_finished': 5.4e-05}
luadata: Unserialize luadata failed on pos 27
SEEN
diff expected seen
