import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft } from '../extraction-draft.ts'
import { elementsOf, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { extractPage } from '../extract-page.ts'
import { PAGE_PROCESSORS } from '../page-processors.ts'
import { classifyLines } from './classify-lines.ts'
import { FEATURES } from './line-features.ts'
import type { LineModel } from './line-model.ts'
import { NO_WORDS } from './word-scores.ts'

const LENGTH = FEATURES.indexOf('length')
const KEPT = FEATURES.indexOf('kept')
const prose = '<p>The tide comes in, and it goes out again, every single day, as it always did.</p>'.repeat(6)

/**
 * @returns a model for tests
 * @param judge returns the probability of a line, given its length; undefined to keep the decision of the rules
 */
function modelOf(judge: (length: number) => number | undefined): LineModel {
  const probabilities = (rows: Float32Array): Float32Array =>
    Float32Array.from({ length: rows.length / FEATURES.length }, (_, row) => {
      const start = row * FEATURES.length
      return judge(Math.round(Math.expm1(rows[start + LENGTH]!))) ?? rows[start + KEPT]!
    })
  return { words: NO_WORDS, probabilities }
}

/** @returns the draft before and after the model was applied */
function judged(
  html: string,
  model: LineModel,
): { readonly before: Draft; readonly after: Draft; readonly note: string } {
  const steps = PAGE_PROCESSORS.slice(
    0,
    PAGE_PROCESSORS.findIndex(({ name }) => name === 'lines'),
  )
  let before: Draft | undefined
  const watch = { name: 'watch', run: (draft: Draft) => ((before = draft), { draft, note: '' }) }
  const source = { url: 'https://a.example/tides', text: html, mimetype: 'text/html' }
  extractPage(source, [], { page: parsePage(html), processors: [...steps, watch] })
  const { draft: after, note } = classifyLines(before!, model)
  return { before: before!, after, note }
}

const imagesIn = ({ found }: Draft): number => elementsOf(found!).filter(({ tagName }) => tagName === 'img').length

test('the found text is not changed if the model agrees with the rules', () => {
  const { before, after } = judged(
    `<article>${prose}</article>`,
    modelOf(() => undefined),
  )
  assert.equal(after, before)
})

test('a line with a link that the model rejects is dropped, and the others stay', () => {
  const html = `<article>${prose}<p><a href="/mug">Buy a mug</a>, now.</p>${prose}</article>`
  const { before, after, note } = judged(
    html,
    modelOf((length) => (length === 15 ? 0 : undefined)),
  )
  assert.match(textOf(before.found!), /Buy a mug/)
  assert.doesNotMatch(textOf(after.found!), /Buy a mug/)
  assert.equal(textOf(after.found!).match(/The tide/g)?.length, 12)
  assert.match(note, /0 added, 1 removed$/)
})

test('lines that the model accepts are added at their place, with the picture between them', () => {
  const aside = '<aside><h2>Tide tables</h2><img src="https://a.example/table.png"><p>High water is at noon</p></aside>'
  const model = modelOf((length) => ([11, 21].includes(length) ? 1 : undefined))
  const { before, after } = judged(`<main><article>${prose}${aside}${prose}</article></main>`, model)
  assert.doesNotMatch(textOf(before.found!), /High water/)
  assert.match(textOf(after.found!), /always did\.\s*Tide tables\s*High water is at noon\s*The tide/)
  assert.deepEqual([imagesIn(before), imagesIn(after)], [0, 1])
})

test('a line of the found text that is all code stays', () => {
  const { after } = judged(
    `<article>${prose}${prose}<p><code>depth: u32</code></p><p>Buy a mug, now.</p></article>`,
    modelOf((length) => (length < 20 ? 0 : undefined)),
  )
  assert.match(textOf(after.found!), /depth: u32/)
  assert.doesNotMatch(textOf(after.found!), /Buy a mug/)
})

test('captions and code of the found text stay, whatever the model says', () => {
  const figure = '<figure><img src="https://a.example/w.png"><figcaption>The wall in May</figcaption></figure>'
  const html = `<article>${prose}${figure}<pre><code>tide --at noon</code></pre>${prose}<p>Buy a mug, now.</p></article>`
  const { after } = judged(
    html,
    modelOf((length) => (length < 20 ? 0 : undefined)),
  )
  assert.match(textOf(after.found!), /The wall in May[\s\S]*tide --at noon/)
  assert.doesNotMatch(textOf(after.found!), /Buy a mug/)
  assert.equal(imagesIn(after), 1)
})

const long =
  '<p>The tide comes in, and it goes out again, every single day, as it has always done on this shore.</p>'.repeat(12)

test('the decisions of the model are refused if it would drop most of a long text, and the log says so', () => {
  const html = `<article>${long}<p>Buy a mug, now.</p></article>`
  const model = modelOf((length) => (length === 15 ? 1 : 0))
  for (const type of ['<meta property="og:type" content="article">', '']) {
    const { after, note } = judged(type + html, model)
    assert.equal(textOf(after.found!).split('The tide').length, 13)
    assert.match(note, /the removal of most of the text was refused$/)
  }
})

test('the decision of the model that a page has no text is refused if the rules found a long text', () => {
  const { after } = judged(
    `<article>${long}</article>`,
    modelOf(() => 0.01),
  )
  assert.equal(textOf(after.found!).split('The tide').length, 13)
})

test('a short text may be replaced with a longer one elsewhere on the page', () => {
  const html = `<article><p>Sign in to read.</p></article><footer>${prose}</footer>`
  const { after } = judged(
    html,
    modelOf((length) => (length > 50 ? 1 : 0)),
  )
  assert.match(textOf(after.found!), /^\s*The tide/)
})

test('no line above the title of an article is added', () => {
  const title = '<title>The tides of the year</title><meta property="og:type" content="article">'
  const teaser = '<aside><p>High water is at noon.</p></aside>'
  const model = modelOf((length) => (length === 22 ? 1 : undefined))
  const text = (html: string): string => textOf(judged(title + html, model).after.found!)
  const story = `<h2>The tides of the year</h2>${prose}${prose}`
  assert.doesNotMatch(text(`${teaser}<main>${story}</main>`), /High water/)
  assert.match(text(`<main>${story}</main>${teaser}`), /High water/)
})

test('a line between the title and the selected text is added at the threshold of selected lines', () => {
  const title = '<title>The tides of the year</title><meta property="og:type" content="article">'
  const line = '<aside><p>High water is at noon.</p></aside>'
  const model = modelOf((length) => (length === 22 ? 0.6 : 1))
  const text = (html: string): string => textOf(judged(`${title}<nav>Menu</nav>${html}`, model).after.found!)
  const story = `<main>${prose}${prose}</main>`
  assert.match(text(`<h2>The tides of the year</h2>${line}${story}`), /High water/)
  assert.doesNotMatch(text(`<h2>The tides of the year</h2>${story}${line}`), /High water/)
})

test('a line below the emptied heading with the title is added, and one above it is not', () => {
  const head = '<title>The tides of the year</title><meta property="og:type" content="article">'
  const [above, below] = ['<aside><p>Low water is at dusk.</p></aside>', '<aside><p>High water is at noon.</p></aside>']
  const html = `${head}${above}<h1>The tides of the year</h1>${below}<main>${prose}${prose}</main>`
  const text = textOf(
    judged(
      html,
      modelOf(() => 1),
    ).after.found!,
  )
  assert.match(text, /High water/)
  assert.doesNotMatch(text, /Low water/)
})

test('lines that the rules removed from the text come back if the model accepts them', () => {
  const link = '<p>See also: <a href="/x">the moon and its seas</a></p>'
  const { before, after } = judged(
    `<meta property="og:type" content="article"><article>${prose}${link}${prose}</article>`,
    modelOf(() => 1),
  )
  assert.doesNotMatch(textOf(before.found!), /See also/)
  assert.match(textOf(after.found!), /See also: the moon/)
})

test('a sentence that starts with the title is not taken for the title', () => {
  const title = '<title>Low water</title><meta property="og:type" content="article">'
  const intro =
    '<aside><p>High water is at noon.</p><p>Low water is explained here for readers who have never seen the sea.</p></aside>'
  const model = modelOf(() => 1)
  const page = `${title}<nav>Menu</nav><h2>Low water</h2>${intro}<main>${prose}${prose}</main>`
  assert.match(textOf(judged(page, model).after.found!), /High water/)
})

test('a page with only unlikely lines has no text unless it declares itself an article or has few lines', () => {
  const links = '<p><a href="/about">About us</a>, and more.</p>'.repeat(10)
  const model = modelOf(() => 0.05)
  assert.equal(judged(`<main>${links}</main>`, model).after.found, undefined)
  const article = '<meta property="og:type" content="article">'
  assert.match(textOf(judged(`${article}<main>${links}</main>`, model).after.found!), /About us/)
  assert.match(textOf(judged(`<main>${prose}</main>`, model).after.found!), /The tide/)
})
