import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'

const SHELL = [
  '<header><nav><a href="/">Home</a> <a href="/news">News</a></nav><img src="/logo.png"></header>',
  '<footer><p>© Harbour</p><img src="/footer-map.jpg"></footer>',
]

function contentOf(body: string): string | undefined {
  const text = `<!doctype html><html lang="en"><head><title>Harbour cat</title></head><body>${SHELL[0]}${body}${SHELL[1]}</body></html>`
  const extraction = extractPage({ url: 'https://h.example/x', text, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content : undefined
}

const picture = (name: string): string => `<img src="https://p.example/${name}.jpg" width="700" height="900" alt="">`

test('an episode of pictures with one line is kept as a whole', () => {
  const pictures = [1, 2, 3, 4, 5, 6].map((i) => picture(`ep-${i}`)).join('')
  const content = contentOf(
    `<main><h1>Harbour cat</h1><div>${pictures}</div><p>The next episode comes on Friday.</p></main>`,
  )!
  for (const i of [1, 2, 3, 4, 5, 6]) assert.ok(content.includes(`ep-${i}.jpg`), `picture ${i}`)
  assert.match(content, /comes on Friday/)
  assert.doesNotMatch(content, /logo|footer-map/)
})

test('the title text of a strip is shown below it', () => {
  const strip =
    '<div id="strip"><img src="/leak.png" alt="Leak" title="The pump was never plugged in, and the cat knew."></div>'
  const content = contentOf(`<div class="box"><div id="name">Leak</div>${strip}</div>`)!
  assert.match(content, /leak\.png[^]*<figcaption>The pump was never plugged in/)
})

test('a page without a word is readable if its main part is a picture', () => {
  assert.match(contentOf(`<main><div>${picture('dawn')}</div></main>`) ?? '', /dawn\.jpg/)
})

test('a page without text whose only pictures belong to the site is not readable', () => {
  assert.equal(contentOf('<div id="app"></div>'), undefined)
  assert.equal(contentOf('<div id="app"><img src="/icons/loading.svg"></div>'), undefined)
})

test('pictures that lead to other pages are not the content of a short page', () => {
  const teasers = [1, 2, 3].map((i) => `<a href="/story-${i}">${picture(`teaser-${i}`)} Story ${i}</a>`).join('')
  const content = contentOf(
    `<main><p>The harbour is closed today, because the ice is too thick for the ships.</p></main><div>${teasers}</div>`,
  )!
  assert.doesNotMatch(content, /teaser/)
})

test('an article that starts with much white space is not taken for a page of pictures', () => {
  const paragraph = `<p>${'The harbour is closed today, because the ice is too thick for the ships. '.repeat(4)}</p>`
  const content = contentOf(`<main><article>${'\n '.repeat(600)}${paragraph.repeat(4)}</article></main>`)!
  assert.equal(content.split('<p>').length, 5)
})
