#!/bin/sh
# raindrop-io-py 0.4.7 (PyPI) accepts pydantic below 3, so pip installs version 2, with which it cannot be imported. With
# version 1 it can, but asks for one bookmark at `/rest/v1/5`, where Raindrop's documentation has `/rest/v1/raindrop/5`, and
# tells a new collection to be expanded by sending the pictures of its cover, or nothing.
#
# Seen:
#   pydantic 2.14.4: PydanticUserError
#   pydantic 1.10.26: get https://api.raindrop.io/rest/v1/5
#   pydantic 1.10.26: post {"expanded": null, "title": "Mills"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet raindrop-io-py==0.4.7 pydantic==2.14.4
cat >run.py <<'PY'
import json
import warnings

warnings.simplefilter("ignore")

import pydantic

try:
    from raindropiopy import Collection, Raindrop
except Exception as error:
    print(f"pydantic {pydantic.VERSION}: {type(error).__name__}")
    raise SystemExit


class Answer(Exception):
    pass


class Api:
    def get(self, address, **_):
        print(f"pydantic {pydantic.VERSION}: get {address}")
        raise Answer

    def post(self, address, **options):
        print(f"pydantic {pydantic.VERSION}: post {json.dumps(options['json'])}")
        raise Answer


for call in [lambda: Raindrop.get(Api(), 5), lambda: Collection.create(Api(), "Mills", expanded=True)]:
    try:
        call()
    except Answer:
        pass
PY
env/bin/python run.py >seen
env/bin/pip install --quiet pydantic==1.10.26
env/bin/python run.py >>seen
cat seen
cat >expected <<'SEEN'
pydantic 2.14.4: PydanticUserError
pydantic 1.10.26: get https://api.raindrop.io/rest/v1/5
pydantic 1.10.26: post {"expanded": null, "title": "Mills"}
SEEN
diff expected seen
