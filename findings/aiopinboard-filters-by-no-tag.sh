#!/bin/sh
# aiopinboard 2024.1.0 filters bookmarks by the parameter `tags`. Pinboard's API calls it `tag` in posts/all, posts/get and
# posts/recent, so the filter is not one, and a program that empties a tag reaches all bookmarks. It sends no tag at all with
# posts/dates. Only posts/add has a parameter `tags`.
#
# Seen:
#   /posts/all?start=0&tags=mills
#   /posts/recent?count=15&tags=mills
#   /posts/dates?
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet aiopinboard==2024.1.0
cat >run.py <<'PY'
import asyncio
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import aiopinboard.api


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        own = [part for part in query.split("&") if part.split("=")[0] not in ["auth_token", "format"]]
        print(path + "?" + "&".join(own), flush=True)
        answer = b"[]" if path == "/posts/all" else b'{"posts": [], "dates": {}}'
        self.send_response(200)
        self.send_header("content-type", "text/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


async def main():
    bookmarks = aiopinboard.API("ada:key").bookmark
    await bookmarks.async_get_all_bookmarks(tags=["mills"])
    await bookmarks.async_get_recent_bookmarks(tags=["mills"])
    await bookmarks.async_get_dates(tags=["mills"])


server = HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
aiopinboard.api.API_URL_BASE = f"http://127.0.0.1:{server.server_port}"
asyncio.run(main())
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
/posts/all?start=0&tags=mills
/posts/recent?count=15&tags=mills
/posts/dates?
SEEN
diff expected seen
