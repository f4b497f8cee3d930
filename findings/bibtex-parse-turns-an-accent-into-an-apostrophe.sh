#!/bin/sh
# bibtex-parse 2.1.0 (npm) drops the braces of a field and the backslash before a sign of accent, and keeps the sign. A name
# like `Andr{\'e}` becomes "Andr'e", which no later step can tell from an apostrophe. Before an ampersand it keeps the
# backslash.
#
# Seen:
#   Andr{\'e} -> Andr'e
#   Andr\'e -> Andr'e
#   M{\"u}ller -> M"uller
#   Rye \& oats -> Rye \& oats
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bibtex-parse@2.1.0
cat >run.mjs <<'JS'
import bibtex from 'bibtex-parse'

for (const value of [String.raw`Andr{\'e}`, String.raw`Andr\'e`, String.raw`M{\"u}ller`, String.raw`Rye \& oats`]) {
  console.log(value, '->', bibtex.entries(`@online{mill, author = {${value}}}`)[0].AUTHOR)
}
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
Andr{\'e} -> Andr'e
Andr\'e -> Andr'e
M{\"u}ller -> M"uller
Rye \& oats -> Rye \& oats
SEEN
diff expected seen
