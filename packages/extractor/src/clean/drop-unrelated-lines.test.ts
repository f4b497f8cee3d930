import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropUnrelatedLines } from './drop-unrelated-lines.ts'
import { createElement, textOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

const sentence = 'The tide goes out twice a day, slowly, and comes back, as everyone on the shore knows.'
const text = Array.from({ length: 10 }, (_, i) => `<p>${i} ${sentence}</p>`).join('')

const left = (html: string, isDeclared = true): string => {
  const root = createElement('div', {}, parseHtmlFragment(html).childNodes)
  dropUnrelatedLines(root, isDeclared, { url: 'https://tides.example/story' })
  return textOf(root)
}

for (const label of [
  'Advertisement',
  'Share this article',
  'Lesen Sie auch:',
  'À lire aussi',
  'Leia também',
  'Weitere Beiträge zum Thema',
  'Artículos relacionados',
  'Articles similaires',
  '関連記事',
])
  test(`the label "${label}" is removed`, () =>
    assert.doesNotMatch(left(`${text}<p>${label}</p>${text}`), new RegExp(label)))

test('a label inside code or a table stays', () => {
  assert.match(left(`${text}<pre>Share</pre><table><tr><td><p>Share</p></td></tr></table>`), /Share[\s\S]*Share/)
})

test('a line between paragraphs that is only a link is removed, and a sentence with a link stays', () => {
  const lone = '<p><a href="/x">TEN WAYS TO SEE THE SEA IN WINTER</a></p>'
  assert.doesNotMatch(left(text + lone + text), /TEN WAYS/)
  assert.match(left(`${text}<p>Ten ways to see the sea are told <a href="/x">here</a>.</p>${text}`), /Ten ways/)
})

test('the heading of a section stays although the contents repeat it, and further copies are removed', () => {
  const title = 'How the height of the tide depends on the moon'
  const article = `<ul><li><a href="#h">${title}</a></li></ul><h2 id="h">${title}</h2>${text}`
  assert.equal(left(article).split(title).length, 3)
  assert.equal(left(`${article}<div><h3>${title}</h3></div>`).split(title).length, 3)
})

test('a link to another story is removed together with its label', () => {
  assert.doesNotMatch(left(`${text}<p>Read more: <a href="/x">The sea in winter</a></p>${text}`), /Read more|winter/)
})

const link = (label: string): string => `<p><a href="https://harbour.example/x">${label}</a></p>`

test('a link to another site beside a paragraph stays, apart from an invitation and a banner', () => {
  assert.match(left(text + link('Harbour office buys the old lighthouse') + text), /buys the old lighthouse/)
  assert.match(
    left(`<dl><dt>Tides</dt><dd>${link('The table of the harbour office')}</dd></dl>${text}`),
    /The table of/,
  )
  assert.doesNotMatch(left(text + link('CLICK HERE TO GET OUR APP') + text), /CLICK/)
  assert.doesNotMatch(left(text + link('Follow us in the harbour of words') + text), /Follow/)
})

test('a sentence that refers to another page stays, apart from the end of an article', () => {
  const sentences = ['Read our full review of the tide gauge.', 'See the table of tides for more.']
  for (const one of sentences) {
    const line = `<p><a href="/x">${one}</a></p>`
    assert.match(left(text + line + text), new RegExp(one))
    assert.doesNotMatch(left(text + line), new RegExp(one))
    assert.match(left(text + text + line, false), new RegExp(one))
  }
})

test('a title that is a link stays before its paragraph, and is removed between two paragraphs of an article', () => {
  const title = '<p><a href="/x">The keeper of the lighthouse retires</a></p>'
  const card = `<p>By the harbour</p>${title}<p>${sentence}</p>`
  assert.match(left(text + card + text), /keeper of the lighthouse/)
  assert.doesNotMatch(left(text + title + text), /keeper of the lighthouse/)
  assert.match(left(text + title + text, false), /keeper of the lighthouse/)
})

test('a list of links stays on a page that consists of it', () => {
  const list =
    '<ul><li><a href="/a">The sea in winter again</a></li><li><a href="/b">The sea in summer again</a></li></ul>'
  assert.match(left(list, false), /winter[\s\S]*summer/)
})

test('the second copy of a line is removed, but nine copies of a line all stay', () => {
  const twice = `<p>${sentence}</p>`
  assert.equal(left(`${text}${twice}<div>${twice}</div>`).split(sentence).length - 1, 11)
  assert.equal(left(text + `<div>${twice}</div>`.repeat(9)).split(sentence).length - 1, 19)
})

test('a paragraph that is repeated among its siblings stays as a refrain', () => {
  const refrain = `<p>${sentence}</p>`
  assert.equal(left(text + refrain + refrain).split(sentence).length - 1, 12)
})

test('everything after a label is removed if it is mostly links', () => {
  const tail = '<p>You may also like</p><div>By Jane: <a href="/a">The sea in winter, a long story</a></div>'
  assert.doesNotMatch(left(text + tail), /winter|Jane|like/)
})

test('a line with the publication date is removed at the top and stays in the middle', () => {
  const line = '<p>Published on Monday in the Shore</p>'
  assert.doesNotMatch(left(line + text + text), /Published/)
  assert.match(left(text + line + text), /Published/)
})

test('a line about the author at the end is removed, and a line about another person stays', () => {
  const root = createElement(
    'div',
    {},
    parseHtmlFragment(
      `<p>Ada Byron is at the shore.</p>${text}<p>Ada Byron</p><p>Ada Byron is a writer for the Tidal Times.</p><p>Ben Shore is the keeper.</p>`,
    ).childNodes,
  )
  dropUnrelatedLines(root, true, { authors: ['Ada Byron'] })
  assert.match(textOf(root), /^Ada Byron is at the shore\./)
  assert.doesNotMatch(textOf(root), /writer for/)
  assert.match(textOf(root), /Ben Shore is the keeper\.$/)
})

for (const note of [
  'The post <a href="/x">Tides</a> appeared first on <a href="/">Wall Notes</a>.',
  'The post Tides first appeared on Wall Notes.',
  'Der Beitrag <a href="/x">Ebbe</a> erschien zuerst auf <a href="/">Mühlenblatt</a>.',
  'L’article Marées est apparu en premier sur Le Port.',
  'Cet article Marées est apparu en premier sur Le Port.',
  'La entrada Mareas se publicó primero en El Puerto.',
  'La entrada Mareas aparece primero en El Puerto.',
  'L’articolo Maree proviene da Il Porto.',
  'Het bericht Getijden verscheen eerst op De Haven.',
  'O post Marés apareceu primeiro em O Porto.',
  'Сообщение Приливы появились сначала на Гавань.',
  'Запись Приливы впервые появилась Гавань.',
  'Artykuł Pływy pochodzi z serwisu Port.',
  'Inlägget Tidvatten dök först upp på Hamnen.',
  '投稿 潮の話 は 港のノート に最初に表示されました。',
])
  test(`the note of a feed is removed: ${note.replaceAll(/<[^>]*>/g, '')}`, () => {
    for (const isDeclared of [true, false])
      assert.equal(
        left(`<p>${sentence}</p><p>${sentence} Again.</p><p>${note}</p>`, isDeclared),
        `${sentence}${sentence} Again.`,
      )
  })

test('a sentence about a first appearance, and the note of a feed in a quotation, stay', () => {
  for (const html of [
    `${text}<p>The post was long, and the tide appeared first on Friday, which nobody had expected to see.</p>`,
    `${text}<blockquote><p>The post Tides appeared first on Wall Notes.</p></blockquote>`,
    `<p>The post Tides appeared first on Wall Notes.</p>${text}`,
  ])
    assert.match(left(html, false), /appeared first/)
})

const section = (name: string, line: string): string => `<h2>${name}</h2><p>${sentence} ${name}</p>${line}`
const review = (name: string): string => `<p>More: <a href="/${name}">${name} Full Review</a></p>`
const BOATS = ['Marlin', 'Heron', 'Kittiwake']

test('the link that closes each section about its subject stays, and a link to another subject is removed', () => {
  const ranking = BOATS.map((name) => section(name, review(name))).join('')
  assert.equal(left(`${ranking}<h2>Tests</h2>${text}`).split('Full Review').length, 4)
  const others = BOATS.map((name) => section(name, `<p>Related: <a href="/${name}">${name} for sale</a></p>`)).join('')
  assert.doesNotMatch(left(`${others}<h2>Tests</h2>${text}`), /for sale/)
  const single = section('Marlin', review('Marlin'))
  assert.doesNotMatch(left(`${single}<h2>Tests</h2>${text}`), /Full Review/)
})

test('a link that is all the text below its heading stays', () => {
  const contents = `<h2>Table of contents</h2><p>See <a href="/toc">the list of all chapters of the manual</a></p>`
  assert.match(left(`${text}${contents}<h2>Authors</h2>${text}`), /list of all chapters/)
})

const SOURCES = ['archive.example', 'museum.example', 'journal.example']
const lone = (host: string): string => `<p><a href="https://${host}/x">Register of the keepers, ${host}</a></p>`

test('links to several other sites beside each other stay, and those to accounts are removed', () => {
  assert.equal(left(text + SOURCES.map(lone).join('')).split('Register').length, 4)
  const accounts = ['facebook.com', 'twitter.com', 'instagram.com'].map(lone).join('')
  assert.doesNotMatch(left(`${text}<h2>We</h2>${accounts}<h2>More</h2>${text}`), /Register of the keepers, twitter/)
})

test('the section "See also" of a text stays, and a box "See also" in it is removed', () => {
  const list = '<ul><li><a href="/a">Almanac</a></li><li><a href="/b">Soundings</a></li></ul>'
  const own = `<h2>Use</h2>${text}<h2>See also</h2>${list}`
  assert.match(left(own, false), /See alsoAlmanacSoundings/)
  assert.doesNotMatch(left(`<h2>Use</h2>${text}<h4>See also</h4>${list}`), /See also/)
})

const start = (to: string): string =>
  `<p>To start quickly, complete the short guide <a href="/${to}">for beginners</a>.</p>`

test('a repeated sentence with another link stays', () => {
  assert.equal(left(text + start('a') + start('b')).split('To start').length, 3)
  assert.equal(left(text + start('a') + start('a')).split('To start').length, 2)
})

test('the items of a list are judged alike, whether their text is in boxes or not', () => {
  const items = ['Sails', 'Lines and ropes for long passages'].map(
    (name) => `<li><div><a href="/${name}">${name}</a></div></li>`,
  )
  assert.match(left(`${text}<ul>${items.join('')}</ul>${text}`), /SailsLines and ropes/)
})

/** @returns two teasers below a heading of other pages */
const teasers = (heading: (title: string) => string): string =>
  `<h5>Related content</h5>${['On ropes', 'On knots'].map((title) => `${heading(title)}<p>All about them.</p>`).join('')}`

test('teasers below a heading of other pages at the end are removed, linked or not, and a section of text is not', () => {
  const isLeft = (html: string): boolean => /On ropes/.test(left(text + html, false))
  assert.equal(isLeft(teasers((title) => `<h5><a href="/x">${title}</a></h5>`)), false)
  assert.equal(isLeft(teasers((title) => `<h5>${title}</h5>`)), false)
  assert.equal(isLeft(`<h5>Related content</h5><h5>On ropes</h5>${text}<h5>On knots</h5>${text}`), true)
})

test('the line that states the rights of the site is removed from the end of any text, and stays elsewhere', () => {
  const verse = '<p>The boat goes out</p><p>with nobody on board</p><p>and comes again</p><p>with gulls, unscored</p>'
  for (const line of [
    '© 2025 Gazette. All rights reserved.',
    'Copyright 2019–2025 The Gazette',
    'Alle Rechte vorbehalten.',
  ])
    assert.match(left(`${verse}<div>${line}</div>`, false), /unscored$/)
  assert.match(left(`<p>© 2025 Gazette. All rights reserved.</p>${verse}`, false), /All rights reserved/)
  assert.match(left(`${verse}<p>The copyright in these verses belongs to her aunt.</p>`, false), /belongs to her aunt/)
})

test('the line with the link that ends a subscription is removed from the end of a letter, and a text about it stays', () => {
  const line =
    '<div>You get this letter because you asked for it. <a href="https://h.example/out">Unsubscribe</a></div>'
  assert.doesNotMatch(left(`${text}${line}`, false), /Unsubscribe|asked for it/)
  for (const html of [
    `${line}${text}`,
    `${text}<p>Nobody could unsubscribe from the tide.</p>`,
    `${text}<p>Read <a href="https://h.example/how">how the keepers learnt to unsubscribe from the tide</a>.</p>`,
  ])
    assert.match(left(html, false), /unsubscribe/i)
})
