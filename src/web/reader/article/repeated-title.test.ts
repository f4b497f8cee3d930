import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapArticle } from '../../../annotations/article-map.ts'
import { localizationIn } from '../../layout/messages-by-language.ts'
import { annotatedArticle } from './annotated-article.ts'
import { repeatedTitle } from './repeated-title.ts'

const { t } = localizationIn('en')
const isRepeated = (markup: string, title: string) => repeatedTitle(mapArticle(markup), title, new Map()) !== undefined

test('a first heading repeats the title if its words are the same', () => {
  const text = '<p>Forty people stood in a line.</p>'
  assert.ok(isRepeated(`<h1>The Wall: a “Story”</h1>${text}`, 'The wall – a "story"'))
  assert.ok(isRepeated(`<p>Culture</p><h2>Été</h2>${text}`, 'Ete'))
  assert.ok(!isRepeated(`<h1>The wall, part two</h1>${text}`, 'The wall'))
  assert.ok(!isRepeated(`<h2>Before</h2><h2>The wall</h2>${text}`, 'The wall'))
  assert.ok(!isRepeated(`${text.repeat(10)}<h2>The wall</h2>`, 'The wall'))
  assert.ok(!isRepeated(`<h2>…</h2>${text}`, '?'))
  assert.ok(!isRepeated(text, 'The wall'))
})

test('the repeated title is hidden, and the other headings keep their names and levels', () => {
  const sanitizedContent = '<h1>The wall</h1><p>Forty people.</p><h2>Stones</h2><p>More.</p>'
  const draw = (annotations: Parameters<typeof annotatedArticle>[0]['annotations'] = []) =>
    annotatedArticle({ title: 'The wall', sanitizedContent, annotations, t })
  const { markup, hasRepeatedTitle } = draw()
  assert.ok(hasRepeatedTitle)
  assert.match(String(markup), /<h1 id="section-1" hidden>The wall</)
  assert.match(String(markup), /<h2 id="section-2">Stones</)
  const range = JSON.stringify([{ start: '/h1[1]', startOffset: '0', end: '/h1[1]', endOffset: '8' }])
  const highlight = { id: 1, quote: 'The wall', ranges: range, text: '', color: 'yellow' }
  assert.match(String(draw([highlight]).markup), /<h2 id="section-1"><mark/)
})
