import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement, type PageElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { lineFeatures, FEATURES } from './line-features.ts'
import { pageLines } from './page-lines.ts'
import { NO_WORDS } from './word-scores.ts'

function bodyOf(html: string): PageElement {
  return findElement(parsePage(`<body>${html}`), ({ tagName }) => tagName === 'body')!
}

const textsIn = (html: string): string[] => pageLines(bodyOf(html)).lines.map(({ text }) => text)

test('a line ends where a block begins or ends', () => {
  assert.deepEqual(textsIn('<div>One <b>two</b>\n three<p>four</p>five<ul><li>six<li>seven</ul></div>'), [
    'One two three',
    'four',
    'five',
    'six',
    'seven',
  ])
})

test('one line break becomes a space, and two line breaks separate lines', () => {
  assert.deepEqual(textsIn('<div>one<br>two<br> <br>three</div>'), ['one two', 'three'])
})

test('text that is never shown is not part of a line', () => {
  assert.deepEqual(textsIn('<p>one<script>two</script></p><textarea>three</textarea><template>four</template>'), [
    'one',
  ])
})

test('characters inside links are counted', () => {
  const [line] = pageLines(bodyOf('<p>Read <a href="/x">this <i>story</i></a> now</p>')).lines
  assert.equal(line!.linked, 'this'.length + 'story'.length)
})

test('each line has a row with a value for each feature', () => {
  const page = pageLines(bodyOf('<main><p>The tide, again.</p></main><nav><a href="/">Home page</a></nav>'))
  const context = {
    isArticle: true,
    url: 'https://a.example/x/y',
    title: 'Tides',
    isKept: Uint8Array.of(1, 0),
    firstKept: 0,
    belowTitle: undefined,
  }
  const rows = lineFeatures(page, context, NO_WORDS)
  assert.equal(rows.length, 2 * FEATURES.length)
  const value = (row: number, name: string): number => rows[row * FEATURES.length + FEATURES.indexOf(name)]!
  assert.deepEqual(
    ['kept', 'commas', 'sentenceEnd', 'in:main', 'in:nav', 'linkShare', 'isArticle', 'pathDepth'].map((name) => [
      value(0, name),
      value(1, name),
    ]),
    [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [1, 1],
      [2, 2],
    ],
  )
  assert.ok(rows.every((number) => Number.isFinite(number)))
})
