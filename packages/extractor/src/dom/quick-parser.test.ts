import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTreeAdapter, parse, parseFragment } from 'parse5'
import { parseDocument, parseTemplate } from './quick-parser.ts'
import type { PageParent } from './page-tree.ts'

/**
 * Parts of the random pages. Some parts end a run of characters in the fast tokenizer, and in some parts white space
 * affects the tree.
 */
const PARTS = [
  'words and words',
  '  ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\f',
  '\0',
  'é',
  '日本',
  '😀',
  '\ud800',
  '\u007f',
  '\u0001',
  '\ufeff',
  '&amp;',
  '&notit;',
  '&#32;',
  '&#10;',
  '&nbsp',
  '&',
  '< 3',
  '</',
  '<',
  '>',
  '"',
  "'",
  '<!--',
  '-->',
  '<![CDATA[x y]]>',
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<table>',
  '<tr>',
  '<td>',
  '</td>',
  '</table>',
  '<caption>',
  '<colgroup>',
  '<col>',
  '<svg>',
  '</svg>',
  '<math>',
  '<mi>',
  '</math>',
  '<desc>',
  '<title>',
  '</title>',
  '<textarea>\n',
  '</textarea>',
  '<pre>\n',
  '</pre>',
  '<select>',
  '<option>',
  '</select>',
  '<frameset>',
  '<frame>',
  '<head>',
  '</head>',
  '<body>',
  '</body> x',
  '</html> y',
  '<template>',
  '</template>',
  '<script>a < b</script>',
  '<script>',
  '<script type="application/ld+json">{"a": "b &amp; c"}\n',
  '</script>',
  '<style>x</style>',
  '<style>',
  '</style>',
  '<plaintext>',
  '<a href="x y&amp;z\r\nq" Class=\'A"b\' data-X=1 b>',
  '<a',
  '<div id=a\0b c="',
  '<DIV Ab-C="x">',
  '<x-y at_r:z=v>',
  '<img/src=a>',
  '<br/>',
  '<noscript>',
  '</noscript>',
  '<!doctype html>',
  '<i title="a\0b\rc">',
  "<i title='\r\n'>",
  `<p class="a b" id='c' data-x:y=1 hidden>`,
  '<p a="1"b="2" c=\'3\'/d>',
  '<p a = "1" a=2 b\n=3 b>',
  '<p a="1" a="2&amp;" a=3>',
  '<img alt="é 😀" src=a/b/>',
  '<img alt="" src=>',
  '<p title="日本 <b>" =x ="y">',
  '<p\ra="1"\tb\fc\n>',
  '<p a=x"y b=\'x>',
  '</p a="1" b>',
  '</p/>',
  '<h1-x>',
  '<a b/>',
]

/** Yields pseudo-random pages, the same ones in every run of the test (Park–Miller generator). */
function* pages(count: number): Generator<string> {
  let state = 1
  const next = (limit: number): number => (state = (state * 48_271) % 2_147_483_647) % limit
  for (let page = 0; page < count; page++)
    yield Array.from({ length: 1 + next(14) }, () => PARTS[next(PARTS.length)]!).join('')
}

function written(tree: PageParent): string {
  return JSON.stringify(tree, (key, value) => (key === 'parentNode' ? undefined : value))
}

test('the quick parser builds the same trees of pages and fragments as parse5', () => {
  const options = { treeAdapter: defaultTreeAdapter }
  for (const html of pages(4000)) {
    assert.equal(written(parseDocument(html, options)), written(parse(html, options)), JSON.stringify(html))
    assert.equal(written(parseTemplate(html, options)), written(parseFragment(html, options)), JSON.stringify(html))
  }
})
