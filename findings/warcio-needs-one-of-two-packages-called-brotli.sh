#!/bin/sh
# warcio 1.8.1 (PyPI) decodes pages that were sent in Brotli with `brotlipy` only. Without it, it returns the compressed bytes
# as the page, and nobody is told. `brotli`, which HTTP clients bring along and which is imported by the same name, makes the
# same record fail. Its tracker knows of the latter (webrecorder/warcio, issue 73).
#
# Seen:
#   without brotli: the compressed bytes
#   brotli 1.2.0: AttributeError
#   brotlipy 0.7.0: <p>The mill</p>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet warcio==1.8.1
cat >run.py <<'PY'
import base64
import sys
from io import BytesIO

from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

COMPRESSED = base64.b64decode("CweAPHA+VGhlIG1pbGw8L3A+Aw==")  # <p>The mill</p>, written by brotli 1.2.0

file = BytesIO()
writer = WARCWriter(file, gzip=True)
headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html"), ("Content-Encoding", "br")], protocol="HTTP/1.1")
record = writer.create_warc_record("https://a.example/mill", "response", payload=BytesIO(COMPRESSED), http_headers=headers)
writer.write_record(record)
file.seek(0)
record = next(iter(ArchiveIterator(file)))
try:
    content = record.content_stream().read()
    same = content == COMPRESSED
    print(f"{sys.argv[1]}: {'the compressed bytes' if same else content.decode()}")
except AttributeError as error:
    print(f"{sys.argv[1]}: {type(error).__name__}")
PY
env/bin/python run.py 'without brotli' >seen
env/bin/pip install --quiet brotli==1.2.0
env/bin/python run.py 'brotli 1.2.0' >>seen
env/bin/pip uninstall --quiet --yes brotli
env/bin/pip install --quiet brotlipy==0.7.0
env/bin/python run.py 'brotlipy 0.7.0' >>seen
cat seen
cat >expected <<'SEEN'
without brotli: the compressed bytes
brotli 1.2.0: AttributeError
brotlipy 0.7.0: <p>The mill</p>
SEEN
diff expected seen
