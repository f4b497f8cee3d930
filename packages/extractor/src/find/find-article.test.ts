import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findArticle } from './find-article.ts'
import { textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'

const prose = (word: string): string =>
  `<p>${`The ${word} goes out twice a day, slowly, and comes back, as everyone on the shore knows. `.repeat(4)}</p>`
const found = (body: string, isArticle = true): string => {
  const article = findArticle(parsePage(`<body>${body}</body>`), isArticle)
  return article ? textOf(article.root) : ''
}

/** @returns the paragraph, in the boxes that a page builder puts around it */
const inWidget = (text: string): string =>
  `<div class="elementor-element elementor-widget"><div><p>${text}</p></div></div>`

const inBand = (word: string, times: number): string =>
  `<section class="band"><div></div><div class="in"><div class="in"><div class="in">${prose(word).repeat(times)}</div></div></div></section>`

test('what is named after a tool of the site is left out, however much prose it holds beside a longer text', () => {
  const text = found(`<div>${prose('tide').repeat(4)}<div class="newsletter-signup">${prose('letter')}</div></div>`)
  assert.match(text, /The tide/)
  assert.doesNotMatch(text, /The letter/)
})

test('a name is not believed where it would take much of the text with it', () => {
  const text = found(`<div>${prose('tide').repeat(3)}<div class="tags">${prose('moon').repeat(3)}</div></div>`)
  assert.match(text, /The tide[\s\S]*The moon/)
})

test('what holds most of the long text stays, even where it is called the footer of the page', () => {
  const text = found(
    `<div><div class="page-head">${prose('tide')}</div><div class="page-footer">${prose('moon').repeat(4)}</div></div>`,
  )
  assert.match(text, /The moon/)
})

test('the first paragraphs stay above the box with the others, labels and further lines below it do not', () => {
  const lead = `The introduction of a story about the tide stands above the box with the rest of its paragraphs.`
  const text = found(
    `<div><p>A label</p><p>${lead}</p><div>${prose('tide').repeat(6)}</div><p>${lead.replace('introduction', 'teaser')}</p></div>`,
  )
  assert.match(text, /The introduction[^]*The tide/)
  assert.doesNotMatch(text, /A label|The teaser/)
})

test('short parts stay in the boxes of page builders, whatever these are called', () => {
  const text = found(
    `<div>${inWidget('Con: the tide waits for nobody.')}${prose('tide').repeat(4)}${inWidget('Pro: it comes back.')}</div>`,
  )
  assert.match(text, /Con: the tide[\s\S]*Pro: it comes back/)
})

test('a quotation in a box named social stays', () => {
  const box = `<div class="social-embed"><blockquote>${prose('quotation')}</blockquote></div>`
  assert.match(found(`<div>${prose('tide').repeat(3)}${box}</div>`), /The quotation/)
})

test('hidden text is left out unless it is most of the page', () => {
  const hidden = `<div style="display: none">${prose('secret')}</div>`
  assert.doesNotMatch(found(`<div>${prose('tide').repeat(3)}${hidden}</div>`), /secret/)
  assert.match(found(`<div hidden>${prose('tide').repeat(3)}</div>`), /The tide/)
  const folded = `<div hidden="until-found">${prose('moon')}</div><div role="tabpanel" hidden>${prose('wind')}</div>`
  assert.match(found(`<div>${prose('tide').repeat(6)}${folded}</div>`), /The moon[\s\S]*The wind/)
})

test('parts in wrappers of their own are joined, whatever empty boxes stand beside them', () => {
  const text = found(
    `<div class="column">${inBand('tide', 1)}<div></div>${inBand('moon', 4)}<div></div>${inBand('wind', 1)}</div>`,
  )
  assert.match(text, /The tide[\s\S]*The moon[\s\S]*The wind/)
})

test('a post of a social network stays, in whatever box', () => {
  const post =
    '<blockquote class="twitter-tweet"><p>Low tide <a href="https://t.co/abcdefghij">https://t.co/abcdefghij</a></p></blockquote>'
  assert.match(
    found(`<div>${prose('tide').repeat(4)}<div class="social-media-embed">${post}</div>${prose('moon')}</div>`),
    /Low tide/,
  )
})

test('answers folded up below their questions stay, hidden menus and dialogs do not', () => {
  const folded = [
    `<div role="region" aria-labelledby="q1" hidden>${prose('moon')}</div>`,
    `<div style="overflow: hidden; height: 0px; visibility: hidden">${prose('wind')}</div>`,
    `<div role="dialog" aria-labelledby="d1" hidden>${prose('cookie')}</div>`,
    `<div aria-labelledby="m1" hidden><a href="/a">Where the menu leads</a> <a href="/b">and what else it has</a></div>`,
  ]
  const text = found(`<div>${prose('tide').repeat(8)}${folded.join('<h3>Why?</h3>')}</div>`)
  assert.match(text, /The moon[\s\S]*The wind/)
  assert.doesNotMatch(text, /cookie|menu/)
})

test('parts that stand side by side are joined', () => {
  const text = found(`<div><div>${prose('tide').repeat(4)}</div><div>${prose('moon').repeat(3)}</div></div>`)
  assert.match(text, /The tide[\s\S]*The moon/)
})

const deep = (html: string): string => `${'<div><span></span>'.repeat(7)}${html}${'</div>'.repeat(7)}`

test('the wider part is taken when the first choice is a small part of the long text', () => {
  const answers = ['first', 'second', 'third'].map((word) => deep(prose(word).repeat(2))).join('')
  const text = found(`<main>${answers}</main>`, false)
  for (const word of ['first', 'second', 'third']) assert.match(text, new RegExp(`The ${word} goes`))
})

test('lists of links and forms are left out, data tables and code stay', () => {
  const links = '<div class="box"><a href="/a">One more story</a> <a href="/b">Another story</a></div>'
  const table = '<table><thead><tr><th>Day</th></tr></thead><tbody><tr><td>Monday low</td></tr></tbody></table>'
  const text = found(`<div>${prose('tide').repeat(4)}${links}<form><input>Name</form>${table}<pre>x = 1</pre></div>`)
  assert.doesNotMatch(text, /story|Name/)
  assert.match(text, /Monday low[\s\S]*x = 1/)
})

test('the page itself is not changed by looking for its article', () => {
  const page = parsePage(`<body><div>${prose('tide')}<div class="share">Share</div></div></body>`)
  const before = textOf(page)
  findArticle(page, true)
  assert.equal(textOf(page), before)
})

test('a page of a hundred thousand boxes side by side is read before the deadline', () => {
  const page = parsePage(`<body><div>${'<div class="share"><a>x</a></div>'.repeat(90_000)}</div></body>`)
  const before = process.threadCpuUsage()
  findArticle(page, false)
  const { user } = process.threadCpuUsage(before)
  assert.ok(user < 8_000_000, `${user} microseconds`)
})
