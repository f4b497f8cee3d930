import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { pageLines, type PageLines } from './page-lines.ts'
import { NO_WORDS, readLineWords, WORD_FEATURES, wordFeatures, type LineWords } from './word-scores.ts'
import { WordTable } from './word-table.ts'

const PAGE = `<body class="site"><div id="mainColumn"><div class="wrap"><div class="story"><h2>Related posts</h2>
  <p class="note">Read more</p></div></div></div>`

function linesOf(html: string): PageLines {
  return pageLines(findElement(parsePage(html), ({ tagName }) => tagName === 'body')!)
}

test('the words of a line are its own, those of the heading before it, and those of the names around it', () => {
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

test('the features of a line are the sum, the least and the greatest score of its words', () => {
  const scores = { ...NO_WORDS, text: new WordTable([['read', -2], ['=read more', -1], ['more', 0.5]]) } // prettier-ignore
  const values = wordFeatures(linesOf(PAGE), scores).slice(WORD_FEATURES.length)
  assert.deepEqual(
    ['text:sum', 'text:min', 'text:max', 'near:sum'].map((name) => values[WORD_FEATURES.indexOf(name)]),
    [-2.5, -2, 0.5, 0],
  )
})

test('names of prototypes are words without a score', () => {
  const values = wordFeatures(linesOf('<body><p class="constructor __proto__">toString'), NO_WORDS)
  assert.ok(values.every((value) => value === 0))
})
