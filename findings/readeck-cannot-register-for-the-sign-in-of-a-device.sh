#!/bin/sh
# readeck 0.3.1 (PyPI) registers for the sign-in of a device without a redirect address, as it needs none. Readeck 0.22.3
# answers that with `"redirect_uris": null`, as recorded here, and the library requires a list: its sign-in ends before it shows
# a code.
#
# Seen:
#   for a device: Invalid client registration response
#   with a redirect address: registered
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet readeck==0.3.1
cat >run.py <<'PY'
import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from readeck.exceptions import ReadeckError
from readeck.models import OAuthClientRegistrationRequest
from readeck.oauth import ReadeckOAuthClient

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Readeck(BaseHTTPRequestHandler):
    def do_POST(self):
        sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
        about = {name: sent[name] for name in ("client_name", "client_uri", "software_id", "software_version", "grant_types")}
        rest = {"logo_uri": "", "redirect_uris": sent.get("redirect_uris") or None, "token_endpoint_auth_method": "none"}
        body = json.dumps({"client_id": "a", "response_types": ["code"], **about, **rest}).encode()
        self.send_response(201)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


async def register(address, **options):
    about = {"client_name": "Mill", "client_uri": "https://a.example/", "software_id": "mill", "software_version": "1"}
    async with ReadeckOAuthClient(address) as client:
        try:
            await client.register_client(OAuthClientRegistrationRequest(**about, **options))
            return "registered"
        except ReadeckError as error:
            return str(error)


server = HTTPServer(("127.0.0.1", 0), Readeck)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
print("for a device:", asyncio.run(register(address, grant_types=[DEVICE])))
print("with a redirect address:", asyncio.run(register(address, redirect_uris=["http://127.0.0.1/back"])))
server.shutdown()
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
for a device: Invalid client registration response
with a redirect address: registered
SEEN
diff expected seen
