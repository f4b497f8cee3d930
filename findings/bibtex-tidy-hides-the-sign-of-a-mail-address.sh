#!/bin/sh
# bibtex-tidy 1.14.0 (npm) puts a backslash before each `@` in a note, unless `escape` is turned off. In LaTeX, `\@` is a
# command that prints nothing, and `@` needs no escape. A mail address or the name of an account loses its sign in print.
#
# Seen:
#   @misc{mill,
#     note          = {Ask ann\@a.example about the wheel}
#   }
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bibtex-tidy@1.14.0
cat >run.mjs <<'JS'
import { tidy } from 'bibtex-tidy'

console.log(tidy('@misc{mill, note = {Ask ann@a.example about the wheel}}').bibtex.trim())
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
@misc{mill,
  note          = {Ask ann\@a.example about the wheel}
}
SEEN
diff expected seen
