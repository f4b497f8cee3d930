#!/bin/sh
# Removes the parts of node_modules that only compilers, debuggers and builds of native modules read.
# Run it in the folder that contains node_modules, after "npm ci --omit=dev", packaging/build-client.ts and
# packaging/build-server.ts.
set -eu
cd node_modules

# The binary is linked to node/bin. Its licence stays with it; headers and manuals go.
for package in node/node_modules/node-*-*; do
  if [ -f "$package/LICENSE" ]; then cp "$package/LICENSE" node/LICENSE; fi
done
rm -rf node/node_modules

# The browser's scripts and the server's modules are bundled already.
rm -rf rolldown @rolldown @oxc-project

# Compiled code of the build, which the user of the service could not read.
rm -rf .cache

find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# Of pdf.js, Dogear loads two files. The others draw pages, decode rare formats or are built for browsers.
if [ -d pdfjs-dist ]; then
  find pdfjs-dist -type f ! -path pdfjs-dist/LICENSE ! -path pdfjs-dist/package.json \
    ! -path pdfjs-dist/legacy/build/pdf.mjs ! -path pdfjs-dist/legacy/build/pdf.worker.min.mjs -delete
  find pdfjs-dist -type d -empty -delete
fi
