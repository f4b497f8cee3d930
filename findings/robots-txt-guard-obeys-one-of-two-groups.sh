#!/bin/sh
# robots-txt-guard 1.0.2 (npm), the companion of robots-txt-parse 2.0.1, obeys the first group for a crawler. RFC 9309 says that
# the groups that name the same one are combined. A rule for "Mill" also counts for "Millstone".
#
# Seen:
#   Mill, /rye: false
#   Mill, /oats: true
#   Millstone, /rye: false
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund robots-txt-guard@1.0.2 robots-txt-parse@2.0.1
cat >run.mjs <<'JS'
import { Readable } from 'node:stream'
import guard from 'robots-txt-guard'
import parse from 'robots-txt-parse'

const file = 'User-agent: Mill\nDisallow: /rye\n\nUser-agent: Mill\nDisallow: /oats\n'
const robots = guard(await parse(Readable.from([file])))
console.log('Mill, /rye:', robots.isAllowed('Mill', '/rye'))
console.log('Mill, /oats:', robots.isAllowed('Mill', '/oats'))
console.log('Millstone, /rye:', robots.isAllowed('Millstone', '/rye'))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Mill, /rye: false
Mill, /oats: true
Millstone, /rye: false
SEEN
diff expected seen
