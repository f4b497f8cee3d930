import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { dropVerseLineNumbers } from './verse-line-numbers.ts'

const left = (html: string): string => htmlAfter(html, (tree) => dropVerseLineNumbers(new ElementList(tree)))

const named = (number: number): string => `<span class="linenum">${number}</span>`
const line = (number: number, text: string): string =>
  `<div><span class="line-number">${number}</span><span>${text}</span></div>`
const styled = (number: number): string => `<span style="float: right">${number}</span>`

test('the numbers beside the lines of a poem are removed', () => {
  assert.equal(left(`<p>Ebb${named(5)}<br>Flow${named(10)}</p>`), '<p>Ebb<br>Flow</p>')
  assert.equal(left(line(1, 'Ebb') + line(2, 'Flow')), '<div><span>Ebb</span></div><div><span>Flow</span></div>')
  assert.equal(left(`<p>${styled(5)}Ebb</p><p>${styled(10)}Flow</p>`), '<p>Ebb</p><p>Flow</p>')
  const two = `<p>Ebb${named(5)}<br>Flow${named(10)}</p><p>Neap${named(5)}<br>Spring${named(10)}</p>`
  assert.equal(left(two), '<p>Ebb<br>Flow</p><p>Neap<br>Spring</p>', 'two poems')
})

test('other numbers stay', () => {
  for (const html of [
    '<p><sup class="versenum">1</sup>Ebb</p><p><sup class="versenum">2</sup>Flow</p>',
    '<p>Ebb<span class="linenum">5</span></p>',
    '<p><span class="linenum">3</span>Ebb<span class="linenum">30</span></p>',
    '<p>Ebb<span style="float:right">1</span></p><p>Flow<span style="float:right">2</span></p>',
    '<p>Ebb<span style="float:right">4</span></p><p>Flow<span style="float:right">9</span></p>',
    '<p>Ebb<span style="float:right"><a href="/">5</a></span></p><p>Flow<span style="float:right"><a href="/">10</a></span></p>',
    '<p>Ebb<a href="/" style="float:right">5</a></p><p>Flow<a href="/" style="float:right">10</a></p>',
    '<p>Ebb<span style="float:right">0</span></p><p>Flow<span style="float:right">5</span></p>',
    '<pre><span class="lineno">1</span>ebb()<span class="lineno">2</span>flow()</pre>',
  ])
    assert.equal(left(html), html)
})
