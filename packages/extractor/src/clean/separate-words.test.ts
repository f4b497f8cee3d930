import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, elementsOf, textOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { separateWords } from './separate-words.ts'

function separated(html: string): string {
  const root = createElement('div', {}, parseHtmlFragment(html).childNodes)
  separateWords(root)
  return textOf(root)
}

test('words of links and spans that the style of a page separates do not run together', () => {
  assert.equal(separated('<p><a href="/a">Casual</a><a href="/b">Sport</a></p>'), 'Casual Sport')
  assert.equal(
    separated(
      '<p><span class="tag">Casual</span><span class="tag">Sport</span><span class="tag">Compression</span></p>',
    ),
    'Casual Sport Compression',
  )
})

test('an author and the title of the source do not run together', () => {
  assert.equal(separated('<p><strong>Ada Marsh</strong><cite>Tides</cite></p>'), 'Ada Marsh Tides')
})

test('a label and its value, each in a span with a class, do not run together', () => {
  assert.equal(separated('<div><span class="k">Length</span><span class="v">72 feet</span></div>'), 'Length 72 feet')
  assert.equal(separated('<div><span class="k">Open</span><span class="v">Every day</span></div>'), 'Open Every day')
})

const term = (between: string): string => `<dl><dt>depth${between}<span class="classifier">int</span></dt></dl>`

test('the kind of a term stands after a colon', () => {
  assert.equal(separated(term('')), 'depth : int')
  assert.equal(separated(term(' : ')), 'depth : int')
  assert.equal(separated('<dl><dt>light<span class="x">house</span></dt></dl>'), 'lighthouse')
})

const verse = (name: string): string =>
  `<${name}><span>The gate is shut</span><span>and the water waits,</span><span>a heron stands</span></${name}>`

test('spans of several words that are all of a box are the lines of a verse', () => {
  const root = createElement('div', {}, parseHtmlFragment(verse('p')).childNodes)
  separateWords(root)
  assert.equal(elementsOf(root).filter(({ tagName }) => tagName === 'br').length, 2)
  assert.equal(separated(verse('h2')), 'The gate is shutand the water waits,a heron stands')
  assert.equal(separated('<p><span>The ga</span><span>te is</span><span>shut</span></p>'), 'The gate isshut')
})

test('styled letters, parts of a word and code stay as they are', () => {
  for (const [html, text] of [
    ['<p><span class="l">H</span><span class="l">i</span></p>', 'Hi'],
    ['<p><span class="x">Light</span><span class="y">House</span></p>', 'LightHouse'],
    ['<p><span class="x">light</span><span class="x">house</span></p>', 'lighthouse'],
    ['<pre><span class="x">get</span><span class="x">Name</span></pre>', 'getName'],
    ['<p><a href="/a">One</a>, <a href="/b">two</a></p>', 'One, two'],
  ] as const)
    assert.equal(separated(html), text)
})
