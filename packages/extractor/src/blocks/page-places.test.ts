import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent } from '../clean-content.ts'
import { extractPage } from '../extract-page.ts'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { parsePage } from '../dom/parse-page.ts'
import { settlePlaces } from './page-places.ts'
import { threadMillisecondsSince } from '../thread-time.fixture.ts'
import { ElementList } from '../dom/element-list.ts'

const URL = 'https://a.example/page?id=7'

const prose = [
  'The tide comes in, and it goes out again, and nobody has ever found a way to hurry it, as the keeper says.',
  'Every boat in the harbour waits for it, and the people on the pier wait with them, with a flask of hot tea.',
  'In winter the ropes are stiff, the bollards are white with frost, and the lamp burns until nine o’clock.',
]

function contentOf(inside: string, { after = '', url = URL, head = '' } = {}): string {
  const [first, ...rest] = prose.map((text) => `<p>${text}</p>`)
  const text = `<title>Tides</title>${head}<article><h1>Tides</h1>${first}${inside}${rest.join('')}</article>${after}`
  const extraction = extractPage({ url, text, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content.replaceAll(' rel="noopener noreferrer"', '') : ''
}

const settled = (html: string): string =>
  htmlAfter(html, (tree) => settlePlaces(new ElementList(tree), URL)).replaceAll(URL, '')

test('a link to a place of the article stays in it, however it is written', () => {
  for (const href of [
    '#ropes',
    URL + '#ropes',
    'page?id=7#ropes',
    'http://www.a.example/page?utm_source=x&id=7#ropes',
  ]) {
    const content = contentOf(`<p>See <a href="${href}">the ropes</a> below.</p><h2 id="ropes">Ropes</h2>`)
    assert.match(content, /<a href="#ropes">the ropes<\/a>/, href)
    assert.match(content, /<h2 id="ropes">/)
  }
})

test('a link to another page keeps its address', () => {
  const content = contentOf('<p>See <a href="/page?id=8#ropes">the ropes</a> there.</p><h2 id="ropes">Ropes</h2>')
  assert.match(content, /<a href="https:\/\/a\.example\/page\?id=8#ropes">/)
  assert.match(content, /<h2>Ropes/)
})

test('a link to a place that the article does not contain becomes its text', () => {
  for (const href of ['#imprint', '#', '#top', '#fn-2', '#kein%20Ort', URL + '#comment-12', '?id=7#reply'])
    for (const head of ['', '<base href="https://b.example/files/">']) {
      if (head !== '' && (href.startsWith('?') || href === '#fn-2')) continue
      const content = contentOf(`<p>See <a href="${href}">the <b>imprint</b></a> below.</p>`, {
        after: '<footer><p id="imprint">Harbour Gazette, Pier 4</p></footer>',
        head,
      })
      assert.match(content, /<p>See the <b>imprint<\/b> below\.<\/p>/, href)
      assert.doesNotMatch(content, / id="| href="/)
    }
})

test('a line with only a link to the top of the page is removed, and such a link in a sentence is not', () => {
  for (const text of [
    'Back to top',
    '↑ Top',
    '[Nach oben]',
    'Haut de page',
    'Volver arriba',
    'ページの先頭へ戻る',
    '↑',
  ])
    for (const href of ['#', '#top', '#ropes']) {
      const content = contentOf(`<h2 id="ropes">Ropes</h2><p>All of hemp.</p><p><a href="${href}">${text}</a></p>`)
      assert.doesNotMatch(content, new RegExp(text.replaceAll(/[[\]]/g, '.')), text)
      assert.match(content, /All of hemp\.<\/p><p>/)
    }
  assert.match(
    contentOf('<p>Then we went <a href="#top">to the top</a> of the hill.</p>'),
    /went to the top of the hill/,
  )
  assert.doesNotMatch(contentOf('<p><a href="#top"><img src="/up.gif" alt="Back to top"></a></p>'), /up\.gif/)
  assert.match(contentOf('<p><a href="#"><img src="/pier.jpg" alt="The pier"></a></p>'), /pier\.jpg/)
})

test('a link to another view of an application keeps its address', () => {
  assert.match(contentOf('<p>See <a href="#/ropes/7">the ropes</a> there.</p>'), /href="https:[^"]*#\/ropes\/7"/)
})

test('a link to a place of the article stays in it if the page has another base', () => {
  const head = '<base href="https://b.example/files/">'
  const content = contentOf('<p>See <a href="#ropes">the ropes</a>.</p><h2 id="ropes">Ropes</h2>', { head })
  assert.match(content, /href="#ropes"/)
})

test('an empty anchor gives its id to what it marks', () => {
  const link = '<a href="#x">l</a>'
  assert.equal(settled(`${link}<p><a name="x"></a>Text</p>`), '<a href="#x">l</a><p id="x"><a name="x"></a>Text</p>')
  assert.match(settled(`${link}<div><a id=x></a><h2>Ropes</h2></div>`), /<h2 id="x">/)
  assert.match(settled(`${link}<div><p>a</p><p><span><a id=x></a></span></p><p>b</p></div>`), /<p id="x"><span>/)
  assert.match(settled(`${link}<a name=x>Text</a>`), /<span name="x" id="x">Text<\/span>/)
  assert.match(settled(`<a href="#y">l</a><h2 id="ropes"><a id="y"></a>Ropes</h2>`), /href="#ropes".*<h2 id="ropes">/)
})

test('an id that stored HTML may not contain is replaced', () => {
  assert.equal(settled('<a href="#caf%C3%A9">l</a><p id="café">x</p>'), '<a href="#place-1">l</a><p id="place-1">x</p>')
  assert.match(settled('<div><a href="#h">l</a><a id="user-content-h" href="#h"></a><h2>x</h2></div>'), /<h2 id="h">/)
})

test('content from a client keeps its links to places, and cleaning it again changes nothing', () => {
  const html = '<p>See <a href="#a:b">one</a> and <a href="#no">two</a>.</p><div id="a:b">x</div>'
  const once = cleanContent({ html, url: URL }).content
  assert.match(once, /<a href="#place-1" .*one<\/a> and two.*<div id="place-1">/)
  assert.equal(cleanContent({ html: once, url: URL }).content, once)
})

test('mail addresses and telephone numbers stay links', () => {
  const content = contentOf(
    '<p>Write to <a href="mailto:a@b.example">us</a> or call <a href="tel:+1-555-0100">us</a>.</p>',
  )
  assert.match(content, /<a href="mailto:a@b\.example">us<\/a> or call <a href="tel:\+1-555-0100">us<\/a>/)
})

test('sixty thousand links to as many places take less than five seconds', () => {
  const html = Array.from({ length: 60_000 }, (_, at) => `<a href="#p${at}">x</a><i id="p${at}"></i>`).join('')
  const tree = parsePage(`<div>${html}</div>`)
  const before = process.threadCpuUsage()
  assert.equal(settlePlaces(new ElementList(tree), URL), 5000)
  assert.ok(threadMillisecondsSince(before) < 5000)
})
