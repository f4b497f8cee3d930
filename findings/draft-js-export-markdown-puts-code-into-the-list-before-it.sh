#!/bin/sh
# draft-js-export-markdown 1.4.0 writes code after a list with four spaces before each line. In Markdown, such lines
# continue the last item of the list, so markdown-it 14.1.0 shows the first line as a paragraph of the item, and the
# next one as code in it. A paragraph that starts with a year and a full stop becomes a list, because nothing is
# escaped.
#
# Seen:
#   <ul>
#   <li>
#   <p>Boats</p>
#   <p>if (tide) {</p>
#   <pre><code>wait()
#   </code></pre>
#   </li>
#   </ul>
#   <ol start="1914">
#   <li>The lock was closed.</li>
#   </ol>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund draft-js-export-markdown@1.4.0 draft-js@0.11.7 react@18.3.1 react-dom@18.3.1 immutable@3.8.2 markdown-it@14.1.0
cat >run.cjs <<'JS'
const { convertFromRaw } = require('draft-js')
const { stateToMarkdown } = require('draft-js-export-markdown')
const markdownIt = require('markdown-it')

const block = (key, type, text) => ({ key, type, text, depth: 0, inlineStyleRanges: [], entityRanges: [], data: {} })
const blocks = [
  block('a', 'unordered-list-item', 'Boats'),
  block('b', 'code-block', 'if (tide) {'),
  block('c', 'code-block', '  wait()'),
  block('d', 'unstyled', '1914. The lock was closed.'),
]
const markdown = stateToMarkdown(convertFromRaw({ blocks, entityMap: {} }))
console.log(markdownIt().render(markdown).trim())
JS
node run.cjs >seen
cat seen
cat >expected <<'SEEN'
<ul>
<li>
<p>Boats</p>
<p>if (tide) {</p>
<pre><code>wait()
</code></pre>
</li>
</ul>
<ol start="1914">
<li>The lock was closed.</li>
</ol>
SEEN
diff expected seen
