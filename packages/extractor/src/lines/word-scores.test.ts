import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { pageLines, type PageLines } from './page-lines.ts'
import { NO_WORDS, readLineWords, WORD_FEATURES, wordFeatures, type LineWords, type WordScores } from './word-scores.ts'
import { WordTable } from './word-score-table.ts'

const PAGE = `<body class="site"><div id="mainColumn"><div class="wrap"><div class="story"><h2>Related posts</h2>
  <p class="note">Read more</p></div></div></div>`

const all = ({ lines }: PageLines): Uint32Array => Uint32Array.from(lines, (_, index) => index)
const featuresOf = (page: PageLines, scores: WordScores): Float32Array => wordFeatures(page, scores, all(page))

function linesOf(html: string): PageLines {
  return pageLines(findElement(parsePage(html), ({ tagName }) => tagName === 'body')!)
}

test('a line has the words of its text, of the heading before it, and of the class names around it', () => {
  const found: LineWords[] = []
  readLineWords(linesOf(PAGE), (words) => found.push(words))
  assert.deepEqual(found[1], {
    near: [['note'], ['story'], ['wrap']],
    far: [['main', 'column'], ['site']],
    text: [['read', 'more', '=read more']],
    head: [['related', 'posts', '=related posts']],
  })
  assert.deepEqual(found[0]!.head, [[]])
})

test('the features of a line are the sum, the minimum and the maximum of the scores of its words', () => {
  const scores = {
    ...NO_WORDS,
    text: new WordTable([
      ['read', -2],
      ['=read more', -1],
      ['more', 0.5],
    ]),
  }
  const values = featuresOf(linesOf(PAGE), scores).slice(WORD_FEATURES.length)
  assert.deepEqual(
    ['text:sum', 'text:min', 'text:max', 'near:sum'].map((name) => values[WORD_FEATURES.indexOf(name)]),
    [-2.5, -2, 0.5, 0],
  )
})

test('names of prototype members are words without a score', () => {
  const values = featuresOf(linesOf('<body><p class="constructor __proto__">toString'), NO_WORDS)
  assert.ok(values.every((value) => value === 0))
})

test('the features of a line are the same if only some lines are evaluated', () => {
  const page = linesOf('<body><p>Read it</p><h2>More tides</h2><p>Read them</p><p>Full</p>')
  const scores = { ...NO_WORDS, head: new WordTable([['more', -1]]), text: new WordTable([['read', 2]]) }
  const width = WORD_FEATURES.length
  const some = wordFeatures(page, scores, Uint32Array.of(0, 2))
  const every = featuresOf(page, scores)
  assert.deepEqual(some, Float32Array.of(...every.slice(0, width), ...every.slice(2 * width, 3 * width)))
  assert.equal(some[width + WORD_FEATURES.indexOf('head:sum')], -1)
})
