#!/bin/sh
# showdown-footnotes 2.1.2 (npm) replaces the first reference to a footnote on a line by a link. A second one to the same note
# stays `[^1]`. The sign before the note links to itself, so there is no way back to the text.
#
# Seen:
#   <p>Rye<a href="#footnote-1"><sup>[1]</sup></a> and oats[^1].</p>
#   <p><small class="footnote" id="footnote-1"><a href="#footnote-1"><sup>[1]</sup></a>: From the mill.</small></p>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund showdown@2.1.0 showdown-footnotes@2.1.2
cat >run.mjs <<'JS'
import showdown from 'showdown'
import footnotes from 'showdown-footnotes'

const converter = new showdown.Converter({ extensions: [footnotes] })
console.log(converter.makeHtml('Rye[^1] and oats[^1].\n\n[^1]: From the mill.'))
JS
node run.mjs >seen
cat seen
cat >expected <<'SEEN'
<p>Rye<a href="#footnote-1"><sup>[1]</sup></a> and oats[^1].</p>
<p><small class="footnote" id="footnote-1"><a href="#footnote-1"><sup>[1]</sup></a>: From the mill.</small></p>
SEEN
diff expected seen
