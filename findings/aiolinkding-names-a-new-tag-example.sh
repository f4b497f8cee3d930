#!/bin/sh
# aiolinkding 2025.2.0 creates a tag with a body that has the name under the key `example`, which is the value in the example of
# linkding's documentation. linkding expects the key `name`.
#
# Seen:
#   GET /health
#   POST /api/tags/ {"example": "mills"}
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet aiolinkding==2025.2.0
cat >run.py <<'PY'
import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from aiolinkding import async_get_client


class Server(BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
        print(self.command, self.path, body, flush=True) if body else print(self.command, self.path, flush=True)
        answer = json.dumps({"version": "1.46.2", "status": "healthy", "id": 1, "name": "mills"}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


async def main(port):
    client = await async_get_client(f"http://127.0.0.1:{port}", "key")
    await client.tags.async_create("mills")


server = HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
asyncio.run(main(server.server_port))
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
GET /health
POST /api/tags/ {"example": "mills"}
SEEN
diff expected seen
